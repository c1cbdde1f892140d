"""Figures of many matches: counts that add up, so that batches can be joined in any grouping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, TypedDict

from foretold.games import State
from foretold.games.state import Round
from foretold.statistics.rows import AWAY, FULFILLED, POINTS, ROUND, ROUNDS, SCORE, TRICKS, WINNER
from foretold.statistics.survey import WHOLE as WHOLE

if TYPE_CHECKING:
    from foretold.statistics.rows import WholeNumbers


class SeatFigures(TypedDict):
    """The results of a seat."""

    seat: int
    win_share: float
    score_per_match: float
    points_per_round: float
    fulfilled: float


class StartFigures(TypedDict):
    """The results of seats at a given distance from the first leader."""

    seats_to_the_left: int
    round_share: float
    points_per_round: float
    fulfilled: float


class TallyFigures(TypedDict):
    """The figures of a simulation, as `simulate --json` prints them."""

    matches: int
    rounds: int
    actions: int
    rounds_per_match: float
    tricks_per_round: float
    shared_victories: float
    seats: list[SeatFigures]
    from_first_leader: list[StartFigures]
    rounds_by_tricks: dict[str, int]
    fulfilled_by_tricks: dict[str, int]
    matches_by_rounds: dict[str, int]


def round_shares(points: Sequence[int]) -> list[int]:
    """Splits the win of a round among the seats with most points; among all if nobody scored."""
    best = max(points)
    winners = [seat for seat, gained in enumerate(points) if gained == best] if best > 0 else range(len(points))
    return [WHOLE // len(winners) if seat in winners else 0 for seat in range(len(points))]


@dataclass
class Tally:
    """Figures by seat, by distance from the seat that leads the first trick of a round, and by length."""

    players: int
    matches: int = 0
    rounds: int = 0
    actions: int = 0
    shared: int = 0  # matches won by several
    wins: Counter[int] = field(default_factory=Counter)  # by seat, in parts of WHOLE
    scores: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    fulfilled: Counter[int] = field(default_factory=Counter)  # rounds in which a seat fulfilled its prophecy
    start_wins: Counter[int] = field(default_factory=Counter)  # by seats to the left of the round's first leader
    start_points: Counter[int] = field(default_factory=Counter)
    start_fulfilled: Counter[int] = field(default_factory=Counter)
    tricks: Counter[int] = field(default_factory=Counter)  # rounds by their number of tricks
    fulfilled_in: Counter[int] = field(default_factory=Counter)  # prophecies, by the trick that ended the round
    lengths: Counter[int] = field(default_factory=Counter)  # matches by their number of rounds

    def add_match(self, state: State) -> None:
        """Adds a finished match."""
        self.matches += 1
        self.shared += len(state.winners) > 1
        self.lengths[len(state.finished)] += 1
        for seat in state.game.seats:
            self.scores[seat] += state.scores[seat]
        for seat in state.winners:
            self.wins[seat] += WHOLE // len(state.winners)
        for ended in state.finished:
            self._add_round(ended)

    def _add_round(self, ended: Round) -> None:
        self.rounds += 1
        self.actions += len(ended.choices) + sum(len(trick.plays) for trick in ended.tricks)
        self.tricks[len(ended.tricks)] += 1
        self.fulfilled_in[len(ended.tricks)] += sum(ended.fulfilled)
        first = ended.tricks[0].plays[0].seat
        shares = round_shares(ended.points)
        for seat in range(self.players):
            away = (seat - first) % self.players
            self.points[seat] += ended.points[seat]
            self.fulfilled[seat] += ended.fulfilled[seat]
            self.start_wins[away] += shares[seat]
            self.start_points[away] += ended.points[seat]
            self.start_fulfilled[away] += ended.fulfilled[seat]

    def add_rows(self, rows: WholeNumbers) -> None:
        """Adds the rows of whole matches (statistics/rows.py), with the same result as their states."""
        import numpy as np

        if not len(rows):
            return
        table = np.asarray(rows).reshape(-1, self.players, np.shape(rows)[1])  # by round and seat
        last = table[table[:, 0, ROUND] == table[:, 0, ROUNDS]]
        winners, points, tricks = last[:, :, WINNER], table[:, :, POINTS], table[:, 0, TRICKS]
        best = points.max(axis=1, keepdims=True)
        ahead = (points == best) | (best <= 0)
        shares = ahead * (WHOLE // ahead.sum(axis=1, keepdims=True))
        victories = winners * (WHOLE // winners.sum(axis=1, keepdims=True))
        self.matches += len(last)
        self.rounds += len(table)
        self.actions += int(self.players * (1 + tricks).sum())
        self.shared += int((winners.sum(axis=1) > 1).sum())
        for seat in range(self.players):
            self.wins[seat] += int(victories[:, seat].sum())
            self.scores[seat] += int(last[:, seat, SCORE].sum())
            self.points[seat] += int(points[:, seat].sum())
            self.fulfilled[seat] += int(table[:, seat, FULFILLED].sum())
            at_distance = table[:, :, AWAY] == seat  # each distance occurs once per round
            self.start_wins[seat] += int(shares[at_distance].sum())
            self.start_points[seat] += int(points[at_distance].sum())
            self.start_fulfilled[seat] += int(table[:, :, FULFILLED][at_distance].sum())
        for number in np.unique(tricks).tolist():
            these = tricks == number
            self.tricks[number] += int(these.sum())
            self.fulfilled_in[number] += int(table[these, :, FULFILLED].sum())
        for length, count in zip(*np.unique(last[:, 0, ROUNDS], return_counts=True), strict=True):
            self.lengths[int(length)] += int(count)

    def join(self, other: Tally) -> None:
        """Adds the figures of another tally."""
        for count in fields(self):
            own, added = getattr(self, count.name), getattr(other, count.name)
            if isinstance(own, Counter):
                own.update(added)  # unlike +, this keeps counts of zero or below
            elif count.name != "players":
                setattr(self, count.name, own + added)

    def figures(self) -> TallyFigures:
        """Returns the figures as JSON: means and shares."""
        matches, rounds = max(1, self.matches), max(1, self.rounds)
        players = range(self.players)
        return {
            "matches": self.matches,
            "rounds": self.rounds,
            "actions": self.actions,
            "rounds_per_match": _mean(self.rounds, matches),
            "tricks_per_round": _mean(sum(count * tricks for tricks, count in self.tricks.items()), rounds),
            "shared_victories": _mean(self.shared, matches),
            "seats": [
                {
                    "seat": seat,
                    "win_share": _mean(self.wins[seat], WHOLE * matches),
                    "score_per_match": _mean(self.scores[seat], matches),
                    "points_per_round": _mean(self.points[seat], rounds),
                    "fulfilled": _mean(self.fulfilled[seat], rounds),
                }
                for seat in players
            ],
            "from_first_leader": [
                {
                    "seats_to_the_left": away,
                    "round_share": _mean(self.start_wins[away], WHOLE * rounds),
                    "points_per_round": _mean(self.start_points[away], rounds),
                    "fulfilled": _mean(self.start_fulfilled[away], rounds),
                }
                for away in players
            ],
            "rounds_by_tricks": {str(tricks): self.tricks[tricks] for tricks in sorted(self.tricks)},
            "fulfilled_by_tricks": {str(tricks): self.fulfilled_in[tricks] for tricks in sorted(self.fulfilled_in)},
            "matches_by_rounds": {str(length): self.lengths[length] for length in sorted(self.lengths)},
        }


def _mean(total: int, count: int) -> float:
    return round(total / count, 6)
