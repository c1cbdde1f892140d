"""Somebody who watches, somebody who is away, somebody who takes over, and what is said at the table."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.browsing import PHONE, Person, finish, play, sit, step
from tests.web.looking import SIZES, TIGHT, TONGUES, USUAL, crossed, faults, resize
from tests.web.test_windows import CLOCK, TABLES, assert_right

# How a moment of the player is known on the page of who watches, and what has to be whole there.
SHOWN = {
    "prophecy": (".screens", (".visit .btn",)),
    "bid": (".bidscreen.wait", (".say", ".visit .btn")),
    "card": (".cell .card, .play .card, .play .hole", (".say", ".visit .btn")),
    "round": (".summary", (".summary [data-go]", ".pausing")),
    "end": (".matchend", (".matchend .next .btn",)),
}


class Watch:
    """Somebody who watches a match through every window, in each of its phases."""

    def __init__(self, watcher: Person, sizes: list[tuple[int, int]]) -> None:
        self.watcher = watcher
        self.sizes = sizes
        self.looked: Counter[str] = Counter()
        self.wrong: list[str] = []

    def look(self, now: str) -> None:
        """The windows are looked through once in each phase, as long as the watcher's page shows it."""
        if now not in SHOWN or self.looked[now]:
            return
        selector, inside = SHOWN[now]
        page = self.watcher.page
        if now == "card" and page.locator(selector).count() == 0:
            return  # the first card of the round is still to be led
        page.wait_for_selector(selector)
        for size in self.sizes:
            resize(self.watcher, size)
            wrong = faults(self.watcher, inside, scrolls=now == "end")
            if page.locator(selector).count() == 0:
                break  # the table has gone on
            self.looked[now] += 1
            if wrong and (folder := os.environ.get("FORETOLD_LOOK")):
                page.screenshot(path=f"{folder}/watch-{now}-{size[0]}x{size[1]}.png")
            self.wrong += [f"{now} at {size[0]}×{size[1]}: {fault}" for fault in wrong]
        resize(self.watcher, (1440, 900))


@pytest.mark.parametrize(("game", "tongue"), crossed(TABLES, TONGUES, at=(5,)))
def test_a_spectators_table_fits_every_window(
    browser: Browser, server: Server, game: str, tongue: str, request: pytest.FixtureRequest
) -> None:
    """The short run: the first round; the watcher's page goes on from each trick and round by itself."""
    full = bool(request.config.getoption("--long"))
    with Person(browser, server) as ines, Person(browser, server, locale=TONGUES[tongue], color_scheme="light") as wim:
        table = sit(ines, game, **TABLES[game], pace=CLOCK)
        wim.page.goto(f"/tables/{table}?watch")
        done = Watch(wim, SIZES if full else USUAL)
        play(ines, at=done.look, until=lambda now: now == "end" or (not full and done.looked["round"] > 0))
        assert_right(done.wrong)
        assert {"card", "round", "bid" if game == "prophecy" else "prophecy"} <= set(done.looked)
        assert wim.count(".hand") == 0
        if done.looked["round"] and not done.looked["end"]:
            play(ines, until=lambda now: now in ("bid", "prophecy", "card"))
            wim.page.wait_for_selector(".summary", state="detached")


def at_once(person: Person, table: str, **message: Any) -> None:
    """A command of this person, past the page."""
    answer = person.context.request.post(f"/api/tables/{table}/commands", data=message, max_retries=2)
    assert answer.ok, answer.text()


