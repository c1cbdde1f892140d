"""People play whole matches against bots in a real browser: by touch, and by keys alone (by mouse: test_windows.py)."""

from __future__ import annotations

from time import monotonic

import pytest
from playwright.sync_api import Browser

from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import GAMES, PATIENCE, PHONE, WHERE, Person, assert_played, moment, play, sit


@pytest.mark.long  # two people at one phone do so in test_people.py
@pytest.mark.parametrize("game", GAMES)
def test_a_match_can_be_played_by_touch_on_a_phone(browser: Browser, server: Server, game: str) -> None:
    with Person(browser, server, PHONE) as ines:
        sit(ines, game, **GAMES[game])
        play(ines)
        assert_played(ines)


def by_keys(person: Person, now: str) -> None:
    """Does what is due at this moment with keys that the help names, and Tab."""
    press = person.page.keyboard.press
    if now == "prophecy":
        for place in "1231231":
            press(place)
        person.reach(".screen .tray .btn.primary")
        press("Enter")
    elif now == "bid":
        while person.count(".lay:not([disabled])") == 0:
            press(nth(person, ".legal:not(.chosen)"))
        press("Enter")
    elif now == "card":
        press(nth(person, ".legal"))
        enter_until_another(person, now)
    elif now == "held":
        enter_until_another(person, now)
    else:
        person.reach(WHERE[now])
        press("Enter")


def nth(person: Person, kind: str) -> str:
    """The digit of the slot that has the first such card of the hand."""
    place = person.page.evaluate(
        "(kind) => [...document.querySelectorAll('.hand > li:not(.gap)')].findIndex((it) => it.querySelector(kind))",
        f".card{kind}",
    )
    return str((place + 1) % 10)


def enter_until_another(person: Person, now: str) -> None:
    """Enter, again if it came so early that it may have been meant for what was shown before."""
    deadline = monotonic() + PATIENCE
    while moment(person) == now:
        assert monotonic() < deadline, f"Enter does nothing: {person.text('.say')}"
        person.page.keyboard.press("Enter")
        person.page.wait_for_timeout(20)


@pytest.mark.parametrize("game", chosen(GAMES, "seven-prophecies-2017", "prophecy"))
def test_a_match_can_be_played_by_keyboard_alone(
    browser: Browser, server: Server, game: str, request: pytest.FixtureRequest
) -> None:
    """The short run plays the shortest match to its end, of another the first tricks."""
    whole = request.config.getoption("--long") or game == "seven-prophecies-2017"
    with Person(browser, server) as ines:
        press = ines.page.keyboard.press
        ines.page.goto("/")
        ines.reach(f"li.game:has(a[href='rules/{game}']) [data-bots]")
        press("Enter")
        ines.page.wait_for_selector("dialog[open] [data-first]:focus")
        for value in (str(GAMES[game]["players"]), GAMES[game].get("options", {}).get("variant")):
            if value:
                choose(ines, value)
        ines.reach("dialog[open] .btn.primary")
        press("Enter")
        if not whole:
            seen: list[str] = []
            play(ines, do=by_keys, at=seen.append, until=lambda now: now == "card" and seen.count("held") > 2)
            return
        play(ines, do=by_keys)
        assert_played(ines)
        ines.reach('.matchend a[href^="matches/"]')


def choose(person: Person, value: str) -> None:
    """Goes round the dialog to the choice that has this value, and with arrows to the value."""
    choice = f"dialog[open] fieldset:has([value='{value}']) input"
    person.reach(choice)
    for _ in range(8):
        if person.count(f"{choice}[value='{value}']:focus"):
            return
        person.page.keyboard.press("ArrowRight")
    raise AssertionError(f"arrows do not lead to {value}")


def test_two_clicks_lead_from_the_first_page_to_the_cards(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/")
        ines.page.wait_for_load_state("networkidle")  # the dialog offers what the server has
        ines.tap("li.game [data-bots]")
        ines.tap("dialog[open] .btn.primary")
        ines.page.wait_for_selector(".hand .card")
        assert ines.count(".hand .card") == 10
