"""A real browser and people who use it: what the tests of the browser client share."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError, expect, sync_playwright
from playwright.sync_api import Error as BrowserError

import foretold
from foretold.fair import SHARE_SIZE, verify
from tests.server import requesting
from tests.server.serving import Player, Server

PATIENCE = 60.0  # seconds in which something has to happen
expect.set_options(timeout=1000 * PATIENCE)  # else five: a busy machine takes longer
DESK, TABLET, PHONE = (1440, 900), (820, 1180), (360, 740)
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Each window's address bar has pages of its own, made anew for every person: more work than the page that is tested.
# The others are off as Playwright has them, whose list this one replaces.
_OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "PreloadTopChromeWebUI", "AimEnabled"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"),
    *("PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning", "Translate"),
)
_FLAGS = [
    f"--disable-features={','.join(_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# The shortest match of each game.
GAMES: dict[str, dict[str, Any]] = {
    "seven-prophecies": {"players": 3},
    "seven-prophecies-2017": {"players": 3, "options": {"variant": "single-round"}},
    "prophecy": {"players": 6, "options": {"variant": "short"}},
}


def chromium() -> str:
    """The Chromium to use: FORETOLD_CHROMIUM, else the system's."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    path = os.environ.get("FORETOLD_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert path, "the browser tests need Chromium: scripts/chromium finds or installs one"
    return path


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


# Where to press an element; a sentence where nobody could.
_POINT = """([selector, at]) => {
    const found = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility())
    if (!found) return 'it is not there'
    if (found.disabled) return 'it is disabled'
    found.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'})
    const box = found.getBoundingClientRect()
    const [x, y] = at ? [box.left + at[0], box.top + at[1]] : [box.left + box.width / 2, box.top + box.height / 2]
    const over = document.elementFromPoint(x, y)
    return found.contains(over) ? [x, y] : `${over?.outerHTML.slice(0, 120)} lies over it`
}"""


# A tap of a finger becomes a click a little later: `clicked` is kept when the page has done what it does at a click.
_LISTEN = """() => {
    window.clicked = new Promise((done) => {
        addEventListener('click', () => setTimeout(done), {capture: true, once: true})
        setTimeout(done, 10000)
    })
}"""


# What a page adds to the chance of a deal is the same whenever a test runs (tests/web/certain.py).
_SHARE = """{
    const share = Uint8Array.from('%s'.match(/../g), (digits) => parseInt(digits, 16))
    const chance = crypto.getRandomValues.bind(crypto)
    crypto.getRandomValues = (bytes) => (bytes.length === share.length ? (bytes.set(share), bytes) : chance(bytes))
}"""


