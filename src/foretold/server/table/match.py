"""One match at a table: the commitment to its deals, its state, its players, its record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from foretold import __version__, challenges, fair
from foretold.games import Game, State
from foretold.games.first import First, Opening, opening
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.games.what_if import WhatIf
from foretold.records import Event, Record
from foretold.server.protocol.messages import SeatKind
from foretold.server.protocol.table_parts import ShareFacts, WhatIfFacts
from foretold.server.table.credit import lent
from foretold.server.table.journal import Given, LeftMatch


class Act(NamedTuple):
    """One action of a match: `by` is empty for the seat's own, else 'bot' or 'clock'; `at` counts from the start."""

    seat: int
    action: str
    by: str
    at: int
    bank: int  # ms that its seat had in the bank before


@dataclass(slots=True)
class TableMatch:
    """One match at the table: the fairness commitment, the state, and what else the record needs."""

    id: str
    secret: str
    commitment: str  # of the secret
    began: int
    chairs: tuple[tuple[SeatKind, str, str, str], ...]  # kind, person, name, bot of each seat at the beginning
    commitments: dict[int, str] = field(default_factory=dict)
    asked: bool = False
    asked_at: int = 0
    revealed: dict[int, str] = field(default_factory=dict)
    state: State | None = None
    acts: list[Act] = field(default_factory=list)
    later: dict[int, tuple[str, str]] = field(default_factory=dict)  # by seat, person and name of a successor
    joined: dict[int, int] = field(default_factory=dict)  # by seat taken over from a bot, the first round of its person
    saw: set[tuple[str, int]] = field(default_factory=set)  # persons with the seats whose cards they have seen
    moved: set[str] = field(default_factory=set)  # people who moved a seat to another device
    given_up: bool = False
    practised: bool = False  # whether something was taken back
    left: WhatIf | None = None  # for a what-if: the match it branches off
    source: str = ""  # the id of that match, if stored
    given: Given | None = None  # fixed deals and bots of a challenge
    first: First = "lot"  # who starts or deals in round 1
    look_back: bool = True  # whether earlier tricks may be looked at

    def leave(self, game: Game, entry: LeftMatch) -> None:
        """Starts this match, as practice, where another was left."""
        self.left = WhatIf(game, entry.events, entry.step, bytes.fromhex(entry.secret))
        self.source, self.practised = entry.source, True
        self.acts = [Act(seat, action, "", 0, 0) for seat, action in self.left.acts]
        self.state = self.left.start()

    @property
    def ended(self) -> bool:
        return self.given_up or (self.state is not None and self.state.over)

    def shares(self, silent: bool) -> list[ShareFacts]:
        """By seat, its contribution to the deals, or why it has none; `silent`: those still missing count as late."""
        shares: list[ShareFacts] = []
        devices: set[str] = set()
        for seat, (kind, person, _, _) in enumerate(self.chairs):
            share: ShareFacts = {}
            if kind != "person":
                share["none"] = "bot"
            elif person in devices and seat not in self.commitments:  # deleted people have no ids to tell them apart
                share["none"] = "device"
            else:
                devices.add(person)
                if seat in self.commitments:
                    share["commitment"] = self.commitments[seat]
                if seat in self.revealed:
                    share["bytes"] = self.revealed[seat]
                elif silent or (self.asked and seat not in self.commitments):
                    share["none"] = "silent"
            shares.append(share)
        return shares

    def people(self) -> dict[int, str]:
        """By seat, the person who began the match there, or their successor."""
        began = {seat: person for seat, (kind, person, _, _) in enumerate(self.chairs) if kind == "person"}
        return began | {seat: person for seat, (person, _) in self.later.items()}

    def lent(self) -> tuple[int, ...]:
        """People's seats, ascending, whose result isn't credited: bots decided too often, or in the rounds before."""
        return tuple(sorted({*lent((act.seat, act.by) for act in self.acts), *self.late()}))

    def late(self) -> tuple[int, ...]:
        """The seats, ascending, that a person took over from a bot after the first round."""
        return tuple(sorted(seat for seat, first in self.joined.items() if first > 1))

    def last_of(self, seat: int) -> int | None:
        """The index of the seat's last action; None if it has none that can be taken back."""
        first = 0 if self.left is None else len(self.left.acts)
        own = (number for number in reversed(range(first, len(self.acts))) if self.acts[number].seat == seat)
        return next(own, None)

    def rewind(self, keep: int, game: Game, deal: Callable[[State], State]) -> None:
        """Keeps only the first `keep` actions; the deals stay the same."""
        del self.acts[keep:]
        self.replay(game, deal)
        self.practised = True

    def replay(self, game: Game, deal: Callable[[State], State]) -> None:
        """Computes the state from the actions."""
        state = deal(game.start())
        for act in self.acts:
            state = state.apply(act.seat, act.action)
            state = deal(state) if state.awaits_deal else state
        self.state = state

    def seed(self) -> bytes:
        """The seed of the match, derived from the secret and everybody's bytes unless it is fixed."""
        if self.given is not None:
            return bytes.fromhex(self.given.seed)
        gave = [bytes.fromhex(share["bytes"]) if "bytes" in share else None for share in self.shares(silent=True)]
        return fair.match_seed(bytes.fromhex(self.secret), gave)

    def opening(self, game: Game) -> Opening | None:
        """Who starts or deals first, and how that was decided; None: by lot, as in given deals."""
        return None if self.first == "lot" else opening(game, self.seed(), self.first)

    def chance(self, seat: int) -> Random:
        """Randomness for a bot's decision, derived from the secret: repeatable after a restart, unguessable."""
        made = sum(act.seat == seat for act in self.acts)  # the same again after a take-back
        if self.given is not None:
            return challenges.decision_chance(self.seed(), seat, made)
        return Random(f"{self.secret}:{seat}:{made}")

    def fair(self) -> dict[str, object]:
        """The record's `fair` object, secret included."""
        return {
            "scheme": fair.SCHEME,
            "commitment": self.commitment,
            "secret": self.secret,
            "shares": self.shares(silent=True),
        }

    def record(self, game: Game) -> Record:
        """The record of the match, which is over or given up."""
        assert self.ended
        state, taken = game.start() if self.state is None else self.state, self.acts
        if self.given is not None and self.state is not None:
            acts = [(act.seat, act.action) for act in taken]
            state, order = challenges.in_order(game, game.start(self.seed()), acts)
            taken = [taken[number] for number in order]
        names = [
            self.later.get(seat, ("", name))[1] or bot.capitalize() for seat, (*_, name, bot) in enumerate(self.chairs)
        ]
        plain = state.record(names=names)
        noted = iter(taken)
        events = tuple(_noted(event, noted) if "action" in event else event for event in plain.events)
        extra: dict[str, object] = {"id": self.id, **self._origin(state)}
        begun = None if self.state is None else self.opening(game)
        if begun is not None:
            extra["first"] = begun.to_dict()
        if not self.look_back:
            extra["look_back"] = False
        if self.given_up:
            extra["ended"] = "given-up"
        if self.practised:
            extra["practised"] = True
        if self.joined:
            extra["joined"] = [self._joined(seat) for seat in sorted(self.joined)]
        return Record(plain.game, plain.players, events, plain.options, plain.names, extra)

    def _joined(self, seat: int) -> dict[str, object]:
        """The record's entry on a seat that a person took over: from which round on, and from which bot."""
        kind, _, name, _ = self.chairs[seat]
        return {"seat": seat, "round": self.joined[seat], **({"bot": name} if kind == "bot" else {})}

    def _origin(self, state: State) -> dict[str, object]:
        """The record's fields on who sat where and where the deals come from."""
        if self.given is None:
            fields: dict[str, object] = {"seats": [_chair(kind, bot) for kind, _, _, bot in self.chairs]}
            return {**fields, **({"fair": self.fair()} if self.left is None else {"what_if": self.what_if(state)})}
        bots, seats = self.given.bots, enumerate(self.chairs)
        people = [seat for seat, (kind, *_) in enumerate(self.chairs) if kind == "person"]
        fields = {
            "seats": [
                challenges.seat_facts("person" if kind == "person" else "bot", bots[seat]) for seat, (kind, *_) in seats
            ],
            "challenge": challenges.facts(self.given.challenge, people[0] if people else 0, self.seed()),
        }
        if self.given.evening:
            fields["evening"] = self.given.evening
        return {**fields, **({"fair": self.fair()} if self.given.secret else {})}

    def what_if(self, state: State | None = None) -> WhatIfFacts | None:
        """For a what-if: its source, and how the rounds that are over here went there; None for other matches."""
        if self.left is None:
            return None
        state = self.state if state is None else state
        assert state is not None
        then, first = self.left.happened, self.left.round
        ended = len(then.finished) if self.ended else len(state.finished)
        return {
            "match": self.source,
            "step": self.left.step,
            "seat": next(seat for seat, (kind, *_) in enumerate(self.chairs) if kind == "person"),
            "round": first,
            "rounds": [list(finished_round.points) for finished_round in then.finished[first - 1 : ended]],
            "scores": list(then.scores) if self.ended else None,
            "winners": list(then.winners) if self.ended else None,
        }


def between_tricks(state: State) -> bool:
    """True if tricks are being played and no card lies yet: choices were just revealed, or a trick just ended."""
    view = state.view(None)
    assert isinstance(view, SevenView | ProphecyView)
    return view.phase == "tricks" and not view.trick


def _noted(event: Event, acts: Iterator[Act]) -> Event:
    act = next(acts)
    by, at = act.by, act.at
    return {**event, **({"by": by} if by else {}), "at": at}


def _chair(kind: SeatKind, bot: str) -> dict[str, str]:
    return {"kind": "person"} if kind == "person" else {"kind": "bot", "bot": bot or "external", "version": __version__}
