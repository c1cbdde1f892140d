"""What a table decides, in a browser: who begins, no look at earlier tricks, bids before the open ones."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.browsing import Person, play, sit

FOUR = {"players": 4}


def test_a_table_without_earlier_tricks_offers_no_way_to_them(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "prophecy", look_back=False, **FOUR)
        ended: list[int] = []
        play(ines, until=lambda now: len(ended) == 2, at=lambda now: ended.append(1) if now == "held" else None)
        play(ines, until=lambda now: now == "card")
        assert ines.count("[aria-label='Last trick']") == 0
        ines.page.keyboard.press("l")
        assert ines.count("dialog[open]") == 0
        ines.page.keyboard.press("i")
        expect(ines.page.locator("dialog[open]")).to_contain_text("doesn’t allow looking back at earlier tricks")
        assert ines.count("dialog[open] .known") == 0
        assert ines.count("dialog[open] .voidlist") == 0
        ines.page.keyboard.press("Escape")
        held = ines.page.evaluate("() => document.querySelectorAll('.hand button.card').length")
        assert held == 10, "two of twelve cards were played"


def test_cards_drawn_for_the_first_deal_are_shown_once(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "prophecy", first="drawn", **FOUR)
        box = ines.page.locator("dialog[open]")
        expect(box.locator("h2")).to_have_text("Drawing cards")
        assert box.locator("ol").first.locator("li").count() == 4
        expect(box.locator("li.best")).to_have_count(1)
        expect(box).to_contain_text("first.")
        assert ines.axe() == []
        ines.tap("dialog[open] [data-go]")
        expect(box).to_have_count(0)
        play(ines, until=lambda now: now == "card")
        assert ines.count("dialog[open]") == 0


def test_the_host_sets_options_and_everyone_sees_them(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "prophecy", seats=["me", "open", "bot:greedy"], players=3)
        ines.page.get_by_role("button", name="Change the table").first.click()
        ines.page.locator("dialog[open] summary").click()
        ines.page.locator("dialog[open] .pill", has_text="Seat 2").click()
        ines.page.get_by_label("Others may bid before the face-up bids are seen").check()
        ines.page.get_by_label("Allow looking back at earlier tricks").uncheck()
        ines.page.get_by_role("button", name="Save changes").click()
        lobby = ines.page.locator("main.lobby")
        expect(lobby).to_contain_text("Seat 2 deals first.")
        expect(lobby).to_contain_text("No looking back at earlier tricks.")
        expect(lobby).to_contain_text("Others may bid before the face-up bids are seen: yes.")
