"""The operator's page in real browsers: by link, in every window; what others see of it: bars, refusals."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from tests.server.features.test_admin import act, admin, person_of, signed_in
from tests.server.lining import SHORT
from tests.server.serving import Server, command, make_table, serving
from tests.web.browsing import DESK, PHONE, Person
from tests.web.looking import SIZES, TIGHT, crossed, faults, resize

TONGUES = {"en": "en-GB", "ja": "ja-JP"}
LONG = "Wilhelmina Charlotte van"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("admin"), "--request-rate", "1000") as running:
        yield running


@pytest.fixture(scope="module")
def busy(server: Server) -> dict[str, httpx.Client]:
    """A server with something of everything: tables, people, a report, restrictions, a changed limit."""
    ann, bo, cy = (server.client() for _ in range(3))
    table = make_table(ann, ["me", "open", "open"], chat="free", **SHORT)
    make_table(ann, ["me", "bot:greedy", "bot:greedy"], **SHORT)
    for seat, guest, name in ((1, bo, LONG), (2, cy, "千恵")):
        assert command(guest, table, type="sit", seat=seat, name=name).status_code == 200
    for guest, text in (
        (ann, "good luck, everyone"),
        (bo, "learn to play, you muppet"),
        (cy, "please keep it friendly"),
    ):
        assert command(guest, table, type="say", text=text).status_code == 200
    line = {"seat": 1, "name": LONG, "text": "learn to play, you muppet"}
    assert ann.post(f"/api/tables/{table}/reports", json=line).status_code == 200
    operator = signed_in(server, "Ana")
    act(operator, type="mute", person=person_of(operator, "千恵")["id"], hours=24, reason="a rather long reason " * 4)
    act(operator, type="block", network="2001:db8:1234::/48", hours=None)
    act(operator, type="limit", name="tables-per-person", value=7)
    return {"ann": ann, "bo": bo, "cy": cy, "operator": operator}


def open_page(person: Person, server: Server, name: str = "Ana") -> None:
    person.page.goto(admin(server, "link", "--name", name)["link"].replace(server.url, ""))
    person.page.wait_for_selector(".adm-log li")


@pytest.mark.parametrize(("tongue", "size"), crossed(TONGUES, (DESK, PHONE), at=(1,)))
def test_the_operators_page_fits_every_window(
    browser: Browser,
    server: Server,
    busy: dict[str, httpx.Client],
    tongue: str,
    size: tuple[int, int],
    request: pytest.FixtureRequest,
) -> None:
    scheme = "light" if tongue == "en" else "dark"
    with Person(browser, server, size, locale=TONGUES[tongue], color_scheme=scheme) as ana:
        open_page(ana, server)
        assert "link=" not in ana.page.url
        wrong = []
        for window in SIZES if request.config.getoption("--long") else TIGHT:
            resize(ana, window)
            problems = faults(ana, (), scrolls=True)
            wrong += [f"{window}: {fault}" for fault in problems]
            if folder := os.environ.get("FORETOLD_LOOK"):
                ana.page.screenshot(path=Path(folder) / f"admin-{tongue}-{window[0]}x{window[1]}.png", full_page=True)
        assert not wrong, "\n".join(wrong)
        assert ana.axe() == []
        ana.page.locator(".adm-acts .apart").first.click()
        ana.page.wait_for_selector("dialog[open]")
        for window in TIGHT:
            resize(ana, window)
            assert faults(ana, ("dialog[open]",), scrolls=True) == [], window
        assert ana.axe() == []


def test_without_a_link_one_sentence_says_how_to_get_one(browser: Browser, server: Server) -> None:
    with Person(browser, server) as stranger:
        stranger.forgiven += ("403 (Forbidden)", "404 (Not Found)")
        stranger.page.goto("/admin")
        stranger.page.wait_for_selector(".adm-shut")
        assert "foretold admin link" in stranger.text(".adm-shut")
        assert stranger.page.locator(".adm-panel").count() == 0
        stranger.page.goto("/admin#link=wrong")
        stranger.page.reload()
        stranger.page.wait_for_selector(".adm-shut")


def test_a_report_is_handled_by_keyboard_with_a_reason(
    browser: Browser, server: Server, busy: dict[str, httpx.Client]
) -> None:
    with Person(browser, server) as ana:
        open_page(ana, server)
        ana.page.wait_for_selector(".adm-chat .bad")
        assert "learn to play" in ana.text(".adm-chat .bad")
        ana.reach(".adm-acts .btn")
        ana.page.keyboard.press("Enter")
        ana.page.wait_for_selector("dialog[open] form")
        ana.reach("dialog input[type=text]")
        ana.page.keyboard.type("insults")
        ana.page.keyboard.press("Enter")
        ana.page.wait_for_selector("dialog[open]", state="detached")
        ana.page.wait_for_selector(".adm-chat", state="detached")
        assert "insults" in ana.text(".adm-log")
        [report] = busy["operator"].get("/api/admin/reports").json()["reports"]
        assert (report["outcome"], report["handler"]) == ("mute", "Ana")


def test_an_announcement_is_a_calm_bar_that_is_heard_once_and_dismissed(
    browser: Browser, server: Server, busy: dict[str, httpx.Client]
) -> None:
    admin(server, "announce", "Restart at 22:00. Matches are saved.")
    with Person(browser, server) as ines:
        ines.page.goto("/")
        ines.page.wait_for_selector(".announcement")
        assert "Restart at 22:00" in ines.text(".announcement")
        ines.until("() => document.querySelector('[role=status]')?.textContent.includes('Restart at 22:00')")
        assert ines.axe() == []
        ines.page.goto("/rules")
        ines.page.wait_for_selector(".announcement")
        ines.page.wait_for_timeout(500)
        assert not ines.page.evaluate(
            "() => [...document.querySelectorAll('[role=status]')].some((each) => each.textContent.includes('22:00'))"
        ), "it is heard once"
        table = make_table(busy["ann"], ["me", "open", "open"], public=True, **SHORT)
        ines.page.goto(f"/tables/{table}")
        ines.page.wait_for_selector(".announced")
        for window in TIGHT:
            resize(ines, window)
            assert faults(ines, (".announced",), scrolls=True) == [], window
        resize(ines, DESK)
        ines.tap(".announced")
        ines.page.wait_for_selector("dialog[open]")
        ines.page.keyboard.press("Enter")
        ines.page.wait_for_selector(".announced", state="detached")
        ines.page.goto("/")
        ines.page.wait_for_timeout(2500)
        assert ines.page.locator(".announcement").count() == 0


def test_blocked_people_read_one_sentence(browser: Browser, server: Server, busy: dict[str, httpx.Client]) -> None:
    bo = server.client()
    assert bo.post("/api/me", json={"name": "Blocked"}).status_code == 200
    act(busy["operator"], type="block", person=person_of(busy["operator"], "Blocked")["id"], hours=1)
    with Person(browser, server, locale="ja-JP") as person:
        person.forgiven += ("403 (Forbidden)",)
        person.context.add_cookies([{"name": "foretold", "value": bo.cookies["foretold"], "url": server.url}])
        person.page.goto("/")
        person.page.wait_for_selector("main.ended p")
        assert "運営者" in person.text("main.ended")
        assert person.axe() == []
