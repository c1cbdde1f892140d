"""A match of one person against bots: its history of states, undo, and saving."""

from __future__ import annotations

import random
from dataclasses import replace

import foretold
from foretold.bots import Bot, bot
from foretold.bots.seer import SeerBot
from foretold.cards import Action
from foretold.cli.terminal.saves import Kept
from foretold.errors import BadRecord
from foretold.games import Game, State, load
from foretold.games.first import First, claimed, opening
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.replay import steps
from foretold.games.what_if import WhatIf
from foretold.kernels import warm
from foretold.records import Record
from foretold.views import Took, View


class SoloMatch:
    """The states from the beginning to now; the person sits in `seat`, bots in all others."""

    def __init__(
        self,
        game: Game,
        seed: int,
        seat: int,
        bots: tuple[str, ...],
        names: tuple[str, ...],
        *,
        first: First = "lot",
        look_back: bool = True,
    ) -> None:
        """Starts a match; `bots` are those of the other seats, in seat order.

        `first`: who starts or deals first; `look_back`: whether earlier tricks may be looked at.
        """
        self.game = game
        self.opening = opening(game, seed, first)
        self.look_back = look_back or not isinstance(game, ProphecyGame)
        self.seed = seed
        self.seat = seat
        self.bots = bots
        self.names = names
        others = [other for other in game.seats if other != seat]
        self._players: dict[int, Bot] = {other: bot(name) for other, name in zip(others, bots, strict=True)}
        for player in self._players.values():
            if isinstance(player, SeerBot):
                player.patience = 0.0  # a person does not wait for compilation
        self._kinds = dict(zip(others, bots, strict=True))
        self._left: WhatIf | None = None
        self._line: list[tuple[State, int]] = [
            (game.start(seed, None if self.opening is None else self.opening.seat), -1)
        ]  # each with the seat whose action led there

    @classmethod
    def leaving(cls, left: WhatIf, seat: int, bots: tuple[str, ...], names: tuple[str, ...]) -> SoloMatch:
        """Starts a what-if at its branch point, before which nothing can be undone."""
        match = cls(left.game, left.seed if isinstance(left.seed, int) else 0, seat, bots, names)
        match._left, match._line = left, [(left.start(), -1)]
        return match

    @classmethod
    def resumed(cls, kept: Kept) -> SoloMatch:
        """Resumes a saved match, all of it checked; raises ValueError if it is damaged."""
        try:
            record = Record.from_dict(kept["record"])
            seed, seat, names = kept["seed"], kept["seat"], record.names
            if names is None or type(seat) is not int or type(seed) is not int:
                raise BadRecord("no-record")
            match = cls(
                load(record.game, record.players, options=record.options), seed, seat, tuple(kept["bots"]), names
            )
            match._line = _line(record, seed)
            match.look_back = record.extra.get("look_back") is not False
            if "first" in record.extra:
                match.opening = claimed(match.game, seed, record.extra["first"])
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(str(error)) from None
        return match

    @property
    def state(self) -> State:
        """The current state."""
        return self._line[-1][0]

    def view(self) -> View:
        """What the person may know now."""
        return self.state.view(self.seat)

    @property
    def warming_up(self) -> bool:
        """True if a bot plays simply for now, because its kernels are still being compiled."""
        return any(isinstance(player, SeerBot) for player in self._players.values()) and not warm.ready()

    @property
    def may_wait(self) -> bool:
        """True if the person may bid already, and may also wait for the open bids (PR-22)."""
        return self.seat in self.state.actors and self.seat not in self.state.awaited

    @property
    def persons_turn(self) -> bool:
        return self.seat in self.state.actors

    def take(self, action: Action | str) -> Took:
        """Takes the person's action."""
        return self._take(self.seat, action)

    def bot_acts(self) -> Took:
        """Lets the next bot act; its action follows from the seed, its view and the number of the decision."""
        state = self.state
        seat = state.awaited[0]
        rng = random.Random(f"foretold-play/1:{self.seed}:{len(self._line)}:{seat}")
        return self._take(seat, self._players[seat].choose(state.view(seat), rng))

    def _take(self, seat: int, action: Action | str) -> Took:
        after = self.state.apply(seat, action)
        self._line.append((after if self._left is None else self._left.deal(after), seat))
        return Took(seat, self.game.parse(action))

    def undo(self) -> bool:
        """Goes back to before the person's last decision; False if there is none."""
        own = [number for number, (_, mover) in enumerate(self._line) if mover == self.seat]
        if not own:
            return False
        del self._line[own[-1] :]
        return True

    def record(self) -> Record:
        """Returns the record so far, with the players by seat."""
        seats: list[dict[str, str]] = []
        for seat in self.game.seats:
            kind = self._kinds.get(seat)
            person = {"kind": "person"}
            seats.append({"kind": "bot", "bot": kind, "version": foretold.__version__} if kind else person)
        extra: dict[str, object] = {"seats": seats}
        if self.opening is not None:
            extra["first"] = self.opening.to_dict()
        if not self.look_back:
            extra["look_back"] = False
        return replace(self.state.record(self.names), extra=extra)

    def to_dict(self) -> Kept:
        """Returns everything needed to resume later."""
        record = self.record().to_dict()
        return {"seed": self.seed, "seat": self.seat, "bots": list(self.bots), "record": record}


def _line(record: Record, seed: int) -> list[tuple[State, int]]:
    """Returns the states of a saved record, each with the seat whose action led there; -1 for the first."""
    movers = [-1, *(event.get("seat", -1) for event in record.events if "deal" in event or "action" in event)]
    line: list[tuple[State, int]] = []
    mover = -1
    for state, moved in zip(steps(record), movers, strict=False):
        mover = moved if moved >= 0 else mover
        if not state.awaits_deal:  # a running match deals at once: there is no state between
            line.append((state.seeded(seed), mover))
            mover = -1
    if not line:
        raise BadRecord("no-record")
    return line
