"""The moment that ends a round: what is celebrated, what is only news, and that nothing has to be waited for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from foretold.kernels import warm
from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import Person, play, sit
from tests.web.looking import faults, resize
from tests.web.moments import Ending, end_round, ending, sit_at
from tests.web.test_windows import assert_right

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
GAMES = ("seven-prophecies", "prophecy")
ALL = ("seven-prophecies", "seven-prophecies-2017", "prophecy")


def at_the_end(person: Person, game: str, *, mine: bool, stopped: bool = False) -> Ending:
    """The last card of a round was played, and what it brought is in sight; time may stand still from then on."""
    end = ending(game, 4, mine=mine)
    if stopped:
        person.page.clock.install()
    sit_at(person, end)
    person.page.wait_for_selector(".hand button.legal")
    if stopped:
        person.page.clock.pause_at(datetime.now() + timedelta(seconds=5))  # nothing comes to rest by itself
    end_round(person, end)
    return end


@pytest.mark.parametrize("game", chosen(GAMES, "seven-prophecies"))
def test_the_first_tap_ends_the_motion_and_the_next_one_opens_the_result(
    browser: Browser, server: Server, game: str
) -> None:
    with Person(browser, server, **MOVING) as ines:
        at_the_end(ines, game, mine=True, stopped=True)
        assert ines.count(".climax:not(.still)") == 1
        assert ines.count(".summary") == 0
        ines.page.mouse.click(300, 300)
        ines.page.wait_for_selector(".climax.still")
        ines.page.keyboard.press("Enter")
        ines.page.wait_for_selector(".summary [data-go]")


def test_the_button_opens_the_result_at_once_and_does_not_move(browser: Browser, server: Server) -> None:
    with Person(browser, server, **MOVING) as ines:
        at_the_end(ines, "seven-prophecies", mine=True, stopped=True)
        button = ines.page.locator(".say [data-go]")
        before = button.bounding_box()
        ines.page.clock.run_for(1400)
        ines.page.wait_for_selector(".climax.still")
        assert button.bounding_box() == before
        ines.page.clock.run_for(60_000)
        assert ines.count(".climax.still") == 1, "against bots it waits"
        ines.tap(".say [data-go]")
        ines.page.wait_for_selector(".summary [data-go]")
    with Person(browser, server, **MOVING) as ines:
        at_the_end(ines, "seven-prophecies", mine=True, stopped=True)
        assert ines.count(".climax:not(.still)") == 1
        ines.tap(".say [data-go]")
        ines.page.clock.resume()  # against bots nothing else would open it
        ines.page.wait_for_selector(".summary [data-go]")


@pytest.mark.parametrize("game", chosen(ALL, "prophecy"))
def test_reduced_motion_shows_a_still_picture(browser: Browser, server: Server, game: str) -> None:
    with Person(browser, server) as ines:
        end = at_the_end(ines, game, mine=True)
        assert ines.count(".climax.still") == 1
        tokens = ines.count(".climax .flier")
        if game == "prophecy":
            assert "Exactly" in ines.text(".climax h2")
            assert ines.count(f'[data-seat="{end.seat}"] .pips .won') == tokens
        else:
            assert ines.text(".climax h2") == "All seven!"
            assert tokens == 7
        assert "takes 1st" not in ines.text(".say")


@pytest.mark.parametrize("game", chosen(ALL, "seven-prophecies-2017"))
def test_another_players_success_is_announced_without_a_light(browser: Browser, server: Server, game: str) -> None:
    with Person(browser, server) as ines:
        at_the_end(ines, game, mine=False)
        assert ines.count(".climax") == 0
        assert ("met" if game == "prophecy" else "all seven") in ines.text(".moment")
        if game != "prophecy":
            assert "takes 1st" not in ines.text(".say")


def test_figures_over_cards_are_explained_once(browser: Browser, server: Server) -> None:
    warm.wait()
    with Person(browser, server, kept={"signs": False, "trick": "tap"}) as ines:
        sit(ines, "seven-prophecies", players=3)
        play(ines, until=lambda now: now == "card")
        ines.page.wait_for_selector(".signs")
        assert "comes true" in ines.text(".signs")
        ines.tap(".signs .btn")
        ines.page.wait_for_selector(".signs", state="detached")
        ines.page.reload()
        ines.page.wait_for_selector(".hand .pv")
        assert ines.count(".signs") == 0


def test_a_sideways_phone_explains_the_signs_on_request(browser: Browser, server: Server) -> None:
    warm.wait()
    with Person(browser, server, (740, 360), kept={"signs": False, "trick": "tap"}) as ines:
        sit(ines, "prophecy", players=4)
        play(ines, until=lambda now: now == "card")
        ines.page.wait_for_selector("[data-signs]")
        assert ines.count(".signs") == 0, "nothing lies over the trick"
        for size in ((740, 360), (667, 375)):
            resize(ines, size)
            assert_right(faults(ines, (".say", ".hand", "[data-signs]")))
        assert not ines.axe()
        ines.tap("[data-signs]")
        ines.tap(".signs .btn")
        ines.page.wait_for_selector(".signs, [data-signs]", state="detached")


def test_figures_over_a_card_are_a_number_or_a_mark_and_columns(browser: Browser, server: Server) -> None:
    warm.wait()
    with Person(browser, server) as ines:
        sit(ines, "seven-prophecies", players=3)
        play(ines, until=lambda now: now == "card")
        ines.page.wait_for_selector(".hand .pv")
        for over in ines.page.locator(".hand .pv .top").all_inner_texts():
            assert over.strip() == "" or over.strip() == "no token" or over.strip().endswith("%"), over


def test_a_prophecy_is_rated_only_once_all_seven_tokens_are_placed(browser: Browser, server: Server) -> None:
    warm.wait()
    with Person(browser, server) as ines:
        sit(ines, "seven-prophecies", players=4)
        play(ines, until=lambda now: now == "prophecy")
        ines.page.wait_for_selector(".rating")
        expect(ines.page.locator("#ask")).to_have_text("How often will you finish 1st, 2nd, 3rd, 4th?")
        assert "%" not in ines.text(".rating")
        for place in (1, 1, 2, 2, 3, 4, 4):
            ines.tap(f'[data-slot="{place}"] .put')
        expect(ines.page.locator(".rating")).to_contain_text("best found")
        voice = ines.page.locator("[role=status], [aria-live=polite], [aria-live=assertive]")
        expect(voice).to_have_count(1)
        expect(voice).to_contain_text("chance that all seven come true, best found")
        assert ines.count(".likely") == 4
        ines.tap('[data-slot="1"] .take')
        expect(ines.page.locator(".rating")).not_to_contain_text("%")