def _test() -> str:
    """The name of the running test."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]


class Person:
    """Somebody with a browser of their own; anything in its console fails the test at the end."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        size: tuple[int, int] = DESK,
        kept: dict[str, Any] | None = None,
        sound: bool = False,
        **options: Any,
    ) -> None:
        """The settings `kept` are in the browser when it comes; by default finished tricks wait for a tap.

        Its device has no sound unless `sound` says so: playing it takes as much as all else that a page does at rest.

        What stands over cards was explained before, unless the settings say otherwise.
        """
        self.server = server
        self.touch = size[0] < 700
        self.context: BrowserContext = browser.new_context(
            base_url=server.url,
            viewport={"width": size[0], "height": size[1]},
            has_touch=self.touch,
            is_mobile=self.touch,
            reduced_motion=options.pop("reduced_motion", "reduce"),
            locale=options.pop("locale", "en-GB"),
            color_scheme=options.pop("color_scheme", "dark"),
            **options,
        )
        self.context.set_default_timeout(1000 * PATIENCE)
        if not sound:
            self.context.add_init_script("delete window.AudioContext")
        text = json.dumps({"signs": True, **({"trick": "tap"} if kept is None else kept)})
        self.context.add_init_script(
            "if (location.protocol === 'http:' && !localStorage.getItem('foretold-settings'))"
            f" localStorage.setItem('foretold-settings', {json.dumps(text)})"
        )
        self.context.add_init_script(_SHARE % hashlib.sha256(_test().encode()).hexdigest()[: 2 * SHARE_SIZE])
        self.noise: list[str] = []
        self.forgiven: tuple[str, ...] = ("WebSocket",)  # a browser reports every line that could not be opened
        self.context.on("console", self._heard)
        self.context.on("weberror", self._failed)
        self.page: Page = self.context.new_page()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.forgiven):
            self.noise.append(f"{message.type}: {message.text}")

    def _failed(self, error: WebError) -> None:
        self.noise.append(str(error.error))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.context.close()
        if error is None:
            assert self.noise == [], self.noise

    # Hands -----------------------------------------------------------------------------------------------------

    def tap(self, selector: str, at: tuple[int, int] | None = None) -> None:
        """A tap or a click on the first such element in sight, in its middle or so far from its corner."""
        deadline = monotonic() + PATIENCE
        while isinstance(point := self.page.evaluate(_POINT, [selector, at]), str):
            assert monotonic() < deadline, f"{selector}: {point}"
            self.page.wait_for_timeout(50)
        if self.touch:
            self.page.evaluate(_LISTEN)
            self.page.touchscreen.tap(*point)
            with suppress(BrowserError):  # the tap has led to another page
                self.page.evaluate("window.clicked")
        else:
            self.page.mouse.click(*point)

    def tap_card(self, selector: str) -> None:
        """A tap or a click on a card of the hand, at its left edge: the next card may lie over the rest of it."""
        self.tap(selector, (10, 20))

    def dismiss(self) -> None:
        """Presses Escape, and the dialog is gone."""
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("dialog[open]", state="detached")

    def reach(self, selector: str, limit: int = 80) -> None:
        """Presses Tab until the focus is on such an element."""
        for _ in range(limit):
            if self.page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    # Eyes ------------------------------------------------------------------------------------------------------

    def count(self, selector: str) -> int:
        """How many such elements the page has."""
        return self.page.locator(selector).count()

    def until(self, condition: str, patience: float = PATIENCE) -> None:
        """Waits until this expression promises what is true: `wait_for_function` takes the promise itself for true."""
        deadline = monotonic() + patience
        while not self.page.evaluate(condition):
            assert monotonic() < deadline, condition
            self.page.wait_for_timeout(50)

    def text(self, selector: str) -> str:
        """The text of the first such element as it is shown."""
        return self.page.locator(selector).first.inner_text().strip()

    def hand(self) -> list[str]:
        """The cards that this person holds, while cards are played."""
        cards: list[str] = self.page.eval_on_selector_all(
            ".hand [data-card]", "(all) => all.map((one) => one.dataset.card)"
        )
        return cards

    def axe(self) -> list[str]:
        """What axe-core finds wrong on the page as it is."""
        if not self.page.evaluate("typeof window.axe === 'object'"):
            self.page.evaluate(AXE.read_text("utf-8"))
        result = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{violation['id']}: {violation['help']} {[node['target'] for node in violation['nodes']][:3]}"
            for violation in result["violations"]
        ]

    def wide(self) -> bool:
        """Whether the page scrolls sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


# A match -----------------------------------------------------------------------------------------------------------


def sit(person: Person, game: str, **settings: Any) -> str:
    """Sits down at a new table, by default against bots; the table's id."""
    seats = settings.pop("seats", None)
    wish = {"name": settings.pop("name", "Ines"), "settings": {"game": game, **settings}}
    if seats is not None:
        wish["seats"] = seats
    answer = person.context.request.post("/api/tables", data=wish)
    assert answer.status == 201, answer.text()
    table = str(answer.json()["table"])
    person.page.goto(f"/tables/{table}")
    return table


_MOMENT = """([before, patience]) => {
    const seen = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility())
    const moment = () => {
        if (seen('.matchend')) return 'end'
        if (seen('.curtain')) return 'curtain'
        if (seen('.summary [data-go]')) return 'round'
        if (seen('.say .btn.primary[data-go]')) return 'held'
        if (seen('.say .btn[data-go]')) return 'reveal'
        if (seen('.tray [data-go]')) return 'prophecy'
        if (seen('.namer .btn')) return 'name'
        if (seen('.hand button.card.legal')) return seen('.bidscreen') ? 'bid' : 'card'
        return ''
    }
    if (!patience) return moment()
    const until = performance.now() + patience
    return new Promise((done) => {
        const look = () => {
            const now = moment()
            if (now !== before || performance.now() > until) done(now)
            else setTimeout(look, 15)
        }
        look()
    })
}"""


