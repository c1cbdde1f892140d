"""Prophecies and bids: what was told, what was best by what was known then, and what came."""

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
    """A prophecy or bid; what would have come true soonest as the round went, None while it goes on."""

    round: int
    seat: int
    told: str
    foresight: str
    hindsight: str | None  # a split of tokens, or the number of tricks

    def to_dict(self) -> JsonObject:
        return dict(self._asdict())


def told_in(state: State, judged: Iterable[Judged]) -> tuple[Told, ...]:
    """What all seats told in the rounds that a state has behind it."""
    ends = {end.number: end.end for end in state.finished}
    found = []
    for each in judged:
        weighed = each.weighed
        if weighed.trick == 0:
            end = ends.get(weighed.round)
            came = None if end is None else _came(end, weighed.seat)
            best = weighed.action if each.match == 0 else weighed.found[0].action
            found.append(Told(weighed.round, weighed.seat, str(weighed.action), str(best), came))
    return tuple(found)


def _came(end: RoundEnd, seat: int) -> str:
    """The places of the first seven tricks as a prophecy, which they would have fulfilled at once; or the tricks won.

    It takes the round as it went: had something else been told, others might have played otherwise.
    """
    if isinstance(end, ProphecyRoundEnd):
        return str(end.won[seat])
    assert isinstance(end, SevenRoundEnd)
    places = [trick.places[seat] for trick in end.tricks[:PROPHECIES]]
    return "-".join(str(places.count(place)) for place in range(1, len(end.points) + 1))
