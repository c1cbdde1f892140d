"""What a page says of decisions: reviews by another worker, of matches and of records from files; hints, puzzles."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import foretold
from foretold.browser_server.page import Page
from foretold.coach.review import review
from foretold.kernels import warm
from foretold.records import Record
from tests.browser_server.scripted import PROTOCOL, Browser

WORLDS = 4  # as `Browser.page` has it


def with_page(work: Callable[[Browser, Page], Awaitable[None]]) -> None:
    warm.wait()  # in a page nothing has to be compiled

    async def run() -> None:
        browser = Browser()
        page = browser.page()
        await work(browser, page)

    asyncio.run(run())


async def a_match(browser: Browser, page: Page) -> tuple[str, dict[str, Any]]:
    table = await browser.sit(page, "seven-prophecies-2017", ["me", *["bot:greedy"] * 2], variant="single-round")
    id = await browser.play(page, table)
    _, record = await browser.ask(page, "GET", f"/api/matches/{id}")
    return id, record


async def reviewed(browser: Browser, page: Page, id: str, enough: int = 10_000) -> dict[str, Any]:
    """The review once it is whole, or has so many decisions."""
    while True:
        status, review = await browser.ask(page, "GET", f"/api/matches/{id}/review")
        assert status == 200
        if review["state"] == "done" or len(review["decisions"]) >= enough:
            return dict(review)
        await asyncio.sleep(0.01)


def test_another_worker_makes_the_review_and_continues_after_the_tab_was_closed() -> None:
    async def work(browser: Browser, page: Page) -> None:
        id, record = await a_match(browser, page)
        status, asked = await browser.ask(page, "POST", f"/api/matches/{id}/review", {})
        assert (status, asked["state"]) == (200, "waiting")
        some = await reviewed(browser, page, id, enough=3)
        await page.stop()
        browser.coach.end()
        page = browser.page()
        whole = await reviewed(browser, page, id)
        await page.stop()
        assert browser.coach.begun == 2
        assert len(some["decisions"]) < len(whole["decisions"])
        expected = json.loads(json.dumps(review(Record.from_dict(record), worlds=WORLDS).to_dict()))
        assert {key: whole[key] for key in expected} == expected

    with_page(work)


def test_a_record_from_a_file_is_reviewed_but_not_listed_as_mine() -> None:
    async def work(browser: Browser, page: Page) -> None:
        _, record = await a_match(browser, page)
        await page.stop()
        browser = Browser()  # on another device
        page = browser.page()
        status, kept = await browser.ask(page, "POST", "/api/records", record)
        assert status == 201
        assert (await browser.ask(page, "POST", "/api/records", record))[1] == kept
        await browser.ask(page, "POST", f"/api/matches/{kept['match']}/review", {})
        review = await reviewed(browser, page, kept["match"], enough=1)
        assert review["decisions"]
        assert (await browser.ask(page, "GET", "/api/matches"))[1]["mine"] == []
        broken = {**record, "events": record["events"][1:]}
        status, failure = await browser.ask(page, "POST", "/api/records", broken)
        assert (status, "error" in failure) == (400, True)
        await page.stop()

    with_page(work)


def test_puzzles_can_be_answered_and_played_on() -> None:
    async def work(browser: Browser, page: Page) -> None:
        _, listed = await browser.ask(page, "GET", "/api/puzzles")
        assert [listing["game"] for listing in listed["sets"]] == list(foretold.games.TITLES)
        _, question = await browser.ask(page, "GET", "/api/puzzles/prophecy/1")
        legal = [choice["action"] for choice in question["position"]["turn"]["legal"]]
        action = (question["choices"] or legal)[0]
        status, answer = await browser.ask(page, "POST", "/api/puzzles/prophecy/1/answer", {"action": action})
        assert status == 200
        assert all(choice["reason"] for choice in answer["choices"])
        wish = {"bot": "greedy", "name": "Ines"}
        status, _ = await browser.ask(page, "POST", "/api/puzzles/prophecy/1/what-if", wish)
        assert status == 201
        await page.stop()

    with_page(work)


def test_a_player_with_aids_gets_hints() -> None:
    async def work(browser: Browser, page: Page) -> None:
        settings = {"game": "seven-prophecies", "players": 3, "tempo": "at-once", "aids": True}
        wish = {"name": "Ines", "seats": ["me", "bot:greedy", "bot:greedy"], "settings": settings}
        _, made = await browser.ask(page, "POST", "/api/tables", wish)
        assert await browser.play(page, made["table"], decisions=1) == ""
        page.open(2)
        page.hear(2, json.dumps({"type": "hello", "protocol": PROTOCOL, "table": made["table"], "language": "en"}))
        page.hear(2, json.dumps({"type": "ask-hint", "id": "h", "seat": 0}))
        while not any(message["type"] == "hint" for message in browser.messages):
            await browser.news.wait()
            browser.news.clear()
        await page.stop()

    with_page(work)
