"""How a match ended: why no further round is dealt, and how a tie was broken. Worked out from any seat's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.edition import Counted, TieBreak
from foretold.games.seven.view import SevenRoundEnd, SevenView
from foretold.json_types import JsonObject
from foretold.views import RoundEnd, View

_LEFT_OUT = ("tricks", "future", "open")  # of the rounds of a match: they are long, and no part of a result


class WhyOver(NamedTuple):
    """What ended a match: a total that reached the `number` asked for, or its last round, or the only one."""

    reason: Literal["target", "last-round", "single"]
    number: int
    clause: str


class Tie(NamedTuple):
    """Several seats had the highest total: by the rule's name what each of them brought to the tie-break, in parts.

    A seat that takes no part in it has none; where the victory is shared without a tie-break, nobody has.
    """

    rule: str
    clause: str
    seats: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]

    def to_dict(self) -> JsonObject:
        counts = [list(each) for each in self.counts]
        return {"rule": self.rule, "clause": self.clause, "seats": list(self.seats), "counts": counts}


def counted(view: View) -> Counted:
    """What a score is a number of."""
    return view.rules.scoring.counts if isinstance(view, SevenView) else "points"


def target(view: View) -> int | None:
    """The total that ends a match, where one does."""
    return view.rules.scoring.target if isinstance(view, SevenView) else None


def rounds_of(view: View) -> list[RoundEnd]:
    """The rounds that were scored."""
    return [event for event in view.history if isinstance(event, RoundEnd)]


def why_over(view: View) -> WhyOver:
    """What ended the match: a total, or its last round."""
    if isinstance(view, ProphecyView):
        return WhyOver("last-round", len(view.wheel), view.rules.course.clause)
    assert isinstance(view, SevenView)
    scoring, clause = view.rules.scoring, view.rules.scoring.clauses["match"]
    if scoring.target is not None and max(view.scores) >= scoring.target:
        return WhyOver("target", scoring.target, clause)
    assert view.rounds is not None
    return WhyOver("single" if view.rounds == 1 else "last-round", view.rounds, clause)


def was_last(view: View) -> bool:
    """Whether no further round could have come in any case."""
    return view.round == view.rounds


def tie_of(view: View) -> Tie | None:
    """The tie at the end of a match, None where one seat alone has the highest total."""
    assert isinstance(view, SevenView | ProphecyView)
    best = max(view.scores)
    tied = tuple(seat for seat in range(view.players) if view.scores[seat] == best)
    if len(tied) == 1:
        return None
    rule, clause = view.rules.tie_break
    return Tie(rule, clause, tied, tuple(_count(view, seat) for seat in tied))


def _count(view: SevenView | ProphecyView, seat: int) -> tuple[int, ...]:
    """What a seat brings to the tie-break."""
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
    """How a match ended, as JSON: why, the tie and every round; None while it goes on."""
    if not view.over:
        return None
    tie = tie_of(view)
    rounds = [{name: value for name, value in end.whole.items() if name not in _LEFT_OUT} for end in rounds_of(view)]
    return {**why_over(view)._asdict(), "tie": None if tie is None else tie.to_dict(), "rounds": rounds}
