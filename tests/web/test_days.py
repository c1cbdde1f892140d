"""Tables by days in the browser: a card chosen in advance, forced cards, the next table, notifications, clocks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import chosen
from tests.server.by_days import ByDays
from tests.server.serving import Server, make_table
from tests.web.browsing import DESK, PHONE, Person
from tests.web.looking import SIZES, crossed, faults

WINDOWS = crossed(["seven-prophecies", "prophecy"], SIZES, ["en-GB", "ja-JP"], at=(8, 9))


def comes(person: Person, match: ByDays, seat: int) -> None:
    """The seat's person has this browser, and looks at the table."""
    cookie = match.people[seat].cookies["foretold"]
    person.context.add_cookies([{"name": "foretold", "value": cookie, "url": str(match.people[seat].base_url)}])
    person.page.goto(f"/tables/{match.table}")
    person.page.locator(".hand .card").first.wait_for()


def follower(match: ByDays) -> tuple[int, int]:
    """Who leads, and who comes next."""
    [leader] = match.actors()
    return leader, (leader + 1) % 3


@pytest.mark.parametrize("size", chosen([DESK, PHONE], DESK), ids=["desk", "phone"])
def test_a_card_is_chosen_in_advance_changed_and_played(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    match = ByDays(server)
    match.choose_all()
    leader, second = follower(match)
    lead = match.sight(second)["view"]["future"][0][0]
    hand = match.hand(second)
    good = [card for card in hand if card[0] == lead] or hand
    other = next(card for card in hand if card != good[0])
    with Person(browser, server, size) as ann:
        comes(ann, match, second)
        expect(ann.page.locator(".plan-say")).to_contain_text("choose it in advance")
        ann.tap_card(f".hand [data-card='{other}']")
        expect(ann.page.locator(f".hand .planned[data-card='{other}']")).to_have_attribute("aria-pressed", "true")
        ann.tap_card(f".hand [data-card='{good[0]}']")
        expect(ann.page.locator(".hand .planned")).to_have_attribute("data-card", good[0])
        expect(ann.page.locator(".plan-say")).to_contain_text("On your turn")
        ann.page.reload()  # the server keeps it
        expect(ann.page.locator(".hand .planned")).to_have_attribute("data-card", good[0])
        ann.tap_card(f".hand [data-card='{good[0]}']")  # the same one again withdraws it
        expect(ann.page.locator(".hand .planned")).to_have_count(0)
        ann.until(f"fetch('{match.path[1:]}/plans').then((answer) => answer.json()).then((all) => !all.cards.length)")
        ann.tap_card(f".hand [data-card='{good[0]}']")
        ann.until(f"fetch('{match.path[1:]}/plans').then((answer) => answer.json()).then((all) => all.cards.length)")
        match.act(leader)
        match.wait_for_acts(5)
        assert match.acted()[-1] == (second, good[0])
        expect(ann.page.locator(f".hand [data-card='{good[0]}']")).to_have_count(0)


def test_clocks_show_days_and_hours_and_the_lobby_says_what_happens_when_time_runs_out(
    browser: Browser, server: Server
) -> None:
    match = ByDays(server)
    match.choose_all()
    _, second = follower(match)
    with Person(browser, server) as ann:
        comes(ann, match, second)
        expect(ann.page.locator(".seats .clock")).to_contain_text("1 d 23 h")
        host = match.people[second]
        table = make_table(host, ["me", "open", "open"], game="prophecy", players=3, pace={"kind": "days", "days": 3})
        ann.page.goto(f"/tables/{table}")
        expect(ann.page.locator(".lobby-side")).to_contain_text("When the time runs out, a bot plays")
        switch = ann.page.locator(".lobby-side .switch input")
        switch.check()
        ann.until(f"fetch('api/tables/{table}/plans').then((answer) => answer.json()).then((all) => all.forced)")


def test_the_bar_leads_to_the_next_table_where_it_is_my_turn(browser: Browser, server: Server) -> None:
    match = ByDays(server)
    match.choose_all()
    _, second = follower(match)
    with Person(browser, server) as ann:
        comes(ann, match, second)
        assert ann.count("[data-next-table]") == 0
        waits = ByDays(server, host=match.people[second]).table  # for everybody's prophecy
        ann.page.reload()
        ann.page.locator(".hand .card").first.wait_for()
        ann.page.locator("[data-next-table]").click()
        ann.page.wait_for_url(f"**/tables/{waits}")
        assert ann.count("[data-next-table]") == 0, "the other one waits for somebody else"
        ann.page.goto(f"/tables/{match.table}")
        ann.page.locator("[data-next-table]").wait_for()
        ann.page.goto("/rules/prophecy")
        ann.page.locator("[data-next-table]").wait_for()


def test_notifications_are_offered_once_after_the_first_move(browser: Browser, server: Server) -> None:
    match = ByDays(server)
    match.choose_all()
    leader, _ = follower(match)
    with Person(browser, server) as ann:
        # A headless browser has no push service: what the page asks of it is answered here.
        ann.page.add_init_script(
            "Object.defineProperty(Notification, 'permission', {get: () => 'default'});"
            "navigator.serviceWorker.getRegistration = async () => undefined"
        )
        comes(ann, match, leader)
        assert ann.count("dialog[open]") == 0
        ann.tap_card(f".hand [data-card='{match.legal(leader)[0]}']")
        dialog = ann.page.locator("dialog[open]")
        expect(dialog).to_contain_text("Notify you when it’s your turn?")
        dialog.get_by_text("Not now").click()
        expect(ann.page.locator("dialog[open]")).to_have_count(0)
        assert ann.page.evaluate("localStorage.getItem('foretold-notices-offered')") == "1"


@pytest.mark.parametrize(("game", "size", "locale"), WINDOWS)
def test_every_window_has_room_for_a_card_chosen_in_advance(
    browser: Browser, server: Server, game: str, size: tuple[int, int], locale: str
) -> None:
    match = ByDays(server, game)
    match.choose_all()
    _, second = follower(match)
    with Person(browser, server, size, locale=locale) as ann:
        comes(ann, match, second)
        ann.page.locator(".plan-say").wait_for()
        assert faults(ann, (".hand .card", ".say")) == []
        ann.tap_card(".hand .card")
        ann.page.locator(".hand .planned").wait_for()
        assert faults(ann, (".hand .card", ".say")) == []
        assert ann.axe() == []
