"""A page that a server serves, once the server is away: the game that was kept on the device."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.server.serving import serving
from tests.web.browsing import Person, play
from tests.web.test_site import KEPT, PATIENCE, begin, ready


def test_offline_the_page_opens_the_cached_game(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server, Person(browser, server, kept=KEPT) as ines:
        ines.forgiven += ("Failed to load resource", "ERR_CONNECTION_REFUSED")
        ines.page.goto("/")
        ines.page.get_by_role("button", name="Menu").click()
        ines.page.get_by_role("button", name="Settings").click()
        ines.page.get_by_label("Make the game available offline").check()
        ines.page.wait_for_selector("dialog[open] >> text=Downloading …", state="detached", timeout=PATIENCE)
        assert ines.page.get_by_label("Make the game available offline").is_checked()
        ines.dismiss()
        server.stop()
        ines.page.wait_for_selector(".lists a[href^='here/']")  # it is offered where the page is open
        ines.page.goto("/tables/some")
        ready(ines)
        assert ines.page.url == f"{server.url}/here/#/?away"
        assert "The server can’t be reached" in ines.text("main.home")
        assert ines.page.locator(".offline-note a").get_attribute("href") == f"{server.url}/"
        begin(ines, "seven-prophecies-2017", 3, "Single round")
        assert play(ines, lambda now: now == "prophecy") == "prophecy"
