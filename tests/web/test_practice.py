"""Against bots in a real browser: taking back, the tempo of bots, and a clock that waits for who looks."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.serving import Server
from tests.web.browsing import PATIENCE, Person, moment, play, sit, step


def test_a_card_is_taken_back_by_key_and_by_button_and_the_match_says_so(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "seven-prophecies-2017", players=3, options={"variant": "single-round"}, tempo="at-once")
        assert ines.count("[data-undo]") == 0, "there is nothing to take back yet"
        play(ines, until=lambda now: now == "card")
        first = ines.hand()
        step(ines, "card")
        play(ines, until=lambda now: now == "card" and len(ines.hand()) == len(first) - 1)
        ines.page.keyboard.press("u")
        assert "won’t count in your statistics" in ines.text("dialog[open]")
        ines.dismiss()
        assert moment(ines) == "card", "nothing was taken back"
        assert len(ines.hand()) == len(first) - 1
        ines.page.keyboard.press("u")
        ines.tap("dialog[open] .btn.warn")
        ines.page.wait_for_function(
            "(n) => document.querySelectorAll('.hand [data-card]').length === n", arg=len(first)
        )
        assert ines.hand() == first
        ines.tap("[data-undo]")  # it was asked once
        ines.page.wait_for_selector(".screen .slots .put")
        play(ines)
        assert "Practice: moves were taken back" in ines.text(".matchend")
        ines.tap("[data-undo]")  # also after the end, of a match that was practised
        ines.page.wait_for_selector(".hand button.card.legal")
        play(ines)
        ines.page.goto("/")
        ines.page.wait_for_selector(".lists section:last-of-type li")
        assert "practice: moves were taken back" in ines.text(".lists section:last-of-type li")


def test_a_tap_does_not_turn_a_finished_match_into_practice(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "seven-prophecies-2017", players=3, options={"variant": "single-round"}, tempo="at-once")
        play(ines)
        assert ines.count("[data-undo]") == 0
        ines.page.keyboard.press("u")
        ines.page.wait_for_timeout(100)
        assert ines.count(".matchend") == 1


def test_undo_first_puts_back_a_raised_card(browser: Browser, server: Server) -> None:
    kept = {"trick": "short", "confirm": "always"}
    with Person(browser, server, kept=kept) as ines, Person(browser, server, kept=kept) as ben:
        sit(ines, "prophecy", players=6, tempo="at-once")
        play(ines, until=lambda now: now == "card")
        ines.tap_card(".hand button.card.legal")
        ines.page.wait_for_selector(".hand .card.chosen")
        ines.tap("[data-undo]")
        ines.page.wait_for_selector(".hand .card.chosen", state="detached")
        assert moment(ines) == "card", "the bid still lies"
        ines.tap("[data-undo]")
        ines.tap("dialog[open] .btn.warn")
        ines.page.wait_for_selector(".bidscreen .equation")

        # Tokens that are laid and cards of a bid are only raised too.
        sit(ben, "seven-prophecies", players=3, tempo="at-once")
        rounds: list[str] = []
        play(ben, until=lambda now: now == "prophecy" and "round" in rounds, at=rounds.append)
        ben.tap('[data-slot="1"] .put')
        ben.tap('[data-slot="2"] .put')
        assert ben.count(".pile .tok") == 2
        for left in (1, 0):
            ben.page.keyboard.press("u")
            ben.page.wait_for_function("(n) => document.querySelectorAll('.pile .tok').length === n", arg=left)
        ben.page.keyboard.press("u")
        ben.tap("dialog[open] .btn.warn")
        ben.page.wait_for_selector(".hand button.card.legal")


def test_a_tap_hurries_the_bots(browser: Browser, server: Server) -> None:
    """At once only the last trick of a round is held; slowly a tap on the table goes on to the next own decision."""
    with Person(browser, server, kept={"trick": "tap"}) as ines:
        sit(ines, "seven-prophecies", players=3, tempo="slow")
        play(ines, until=lambda now: now == "card")
        names = ines.page.locator(".seats .name").all_inner_texts()
        assert len({name.split()[0] for name in names}) == 2
        assert all("Adept" in name for name in names)
        assert ines.count(".seats .face") == 2
        held = len(ines.hand())
        step(ines, "card")
        deadline = time.monotonic() + 20
        while not (moment(ines) == "card" and len(ines.hand()) == held - 1):
            assert time.monotonic() < deadline
            ines.page.locator("main.table").click(position={"x": 4, "y": 4})
            ines.page.wait_for_timeout(100)
        ines.tap("header [popovertarget]")
        ines.tap(".menu .tempo button:last-child")
        ines.page.wait_for_timeout(200)
        seen: list[str] = []
        play(ines, until=lambda now: now == "round", at=seen.append)
        assert "card" not in seen[seen.index("held") :], "no trick but the last of a round waits for a tap"
        assert "Your turn" in ines.page.title(), "also while the end of the round is open"


def test_a_page_shows_the_servers_clock_and_it_waits_after_a_round(
    browser: Browser, server: Server, request: pytest.FixtureRequest
) -> None:
    pace = {"kind": "seconds", "seconds": 600, "bank": 0}
    with Person(browser, server, kept={"trick": "short"}) as ines:
        table = sit(ines, "seven-prophecies", players=3, tempo="at-once", pace=pace)

        def said() -> float:
            """What the server says, in seconds."""
            (clock,) = facts()["clocks"]
            return float(clock["left"] / 1000)

        def right() -> set[int]:
            """The seconds that the page shows, if they are the server's: it was asked before and after."""
            before = said()
            minutes, seconds = ines.text('[data-seat="0"] [role="timer"]').split(":")
            shown, after = int(minutes) * 60 + int(seconds), said()
            return {shown} if after - 0.5 <= shown <= before + 1.5 else set()  # a begun second is shown whole

        def facts() -> dict[str, Any]:
            views = ines.context.request.get(f"/api/tables/{table}/views").json()["views"]
            facts: dict[str, Any] = views[0]["table"]
            return facts

        for _ in range(3 if request.config.getoption("--long") else 1):
            play(ines, until=lambda now: now == "card")
            shown, deadline = right(), time.monotonic() + PATIENCE
            while len(shown) < 2:  # also a second later; a page that is kept from counting is looked at again
                assert time.monotonic() < deadline
                ines.page.wait_for_timeout(100)
                shown = shown | now if (now := right()) else set()
            step(ines, "card")
        play(ines, until=lambda now: now == "round")
        before = facts()["interval"]
        assert (before["waiting"], facts()["clocks"]) == ([0], [])
        assert before["left"] > 30_000
        assert "clocks are stopped" in ines.text(".pausing")
        ines.tap(".summary [data-go]")
        ines.page.wait_for_selector(".screen")
        assert (facts()["interval"], facts()["clocks"][0]["left"] > 595_000) == (None, True)


