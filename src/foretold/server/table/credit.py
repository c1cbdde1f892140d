"""For whom a match counts.

Not for people for whom a stand-in made more than a fifth of the decisions, and not for those who took over a bot's
seat after the first round.
"""

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


class _JoinedSeat(msgspec.Struct):
    """The part of a record's `joined` that says since when a person has had the seat."""

    seat: int
    round: int


class _Joined(msgspec.Struct):
    """The part of a record that says which seats people took over from bots."""

    joined: tuple[_JoinedSeat, ...] = ()


_JOINED = msgspec.json.Decoder(_Joined)


def late(joined: object) -> tuple[int, ...]:
    """The seats, ascending, that a person took over from a bot after the first round, by a record's `joined`."""
    try:
        seats = msgspec.convert(joined, tuple[_JoinedSeat, ...], from_attributes=True)
    except msgspec.ValidationError:  # a record from elsewhere, with a field of its own
        return ()
    return tuple(sorted(entry.seat for entry in seats if entry.round > 1))


def late_in(record: bytes) -> tuple[int, ...]:
    """The same, from the line of a record."""
    if b'"joined"' not in record:  # true of nearly all records: skip the decoding
        return ()
    try:
        return late(_JOINED.decode(record).joined)
    except msgspec.ValidationError:
        return ()


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
