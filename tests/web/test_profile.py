"""The profile: what own matches say, and being the same person on two devices."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, expect

from tests.server.features.test_ratings import person, played
from tests.server.serving import Server, serving
from tests.web.browsing import DESK, PATIENCE, PHONE, Person
from tests.web.test_access import assert_good
from tests.web.test_review import matched


def come(person: Person, cookie: str) -> None:
    person.context.add_cookies([{"name": "foretold", "value": cookie, "url": person.server.url}])
    person.page.goto("/profile")
    person.page.wait_for_selector(".devices")


@pytest.mark.parametrize("locale", [pytest.param("en", marks=pytest.mark.long), "ja"])
def test_a_profile_fits_every_window_and_is_accessible(browser: Browser, server: Server, locale: str) -> None:
    _, cookie = matched(server, "seven-prophecies-2017")
    for size in (PHONE, DESK):
        with Person(browser, server, size=size, locale=locale) as ines:
            come(ines, cookie)
            expect(ines.page.locator(".games9 li")).to_have_count(1)
            expect(ines.page.locator(".formscale .mark")).to_have_count(3)
            ines.page.click(".panel9 > .btn")
            ines.page.wait_for_selector(".carry .qr path")
            assert_good(ines, f"profile {size}")


def test_a_pairing_code_or_link_adds_a_device_that_can_be_removed(browser: Browser, server: Server) -> None:
    ann = server.client()
    ann.post("/api/me", json={"name": "Ines"})
    with Person(browser, server) as old, Person(browser, server, locale="ja") as new:
        come(old, ann.cookies["foretold"])
        old.page.click(".panel9 > .btn")
        words = old.page.inner_text(".sentence6")
        assert len(words.split()) == 6
        new.page.goto("/profile")
        new.page.fill(".arrive input", words.upper())
        new.page.click(".arrive button")
        expect(new.page.locator("h1")).to_have_text("Ines")
        expect(new.page.locator(".devices li")).to_have_count(2)
        old.page.reload()
        old.page.click(".devices .btn")
        old.page.click("dialog[open] .warn")
        expect(old.page.locator(".devices li")).to_have_count(1)
        new.page.reload()
        new.page.wait_for_selector(".arrive")

        old.page.click(".panel9 > .btn")
        link = old.page.input_value(".copylink input")
        new.page.goto(link)
        new.page.reload()  # nothing has happened by itself
        new.page.click(".whole .arrive .primary")
        expect(new.page.locator("h1")).to_have_text("Ines")
        assert "carry" not in new.page.url
        with old.page.expect_download() as download:
            old.page.click("a[download]")
        assert json.loads(download.value.path().read_text())["name"] == "Ines"


@pytest.mark.parametrize("locale", ["en", pytest.param("ja", marks=pytest.mark.long)])
def test_a_rated_player_sees_a_rating_with_its_uncertainty_and_the_ladder(
    browser: Browser, tmp_path: Path, locale: str
) -> None:
    with serving(tmp_path, "--ladder") as server:
        ann, bo = person(server, "Ines"), person(server, "Bo")
        with ThreadPoolExecutor(1) as apart:  # a browser has an event loop of its own here
            for _ in range(2):
                apart.submit(played, server, ann, bo).result()
        with Person(browser, server, size=PHONE, locale=locale) as ines:
            come(ines, ann.cookies["foretold"])
            rating = ines.page.locator(".panel9:has(.rating9)")
            [own] = [line for line in ann.get("/api/me/ratings").json()["games"] if line["matches"]]
            expect(rating.locator(".figure9 b")).to_have_text(str(own["rating"]))
            expect(rating.locator(".figure9 span")).to_contain_text(f"± {own['spread']}")
            expect(rating.locator(".band")).to_have_count(1)
            assert_good(ines, "profile with a rating")
            rating.locator("a.btn").click()
            expect(ines.page.locator("ol.ladder9 .who9 > b")).to_have_count(2)
            expect(ines.page.locator(".ladder9 .mine9 .worth9")).to_contain_text(str(own["rating"]))
            assert_good(ines, "ladder")
            ines.page.go_back()
            rating.locator(".switch input").click()
            ines.page.click("dialog[open] .warn")
            expect(ines.page.locator(".rating9")).to_have_count(0)
        assert "Ines" not in bo.get(f"/api/ladder/{own['game']}").text


def test_the_worker_shows_a_notification_and_an_offline_page_says_so(browser: Browser, server: Server) -> None:
    ann = server.client()
    ann.post("/api/me", json={"name": "Ines"})
    with Person(browser, server, permissions=["notifications"]) as ines:
        ines.forgiven = (*ines.forgiven, "ERR_INTERNET_DISCONNECTED", "incognito")
        come(ines, ann.cookies["foretold"])
        # This browser has no push service: it says so, but the worker is there.
        ines.page.click(".panel9:has(.called9) .switch input")
        expect(ines.page.locator(".panel9 .refusal")).to_be_visible()
        talk = ines.context.new_cdp_session(ines.page)
        ids: list[str] = []
        talk.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: ids.extend(registration["registrationId"] for registration in event["registrations"]),
        )
        talk.send("ServiceWorker.enable")
        ines.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        worker = ines.context.service_workers[-1]
        worker.evaluate(  # not every browser without a window may show something
            "() => { self.registration.showNotification = async (title, { tag }) => { self.shown = [title, tag] } }"
        )
        word = json.dumps({"title": "Prophecy: your turn", "path": "tables/x", "lang": "en"})
        talk.send("ServiceWorker.deliverPushMessage", {"origin": server.url, "registrationId": ids[-1], "data": word})
        deadline = monotonic() + PATIENCE
        while not (shown := worker.evaluate("self.shown")) and monotonic() < deadline:
            ines.page.wait_for_timeout(50)
        assert shown == ["Prophecy: your turn", "tables/x"]
        ines.context.set_offline(True)
        ines.page.goto("/puzzles")
        expect(ines.page.locator("h1")).to_have_text("Foretold")
        expect(ines.page.locator("a")).to_be_visible()