def moment(person: Person, before: str = "", patience: int = 0) -> str:
    """What the page waits for: a word that says it, or nothing; while it is as before, after so many milliseconds."""
    return str(person.page.evaluate(_MOMENT, [before, patience]))


WHERE = {
    "curtain": ".curtain .btn.primary",
    "round": ".summary [data-go]",
    "held": ".say [data-go]",
    "name": ".namer .btn",
}


def step(person: Person, now: str) -> None:
    """Does what is due at this moment, by mouse or by touch; a reveal goes on by itself."""
    if now == "prophecy":
        for place in (1, 2, 3, 1, 2, 3, 1):
            person.tap(f'[data-slot="{place}"] .put')
        person.tap(".tray [data-go]")
    elif now == "bid":
        while person.count(".lay:not([disabled])") == 0:
            person.tap_card(".hand button.card.legal:not(.chosen)")
        person.tap(".lay")
    elif now == "card":
        name = person.page.locator(".hand button.card.legal").first.get_attribute("data-card")
        person.tap_card(".hand button.card.legal")
        if person.count(f'.hand button.card.chosen[data-card="{name}"]') and moment(person) == "card":
            person.tap_card(f'.hand button.card.chosen[data-card="{name}"]')  # a second tap plays it
    elif now in WHERE:
        person.tap(WHERE[now])


def play(
    person: Person,
    until: Callable[[str], bool] = lambda now: now == "end",
    at: Callable[[str], None] = lambda now: None,
    do: Callable[[Person, str], None] = step,
) -> str:
    """Plays until it is so far, by default to the end of the match; `at` may look at each moment first."""
    return play_all([person], lambda _, now: until(now), lambda _, now: at(now), do)


def play_all(
    people: list[Person],
    until: Callable[[Person, str], bool] = lambda _, now: now == "end",
    at: Callable[[Person, str], None] = lambda _, now: None,
    do: Callable[[Person, str], None] = step,
) -> str:
    """All of them play until each is so far; the last moment."""
    waiting, seen = list(people), dict.fromkeys(people, "")
    deadline = monotonic() + PATIENCE
    patience = 0
    while monotonic() < deadline:
        idle = True
        for person in list(waiting):
            now = seen[person] = moment(person, seen[person], patience)
            at(person, now)
            if until(person, now):
                waiting.remove(person)
                if not waiting:
                    return now
            elif now not in ("", "end", "reveal"):
                do(person, now)
                idle, deadline = False, monotonic() + PATIENCE
        patience = 200 // len(waiting) if idle else 0  # asking costs more than what the page does
    raise AssertionError(f"nothing happens any more: {waiting[0].page.locator('body').inner_text()[:600]}")


def hurry(*people: Person) -> None:
    """The people at a table play from where they are to the end without their pages, which are then loaded anew.

    For what needs a finished match, however it was played.
    """
    play_all(list(people), until=lambda _, now: now in ("prophecy", "bid", "card", "held"))  # the cards are dealt
    finish(*people)


def finish(*people: Person) -> None:
    """The same where the cards are dealt and not all of them are to act."""
    lines = []
    for person in people:
        [cookie] = [cookie["value"] for cookie in person.context.cookies() if cookie["name"] == "foretold"]
        lines.append(Player(person.server.url, person.page.url.rpartition("/")[2].partition("?")[0], cookie))
    with ThreadPoolExecutor(1) as apart:  # a browser has an event loop of its own here
        apart.submit(asyncio.run, requesting.play(*lines)).result()
    for person in people:
        person.page.reload()
        play(person)


def record_of(person: Person) -> dict[str, Any]:
    """The record of the match that has just ended."""
    link = person.page.locator('.matchend a[href^="matches/"]').first.get_attribute("href")
    answer: dict[str, Any] = person.context.request.get(f"/api/{link}").json()
    return answer


def assert_played(person: Person) -> None:
    """The match is over, and its record is one of a match of this person that was dealt fairly."""
    record = record_of(person)
    assert foretold.replay(record).over
    assert verify(record).shared == (0,)
