"""The displayed figures of a review: chances of all seats that sum to 1, and one sum from even to the result.

Each seat's chance to win is what that seat could know, so the chances of all seats need not sum to 1; here they are
scaled to. The cost of a seat's decisions and what the others gave back can each exceed a whole match; of what
cancels out, no more is shown than fits between nothing and everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import trunc
from typing import NamedTuple

from foretold.coach.marks import Judged
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import SevenGame
from foretold.games.state import Round, State
from foretold.json_types import JsonObject

Curve = Sequence[tuple[int, float]]  # events of a record, and a seat's chance to win after each
CERTAIN = 0.9999  # chances from here on count as 1: figures have four digits


class Steps(NamedTuple):
    """The steps from an even seat to the result, in shares of the match or in points: even + … + others = result."""

    even: float
    cards: float
    choice: float  # effect of own prophecies or bids: 0 or less
    play: float  # effect of own cards: 0 or less
    others: float
    result: float

    def to_dict(self) -> JsonObject:
        return dict(self._asdict())

    def rounded(self, scale: float, digits: int) -> Steps:
        """Converts to another unit with so many digits; running sums are rounded, so that displayed figures add up."""
        running = [0.0]
        for part in self[:5]:
            running.append(running[-1] + part)
        sums = [round(scale * amount, digits) for amount in (*running[:5], self.result)]
        even, cards, choice, play, others = (round(after - before, digits) + 0.0 for before, after in pairwise(sums))
        return Steps(even, cards, choice, play, others, sums[-1] + 0.0)


def together(curves: Sequence[Curve]) -> list[list[tuple[int, float]]]:
    """Returns each seat's chance to win after each event at which any changed; they sum to 1."""
    changes = [dict(curve) for curve in curves]  # of several at one event the last
    latest = [1 / len(curves)] * len(curves)
    shares = list(latest)
    scaled: list[list[tuple[int, float]]] = [[] for _ in curves]
    for event in sorted({event for curve in changes for event in curve}):
        latest = [curve.get(event, chance) for curve, chance in zip(changes, latest, strict=True)]
        shares = _scaled(latest, shares)
        for seat, share in enumerate(shares):
            scaled[seat].append((event, round(share, 4)))
    return scaled


def _scaled(chances: Sequence[float], before: list[float]) -> list[float]:
    """Scales chances to sum to 1; a certain winner leaves nothing to others; if all are 0, nothing changes."""
    certain = [chance >= CERTAIN for chance in chances]
    if any(certain):
        return [won / sum(certain) for won in certain]
    total = sum(chances)
    return [chance / total for chance in chances] if total > 0 else before


def match_steps(expected: float, cards: float, choice: float, play: float, result: float) -> Steps:
    """Returns the sum in shares of the match; `choice` and `play` are costs."""
    return _steps(expected, cards, choice, play, result, 0.0, 1.0)


def point_steps(state: State, judged: Iterable[Judged]) -> list[Steps]:
    """Returns by seat the sum in points of all finished rounds.

    Even is the mean over seats of the points expected from the cards of a round, before anybody chose anything.
    """
    seats = range(state.game.players)
    sums = [[0.0] * 5 for _ in seats]  # even, cards, choice, play, result
    own: dict[tuple[int, int], list[Judged]] = {}
    for decision in judged:
        own.setdefault((decision.weighed.round, decision.weighed.seat), []).append(decision)
    for finished in state.finished:
        for seat, parts in enumerate(_of_round(finished, [own.get((finished.number, seat), []) for seat in seats])):
            sums[seat] = [sum(pair) for pair in zip(sums[seat], parts, strict=True)]
    least, most = _span(state)
    return [
        _steps(even, cards, choice, play, result, min(least, even), max(most, even))
        for even, cards, choice, play, result in sums
    ]


def _of_round(finished: Round, own: Sequence[Sequence[Judged]]) -> list[tuple[float, ...]]:
    """Returns by seat for a round: the even points, the extra from the cards, the cost of own decisions, the result."""
    came = [after - before for before, after in zip(finished.before, finished.scores, strict=True)]
    promised = [decided[0].weighed.played.points + decided[0].points if decided else None for decided in own]
    expectations = [points for points in promised if points is not None] or came
    even = sum(expectations) / len(expectations)
    return [
        (
            even,
            0.0 if promise is None else promise - even,
            sum(decision.points for decision in decided if decision.weighed.trick == 0),
            sum(decision.points for decision in decided if decision.weighed.trick > 0),
            float(gained),
        )
        for promise, decided, gained in zip(promised, own, came, strict=True)
    ]


def _span(state: State) -> tuple[float, float]:
    """Returns the fewest (at most 0) and the most points that the finished rounds could score for a seat."""
    game, rounds = state.game, len(state.finished)
    if isinstance(game, SevenGame):
        return min(0, game.scoring.least) * rounds, game.scoring.most * rounds
    assert isinstance(game, ProphecyGame)
    return 0, (game.tricks + game.bonus) * rounds


def _steps(even: float, cards: float, choice: float, play: float, result: float, low: float, high: float) -> Steps:
    others = result - (even + cards - choice - play)
    even, result = round(even, 4) + 0.0, round(result, 4) + 0.0
    limited = _within(even, [cards, -choice, -play, others], low, high)
    cards, choice, play, _ = (trunc(10_000 * part) / 10_000 for part in limited)  # towards 0: the sum stays within
    return Steps(even, cards, choice, play, round(result - even - cards - choice - play, 4) + 0.0, result)


def _within(start: float, parts: Sequence[float], low: float, high: float) -> list[float]:
    """Reduces gains and losses until the running sum stays between low and high.

    Gains and losses shrink by the same amount, each part in proportion, so the total is unchanged.
    """
    gains = sum(part for part in parts if part > 0)
    losses = -sum(part for part in parts if part < 0)
    most = min(gains, losses)  # with this much taken from both, only one of them is left
    if most <= 0:
        return list(parts)
    needed, running, least = 0.0, start, start
    for part, small in zip(parts, _less(parts, gains, losses, most), strict=True):
        running, least = running + part, least + small
        bound = min(max(running, low), high)
        if running != bound and running != least:
            needed = max(needed, (running - bound) / (running - least))
    return _less(parts, gains, losses, min(1.0, needed) * most)


def _less(parts: Sequence[float], gains: float, losses: float, taken: float) -> list[float]:
    """Takes so much from the gains, and as much from the losses."""
    return [part * ((losses - taken) / losses if part < 0 else (gains - taken) / gains) for part in parts]
