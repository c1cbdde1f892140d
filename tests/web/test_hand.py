"""The hand of Seven Prophecies: slots for a whole round, the focus that stays there, and what is said of its cards."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.browsing import Person, play, sit, step

_HELD = "() => document.activeElement?.closest('.hand') !== null"
_ORDER = """() => [...document.querySelectorAll('.hand > li:not(.gap)')].map((slot) =>
    slot.querySelector('[data-card]')?.dataset.card ?? slot.querySelector('.gone .vh').textContent)"""
# What each card is called by a screen reader, and what it is.
_LABELS = """() => [...document.querySelectorAll('.hand .card .vh')].map((each) => each.textContent)"""


def test_a_played_card_leaves_its_result_in_its_slot(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "seven-prophecies", players=3)
        play(ines, until=lambda now: now == "prophecy")
        dealt = ines.page.evaluate(_ORDER)
        assert len(dealt) == 10
        for trick in (1, 2):
            play(ines, until=lambda now: now == "held")
            expect(ines.page.locator(".hand .gone")).to_have_count(trick)
            order = ines.page.evaluate(_ORDER)
            assert [card for card in order if card in dealt] == [card for card in dealt if card in order]
            left = ines.page.locator(".hand .gone", has_text=f"trick {trick}")
            place = ines.page.locator(f'[data-cell="{trick}-0"]').evaluate(
                "(cell) => getComputedStyle(cell).getPropertyValue('--r').trim()"
            )
            expect(left.locator("b")).to_have_text({"1": "1st", "2": "2nd", "3": "3rd"}[place])
            kept = ines.page.locator(f'[data-cell="{trick}-0"] .card.kept').count()
            assert left.locator("b .tok").count() == kept  # a token came true
            step(ines, "held")


def test_the_focus_stays_in_the_hand_and_cards_off_turn_have_short_names(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "seven-prophecies", players=4)
        play(ines, until=lambda now: now == "prophecy")
        assert ines.count(".line7 .tools .btn") == 0
        play(ines, until=lambda now: now == "card")
        ines.reach(".hand .card.legal")
        for _ in range(3):
            ines.page.wait_for_selector(".hand .card.legal")
            card = ines.page.locator(".hand .card.legal").first
            card.focus()
            name = card.get_attribute("data-card")
            ines.page.wait_for_timeout(600)  # a key that comes earlier may be meant for what was before
            ines.page.keyboard.press("Enter")
            ines.page.wait_for_selector(f'.hand [data-card="{name}"]', state="detached")
            ines.page.wait_for_function(_HELD)
            play(ines, until=lambda now: now in ("held", "card"), do=lambda *_: None)
            assert ines.page.evaluate(_HELD)
            if ines.count(".say [data-go]"):
                assert all(len(label.split()) == 2 for label in ines.page.evaluate(_LABELS))  # 'Broom 3', no more
                ines.page.keyboard.press("Enter")
                ines.page.wait_for_selector(".say [data-go]", state="detached")


def test_the_last_trick_can_be_shown_once_there_is_one(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "seven-prophecies", players=3)
        play(ines, until=lambda now: now == "card")
        buttons = ines.page.locator(".line7 .tools .btn:not(.asks)")  # not the lamp
        expect(buttons).to_have_count(1)
        ines.page.keyboard.press("l")
        play(ines, until=lambda now: now == "held")
        expect(buttons).to_have_count(2)
        buttons.first.click()
        expect(ines.page.locator("dialog[open] .last7 li")).to_have_count(3)
        ines.dismiss()


def test_forced_colours_keep_the_borders_of_cards_and_of_the_active_seat(browser: Browser, server: Server) -> None:
    with Person(browser, server, forced_colors="active") as ines:
        sit(ines, "seven-prophecies", players=3)
        play(ines, until=lambda now: now == "card")
        width = "(each) => parseFloat(getComputedStyle(each).borderTopWidth)"
        assert ines.page.locator(".hand .card").first.evaluate(width) >= 1
        assert ines.page.locator(".mypanel .seat.turn").evaluate(width) >= 2
        assert ines.page.locator(".seats .seat:not(.turn)").first.evaluate(width) == 1
        fill = ines.page.locator(".lanes .tok").first.evaluate("(each) => getComputedStyle(each).forcedColorAdjust")
        assert fill == "none"
