"""Coming to a table and staying together: the invitation, the lobby, tables that are full or begun, another match."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.browsing import PHONE, Person, hurry, play, play_all, sit
from tests.web.looking import SIZES, TONGUES, crossed, faults, resize

FIRST_EDITION = "seven-prophecies-2017"
SHORT: dict[str, Any] = {"options": {"variant": "single-round"}, "players": 3}
SAMPLE = [(1366, 657), (390, 844), (740, 360)]  # of the windows in the short run
BUTTON = ("[data-go]",)


class Walk:
    """What is wrong with pages, looked at through windows; axe looks at each once."""

    def __init__(self, sizes: list[tuple[int, int]]) -> None:
        self.sizes = sizes
        self.wrong: list[str] = []

    def look(self, person: Person, what: str, inside: tuple[str, ...] = BUTTON) -> None:
        """The page fits every window, with these parts of it in sight without scrolling."""
        for size in self.sizes:
            resize(person, size)
            problems = faults(person, inside, scrolls=True) + (person.axe() if size == self.sizes[0] else [])
            if folder := os.environ.get("FORETOLD_LOOK"):
                person.page.screenshot(path=f"{folder}/{what}-{size[0]}x{size[1]}.png")
            self.wrong += [f"{what} at {size[0]}×{size[1]}: {problem}" for problem in problems]
        resize(person, (1440, 900))


def invite(person: Person, table: str, name: str) -> None:
    """The person opens the link and sits down under this name."""
    person.page.goto(f"/tables/{table}")
    person.page.locator(".invitation input").fill(name)
    person.tap(".invitation [data-go]")
    person.page.wait_for_selector(".lobby-go [data-go]")


@pytest.mark.parametrize("tongue", crossed(TONGUES, at=(0,)))
def test_joining_a_table_and_a_rematch_fit_every_window(
    browser: Browser, server: Server, tongue: str, request: pytest.FixtureRequest
) -> None:
    walk = Walk(SIZES if request.config.getoption("--long") else SAMPLE)
    language = TONGUES[tongue]
    with (
        Person(browser, server, locale=language) as ana,
        Person(browser, server, locale=language, color_scheme="light") as ben,
        Person(browser, server, locale=language) as finn,
    ):
        table = sit(ana, FIRST_EDITION, **SHORT, seats=["me", "open", "bot:novice"], name="Ana")
        ana.page.wait_for_selector(".lobby [data-add]")
        walk.look(ana, "lobby of the host")
        ben.page.goto(f"/tables/{table}")
        ben.page.wait_for_selector(".invitation .min-words")
        walk.look(ben, "invitation")
        ben.page.locator(".invitation input").fill("Ben")
        ben.tap(".invitation [data-go]")
        ben.page.wait_for_selector(".lobby-go [data-go]")
        walk.look(ben, "lobby of a guest")
        finn.page.goto(f"/tables/{table}")
        finn.page.wait_for_selector(".invitation .min-words")
        walk.look(finn, "full table")
        for person in (ana, ben):
            person.tap(".lobby-go [data-go]")
        play_all([ana, ben], until=lambda _, now: now == "prophecy")
        finn.page.wait_for_selector(".invitation .inv-lead")
        walk.look(finn, "match that has begun")
        finn.page.locator(".invitation input").fill("Finn")
        finn.tap(".invitation [data-go]")
        finn.page.wait_for_selector(".inv-waits")
        walk.look(finn, "waiting for a seat", (".inv-waits",))
        hurry(ana, ben)
        play_all([ana, ben])
        walk.look(ben, "result")
        ana.tap(".matchend [data-go]")
        ben.page.wait_for_selector(".offer")
        walk.look(ben, "offer of another match", (".offer [data-go]", ".offer [data-stay]"))
        walk.look(ana, "lobby after a match", (".lobby-go .btn",))
        ben.tap(".offer [data-stay]")
        ben.page.wait_for_selector(".offer.folded")
        walk.look(ben, "offer that was declined", (".offer .btn",))
    assert not walk.wrong, "\n".join(walk.wrong[:40])


def test_an_invitation_says_who_invites_to_what_and_needs_no_name(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ana, Person(browser, server, PHONE) as guest:
        table = sit(ana, "prophecy", players=4, seats=["me", "open", "open", "bot:novice"], name="Ana")
        guest.page.goto(f"/tables/{table}")
        expect(guest.page.locator("h1")).to_have_text("Ana invites you to Prophecy")
        expect(guest.page.locator(".inv-facts")).to_have_text(re.compile(r"4 players.*about \d+ minutes", re.S))
        assert "win exactly that many" in guest.text(".min-words")
        guest.tap(".inv-places .seat-2 button")
        guest.tap(".invitation [data-go]")
        ana.page.wait_for_selector(".lobby .seat-2 .tok:not(.hollow)")
        assert "Guest" in ana.text(".lobby .seat-2 .name")


def test_rules_and_lessons_open_over_the_lobby_without_leaving_it(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ana, Person(browser, server, PHONE) as ben:
        table = sit(ana, FIRST_EDITION, **SHORT, seats=["me", "open", "bot:novice"], name="Ana")
        invite(ben, table, "Ben")
        for link in ("rules", "learn"):
            ben.tap(f".lobby a[href^='{link}/']")
            back = ".overtable" if link == "rules" else ".note .leave"  # a lesson has no bar on a phone
            ben.page.wait_for_selector(back)
            assert ben.page.url.endswith(f"/{link}/{FIRST_EDITION}")
            ana.page.wait_for_timeout(2500)  # longer than a line may be gone unnoticed
            assert ana.count(".lobby .is-away") == 0
            ben.tap(back)
            ben.page.wait_for_selector(".lobby-go [data-go]")
        ben.tap(".lobby a[href^='rules/']")
        ben.page.wait_for_selector("main.rules")
        ben.page.go_back()
        ben.tap(".lobby-go [data-go]")
        ben.tap(".lobby a[href^='rules/']")
        ana.tap(".lobby-go [data-go]")
        expect(ben.page.locator(".overtable")).to_have_text(re.compile("to the table"))
        ben.tap(".overtable")
        play_all([ana, ben], until=lambda _, now: now == "prophecy")


def test_the_host_changes_the_table_and_the_link_stays(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ana, Person(browser, server, PHONE) as ben:
        table = sit(ana, FIRST_EDITION, players=4, seats=["me", "open", "open", "bot:novice"], name="Ana")
        invite(ben, table, "Ben")
        ana.tap(".lobby [data-change]")
        for words in ("Prophecy", "short: 5 rounds", "30 s per move"):
            ana.page.locator("dialog[open] .pill").filter(has_text=re.compile(f"^\\s*{words}")).first.click()
        ana.tap("dialog[open] [data-first]")
        expect(ben.page.locator(".lobby h2")).to_have_text("Ana’s table: Prophecy")
        ana.tap(".lobby [data-add]")
        ben.page.wait_for_selector(".lobby .seat-4")
        ana.tap(".lobby .seat-4 .who .btn")
        ben.page.wait_for_selector(".lobby .seat-4", state="detached")
        ana.tap(".lobby [data-fill]")
        ana.page.wait_for_selector(".lobby .seat.free", state="detached")
        for person in (ana, ben):
            person.tap(".lobby-go [data-go]")
        play_all([ana, ben], until=lambda _, now: now == "bid")
        assert ben.page.url.endswith(f"/tables/{table}")


def test_a_rematch_is_an_offer_and_the_queue_gets_a_seat(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ana, Person(browser, server, PHONE) as ben, Person(browser, server) as finn:
        table = sit(ana, FIRST_EDITION, **SHORT, seats=["me", "open", "bot:novice"], name="Ana")
        invite(ben, table, "Ben")
        for person in (ana, ben):
            person.tap(".lobby-go [data-go]")
        play_all([ana, ben], until=lambda _, now: now == "prophecy")
        finn.page.goto(f"/tables/{table}")
        expect(finn.page.locator("h1")).to_have_text("The match has begun")
        finn.page.locator(".invitation input").fill("Finn")
        finn.tap(".invitation [data-go]")
        finn.page.wait_for_selector(".inv-waits")
        hurry(ana, ben)
        play_all([ana, ben])
        title = ben.text(".matchend h1")
        ana.tap(".matchend [data-go]")
        ben.page.wait_for_selector(".offer")
        assert ben.text(".offer b") == "Ana wants to play again"
        assert (ben.text(".matchend h1"), ben.count(".lobby")) == (title, 0), "the result stays"
        assert "Wins in 1 match" in ben.text(".tally")
        finn.page.wait_for_selector(".lobby-go [data-go]")
        ben.tap(".offer [data-go]")
        ben.page.wait_for_selector(".lobby")
        finn.tap(".lobby-go [data-go]")
        play_all([ana, ben, finn], until=lambda _, now: now == "prophecy")


def test_nobody_waits_for_a_player_still_reading_the_result(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ana, Person(browser, server, PHONE) as ben:
        table = sit(ana, FIRST_EDITION, **SHORT, seats=["me", "open", "bot:novice"], name="Ana")
        invite(ben, table, "Ben")
        for person in (ana, ben):
            person.tap(".lobby-go [data-go]")
        hurry(ana, ben)
        play_all([ana, ben])
        title = ben.text(".matchend h1")
        ana.tap(".matchend [data-go]")
        ben.tap(".offer [data-stay]")
        ben.page.wait_for_selector(".offer.folded")
        ana.tap(".lobby [data-fill]")
        play(ana, until=lambda now: now == "prophecy")
        ben.page.wait_for_selector(".offer:has-text('has begun')")
        assert ben.text(".matchend h1") == title
        ben.tap(".offer .btn")
        ben.page.wait_for_selector("main.table")


_OWN_ROW = """() => {
    const row = document.querySelector('.rounds tr.me').getBoundingClientRect()
    const box = document.querySelector('.story').getBoundingClientRect()
    return row.top >= box.top - 1 && row.bottom <= Math.min(box.bottom, innerHeight) + 1
}"""


def test_on_a_phone_the_own_row_of_a_result_comes_first_and_is_not_cut(browser: Browser, server: Server) -> None:
    with Person(browser, server, (390, 844)) as ines:
        sit(ines, "prophecy", players=4, options={"variant": "short"}, tempo="at-once")
        hurry(ines)
        play(ines)
        for size in ((390, 844), (360, 740), (740, 360)):
            resize(ines, size)
            assert ines.page.evaluate(_OWN_ROW), size
