"""Rows: one per seat and round, integers only; every figure of a simulation is computed from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from foretold.cards import Play
from foretold.games import Game, State
from foretold.games.primitives import follow, tokens_at
from foretold.games.prophecy.state import ProphecyRound, legal_plays, trick_lead
from foretold.games.seven.edition import PROPHECIES
from foretold.games.seven.game import SevenGame
from foretold.games.seven.state import SevenRound
from foretold.games.state import Round
from foretold.views import Took

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    WholeNumbers: TypeAlias = NDArray[np.int64]  # a table of rows, or some of its columns

COLUMNS = (
    "match",  # from 0
    "round",  # from 1
    "seat",
    "seats_to_the_left",  # seats to the left of the first leader of the round; 0 is the leader
    "prophecy",  # the split, packed with four bits per place; in Prophecy the value of the bid
    "promised",  # 7; in Prophecy the bid
    "reached",  # tokens confirmed; in Prophecy tricks won
    "fulfilled",  # 1 or 0
    "tricks",  # in the round
    "points",  # of the round
    "score",  # after the round
    "decisions",  # the seat's decisions in the round with more than one choice, including the prophecy or bid
    "winner",  # of the match: 1 or 0
    "rounds",  # in the match
)
(
    MATCH,
    ROUND,
    SEAT,
    AWAY,
    PROPHECY,
    PROMISED,
    REACHED,
    FULFILLED,
    TRICKS,
    POINTS,
    SCORE,
    DECISIONS,
    WINNER,
    ROUNDS,
) = range(len(COLUMNS))


def rows_of(state: State, match: int) -> Iterator[list[int]]:
    """Returns the rows of a finished match, by round and seat."""
    game = state.game
    for number, ended in enumerate(state.finished, 1):
        leader = ended.tricks[0].plays[0].seat
        decisions = _decisions(ended)
        for seat in game.seats:
            code, promised, reached = _prophecy(ended, seat)
            yield [
                match,
                number,
                seat,
                (seat - leader) % game.players,
                code,
                promised,
                reached,
                int(ended.fulfilled[seat]),
                len(ended.tricks),
                ended.points[seat],
                ended.scores[seat],
                decisions[seat],
                int(seat in state.winners),
                len(state.finished),
            ]


def prophecy_text(game: Game, code: int) -> str:
    """Formats a prophecy as people write it: `2-1-1-3`; in Prophecy the number that was bid."""
    if isinstance(game, SevenGame):
        return "-".join(str(tokens_at(code, place)) for place in range(1, game.players + 1))
    return str(code)


def _prophecy(ended: Round, seat: int) -> tuple[int, int, int]:
    """Returns a seat's prophecy as a code and as a number, and how much of it came true."""
    if isinstance(ended, SevenRound):
        end = ended.end
        return ended.game.packed[end.prophecies[seat]], PROPHECIES, PROPHECIES - sum(end.left[seat])
    assert isinstance(ended, ProphecyRound)
    bid = ended.end.bid_values[seat]
    return bid, bid, ended.won[seat]


def _decisions(ended: Round) -> list[int]:
    """Counts each seat's decisions: its prophecy or bid, and every turn with a choice."""
    game = ended.game
    decisions = [1] * len(ended.points)
    hands = list(ended.deal.hands)
    if isinstance(ended, ProphecyRound):
        hands = [hand & ~game.mask(bid.cards) for hand, bid in zip(hands, ended.bids, strict=True)]
    for number, trick in enumerate(ended.tricks):
        for order, took in enumerate(trick.plays):
            decisions[took.seat] += _ways(ended, number, trick.plays[:order], hands[took.seat]) > 1
            if isinstance(took.action, Play):
                hands[took.seat] &= ~game.bits[took.action.card]
    return decisions


def _ways(ended: Round, number: int, before: tuple[Took, ...], hand: int) -> int:
    if isinstance(ended, SevenRound):
        return follow(hand, ended.game.suit_masks[ended.deal.row[number]]).bit_count()
    assert isinstance(ended, ProphecyRound)
    game, trump = ended.game, ended.deal.trump
    return len(legal_plays(game, hand, trump, trick_lead(game, trump, before)))
