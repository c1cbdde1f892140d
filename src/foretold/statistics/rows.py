"""Rows: one for every seat and round, whole numbers only; what every figure of a simulation is computed from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from foretold.cards import Bid, Play, Prophesy
from foretold.games import Game, State
from foretold.games.primitives import follow, tokens_at
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.state import legal_plays, trick_lead
from foretold.games.seven.game import SevenGame
from foretold.games.state import Round
from foretold.views import Took

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    WholeNumbers: TypeAlias = NDArray[np.int64]  # rows as a table, or some of its columns

COLUMNS = (
    "match",  # from 0
    "round",  # from 1
    "seat",
    "seats_to_the_left",  # of the seat that leads the first trick of the round; 0 is that seat itself
    "prophecy",  # the split, packed four bits a place; in Prophecy what the bid adds up to
    "promised",  # 7; in Prophecy the bid
    "reached",  # tokens confirmed; in Prophecy tricks won
    "fulfilled",  # 1 or 0
    "tricks",  # in the round
    "points",  # of the round
    "score",  # after the round
    "decisions",  # choices of the seat in the round that had more than one way, the prophecy or bid included
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
    """The rows of a match that is over, by round and seat."""
    game = state.game
    for number, ended in enumerate(state.finished, 1):
        leader = ended.tricks[0].plays[0].seat
        decisions = _decisions(game, ended)
        for seat in game.seats:
            code, promised, reached = _prophecy(game, ended, seat)
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
    """A prophecy as people write it: `2-1-1-3`; in Prophecy the number that was bid."""
    if isinstance(game, SevenGame):
        return "-".join(str(tokens_at(code, place)) for place in range(1, game.players + 1))
    return str(code)


def _prophecy(game: Game, ended: Round, seat: int) -> tuple[int, int, int]:
    """What a seat prophesied, as a code and as a number, and what it reached of it."""
    chosen = ended.chosen(game.players)[seat]
    if isinstance(game, SevenGame):
        assert isinstance(chosen, Prophesy)
        return game.packed[chosen], 7, sum(trick.confirmed[seat] for trick in ended.tricks)
    assert isinstance(game, ProphecyGame)
    assert isinstance(chosen, Bid)
    bid = game.bid_of(chosen.cards)
    return bid, bid, sum(trick.winner == seat for trick in ended.tricks)


def _decisions(game: Game, ended: Round) -> list[int]:
    """By seat the prophecy or bid, and what was played where there was a choice."""
    found = [1] * game.players
    hands = list(ended.deal.hands)
    for seat, bid in enumerate(ended.chosen(game.players)):
        if isinstance(bid, Bid):
            hands[seat] &= ~game.mask(bid.cards)
    for number, trick in enumerate(ended.tricks):
        for order, took in enumerate(trick.plays):
            found[took.seat] += _ways(game, ended, number, trick.plays[:order], hands[took.seat]) > 1
            if isinstance(took.action, Play):
                hands[took.seat] &= ~game.bits[took.action.card]
    return found


def _ways(game: Game, ended: Round, number: int, before: tuple[Took, ...], hand: int) -> int:
    if isinstance(game, SevenGame):
        return follow(hand, game.suit_masks[ended.deal.row[number]]).bit_count()
    assert isinstance(game, ProphecyGame)
    return len(legal_plays(game, hand, ended.deal.trump, trick_lead(game, ended.deal.trump, before)))
