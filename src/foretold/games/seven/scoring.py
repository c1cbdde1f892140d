"""Points of a round, totals and winners, computed from the data of a `Scoring`.

`winners_of` decides the tie-break of Seven Prophecies (`_decide` in games/prophecy/state.py that of Prophecy).
games/ends.py explains it to people. `seven_winners` in kernels/seven_matches.py and `final_share` in
kernels/seven_search.py are compiled copies, checked against this module by tests/arena/test_statistics.py and
tests/kernels/test_endgame.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from foretold.games.primitives import seven_points, tokens_in
from foretold.games.seven.edition import PROPHECIES, TRICKS, TieBreak
from foretold.views import Part

if TYPE_CHECKING:
    from foretold.games.seven.game import SevenGame
    from foretold.games.seven.state import SevenRound

Numbers = tuple[int, ...]


def tokens_left(left: Sequence[int]) -> Numbers:
    """Returns the number of tokens left by seat, from their packed counts by place."""
    return tuple(map(tokens_in, left))


def points_of(game: SevenGame, left: Sequence[int], trick: int) -> Numbers:
    """Returns by seat the points of a round that ended in `trick` with so many tokens left (SP1-12, SP2-7, SP2-8)."""
    runner_up = game.scoring.runner_up if 0 in left and trick < TRICKS else 0
    fewest = min((tokens for tokens in left if tokens), default=0)
    return tuple([seven_points(tokens, trick, fewest, game.prizes, game.shortfalls, runner_up) for tokens in left])


def parts_of(game: SevenGame, left: Sequence[int], trick: int) -> tuple[tuple[Part, ...], ...]:
    """Returns by seat the components of its points."""
    scoring, clause = game.scoring, game.scoring.clauses["points"]
    runner_up = scoring.runner_up if 0 in left and trick < TRICKS else 0
    fewest = min((tokens for tokens in left if tokens), default=0)
    by_seat: list[tuple[Part, ...]] = []
    for tokens in left:
        points = game.shortfalls[tokens] if tokens else game.prizes[trick]
        if scoring.counts == "tokens":
            parts = [Part("tokens", points, clause, PROPHECIES - tokens)]
        elif tokens:
            parts = [Part("left", points, clause, tokens)]
        else:
            late = trick == TRICKS and points != scoring.prizes[-1]  # SP1-13
            cited = game.edition.clauses["tenth-trick"] if late else clause
            parts = [Part("too-late" if late else "all-seven", points, cited, trick)]
        if tokens and runner_up and tokens == fewest:
            parts.append(Part("fewest-left", runner_up, clause, tokens))
        by_seat.append(tuple(parts))
    return tuple(by_seat)


def total_of(game: SevenGame, before: int, points: int) -> int:
    """Returns a seat's score after a round, never below the floor (SP1-14)."""
    total = before + points
    return total if game.floor is None or total >= game.floor else game.floor


def is_over(game: SevenGame, rounds: int, scores: Sequence[int]) -> bool:
    """True if the match is over after so many rounds with these totals (SP1-15 … SP1-17, SP2-9)."""
    target = game.scoring.target
    return rounds == game.rounds or (target is not None and max(scores) >= target)


def winners_of(game: SevenGame, scores: Sequence[int], last: SevenRound) -> Numbers:
    """Returns the seats with the highest total, narrowed down by the tie-break."""
    best = max(scores)
    tied = [seat for seat in game.seats if scores[seat] == best]
    if game.scoring.tie_break == TieBreak.FEWEST_ON_EDGES:
        on_edges = [prophecy.tokens[0] + prophecy.tokens[-1] for prophecy in last.prophecies]
        fewest = min(on_edges[seat] for seat in tied)
        return tuple(seat for seat in tied if on_edges[seat] == fewest)
    if game.scoring.tie_break == TieBreak.NEAREST_TO_LAST and any(last.fulfilled[seat] for seat in tied):
        places = last.tricks[-1].places
        return (max([seat for seat in tied if last.fulfilled[seat]], key=lambda seat: places[seat]),)
    return tuple(tied)
