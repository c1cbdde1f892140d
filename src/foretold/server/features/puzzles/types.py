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
    """A line to play on from a puzzle: with which bots, and the name to go by."""

    bot: Id = "adept"
    name: Name = ""


class NewWhatIf(PlayOn, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line to play on from a record: after so many of its deals and actions, on this seat."""

    record: Annotated[dict[str, object], Shape(MatchRecord)]
    step: Annotated[int, msgspec.Meta(ge=0)]
    seat: SeatNumber


class PuzzleLine(msgspec.Struct, frozen=True):
    """A puzzle in a list."""

    kind: PuzzleKind
    difficulty: Share  # of the solvers, who miss it


class PuzzleSet(msgspec.Struct, frozen=True):
    """The puzzles of a title, the easiest first; they are numbered from 1."""

    game: str
    puzzles: tuple[PuzzleLine, ...]


class OwnPuzzle(msgspec.Struct, frozen=True):
    """A mistake of mine that a review found, as a puzzle."""

    name: str
    game: str
    kind: PuzzleKind
    mark: Literal["mistake", "blunder"]


class Puzzles(msgspec.Struct, frozen=True):
    """All puzzles of this server, and my own mistakes, of the newest match first."""

    sets: tuple[PuzzleSet, ...]
    own: tuple[OwnPuzzle, ...]


class PuzzleQuestion(msgspec.Struct, frozen=True):
    """What is asked: what the seat knows, what it may do, and of a prophecy or bid the choices, in no order.

    `match` and `step`: of an own mistake the moment of the match.
    """

    game: str
    kind: PuzzleKind
    difficulty: Share | None  # of an own mistake null
    match: str
    step: int
    seat: int
    position: ReplayedView
    choices: tuple[str, ...]


class PuzzleTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The action that is answered."""

    action: Notation


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """Whether it was right, all choices, the best first, and which of them was given and which is natural."""

    right: bool
    given: str
    natural: str
    choices: tuple[HintChoice, ...]
