"""A survey: all counts of the report page, computed from rows; surveys can be joined in any grouping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from foretold.statistics.intervals import Interval, MatchSums, share
from foretold.statistics.rows import (
    AWAY,
    DECISIONS,
    FULFILLED,
    POINTS,
    PROMISED,
    PROPHECY,
    REACHED,
    ROUND,
    SCORE,
    TRICKS,
    WINNER,
)

if TYPE_CHECKING:
    from foretold.statistics.rows import WholeNumbers

WHOLE = 60  # parts of a victory, so that up to 6 winners can share it exactly
OUTRIGHT, BROKEN, PARTLY, SHARED = "outright", "broken", "partly", "shared"


@dataclass
class Survey:
    """The counts of one game."""

    players: int
    matches: int = 0
    rounds: int = 0
    wins: Counter[int] = field(default_factory=Counter)  # by seat, in parts of WHOLE
    scores: Counter[tuple[int, int]] = field(default_factory=Counter)  # matches by seat and final score
    starts: dict[tuple[str, int], MatchSums] = field(default_factory=dict)  # by measure and distance to the left
    tricks: Counter[int] = field(default_factory=Counter)  # rounds by their number of tricks
    fulfilled_in: Counter[int] = field(default_factory=Counter)  # fulfilled prophecies, by the last trick
    fulfilled_by: Counter[int] = field(default_factory=Counter)  # rounds, by the number of seats that fulfilled theirs
    missed: Counter[int] = field(default_factory=Counter)  # seats and rounds, by the difference of result and prophecy
    chosen: Counter[int] = field(default_factory=Counter)  # by prophecy: how often; fulfilled; points
    met: Counter[int] = field(default_factory=Counter)
    gained: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)  # matches by their number of rounds
    decisions: Counter[int] = field(default_factory=Counter)  # matches by the number of decisions of all seats
    actions: int = 0
    ties: Counter[str] = field(default_factory=Counter)  # matches by how the winner was found
    tied: Counter[int] = field(default_factory=Counter)  # matches by the number of seats with the highest score

    def add(self, rows: WholeNumbers) -> None:
        """Adds the rows of whole matches: an array with the columns of `rows.COLUMNS`."""
        import numpy as np

        if not len(rows):
            return
        table = np.asarray(rows).reshape(-1, self.players, np.shape(rows)[1])  # by round and seat
        begins = np.flatnonzero(table[:, 0, ROUND] == 1)
        lengths = np.diff(np.append(begins, len(table)))
        ends = begins + lengths - 1
        self.matches += len(begins)
        self.rounds += len(table)
        self.actions += int(self.players * (1 + table[:, 0, TRICKS]).sum())
        self.lengths.update(_counted(lengths))
        self.decisions.update(_counted(np.add.reduceat(table[:, :, DECISIONS].sum(axis=1), begins)))
        self.tricks.update(_counted(table[:, 0, TRICKS]))
        self.fulfilled_by.update(_counted(table[:, :, FULFILLED].sum(axis=1)))
        self.missed.update(_counted(table[:, :, REACHED] - table[:, :, PROMISED]))
        fulfilled = table[:, :, FULFILLED] == 1
        self.fulfilled_in.update(_counted(table[:, :, TRICKS][fulfilled]))
        self.chosen.update(_counted(table[:, :, PROPHECY]))
        self.met.update(_counted(table[:, :, PROPHECY][fulfilled]))
        self.gained.update(_summed(table[:, :, PROPHECY], table[:, :, POINTS]))
        self._add_ends(table[ends])
        self._add_starts(table, begins, lengths)

    def _add_ends(self, last: WholeNumbers) -> None:
        """Adds final scores, winners and ties, from the last rounds of matches."""
        import numpy as np

        scores, winners = last[:, :, SCORE], last[:, :, WINNER]
        shares = winners * (WHOLE // winners.sum(axis=1, keepdims=True))
        for seat in range(self.players):
            self.wins[seat] += int(shares[:, seat].sum())
            for score, count in _counted(scores[:, seat]).items():
                self.scores[seat, score] += count
        tied = (scores == scores.max(axis=1, keepdims=True)).sum(axis=1)
        won = winners.sum(axis=1)
        self.tied.update(_counted(tied))
        kinds = {
            OUTRIGHT: tied == 1,
            BROKEN: (tied > 1) & (won == 1),
            PARTLY: (won > 1) & (won < tied),
            SHARED: (won > 1) & (won == tied),
        }
        for kind, matches in kinds.items():
            self.ties[kind] += int(np.count_nonzero(matches))

    def _add_starts(self, table: WholeNumbers, begins: WholeNumbers, lengths: WholeNumbers) -> None:
        """Adds sums by distance to the left of the first leader: of each round, and of round 1 for whole matches."""
        import numpy as np

        away = table[:, :, AWAY]
        points = table[:, :, POINTS]
        best = points.max(axis=1, keepdims=True)
        ahead = (points == best) | (best <= 0)  # if nobody scored, the round counts for everybody
        shares = ahead * (WHOLE // ahead.sum(axis=1, keepdims=True))
        winners = table[:, :, WINNER]
        matches = (winners * (WHOLE // winners.sum(axis=1, keepdims=True)))[begins]
        for measure, values in (("points", points), ("rounds", shares), ("fulfilled", table[:, :, FULFILLED])):
            turned = np.empty_like(values)
            np.put_along_axis(turned, away, values, axis=1)
            self._add_sums(measure, np.add.reduceat(turned, begins, axis=0), lengths)
        turned = np.empty_like(matches)
        np.put_along_axis(turned, away[begins], matches, axis=1)
        self._add_sums("matches", turned, np.ones_like(lengths))

    def _add_sums(self, measure: str, amounts: WholeNumbers, units: WholeNumbers) -> None:
        for away in range(self.players):
            amount = amounts[:, away]
            sums = MatchSums(
                len(units),
                int(units.sum()),
                int(amount.sum()),
                int((amount * amount).sum()),
                int((amount * units).sum()),
                int((units * units).sum()),
            )
            self.starts.setdefault((measure, away), MatchSums()).join(sums)

    def join(self, other: Survey) -> None:
        """Adds another survey of the same game."""
        for part in fields(self):
            own, added = getattr(self, part.name), getattr(other, part.name)
            if isinstance(own, Counter):
                own.update(added)
            elif part.name == "starts":
                for key, sums in added.items():
                    self.starts.setdefault(key, MatchSums()).join(sums)
            elif part.name != "players":
                setattr(self, part.name, own + added)

    def scores_of(self, seat: int) -> Counter[int]:
        """Returns the final scores of a seat, by how often they occur."""
        return Counter({score: count for (scorer, score), count in sorted(self.scores.items()) if scorer == seat})

    def fulfilled_share(self) -> Interval:
        """Returns the share of prophecies that came true, over all seats and rounds."""
        return share(sum(self.fulfilled_in.values()), self.rounds * self.players)


def _counted(values: WholeNumbers) -> Counter[int]:
    """Counts how often each whole number occurs."""
    import numpy as np

    flat = np.ravel(values)
    if not len(flat):
        return Counter()
    low = int(flat.min())
    counts = np.bincount(flat - low)
    return Counter({int(at) + low: int(counts[at]) for at in np.flatnonzero(counts)})


def _summed(keys: WholeNumbers, values: WholeNumbers) -> Counter[int]:
    """Sums values by key; keys are not negative."""
    import numpy as np

    flat, amounts = np.ravel(keys), np.ravel(values)
    counts = np.bincount(flat)
    sums = np.bincount(flat, weights=amounts)  # exact, since these are whole numbers far below 2^53
    return Counter({int(key): round(float(sums[key])) for key in np.flatnonzero(counts)})


def quantile(counts: Mapping[int, int], part: float) -> int:
    """Returns the smallest value that at least this part of all values does not exceed."""
    left = part * sum(counts.values())
    for value in sorted(counts):
        left -= counts[value]
        if left <= 1e-9:
            return value
    return max(counts)


def mean(counts: Mapping[int, int]) -> float:
    """Returns the mean of values, given how often they occur."""
    return sum(value * times for value, times in counts.items()) / max(1, sum(counts.values()))


__all__ = ["BROKEN", "OUTRIGHT", "PARTLY", "SHARED", "WHOLE", "Survey", "mean", "quantile"]
