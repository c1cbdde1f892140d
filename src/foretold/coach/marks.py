"""The loss of a decision against the best one, and its mark; docs/coach.md lists the thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from foretold.coach.decisions import Weighed

Mark = Literal["inaccuracy", "mistake", "blunder"]

THRESHOLDS: tuple[tuple[float, Mark], ...] = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))
SURE = 2.0  # standard errors that a loss must exceed to get a mark
COUNTS = 1.0  # standard errors that it must exceed to count at all
ONLY = 0.05  # share of the match that every other choice loses if there is only one move


class Judged(NamedTuple):
    """A decision and its loss; a loss within a standard error counts as none."""

    weighed: Weighed
    points: float  # of the round
    match: float  # share of it
    error_points: float  # standard errors of these differences
    error_match: float
    stake: float  # share of the match between the best and the worst choice
    mark: Mark | None
    only: bool  # everything but the best loses much

    @property
    def before(self) -> float:
        """The chance to win the match before the decision, if the best is chosen."""
        return self.after + self.match

    @property
    def after(self) -> float:
        """The chance to win the match after it."""
        return self.weighed.played.match


def judge(weighed: Weighed) -> Judged:
    """Computes the loss of a decision."""
    best, played = weighed.found[0], weighed.played
    points = _counted(best.points - played.points, played.error["points"])
    match = _counted(best.match - played.match, played.error["match"])
    shares = [choice.match for choice in weighed.found]
    only = weighed.trick > 0 and all(
        _is_sure(best.match - choice.match, choice.error["match"], ONLY) for choice in weighed.found[1:]
    )
    error = played.error["match"]
    mark = next((name for least, name in THRESHOLDS if _is_sure(match, error, least)), None)
    stake = max(match, max(shares) - min(shares))
    return Judged(weighed, points, match, played.error["points"], error, stake, mark, only)


def mark_of(loss: float) -> Mark | None:
    """Returns the mark of a loss that is certain."""
    return next((name for least, name in THRESHOLDS if loss >= least), None)


def _counted(loss: float, error: float) -> float:
    """Returns a loss as it counts: 0 if below 0 or within the error.

    So an equally good choice costs nothing, or hardly anything, on average, and a costly one costs about its loss.
    """
    return round(loss, 4) if loss > COUNTS * error else 0.0


def _is_sure(loss: float, error: float, least: float) -> bool:
    return loss >= least and loss > SURE * error
