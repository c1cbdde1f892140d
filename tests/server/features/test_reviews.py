"""Reviews on a real server: asked for by who may see the record, made once, going on after any crash."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import foretold
from foretold.coach.review import review
from foretold.kernels import warm
from foretold.records import Record
from foretold.server.base.rate_limits import TooMany
from foretold.server.features.reviews.service import BURST, QUALITY, Reviews
from foretold.server.jobs.queue import QUIET_TIMEOUT, quiet
from foretold.server.live.commit_queue import CommitQueue
from foretold.server.rest import types as rest_types
from foretold.server.store import KeepMatch
from tests.postgres import Postgres
from tests.server.conforming import conform
from tests.server.requesting import SHORT, played, refused
from tests.server.serving import Player, Server, make_table, serving, wait_for
from tests.server.store.helpers import record_line

WORLDS = 4
LONG = 120.0  # seconds: the machine may be busy


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    warm.wait()  # so that the process that reviews finds the kernels compiled
    flags = ("--request-rate", "1000", "--review-nice", "0", "--review-worlds", str(WORLDS))
    with serving(tmp_path_factory.mktemp("server"), *flags) as running:
        yield running


def page_of(client: httpx.Client, match: str, after: int = -1) -> dict[str, Any]:
    answer = client.get(f"/api/matches/{match}/review", params={"after": after})
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    conform(page, rest_types.MatchReview)
    return page


def asked(client: httpx.Client, match: str) -> dict[str, Any]:
    answer = client.post(f"/api/matches/{match}/review", json={})
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


def done(client: httpx.Client, match: str) -> dict[str, Any]:
    """The whole review."""

    def whole() -> dict[str, Any] | None:
        page = page_of(client, match)
        assert page["state"] != "failed", page
        return page if page["state"] == "done" else None

    page: dict[str, Any] = wait_for(whole, LONG)
    return page


def expected(client: httpx.Client, match: str, worlds: int = WORLDS) -> dict[str, Any]:
    """What a review of the record is, made here."""
    record = Record.from_line(client.get(f"/api/matches/{match}").content)
    page: dict[str, Any] = json.loads(json.dumps(review(record, worlds=worlds).to_dict()))
    return page


def test_a_player_sees_decisions_as_they_are_weighed_then_the_whole_review(server: Server) -> None:
    ann = server.client()
    match = played(server, ann)
    assert page_of(ann, match)["state"] == "none"
    first = asked(ann, match)
    assert first["state"] in ("waiting", "working")
    assert (first["worlds"], first["seed"], first["version"]) == (WORLDS, 0, foretold.__version__)
    seen: list[dict[str, Any]] = []
    while True:  # piece by piece, as the page asks
        page = page_of(ann, match, seen[-1]["event"] if seen else -1)
        seen += page["decisions"]
        if page["state"] == "done":
            break
        time.sleep(0.02)
    wanted = expected(ann, match)
    assert seen == wanted["decisions"]
    assert {key: page[key] for key in ("seats", "turns", "told", "over")} | {"decisions": seen} == wanted
    assert asked(ann, match)["state"] == "done", "it is made once"
    with closing(sqlite3.connect(server.database)) as connection:
        [(body,)] = connection.execute("SELECT body FROM reviews WHERE match_id = ?", (match,))
        assert json.loads(body) == wanted
        assert connection.execute("SELECT count(*) FROM review_decisions").fetchone() == (0,)


def test_private_matches_are_reviewed_for_their_players_public_ones_for_all_running_ones_for_nobody(
    server: Server,
) -> None:
    ann, eve = server.client(), server.client()
    assert eve.post("/api/me", json={"name": "Eve"}).status_code == 200
    private, public = played(server, ann), played(server, ann, public=True)
    share = ann.post(f"/api/matches/{private}/share", json={}).json()["token"]
    asked(ann, private)
    done(ann, private)
    running = make_table(ann, **SHORT)
    [sight] = ann.get(f"/api/tables/{running}/views").json()["views"]
    for stranger in (eve, server.client()):
        for match in (private, sight["table"]["match"], "none"):
            for method in ("GET", "POST"):
                answer = stranger.request(method, f"/api/matches/{match}/review", json={} if method == "POST" else None)
                assert refused(answer) == (404, "no-such-match")
                assert answer.json() == eve.get("/api/matches/none/review").json(), "nothing tells them apart"
        assert asked(stranger, public)["state"] in ("waiting", "working", "done")
    assert refused(ann.post(f"/api/matches/{sight['table']['match']}/review", json={})) == (404, "no-such-match")
    by_link = eve.get(f"/api/matches/{private}/review", params={"share": share})
    assert refused(by_link) == (404, "no-such-match"), "who has a share link sees the record alone"
    assert refused(ann.get(f"/api/matches/{private}/review", params={"after": "x"})) == (400, "option-value")
    assert done(eve, public)["seats"]
    assert ann.delete("/api/me").status_code == 200
    assert done(eve, public)["seats"], "it has no names: it outlives who asked, as the record does"


def test_a_review_killed_at_any_moment_continues_where_it_was(tmp_path: Path) -> None:
    worlds = 2000
    quick = ("--request-rate", "1000", "--review-nice", "0")
    with serving(tmp_path, *quick, "--review-worlds", str(worlds)) as server:
        ann = server.client()
        match = played(server, ann)
        asked(ann, match)
        some = wait_for(lambda: page_of(ann, match)["decisions"], LONG)
        for process in children(server):
            os.kill(process, signal.SIGKILL)  # the one that works: another goes on
        more = wait_for(lambda: (decisions := page_of(ann, match)["decisions"])[len(some) + 1 :] and decisions, LONG)
        assert more[: len(some)] == some
        processes = children(server)
        server.kill()
        wait_for(lambda: not any(map(alive, processes)), LONG)  # it ends with who started it
        server.flags = ("--review-worlds", "0")
        server.start()
        assert page_of(ann, match)["state"] in ("waiting", "done")
        assert refused(ann.post(f"/api/matches/{match}/review", json={})) == (409, "no-reviews")
        assert server.stop() == 0
        server.flags = (*quick, "--review-worlds", "7")
        server.start()
        page = done(ann, match)
        assert page["decisions"][: len(more)] == more
        assert page["worlds"] == worlds
        wanted = expected(ann, match, worlds)
        assert {key: page[key] for key in wanted} == wanted


def test_one_process_makes_a_review_and_another_takes_over_when_it_is_killed(
    tmp_path: Path, postgres: Postgres
) -> None:
    worlds = 3000  # work for a second
    flags = ("--request-rate", "1000", "--review-nice", "0", "--review-worlds", str(worlds))
    place = postgres.new()
    with ExitStack() as running:
        servers = []
        for name in "ab":
            (tmp_path / name).mkdir()
            servers.append(running.enter_context(serving(tmp_path / name, *flags, database=place)))
        ann = servers[0].client()
        match = played(servers[0], ann)
        other = servers[1].client(ann.cookies["foretold"])
        asked(other, match)
        [working] = wait_for(lambda: [server for server in servers if children(server)], LONG)
        [(left, client)] = [pair for pair in zip(servers, (ann, other), strict=True) if pair[0] is not working]
        some = wait_for(lambda: page_of(other, match)["decisions"], LONG)
        assert children(left) == []
        working.kill()
        page = done(client, match)
        assert page["decisions"][: len(some)] == some
        wanted = expected(client, match, worlds)
        assert {key: page[key] for key in wanted} == wanted


def test_people_play_while_a_review_is_made(server: Server) -> None:
    ann = server.client()
    match = played(server, ann, game="seven-prophecies", players=4, options={})
    asked(ann, match)
    table = make_table(ann, **SHORT)

    async def play() -> None:
        player = Player(server.url, table, ann.cookies["foretold"])
        await player.connect()
        await player.play()
        await player.close()

    asyncio.run(play())
    assert done(ann, match)["seats"]


# Beside the work of others -----------------------------------------------------------------------------------------


def test_reviews_yield_to_waiting_people_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is awaited comes first; under any load reviews get on."""

    async def run() -> None:
        monkeypatch.setattr("foretold.server.jobs.queue.GLANCE", 0.001)
        looks = 0

        def busy() -> bool:
            nonlocal looks
            looks += 1
            return looks < 20 or waiting

        waiting = False
        await quiet(busy)
        assert looks == 20
        waiting = True
        monkeypatch.setattr("foretold.server.jobs.queue.QUIET_TIMEOUT", 0.05)
        await quiet(busy)
        assert looks > 20

    assert QUIET_TIMEOUT > 1
    asyncio.run(run())


