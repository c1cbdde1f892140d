"""A page that is its own server: what it keeps, what becomes of its matches when its tab is closed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import foretold
from foretold.browser_server import store
from foretold.fair import verify
from foretold.server.store import Alive
from tests.browser_server.scripted import Browser, match

MATCHES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("seven-prophecies", ["me", "bot:greedy", "bot:novice"], {}),
    ("seven-prophecies-2017", ["me", "bot:greedy", "bot:greedy", "bot:novice"], {"variant": "single-round"}),
    ("prophecy", ["me", "bot:novice", "bot:greedy", "bot:greedy"], {"variant": "short"}),
]


@pytest.mark.parametrize(
    ("game", "seats", "options"), MATCHES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_match_in_a_page_leaves_a_valid_record(game: str, seats: list[str], options: dict[str, Any]) -> None:
    async def play() -> dict[str, Any]:
        browser = Browser()
        page = browser.page()
        table = await browser.sit(page, game, seats, **options)
        id = await browser.play(page, table)
        _, record = await browser.ask(page, "GET", f"/api/matches/{id}")
        await page.stop()
        return dict(record)

    record = asyncio.run(play())
    assert foretold.replay(record).over
    assert verify(record).shared == (0,)
    assert record["chance"] == "browser"


def played(record: dict[str, Any]) -> list[object]:
    """Deals and results, and by seat its actions: of choices that all make at once, who was quicker is no matter."""
    deals = [event for event in record["events"] if "action" not in event]
    seats = range(record["players"])
    return [*deals, *([event["action"] for event in record["events"] if event.get("seat") == seat] for seat in seats)]


def test_the_same_seed_gives_the_same_match() -> None:
    game, seats, options = MATCHES[2]
    first, second = (asyncio.run(match(game, seats, "one", **options)) for _ in range(2))
    assert played(first) == played(second)


def test_a_closed_tab_continues_the_match_from_what_the_player_saw() -> None:
    async def play() -> None:
        browser = Browser()
        page = browser.page()
        table = await browser.sit(page, "seven-prophecies-2017", ["me", *["bot:greedy"] * 2], variant="single-round")
        for decisions in (1, 3):
            assert await browser.play(page, table, decisions) == ""
            logged = len(browser.log)  # nothing more is kept once the tab is gone
            kept = browser.log[:logged]
            await page.stop()
            browser.log = kept
            page = browser.page()
        id = await browser.play(page, table)
        status, record = await browser.ask(page, "GET", f"/api/matches/{id}")
        assert status == 200
        assert foretold.replay(record).over
        await page.stop()

    asyncio.run(play())


def test_a_long_log_becomes_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "LONG", 5)

    async def play() -> None:
        browser = Browser()
        page = browser.page()
        table = await browser.sit(page, "prophecy", ["me", "bot:greedy", "bot:greedy"], variant="short")
        await browser.play(page, table, 4)
        await page.stop()
        assert len(browser.log) > 5
        page = browser.page()
        assert browser.snapshot
        assert browser.log == []
        _, tables = await browser.ask(page, "GET", "/api/tables")
        assert [table["id"] for table in tables["mine"]] == [table]
        id = await browser.play(page, table)
        await page.stop()
        page = browser.page()  # from the snapshot and what came after it
        _, matches = await browser.ask(page, "GET", "/api/matches")
        assert [match["id"] for match in matches["mine"]] == [id]
        await page.stop()

    asyncio.run(play())


def test_a_move_the_browser_can_not_keep_has_not_happened() -> None:
    async def play() -> None:
        browser = Browser()
        page = browser.page()
        browser.failing = True
        status, failure = await browser.ask(page, "POST", "/api/me", {"name": "Ines"})
        assert (status, failure["error"]["reason"]) == (503, "not-stored")
        browser.failing = False
        await page.stop()

    asyncio.run(play())


def test_requests_are_refused_as_on_a_server() -> None:
    async def ask() -> None:
        browser = Browser()
        page = browser.page()
        assert (await browser.ask(page, "GET", "/api/nothing"))[0] == 404
        status, failure = await browser.ask(page, "POST", "/api/tables", {"settings": {"game": "chess"}})
        assert (status, failure["error"]["reason"]) == (400, "unknown-game")
        assert (await browser.ask(page, "POST", "/api/me", {"name": 7}))[0] == 400
        assert (await browser.ask(page, "GET", "/api/me"))[1] == {"known": False, "name": ""}
        await page.stop()

    asyncio.run(ask())


def test_a_deleted_person_comes_back_as_a_new_one() -> None:
    async def ask() -> None:
        browser = Browser()
        page = browser.page()
        await browser.ask(page, "POST", "/api/me", {"name": "Ines"})
        assert (await browser.ask(page, "GET", "/api/me"))[1] == {"known": True, "name": "Ines"}
        await browser.ask(page, "DELETE", "/api/me")
        assert browser.secret == ""
        assert (await browser.ask(page, "GET", "/api/me"))[1] == {"known": False, "name": ""}
        await page.stop()

    asyncio.run(ask())


def test_operations_are_read_as_they_were_written() -> None:
    operations = [store.read(store.written([Alive(7)]))[0], *store.read('[["Of another version", [1]]]')]
    assert operations == [Alive(7)]
