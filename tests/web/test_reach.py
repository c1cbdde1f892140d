"""Low vision, motor and calm: 400 % zoom, wider text spacing, targets, names that say what is seen, calm mode."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from foretold.kernels import warm
from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import PHONE, Person, moment, play, sit
from tests.web.looking import FINGER, faults, resize

RECORDS = Path(__file__).parents[1] / "records"
ZOOMED = [(320, 256), (320, 640)]  # 1280 × 1024 at 400 %, and a narrow window (WCAG 1.4.10)
LAPTOP = (1280, 720)
# What WCAG 1.4.12 lets people set.
SPACING = """() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em
        !important; } p { margin-bottom: 2em !important; }`)
    document.adoptedStyleSheets = [sheet]
}"""
# What can be pressed and is smaller than 24 pixels either way (WCAG 2.5.8), but for links within a text.
SMALL = """() => [...document.querySelectorAll('button, a[href], select, summary, input')].flatMap((each) => {
    const box = (each.closest('label') ?? each).getBoundingClientRect()
    const seen = each.checkVisibility({visibilityProperty: true}) && !each.closest('.vh') && box.width > 1
    const text = each.matches('p a:not(.btn), li a.no, article a, [type=range]')
    const small = Math.min(box.width, box.height) < 23.5
    return seen && small && !text ? [`${each.outerHTML.slice(0, 90)}: ${box.width} × ${box.height}`] : []
})"""
LABELS = """() => axe.run(document, {
    runOnly: {type: 'rule', values: ['label-content-name-mismatch']},
    rules: {'label-content-name-mismatch': {enabled: true}},
}).then((found) => found.violations.flatMap((each) => each.nodes.map((node) => node.html.slice(0, 90))))"""


def at(path: str, ready: str) -> Callable[[Person], None]:
    """The page at an address, once such an element is there."""

    def go(person: Person) -> None:
        person.page.goto(path)
        person.page.wait_for_selector(ready)

    return go


def until(now: str, game: str) -> Callable[[Person], None]:
    """A table of four at such a moment."""

    def go(person: Person) -> None:
        sit(person, game, players=4)
        play(person, until=lambda focus: focus == now)

    return go


def replay(person: Person) -> None:
    """A match that was played, after its first trick."""
    person.page.goto("/replay")
    person.page.locator("input[type=file]").set_input_files(RECORDS / "seven-prophecies-4-standard.jsonl")
    person.page.wait_for_selector(".controls")
    person.page.keyboard.press("Shift+ArrowRight")


PLACES: dict[str, Callable[[Person], None]] = {
    "home": at("/", ".game .facts span:nth-child(3)"),
    "lesson": at("/learn/seven-prophecies", ".note [data-on]"),
    "bidding lesson": at("/learn/prophecy", ".note [data-on]"),
    "rules": at("/rules/prophecy", ".clause"),
    "puzzles": at("/puzzles/prophecy", "main h1"),
    "puzzle": at("/puzzles/seven-prophecies/1", ".hand .card"),
    "daily": at("/daily", ".dl"),
    "evenings": at("/evenings", ".evetakes"),
    "groups": at("/groups", "main h1"),
    "profile": at("/profile", "main h1"),
    "prophesying": until("prophecy", "seven-prophecies"),
    "a card": until("card", "seven-prophecies"),
    "a trick": until("held", "seven-prophecies-2017"),
    "bidding": until("bid", "prophecy"),
    "a card of Prophecy": until("card", "prophecy"),
    "replay": replay,
}
# Of these a part is beside the point: a choice lies over its own label, links of the rules' contents are lines of text.
FORGIVEN = ("label.pill", "a. is too small", "touches the edge of the running trick")


def wrong(person: Person) -> list[str]:
    """What is cut off, covered or too wide; that the page scrolls down is right here."""
    return [fault for fault in faults(person, (), scrolls=True) if not any(part in fault for part in FORGIVEN)]


@pytest.mark.parametrize("place", chosen(PLACES, "a card", "bidding"))
def test_a_page_at_400_percent_loses_nothing_and_scrolls_one_way(browser: Browser, server: Server, place: str) -> None:
    with Person(browser, server, LAPTOP) as ines:
        PLACES[place](ines)
        for size in ZOOMED:
            resize(ines, size)
            assert wrong(ines) == [], size
            assert not ines.wide()


# In these a text is cut with so much space: docs/accessibility.md says where.
CROWDED = ("a card of Prophecy", "replay")


@pytest.mark.parametrize("place", chosen([place for place in PLACES if place not in CROWDED], "a card"))
def test_wider_text_spacing_cuts_nothing_off(browser: Browser, server: Server, place: str) -> None:
    with Person(browser, server, LAPTOP) as ines:
        PLACES[place](ines)
        ines.page.evaluate(SPACING)
        assert wrong(ines) == []


@pytest.mark.parametrize("place", chosen(PLACES, "a card"))
def test_touch_targets_are_large_enough_and_named_as_they_look(browser: Browser, server: Server, place: str) -> None:
    with Person(browser, server, LAPTOP) as ines:
        PLACES[place](ines)
        assert ines.page.evaluate(SMALL) == []
        ines.axe()  # it is there from now on
        assert ines.page.evaluate(LABELS) == []


def test_the_contents_of_the_rules_are_large_enough_for_a_finger(browser: Browser, server: Server) -> None:
    with Person(browser, server, PHONE) as ines:
        ines.page.goto("/rules/prophecy")
        ines.page.wait_for_selector(".clause")
        if not ines.page.locator(".toc ol > li > a").first.is_visible():
            ines.tap(".toc summary")
        high = (
            "(all) => all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().height)"
        )
        heights: list[float] = ines.page.eval_on_selector_all(".toc a", high)
        assert len(heights) > 20
        assert min(heights) >= FINGER - 0.5


# Calm mode ---------------------------------------------------------------------------------------------------------

CALM_WINDOWS = [(1280, 600), (1366, 657), (1440, 900), (390, 844), (740, 360)]


@pytest.mark.parametrize("game", chosen(("seven-prophecies", "seven-prophecies-2017", "prophecy"), "seven-prophecies"))
def test_calm_mode_shows_no_chances_larger_cards_and_waits(browser: Browser, server: Server, game: str) -> None:
    warm.wait()
    kept: dict[str, Any] = {"calm": True, "trick": "short"}
    with Person(browser, server, kept=kept, reduced_motion="no-preference") as ines:
        sit(ines, game, players=4)
        play(ines, until=lambda now: now == "card")
        card = ines.page.locator(".hand .card.legal").first
        large = card.bounding_box()
        assert ines.count(".pv, .pchance") == 0
        name = str(card.get_attribute("data-card"))
        for size in CALM_WINDOWS:
            resize(ines, size)
            assert faults(ines, (".hand", ".say")) == [], size
        resize(ines, (1440, 900))
        moving = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
        assert ines.page.evaluate(moving) == 0
        ines.tap_card(f'.hand [data-card="{name}"]')  # chosen, not played
        assert moment(ines) in ("card", "name")
        expect(ines.page.locator(f'.hand [data-card="{name}"]')).to_be_visible()
        play(ines, until=lambda now: now == "held")
        ines.page.wait_for_timeout(2500)  # longer than a trick stays otherwise
        assert moment(ines) == "held"
        ines.page.evaluate("() => document.documentElement.removeAttribute('data-calm')")
        usual = ines.page.locator(".hand .card").first.bounding_box()
        assert large is not None
        assert usual is not None
        assert large["height"] > 1.1 * usual["height"]


def test_calm_mode_is_a_switch_in_the_settings(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/")
        ines.page.wait_for_selector(".game")
        ines.tap(".bar [popovertarget]")
        ines.page.get_by_role("button", name="Settings").click()
        ines.page.get_by_role("checkbox", name="Calm mode").check()
        expect(ines.page.locator("html[data-calm]")).to_have_count(1)
        ines.page.reload()
        expect(ines.page.locator("html[data-calm]")).to_have_count(1)
