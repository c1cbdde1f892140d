"""Histories of clients' commands, and whether the journal of a table is a linear order of them.

A journal numbers its entries, so there is nothing to search for: each acknowledged command has one place, and the
places have to agree with real time. Whatever was acknowledged, or shown to anyone, before another command was sent
comes before it. A command without an answer may have happened once or not at all.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from foretold.server.table import journal

Outcome = Literal["ok", "refused", "unknown"]


@dataclass(eq=False)
class Call:
    """One command or look of a client, from the moment it was sent to the answer."""

    client: str
    key: str  # by which the journal knows the command; '' for a look
    value: str  # what the entry has to say
    invoked: float  # seconds
    answered: float = math.inf
    outcome: Outcome = "unknown"
    number: int = -1  # of the last entry that the answer knows of


class History:
    """What the clients of a table sent and were told, with times of one clock."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def invoke(self, client: str, key: str = "", value: str = "") -> Call:
        """A client is about to send this."""
        self.calls.append(Call(client, key, value, time.monotonic()))
        return self.calls[-1]

    def saw(self, client: str, number: int, since: float) -> None:
        """A client that asked at this time has been shown the table up to this entry."""
        self.calls.append(Call(client, "", "", since, time.monotonic(), "ok", number))


def acknowledge(call: Call, number: int) -> None:
    """The client was told that it happened, and up to which entry the table was stored then."""
    call.answered, call.outcome, call.number = time.monotonic(), "ok", number


def refuse(call: Call) -> None:
    """The client was told that it did not happen."""
    call.answered, call.outcome = time.monotonic(), "refused"


class Written(NamedTuple):
    """A command as an entry of the journal."""

    number: int
    key: str
    value: str


def written(entries: Iterable[journal.AnyEntry]) -> list[Written]:
    """The entries that carry the key of a command: actions by their id, chat by its text, newcomers by their name."""
    rows = []
    for number, entry in enumerate(entries):
        if isinstance(entry, journal.Acted) and entry.id:
            rows.append(Written(number, entry.id, f"{entry.seat} {entry.action}"))
        elif isinstance(entry, journal.Spoke) and entry.text:
            rows.append(Written(number, entry.text, str(entry.seat)))
        elif isinstance(entry, journal.Applied) and entry.name:
            rows.append(Written(number, entry.name, str(entry.seat)))
    return rows


def violations(calls: Sequence[Call], rows: Sequence[Written]) -> list[str]:
    """Everything by which the journal is no linear order of these calls; nothing if it is one."""
    count = Counter(row.key for row in rows)
    places = {row.key: row for row in rows}
    faults = [f"{key} is there without being sent" for key in count.keys() - {call.key for call in calls}]
    for call in calls:
        times, row = count[call.key], places.get(call.key)
        if not call.key:
            continue
        if call.outcome == "ok" and times == 0:
            faults.append(f"{call.key} is lost")
        if call.outcome == "refused" and times:
            faults.append(f"{call.key} was refused and is there")
        if times > 1:
            faults.append(f"{call.key} is there {times} times")
        if row is not None and row.value != call.value:
            faults.append(f"{call.key} says {row.value!r} instead of {call.value!r}")
        if row is not None and call.outcome == "ok" and call.number < row.number:
            faults.append(f"{call.key} was acknowledged with {call.number} before its entry {row.number}")
    return faults + _against_real_time(calls, places)


def _against_real_time(calls: Sequence[Call], places: dict[str, Written]) -> list[str]:
    """The calls that have a place before something that was answered before they were sent."""
    faults = []
    known = -1  # the highest entry that anyone knew of at this moment
    answered = iter(sorted((call for call in calls if call.outcome == "ok"), key=lambda call: call.answered))
    following = next(answered, None)
    for call in sorted(calls, key=lambda call: call.invoked):
        while following is not None and following.answered < call.invoked:
            row = places.get(following.key) if following.key else None
            known = max(known, following.number, row.number if row is not None else -1)
            following = next(answered, None)
        row = places.get(call.key) if call.key else None
        if row is not None and row.number <= known:
            faults.append(f"{call.key} is entry {row.number}, but {known} was known before it was sent")
        if not call.key and call.outcome == "ok" and call.number < known:
            faults.append(f"{call.client} was shown {call.number} when {known} was known")
    return faults
