"""At a table of Prophecy: the slots of the hand, chances, the bid as a sum, and keys that keep their place."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from foretold.kernels import warm
from tests.server.serving import Server
from tests.web.browsing import PHONE, Person, moment, play, sit, step

FOUR = {"players": 4}
# What stands in the slots of the hand, in their order: a card, or what became of it.
_SLOTS = """() => [...document.querySelectorAll('.hand > li')].map((each) =>
    each.querySelector('[data-card]')?.dataset.card ?? each.querySelector('.pslot b').textContent)"""


def test_a_played_card_leaves_its_result_in_its_slot_and_the_others_stay(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "prophecy", **FOUR)
        play(ines, until=lambda now: now == "bid")
        dealt: list[str] = ines.page.evaluate(_SLOTS)
        assert len(dealt) == 15
        ended: list[int] = []
        play(
            ines,
            until=lambda now: len(ended) == 3,
            at=lambda now: ended.append(1) if now == "held" else None,
        )
        slots: list[str] = ines.page.evaluate(_SLOTS)
        assert len(slots) == 15
        assert slots.count("bid") == 3
        assert slots.count("won") + slots.count("lost") == 3
        assert all(now in (card, "bid", "won", "lost") for card, now in zip(dealt, slots, strict=True))


def test_the_last_trick_can_be_shown_once_there_is_one(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "prophecy", **FOUR)
        play(ines, until=lambda now: now == "bid")
        assert ines.count("[aria-label='Last trick']") == 0
        ines.page.keyboard.press("l")
        assert ines.count("dialog[open]") == 0
        play(ines, until=lambda now: now == "held")
        ines.tap("[aria-label='Last trick']")
        ines.page.wait_for_selector("dialog[open] .oldtrick")


def test_the_dealer_and_who_leads_are_shown_while_bidding(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "prophecy", **FOUR)
        play(ines, until=lambda now: now == "bid")
        assert ines.count("[data-seat] [aria-label=dealer]") == 1
        assert ines.count("[data-seat] [aria-label=leads]") == 1


# Keeps all that is announced: what others do meanwhile may follow at once.
HEAR = """() => {
    const voice = document.querySelector('[role=status]')
    window.heard = []
    const listen = () => window.heard.push(voice.textContent)
    new MutationObserver(listen).observe(voice, {childList: true, subtree: true, characterData: true})
}"""


def test_the_sum_of_a_bid_is_shown_and_specialists_cannot_be_bid(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "prophecy", **FOUR)
        play(ines, until=lambda now: now == "bid")
        ines.page.evaluate(HEAR)
        worth = dict(zip("SPVE", range(4), strict=True))
        total = 0
        for left in (2, 1, 0):
            card = str(ines.page.locator(".hand .card.legal:not(.chosen)").first.get_attribute("data-card"))
            ines.tap_card(f'.hand [data-card="{card}"]')
            total += worth[card[0]]
            expect(ines.page.locator(".total b")).to_have_text(str(total))
            words = f"{total} so far, {left} more" if left else f"Your bid: {total}"
            ines.until(f"window.heard.some((said) => said.includes({words!r}))")
        assert ines.text(".scale .is b") == str(total)
        assert ines.text(".scale .is small") == str(total + 5)
        special = ines.page.locator(".hand .card.special")
        for index in range(special.count()):
            expect(special.nth(index)).to_have_attribute("aria-disabled", "true")


def test_the_focus_stays_in_the_hand_after_each_card_by_keys(browser: Browser, server: Server) -> None:
    inside = "() => document.activeElement.closest('.hand') !== null"
    with Person(browser, server) as ines:
        press = ines.page.keyboard.press
        sit(ines, "prophecy", **FOUR)
        play(ines, until=lambda now: now == "bid")
        for _ in range(3):
            ines.page.locator(".hand .card.legal:not(.chosen)").first.focus()
            press("Space")
            assert ines.page.evaluate(inside)
        press("Enter")
        played = 0
        while played < 4:
            play(ines, until=lambda now: now in ("card", "held", "name"))
            if moment(ines) == "card":
                before = len(ines.hand())
                ines.page.locator(".hand .card.legal").last.focus()
                press("Enter")
                play(ines, until=lambda now: len(ines.hand()) < before or now == "name")  # noqa: B023
                if moment(ines) == "name":
                    press("Enter")
                played += 1
            else:
                press("Enter")
            ines.page.wait_for_function(inside)


def test_a_legal_card_says_how_likely_it_wins_and_off_turn_only_its_name(browser: Browser, server: Server) -> None:
    warm.wait()
    with Person(browser, server, PHONE) as ines:
        sit(ines, "prophecy", **FOUR)
        play(ines, until=lambda now: now == "card" and len(ines.hand()) < 10)
        ines.page.wait_for_selector(".hand .pchance")
        for label in ines.page.locator(".hand li:has(.pchance) .card .vh").all_inner_texts():
            assert re.search(r"sure to (win|lose)|\d% wins", label)
            assert not re.search(r"\b0%|\b100%", label)
        step(ines, "card")
        play(ines, until=lambda now: now in ("held", "name"))
        if moment(ines) == "held":
            labels = ines.page.locator(".hand .card .vh").all_inner_texts()
            assert labels
            assert not [label for label in labels if "," in label]
