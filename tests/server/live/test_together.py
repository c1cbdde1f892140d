"""Several processes over one PostgreSQL: any of them serves any table, nothing is lost or doubled, nobody is stuck.

Hubs stand for processes here: each has its own store, and they meet in the database alone. Killed processes are in
test_fleet_kills.py.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from foretold.errors import Refusal
from foretold.server import store
from foretold.server.base import identity, metrics
from foretold.server.base.rate_limits import Buckets
from foretold.server.live import cluster, presence
from foretold.server.live.commit_queue import Elsewhere
from foretold.server.live.hub import Hub
from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.runtime import Runtime
from foretold.server.store.postgres import notify
from foretold.server.store.postgres.store import PostgresStore
from foretold.server.table import follow_ups, journal, lobby
from foretold.server.table.permissions import NotNow
from foretold.server.table.quota import Limits
from foretold.server.updates.stream import UpdateStream
from tests.postgres import Postgres
from tests.server.live.test_hub import Ear

PEOPLE = ("ann", "bob", "cem")
RUNTIMES: dict[Hub, Runtime] = {}  # that are running
SEATS = ["me", "open", "open"]


@pytest.fixture
def place(postgres: Postgres) -> str:
    """An empty database."""
    return postgres.new()


@asynccontextmanager
async def hub_at(place: str, **options: Any) -> AsyncIterator[Hub]:
    """A process that is stopped afterwards, unless it was before."""
    runtime = Runtime(place, **{"bot_delay": 0.05, **options})
    runtime.start()
    hub = runtime.hub
    RUNTIMES[hub] = runtime
    if hub.commits.store.person("ann") is None:
        await hub.commits.durable(
            [store.AddPerson(name, identity.hashed(name), name, hub.clock.now()) for name in PEOPLE]
        )
    try:
        yield hub
    finally:
        if not hub.stopping:
            await leave(hub)


async def leave(hub: Hub) -> None:
    """The process ends as it should."""
    for ear in [ear for live in hub.live_tables.values() for ear in live.connections]:
        hub.presence.part(ear)
    await RUNTIMES.pop(hub).stop()


def with_hubs(place: str, test: Callable[[Hub, Hub], Awaitable[None]], **options: Any) -> None:
    """Runs the test with two processes that know of each other."""

    async def run() -> None:
        async with hub_at(place, **options) as one, hub_at(place, **options) as other:
            await eventually(lambda: all(len(hub.pipeline._members) == 2 for hub in (one, other)))  # type: ignore[attr-defined]
            await test(one, other)

    asyncio.run(run())


async def table(
    hub: Hub, seats: list[str] | None = None, id: str = "t", where: tuple[str, ...] = (), **settings: Any
) -> LiveTable:
    """A table of Ann's for three, in the database."""
    wish = messages.NewTable(seats=seats or SEATS, settings=messages.Settings(players=3, **settings))
    done, answer, _ = hub.commits.promise()
    live = hub.make(id, lobby.make(wish, "ann", "Ann"), answer, where)
    await done
    return live


async def say(hub: Hub, person: str, command: messages.TableCommand, id: str = "t") -> int:
    """The number of the table once the command is carried out; the Refusal if it is not."""
    done, answer, refused = hub.commits.promise()
    hub.command(await hub.at(id), person, command, answer, refused)
    return await done


async def join(hub: Hub, person: str = "", id: str = "t") -> Ear:
    """An ear at the table."""
    ear = Ear(person)
    await hub.at(id)
    hub.presence.join(ear, messages.Hello(protocol=messages.PROTOCOL, table=id))
    await eventually(lambda: bool(ear.messages))
    return ear


