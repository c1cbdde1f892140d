"""Tables by days hide what is chosen in advance, and which cards are forced: nobody else sees, hears or times it.

Two worlds look the same to one seat, or to a spectator: in one a seat has a single legal card, which is played by
itself; in the other it has several, of which it chose the same one in advance. Clock and chance are the test's, so
whatever the others are sent can be compared byte for byte, and the delays as numbers.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

import foretold
from foretold.games import State
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.rate_limits import Bucket
from foretold.server.features.days import routes
from foretold.server.features.days.automatic_play import LONGEST, SHORTEST, AutomaticPlay
from foretold.server.features.days.types import ForcedWish, NewPlan
from foretold.server.features.notifications.policy import NotificationPolicy
from foretold.server.live.connection import Connection
from foretold.server.live.hub import Hub
from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.rest.call import Call
from foretold.server.runtime import Runtime
from foretold.server.table import lobby
from foretold.server.table.match import TableMatch
from tests.conftest import random_states
from tests.server.leaks.test_leaks import other_world

NOW = 2_000_000_000_000  # ms since the epoch
STEP = 700  # ms between two things that happen: nobody is too late with their bytes
PEOPLE = ("ann", "bob", "cem", "dan")
GROUP = "circle"
DAYS = messages.Pace(kind="days", days=2)
TITLES = [("seven-prophecies", 4), pytest.param("prophecy", 4, marks=pytest.mark.long)]


class Ear(Connection):
    """A connection that keeps the bytes it is sent."""

    def __init__(self, person: str = "") -> None:
        super().__init__(person, "en", Bucket(1000, 1000))
        self.messages: list[bytes] = []

    def tell(self, data: bytes, *, last: bool = False) -> None:
        self.messages.append(data)


@dataclass
class World:
    """A match up to a turn of the seat, on a server whose clock and chance are the test's."""

    state: State
    seat: int  # whose turn it is
    runtime: Runtime
    live: LiveTable
    automatic: AutomaticPlay
    ears: dict[int | None, Ear]
    delays: list[tuple[int, float]] = field(default_factory=list)  # by seat, in the order of the turns

    @property
    def hub(self) -> Hub:
        return self.runtime.hub

    def call(self, seat: int) -> Call:
        """A request of the seat's person."""
        caller = SimpleNamespace(person=PEOPLE[seat])
        made = SimpleNamespace(hub=self.hub, commits=self.hub.commits, caller=caller, path={"table": "t"})
        return cast(Call, made)

    def pass_time(self) -> None:
        """A moment passes."""
        later = self.hub.clock.now() + STEP
        self.hub.clock.now = lambda: later  # type: ignore[method-assign]

    async def act(self, seat: int, action: str) -> None:
        """The seat acts by hand."""
        decision = self.live.table.seats[seat].made
        await self.say(PEOPLE[seat], messages.Act(seat=seat, decision=decision, action=action))

    async def say(self, person: str, command: messages.TableCommand) -> None:
        self.pass_time()
        done: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self.hub.command(self.live, person, command, done.set_result)
        assert await done is not None

    async def delay_over(self) -> None:
        """The delay of the seat's turn is over."""
        self.pass_time()
        await self.automatic._play("t", self.seat, self.live.table.seats[self.seat].made)
        await self.hub.commits.durable()

    def sent(self, seat: int | None) -> list[bytes]:
        """All that the seat, or a spectator, was sent."""
        return list(self.ears[seat].messages)

    def stored(self) -> list[tuple[int, bytes]]:
        """The journal with its times, as stored; without what only the deals are made of."""
        return [(entry.at, entry.body) for entry in self.hub.commits.store.entries("t")]


Play = Callable[[World], Awaitable[None]]


async def nothing(world: World) -> None:
    """Nobody does anything."""


