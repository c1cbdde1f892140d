"""The hub with lines but without sockets: who is there, who is told what, tables that are read anew."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.address_blocks import blocks, senders
from foretold.server.base.rate_limits import Bucket
from foretold.server.live import hub as hubs
from foretold.server.live import presence
from foretold.server.live.connection import Connection
from foretold.server.live.hub import Hub
from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.runtime import Runtime
from foretold.server.table import commands, journal, lobby
from foretold.server.table.commands import seating
from foretold.server.table.permissions import NotNow, NotYours
from foretold.server.table.quota import Limits
from foretold.server.table.table import DAY
from foretold.server.updates.stream import Audience
from tests.postgres import Postgres

SEATS = ["me", "open", "bot:greedy"]


class Ear(Connection):
    """A connection that keeps what it is told."""

    def __init__(self, person: str = "") -> None:
        super().__init__(person, "en", Bucket(1000, 1000))
        self.messages: list[dict[str, Any]] = []

    def tell(self, data: bytes, *, last: bool = False) -> None:
        if self.closing is None:
            self.messages.append(json.loads(data))

    def kinds(self) -> list[str]:
        """The kinds of the messages since the last look."""
        types = [message["type"] for message in self.messages]
        self.messages.clear()
        return types


@pytest.fixture(params=["alone", "cluster"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """An empty database: of SQLite for a process alone, of PostgreSQL for one that shares it."""
    if request.param == "alone":
        return tmp_path / "foretold.sqlite"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new()


@asynccontextmanager
async def running(place: Path | str, **options: Any) -> AsyncIterator[Hub]:
    """A hub that is stopped afterwards; in a directory it keeps a database of SQLite."""
    database = place / "foretold.sqlite" if isinstance(place, Path) and place.is_dir() else place
    runtime = Runtime(database, **{"bot_delay": 0.05, **options})
    runtime.start()
    hub = runtime.hub
    people = [store.AddPerson(name, identity.hashed(name), name, hub.clock.now()) for name in ("ann", "bob", "cem")]
    if hub.commits.store.person("ann") is None:
        await hub.commits.durable(people)
    try:
        yield hub
    finally:
        for ear in [ear for live in hub.live_tables.values() for ear in live.connections]:
            hub.presence.part(ear)
        await runtime.stop()


def in_hub(place: Path | str, test: Callable[[Hub], Awaitable[None]], **options: Any) -> None:
    """Runs the test with a hub."""

    async def run() -> None:
        async with running(place, **options) as hub:
            await test(hub)

    asyncio.run(run())


async def table(
    hub: Hub, seats: list[str] | None = None, id: str = "t", where: tuple[str, ...] = (), **settings: Any
) -> LiveTable:
    """A table of Ann's for three, on disk."""
    wish = messages.NewTable(seats=seats or SEATS, settings=messages.Settings(players=3, **settings))
    stored, answer, _ = hub.commits.promise()
    live = hub.make(id, lobby.make(wish, "ann", "Ann"), answer, where)
    await stored
    return live


async def settled(hub: Hub) -> None:
    """Everything that the hub was asked for has taken effect and is on disk."""
    await hub.pipeline.settled()
    await hub.commits.durable()


async def say(hub: Hub, live: LiveTable, person: str, command: messages.TableCommand) -> None:
    """The command is carried out and on disk."""
    stored, answer, refused = hub.commits.promise()
    hub.command(live, person, command, answer, refused)
    await stored
    await settled(hub)


async def join(hub: Hub, person: str = "", last: int | None = None, table: str = "t") -> Ear:
    """An ear at the table that has heard the first word."""
    ear = Ear(person)
    await hub.at(table)
    hub.presence.join(ear, messages.Hello(protocol=messages.PROTOCOL, table=table, last=last))
    await settled(hub)
    return ear


def rests(live: LiveTable) -> bool:
    """True if the table rests."""
    return live.table.resting