def test_an_opened_seat_can_be_taken_by_link_without_spectators(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ann, Person(browser, server) as bo, Person(browser, server) as cy:
        seats = ["me", "open", "bot:greedy"]
        table = sit(ann, "seven-prophecies", players=3, seats=seats, spectators=False, grace=5, name="Ann")
        bo.page.goto(f"/tables/{table}")
        bo.page.fill(".invitation input", "Bo")
        bo.tap(".invitation [data-go]")
        bo.tap(".lobby-go [data-go]")
        ann.tap(".lobby-go [data-go]")
        play(ann, until=lambda now: now == "prophecy")
        step(ann, "prophecy")
        cy.page.goto(f"/tables/{table}")
        cy.page.wait_for_selector(".ended")
        assert cy.count(".ended .btn.primary[type='button']") == 0, "nothing is free"
        bo.page.goto("about:blank")
        release = {"type": "release", "seat": 1, "to": "open"}
        deadline = time.monotonic() + 20
        while not ann.context.request.post(f"/api/tables/{table}/commands", data=release).ok:  # till a bot stands in
            assert time.monotonic() < deadline
            ann.page.wait_for_timeout(200)
        cy.page.reload()
        cy.tap(".ended .btn.primary[type='button']")
        cy.page.wait_for_selector("main.table, .screen")
        facts = cy.context.request.get(f"/api/tables/{table}").json()
        assert facts["mine"] == [1]
