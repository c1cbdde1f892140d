"""Browser cost of the game without a server: CPU time of all Chromium processes on the static site."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page

from foretold.benchmarks.server import running, serve
from foretold.benchmarks.web import MISSING, MOVING, TRACED, launched, ready, tap_card, traced
from foretold.browser_server.site import files
from foretold.server.web.static_files import file_of

PATIENCE = 180.0  # seconds before anything times out
# True once the service worker has stored all files, and the snapshot of Python's memory is stored.
KEPT = """async () => {
    await navigator.serviceWorker.ready
    const memory = new URL('python/memory', document.baseURI)
    while (!(await caches.match(memory))) await new Promise((next) => setTimeout(next, 200))
}"""
STAY = 5000  # milliseconds that a visitor stays
VISITS = 3  # after the second
MATCHES = 12  # that are there to be played
# By bot a short match that it plays, the decisions of the three before the clock begins, and those that are timed: as
# many as whole rounds have, and no more rounds than needed where it plays at the page's pace.
BOTS: dict[str, tuple[str, dict[str, object], int, int]] = {
    "greedy": ("seven-prophecies-2017", {"variant": "single-round"}, 33, 330),
    "adept": ("seven-prophecies-2017", {"variant": "single-round"}, 3, 33),
    "adept, Prophecy": ("prophecy", {"variant": "short"}, 3, 39),
}

# A person who plays by a script in the worker itself: the first legal action, the same bytes for the deals. Without a
# seed all else is chance. Gives the records, or ends after so many decisions of bots and says how many there were.
SCRIPTED = """async ([base, version, script, matches, delay, seed, most]) => {
    const worker = new Worker(script, {type: 'module'})
    const share = Array.from({length: 16}, (_, i) => i.toString(16).padStart(2, '0')).join('')
    const answers = new Map()
    let asked = 0, lines = 0, told = () => undefined, ready = () => undefined
    worker.onmessage = ({data}) => {
        if (data.type === 'stage' && data.stage === 'ready') ready()
        else if (data.type === 'answer') answers.get(data.id)(JSON.parse(data.text))
        else if (data.type === 'told' && data.text) told(data.line, JSON.parse(data.text))
    }
    const ask = (method, path, body) => new Promise((done) => {
        answers.set(++asked, done)
        const text = body ? JSON.stringify(body) : ''
        worker.postMessage({type: 'ask', id: asked, method, path, query: '', language: 'en', body: text})
    })
    await new Promise((done) => {
        ready = done
        worker.postMessage({type: 'start', base, version, delay, seed})
    })
    let before = 0, made = 0, history = []
    const bots = ({seat, chosen}) => chosen ? chosen.filter(Boolean).length : Number(seat > 0)
    const count = () => history.map(bots).reduce((sum, each) => sum + each, 0)
    const play = (table, commitment) => new Promise((done) => {
        const line = ++lines
        const say = (message) => worker.postMessage({type: 'say', line, text: JSON.stringify(message)})
        const answered = new Set()
        told = (from, message) => {
            if (from !== line) return
            const facts = message.type === 'view' || message.type === 'update' ? (message.table ?? {}) : {}
            if (message.type === 'view') history = message.history ?? []
            else if (message.history) history.splice(message.history.keep, Infinity, ...message.history.add)
            made = before + count()
            if (most && made >= most) { done(''); return }
            if (facts.match) { worker.postMessage({type: 'close', line}); done(facts.match) }
            if (facts.fair?.stage === 'commit') say({type: 'commit', id: 'c', commitment})
            if (facts.fair?.stage === 'reveal') say({type: 'reveal', id: 'r', bytes: share})
            if (facts.interval?.waiting?.length) say({type: 'go-on', id: 'on'})
            const turn = message.turn
            if (!turn?.legal?.length || answered.has(turn.decision)) return
            answered.add(turn.decision)
            say({type: 'act', id: 'a' + turn.decision, seat: 0, decision: turn.decision, action: turn.legal[0].action})
        }
        worker.postMessage({type: 'open', line})
        say({type: 'hello', protocol: 'foretold-wire/1', table, language: 'en'})
    })
    const bytes = Uint8Array.from({length: 16}, (_, i) => i)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    const commitment = Array.from(digest, (each) => each.toString(16).padStart(2, '0')).join('')
    const records = []
    for (const wish of matches) {
        const match = await play((await ask('POST', '/api/tables', wish)).table, commitment)
        if (!match) break
        records.push(await ask('GET', '/api/matches/' + match))
        before = made
        history = []
    }
    worker.terminate()
    return most ? made : records
}"""


def figures() -> dict[str, object]:
    """Measures bytes, time to the first prophecy, bots' decisions, and the longest task of the page."""
    made = [file_of(name, body) for name, body in files().items()]
    figures: dict[str, object] = {
        "all files as they are sent: megabytes (bar 8)": sum(len(file.packed or file.body) for file in made) / 1e6
    }
    with TemporaryDirectory(prefix="foretold-bench-") as name, running(Path(name), *serve(Path(name))) as server:
        url = f"http://127.0.0.1:{server.port}/here/"
        with launched() as browser:
            if browser is None:
                return {"site": MISSING}
            visit = Visit(browser, url)
            figures["cold, to the first prophecy: CPU seconds (bar 6)"], _ = visit.cold()
            figures["the second visit, offline, to the first prophecy: CPU seconds (bar 2.5)"], _ = visit.warm()
            cpu, wall = map(min, zip(*(visit.warm() for _ in range(VISITS)), strict=True))
            figures["each later one: CPU seconds (bar 2.5)"] = cpu
            figures["each later one: seconds"] = wall
            figures["a trick: longest task of the page, CPU milliseconds (bar 50)"] = visit.trick()
            for bot in BOTS:
                figures[f"{bot}: CPU milliseconds of a decision and all that is told"] = visit.decisions(bot)
            visit.context.close()
    return figures


