"""What a decision lost against the best one, and what that is called; the thresholds stand in docs/coach.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from foretold.coach.decisions import Weighed

Mark = Literal["inaccuracy", "mistake", "blunder"]

THRESHOLDS: tuple[tuple[float, Mark], ...] = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))
SURE = 2.0  # standard errors that a loss must exceed to be called anything
COUNTS = 1.0  # standard errors that it must exceed to count at all
ONLY = 0.05  # share of the match that everything else loses, where there is only one move


class Judged(NamedTuple):
    """A decision and its loss; what lies within a standard error counts as none."""

    weighed: Weighed
    points: float  # of the round
    match: float  # share of it
    error_points: float  # standard errors of these differences
    error_match: float
    stake: float  # share of the match between the best and the worst that was weighed
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
    """What a decision lost."""
    best, played = weighed.found[0], weighed.played
    points = _counted(best.points - played.points, played.error["points"])
    match = _counted(best.match - played.match, played.error["match"])
    shares = [each.match for each in weighed.found]
    only = weighed.trick > 0 and all(
        _is_sure(best.match - each.match, each.error["match"], ONLY) for each in weighed.found[1:]
    )
    error = played.error["match"]
    mark = next((name for least, name in THRESHOLDS if _is_sure(match, error, least)), None)
    stake = max(match, max(shares) - min(shares))
    return Judged(weighed, points, match, played.error["points"], error, stake, mark, only)


def mark_of(loss: float) -> Mark | None:
    """What a loss is called that is known for sure."""
    return next((name for least, name in THRESHOLDS if loss >= least), None)


def _counted(loss: float, error: float) -> float:
    """A loss as it counts. Nothing below 0 and nothing within the error: then what is as good costs nothing on
    average, or hardly anything, and what costs something costs about that."""
    return round(loss, 4) if loss > COUNTS * error else 0.0


def _is_sure(loss: float, error: float, least: float) -> bool:
    return loss >= least and loss > SURE * error