def test_one_person_can_not_fill_the_queue(tmp_path: Path) -> None:
    async def run() -> None:
        commits = CommitQueue(tmp_path / "foretold.sqlite", lambda account, error: None)
        line = record_line(["Ann"])
        keeps = [KeepMatch(f"m{number}", "table", 1, "over", True, "prophecy", line) for number in range(BURST + 2)]
        await commits.durable(keeps)
        reviews = Reviews(commits, lambda: False, QUALITY)
        for number in range(BURST):
            await reviews.ask(f"m{number}", ("ann",))
        await reviews.ask("m0", ("ann",))  # asked for already
        with pytest.raises(TooMany) as caught:
            await reviews.ask(f"m{BURST}", ("ann",))
        assert caught.value.reason == "too-many-reviews"
        await reviews.ask(f"m{BURST}", ("ben",))
        assert [job.match for job in commits.store.reviews_to_make(99)][-1] == f"m{BURST}"
        assert await reviews.ahead(f"m{BURST}") == BURST
        await reviews.stop()
        commits.store.close()

    asyncio.run(run())


def children(server: Server) -> list[int]:
    """The processes that a server has started."""
    assert server.process is not None
    calls = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            facts = status.read_text().rpartition(")")[2].split()
        except OSError:  # ended meanwhile
            continue
        if int(facts[1]) == server.process.pid and facts[0] != "Z":
            calls.append(int(status.parent.name))
    return calls


def alive(process: int) -> bool:
    return Path(f"/proc/{process}/stat").exists()