class Visit:
    """A visitor who comes to the site for the first time, and again."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._line = browser.new_browser_cdp_session()
        self.context = self._new("reduce")

    def _new(self, motion: Literal["reduce", "no-preference"]) -> BrowserContext:
        """Opens a browser with an empty cache."""
        context = self._browser.new_context(reduced_motion=motion)
        context.set_default_timeout(1000 * PATIENCE)
        return context

    def _cpu(self) -> float:
        """Returns the CPU seconds of all browser processes so far."""
        info: dict[str, Any] = self._line.send("SystemInfo.getProcessInfo")
        return sum(float(process["cpuTime"]) for process in info["processInfo"])

    def _measured(self, work: Callable[[], object]) -> tuple[float, float]:
        cpu, begun = self._cpu(), perf_counter()
        work()
        wall = perf_counter() - begun
        return self._cpu() - cpu, wall

    def _prophesy(self, page: Page) -> None:
        """Goes from the address to the first prophecy against bots."""
        page.goto(self._url)
        page.locator("li.game .btn.primary").first.click()
        page.locator("dialog[open] button[type=submit]").click()
        page.locator("[data-slot] .put").first.wait_for()

    def cold(self) -> tuple[float, float]:
        """Measures CPU and clock seconds with an empty cache, which is full afterwards."""
        page = self.context.new_page()
        seconds = self._measured(lambda: self._prophesy(page))
        page.evaluate(KEPT)
        page.close()
        return seconds

    def warm(self) -> tuple[float, float]:
        """Measures the same with a full cache, offline."""
        self.context.set_offline(True)
        page = self.context.new_page()
        page.goto("about:blank")
        seconds = self._measured(lambda: self._prophesy(page))
        page.wait_for_timeout(STAY)  # the browser caches compiled code once it is idle
        page.close()
        self.context.set_offline(False)
        return seconds

    def trick(self) -> float:
        """Measures the longest task of the page's main thread, in CPU milliseconds, while a trick is played."""
        context = self._new("no-preference")
        page = context.new_page()
        self._prophesy(page)
        ready(page)
        self._browser.start_tracing(page=page, categories=TRACED)
        tap_card(page)
        page.locator(".say .btn.primary").wait_for()
        page.wait_for_timeout(MOVING)
        longest, _ = traced(json.loads(self._browser.stop_tracing())["traceEvents"])
        context.close()
        return longest

    def decisions(self, bot: str) -> float:
        """Measures CPU milliseconds per decision of a bot in the site's worker, messages about it included."""
        game, options, first, timed = BOTS[bot]
        level = bot.split(",")[0]
        seats = ["me", *[f"bot:{level}"] * 3]
        settings = {"game": game, "players": 4, "options": options}
        wish = {"name": "Ann", "seats": seats, "settings": settings}
        page = self.context.new_page()
        page.goto(f"{self._url}manifest.webmanifest")
        made = files()
        script = next(f"{self._url}{name}" for name in made if name.startswith("assets/worker-"))
        version = made["index.html"].decode().partition('data-here="')[2].partition('"')[0]
        delay = None if level == "adept" else 0.0  # None: that of the site, within which it searches

        def played(most: int) -> tuple[float, int]:
            """Returns the CPU seconds of the first decisions of bots, and their number."""
            made: list[int] = []
            given = [self._url, version, script, [wish] * MATCHES, delay, "one", most]
            cpu, _ = self._measured(lambda: made.append(page.evaluate(SCRIPTED, given)))
            return cpu, made[0]

        (few, least), (many, most) = played(first), played(first + timed)  # both begin alike
        page.close()
        return 1000 * (many - few) / (most - least)
