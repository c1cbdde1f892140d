"""A person at a page's own server who plays by a script: always the first action that is legal."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

from foretold.browser_server.page import Page
from foretold.server.features.reviews.worker import Work

SHARE = bytes(range(16))
PATIENCE = 60.0  # seconds in which a match goes on
PROTOCOL = "foretold-wire/1"


class Coach:
    """Another worker, which makes reviews; how often it was begun and whether it runs."""

    def __init__(self) -> None:
        self.begun = 0
        self.work: Work | None = None

    async def answer(self, line: str) -> str:
        if self.work is None:
            self.work = Work()
            self.begun += 1
        return self.work.answer(line)

    def end(self) -> None:
        self.work = None


class Browser:
    """What a browser keeps for its page, and what the page's line was told; each `page` is a new tab."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.snapshot = b""
        self.secret = ""
        self.messages: list[dict[str, Any]] = []
        self.failing = False
        self.news = asyncio.Event()
        self.coach = Coach()

    async def keep(self, text: str) -> None:
        await asyncio.sleep(0)
        if self.failing:
            raise OSError("no room")
        self.log.append(text)

    def hear(self, line: int, text: str) -> None:
        if text:
            self.messages.append(json.loads(text))
            self.news.set()

    def page(self, seed: str = "") -> Page:
        """A tab that begins with what was kept."""
        self.messages.clear()
        reloaded = Page(self.snapshot, list(self.log), self.keep, self.hear, self.coach, self.secret)
        fresh = reloaded.start(bot_delay=0.0, seed=seed, worlds=4)
        if fresh:
            self.snapshot, self.log = fresh, []
        return reloaded

    async def ask(self, page: Page, method: str, path: str, body: Any = None, query: str = "") -> tuple[int, Any]:
        """The status of an answer and what it says."""
        status, text, self.secret = await page.request(
            method, path, query, "en", "" if body is None else json.dumps(body)
        )
        return status, json.loads(text)

    async def sit(self, page: Page, game: str, seats: list[str], **options: Any) -> str:
        """A new table; its id."""
        settings = {"game": game, "players": len(seats), "options": options, "tempo": "at-once"}
        status, made = await self.ask(
            page, "POST", "/api/tables", {"name": "Ines", "seats": seats, "settings": settings}
        )
        assert status == 201, made
        return str(made["table"])

    async def play(self, page: Page, table: str, decisions: int = 10_000) -> str:
        """Plays until so many decisions were made or the match is over; the id of the match, '' before its end."""
        page.open(1)
        hello = {"type": "hello", "protocol": PROTOCOL, "table": table, "language": "en"}
        page.hear(1, json.dumps(hello))
        answered: set[int] = set()
        while True:
            await asyncio.wait_for(self.news.wait(), PATIENCE)
            self.news.clear()
            while self.messages:
                message = self.messages.pop(0)
                facts = message.get("table") if message["type"] in ("view", "update") else None
                if isinstance(facts, dict):
                    if facts.get("match"):
                        return str(facts["match"])
                    self._share(page, facts)
                    if (facts.get("interval") or {}).get("waiting"):
                        page.hear(1, json.dumps({"type": "go-on", "id": "on"}))
                turn = message.get("turn") or {}
                if turn.get("legal") and turn["decision"] not in answered:
                    if len(answered) == decisions:
                        page.close(1)
                        return ""
                    answered.add(turn["decision"])
                    act = {"type": "act", "id": f"a{turn['decision']}", "seat": 0, "decision": turn["decision"]}
                    page.hear(1, json.dumps({**act, "action": turn["legal"][0]["action"]}))

    def _share(self, page: Page, facts: dict[str, Any]) -> None:
        stage = (facts.get("fair") or {}).get("stage")
        if stage == "commit":
            commitment = hashlib.sha256(SHARE).hexdigest()
            page.hear(1, json.dumps({"type": "commit", "id": "c", "commitment": commitment}))
        elif stage == "reveal":
            page.hear(1, json.dumps({"type": "reveal", "id": "r", "bytes": SHARE.hex()}))


async def match(game: str, seats: list[str], seed: str, **options: Any) -> dict[str, Any]:
    """The record of a match that was played in a page, all chance from the seed."""
    browser = Browser()
    page = browser.page(seed)
    table = await browser.sit(page, game, seats, **options)
    id = await browser.play(page, table)
    status, record = await browser.ask(page, "GET", f"/api/matches/{id}")
    assert status == 200
    await page.stop()
    return dict(record)
