"""Several people at one table: four browsers, two at one device, two tabs of one person, somebody who watches."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import foretold
from foretold.fair import SHARE_SIZE, commitment, verify
from tests.conftest import chosen
from tests.server.serving import Server, command, wait_for
from tests.web.browsing import DESK, GAMES, PHONE, Person, hurry, moment, play, play_all, record_of, sit, step
from tests.web.looking import faults

FIRST_EDITION = "seven-prophecies-2017"


def ask_for_a_table(person: Person, game: str, *choices: str, variant: str) -> None:
    """Opens a table from the first page: players, those at this device and bots as chosen, and the variant."""
    person.page.goto("/")
    card = f"li.game:has(a[href='rules/{game}'])"
    person.page.locator(f"{card} .facts span").nth(2).wait_for()  # what is known of the games moves what lies below it
    person.tap(f"{card} [data-friends]")
    person.page.wait_for_selector("dialog[open]")
    for number, value in enumerate(choices):
        person.page.locator("dialog[open] fieldset").nth(number).locator(f"[value='{value}']").check()
    person.page.locator(f"dialog[open] [value='{variant}']").check()
    person.tap("dialog[open] .btn.primary")


def result(person: Person) -> list[list[str]]:
    """Names and totals at the end of the match, as this person sees them."""
    rows: list[list[str]] = person.page.eval_on_selector_all(
        ".matchend .rounds tbody tr",
        "(rows) => rows.map((row) => ['.who > span', '.whole'].map((part) => row.querySelector(part).firstChild.data))",
    )
    return rows


def test_four_browsers_play_at_one_table(browser: Browser, server: Server, request: pytest.FixtureRequest) -> None:
    """The short run leaves the pages after the first trick, till the end of the match."""
    with (
        Person(browser, server, DESK) as ann,
        Person(browser, server, PHONE, color_scheme="light") as ben,
        Person(browser, server, PHONE) as cleo,
        Person(browser, server, DESK, locale="ja-JP") as dai,
    ):
        people = [ann, ben, cleo, dai]
        ask_for_a_table(ann, FIRST_EDITION, variant="single-round")
        link = ann.page.locator(".invite input").input_value()
        for guest, name in ((ben, "Ben"), (cleo, "Cleo"), (dai, "大")):
            guest.page.goto(link)
            guest.page.locator(".invitation input").fill(name)
            guest.tap(".invitation [data-go]")
            guest.tap(".lobby-go [data-go]")
        assert "卓" in dai.text(".lobby h2")
        assert dai.page.evaluate("document.documentElement.lang") == "ja"
        ann.page.locator(".lobby .seat .is-ready").nth(2).wait_for()
        ann.page.locator(".lobby svg.qr path").wait_for()
        ann.tap(".lobby-go [data-go]")
        if request.config.getoption("--long"):
            play_all(people)
        else:
            play_all(people, until=lambda _, now: now == "held")
            hurry(*people)
        assert {name for name, _ in result(ann)} >= {"Ben", "Cleo", "大"}
        assert [result(person) for person in people] == [result(ann)] * 4
        record = record_of(ann)
        assert foretold.replay(record).over
        assert verify(record).shared == (0, 1, 2, 3)
        assert [record_of(person) for person in people[1:]] == [record] * 3


def test_the_second_person_to_take_a_seat_is_shown_a_free_one(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ann, Person(browser, server) as ben, Person(browser, server, PHONE) as cleo:
        sit(ann, "seven-prophecies", players=3, seats=["me", "open", "open"], name="Ann")
        for guest in (ben, cleo):
            guest.page.goto(f"{ann.page.url}?watch")
            guest.tap(".lobby .does .btn.primary")  # both mean the second seat
        for guest, name in ((ben, "Ben"), (cleo, "Cleo")):
            guest.page.locator("dialog[open] input").fill(name)
            guest.tap("dialog[open] .btn.primary")
            guest.page.wait_for_selector("dialog[open]", state="detached")
            ann.page.wait_for_selector(".lobby .seat-1 .tok:not(.hollow)")
        cleo.page.wait_for_selector(".toast")
        assert cleo.text(".toast span") == "Someone was faster. Seat 3 is free."
        assert cleo.text(".toast span") in cleo.page.locator("[role=status] p").all_text_contents()
        assert not cleo.axe()
        cleo.tap(".toast .btn:not(.icon)")
        ann.page.wait_for_selector(".lobby .seat-2 .tok:not(.hollow)")
        assert cleo.count(".toast") == 0


# Short names that stand on several lines, or have no room.
_BROKEN = """(all) => all.flatMap((name) => {
    const range = document.createRange()
    range.selectNodeContents(name)
    const wide = range.getBoundingClientRect().width
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size
    return lines > 1 || wide > name.getBoundingClientRect().width + 1 ? [name.textContent] : []
})"""


@pytest.mark.parametrize("size", chosen([(390, 844), (360, 740), (740, 360), (667, 375)], (740, 360)), ids=str)
def test_with_clocks_for_four_people_short_names_stay_whole(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    seats, clock = ["me", "open", "open", "open"], {"kind": "seconds", "seconds": 600}
    with Person(browser, server, size) as ann:
        table = sit(ann, FIRST_EDITION, players=4, seats=seats, name="Ann", pace=clock)
        guests = [server.client() for _ in range(3)]
        for seat, (guest, name) in enumerate(zip(guests, ("Finn", "Dov", "かえで"), strict=True), start=1):
            for wish in ({"type": "sit", "seat": seat, "name": name}, {"type": "ready"}):
                assert command(guest, table, **wish).status_code == 200
        ann.tap(".lobby-go [data-go]")
        ann.page.wait_for_selector(".sharing")
        share = bytes(SHARE_SIZE)  # without theirs the cards are dealt as late as a test gives up
        for wish in ({"type": "commit", "commitment": commitment(share)}, {"type": "reveal", "bytes": share.hex()}):
            for guest in guests:
                wait_for(lambda guest=guest, wish=wish: command(guest, table, **wish).is_success)  # type: ignore[misc]
        ann.page.wait_for_selector(".tray")
        expect(ann.page.locator(".ready .is-away")).to_have_count(3)
        assert ann.page.eval_on_selector_all(".ready .name", _BROKEN) == []
        assert faults(ann, (".ready",)) == []


# At one device -----------------------------------------------------------------------------------------------------

_WATCH = """() => {
    window.seen = []
    const look = () => {
        const curtain = document.querySelector('.curtain')
        const mine = document.querySelector('.mine [data-seat], .ready .seat:last-of-type[data-seat]')
        const cards = document.querySelectorAll('.hand .card').length
        const now = {curtain: curtain !== null, hands: document.querySelectorAll('.hand').length, cards,
                     seat: Number(curtain ? curtain.className.match(/seat-(\\d)/)[1] : (mine?.dataset.seat ?? -1))}
        if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now)
    }
    new MutationObserver(look).observe(document, {childList: true, subtree: true, attributes: true})
    look()
}"""


@pytest.mark.parametrize("game", [FIRST_EDITION, pytest.param("prophecy", marks=pytest.mark.long)])
def test_two_people_at_one_device_never_see_two_hands(browser: Browser, server: Server, game: str) -> None:
    with Person(browser, server, PHONE) as both:
        ask_for_a_table(both, game, "3", "2", "1", variant=GAMES[game]["options"]["variant"])
        both.page.evaluate(_WATCH)
        play(both)
        seen: list[dict[str, Any]] = both.page.evaluate("window.seen")
        record = record_of(both)
    assert foretold.replay(record).over
    assert all(moment["hands"] <= 1 for moment in seen)
    assert all(moment["cards"] == 0 for moment in seen if moment["curtain"])
    shown = [moment for moment in seen if moment["curtain"] or moment["cards"]]
    assert {moment["seat"] for moment in shown} == {0, 1}
    for before, after in pairwise(shown):
        assert before["seat"] == after["seat"] or after["curtain"], "a hand came without a curtain before it"


# More than one look ------------------------------------------------------------------------------------------------


def hand_of(page: Page) -> list[str]:
    """The cards in the hand on this page."""
    cards: list[str] = page.eval_on_selector_all(".hand [data-card]", "(all) => all.map((one) => one.dataset.card)")
    return cards


def test_two_tabs_of_one_person_agree(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, FIRST_EDITION, **GAMES[FIRST_EDITION])
        play(ines, until=lambda now: now == "card")
        other = ines.context.new_page()
        other.goto(ines.page.url)
        other.wait_for_selector(".hand .card.legal")
        before = ines.hand()
        assert hand_of(other) == before
        ines.page.bring_to_front()
        step(ines, "card")
        expect(other.locator(".hand [data-card]")).to_have_count(len(before) - 1)
        play(ines, until=lambda now: now == "held")
        other.locator(".say .btn.primary").wait_for()
        assert hand_of(other) == ines.hand()
        # What is played in the one tab can't be played in the other any more, which still looks at the trick before.
        first, ines.page = ines.page, other
        play(ines, until=lambda now: now == "card")
        step(ines, "card")
        ines.page = first
        step(ines, "held")
        expect(first.locator(".hand [data-card]")).to_have_count(len(before) - 2)
        assert ines.hand() == hand_of(other)
        assert ines.count(".toast") == 0


def test_a_spectator_sees_no_hand(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines, Person(browser, server, PHONE) as watcher:
        table = sit(ines, FIRST_EDITION, **GAMES[FIRST_EDITION])
        watcher.page.goto(f"/tables/{table}?watch")
        watcher.page.wait_for_selector(".screens")
        assert watcher.count(".hand") == 0
        play(ines, until=lambda now: now == "card" and ines.count(".cell .card") > 3)
        watcher.page.wait_for_selector(".cell.now .card")
        assert watcher.count(".hand, [data-card]") == 0
        watcher.page.keyboard.press("i")
        watcher.page.wait_for_selector("dialog[open]")
        assert watcher.count("dialog[open] .is-hand") == 0
        assert moment(watcher) in ("", "held")
