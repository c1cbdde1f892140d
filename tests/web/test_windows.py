"""Every window: in each phase of each game everything is within it, nothing lies over a text, and the hand stays."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from foretold.kernels import warm
from tests.server.serving import Server
from tests.web.browsing import Person, assert_played, play, sit
from tests.web.looking import SIZES, TIGHT, TONGUES, USUAL, crossed, faults, resize, slots
from tests.web.moments import end_round, ending, sit_at

RECORDS = Path(__file__).parents[1] / "records"
CLOCK = {"kind": "seconds", "seconds": 600, "bank": 300}
# The fullest tables, and the shortest matches of them; the other player counts run with --long.
TABLES: dict[str, dict[str, Any]] = {
    "seven-prophecies": {"players": 4},
    "seven-prophecies-2017": {"players": 4, "options": {"variant": "single-round"}},
    "prophecy": {"players": 6, "options": {"variant": "short"}},
}
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("seven-prophecies", {"players": 3}),
    ("seven-prophecies-2017", {"players": 3, "options": {"variant": "first-to-two"}}),
    *(("prophecy", {"players": players}) for players in (2, 3, 4, 5)),
]
REPLAYS = ("seven-prophecies-4-standard", "seven-prophecies-2017-3-first-to-two", "prophecy-6-standard")
# How often a moment of each kind is looked at through all windows.
OFTEN = {"prophecy": 1, "bid": 1, "card": 2, "held": 1, "round": 1, "end": 1}
AXED = ("card", "round")  # test_access.py sees the others
# What has to be whole within the window.
INSIDE = {
    "prophecy": ("#ask", ".slots", ".hand", ".say", ".tray", "[role=timer]", ".screen [data-go]"),
    "climax": (".climax h2", ".climax p", ".hand", ".say", ".say [data-go]"),
    "news": (".moment", ".hand", ".say", ".say [data-go]"),
    "bid": (".hand", ".say", "[role=timer]", ".lay"),
    "card": (".hand", ".say", ".mine", "[role=timer]"),
    "held": (".hand", ".say", ".mine", ".say [data-go]"),
    "round": (".summary [data-go]",),
    "end": (".matchend .btn.primary",),
}


class Walk:
    """A match, looked at through every window."""

    def __init__(self, person: Person, sizes: list[tuple[int, int]], full: bool) -> None:
        self.person = person
        self.sizes = sizes
        self.full = full  # axe in every window and moment, not only in one window for each of AXED
        self.looked: Counter[str] = Counter()
        self.places: dict[tuple[int, int], dict[str, Any]] = {size: {} for size in sizes}
        self.wrong: list[str] = []

    def look(self, now: str) -> None:
        if not now or self.looked[now] >= OFTEN.get(now, 0):
            return
        self.looked[now] += 1
        if now == "prophecy":  # with what the hand is likely to bring
            self.person.page.wait_for_selector(".likely")
        if now == "end":  # with form, and the results of the bots with the same cards
            self.person.page.wait_for_selector(".formline")
            self.person.page.wait_for_selector(".samecards li:not(.mine, .waits)")
        for index, size in enumerate(self.sizes):
            resize(self.person, size)
            where = f"{now} {self.looked[now]} at {size[0]}×{size[1]}"
            extra = (".bidhow",) if now == "bid" and size[1] >= 720 else ()  # what a bid is, where there is room for it
            problems = faults(self.person, (*INSIDE[now], *extra), scrolls=now == "end")
            problems += self.moved(now, size)
            if self.full or (now in AXED and (index + len(self.looked)) % len(self.sizes) == 0):
                problems += self.person.axe()
            if problems and (folder := os.environ.get("FORETOLD_LOOK")):
                self.person.page.screenshot(path=f"{folder}/{now}-{self.looked[now]}-{size[0]}x{size[1]}.png")
            self.wrong += [f"{where}: {problem}" for problem in problems]
        resize(self.person, (1440, 900))

    def moved(self, now: str, size: tuple[int, int]) -> list[str]:
        """The cards that do not lie where they lay before in this round."""
        if now in ("round", "end"):
            self.places[size] = {}
            return []
        before = self.places[size]
        after = slots(self.person)
        self.places[size] = {**before, **after}
        return [
            f"{card} has moved: {before[card]} → {box}" for card, box in after.items() if before.get(card, box) != box
        ]


def assert_right(wrong: list[str]) -> None:
    """Nothing was wrong; else the first of it in full."""
    assert not wrong, "\n".join([f"{len(wrong)} faults", *wrong[:60]])


def dialogs(person: Person, sizes: list[tuple[int, int]]) -> list[str]:
    """What is wrong with the last trick and with what is known, when they are looked at."""
    wrong = []
    for key in "li":
        person.page.keyboard.press(key)
        person.page.wait_for_selector("dialog[open]")
        for size in sizes:
            resize(person, size)
            problems = faults(person, ("dialog[open]",)) + (person.axe() if size == sizes[-1] else [])
            wrong += [f"{key} at {size[0]}×{size[1]}: {problem}" for problem in problems]
        person.dismiss()
    resize(person, (1440, 900))
    return wrong


@pytest.mark.parametrize(("game", "tongue"), crossed(TABLES, TONGUES, at=(1, 2)))
def test_a_match_played_by_mouse_fits_every_window(
    browser: Browser, server: Server, game: str, tongue: str, request: pytest.FixtureRequest
) -> None:
    """The short run: a round through the usual windows; the end of a match as well where that is its only round."""
    warm.wait()  # so that the server finds the kernels compiled, and tells what a hand is likely to bring
    full = bool(request.config.getoption("--long"))
    whole = full or TABLES[game].get("options") == {"variant": "single-round"}
    light = "dark" if tongue == "en" else "light"
    with Person(browser, server, locale=TONGUES[tongue], color_scheme=light) as ines:
        done = Walk(ines, SIZES if full else USUAL, full)
        sit(ines, game, **TABLES[game], pace=CLOCK)
        play(ines, at=done.look, until=lambda now: done.looked["held"] > 0 and now == "card")
        done.wrong += dialogs(ines, TIGHT)
        play(ines, at=done.look, until=lambda now: now == "end" or (not whole and done.looked["round"] > 0))
        assert_right(done.wrong)
        seen = {"card", "held", "round", "bid" if game == "prophecy" else "prophecy"}
        assert seen <= set(done.looked)
        if whole:
            assert done.looked["end"]
            assert_played(ines)


@pytest.mark.parametrize(("game", "mine", "tongue"), crossed(TABLES, (True, False), TONGUES, at=(0, 2, 5)))
def test_the_moment_that_ends_a_round_fits_every_window(
    browser: Browser, server: Server, game: str, mine: bool, tongue: str, request: pytest.FixtureRequest
) -> None:
    full = bool(request.config.getoption("--long"))
    light = "dark" if tongue == "en" else "light"
    end = ending(game, 4, mine=mine)
    with Person(browser, server, locale=TONGUES[tongue], color_scheme=light) as ines:
        sit_at(ines, end)
        end_round(ines, end)
        wrong = []
        for size in SIZES if full else USUAL:
            resize(ines, size)
            faulty = faults(ines, INSIDE["climax" if mine else "news"]) + (ines.axe() if full else [])
            wrong += [f"{size[0]}×{size[1]}: {fault}" for fault in faulty]
        assert_right(wrong)
        ines.tap(".say [data-go]")
        ines.page.wait_for_selector(".summary [data-go]")


@pytest.mark.long
@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize(("game", "wish"), OTHERS, ids=[f"{game}-{wish['players']}" for game, wish in OTHERS])
def test_a_round_of_fewer_players_fits_every_window(
    browser: Browser, server: Server, game: str, wish: dict[str, Any], tongue: str
) -> None:
    warm.wait()
    with Person(browser, server, locale=TONGUES[tongue]) as ines:
        done = Walk(ines, SIZES, False)
        sit(ines, game, **wish, pace=CLOCK)
        play(ines, at=done.look, until=lambda now: done.looked["round"] > 0 or now == "end")
        assert_right(done.wrong)
        assert {"card", "held"} <= set(done.looked)


@pytest.mark.parametrize(("record", "tongue"), crossed(REPLAYS, TONGUES, at=(0,)))
def test_a_replay_fits_every_window(
    browser: Browser, server: Server, record: str, tongue: str, request: pytest.FixtureRequest
) -> None:
    with Person(browser, server, locale=TONGUES[tongue]) as ines:
        ines.page.goto("/replay")
        ines.page.locator("input[type=file]").set_input_files(RECORDS / f"{record}.jsonl")
        ines.page.wait_for_selector(".controls")
        wrong = []
        for key, moves in (("Home", 0), ("Shift+ArrowRight", 3), ("Shift+ArrowRight", 9), ("End", 1)):
            for _ in range(moves):
                ines.page.keyboard.press(key)
            for size in SIZES if request.config.getoption("--long") else TIGHT:
                resize(ines, size)
                wrong += [f"{key} {moves} {size}: {fault}" for fault in faults(ines, (".controls", ".scrub", ".say"))]
        assert_right(wrong)


# Lessons: the short run takes every note of one lesson through the tight windows, those of two others through one
# window each, in turn; with --long every note is seen through every window, in every language.
LESSONS = ("seven-prophecies", "prophecy", "seven-prophecies-2017")
WHOLE = ("seven-prophecies", "en")


class LessonWalk:
    """A lesson, each of its notes looked at through windows."""

    def __init__(self, person: Person, game: str, full: bool, whole: bool) -> None:
        self.person = person
        self.full = full
        self.whole = whole  # the rest of the round is played alone, else it is shown
        self.seen: list[str] = []
        self.wrong: list[str] = []
        person.page.goto(f"/learn/{game}")
        person.page.wait_for_selector(".note [data-on]")

    def sizes(self) -> list[tuple[int, int]]:
        """The windows that the next note is looked at through."""
        if self.full:
            return SIZES
        return TIGHT if self.whole else [SIZES[len(self.seen) % len(SIZES)]]

    def look(self, name: str) -> None:
        """Looks at what the lesson shows now."""
        inside: tuple[str, ...] = (".note [data-on]", ".note .leave", ".note h2", ".note .what p")
        inside += (".lessonend .results", ".lessonend .btn") if self.person.count(".lessonend") else (".hand", ".say")
        for size in self.sizes():
            resize(self.person, size)
            where = f"{len(self.seen) + 1} {name} at {size[0]}×{size[1]}"
            problems = faults(self.person, inside)
            if self.person.count(".lessonend") and self.person.count("main.table, main.ptable"):
                problems.append("the result and the table are both there")
            if problems and (folder := os.environ.get("FORETOLD_LOOK")):
                self.person.page.screenshot(path=f"{folder}/lesson-{len(self.seen)}-{size[0]}x{size[1]}.png")
            self.wrong += [f"{where}: {fault}" for fault in problems]
        if self.full or len(self.seen) % 5 == 0:
            self.wrong += [f"{name}: {fault}" for fault in self.person.axe()]
        self.seen.append(name)
        resize(self.person, (1440, 900))

    def walk(self) -> None:
        """From the first note to the result, and once more to the table."""
        while not self.person.count(".lessonend"):
            settle(self.person)
            if self.person.count(".lessonend"):
                break
            self.look(self.person.text(".note h2"))
            alone = self.person.count(".note [data-alone]") > 0
            self.person.tap(".note [data-on]")
            if alone:
                self.play_alone()
        self.look("result")
        self.person.tap(".lessonend footer button")
        self.look("table")
        self.person.tap(".note [data-on]")
        self.person.page.wait_for_selector(".lessonend")

    def play_alone(self) -> None:
        """The rest of the round: played by hand, or shown."""
        self.person.page.wait_for_selector(".lesson:not(.scripted) .hand .legal")
        self.look("alone")
        if self.whole:
            play(self.person, until=lambda _: self.person.count(".lessonend") > 0)
        else:
            self.person.tap(".note [data-on]")


def settle(person: Person) -> None:
    """What the others play is not waited for; the page does nothing by itself afterwards."""
    person.until(
        "() => { const on = document.querySelector('.note [data-on]');"
        " if (on && !document.querySelector('.far .unseen')) return true;"
        " on?.click(); return false }"
    )


@pytest.mark.parametrize(
    ("game", "tongue"),
    [
        pytest.param(
            game,
            tongue,
            id=f"{game}-{tongue}",
            marks=[]
            if (game, tongue) in (WHOLE, ("prophecy", "ja"), ("seven-prophecies-2017", "es"))
            else pytest.mark.long,
        )
        for game in LESSONS
        for tongue in TONGUES
    ],
)
def test_every_note_of_a_lesson_fits_every_window(
    browser: Browser, server: Server, game: str, tongue: str, request: pytest.FixtureRequest
) -> None:
    full = bool(request.config.getoption("--long"))
    with Person(browser, server, locale=TONGUES[tongue], color_scheme="light" if tongue == "en" else "dark") as ines:
        done = LessonWalk(ines, game, full, full or (game, tongue) == WHOLE)
        done.walk()
        assert_right(done.wrong)
        notes = int(ines.page.eval_on_selector(".note progress", "(progress) => progress.max"))
        assert len(done.seen) == notes + 2, done.seen  # playing alone, and the table once more


# The first page ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "tongue"), crossed(("new", "back"), TONGUES, at=(2, 3, 5)))
def test_the_first_page_has_one_highlighted_button_in_view(
    browser: Browser, server: Server, who: str, tongue: str, request: pytest.FixtureRequest
) -> None:
    with Person(browser, server, locale=TONGUES[tongue], color_scheme="light" if who == "new" else "dark") as ines:
        if who == "back":
            sit(ines, "seven-prophecies", players=4)
            ines.page.wait_for_selector(".hand .card")
        ines.page.goto("/")
        first = '.hero a[href="learn/seven-prophecies"]' if who == "new" else ".continue .btn"
        ines.page.wait_for_selector(first)
        ines.page.wait_for_selector(".game .facts span:nth-child(3)")
        wrong = []
        for size in SIZES if request.config.getoption("--long") else USUAL:
            resize(ines, size)
            lit = ines.page.eval_on_selector_all(
                ".btn.primary", "(all) => all.filter((each) => each.checkVisibility()).length"
            )
            problems = faults(ines, (first,), scrolls=True) + ([f"{lit} lit buttons"] if lit != 1 else [])
            wrong += [f"{size}: {fault}" for fault in problems]
        assert_right(wrong + ines.axe())
