"""Request and answer types of puzzles and what-if tables."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.protocol.messages import Id, Name, Notation, SeatNumber
from foretold.server.protocol.replays import ReplayedView
from foretold.server.protocol.views import HintChoice, Shape
from foretold.server.rest.types import MatchRecord, Share

PuzzleKind = Literal["card", "prophecy", "bid"]
PuzzleTag = Literal["prophecy", "bid", "endgame", "deny", "save", "lead", "follow"]


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
    """A puzzle in a list: `number` and `id` name it for good, `id` also in other collections."""

    kind: PuzzleKind
    difficulty: Share  # of our solvers who miss it
    number: int
    id: str
    tags: tuple[PuzzleTag, ...]  # what it is about; the first tells it best
    rating: int  # moves with people's answers


class PuzzleSet(msgspec.Struct, frozen=True):
    """The puzzles of a game, easiest first."""

    game: str
    puzzles: tuple[PuzzleLine, ...]


class OwnPuzzle(msgspec.Struct, frozen=True):
    """A mistake of mine from a review, as a puzzle."""

    name: str
    game: str
    kind: PuzzleKind
    mark: Literal["mistake", "blunder"]


class PuzzleRating(msgspec.Struct, frozen=True):
    """My rating at puzzles of a game, most likely within `spread`: two deviations."""

    game: str
    rating: int
    spread: int
    answers: int


class AnsweredPuzzle(msgspec.Struct, frozen=True):
    """A puzzle that I have answered, and whether my first answer was right."""

    id: str
    solved: bool


class Puzzles(msgspec.Struct, frozen=True):
    """All puzzles of this server, my own mistakes, newest match first, and how I did so far, if I am known here."""

    sets: tuple[PuzzleSet, ...]
    own: tuple[OwnPuzzle, ...]
    ratings: tuple[PuzzleRating, ...]
    answered: tuple[AnsweredPuzzle, ...]


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
    number: int  # 0 for a mistake of one's own, as the next three
    id: str
    tags: tuple[PuzzleTag, ...]
    rating: int


class DeviceRating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rating at puzzles that a device keeps, for somebody whom this server doesn't know or hasn't rated."""

    rating: Annotated[float, msgspec.Meta(ge=0, le=4000)]
    deviation: Annotated[float, msgspec.Meta(ge=30, le=350)]


class PuzzleTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The action given as the answer, and what the device knows of my rating."""

    action: Notation
    device: DeviceRating | None = None


class MovedRating(msgspec.Struct, frozen=True):
    """How my rating at puzzles of this game has moved by my first answer."""

    before: float
    rating: float
    deviation: float


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """Whether it was right, all choices, best first, and which of them was given and which is natural."""

    right: bool
    given: str
    natural: str
    choices: tuple[HintChoice, ...]
    moved: MovedRating | None = None  # null for further answers, and for mistakes of one's own