def in_world(
    directory: Path,
    state: State,
    seat: int,
    prepare: Play,
    then: Play,
    *,
    look: Play = nothing,
    group: Sequence[store.Operation] = (),
    policy: NotificationPolicy | None = None,
) -> None:
    """Plays the match up to before the seat's turn, then `prepare`, the action before it, and `then`.

    `look` comes after each action. `group` adds a group named GROUP, to which the table belongs then.
    """

    async def run() -> None:
        chance = iter(range(1_000_000))
        record = state.record().to_dict()["events"]
        deals = [event["deal"] for event in record if "deal" in event]
        acts = [(event["seat"], event["action"]) for event in record if "action" in event]

        def deal(before: State, match: TableMatch) -> State:
            dealt: State = before.deal(deals[len(before.finished)])
            return dealt

        directory.mkdir()
        runtime = Runtime(
            directory / "foretold.sqlite",
            bot_delay=1.0,
            dealer=deal,
            notifications=policy,
            entropy=lambda size: hashlib.shake_128(b"%d" % next(chance)).digest(size),
        )
        runtime.start()
        hub = runtime.hub
        hub.clock.now = lambda: NOW  # type: ignore[method-assign]
        await hub.commits.durable([store.AddPerson(name, identity.hashed(name), name, NOW) for name in PEOPLE])
        await hub.commits.durable(group)
        game = state.game
        settings = messages.Settings(game=game.name, players=game.players, options=dict(game.given), pace=DAYS)
        seats = ["me", *["open"] * (game.players - 1)]
        wish = messages.NewTable(seats=seats, settings=settings)
        live = hub.make("t", lobby.make(wish, "ann", "Ann", group=GROUP if group else ""))
        await hub.commits.durable()
        automatic = runtime._automatic
        world = World(state, seat, runtime, live, automatic, {})
        automatic._wait = partial(note, world)  # type: ignore[method-assign]
        try:
            for number in (None, *game.seats):
                ear = world.ears[number] = Ear("" if number is None else PEOPLE[number])
                hub.presence.join(ear, messages.Hello(protocol=messages.PROTOCOL, table="t"))
            for number in game.seats[1:]:
                await world.say(PEOPLE[number], messages.Sit(seat=number, name=PEOPLE[number]))
            for command in (ready, commit, reveal):
                for number in game.seats:
                    await world.say(PEOPLE[number], command(number))
            for number, action in acts[:-1]:
                await world.act(number, action)
                await look(world)
            await prepare(world)
            await world.act(*acts[-1])
            await look(world)
            assert live.table.actors() == (seat,)
            await then(world)
        finally:
            for ear in world.ears.values():
                hub.presence.part(ear)
            await runtime.stop()

    asyncio.run(run())


def note(world: World, table: str, seat: int, made: int, seconds: float) -> None:
    """Notes how long after its turn a seat would be played for; nothing happens by itself."""
    since = world.live.table.seats[seat].since
    world.delays.append((seat, round(seconds + (world.hub.clock.now() - since) / 1000, 6)))


def ready(seat: int) -> messages.TableCommand:
    return messages.Ready()


def commit(seat: int) -> messages.TableCommand:
    return messages.Commit(commitment=hashlib.sha256(bytes([seat]) * 16).hexdigest())


def reveal(seat: int) -> messages.TableCommand:
    return messages.Reveal(bytes=(bytes([seat]) * 16).hex())


def pairs(name: str, players: int, viewer: int | None) -> tuple[State, State, int, str]:
    """A position with a forced card, its other world where the seat has a choice, the seat, and the card."""
    rng = Random(f"{name} {viewer}")
    for seed in range(40):
        for state in random_states(foretold.load(name, players=players), seed, rounds=1):
            seat = state.actors[0] if state.phase == "tricks" and state.actors else viewer
            if seat is None or seat == viewer or len(state.legal(seat)) != 1 or len(state.view(seat).hand) < 2:
                continue
            before = state.record().to_dict()["events"][-1].get("seat")
            other = other_world(state, viewer, rng)
            card = str(state.legal(seat)[0])
            if before in (None, seat) or other is None or other.actors != state.actors:
                continue
            if len(other.legal(seat)) > 1 and card in map(str, other.legal(seat)):
                return state, other, seat, card
    raise AssertionError("no such worlds")


async def play_forced(world: World) -> None:
    await routes.play_forced(world.call(world.seat), ForcedWish(True))


async def choose(card: str, world: World) -> None:
    made = world.live.table.seats[world.seat].made
    await routes.plan(world.call(world.seat), NewPlan(seat=world.seat, decision=made, action=card))


@dataclass
class Heard:
    """What came of a world: sent before the delay was over and in all, the delays, and the journal."""

    early: dict[int | None, list[bytes]] = field(default_factory=dict)
    sent: dict[int | None, list[bytes]] = field(default_factory=dict)
    delays: list[tuple[int, float]] = field(default_factory=list)
    stored: list[tuple[int, bytes]] = field(default_factory=list)


