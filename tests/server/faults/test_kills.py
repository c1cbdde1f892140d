"""The server is killed at any moment: what it has acknowledged stands, once, and every match goes on where it was."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

import foretold
from foretold.fair import verify
from foretold.server.features.ratings.service import recomputed
from foretold.server.store import open_store
from foretold.server.table import journal
from tests.server.faults.companies import (
    BRIEF,
    BROKEN,
    FIRST_EDITION,
    PACE,
    SINGLE,
    Company,
    check_company,
    check_order,
    company,
    keep_playing,
    keep_visiting,
    summed_up,
)
from tests.server.faults.mixture import Circle, Planner
from tests.server.faults.patience import PatientServers
from tests.server.serving import PATIENCE, Player, Server, command, make_table, serving, wait_for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


def killed(server: Server, down: float = 0.0) -> None:
    """The server was killed, was down for so long, and runs again."""
    server.kill()
    time.sleep(down)
    server.start()


# Many kills under load -------------------------------------------------------------------------------------------


async def kill_often(server: Server, kills: int, acknowledged: Callable[[], int], enough: asyncio.Event) -> None:
    """Each kill comes after any number of answers, or right after the start; as fast as the machine is."""
    moments = random.Random(7)
    for number in range(kills):
        wanted = acknowledged() + (moments.randrange(60) if number % 4 else 0)
        deadline = time.monotonic() + 5
        while acknowledged() < wanted and time.monotonic() < deadline:
            await asyncio.sleep(0.002)
        await asyncio.sleep(0.02 * moments.random())
        await asyncio.to_thread(killed, server)
    enough.set()


def test_acknowledged_moves_are_stored_exactly_once_after_any_number_of_kills(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    kills = 200 if request.config.getoption("--long") else 6
    with serving(tmp_path, "--request-rate", "1000") as server:
        companies = [
            company(server, ["me", "open", "open"], 2, game="seven-prophecies", players=3),
            company(server, ["open", "me", "bot:random", "bot:greedy"], 1, game="seven-prophecies", public=True),
            company(server, ["me", "me", "open", "open"], 1, game=FIRST_EDITION, options=SINGLE),  # on two devices
            company(server, ["open", "me", "open"], 2, game="prophecy", players=3, options=BRIEF, pace=PACE),
            company(server, ["me", "bot:novice", "bot:random"], game=FIRST_EDITION, players=3, options=SINGLE),
        ]
        dropping_in = company(
            server, ["me", "bot:random", "bot:random"], game="seven-prophecies", players=3, drop_in=True
        )
        circle = Circle(server, PatientServers(server))
        everyone = [*companies, dropping_in, circle.company]
        planner = Planner(PatientServers(server), circle.join)
        alone = abandoned(server)
        asyncio.run(play_all(server, everyone, kills, dropping_in, planner))
        wait_for(lambda: alone_over(server, alone), 60)
        for party in everyone:
            last = party.players[0]
            record = server.client(last.cookie).get(f"/api/matches/{last.facts['match']}").json()
            assert record["id"] == last.facts["match"]
        assert server.stop() == 0
    journals, records = stored(server)
    for party in everyone:
        check_company(party, journals[party.table], records[party.table])
        check_order(party, journals[party.table])
        assert 0 < sum(isinstance(entry, journal.Restarted) for entry in journals[party.table]) <= kills
    circle.check(server, [record["id"] for record in records[circle.company.table]])
    assert server.run("SELECT * FROM plans") == []
    with open_store(server.database) as store:  # every match of people is rated, and as it would be again
        again = recomputed(store)
        assert (list(again.rated), sorted(again.ratings)) == (store.rated(), sorted(store.ratings()))
        assert {row.match for row in again.rated} == {
            record["id"]
            for company in (companies[0], companies[1], companies[3], circle.company)
            for record in records[company.table]
        }
    [match] = records[alone]
    assert foretold.replay(match).over
    acted = sum(isinstance(entry, journal.Acted) for entries in journals.values() for entry in entries)
    matches = sum(map(len, records.values()))
    resent = sum(company.resent for company in everyone)
    print(f"\n{kills} kills, {matches} matches, {acted} actions, {resent} sent again; {summed_up(everyone)}")
    print(f"{len(dropping_in.visitors)} visitors, {planner.played} cards in advance, {len(circle.joined)} joined")


def abandoned(server: Server) -> str:
    """A table whose only person leaves in the middle of its match: nobody is connected, bots have all seats."""
    client = server.client()
    table = make_table(client, ["me", "bot:random"], game="prophecy", players=2, options=BRIEF)

    async def play_a_little() -> None:
        player = await Player(server.url, table, client.cookies["foretold"]).connect()
        await player.play(until=lambda player: len(player.done) > 2)
        await player.close()

    asyncio.run(play_a_little())
    assert command(client, table, type="leave").status_code == 200
    return table


def alone_over(server: Server, table: str) -> bool:
    return bool(server.client().get(f"/api/tables/{table}").json()["phase"] == "over")


async def play_all(
    server: Server, companies: list[Company], kills: int, dropping_in: Company, planner: Planner
) -> None:
    enough = asyncio.Event()
    players = [player for company in companies for player in company.players]

    def seek(cookie: str) -> Player:
        return Player(server.url, dropping_in.table, cookie)

    async with asyncio.timeout(120 + 10 * kills), asyncio.TaskGroup() as group:
        group.create_task(kill_often(server, kills, lambda: sum(len(player.done) for player in players), enough))
        group.create_task(keep_visiting(dropping_in, seek, server.client))
        group.create_task(planner.keep_planning(enough))
        for company in companies:
            for player in company.players:
                group.create_task(keep_playing(company, player, enough))
    for player in players:
        await player.close()


Stored = tuple[dict[str, list[journal.AnyEntry]], dict[str, list[dict[str, Any]]]]


def stored(server: Server) -> Stored:
    """By table its journal, and the records of its matches in the order in which they were played."""
    journals: dict[str, list[journal.AnyEntry]] = {}
    records: dict[str, list[dict[str, Any]]] = {}
    with closing(sqlite3.connect(server.database)) as database:
        for table, body in database.execute("SELECT table_id, body FROM entries ORDER BY table_id, number"):
            journals.setdefault(table, []).append(journal.read(body))
        for table, line in database.execute("SELECT table_id, record FROM matches ORDER BY ended"):
            records.setdefault(table, []).append(json.loads(line))
    return journals, records


# Kills at chosen moments ------------------------------------------------------------------------------------------


def test_a_lobby_survives_a_kill(server: Server) -> None:
    host, guest = server.client(), server.client()
    table = make_table(host, ["me", "open", "open"], game="prophecy", players=3)
    assert command(guest, table, type="sit", seat=2, name="Bo").status_code == 200
    assert command(host, table, type="fill", seat=1, bot="random").status_code == 200
    assert command(host, table, type="ready").status_code == 200
    link = guest.post(f"/api/tables/{table}/seats/2/link").json()
    before = [client.get(f"/api/tables/{table}/views").json()["views"][0] for client in (host, guest)]
    killed(server)
    after = [client.get(f"/api/tables/{table}/views").json()["views"][0] for client in (host, guest)]
    assert [view["table"] for view in after] == [view["table"] for view in before]
    assert [seat["ready"] for seat in after[0]["table"]["seats"]] == [True, True, False]
    phone = server.client()
    assert phone.post("/api/links", json={"token": link["token"]}).json() == {"table": table, "seat": 2}
    assert command(phone, table, type="ready").status_code == 200
    assert phone.get(f"/api/tables/{table}").json()["phase"] == "sharing"


@pytest.mark.parametrize("stage", ["commit", "reveal"])
def test_contributed_bytes_survive_a_kill(server: Server, stage: str) -> None:
    ann, bo = server.client(), server.client()
    table = make_table(ann, ["me", "open", "bot:random"], game="prophecy", players=3)
    assert command(bo, table, type="sit", seat=1, name="Bo").status_code == 200
    for client in (ann, bo):
        assert command(client, table, type="ready").status_code == 200
    players = [Player(server.url, table, client.cookies["foretold"]) for client in (ann, bo)]

    async def play() -> None:
        first, second = players
        for player in players:
            await player.connect()
            await hear_until(player, lambda player: player.facts.get("phase") == "sharing")
        if stage == "reveal":
            await second.act()
        await first.act()
        await hear_until(first, lambda player: player.facts["fair"]["stage"] == stage and "" in player.done)
        if stage == "reveal":
            first.done.clear()
            await first.act()
            await hear_until(first, lambda player: "" in player.done)
        promise = first.facts["fair"]
        await asyncio.to_thread(killed, server)
        for player in players:
            await player.resume()
        await asyncio.gather(*(player.play(until=lambda player: len(player.done) > 2) for player in players))
        assert first.facts["fair"]["commitment"] == promise["commitment"]
        assert [share.get("bytes") for share in first.facts["fair"]["shares"]] == [
            *(player.share.hex() for player in players),
            None,
        ]
        for player in players:
            await player.close()

    asyncio.run(play())
    assert command(ann, table, type="close").status_code == 200
    [record] = stored(server)[1][table]
    assert verify(record).shared == (0, 1)


async def hear_until(player: Player, condition: Callable[[Player], bool], timeout: float = PATIENCE) -> None:
    """Listens, without a word of its own."""
    async with asyncio.timeout(timeout):
        while not condition(player):
            await player.hear()


def test_downtime_counts_for_nobody(server: Server) -> None:
    client = server.client()
    seconds, bank, down = 20_000, 30_000, 3_000
    pace = {"kind": "seconds", "seconds": seconds // 1000, "bank": bank // 1000}
    begun = time.monotonic()
    table = make_table(client, ["me", "bot:random", "bot:random"], game="prophecy", players=3, pace=pace)

    def up() -> float:
        """The milliseconds that the server has run since, at the most."""
        return 1000 * (time.monotonic() - begun) - down

    async def play() -> None:
        player = await Player(server.url, table, client.cookies["foretold"], choice=None).connect()
        await player.play(until=on_turn)
        assert clock(player)["bank"] == bank
        await asyncio.to_thread(killed, server, down / 1000)
        player.turns.clear()  # what it knew before says nothing
        await player.resume()
        await player.play(until=on_turn)
        gone = seconds + bank - clock(player)["left"] - clock(player)["bank"]
        assert 0 <= gone <= up()
        player.choice = lambda player, seat, legal: legal[0]
        await player.act()
        player.choice = None
        await player.play(until=lambda player: len(player.done) > 1 and on_turn(player))
        assert clock(player)["bank"] >= bank - max(0, up() - seconds)
        await player.close()

    asyncio.run(play())


def on_turn(player: Player) -> bool:
    """Whether the first seat has something to decide that it has not decided yet."""
    turn = player.turns.get(0) or {}
    return bool(turn.get("legal")) and (0, turn["decision"]) not in player.sent and bool(player.facts["clocks"])


def clock(player: Player) -> dict[str, int]:
    [running] = [clock for clock in player.facts["clocks"] if clock["seat"] == 0]
    return dict(running)


def test_a_pause_outlasts_a_kill(server: Server) -> None:
    client = server.client()
    table = make_table(client, ["me", "bot:random", "bot:random"], game="prophecy", players=3)

    async def play() -> None:
        player = await Player(server.url, table, client.cookies["foretold"]).connect()
        await player.play(until=lambda player: len(player.done) > 2)
        await player.send({"type": "pause", "id": "pause"})
        await hear_until(player, lambda player: "pause" in player.done)
        await asyncio.to_thread(killed, server)
        await player.resume()
        history = player.histories[0]
        with pytest.raises(TimeoutError):
            await hear_until(player, lambda player: False, 0.5)
        assert player.facts["paused"]
        assert player.histories[0] == history
        await player.send({"type": "resume", "id": "resume"})
        await player.play(until=lambda player: len(player.done) > 6)
        await player.close()

    asyncio.run(play())


def test_a_move_that_does_not_fit_on_the_disk_has_not_happened(server: Server) -> None:
    client = server.client()
    table = make_table(client, ["me", "bot:random", "bot:random"], game="prophecy", players=3)

    async def play() -> None:
        player = await Player(server.url, table, client.cookies["foretold"]).connect()
        await player.play(until=lambda player: len(player.done) > 2)
        limit_files(server, 0)
        with suppress(*BROKEN):
            while True:
                await player.hear()
                await player.act()
        assert player.bye is not None
        assert player.bye["reason"] == "not-stored"
        assert player.bye["retry"] == 1.0
        for path, body in (
            ("/api/tables", {}),
            (f"/api/tables/{table}/commands", {"type": "say", "phrase": "sorry"}),
            (f"/api/tables/{table}/commands", {"type": "close"}),
            ("/api/me", {"name": "Other"}),
        ):
            answer_now = client.post(path, json=body)
            assert (answer_now.status_code, answer_now.json()["error"]["reason"]) == (503, "not-stored")
            assert int(answer_now.headers["retry-after"]) >= 1
        assert server.client().get("/api/health").status_code == 200
        limit_files(server, resource.RLIM_INFINITY)
        await player.resume()
        await player.play(until=lambda player: len(player.done) > 12)
        assert all(message["id"] in player.done for message in list(player.sent.values())[:-1])
        await player.close()

    asyncio.run(play())
    assert command(client, table, type="close").status_code == 200
    journals, records = stored(server)
    [record] = records[table]
    verify(record)
    ids = Counter(entry.id for entry in journals[table] if isinstance(entry, journal.Acted) and entry.id)
    assert set(ids.values()) == {1}


def limit_files(server: Server, size: int) -> None:
    """The server's files can't grow beyond this size, as on a full disk."""
    assert server.process is not None
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, most))
