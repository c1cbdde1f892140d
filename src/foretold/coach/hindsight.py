"""Prophecies and bids: what was chosen, what was best given what was known then, and what happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from foretold.coach.marks import Judged
from foretold.games.prophecy.view import ProphecyRoundEnd
from foretold.games.seven.edition import PROPHECIES
from foretold.games.seven.view import SevenRoundEnd
from foretold.games.state import State
from foretold.json_types import JsonObject
from foretold.views import RoundEnd


class Told(NamedTuple):
    """A prophecy or bid, and the one that would have come true soonest; None while the round is running."""

    round: int
    seat: int
    told: str
    foresight: str
    hindsight: str | None  # a split of tokens, or the number of tricks

    def to_dict(self) -> JsonObject:
        return dict(self._asdict())


def told_in(state: State, judged: Iterable[Judged]) -> tuple[Told, ...]:
    """Returns the prophecies or bids of all seats in the finished rounds of a state."""
    ends = {end.number: end.end for end in state.finished}
    results = []
    for decision in judged:
        weighed = decision.weighed
        if weighed.trick == 0:
            end = ends.get(weighed.round)
            came = None if end is None else _came(end, weighed.seat)
            best = weighed.action if decision.match == 0 else weighed.found[0].action
            results.append(Told(weighed.round, weighed.seat, str(weighed.action), str(best), came))
    return tuple(results)


def _came(end: RoundEnd, seat: int) -> str:
    """Returns the places of the first seven tricks as a prophecy, or the tricks won.

    This takes the round as it was played: after another prophecy or bid, others might have played differently.
    """
    if isinstance(end, ProphecyRoundEnd):
        return str(end.won[seat])
    assert isinstance(end, SevenRoundEnd)
    places = [trick.places[seat] for trick in end.tricks[:PROPHECIES]]
    return "-".join(str(places.count(place)) for place in range(1, len(end.points) + 1))
