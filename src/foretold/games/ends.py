"""How a match ended, derived from any seat's view: why no further round is dealt, and how a tie was broken.

This module only explains the tie-break. It is decided by the rules engine: `winners_of` in games/seven/scoring.py
and `_decide` in games/prophecy/state.py; tests/rules/test_match_ends.py checks that the explanation agrees with
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.edition import Counted, TieBreak
from foretold.games.seven.view import SevenRoundEnd, SevenView
from foretold.json_types import JsonObject
from foretold.views import RoundEnd, View

_LEFT_OUT = ("tricks", "future", "open")  # omitted from the rounds of an ending: long, and not part of the result


class WhyOver(NamedTuple):
    """What ended a match: a total that reached `number`, its last round, or its only round."""

    reason: Literal["target", "last-round", "single"]
    number: int
    clause: str


class Tie(NamedTuple):
    """A tie for the highest total: the rule that breaks it and what each tied seat counts under that rule.

    A seat that the rule passes over counts nothing; without a tie-break no seat counts anything.
    """

    rule: str
    clause: str
    seats: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]

    def to_dict(self) -> JsonObject:
        counts = [list(count) for count in self.counts]
        return {"rule": self.rule, "clause": self.clause, "seats": list(self.seats), "counts": counts}


def counted(view: View) -> Counted:
    """Returns the unit of a score."""
    return view.rules.scoring.counts if isinstance(view, SevenView) else "points"


def target(view: View) -> int | None:
    """Returns the total that ends a match, or None."""
    return view.rules.scoring.target if isinstance(view, SevenView) else None


def rounds_of(view: View) -> list[RoundEnd]:
    """Returns the scored rounds."""
    return [event for event in view.history if isinstance(event, RoundEnd)]


def why_over(view: View) -> WhyOver:
    """Returns what ended the match: a total or its last round."""
    if isinstance(view, ProphecyView):
        return WhyOver("last-round", len(view.wheel), view.rules.course.clause)
    assert isinstance(view, SevenView)
    scoring, clause = view.rules.scoring, view.rules.scoring.clauses["match"]
    if scoring.target is not None and max(view.scores) >= scoring.target:
        return WhyOver("target", scoring.target, clause)
    assert view.rounds is not None
    return WhyOver("single" if view.rounds == 1 else "last-round", view.rounds, clause)


def was_last(view: View) -> bool:
    """True if no further round was possible in any case."""
    return view.round == view.rounds


def tie_of(view: View) -> Tie | None:
    """Returns the tie at the end of a match, or None if one seat alone has the highest total."""
    assert isinstance(view, SevenView | ProphecyView)
    best = max(view.scores)
    tied = tuple(seat for seat in range(view.players) if view.scores[seat] == best)
    if len(tied) == 1:
        return None
    rule, clause = view.rules.tie_break
    return Tie(rule, clause, tied, tuple(_count(view, seat) for seat in tied))


def _count(view: SevenView | ProphecyView, seat: int) -> tuple[int, ...]:
    """Returns what a seat counts in the tie-break."""
    if isinstance(view, ProphecyView):
        return (sum(end.fulfilled[seat] for end in rounds_of(view)),)
    rule, last = view.rules.scoring.tie_break, view.ended
    assert isinstance(last, SevenRoundEnd)
    if rule == TieBreak.FEWEST_ON_EDGES:
        tokens = last.prophecies[seat].tokens
        return tokens[0], tokens[-1]
    if rule == TieBreak.NEAREST_TO_LAST and last.fulfilled[seat]:
        return (last.tricks[-1].places[seat],)
    return ()


def ending(view: View) -> Mapping[str, object] | None:
    """Returns how a match ended, as JSON: reason, tie and all rounds; None while it is running."""
    if not view.over:
        return None
    tie = tie_of(view)
    rounds = [{name: value for name, value in end.whole.items() if name not in _LEFT_OUT} for end in rounds_of(view)]
    return {**why_over(view)._asdict(), "tie": None if tie is None else tie.to_dict(), "rounds": rounds}
