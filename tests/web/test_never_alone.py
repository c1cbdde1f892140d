"""Two people who come within an hour of each other, at a server with nobody else, end up at one table."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, expect

from tests.server.called import COMMAND, Service, certificate, service
from tests.server.called import Browser as Subscription
from tests.server.serving import Server, serving
from tests.web.browsing import PHONE, Person, moment, play, sit
from tests.web.looking import SIZES, TONGUES, USUAL, crossed, faults, resize
from tests.web.test_windows import assert_right

# This browser has no push service: the page gets the address of ours instead.
SUBSCRIBED = """
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async () => ({ endpoint: %s, toJSON: () => ({ keys: %s }) })
"""


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = certificate(tmp_path_factory.mktemp("trust"))
    with patch.dict(os.environ, SSL_CERT_FILE=str(path)):
        yield path


@pytest.fixture(scope="module")
def push(pem: Path) -> Iterator[Service]:
    with service(pem) as pushing:
        yield pushing


@pytest.fixture(scope="module")
def quiet_server(pem: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this file alone, which may notify people at our push service."""
    flags = ("--push-hosts", "localhost", "--bot-delay", "0.02", "--request-rate", "1000")
    with serving(tmp_path_factory.mktemp("quiet"), *flags, command=COMMAND) as running:
        yield running


def test_two_people_who_arrive_in_turn_end_up_at_one_table(
    browser: Browser, quiet_server: Server, push: Service
) -> None:
    subscription = Subscription(push.url, "ana")
    wish = subscription.wish()
    keys = {"p256dh": wish["p256dh"], "auth": wish["auth"]}
    with Person(browser, quiet_server, permissions=["notifications"]) as ana, Person(browser, quiet_server) as bo:
        ana.context.add_init_script(SUBSCRIBED % (json.dumps(subscription.url), json.dumps(keys)))
        ana.page.goto("/")
        expect(ana.page.locator(".seekers h2 small")).to_have_count(0)  # nobody is online: nothing is said
        ana.page.click("[data-search-open]")
        dialog = ana.page.locator("dialog[open]")
        dialog.locator("input[autocomplete=nickname]").fill("Ana")
        dialog.get_by_label("Notify me when someone opens a table").check()
        dialog.get_by_label("Never between 22:00 and 8:00").uncheck()
        assert ana.axe() == []
        dialog.locator("[data-first]").click()
        expect(dialog).to_have_count(0)
        expect(ana.page.locator(".seekers")).to_contain_text("You’re on the list.")
        ana.page.goto("about:blank")  # she does something else

        bo.page.goto("/")
        expect(bo.page.locator(".seekers h2")).to_contain_text("1 person is looking for a game")
        bo.page.click('[data-game="prophecy"] [data-bots]')
        dialog = bo.page.locator("dialog[open]")
        dialog.locator("input[autocomplete=nickname]").fill("Bo")
        expect(dialog.get_by_label("Others may join")).to_be_checked()
        dialog.locator("[data-first]").click()
        play(bo, until=lambda now: now == "bid")

        word = subscription.read(push.heard().body)
        assert word["title"] == "Bo has opened a table of Prophecy: 3 seats free"
        ana.page.goto(f"/{word['path']}")
        ana.page.click("[data-take]")
        expect(ana.page.locator(".visit h2")).to_contain_text("is yours from round 2")
        assert ana.count(".hand .card") == 0
        expect(bo.page.locator(".is-next")).to_contain_text("Ana next")
        assert bo.axe() == []

        play(bo, until=lambda now: now == "round")
        ana.page.wait_for_selector(".hand .card, .summary [data-go]")
        play(ana, until=lambda now: now == "bid")
        assert ana.count(".hand .card") > 0
        play(bo, until=lambda now: now != "round")  # who bids first hangs on the scores: Bo may have to wait for Ana
        expect(bo.page.locator(".name", has_text="Ana").first).to_be_visible()


# How often somebody clicks or taps; input by keys is none.
TAPS = "addEventListener('click', (event) => event.isTrusted && (window.taps = (window.taps ?? 0) + 1), true)"


def test_play_leads_to_the_first_decision_in_one_tap_without_other_people(
    browser: Browser, quiet_server: Server
) -> None:
    with Person(browser, quiet_server, PHONE) as ines:
        ines.context.add_init_script(TAPS)
        ines.page.goto("/")
        ines.page.get_by_role("button", name="Play now against bots").tap()
        ines.page.wait_for_selector(".tray, .bidscreen")
        assert ines.page.evaluate("window.taps") == 1
        assert moment(ines) == "prophecy"


def test_a_newcomer_by_link_is_seated_with_two_taps_and_a_name(browser: Browser, quiet_server: Server) -> None:
    with Person(browser, quiet_server) as ana, Person(browser, quiet_server, PHONE) as ben:
        table = sit(ana, "prophecy", players=4, seats=["me", "open", "open", "bot:novice"], name="Ana")
        ben.context.add_init_script(TAPS)
        ben.page.goto(f"/tables/{table}")
        ben.page.locator(".invitation input").tap()
        ben.page.keyboard.type("Ben")
        ben.page.locator(".invitation [data-go]").tap()
        expect(ana.page.locator(".lobby .seat-1 .name")).to_contain_text("Ben")
        ben.page.wait_for_selector(".lobby-go [data-go]")
        assert ben.page.evaluate("window.taps") == 2


@pytest.mark.parametrize(("game", "tongue"), crossed(("seven-prophecies", "prophecy"), TONGUES, at=(3,)))
def test_a_bots_seat_that_can_be_taken_over_fits_every_window(
    browser: Browser, server: Server, game: str, tongue: str, request: pytest.FixtureRequest
) -> None:
    sizes = SIZES if request.config.getoption("--long") else USUAL
    locale = TONGUES[tongue]
    with Person(browser, server, locale=locale) as ines, Person(browser, server, locale=locale) as mio:
        table = sit(ines, game, players=4, drop_in=True)
        play(ines, until=lambda now: now == "card")
        mio.context.request.post("/api/me", data={"name": "Mio"})
        mio.page.goto(f"/tables/{table}?watch")
        mio.page.wait_for_selector(".visit [data-take]")
        wrong = []
        for size in sizes:
            resize(mio, size)
            wrong += [f"offered at {size}: {fault}" for fault in faults(mio, (".visit .btn",))]
        mio.page.click(".visit [data-take]")
        mio.page.wait_for_selector(".is-next, .visit h2")
        ines.page.wait_for_selector(".is-next", state="attached")
        for size in sizes:
            resize(mio, size)
            wrong += [f"asked at {size}: {fault}" for fault in faults(mio, (".visit .btn",))]
            resize(ines, size)
            # In low windows the notice of the takeover stands where the prompt stands, for as long as it is shown.
            wrong += [f"player at {size}: {fault}" for fault in faults(ines, (".say, .saidline:not(.bar *)",))]
        assert_right(wrong + mio.axe() + ines.axe())


def test_the_host_closes_the_table_to_others_in_its_menu(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines, Person(browser, server) as mio:
        table = sit(ines, "seven-prophecies", players=4, drop_in=True)
        play(ines, until=lambda now: now == "card")
        mio.context.request.post("/api/me", data={"name": "Mio"})
        mio.page.goto(f"/tables/{table}?watch")
        mio.page.wait_for_selector(".visit [data-take]")
        ines.page.click("button[popovertarget$=-menu]")
        ines.page.get_by_role("button", name="About this table").click()
        ines.page.get_by_label("Others may join").uncheck()
        expect(mio.page.locator(".visit [data-take]")).to_contain_text("Ask for a seat")