def test_a_seat_passes_from_an_absent_player_to_a_spectator_and_everyone_is_told(
    browser: Browser, server: Server
) -> None:
    with (
        Person(browser, server) as ann,
        Person(browser, server, PHONE) as ben,
        Person(browser, server, PHONE) as finn,
    ):
        seats = ["me", "open", "bot:novice"]
        short = {"variant": "short"}
        table = sit(ann, "prophecy", players=3, options=short, seats=seats, name="Ann", grace=8, chat="phrases")
        ben.page.goto(f"/tables/{table}")
        at_once(ben, table, type="sit", seat=1, name="Ben")
        ben.page.reload()
        for person in (ann, ben):
            person.tap(".lobby-go [data-go]")
        play(ben, until=lambda now: now == "bid")
        play(ann, until=lambda now: now == "")  # Ann has bid
        ben.page.goto("about:blank")
        expect(ann.page.locator(".say")).to_contain_text("Ben is away: a bot plays in 0:0")
        assert_right(fits(ann, ".say", *TIGHT))
        expect(ann.page.locator(".say")).not_to_contain_text("Ben is away")  # the bot has bid for him
        at_once(ann, table, type="release", seat=1, to="open")
        finn.page.goto(f"/tables/{table}?watch")
        expect(finn.page.locator(".visit .btn.primary")).to_have_text("Take Ben’s seat")
        assert_right(fits(finn, ".visit .btn.primary", *USUAL))
        assert not finn.axe()
        resize(finn, PHONE)
        finn.tap(".visit .btn.primary")  # without a name it leads to the field for it
        assert finn.page.evaluate("document.activeElement.id") == "visit-name"
        finn.page.locator("#visit-name").fill("Finn")
        finn.tap(".visit .btn.primary")
        finn.page.wait_for_selector(".hand .card")
        ben.page.goto(f"/tables/{table}")
        expect(ben.page.locator(".visit h2")).to_have_text("Your seat went to Finn")
        assert ben.count(".hand") == 0
        mine = ben.context.request.get("/api/tables").json()["mine"]
        assert [line["id"] for line in mine] == [table]
        assert not ben.axe()
        ben.page.goto("/")
        expect(ben.page.locator(".lists .item b").first).to_have_text("Your seat went to Finn")
        assert ben.count(".continue") == 0, "there is nothing to continue"
        assert ben.text(".lists .item .btn").startswith("Watch")
        finish(ann, finn)
        told = finn.text(".matchend .story")
        assert "Round 1: " not in told.partition("won / bid")[0], "a round that Ben began is no moment of Finn's"
        ann.tap(".matchend [data-go]")
        finn.page.wait_for_selector(".offer")
        assert finn.text(".matchend .story") == told, "the result stays as it was"


