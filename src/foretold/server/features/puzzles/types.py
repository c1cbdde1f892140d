"""Request and answer types of puzzles and what-if tables."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.protocol.messages import Id, Name, Notation, SeatNumber
from foretold.server.protocol.replays import ReplayedView
from foretold.server.protocol.views import HintChoice, Shape
from foretold.server.rest.types import MatchRecord, Share

PuzzleKind = Literal["card", "prophecy", "bid"]


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The request to play on from a puzzle: with which bots, and the name to use."""

    bot: Id = "adept"
    name: Name = ""


class NewWhatIf(PlayOn, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The request to play on from a record: after so many of its deals and actions, on this seat."""

    record: Annotated[dict[str, object], Shape(MatchRecord)]
    step: Annotated[int, msgspec.Meta(ge=0)]
    seat: SeatNumber


class PuzzleLine(msgspec.Struct, frozen=True):
    """A puzzle in a list."""

    kind: PuzzleKind
    difficulty: Share  # of solvers who miss it


class PuzzleSet(msgspec.Struct, frozen=True):
    """The puzzles of a game, easiest first; they are numbered from 1."""

    game: str
    puzzles: tuple[PuzzleLine, ...]


class OwnPuzzle(msgspec.Struct, frozen=True):
    """A mistake of mine from a review, as a puzzle."""

    name: str
    game: str
    kind: PuzzleKind
    mark: Literal["mistake", "blunder"]


class Puzzles(msgspec.Struct, frozen=True):
    """All puzzles of this server, and my own mistakes, newest match first."""

    sets: tuple[PuzzleSet, ...]
    own: tuple[OwnPuzzle, ...]


class PuzzleQuestion(msgspec.Struct, frozen=True):
    """A puzzle: what the seat knows, what it may do, and for a prophecy or bid the choices, in no order.

    `match` and `step`: for a mistake of one's own, the position in the match.
    """

    game: str
    kind: PuzzleKind
    difficulty: Share | None  # null for a mistake of one's own
    match: str
    step: int
    seat: int
    position: ReplayedView
    choices: tuple[str, ...]


class PuzzleTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The action given as the answer."""

    action: Notation


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """Whether it was right, all choices, best first, and which of them was given and which is natural."""

    right: bool
    given: str
    natural: str
    choices: tuple[HintChoice, ...]