def heard(directory: Path, state: State, seat: int, prepare: Play, by_hand: str = "") -> Heard:
    """Plays a world to the end of the seat's turn; `by_hand`: the card that its person plays themselves then."""
    result = Heard()

    async def then(world: World) -> None:
        result.early = {viewer: world.sent(viewer) for viewer in world.ears}
        if by_hand:
            await world.act(seat, by_hand)
        else:
            await world.delay_over()
        result.sent = {viewer: world.sent(viewer) for viewer in world.ears}
        result.delays, result.stored = world.delays, world.stored()

    in_world(directory, state, seat, prepare, then)
    return result


@pytest.mark.parametrize(("name", "players"), TITLES)
@pytest.mark.parametrize("viewer", [None, 0])
def test_forced_cards_and_cards_chosen_in_advance_look_the_same_to_others(
    tmp_path: Path, name: str, players: int, viewer: int | None
) -> None:
    forced, free, seat, card = pairs(name, players, viewer)
    one = heard(tmp_path / "forced", forced, seat, play_forced)
    other = heard(tmp_path / "chosen", free, seat, partial(choose, card))
    assert one.sent[viewer] == other.sent[viewer], "the same bytes, in the same order"
    assert len(one.sent[viewer]) > len(one.early[viewer]), "the card was played"
    assert one.delays == other.delays, "after the same time"
    acted = [json.loads(body) for _, body in one.stored][-1]
    assert (acted["entry"], acted["seat"], acted["action"]) == ("acted", seat, card)
    assert [at for at, _ in one.stored] == [at for at, _ in other.stored]
    assert one.stored[-1] == other.stored[-1], "a record can't tell them apart either"


@pytest.mark.parametrize(("name", "players"), TITLES)
def test_a_choice_in_advance_is_invisible_to_others(tmp_path: Path, name: str, players: int) -> None:
    """Before the turn, at it, and after it if the card turns out not to be legal; and as if it was played by hand."""
    forced, free, seat, card = pairs(name, players, None)
    illegal = next(held for held in map(str, forced.view(seat).hand) if held != card)
    quiet = heard(tmp_path / "quiet", forced, seat, nothing)
    dropped = heard(tmp_path / "dropped", forced, seat, partial(choose, illegal))
    assert quiet == dropped, "to the person's own connection, too: only its own request tells it"
    assert quiet.sent == quiet.early, "nobody is told that nothing was played"
    chosen = heard(tmp_path / "chosen", free, seat, partial(choose, card))
    by_hand = heard(tmp_path / "hand", free, seat, nothing, by_hand=card)
    others = [viewer for viewer in by_hand.sent if viewer != seat]
    assert chosen.early == by_hand.early
    assert [chosen.sent[viewer] for viewer in others] == [by_hand.sent[viewer] for viewer in others]
    assert chosen.stored == by_hand.stored
    assert chosen.delays == by_hand.delays, "chance is drawn for every turn, whatever was chosen"


def test_delays_are_spread_over_their_whole_range(tmp_path: Path) -> None:
    states = random_states(foretold.load("seven-prophecies", players=4), 3, rounds=1)
    late = [state for state in states if state.phase == "tricks"][-3]
    delays = [delay for _, delay in heard(tmp_path / "delays", late, late.actors[0], nothing).delays]
    assert len(delays) > 20
    assert max(delays) - min(delays) > 0.8 * (LONGEST - SHORTEST)
    assert len(set(delays)) == len(delays)
    assert all(SHORTEST <= delay <= LONGEST for delay in delays)


def test_the_comparison_can_fail(tmp_path: Path) -> None:
    """A server that played forced cards sooner would be found out; and another card makes other bytes."""
    forced, free, seat, card = pairs("seven-prophecies", 4, None)

    async def hurry(world: World) -> None:
        await play_forced(world)
        world.automatic._delay /= 2

    one = heard(tmp_path / "forced", forced, seat, hurry)
    other = heard(tmp_path / "chosen", free, seat, partial(choose, card))
    assert one.delays != other.delays
    another = next(action for action in map(str, free.legal(seat)) if action != card)
    played = heard(tmp_path / "another", free, seat, partial(choose, another))
    assert played.sent[None] != other.sent[None]
