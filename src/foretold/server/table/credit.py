"""For whom a match counts: not for people for whom a stand-in made more than a fifth of the decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

SHARE = 5  # a result is credited to a person if a stand-in made at most one in so many decisions


class _Decision(msgspec.Struct):
    """The part of a record's event that says who acted; other events have none of it."""

    seat: int = -1
    action: str = ""
    by: str = ""


_EVENTS = msgspec.json.Decoder(list[_Decision])


def stood_in(events: bytes) -> tuple[int, ...]:
    """The seats, ascending, where a stand-in made more than a fifth of the decisions in these events."""
    if b'"bot"' not in events:  # true of nearly all records: skip the decoding
        return ()
    return lent((event.seat, event.by) for event in _EVENTS.decode(events) if event.action)


def lent(decisions: Iterable[tuple[int, str]]) -> tuple[int, ...]:
    """The same, from pairs of the deciding seat and who decided for it."""
    made: Counter[int] = Counter()
    by_bots: Counter[int] = Counter()
    for seat, by in decisions:
        made[seat] += 1
        by_bots[seat] += by == "bot"
    return tuple(sorted(seat for seat, count in by_bots.items() if count * SHARE > made[seat]))