def test_an_unknown_visitor_asks_for_a_seat_and_the_host_opens_one(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ann, Person(browser, server, (740, 360)) as ben, Person(browser, server) as finn:
        table = sit(ann, "seven-prophecies", players=3, seats=["me", "open", "bot:novice"], name="Ann", grace=20)
        ben.page.goto(f"/tables/{table}")
        at_once(ben, table, type="sit", seat=1, name="Ben")
        ben.page.reload()
        for person in (ann, ben):
            person.tap(".lobby-go [data-go]")
        play(ann, until=lambda now: now == "prophecy")
        finn.page.goto(f"/tables/{table}?watch")
        finn.page.locator("#visit-name").fill("Finn")
        finn.tap(".visit .btn")
        expect(finn.page.locator(".visit p")).to_contain_text("you’d like to play")
        expect(finn.page.get_by_text("Connection lost")).to_have_count(0)
        step(ann, "prophecy")
        ben.page.goto("about:blank")
        expect(finn.page.locator(".screens .is-away")).to_have_count(1)  # instead of dots
        expect(finn.page.locator(".wait7")).to_contain_text("Ben")
        ann.tap(".chatmark")
        ann.page.locator(".chat .doing .btn").click()
        finn.page.wait_for_selector("[data-take]")


def test_a_sideways_phone_says_that_others_wait(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ann, Person(browser, server, (740, 360)) as ben:
        for game in ("prophecy", "seven-prophecies"):
            table = sit(ann, game, players=3, seats=["me", "open", "bot:novice"], name="Ann")
            ben.page.goto(f"/tables/{table}")
            at_once(ben, table, type="sit", seat=1, name="Ben")
            ben.page.reload()
            for person in (ann, ben):
                person.tap(".lobby-go [data-go]")
            play(ben, until=lambda now: now in ("bid", "prophecy"))
            play(ann, until=lambda now: now == "")  # Ann has chosen
            expect(ben.page.locator(".saidline:visible")).to_contain_text("Ann is waiting for your")
            assert_right(fits(ben, ".saidline:not(.bar *)", (740, 360), (667, 375)))
            resize(ben, (740, 360))


def fits(person: Person, inside: str, *sizes: tuple[int, int]) -> list[str]:
    """What is wrong in these windows, in which this has to be whole."""
    wrong = []
    for size in sizes:
        resize(person, size)
        wrong += [f"{size[0]}×{size[1]}: {fault}" for fault in faults(person, (inside,))]
    return wrong


# What nothing that is said may lie over.
_COVERED = """() => {
    const said = [...document.querySelectorAll('.saidline')].filter((each) => each.checkVisibility())
    const kept = '.card, .suits, .wstripbox, .wheel, .score, .btn, .fcard, .pips, .hole'
    const boxes = [...document.querySelectorAll(kept)].filter((each) => each.checkVisibility())
    return said.flatMap((line) => {
        const a = line.getBoundingClientRect()
        return boxes.filter((each) => {
            const b = each.getBoundingClientRect()
            return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
        }).map((each) => `${line.textContent} lies over ${each.className}`)
    })
}"""


@pytest.mark.parametrize("game", ["prophecy", pytest.param("seven-prophecies", marks=pytest.mark.long)])
def test_chat_lines_pop_up_once_without_covering_cards_and_scores(browser: Browser, server: Server, game: str) -> None:
    with Person(browser, server) as ann, Person(browser, server) as ben:
        table = sit(ann, game, players=3, seats=["me", "open", "bot:novice"], name="Ann", chat="free")
        ben.page.goto(f"/tables/{table}")
        at_once(ben, table, type="sit", seat=1, name="Ben")
        ben.page.reload()
        for person in (ann, ben):
            person.tap(".lobby-go [data-go]")
        play(ben, until=lambda now: now in ("bid", "prophecy"))
        at_once(ann, table, type="say", text="Hi all! First time for me, be gentle with my poor cards :)")
        ben.page.wait_for_selector(".log .saidline")
        assert ben.text(".log .saidline").startswith("Ann Hi all!")
        covered = []
        for size in TIGHT:
            resize(ben, size)
            covered += [f"{size}: {fault}" for fault in ben.page.evaluate(_COVERED)]
        assert not covered
        expect(ben.page.locator(".saidline")).to_have_count(0)
        play(ann, until=lambda now: now == "")  # something happens at the table
        expect(ben.page.locator(".pseat .is-ready, .ready .is-ready").first).to_be_attached()
        assert ben.count(".saidline") == 0, "a line that was shown does not come again"
        resize(ben, (1440, 900))
        ben.tap(".chatmark")
        assert "First time for me" in ben.text(".chat .lines")
        assert not ben.axe()
        for size in ((1366, 657), (740, 360), (390, 844)):
            resize(ben, size)
            log = ben.page.locator(".chat .lines")
            assert log.evaluate("(log) => log.scrollHeight <= log.clientHeight"), f"a line of two is cut at {size}"
        resize(ben, (1366, 657))
        ben.tap(".chat .about")
        expect(ben.page.locator(".chat .doing .btn").first).to_be_in_viewport(ratio=1)
        ben.tap(".chat .doing .btn")
        assert "First time for me" not in ben.text(".chat .lines")
        at_once(ann, table, type="say", reaction="wow")
        at_once(ann, table, type="say", text="Can you hear me?")
        ann.page.locator(".reacted").first.wait_for()
        assert "Can you hear me?" not in ben.text(".chat .lines")
