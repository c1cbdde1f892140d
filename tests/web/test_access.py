"""Everybody can use it: axe-core finds nothing, and on a phone everything fits and is large enough for a finger."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.server.serving import Server
from tests.web.browsing import DESK, GAMES, PHONE, Person, sit, step

FINGER = 44  # pixels
RECORDS = Path(__file__).parents[1] / "records"
DESK_LONG = pytest.param(DESK, "dark", marks=pytest.mark.long)


# Too small for a finger: what can be pressed, but for links within a text and what only screen readers know.
_SMALL = """(finger) => {
    const all = document.querySelectorAll('button, a[href], select, summary, input:not([type=range]), .hand .card')
    const seen = (each) => each.checkVisibility({visibilityProperty: true}) && !each.closest('.vh, :disabled')
    return [...all].filter(seen).flatMap((each) => {
        const box = (each.closest('label') ?? each).getBoundingClientRect()
        if (box.width <= 1 || each.matches('p a:not(.btn), li a.no, article a')) return []
        return box.height < finger - 0.5 ? [`${each.outerHTML.slice(0, 90)}: ${box.width} x ${box.height}`] : []
    })
}"""


def assert_good(person: Person, where: str, axe: bool = True) -> None:
    """Nothing is wrong with the page as it is."""
    if person.touch:
        for _ in range(20):  # what only passes through, while the page is laid out anew, is no fault
            if person.wide():
                person.page.wait_for_timeout(100)
        assert not person.wide(), f"{where} scrolls sideways"
        small = person.page.evaluate(_SMALL, FINGER)
        assert small == [], f"{where}: too small for a finger"
    if axe:
        assert person.axe() == [], where


# Tables (matches against bots: test_windows.py) ---------------------------------------------------------------------


@pytest.mark.parametrize(("size", "light"), [DESK_LONG, (PHONE, "light")], ids=["desk", "phone"])
def test_a_table_of_friends_is_accessible(browser: Browser, server: Server, size: tuple[int, int], light: str) -> None:
    with Person(browser, server, size, color_scheme=light) as ines:
        seats = ["me", "open", "bot:novice"]
        sit(ines, "seven-prophecies-2017", **GAMES["seven-prophecies-2017"], seats=seats, chat="free")
        ines.page.wait_for_selector(".lobby .seat")
        assert_good(ines, "lobby")
        ines.tap(".lobby .seat.free .does .btn")
        ines.page.wait_for_selector("dialog[open]")
        assert_good(ines, "a name for another person")
        ines.tap("dialog[open] .btn.primary")
        ines.tap(".bar .chatmark")
        ines.page.wait_for_selector("aside.chat")
        assert_good(ines, "chat")
        ines.tap("aside.chat header .btn")
        ines.tap(".lobby-go [data-go]")
        ines.page.wait_for_selector(".curtain")
        assert_good(ines, "curtain")
        step(ines, "curtain")


# Pages -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "light"), [pytest.param(DESK, "light", marks=pytest.mark.long), (PHONE, "dark")], ids=["desk", "phone"]
)
def test_the_first_page_and_its_dialogs_are_accessible(
    browser: Browser, server: Server, size: tuple[int, int], light: str
) -> None:
    with Person(browser, server, size, color_scheme=light) as ines:
        ines.page.goto("/")
        ines.page.wait_for_selector(".game .facts span")
        assert_good(ines, "home")
        ways = {"bots": ".game:nth-child(3) [data-bots]", "friends": ".game:nth-child(3) [data-friends]"}
        for name, selector in ways.items():
            ines.tap(selector)
            ines.page.wait_for_selector("dialog[open]")
            assert_good(ines, name)
            ines.dismiss()
        ines.tap(".bar [popovertarget]")
        assert_good(ines, "menu")
        ines.page.get_by_role("button", name="Settings").click()
        ines.page.wait_for_selector("dialog[open]")
        assert_good(ines, "settings")
        ines.dismiss()
        ines.page.keyboard.press("?")
        ines.page.wait_for_selector("dialog[open]")
        assert_good(ines, "help")


@pytest.mark.parametrize(
    ("path", "ready", "size", "light"),
    [
        ("/rules/prophecy", ".clause", PHONE, "light"),
        pytest.param("/rules/seven-prophecies", ".clause", DESK, "dark", marks=pytest.mark.long),
        ("/rules/glossary", "article", PHONE, "dark"),
        ("/learn/seven-prophecies", ".far", DESK, "light"),
        pytest.param("/learn/prophecy", ".far", PHONE, "dark", marks=pytest.mark.long),
        ("/learn", ".picks", PHONE, "light"),
        ("/learn/any", ".ended", PHONE, "dark"),
        ("/replay", ".dropzone", PHONE, "light"),
        pytest.param("/tables/nosuchtable", ".ended", PHONE, "dark", marks=pytest.mark.long),
    ],
)
def test_all_other_pages_are_accessible(
    browser: Browser, server: Server, path: str, ready: str, size: tuple[int, int], light: str
) -> None:
    with Person(browser, server, size, color_scheme=light) as ines:
        ines.page.goto(path)
        ines.page.wait_for_selector(ready)
        assert_good(ines, path)


@pytest.mark.parametrize(("size", "light"), [DESK_LONG, (PHONE, "light")], ids=["desk", "phone"])
def test_a_replay_is_accessible(browser: Browser, server: Server, size: tuple[int, int], light: str) -> None:
    record = RECORDS / ("prophecy-4-short.jsonl" if size == DESK else "seven-prophecies-2017-4-standard.jsonl")
    with Person(browser, server, size, color_scheme=light) as ines:
        ines.page.goto("/replay")
        ines.page.locator("input[type=file]").set_input_files(record)
        ines.page.wait_for_selector(".controls")
        for _ in range(2):
            ines.page.keyboard.press("Shift+ArrowRight")  # a trick on
        assert_good(ines, "replay")
        ines.page.locator(".eyes select").select_option("all")
        assert_good(ines, "all hands")