async def eventually(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def test_a_connected_person_who_sits_down_is_present(place: Path | str) -> None:
    """Otherwise a bot would stand in for somebody who has never been away."""

    async def test(hub: Hub) -> None:
        live = await table(hub)
        ear = await join(hub, "bob")
        await say(hub, live, "bob", messages.Sit(seat=1, name="Bob"))
        assert live.table.seats[1].away is None
        assert ear.kinds() == ["welcome", "view", "welcome", "view"]
        other = await join(hub, "cem")
        hub.perform(live, lambda table: seating.move(table, "cem", 1))
        await settled(hub)
        assert live.table.seats[1].away is None
        assert ear.kinds() == ["welcome", "view"], "now a spectator"
        assert other.kinds() == ["welcome", "view", "welcome", "view"]
        hub.perform(live, lambda table: seating.move(table, "bob", 1))
        hub.presence.part(ear)
        hub.perform(live, lambda table: seating.move(table, "ann", 1))
        await settled(hub)
        assert live.table.seats[1].away is not None

    in_hub(place, test)


def test_no_spectator_updates_are_computed_without_spectators(place: Path | str) -> None:
    async def test(hub: Hub) -> None:
        live = await table(hub, ["me", "open", "open"])
        for person in ("bob", "cem"):
            await join(hub, person)
        await say(hub, live, "bob", messages.Sit(seat=1, name="Bob"))
        assert set(live.streams) == {Audience(None, "", "list"), Audience(1, "bob", "list")}
        await say(hub, live, "cem", messages.Sit(seat=2, name="Cem"))
        assert set(live.streams) == {Audience(1, "bob", "list"), Audience(2, "cem", "list")}
        stranger = await join(hub)
        await say(hub, live, "bob", messages.Ready())
        assert stranger.kinds() == ["welcome", "view", "update"]

    in_hub(place, test)


def test_a_former_owner_of_a_seat_gets_nothing_of_it(place: Path | str) -> None:
    async def test(hub: Hub) -> None:
        live = await table(hub)
        await join(hub, "bob")
        await say(hub, live, "bob", messages.Sit(seat=1, name="Bob"))
        await say(hub, live, "bob", messages.Leave())
        await join(hub, "cem")
        await say(hub, live, "cem", messages.Sit(seat=1, name="Cem"))
        assert set(live.streams) == {Audience(None, "", "list"), Audience(1, "cem", "list")}

    in_hub(place, test)


def test_a_device_with_several_seats_gets_fresh_views_after_a_gap(place: Path | str) -> None:
    """When its line broke, one seat may have heard of a change and another not: one number can't tell."""

    async def test(hub: Hub) -> None:
        live = await table(hub, ["me", "me", "open"])
        ear = await join(hub, "ann")
        assert ear.kinds() == ["welcome", "view", "view"]
        await say(hub, live, "ann", messages.Say(phrase="hello"))
        assert ear.kinds() == ["update", "update"]
        hub.presence.part(ear)
        again = await join(hub, "ann", last=live.table.number)
        assert again.kinds() == ["welcome", "view", "view"]
        stranger = await join(hub)
        await say(hub, live, "ann", messages.Say(phrase="hello"))
        number = live.table.number
        await say(hub, live, "ann", messages.Say(phrase="hello"))
        assert stranger.kinds() == ["welcome", "view", "update", "update"]
        assert (await join(hub, last=number)).kinds() == ["welcome", "update"]
        assert (await join(hub, last=live.table.number)).kinds() == ["welcome"]
        assert (await join(hub, last=-1)).kinds() == ["welcome", "view"]

    in_hub(place, test)


def test_visitors_who_come_and_go_leave_nothing_behind(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "HICCUP", 0.0)

    async def test(hub: Hub) -> None:
        live = await table(hub)
        timers: list[asyncio.TimerHandle] = []
        for number in range(20):
            ear = await join(hub, "ann")
            monkeypatch.setattr(presence, "MEMORY", 600 if number < 19 else 0.05)
            hub.presence.part(ear)
            assert live.fading is not None
            timers.append(live.fading)
        assert [timer.cancelled() for timer in timers] == [True] * 19 + [False]
        assert live.streams
        await eventually(lambda: not live.streams)
        assert live.fading is None

    in_hub(place, test)


def test_late_visitors_see_the_remaining_time(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        live = await table(
            hub, ["me", "bot:greedy", "bot:greedy"], pace=messages.Pace(kind="seconds", seconds=60, bank=10)
        )
        await join(hub, "ann")
        live.table.match.began -= 10_000  # type: ignore[union-attr]
        hub._wake(live)
        await settled(hub)
        assert live.table.phase == "playing"
        monkeypatch.setattr(hub.clock, "now", lambda now=hub.clock.now: now() + 20_000)
        stranger = await join(hub)
        clocks = {clock["seat"]: clock for clock in stranger.messages[-1]["table"]["clocks"]}
        assert 35_000 < clocks[0]["left"] <= 40_000

    in_hub(place, test, bot_delay=100)


def test_players_who_do_not_return_after_a_reload_are_away(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "HICCUP", 0.05)

    async def test(hub: Hub) -> None:
        live = await table(hub)
        ear = await join(hub, "ann")
        hub.reload(live, "not-stored")
        assert ear.closing is not None
        hub.presence.part(ear)
        fresh = hub.open_table("t")
        assert fresh is not live
        await eventually(lambda: fresh.table.seats[0].away is not None)

    in_hub(place, test)


def test_a_bot_that_thought_during_a_reload_still_acts(place: Path | str) -> None:
    async def test(hub: Hub) -> None:
        live = await table(hub, ["me", "bot:greedy", "bot:greedy"])
        await join(hub, "ann")
        live.table.match.began -= 10_000  # type: ignore[union-attr]
        hub._wake(live)
        await settled(hub)
        assert live.table.phase == "playing"
        hub.reload(live, "not-stored")
        fresh = hub.open_table("t")
        await eventually(lambda: fresh.table.state is not None and fresh.table.state.chosen == (1, 2))

    in_hub(place, test)


def test_nothing_is_lost_while_a_person_is_deleted(place: Path | str) -> None:
    async def test(hub: Hub) -> None:
        live = await table(hub)
        for seat, person in ((1, "bob"),):
            await join(hub, person)
            await say(hub, live, person, messages.Sit(seat=seat, name=person))
        forgetting = asyncio.create_task(hub.forget("bob"))
        said = 0
        while not forgetting.done():
            current = hub.open_table("t")
            if said < 40:
                hub.perform(current, lambda table: commands.handle(table, "ann", messages.Say(phrase="hello")))
                said += 1
            await asyncio.sleep(0)
        await settled(hub)
        current = hub.open_table("t")
        assert len(hub.commits.store.entries("t")) == current.table.number + 1
        assert len(current.table.talk) == min(50, said)
        assert not current.table.mentions("bob")
        assert "bob" not in str(hub.commits.store.entries("t"))

    in_hub(place, test)


def test_a_table_rests_while_nobody_looks_and_wakes_for_visitors(place: Path | str) -> None:
    async def test(hub: Hub) -> None:
        live = await table(hub, ["me", "open", "open"], pace=messages.Pace(kind="days", days=3))
        for number, person in enumerate(("bob", "cem"), 1):
            await say(hub, live, person, messages.Sit(seat=number, name=person))
        for person in ("ann", "bob", "cem"):
            await say(hub, live, person, messages.Ready())
        await eventually(lambda: live.table.phase == "playing")
        ear = await join(hub, "eve")
        await settled(hub)
        live.rest()
        live.rest()
        assert not rests(live), "somebody looks"
        hub.presence.part(ear)
        live.drop_unheard()
        live.rest()
        assert rests(live)
        assert live.table.actors()
        assert hub.presence.has_seat("bob")
        hub.perform(live, lambda _: [journal.Restarted(1)])
        await settled(hub)
        assert rests(live), "what changes clocks alone wakes nobody"
        [seat, *_] = live.table.actors()
        person = live.table.seats[seat].person
        live.rest()
        live.rest()
        number = live.table.number
        await say(hub, live, person, messages.Say(phrase="hello"))
        assert live.table.number == number + 1
        assert not rests(live)
        live.rest()
        assert not rests(live), "something has just happened"
        live.rest()
        ear = await join(hub, "eve")
        assert ear.kinds() == ["welcome", "view"]

    in_hub(place, test)


def test_tables_rest_after_a_start_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "LOOKS", 0.01)
    monkeypatch.setattr(hubs, "RESTING", 0.02)

    async def make(hub: Hub) -> None:
        for id in ("t", "u", "v"):
            await table(hub, ["me", "open", "open"], id=id)

    async def look(hub: Hub) -> None:
        assert len(hub.live_tables) == 3
        assert all(live.table.resting for live in hub.live_tables.values())
        ear = await join(hub, "bob")
        assert ear.kinds() == ["welcome", "view"]
        assert not rests(hub.live_tables["t"])
        hub.presence.part(ear)
        hub.live_tables["t"].drop_unheard()
        await eventually(lambda: rests(hub.live_tables["t"]))

    in_hub(tmp_path, make)
    in_hub(tmp_path, look)


def test_a_stranger_is_host_of_no_table_that_lost_its_host(place: Path | str) -> None:
    async def test(hub: Hub) -> None:
        live = await table(hub, ["me", "external", "open"])
        await say(hub, live, "ann", messages.Leave())
        assert (live.table.host, live.table.phase) == ("", "open")
        with pytest.raises(NotYours):
            await say(hub, live, "", messages.Close())

    in_hub(place, test)


def test_with_too_many_tables_the_one_abandoned_longest_is_closed(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(hub: Hub) -> None:
        live = await table(hub)
        ear = await join(hub, "ann")
        later = hub.clock.now() + 2 * DAY

        def refused() -> bool:
            with suppress(NotNow):
                hub.make_room("eve", ())
                return False
            return True

        assert refused()
        monkeypatch.setattr(hub.clock, "now", lambda: later)
        assert refused(), "somebody is there"
        hub.presence.part(ear)
        live.table.seats[0].decided = True
        hub.perform(live, lambda _: [journal.Away((0,))])
        await settled(hub)
        monkeypatch.setattr(hub.clock, "now", lambda: later + DAY - 1000)
        assert refused(), "left for less than a day"
        monkeypatch.setattr(hub.clock, "now", lambda: later + DAY + 1000)
        assert not refused()
        await settled(hub)
        assert not hub.live_tables

    in_hub(place, test, limits=Limits(1))


def test_new_tables_replace_empty_ones(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        waiting = await table(hub, id="a")
        await join(hub, "ann", table="a")
        empty = [await table(hub, id=id, where=(block,)) for id, block in (("b", "x"), ("c", "y"), ("d", "y"))]
        with pytest.raises(NotNow, match="this server is full"):
            hub.make_room("eve", ("z",))  # their pages may be on the way
        monkeypatch.setattr(hub.clock, "now", lambda now=hub.clock.now: now() + 61_000)
        for given_way in (empty[1], empty[0], empty[2]):  # one of those from where most come, then who left first
            before = set(hub.live_tables)
            hub.make_room("eve", ("z",))
            await settled(hub)
            assert before - set(hub.live_tables) == {given_way.table.id}
            await table(hub, id=f"{given_way.table.id}2")
            await join(hub, "ann", table=f"{given_way.table.id}2")
        with pytest.raises(NotNow, match="this server is full"):
            hub.make_room("eve", ("z",))
        assert waiting.table.phase == "open", "somebody waits there"

    in_hub(place, test, limits=Limits(4))


def test_a_chore_that_fails_is_done_again(place: Path | str, caplog: pytest.LogCaptureFixture) -> None:
    async def test(hub: Hub) -> None:
        done = asyncio.Event()
        tries = iter((ZeroDivisionError, None))

        def chore() -> None:
            if (error := next(tries)) is not None:
                raise error
            done.set()

        with pytest.raises(ZeroDivisionError):
            hub._every(0.01, chore)
        async with asyncio.timeout(60):
            await done.wait()

    in_hub(place, test)


def test_an_address_block_covers_one_household() -> None:
    assert blocks("198.51.100.7") == blocks("::ffff:198.51.100.200") == ("198.51.100.0/24",) != blocks("198.51.101.7")
    assert blocks("2001:db8:1:2::3") == ("2001:db8:1:2::/64", "2001:db8:1::/48") == blocks("2001:db8:1:2:ff::1%eth0")
    assert blocks("2001:db8:1:3::3")[1:] == blocks("2001:db8:1:2::3")[1:] != blocks("2001:db8:2::1")[1:]
    assert senders("198.51.100.7") == ("198.51.100.7/32", "198.51.100.0/24")
    assert senders("2001:db8:1:2::3") == blocks("2001:db8:1:2::3")
    assert (blocks("somewhere"), blocks("")) == (("somewhere",), ())
