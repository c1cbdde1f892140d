"""Links that strangers open: a shared match, and what other sites show in a frame."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.server.serving import Server
from tests.web.browsing import Person
from tests.web.looking import TIGHT, faults, resize
from tests.web.test_review import matched


@pytest.mark.parametrize(
    ("title", "locale"),
    [("seven-prophecies-2017", "en-GB"), pytest.param("prophecy", "ja-JP", marks=pytest.mark.long)],
)
def test_the_link_to_a_moment_opens_for_strangers(browser: Browser, server: Server, title: str, locale: str) -> None:
    match, cookie = matched(server, title)
    with Person(browser, server, locale=locale) as ines:
        ines.context.add_cookies([{"name": "foretold", "value": cookie, "url": server.url}])
        with ines.page.expect_response("**/api/matches"):
            ines.page.goto(f"matches/{match}?step=12")
        ines.page.wait_for_selector(".player")
        with ines.page.expect_response("**/share") as shared:
            ines.page.click(".player .moment")
        ines.page.wait_for_selector(".linknote")
        link = shared.value.json()["url"]
    with Person(browser, server, locale=locale) as eve:
        eve.page.goto(f"{link}?step=12")
        eve.page.wait_for_selector(".cover h1")
        names = eve.page.locator(".cover li").count()
        assert names == len(
            eve.context.request.post(f"/api/matches/{match}/shared", data={"token": link[-43:]}).json()["names"]
        )
        for size in (*TIGHT, (1366, 657)):
            resize(eve, size)
            assert faults(eve, (".cover .btn",)) == [], size
        eve.tap(".cover [data-go]")
        eve.page.wait_for_selector(".player")
        eve.page.keyboard.press(" ")
        assert int(eve.page.locator(".scrub input").input_value()) >= 12, "it plays from the moment on"
        own = eve.page.locator(".me .name small:not(.level), .pseat small:not(.level)")
        assert [text for text in own.all_inner_texts() if text in ("you", "あなた")] == []


@pytest.mark.parametrize("what", ["replay", "puzzle", "daily"])
def test_an_embedded_page_loads_little(browser: Browser, server: Server, what: str) -> None:
    path = {"puzzle": "/embed/puzzles/seven-prophecies/2", "daily": "/embed/daily"}.get(what, "")
    if what == "replay":
        match, cookie = matched(server, "seven-prophecies-2017")
        client = server.client()
        client.cookies.set("foretold", cookie)
        path = client.post(f"/api/matches/{match}/share").json()["url"].replace("/shared/", "/embed/shared/")
    with Person(browser, server, (800, 600)) as eve:
        sizes: list[int] = []
        eve.page.on(
            "requestfinished",
            lambda request: sizes.append(request.sizes()["responseBodySize"] + request.sizes()["responseHeadersSize"]),
        )
        eve.page.goto(path)
        eve.page.wait_for_selector("[data-go], .quiz h2")
        eve.page.wait_for_load_state("networkidle")
        assert 20_000 < sum(sizes) <= 150_000, sum(sizes)
        if what != "puzzle":
            assert faults(eve, ()) == []
