"""A real browser: what the tests of the browser client share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.serving import Server

DESK, TABLET, PHONE = (1440, 900), (820, 1180), (360, 740)
AXE = Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """The Chromium to use: FORETOLD_CHROMIUM, else the system's."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("FORETOLD_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert found, "the browser tests need Chromium: scripts/chromium finds or installs one"
    return found


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Person:
    """Somebody with a browser of their own; anything in its console fails the test at the end."""

    def __init__(self, browser: Browser, server: Server, size: tuple[int, int] = DESK, **options: Any) -> None:
        self.server = server
        touch = size[0] < 700
        self.context: BrowserContext = browser.new_context(
            base_url=server.url,
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion=options.pop("reduced_motion", "reduce"),
            locale=options.pop("locale", "en-GB"),
            color_scheme=options.pop("color_scheme", "dark"),
            **options,
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.noise: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.noise.append(str(error)))
        self.touch = touch

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "WebSocket" not in message.text:
            self.noise.append(f"{message.type}: {message.text}")

    def tap(self, selector: str) -> None:
        """A tap or a click on the first such element."""
        found = self.page.locator(selector).first
        found.tap() if self.touch else found.click()

    def axe(self) -> list[str]:
        """What axe-core finds wrong on the page as it is."""
        if not self.page.evaluate("typeof window.axe === 'object'"):
            self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{each['id']}: {each['help']} {[node['target'] for node in each['nodes']][:3]}"
            for each in found["violations"]
        ]

    def wide(self) -> bool:
        """Whether the page scrolls sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))

    def close(self) -> None:
        """The browser of this person is gone, and was quiet."""
        self.context.close()
        assert self.noise == []
