"""Points of a round, totals, and who wins: one small record per edition and variant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from foretold.games.primitives import first_edition_points, second_edition_points, tokens_in
from foretold.games.seven.edition import PROPHECIES

if TYPE_CHECKING:
    from foretold.games.seven.game import SevenGame
    from foretold.games.state import Round

Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Scoring:
    """How an edition or variant counts; `clauses` are cited where a record claims otherwise."""

    points: Callable[[SevenGame, Sequence[int], int], Numbers]  # from the tokens left by seat and the last trick
    total: Callable[[SevenGame, int, int], int]  # a seat's score after a round, from the one before and its points
    is_over: Callable[[SevenGame, Sequence[Round], Numbers], bool]
    tie_break: Callable[[SevenGame, Round, Sequence[int]], Sequence[int]]  # of the tied seats, those that win
    rounds: Callable[[int], int | None]  # the most that a match can have, by player count
    points_clause: str
    end_clause: str
    win_clause: str


def _share(game: SevenGame, last: Round, tied: Sequence[int]) -> Sequence[int]:
    return tied


def _first_edition(game: SevenGame, left: Sequence[int], trick: int) -> Numbers:
    return tuple(first_edition_points(each, trick, game.tenth_trick_scores) for each in left)


def _not_below_zero(game: SevenGame, before: int, points: int) -> int:
    """SP1-14: a score never falls below 0, unless the option says so."""
    total = before + points
    return total if game.negative_scores else max(0, total)


STANDARD_2017 = Scoring(
    points=_first_edition,
    total=_not_below_zero,
    is_over=lambda game, rounds, scores: len(rounds) == game.players,
    tie_break=_share,
    rounds=lambda players: players,
    points_clause="SP1-12",
    end_clause="SP1-15",
    win_clause="SP1-15",
)

FIRST_TO_TWO = replace(
    STANDARD_2017,
    points=lambda game, left, trick: tuple(int(each == 0) for each in left),
    total=lambda game, before, points: before + points,
    is_over=lambda game, rounds, scores: max(scores) >= 2,
    rounds=lambda players: None,
    points_clause="SP1-16",
    end_clause="SP1-16",
    win_clause="SP1-16",
)


def _nearest_to_last_place(game: SevenGame, last: Round, tied: Sequence[int]) -> Sequence[int]:
    """SP1-17: among those who fulfilled all seven, the place in the last trick decides; else they share."""
    if last.points[tied[0]] < PROPHECIES:
        return tied
    places = last.tricks[-1].places
    return [max(tied, key=lambda seat: places[seat])]


SINGLE_ROUND = replace(
    STANDARD_2017,
    points=lambda game, left, trick: tuple(PROPHECIES - each for each in left),
    total=lambda game, before, points: before + points,
    is_over=lambda game, rounds, scores: True,
    tie_break=_nearest_to_last_place,
    rounds=lambda players: 1,
    points_clause="SP1-17",
    end_clause="SP1-17",
    win_clause="SP1-17",
)


def _second_edition(game: SevenGame, left: Sequence[int], trick: int) -> Numbers:
    others = min((each for each in left if each), default=0)
    return tuple(second_edition_points(each, trick, min(left), others) for each in left)


def _fewest_on_first_and_last(game: SevenGame, last: Round, tied: Sequence[int]) -> Sequence[int]:
    """SP2-10: of the tied seats, those that placed the fewest tokens on the first and the last place together."""
    prophecies = last.chosen(game.players)
    on_edges = [prophecy.tokens[0] + prophecy.tokens[-1] for prophecy in prophecies]  # type: ignore[attr-defined]
    fewest = min(on_edges[seat] for seat in tied)
    return [seat for seat in tied if on_edges[seat] == fewest]


SECOND_EDITION_SCORING = Scoring(
    points=_second_edition,
    total=lambda game, before, points: before + points,
    is_over=lambda game, rounds, scores: max(scores) >= 7 or len(rounds) == game.players,
    tie_break=_fewest_on_first_and_last,
    rounds=lambda players: players,
    points_clause="SP2-7",
    end_clause="SP2-9",
    win_clause="SP2-10",
)

SCORINGS = {"standard": STANDARD_2017, "first-to-two": FIRST_TO_TWO, "single-round": SINGLE_ROUND}


def tokens_left(left: Sequence[int]) -> Numbers:
    """The number of tokens left by seat, from their packed counts by place."""
    return tuple(tokens_in(each) for each in left)
