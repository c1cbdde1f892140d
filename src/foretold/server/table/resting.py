"""What a resting table has put away: its match and its chat as bytes, and the few facts that lists and clocks ask for.

The state of the match is not kept: it follows from the deals and the actions.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Self

import msgspec

from foretold.cards import Seed
from foretold.games import Game
from foretold.games.first import First
from foretold.games.what_if import WhatIf
from foretold.records import Event
from foretold.server.protocol.messages import SeatKind, Settings
from foretold.server.table.journal import Given
from foretold.server.table.match import Act, TableMatch
from foretold.server.table.seats import Seat, Talk

LEVEL = 1  # of compression: higher ones take longer and save little


class RestingMatch(msgspec.Struct, frozen=True, array_like=True):
    """A match without its state, the match it branches off, and what is the table's."""

    id: str
    secret: str
    commitment: str
    began: int
    chairs: tuple[tuple[SeatKind, str, str, str], ...]
    commitments: dict[int, str]
    asked: bool
    asked_at: int
    revealed: dict[int, str]
    acts: list[Act]
    later: dict[int, tuple[str, str]]
    joined: dict[int, int]
    saw: set[tuple[str, int]]
    moved: set[str]
    given_up: bool
    practised: bool
    source: str
    first: First
    look_back: bool


class _Branch(msgspec.Struct, frozen=True, array_like=True):
    """The branch point of a what-if."""

    taken: tuple[Event, ...]
    step: int
    seed: Seed


class _PutAway(msgspec.Struct, frozen=True, array_like=True):
    match: RestingMatch | None
    branch: _Branch | None
    talk: Sequence[Talk]
    reactions: Sequence[Talk]
    ids: list[dict[int, str]]  # by seat


class Awake(msgspec.Struct, frozen=True):
    """What was put away, as it was."""

    match: TableMatch | None
    talk: Sequence[Talk]
    reactions: Sequence[Talk]
    ids: Sequence[dict[int, str]]  # by seat


class Resting(msgspec.Struct, frozen=True, gc=False):
    """What stays of a table's match and chat while nothing happens."""

    data: bytes
    awaited: tuple[int, ...]
    round: int
    dealt: bool
    in_tricks: bool
    ended: bool
    branched: bool
    former: tuple[tuple[str, int], ...]  # people and the seats they once had

    @classmethod
    def of(
        cls,
        match: TableMatch | None,
        awaited: tuple[int, ...],
        seats: Sequence[Seat],
        talk: Sequence[Talk],
        reactions: Sequence[Talk],
    ) -> Self:
        """Puts these parts of a table away."""
        left = None if match is None else match.left
        put_away = _PutAway(
            None if match is None else RestingMatch(*[getattr(match, name) for name in _NAMES]),
            None if left is None else _Branch(left.taken, left.step, left.seed),
            [*talk],
            [*reactions],
            [seat.ids for seat in seats],
        )
        state = None if match is None else match.state
        return cls(
            zlib.compress(_ENCODER.encode(put_away), LEVEL),
            awaited,
            0 if state is None else state.round,
            state is not None,
            state is not None and state.phase == "tricks",
            match is not None and match.ended,
            left is not None,
            () if match is None else former_seats(match, seats),
        )

    def awake(self, game: Game, given: Given | None) -> Awake:
        """What was put away; the match without its state."""
        put_away = _DECODER.decode(zlib.decompress(self.data))
        kept, branch = put_away.match, put_away.branch
        match = None if kept is None else TableMatch(**{name: getattr(kept, name) for name in _NAMES}, given=given)
        if match is not None and branch is not None:
            match.left = WhatIf(game, branch.taken, branch.step, branch.seed)
        return Awake(match, put_away.talk, put_away.reactions, put_away.ids)


def former_seats(match: TableMatch, seats: Sequence[Seat]) -> tuple[tuple[str, int], ...]:
    """People and the seats of the match that they once had and no longer have, by seat."""
    return tuple(sorted(((who, seat) for who, seat in match.saw if seats[seat].person != who), key=lambda of: of[1]))


_NAMES = RestingMatch.__struct_fields__
_ENCODER, _DECODER = msgspec.json.Encoder(), msgspec.json.Decoder(_PutAway)  # JSON: records may hold any integer


def shared(settings: Settings) -> Settings:
    """Equal settings, the same object for all tables that have them."""
    return _shared(msgspec.json.encode(settings))


@lru_cache(maxsize=256)
def _shared(settings: bytes) -> Settings:
    return msgspec.json.decode(settings, type=Settings)
