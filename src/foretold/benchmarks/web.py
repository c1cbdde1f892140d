"""Browser cost of the client: Chromium with its own server; tasks are measured in CPU time."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from foretold.benchmarks.server import running, serve

MISSING = "needs Chromium: install it, or say in FORETOLD_CHROMIUM where it is"
TraceEvent = dict[str, Any]  # in Chromium's spelling
SIZE = (1440, 900)
PATIENCE = 60.0  # seconds before anything times out
MOVING = 900  # milliseconds after a trick in which its cards and tokens still move
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
GAMES: dict[str, dict[str, object]] = {
    "seven-prophecies": {"players": 4},
    "seven-prophecies-2017": {"players": 4, "options": {"variant": "single-round"}},
    "prophecy": {"players": 4, "options": {"variant": "short"}},
}
TRACED = [
    "-*",
    "toplevel",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.stack",
]

# Does everything due except playing a card; returns whether a card can be played now.
_ADVANCE = """async () => {
    const flush = () => new Promise((done) => setTimeout(done))
    const press = async (selector) => { document.querySelector(selector)?.click(); await flush() }
    if (document.querySelector('.slots .put')) {
        const places = document.querySelectorAll('[data-slot]').length
        for (let token = 0; token < 7; token++) await press(`[data-slot="${token % places + 1}"] .put`)
        await press('.screen .tray .btn.primary')
    }
    const [card, ready] = ['.hand .card.legal:not(.chosen)', '.lay']
    while (document.querySelector(ready) && document.querySelector(card)) {
        await press(document.querySelector(ready).disabled ? card : ready)
    }
    await press('.summary .btn.primary')
    await press('.say .btn[data-go]')
    return document.querySelector('.hand .card.legal') !== null && !document.querySelector('.bidscreen')
}"""
# The first card that can be played without a further question.
_CARD = '.hand .card.legal:not([data-card="Monkey"], [data-card="Lizard"])'
# From now on `seen` records when each card of the trick was first painted, by the system clock.
_WATCH = """() => {
    window.seen = {}
    const look = () => {
        for (const cell of document.querySelectorAll('.cell.now[data-cell]')) {
            const key = cell.dataset.cell
            if (!(key in window.seen)) {
                window.seen[key] = null
                requestAnimationFrame(() => { window.seen[key] = performance.timeOrigin + performance.now() })
            }
        }
    }
    new MutationObserver(look).observe(document, {childList: true, subtree: true, attributes: true})
    look()
}"""
_CLICKS = """() => addEventListener('pointerdown', (event) => {
    window.tapped = performance.timeOrigin + event.timeStamp
}, true)"""


def figures(seconds: float) -> dict[str, object]:
    """Measures bytes, CPU, moving cards, and the time from a tap to another browser, with three taps per second."""
    figures: dict[str, object] = {}
    with launched() as browser:
        if browser is None:
            return {"web": MISSING}
        with TemporaryDirectory(prefix="foretold-bench-") as name, running(Path(name), *serve(Path(name))) as server:
            room = Browsers(browser, f"http://127.0.0.1:{server.port}")
            figures["first load: kilobytes (bar 250)"] = room.first_load() / 1000
            figures["until a table is drawn: CPU seconds (bar 1)"] = room.drawn()
            for game in GAMES:
                longest, forced = room.trick(game)
                figures[f"{game}, a trick: longest task, CPU milliseconds (bar 50)"] = longest
                figures[f"{game}, a trick: layouts forced by script (bar 0)"] = forced
            taps = room.taps(max(2, round(3 * seconds)))
            figures["from a tap to its sight in another browser: milliseconds"] = median(taps)
    return figures


@contextmanager
def launched() -> Iterator[Browser | None]:
    """Starts a headless Chromium; None if there is none."""
    program = os.environ.get("FORETOLD_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        yield None
        return
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*root, "--disable-gpu", "--no-first-run"])
        try:
            yield browser
        finally:
            browser.close()


class Browsers:
    """Browsers at the tables of one server."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url

    @contextmanager
    def _person(self, motion: bool = True) -> Iterator[BrowserContext]:
        """Opens a browser context with an empty cache."""
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": SIZE[0], "height": SIZE[1]},
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(1000 * PATIENCE)
        try:
            yield context
        finally:
            context.close()

    def _table(self, context: BrowserContext, game: str, **wish: object) -> str:
        """Opens a new table."""
        settings = {"game": game, **GAMES[game]}
        answer = context.request.post("/api/tables", data={"name": "Ann", "settings": settings, **wish})
        return str(answer.json()["table"])

    def first_load(self) -> int:
        """Measures the bytes transferred for the first page, headers included."""
        with self._person() as context:
            page = context.new_page()
            line = context.new_cdp_session(page)
            sizes: list[float] = []
            line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
            line.send("Network.enable")
            page.goto("/", wait_until="networkidle")
            return round(sum(sizes))

    def drawn(self) -> float:
        """Measures the CPU time of the page's main thread from its first byte until the cards of a table are shown."""
        with self._person() as context:
            table = self._table(context, "seven-prophecies")
            page = context.new_page()
            page.goto("/api/health")  # the same process will show the table
            line = context.new_cdp_session(page)
            line.send("Performance.enable", {"timeDomain": "threadTicks"})
            before = task_seconds(line)
            page.goto(f"/tables/{table}")
            page.locator(".hand .card").last.wait_for()
            return task_seconds(line) - before

    def trick(self, game: str) -> tuple[float, int]:
        """Measures the longest task of a trick with moving cards, in milliseconds, and the forced layouts."""
        with self._person() as context:
            page = context.new_page()
            page.goto(f"/tables/{self._table(context, game)}")
            ready(page)
            self._browser.start_tracing(page=page, categories=TRACED)
            tap_card(page)
            page.locator(".say .btn.primary").wait_for()
            page.wait_for_timeout(MOVING)
            page.keyboard.press("Enter")  # up to the next trick: cards are taken, or move aside
            page.wait_for_timeout(MOVING)
            return traced(json.loads(self._browser.stop_tracing())["traceEvents"])

    def taps(self, count: int) -> list[float]:
        """Measures milliseconds from a tap on a card until it is painted in the browser of another player."""
        times: list[float] = []
        with self._person(motion=False) as ann, self._person(motion=False) as ben:
            seats = ["me", "open", "bot:novice", "bot:novice"]
            table = self._table(ann, "seven-prophecies", seats=seats)
            sit = {"type": "sit", "seat": 1, "name": "Ben"}
            ben.request.post(f"/api/tables/{table}/commands", data=sit)
            first, second = ann.new_page(), ben.new_page()
            for page in (first, second):
                page.goto(f"/tables/{table}")
                page.locator(".lobby-go .btn.primary").click()
            first.locator(".screen, .table").first.wait_for()
            first.evaluate(_CLICKS)
            deadline = monotonic() + PATIENCE * 2
            while len(times) < count and monotonic() < deadline:
                if second.evaluate(_ADVANCE):
                    second.locator(_CARD).first.click(position={"x": 10, "y": 20})
                if first.evaluate(_ADVANCE):
                    times.append(self._tap(first, second))
        if not times:
            raise RuntimeError("no card came to the other browser")
        return times

    def _tap(self, first: Page, second: Page) -> float:
        """Plays a card in the first browser and waits until the second one shows it."""
        while second.locator(".say .btn[data-go]").count():  # it still shows the trick before
            second.evaluate(_ADVANCE)
        second.evaluate(_WATCH)
        cell = f"{first.locator('.board').get_attribute('data-current')}-0"
        first.locator(_CARD).first.click(position={"x": 10, "y": 20})
        deadline = monotonic() + PATIENCE
        while (seen := second.evaluate("(cell) => window.seen[cell]", cell)) is None:
            if monotonic() > deadline:
                raise RuntimeError("a card did not come to the other browser")
            second.wait_for_timeout(5)
        return float(seen - first.evaluate("window.tapped"))


