"""By keyboard alone: the focus is always in sight, dialogs open and close by keys, and nothing runs out of time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import DESK, PHONE, Person, play, sit
from tests.web.hearing import listen, wait_heard
from tests.web.test_reach import PLACES
from tests.web.test_spoken import say

MOST = 60  # stops of the Tab key on one page
# What is wrong with the element that has the focus: nothing shows it (2.4.7), its mark is too faint (1.4.11: 3 to 1
# against what lies around it), or it is wholly covered or outside the window (2.4.11). Null: nothing has the focus.
_FOCUSED = """() => {
    const it = document.activeElement
    if (!it || it === document.body) return null
    const name = it.outerHTML.slice(0, 90)
    const holder = it.matches('input.vh, label.pill input, .switch input') ? it.closest('label') ?? it : it
    const marked = [it, holder, ...holder.querySelectorAll('*')]
    const shows = (each) => {
        const style = getComputedStyle(each)
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1.5 ? style.outlineColor : null
    }
    const colour = marked.map(shows).find((each) => each !== null)
    const typing = it.matches('input, select, textarea, [tabindex="-1"], [role=log], .what')
    const faults = []
    if (!colour && !typing) faults.push(`${name}: nothing shows the focus`)
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
    const light = (css) => {
        canvas.fillStyle = css
        canvas.fillRect(0, 0, 1, 1)
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => each / 255)
            .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    if (colour) {
        const ground = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
        const around = light(ground || getComputedStyle(document.body).backgroundColor)
        const [high, low] = [light(colour), around].sort((a, b) => b - a)
        if ((high + 0.05) / (low + 0.05) < 3) faults.push(`${name}: the mark ${colour} is too faint`)
    }
    const box = holder.getBoundingClientRect()
    const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]]
        .map(([x, y]) => [box.left + x * box.width, box.top + y * box.height])
    const seen = points.some(([x, y]) => {
        const over = document.elementFromPoint(x, y)
        return over && (holder.contains(over) || over.contains(holder))
    })
    if (!seen) faults.push(`${name}: it is covered or not in the window`)
    return faults
}"""


@pytest.mark.parametrize("light", ["dark", pytest.param("light", marks=pytest.mark.long)])
@pytest.mark.parametrize("place", chosen(PLACES, "home", "a card"))
def test_the_focus_is_always_visible(browser: Browser, server: Server, place: str, light: str) -> None:
    with Person(browser, server, (1280, 720), color_scheme=light) as ines:
        PLACES[place](ines)
        wrong: list[str] = []
        stops = 0
        for _ in range(MOST):
            ines.page.keyboard.press("Tab")
            focused = ines.page.evaluate(_FOCUSED)
            if focused is None:
                break
            stops += 1
            wrong += focused
        assert stops > 3
        assert wrong == []


DIALOGS = (".game [data-bots]", ".game [data-friends]")


def assert_closes(person: Person) -> None:
    """The dialog is open and has the focus; Escape closes it, and the focus is somewhere on the page."""
    inside = "() => document.querySelector('dialog[open]')?.contains(document.activeElement) ?? false"
    person.page.wait_for_function(inside)
    person.dismiss()
    person.page.wait_for_function("() => document.activeElement !== document.body")


def test_dialogs_of_the_first_page_work_by_keyboard(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/")
        ines.page.wait_for_selector(".game .facts span:nth-child(3)")
        for dialog in DIALOGS:
            ines.reach(dialog)
            ines.page.keyboard.press("Enter")
            ines.page.wait_for_selector("dialog[open]")
            # Who is asked for a name can have it filled in (1.3.5).
            asked = ines.page.locator("dialog[open] input[type=text]")
            assert {field.get_attribute("autocomplete") for field in asked.all()} <= {"nickname", "off"}
            assert_closes(ines)
            assert ines.page.evaluate("(dialog) => document.activeElement.matches(dialog)", dialog)
        ines.page.keyboard.press("?")
        assert_closes(ines)


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desk", "phone"])
def test_every_entry_of_a_tables_menu_works_by_keyboard(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    """By Tab and by typed commands; the table without other people has no clock, and pauses."""
    with Person(browser, server, size) as ines:
        listen(ines)
        sit(ines, "seven-prophecies-2017", players=3)
        play(ines, until=lambda now: now == "prophecy")
        assert ines.count("[role=timer]") == 0
        for key in "i?":
            ines.reach(".bar [popovertarget]")
            ines.page.keyboard.press(key)
            assert_closes(ines)
        for entry in ("About this table", "Help and rules", "Settings", "Leave or close the table"):
            ines.reach(".bar [popovertarget]")
            ines.page.keyboard.press("Enter")
            expect(ines.page.locator("nav.menu")).to_be_visible()
            name = "document.activeElement.textContent.trim()"
            for _ in range(20):
                ines.page.keyboard.press("Tab")
                if ines.page.evaluate(name) == entry:
                    break
            assert ines.page.evaluate(name) == entry
            ines.page.keyboard.press("Enter")
            assert_closes(ines)
        ines.page.keyboard.press("Escape")
        if not ines.touch:
            ines.page.keyboard.press("/")
        else:
            ines.page.get_by_role("button", name="Type a command").focus()
            ines.page.keyboard.press("Enter")
        assert "Pause, " in say(ines, "menu")
        say(ines, "menu pause")
        wait_heard(ines, "paused")
        say(ines, "menu resume")
        say(ines, "menu settings")
        assert_closes(ines)


def test_nothing_pops_up_under_a_resting_pointer(browser: Browser, server: Server) -> None:
    """What comes at a hover or a focus would have to be dismissible, hoverable and persistent (1.4.13)."""
    texts = """() => [...document.querySelectorAll('body *')].filter((each) => each.checkVisibility({
        opacityProperty: true, visibilityProperty: true}) && !each.closest('.vh')
        && [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())).length"""
    with Person(browser, server, kept={"previews": False, "trick": "tap"}) as ines:
        sit(ines, "seven-prophecies", players=4)
        play(ines, until=lambda now: now == "card")
        before = ines.page.evaluate(texts)
        for where in (".hand .card.legal", ".hand .card:not(.legal)", ".fcard", ".seat", ".tools .btn"):
            for element in [one for one in ines.page.locator(where).all() if one.is_visible()][:2]:
                element.hover(force=True)
                ines.page.wait_for_timeout(150)
                assert ines.page.evaluate(texts) == before, where


def test_a_why_popover_stays_until_it_is_dismissed(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/puzzles/seven-prophecies/1")
        ines.page.wait_for_selector(".whyask")
        ines.reach(".whyask")
        ines.page.keyboard.press("Enter")
        expect(ines.page.locator(".whypop")).to_be_visible()
        ines.page.locator(".whypop").hover()
        ines.page.wait_for_timeout(1000)
        expect(ines.page.locator(".whypop")).to_be_visible()
        ines.page.keyboard.press("Escape")
        expect(ines.page.locator(".whypop")).to_be_hidden()
        assert ines.page.evaluate("document.activeElement.matches('.whyask')")
