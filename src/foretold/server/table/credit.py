"""For whom a match counts: not for people for whom a stand-in made more than a fifth of the decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

SHARE = 5  # a seat is its person's while a stand-in made at most one in so many of its decisions


class _Decision(msgspec.Struct):
    """As much of an event of a record as says who acted; other events have none of it."""

    seat: int = -1
    action: str = ""
    by: str = ""


_EVENTS = msgspec.json.Decoder(list[_Decision])


def stood_in(events: bytes) -> tuple[int, ...]:
    """The seats, ascending, of which a stand-in made more than a fifth of the decisions, by the events of a record."""
    if b'"bot"' not in events:  # as in nearly all: nothing has to be read
        return ()
    return lent((event.seat, event.by) for event in _EVENTS.decode(events) if event.action)


def lent(decisions: Iterable[tuple[int, str]]) -> tuple[int, ...]:
    """The same by the seats that decided, with who did it for them."""
    made: Counter[int] = Counter()
    by_bots: Counter[int] = Counter()
    for seat, by in decisions:
        made[seat] += 1
        by_bots[seat] += by == "bot"
    return tuple(sorted(seat for seat, count in by_bots.items() if count * SHARE > made[seat]))