async def eventually(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def numbers(place: str) -> list[int]:
    """The numbers of the table's entries in the database."""
    with PostgresStore(place) as store:
        return [entry.number for entry in store.entries("t")]


def same(*hubs: Hub) -> bool:
    """Whether all have the table at the same entry, with nothing under way."""
    if not all("t" in hub.live_tables for hub in hubs):
        return False
    live_tables = [hub.live_tables["t"] for hub in hubs]
    return len({live.table.number for live in live_tables}) == 1 and not any(
        live.task or live.asks for live in live_tables
    )


def test_a_command_in_one_process_is_sent_out_by_the_other(place: str) -> None:
    async def test(one: Hub, other: Hub) -> None:
        await table(one)
        ear = await join(other, "bob")
        assert ear.kinds() == ["welcome", "view"]
        number = await say(one, "bob", messages.Sit(seat=1, name="Bob"))
        await eventually(lambda: ear.messages[-1:] != [] and ear.messages[-1]["number"] > number)  # with his being here
        assert [message["type"] for message in ear.messages][:2] == ["welcome", "view"], "he has a seat now"
        assert other.live_tables["t"].table.seats[1].away is None
        ear.kinds()
        await say(one, "ann", messages.Say(phrase="hello"))
        await eventually(lambda: bool(ear.messages))
        assert ear.kinds() == ["update"]
        with pytest.raises(NotNow):
            await say(other, "cem", messages.Sit(seat=1, name="Cem"))

    with_hubs(place, test)


def test_of_two_concurrent_commands_one_is_retried_and_nothing_is_lost_or_doubled(place: str) -> None:
    async def test(one: Hub, other: Hub) -> None:
        await table(one, SEATS)
        await say(one, "bob", messages.Sit(seat=1, name="Bob"))
        ears = [await join(hub, person) for hub in (one, other) for person in ("ann", "bob")]
        before, again = len(one.live_tables["t"].table.talk), metrics.RULED_AGAIN._value.get()
        for hub in (one, other):
            hub._talk = Buckets(1000, 1000)
        orders: list[int] = []
        while metrics.RULED_AGAIN._value.get() == again:  # whether two meet is a matter of chance
            assert len(orders) < 2400
            said = [
                say(hub, person, messages.Say(phrase="hello"))
                for _ in range(12)
                for hub, person in ((one, "ann"), (other, "bob"))
            ]
            orders += await asyncio.gather(*said)
        assert len(set(orders)) == len(orders), "each has a number of its own"
        await eventually(lambda: same(one, other))
        assert [len(hub.live_tables["t"].table.talk) - before for hub in (one, other)] == [len(orders)] * 2
        assert numbers(place) == list(range(one.live_tables["t"].table.number + 1))
        for ear in ears:  # what changed, put together, is what there is
            lines = [line for message in ear.messages for line in message.get("chat", ())]
            assert len([line for line in lines if line.get("phrase") == "hello"]) == len(orders)
            assert ear.messages[-1]["number"] == one.live_tables["t"].table.number

    with_hubs(place, test)


def test_bots_play_once_and_another_process_takes_over(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow_ups, "SHARING", 300)

    async def test(one: Hub, other: Hub) -> None:
        live_tables = [await table(one, ["me", "bot:greedy", "bot:greedy"], id=f"t{n}") for n in range(6)]
        for live in live_tables:
            await join(other, "ann", live.table.id)
        # Ann tells no bytes: the clock goes on without them, at whoever looks after the table.
        await eventually(lambda: all(live.table.phase == "playing" for live in other.live_tables.values()))
        await eventually(lambda: all(other.owns_table(live) for live in other.live_tables.values()))
        await eventually(lambda: not any(one.owns_table(live) for live in one.live_tables.values()))
        await leave(one)
        await eventually(lambda: all(live.table.state.chosen == (1, 2) for live in other.live_tables.values()))  # type: ignore[union-attr]
        await other.commits.durable()  # a table is a step ahead of what is written
        for id in other.live_tables:
            acts = [journal.read(entry.body) for entry in other.commits.store.entries(id)]
            assert sorted(act.seat for act in acts if isinstance(act, journal.Acted)) == [1, 2]

    with_hubs(place, test)


def test_a_player_who_moves_between_processes_is_never_away(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "HICCUP", 0.1)

    async def test(one: Hub, other: Hub) -> None:
        await table(one)
        ear = await join(one, "ann")
        await eventually(lambda: one.live_tables["t"].table.seats[0].away is None)
        late = await join(other, "ann")
        await eventually(lambda: one.live_tables["t"].where.get("ann") == other.pipeline.id)
        one.presence.part(ear)
        await asyncio.sleep(0.3)
        assert not any(isinstance(journal.read(entry.body), journal.Away) for entry in other.commits.store.entries("t"))
        other.presence.part(late)
        await eventually(lambda: one.live_tables["t"].table.seats[0].away is not None)

    with_hubs(place, test)


def test_a_player_of_a_dead_process_who_does_not_reconnect_is_away(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "DOUBT", 0.1)

    async def test(one: Hub, other: Hub) -> None:
        await table(one)
        await join(one, "ann")
        await say(one, "bob", messages.Sit(seat=1, name="Bob"))
        await join(other, "bob")
        await eventually(lambda: same(one, other) and other.live_tables["t"].table.seats[1].away is None)
        one.stopping = True  # without a word to its people
        await one.stop()
        await eventually(lambda: other.live_tables["t"].table.seats[0].away is not None)
        assert other.live_tables["t"].table.seats[1].away is None

    with_hubs(place, test)


def test_a_lost_notification_is_caught_by_polling_all_tables(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SWEEP", 0.2)
    monkeypatch.setattr(notify.Line, "say", lambda *_: None)

    async def test(one: Hub, other: Hub) -> None:
        await table(one)
        await eventually(lambda: "t" in other.live_tables)
        ear = await join(other, "bob")
        await say(one, "ann", messages.Say(phrase="hello"))
        await eventually(lambda: "update" in [message["type"] for message in ear.messages])
        await say(one, "ann", messages.Close())
        await eventually(lambda: "t" not in other.live_tables)
        assert ear.closing is not None
        assert ear.closing.reason == "table-closed"

    with_hubs(place, test)


def test_notifications_are_batched_unless_somebody_elsewhere_plays_or_watches(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SWEEP", 3600.0)
    monkeypatch.setattr(notify, "GATHERED", 3600.0)

    async def test(one: Hub, other: Hub) -> None:
        await table(one)
        await join(one, "ann")
        assert isinstance(one.commits.store, PostgresStore)
        line = one.commits.store._line
        assert line is not None
        await say(one, "ann", messages.Say(phrase="hello"))
        await eventually(lambda: line._gathered == {"t": one.live_tables["t"].table.number})
        ear = await join(other, "carol")
        await eventually(lambda: "t" in line._watched)
        await say(one, "ann", messages.Say(phrase="hello"))
        await eventually(lambda: "update" in [message["type"] for message in ear.messages])
        assert line._gathered == {}
        await say(one, "bob", messages.Sit(seat=1, name="Bob"))
        player = await join(other, "bob")
        await eventually(lambda: one.live_tables["t"].near() == {one.pipeline.id, other.pipeline.id})
        line._watched.clear()
        known = len(player.messages)
        await say(one, "ann", messages.Say(phrase="hello"))
        await eventually(lambda: "update" in [message["type"] for message in player.messages[known:]])
        assert line._gathered == {}

    with_hubs(place, test)


def test_broken_database_connections_lose_and_double_nothing(place: str, postgres: Postgres) -> None:
    """What was under way may be there or not: it is looked up."""

    async def test(one: Hub, other: Hub) -> None:
        await table(one)
        for hub in (one, other):
            hub._talk = Buckets(1000, 1000)
        done = 0

        async def talk(hub: Hub, count: int) -> None:
            nonlocal done
            for _ in range(count):
                await say(hub, "ann", messages.Say(phrase="hello"))
                done += 1

        talking = [asyncio.create_task(talk(hub, 40)) for hub in (one, other)]
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'foretold'"
        for part in range(1, 8):
            await eventually(lambda part=part: done >= 10 * part)  # type: ignore[misc]
            await asyncio.to_thread(postgres.run, cut, place)
        await asyncio.gather(*talking)
        await eventually(lambda: same(one, other))
        spoken = [
            entry for entry in one.commits.store.entries("t") if isinstance(journal.read(entry.body), journal.Spoke)
        ]
        assert len(spoken) == done == 80
        assert numbers(place) == list(range(one.live_tables["t"].table.number + 1))

    with_hubs(place, test)


def test_an_unreachable_database_is_reported_and_play_continues_when_it_is_back(
    place: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "AWAY", 0.2)

    async def test(one: Hub, other: Hub) -> None:
        await table(one)
        ear = await join(other, "ann")
        await asyncio.to_thread(postgres.stop)
        try:
            await eventually(lambda: one.pipeline.away and other.pipeline.away)
        finally:
            await asyncio.to_thread(postgres.start)
        assert ear.closing is not None
        assert (ear.closing.reason, ear.closing.retry) == ("database-away", 1.0)
        assert "can't reach its database" in ear.closing.sentence
        await eventually(lambda: not one.pipeline.away and not other.pipeline.away)
        again = await join(other, "ann")
        await say(one, "ann", messages.Say(phrase="hello"))
        await eventually(lambda: "update" in [message["type"] for message in again.messages])

    with_hubs(place, test)


def test_a_process_that_can_not_read_an_entry_releases_the_table(place: str, postgres: Postgres) -> None:
    async def test(one: Hub, other: Hub) -> None:
        await table(one)
        ear = await join(other, "bob")
        number = other.live_tables["t"].table.number + 1
        body = b'{"entry":"of-another-age"}'
        newer = f"INSERT INTO entries VALUES ('t', {number}, 1, {messages.JOURNAL + 1}, 'new', '{body.decode()}')"
        await asyncio.to_thread(postgres.run, newer, place)
        with pytest.raises(Refusal):
            await say(one, "ann", messages.Say(phrase="hello"))
        await eventually(lambda: not one.live_tables and not other.live_tables)
        assert ear.closing is not None
        assert (ear.closing.reason, ear.closing.retry) == ("table-newer", 1.0)
        for hub in (one, other):
            with pytest.raises(Elsewhere):
                await hub.at("t")
            assert (hub.pipeline.served_elsewhere("t"), hub.pipeline.served_elsewhere("u")) == (True, False)
        await table(one, id="u")
        await eventually(lambda: "u" in other.live_tables)

    with_hubs(place, test)


def test_of_two_versions_the_newer_one_owns_tables(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hub_at(place) as one:
            monkeypatch.setattr(messages, "JOURNAL", messages.JOURNAL + 1)
            async with hub_at(place) as other:
                for number in range(4):
                    await table(one, id=f"t{number}")
                await eventually(
                    lambda: len(other.live_tables) == 4 and all(map(other.owns_table, other.live_tables.values()))
                )
                assert not any(map(one.owns_table, one.live_tables.values()))

    asyncio.run(run())


def test_a_process_that_joins_plays_for_the_bots_that_are_waited_for(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nobody writes anything, and the list of processes is from the start as it was when it joined."""
    monkeypatch.setattr(follow_ups, "SHARING", 300)
    monkeypatch.setattr(notify, "LIVING", notify.LIVING.replace("ORDER BY id", "ORDER BY version"))

    async def run() -> None:
        async with hub_at(place, bot_delay=3600) as one:
            live = await table(one, ["me", "bot:greedy", "bot:greedy"])
            await join(one, "ann")
            await eventually(lambda: live.table.phase == "playing")
            await one.commits.durable()  # a table is a step ahead of what is written
            monkeypatch.setattr(messages, "JOURNAL", messages.JOURNAL + 1)  # the newer one owns tables
            async with hub_at(place) as other:
                state = other.live_tables["t"].table.state
                assert state is not None
                assert state.awaited == (0, 1, 2)
                await eventually(lambda: other.live_tables["t"].table.actors() == (0,))

    asyncio.run(run())


def test_a_person_deleted_in_one_process_is_deleted_in_all(place: str) -> None:
    async def test(one: Hub, other: Hub) -> None:
        await table(one)
        await say(one, "bob", messages.Sit(seat=1, name="Bob"))
        await eventually(lambda: same(one, other) and other.live_tables["t"].table.mentions("bob"))
        await one.forget("bob")
        await eventually(lambda: not other.live_tables["t"].table.mentions("bob") and same(one, other))
        assert other.live_tables["t"].table.seats[1].kind == "open"
        for hub in (one, other):
            snapshot = UpdateStream(hub.live_tables["t"].table, None).fresh(hub.live_tables["t"].current())
            assert b"Bob" not in snapshot
            assert json.loads(snapshot)["number"] == numbers(place)[-1]

    with_hubs(place, test)


def test_tables_are_counted_together_and_no_address_is_kept(place: str, postgres: Postgres) -> None:
    async def test(one: Hub, other: Hub) -> None:
        await table(one, id="a", where=("192.0.2.0/24",))
        await table(other, id="b", where=("192.0.2.0/24",))
        await eventually(lambda: len(one.live_tables) == len(other.live_tables) == 2)
        for hub in (one, other):
            hub.pipeline._look.set()  # type: ignore[attr-defined]
            await eventually(lambda hub=hub: len({hub.quota._blocks.get(id) for id in "ab"}) == 1)  # type: ignore[misc]
            hub.make_room("eve", ("198.51.100.0/24",))
            with pytest.raises(NotNow, match="2 open tables"):
                hub.make_room("eve", ("192.0.2.0/24",))
        [(mark,), _] = await asyncio.to_thread(postgres.run, "SELECT block FROM tables", place)
        assert len(mark) == 5

    with_hubs(place, test, limits=Limits(100, 100, 2))


def test_downtime_of_all_processes_counts_for_nobody(place: str) -> None:
    async def run() -> None:
        async with hub_at(place) as one:
            await table(one)
        async with hub_at(place) as one, hub_at(place) as other:
            await eventually(lambda: "t" in other.live_tables and same(one, other))
            kinds = [type(journal.read(entry.body)) for entry in one.commits.store.entries("t")]
            assert kinds.count(journal.Restarted) == 1

    asyncio.run(run())