def ready(page: Page) -> None:
    """Waits until this page can play a card with a single tap."""
    deadline = monotonic() + PATIENCE
    while not (page.evaluate(_ADVANCE) and page.locator(_CARD).count()):
        if monotonic() > deadline:
            raise RuntimeError("the match does not go on")
        page.wait_for_timeout(50)
    page.wait_for_timeout(MOVING)  # earlier animations have ended


def tap_card(page: Page) -> None:
    """Plays the first card that needs only a tap."""
    page.locator(_CARD).first.click(position={"x": 10, "y": 20})


def task_seconds(line: CDPSession) -> float:
    """Returns the total time of the main thread's tasks so far."""
    metrics = line.send("Performance.getMetrics")["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


def traced(events: list[TraceEvent]) -> tuple[float, int]:
    """Returns the longest task of the page's main thread in CPU milliseconds, and the layouts forced by scripts."""
    calls = Counter((event["pid"], event["tid"]) for event in events if event["name"] == "FunctionCall" and ours(event))
    if not calls:
        raise RuntimeError("the trace holds nothing of the page")
    main = calls.most_common(1)[0][0]
    main_events = [event for event in events if (event["pid"], event["tid"]) == main]
    tasks = [float(event.get("tdur") or event.get("dur") or 0) for event in main_events if event["name"] == "RunTask"]
    return max(tasks, default=0.0) / 1000, sum(event["name"] == "Layout" and ours(event) for event in main_events)


def ours(event: TraceEvent) -> bool:
    """True if an event came from a script of the client, directly or through its callers."""
    call = event["args"].get("data", {})
    stack = event["args"].get("beginData", {}).get("stackTrace", ())
    return any("/assets/" in frame.get("url", "") for frame in (call, *stack))
