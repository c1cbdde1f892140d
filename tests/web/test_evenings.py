"""An evening in real browsers: opened, joined by its link, played, followed; in every window, in two languages."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.evening_guests import Guest, play
from tests.server.serving import Server
from tests.web.browsing import DESK, PHONE, Person
from tests.web.looking import SIZES, TIGHT, faults, resize
from tests.web.test_access import assert_good


def beside(work: Callable[[], object]) -> None:
    """The work is done in a thread: the browser's library has the loop of this one."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def guest(person: Person, evening: str) -> Guest:
    """The person of a browser, as one who plays without looking."""
    visitor = Guest(person.server, "")
    [cookie] = [cookie["value"] for cookie in person.context.cookies() if cookie["name"] == "foretold"]
    visitor.client = person.server.client(cookie)
    visitor.evening = evening
    return visitor


def test_an_evening_is_opened_joined_by_its_link_played_and_followed(
    browser: Browser, server: Server, request: pytest.FixtureRequest
) -> None:
    with Person(browser, server) as ines, Person(browser, server, PHONE, locale="ja-JP") as mei:
        ines.page.goto("/evenings")
        ines.page.wait_for_selector(".evetakes:has-text('h')")
        for label in ("Seven Prophecies 2017", "single round", "Novice"):
            ines.page.locator(".evepanel .pill", has_text=label).first.click()
        assert_good(ines, "new")
        for size in ((1366, 657), (390, 844), (740, 360)):
            resize(ines, size)
            expect(ines.page.locator(".evepanel [data-go]")).to_be_in_viewport(ratio=1)
            expect(ines.page.locator(".evetakes")).to_be_in_viewport(ratio=1)
        resize(ines, DESK)
        ines.tap(".evepanel [data-go]")
        ines.page.wait_for_selector(".eveinvite .qr path")
        evening = ines.page.url.rpartition("/")[2]
        mei.page.goto(f"/evenings/{evening}")
        mei.tap(".evejoin [data-go]")
        mei.page.wait_for_selector(".evepeople .me")
        tomas = Guest(server, "Tomas")
        tomas.join(evening)
        ines.page.wait_for_selector(".evego [data-go]:not([disabled])")
        assert_good(ines, "gathering")
        ines.tap(".evego [data-go]")
        for person in (ines, mei):  # who looks on when a round begins is taken to the table
            person.page.wait_for_url("**/tables/*")
        players = [tomas, guest(ines, evening), guest(mei, evening)]
        beside(lambda: asyncio.run(play(players, 1)))
        ines.page.reload()  # what was played is not looked at trick by trick
        ines.tap(".summary [data-go]")
        ines.page.wait_for_selector(".matchend [data-go]")
        assert ines.count(".matchend a[href*='matches/']") == 0
        ines.tap(".matchend [data-go]")
        ines.page.wait_for_selector(".evetable tbody tr:nth-child(3) .num")
        ines.page.wait_for_selector(".evetab a[href*='matches/']")
        mei.page.goto(f"/evenings/{evening}")
        mei.page.wait_for_selector(".evetable tbody tr:nth-child(3) .num")
        assert_good(ines, "between")
        assert_good(mei, "between")
        wrong = []
        for person in (ines, mei):
            for size in SIZES if request.config.getoption("--long") else TIGHT:
                resize(person, size)
                wrong += [f"{size}: {fault}" for fault in faults(person, (), scrolls=True)]
        assert not wrong, "\n".join(wrong[:40])
        resize(ines, DESK)
        ines.page.locator(".evedo .btn", has_text="End").click()
        ines.tap(".dlg .warn")
        ines.page.wait_for_selector(".podium [data-go]")
        assert ines.count(".eveinvite") == 0
        assert re.search("wins the night|share the night", ines.text(".podium h1"))
        assert ines.count(".podium-steps li") == 3
        mei.page.wait_for_selector(".podium [data-go]")
        for person in (ines, mei):
            for size in SIZES if request.config.getoption("--long") else [*TIGHT, (390, 844), (740, 360)]:
                resize(person, size)
                wrong += [f"podium {size}: {fault}" for fault in faults(person, (".podium [data-go]",), scrolls=True)]
                if folder := os.environ.get("FORETOLD_LOOK"):
                    lang = "ja" if person is mei else "en"
                    person.page.screenshot(path=f"{folder}/podium-{lang}-{size[0]}x{size[1]}.png", full_page=True)
        assert not wrong, "\n".join(wrong[:40])
        resize(mei, (390, 844))
        mei.page.wait_for_selector(".evetable tbody tr:first-child.me")  # on a phone the own row comes first
        assert mei.axe() == []
        resize(ines, DESK)
        ines.tap(".podium [data-go]")
        ines.page.wait_for_selector("[data-calendar]")
        with ines.page.expect_download() as saved:
            ines.tap("[data-calendar]")
        assert "BEGIN:VEVENT" in Path(saved.value.path()).read_text("utf-8")
        mei.page.goto("/evenings")
        mei.page.wait_for_selector(".evelist li:first-child:has-text('招待')")
