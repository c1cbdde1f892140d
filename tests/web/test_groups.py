"""Groups in real browsers: joined by link with two taps and a name, used by its members, in every window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.features.test_groups import Friend, invite, open_table, play_together, until
from tests.server.serving import Server, serving
from tests.web.browsing import DESK, PHONE, Person
from tests.web.looking import SIZES, TIGHT, TONGUES, crossed, faults, resize
from tests.web.test_access import assert_good
from tests.web.test_evenings import beside

WEEK = 7 * 86_400_000
LONG = "Wilhelmina Charlotte van"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose groups may have a chat."""
    flags = ("--request-rate", "1000", "--webhook-hosts", "chat.example")
    with serving(tmp_path_factory.mktemp("groups"), *flags) as running:
        yield running


def be(person: Person, friend: Friend) -> None:
    """The browser is the friend's device."""
    value = friend.client.cookies["foretold"]
    person.context.add_cookies([{"name": "foretold", "value": value, "url": person.server.url}])


def busy_group(server: Server) -> tuple[Friend, dict[str, Any]]:
    """A group with everything: six members, results of three evenings, tables, evenings and a chat."""
    owner = Friend(server, "Ana")
    facts = owner.make("Thursday table with a rather long name", zone="Europe/Berlin")
    others = [Friend(server, name) for name in ("Ben", LONG, "千恵", "Dov", "Finn")]
    for friend in others:
        friend.join(facts)
    for evening in (3, 2, 1):
        for guest in others[: 1 + evening % 2]:
            _, match = play_together(server, facts, owner, guest)
            until(partial(server.run, f"SELECT count(*) FROM matches WHERE id = '{match}'"), [(1,)])
            server.run(f"UPDATE matches SET ended = ended - {evening * WEEK} WHERE id = '{match}'")
    open_table(owner, facts, ("me", "open", "open"))
    open_table(others[0], facts, ("me", "open", "bot:greedy"))
    schedule = {"weekday": 3, "hour": 20, "zone": "America/New_York", "minutes": 120}
    Friend.done(owner.do(facts, "set-schedule", schedule=schedule))
    start = owner.see(facts)["schedule"]["next"][0]
    for friend, coming in ((owner, True), (others[0], True), (others[1], False)):
        Friend.done(friend.do(facts, "answer", start=start, coming=coming))
    Friend.done(owner.do(facts, "set-hook", url="https://chat.example/hooks/1"))
    return owner, facts


