"""Hints in a real browser: over what is empty, never over prompt or hand; a row chooses, it does not play."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from foretold.kernels import warm
from tests.server.serving import Server
from tests.web.browsing import Person, play, sit
from tests.web.looking import crossed

SIZES = ((1366, 657), (1280, 600), (360, 740), (740, 360))


def ask(person: Person) -> None:
    """A hint is there; where the server still gets ready, it waits for that."""
    person.tap(".asks")
    person.page.wait_for_selector(".hintbox")


_OVER = """() => {
    const box = document.querySelector('.hintbox').getBoundingClientRect()
    const lies = (each) => {
        const other = each.getBoundingClientRect()
        const beside = box.left >= other.right || other.left >= box.right
        return each.checkVisibility() && !beside && box.top < other.bottom && other.top < box.bottom
    }
    const kept = [...document.querySelectorAll('.hand, .say, .tray .primary, .lay')]
    const buttons = [...document.querySelectorAll('.hintbox button')]
    return {
        covered: kept.filter(lies).map((each) => each.className),
        outside: box.left < 0 || box.right > innerWidth || box.top < 0,
        small: buttons.filter((each) => each.getBoundingClientRect().height < 44).length,
    }
}"""


@pytest.mark.parametrize(("size", "game"), crossed(SIZES, ["seven-prophecies", "prophecy"], at=(0, 3)))
def test_a_hint_covers_only_empty_space_and_can_choose(
    browser: Browser, server: Server, game: str, size: tuple[int, int]
) -> None:
    warm.wait()
    with Person(browser, server, size) as ines:
        sit(ines, game, players=4, tempo="at-once")
        ines.page.wait_for_selector(".asks")
        hand = ines.hand()
        ask(ines)
        assert ines.page.evaluate(_OVER) == {"covered": [], "outside": False, "small": 0}
        assert ines.count(".hintcounts") == 1
        ines.tap(".hintrow")
        go = ".tray [data-go]" if game == "seven-prophecies" else ".lay"
        ines.page.wait_for_selector(f"{go}:not([disabled])")
        assert ines.hand() == hand, "nothing was sent yet"
        ines.tap(".hintclose")
        ines.page.wait_for_selector(".hintbox", state="detached")
        ask(ines)
        expect(ines.page.locator(".hintrow.given")).to_have_count(1)  # what is laid out is rated
        assert ines.page.evaluate(_OVER) == {"covered": [], "outside": False, "small": 0}
        ines.tap(go)
        play(ines, until=lambda now: now == "card")
        assert ines.count(".hintbox") == 0, "the hint was for another decision"
        ask(ines)
        assert ines.page.evaluate(_OVER) == {"covered": [], "outside": False, "small": 0}
        assert 1 <= ines.count(".hintrow") <= 3
        best = ines.page.locator(".hintrow").first.locator(".hintwhy b").inner_text()
        ines.tap(".hintrow")
        chosen = ines.page.locator(".hand button.chosen")
        assert best.split(" naming ")[0] in (chosen.first.get_attribute("aria-label") or chosen.first.inner_text())
        ines.tap(".hintclose")
        ines.page.wait_for_selector(".hintbox", state="detached")


def test_no_hint_is_offered_where_aids_are_not_allowed(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "seven-prophecies", players=3, aids=False)
        ines.page.wait_for_selector(".tray [data-go]")
        assert ines.count(".asks") == 0


def test_a_hint_speaks_the_language_of_the_page(browser: Browser, server: Server) -> None:
    warm.wait()
    with Person(browser, server, locale="ja-JP") as ines:
        sit(ines, "seven-prophecies", players=3)
        ines.page.wait_for_selector(".asks")
        ask(ines)
        assert "配り方" in ines.text(".hintwhy")
        assert ines.axe() == []
