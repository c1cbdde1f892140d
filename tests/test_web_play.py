"""People play in real browsers against a real server: by mouse, by keys alone, by touch; whole matches of every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import foretold
from foretold.fair import verify
from tests.browsing import DESK, PHONE, Person, browsing
from tests.serving import Server, serving

GAMES = [
    ("seven-prophecies", {"players": 3}),
    ("seven-prophecies-2017", {"players": 3, "options": {"variant": "single-round"}}),
    ("prophecy", {"players": 3, "options": {"variant": "short"}}),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web"), "--request-rate", "200") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as found:
        yield found


def sit(person: Person, game: str, **settings: Any) -> None:
    """Sits down at a table against bots that was made in this browser; finished tricks wait for a tap."""
    page = person.page
    page.goto("/")
    page.evaluate("localStorage.setItem('foretold-settings', JSON.stringify({trick: 'tap'}))")
    wish = {"name": "Ines", "settings": {"game": game, **settings}}
    table = page.evaluate(
        """async (wish) => {
            const headers = {'Content-Type': 'application/json'}
            const answer = await fetch('api/tables', {method: 'POST', headers, body: JSON.stringify(wish)})
            return (await answer.json()).table
        }""",
        wish,
    )
    page.goto(f"/tables/{table}")


READY = ".screen .tray .btn.primary, .bidding .btn.primary, .bidder .btn.primary"


def moment(page: Page) -> str:
    """What the page waits for: a word that says it."""
    return str(
        page.evaluate(
            """() => {
            const seen = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility())
            if (seen('.matchend')) return 'end'
            if (seen('.summary .btn.primary')) return 'round'
            if (seen('.foot .say .btn')) return 'held'
            if (seen('.screen .slots .step .btn')) return 'prophecy'
            if (seen('.namer .btn')) return 'name'
            if (seen('.hand button.card.legal')) return seen('.bidarea, .bidding, .bidscreen') ? 'bid' : 'card'
            return ''
        }"""
        )
    )


def play(person: Person, until: str = "end") -> None:
    """Plays with mouse or touch until the match is over."""
    page = person.page
    for _ in range(4000):
        now = moment(page)
        if now == until:
            return
        if now == "round":
            person.tap(".summary .btn.primary")
        elif now == "held":
            person.tap(".foot .say .btn")
        elif now == "prophecy":
            for place in (1, 2, 3, 1, 2, 3, 1):
                person.tap(f'[data-slot="{place}"] .step .btn:last-child')
            person.tap(".screen .tray .btn.primary")
            page.wait_for_function("!document.querySelector('.screen .slots .step .btn')")
        elif now == "name":
            person.tap(".namer .btn")
        elif now in ("card", "bid"):
            lay(person, now)
        else:
            page.wait_for_timeout(30)
    raise AssertionError(f"the match did not end: {page.locator('body').inner_text()[:600]}")


def lay(person: Person, kind: str) -> None:
    """Plays the first legal card, or lays the first cards that make a bid."""
    page = person.page
    if kind == "bid":
        cards = page.locator(".hand button.card.legal:not(.chosen)")
        ready = page.locator(".ptable .btn.primary:not([disabled])")
        while ready.count() == 0:
            cards.first.tap() if person.touch else cards.first.click()
        person.tap(".ptable .btn.primary:not([disabled])")
        page.wait_for_timeout(60)
        return
    card = page.locator(".hand button.card.legal").first
    name = card.get_attribute("data-card")
    card.tap() if person.touch else card.click()
    if person.touch and moment(page) == "card":
        again = page.locator(f'.hand button.card.legal[data-card="{name}"]')
        if again.count():
            again.first.tap()
    page.wait_for_timeout(40)


def record_of(person: Person) -> dict[str, Any]:
    """The record of the match that has just ended."""
    link = person.page.locator('.matchend a[href^="matches/"]').get_attribute("href")
    answer = person.context.request.get(f"{person.server.url}/api/{link}")
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(("game", "settings"), GAMES, ids=[name for name, _ in GAMES])
def test_a_match_by_mouse(browser: Browser, server: Server, game: str, settings: dict[str, Any]) -> None:
    person = Person(browser, server, DESK)
    sit(person, game, **settings)
    play(person)
    record = record_of(person)
    assert foretold.replay(record).over
    assert verify(record).shared == (0,)
    person.close()


@pytest.mark.parametrize(("game", "settings"), GAMES[::2], ids=["seven-prophecies", "prophecy"])
def test_a_match_by_touch_on_a_phone(browser: Browser, server: Server, game: str, settings: dict[str, Any]) -> None:
    person = Person(browser, server, PHONE)
    sit(person, game, **settings)
    play(person)
    assert not person.wide()
    person.close()