def test_a_newcomer_joins_by_link_with_two_taps_and_a_name(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ana, Person(browser, server, PHONE, locale="ja-JP") as chie:
        ana.page.goto("/groups")
        ana.page.get_by_label("Name of the group").fill("Thursday table")
        ana.page.get_by_label("Your name").fill("Ana")
        assert_good(ana, "new group")
        ana.tap(".groupnew [data-go]")
        ana.page.wait_for_selector(".groupmembers li")
        link = ana.page.locator(".copylink input").input_value()
        chie.page.goto(link)
        chie.page.wait_for_selector(".groupinvited [data-go]")
        for size in ((360, 740), (740, 360)):
            resize(chie, size)
            assert faults(chie, (".groupinvited [data-go]", ".groupinvited input"), scrolls=True) == []
        resize(chie, PHONE)
        assert_good(chie, "invitation")
        chie.tap(".groupinvited input")  # one
        chie.page.keyboard.press("Control+A")
        chie.page.keyboard.type("千恵")
        chie.tap(".groupinvited [data-go]")  # two
        chie.page.wait_for_selector(".groupmembers li:nth-child(2):has-text('千恵')")
        ana.page.reload()
        ana.page.wait_for_selector(".groupmembers li:nth-child(2):has-text('千恵')")
        chie.page.goto("/")
        chie.page.wait_for_selector(".yourgroups a:has-text('Thursday table')")
        chie.page.goto(link)  # a member goes on to the group
        chie.page.wait_for_url("**/groups/*")
        stranger = Friend(server, "Eve")
        group = chie.page.url.rpartition("/")[2]
        assert stranger.client.get(f"/api/groups/{group}").status_code == 404


def test_a_table_is_started_for_the_group_and_an_evening_is_saved(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ana, Person(browser, server, PHONE) as ben:
        host = Friend(server, "Ana")
        facts = host.make("Fridays")
        guest = Friend(server, "Ben")
        guest.join(facts)
        for person, friend in ((ana, host), (ben, guest)):
            be(person, friend)
            person.page.goto(f"/groups/{facts['id']}")
            person.page.wait_for_selector(".groupmembers li")
        ana.tap("[data-schedule]")
        ana.page.locator(".dlg[open] .pill", has_text="Fri").click()
        ana.page.locator(".dlg[open] input[type=time]").fill("19:30")
        ana.tap(".dlg[open] .btn.primary")
        ana.page.wait_for_selector(".groupnext h2:has-text('Friday'):has-text('19:30')")
        ben.page.reload()  # or half a minute later by itself
        ben.page.wait_for_selector(".groupanswers .btn")
        ben.page.locator(".groupanswers .btn", has_text="I’m coming").click()
        ben.page.wait_for_selector(".groupanswers .chosen")
        with ben.page.expect_download() as saved:
            ben.page.locator("[data-calendar]").click()
        text = Path(saved.value.path()).read_text("utf-8")
        assert "RRULE:FREQ=WEEKLY;BYDAY=FR" in text
        assert "T193000" in text
        ana.tap(".groupgo [data-go]")
        ana.page.wait_for_selector(".dlg[open] .btn.primary:not([disabled])")
        assert_good(ana, "a table for the group")
        ana.tap(".dlg[open] .btn.primary")
        ana.page.wait_for_url("**/tables/*")
        ben.page.reload()
        ben.page.wait_for_selector(".grouptables li a:has-text('Join')")
        ben.page.locator(".grouptables li a").click()
        ben.page.wait_for_url(ana.page.url)
        ben.page.goto(f"/groups/{facts['id']}")
        ben.page.locator(".groupdo .btn", has_text="Leave the group").click()
        ben.tap(".dlg[open] .warn")
        ben.page.wait_for_url("**/groups")
        ana.page.goto(f"/groups/{facts['id']}")
        ana.page.locator(".groupdo .btn", has_text="Manage").click()
        ana.page.locator(".dlg[open] .btn.warn").click()
        ana.page.locator(".dlg[open] .btn.warn").last.click()
        ana.page.wait_for_url("**/groups")
        assert host.client.get("/api/groups").json() == {"groups": []}


@pytest.fixture(scope="module")
def busy(server: Server) -> tuple[Friend, dict[str, Any]]:
    made: list[tuple[Friend, dict[str, Any]]] = []
    beside(lambda: made.append(busy_group(server)))
    return made[0]


@pytest.mark.parametrize(("tongue", "light"), crossed(TONGUES, ("dark", "light"), at=(3,)))
def test_a_group_fits_every_window(
    browser: Browser,
    server: Server,
    busy: tuple[Friend, dict[str, Any]],
    tongue: str,
    light: str,
    request: pytest.FixtureRequest,
) -> None:
    owner, facts = busy
    wrong = []
    with Person(browser, server, DESK, locale=TONGUES[tongue], color_scheme=light) as person:
        pages = {
            f"/g/{invite(facts)}": ".groupinvited [data-go]",
            f"/groups/{facts['id']}": ".grouptables li",
            "/groups": ".groupcompanions li",
            "/": ".yourgroups a",
        }
        for page, ready in pages.items():
            person.page.goto(page)
            person.page.wait_for_selector(ready)
            for size in SIZES if request.config.getoption("--long") else [*TIGHT, (390, 844), (740, 360), (1366, 657)]:
                resize(person, size)
                wanted = (".groupinvited [data-go]",) if page.startswith("/g/") else ()
                seen = faults(person, wanted, scrolls=True)
                if page == "/":  # the rest of it: test_pages.py
                    seen = [line for line in seen if "Thursday" in line]
                wrong += [f"{page} {size}: {fault}" for fault in seen]
                if folder := os.environ.get("FORETOLD_LOOK"):
                    name = page.strip("/").split("/")[0] + ("-one" if facts["id"] in page else "")
                    place = f"{folder}/{name or 'home'}-{tongue}-{light}-{size[0]}x{size[1]}.png"
                    person.page.screenshot(path=place, full_page=True)
            resize(person, DESK)
            wrong += [f"{page}: {fault}" for fault in person.axe()]
            if page.startswith("/g/"):  # from here on as the owner
                be(person, owner)
    assert not wrong, "\n".join(wrong[:40])
