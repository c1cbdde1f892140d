"""Challenges: matches that run the same on every machine for everyone who makes the same decisions (docs/daily.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from foretold import __version__, bots
from foretold.cards import Action, seed_key
from foretold.errors import BadOption, UnknownBot
from foretold.games import Game, State
from foretold.json_types import Json, JsonObject
from foretold.records import Record
from foretold.views import View

SEED_SIZE = 32  # bytes
WORLDS = {
    "adept": 6,
    "seer": 1000,
}  # by level: the number of worlds it searches, as at any table; other levels need none
LEVELS = ("novice", "adept", "seer")  # the levels offered to people, weakest first

Kind = Literal["person", "bot"]


class NoKernels(RuntimeError):
    """Raised if a bot's kernels can't be compiled here: with another bot it would be another match."""


def decision_chance(seed: bytes, seat: int, number: int) -> Random:
    """Returns the random generator for decision `number` (from 0) of a seat, in a match with this seed."""
    text = f"foretold-decision/1:{seed.hex()}:{seat}:{number}"
    return Random(int.from_bytes(hashlib.sha256(text.encode("ascii")).digest(), "big"))


def budgeted(level: str) -> str:
    """Returns the bot of a level with its budget in worlds, as a challenge names it: 'seer:1000', 'novice'."""
    if level not in bots.names():
        raise UnknownBot("unknown-bot", {"found": level[:40], "known": list(bots.names())})
    return f"{level}:{WORLDS[level]}" if level in WORLDS else level


def parted(bot: str) -> tuple[str, int | None]:
    """Splits a bot into its name and its budget in worlds; None if it has no budget."""
    name, _, worlds = bot.partition(":")
    if worlds and not (worlds.isascii() and worlds.isdigit() and len(worlds) <= 6 and int(worlds)):
        raise UnknownBot("bot-setting", {"bot": name[:40], "found": worlds[:40]})
    return name, int(worlds) if worlds else None


def needs_kernels(bot: str, view: View) -> bool:
    """True if the bot can't choose before the kernels are compiled."""
    return parted(bot)[1] is not None and len(view.legal) > 1


def choose(bot: str, view: View, chance: Random) -> Action:
    """Returns the bot's action, which depends on the view and the random generator alone, never on time."""
    name, worlds = parted(bot)
    player = bots.bot(name) if worlds is None else bots.bot(name, worlds=worlds)
    if needs_kernels(bot, view):
        from foretold.kernels import warm

        if not warm.ready() and not warm.wait():
            raise NoKernels
    return player.choose(view, chance)


def playable() -> bool:
    """True if bots with a budget in worlds can play here, now or once their kernels are compiled."""
    from foretold.kernels import warm

    return warm.ready() or not warm.settled()


def seat_facts(kind: Kind, bot: str) -> JsonObject:
    """Returns a seat's entry in a record."""
    if kind == "person":
        return {"kind": "person"}
    name, worlds = parted(bot)
    budget = {} if worlds is None else {"worlds": worlds}
    return {"kind": "bot", "bot": name, "version": __version__, **budget}


@dataclass(frozen=True)
class Challenge:
    """A match for one player: deals come from the seed, bots play the other seats."""

    game: Game
    seat: int
    seed: bytes
    bots: tuple[str, ...]  # by seat, with budgets; '' at the player's seat

    def __post_init__(self) -> None:
        if self.seat not in self.game.seats:
            raise BadOption("no-such-seat", {"found": str(self.seat), "last": self.game.players - 1})
        if len(self.bots) != self.game.players or any(
            (bot == "") != (seat == self.seat) for seat, bot in enumerate(self.bots)
        ):
            raise BadOption("seats-of-table", {"players": self.game.players})
        if len(self.seed) != SEED_SIZE:
            raise BadOption("seed")

    @classmethod
    def against(cls, level: str, game: Game, seed: bytes | int, seat: int = 0) -> Challenge:
        """Builds the challenge in which all other seats are bots of one level."""
        others = tuple("" if other_seat == seat else budgeted(level) for other_seat in game.seats)
        return cls(game, seat, seed_key(seed), others)

    def start(self) -> State:
        """Returns the initial state of the match."""
        return self.game.start(seed=self.seed)

    def bot_acts(self, state: State, numbers: Sequence[int]) -> tuple[int, Action] | None:
        """Returns the move of the first bot whose turn it is, or None; `numbers` counts the decisions made so far by
        seat."""
        for seat in state.awaited:
            if self.bots[seat]:
                chance = decision_chance(self.seed, seat, numbers[seat])
                return seat, choose(self.bots[seat], state.view(seat), chance)
        return None

    def play(self, decide: Callable[[View, Random], Action | str]) -> State:
        """Plays the match to its end; `decide` chooses for the player's seat and gets a random generator it may use."""
        state, made = self.start(), [0] * self.game.players
        while not state.over:
            acted: tuple[int, Action | str] | None = self.bot_acts(state, made)
            if acted is None:
                chance = decision_chance(self.seed, self.seat, made[self.seat])
                acted = self.seat, decide(state.view(self.seat), chance)
            state = state.apply(*acted)
            made[acted[0]] += 1
        return in_order(self.game, self.start(), [(seat, str(action)) for seat, action in acts_of(state)])[0]

    def played_by(self, bot: str) -> State:
        """Plays the match with a bot in the player's seat."""
        return self.play(lambda view, chance: choose(bot, view, chance))

    def record(self, state: State, name: str = "", id: str = "") -> Record:
        """Returns the record of a match as one of this challenge."""
        names = [bot.partition(":")[0].capitalize() or name for bot in self.bots]
        plain = state.record(names=names)
        seats = [seat_facts("bot" if bot else "person", bot) for bot in self.bots]
        extra: dict[str, Json] = {"seats": seats, "challenge": facts(id, self.seat, self.seed)}
        return Record(plain.game, plain.players, plain.events, plain.options, plain.names, extra)


def facts(id: str, seat: int, seed: bytes) -> JsonObject:
    """Returns the `challenge` field of a record; `id` is '' if the challenge has none."""
    return {**({"id": id} if id else {}), "seat": seat, "seed": seed.hex()}


def acts_of(state: State) -> list[tuple[int, str]]:
    """Returns all actions of a match, in order."""
    return [(event["seat"], event["action"]) for event in state.record().events if "action" in event]


def in_order(game: Game, state: State, acts: Sequence[tuple[int, str]]) -> tuple[State, list[int]]:
    """Replays a match with simultaneous choices in seat order; returns its state and the original index of each act.

    The result is the same whoever chose first. `state` is the initial state of the match.
    """
    waiting: list[list[int]] = [[] for _ in game.seats]
    for number, (seat, _) in enumerate(acts):
        waiting[seat].append(number)
    order: list[int] = []
    while len(order) < len(acts):
        seat = next(seat for seat in state.actors if waiting[seat])
        number = waiting[seat].pop(0)
        order.append(number)
        state = state.apply(seat, acts[number][1])
    return state, order
