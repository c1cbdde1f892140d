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
from tests.web.looking import SIZES, TIGHT, USUAL, crossed, faults, resize, slots
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
TONGUES = {"en": "en-GB", "ja": "ja-JP"}
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
        for index, size in enumerate(self.sizes):
            resize(self.person, size)
            where = f"{now} {self.looked[now]} at {size[0]}×{size[1]}"
            found = faults(self.person, INSIDE[now], scrolls=now == "end")
            found += self.moved(now, size)
            if self.full or (now in AXED and (index + len(self.looked)) % len(self.sizes) == 0):
                found += self.person.axe()
            if found and (folder := os.environ.get("FORETOLD_LOOK")):
                self.person.page.screenshot(path=f"{folder}/{now}-{self.looked[now]}-{size[0]}x{size[1]}.png")
            self.wrong += [f"{where}: {each}" for each in found]
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
            found = faults(person, ("dialog[open]",)) + (person.axe() if size == sizes[-1] else [])
            wrong += [f"{key} at {size[0]}×{size[1]}: {each}" for each in found]
        person.dismiss()
    resize(person, (1440, 900))
    return wrong


@pytest.mark.parametrize(("game", "tongue"), crossed(TABLES, TONGUES, at=(1, 2)))
def test_a_match_by_mouse_fits_every_window(
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
    found = ending(game, 4, mine=mine)
    with Person(browser, server, locale=TONGUES[tongue], color_scheme=light) as ines:
        sit_at(ines, found)
        end_round(ines, found)
        wrong = []
        for size in SIZES if full else USUAL:
            resize(ines, size)
            faulty = faults(ines, INSIDE["climax" if mine else "news"]) + (ines.axe() if full else [])
            wrong += [f"{size[0]}×{size[1]}: {each}" for each in faulty]
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
                wrong += [f"{key} {moves} {size}: {each}" for each in faults(ines, (".controls", ".scrub", ".say"))]
        assert_right(wrong)


@pytest.mark.parametrize(("game", "tongue"), crossed(TABLES, TONGUES, at=(5,)))
def test_a_lesson_fits_every_window(
    browser: Browser, server: Server, game: str, tongue: str, request: pytest.FixtureRequest
) -> None:
    with Person(browser, server, locale=TONGUES[tongue]) as ines:
        ines.page.goto(f"/learn/{game}")
        ines.page.wait_for_selector(".far")
        wrong = []
        for steps in (0, 3, 6):
            for _ in range(steps):
                resize(ines, (1440, 900))
                ines.tap(".note .ways .btn:not(.icon)")
            for size in SIZES if request.config.getoption("--long") else TIGHT:
                resize(ines, size)
                wrong += [f"{steps} {size}: {each}" for each in faults(ines, (".note .ways .btn:not(.icon)", ".hand"))]
        assert_right(wrong)
