"""A phone held sideways: what there is least room for is whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from foretold.kernels import warm
from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import Person, play, sit
from tests.web.looking import crossed, faults, resize

SIDEWAYS = [(740, 360), (667, 375)]
RECORDS = Path(__file__).parents[1] / "records"

_ROWS = "(all) => new Set(all.map((each) => Math.round(each.getBoundingClientRect().top))).size"
_IN_SIGHT = """(button) => {
    const box = button.getBoundingClientRect()
    const ends = [box.top + 2, box.bottom - 2].map((y) => [box.left + box.width / 2, y])
    return box.bottom <= innerHeight && ends.every(([x, y]) => button.contains(document.elementFromPoint(x, y)))
}"""
_SCROLLS = "(box) => box.scrollHeight > box.clientHeight"
# Words of a plate that stand on more than one line, and plates that leave their card.
_BROKEN = """(all) => all.flatMap((plate) => {
    const [card, box] = [plate.closest('.card'), plate].map((each) => each.getBoundingClientRect())
    const words = [...plate.querySelectorAll('span, b')].filter((each) => {
        const text = each.firstChild
        if (!each.checkVisibility() || text?.nodeType !== Node.TEXT_NODE) return false
        return [...text.data.matchAll(/\\S+/g)].some(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return range.getClientRects().length > 1
        })
    })
    const out = box.top < card.top || box.left < card.left || box.right > card.right
    return out || words.length ? [plate.innerText] : []
})"""

_LINES = """(all) => all.map((each) => {
    const range = document.createRange()
    range.selectNodeContents(each)
    return [each.textContent, range.getClientRects().length]
})"""


def replay(person: Person, record: str) -> None:
    """Opens the first match of a file."""
    person.page.goto("/replay")
    person.page.locator("input[type=file]").set_input_files(RECORDS / f"{record}.jsonl")
    person.page.wait_for_selector(".controls")


@pytest.mark.parametrize(("kind", "size"), crossed(["bots", "friends"], SIDEWAYS, at=(1,)))
def test_a_match_can_be_started_without_scrolling(
    browser: Browser, server: Server, kind: str, size: tuple[int, int]
) -> None:
    with Person(browser, server, size) as ines:
        ines.page.goto("/")
        ines.tap(f".game [data-{kind}]")
        ines.page.wait_for_selector("dialog[open] form")
        assert ines.page.eval_on_selector("dialog[open] .btn.primary", _IN_SIGHT)


@pytest.mark.parametrize("size", chosen([*SIDEWAYS, (1366, 657)], (667, 375)), ids=str)
def test_the_last_trick_of_six_is_one_row(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    with Person(browser, server, size) as ines:
        replay(ines, "prophecy-6-standard")
        ines.page.keyboard.press("Shift+ArrowRight")
        ines.page.keyboard.press("l")
        ines.page.wait_for_selector("dialog[open] .oldtrick")
        assert ines.count(".oldplay .card") == 6
        assert ines.page.eval_on_selector_all(".oldplay .card", _ROWS) == 1
        assert not ines.page.eval_on_selector("dialog[open]", _SCROLLS)
        assert faults(ines, ("dialog[open]",)) == []


@pytest.mark.parametrize("players", chosen([3, 4, 6], 6))
def test_card_labels_are_not_broken_into_pieces(browser: Browser, server: Server, players: int) -> None:
    with Person(browser, server, (740, 360)) as ines:
        replay(ines, f"prophecy-{players}-standard")
        seen = 0
        for _ in range(24):
            ines.page.keyboard.press("Shift+ArrowRight")
            seen += ines.count(".play .as")
            assert ines.page.eval_on_selector_all(".play .as", _BROKEN) == []
        assert seen > 1


@pytest.mark.parametrize("game", chosen(["seven-prophecies", "seven-prophecies-2017"], "seven-prophecies"))
def test_my_fulfilled_tokens_are_counted(browser: Browser, server: Server, game: str) -> None:
    with Person(browser, server, (740, 360)) as ines:
        sit(ines, game, players=4, tempo="at-once")
        play(ines, until=lambda now: now == "card")
        assert ines.text(".line7 .kept7 [aria-hidden]") == "0 of 7"
        assert faults(ines, (".line7 .kept7",)) == []


SURE = ".pv use[href='#i-check']"  # a check mark where a token surely comes true
AGAIN = {"en-GB": "Tap it again to play it", "ja-JP": "もう一度タップで出す"}


@pytest.mark.parametrize("tongue", chosen(AGAIN, "ja-JP"))
def test_a_raised_card_says_that_a_second_tap_plays_it_and_stays_in_its_box(
    browser: Browser, server: Server, tongue: str
) -> None:
    warm.wait()
    kept = {"trick": "tap", "confirm": "always"}
    with Person(browser, server, (740, 360), kept, locale=tongue) as ines:
        sit(ines, "seven-prophecies", players=4, tempo="at-once")

        def sure(now: str) -> bool:
            """Whether a card surely brings something, which is told a moment after the turn."""
            return now == "card" and bool(ines.page.wait_for_selector(".hand .pv")) and ines.count(f".hand {SURE}") > 0

        play(ines, until=sure)
        ines.tap_card(f".hand li:has({SURE}) button.card.legal")
        ines.page.wait_for_selector(".cell.ghost")
        assert ines.text(".say .why") == AGAIN[tongue]
        for size in SIDEWAYS:
            resize(ines, size)
            assert faults(ines, (".hand", ".say", ".cell.ghost")) == []


@pytest.mark.parametrize("size", chosen(SIDEWAYS, (740, 360)), ids=str)
def test_all_hands_of_a_replay_are_visible_without_scrolling(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    with Person(browser, server, size) as ines:
        replay(ines, "seven-prophecies-4-standard")
        for moves in (1, 6):  # a trick, and the end of a round after seven of ten
            for _ in range(moves):
                ines.page.keyboard.press("Shift+ArrowRight")
            left = 10 - ines.count(".hand .gone")
            ines.tap(".player .btn:has(use[href='#i-menu'])")
            ines.page.wait_for_selector("dialog[open] .allhands")
            assert ines.count(".allhands .card") == 4 * left > 0
            assert faults(ines, (".allhands .card",)) == []
            ines.dismiss()
        ines.page.keyboard.press("i")
        ines.page.wait_for_selector("dialog[open] .suits7")
        assert ines.count(".chip7[role=img].is-others") == 3 * left


@pytest.mark.parametrize("players", chosen([3, 4, 5, 6], 4))
def test_who_is_yet_to_play_is_no_word_in_pieces(browser: Browser, server: Server, players: int) -> None:
    with Person(browser, server, (740, 360), locale="ja-JP") as ines:
        replay(ines, f"prophecy-{players}-standard")
        lines: dict[str, int] = {}
        for _ in range(24):
            ines.page.keyboard.press("ArrowRight")
            lines |= dict(ines.page.eval_on_selector_all(".play .hole", _LINES))
        assert {text: lines[text] for text in ("これから", "最後の番")} == {"これから": 1, "最後の番": 1}, lines
