"""The evenings of a group: when they start, by the calendar of one time zone, and the calendar file.

No I/O and no clock. An evening starts at the same time on the wall all year round, so its distance in milliseconds
changes with daylight saving time. A time that the clocks skip is read with the offset before the change, a time that
comes twice is the first one, as RFC 5545 has it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Annotated

import msgspec

from foretold.server.base.time_zones import time_zone

WEEK = timedelta(days=7)
EVENINGS = 52  # in a calendar file
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_LINE = 75  # bytes of a line in a calendar file

Zone = Annotated[str, msgspec.Meta(max_length=64)]


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every week on this day (0: Monday) at this time in this zone, for so many minutes."""

    weekday: Annotated[int, msgspec.Meta(ge=0, le=6)] = 4
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)] = 20
    minute: Annotated[int, msgspec.Meta(ge=0, le=59)] = 0
    zone: Zone = "UTC"
    minutes: Annotated[int, msgspec.Meta(ge=15, le=720)] = 120

    def starts(self, now: int, count: int) -> tuple[int, ...]:
        """When the next evenings start, in ms since the epoch; the first may be under way."""
        return tuple([round(start.timestamp() * 1000) for start in self._starts(now, count)])

    def _starts(self, now: int, count: int) -> Iterator[datetime]:
        zone = time_zone(self.zone)
        since = now - self.minutes * 60_000
        day = datetime.fromtimestamp(since / 1000, zone).date() - timedelta(days=1)
        day += timedelta(days=(self.weekday - day.weekday()) % 7)
        while count > 0:
            start = datetime.combine(day, time(self.hour, self.minute), zone)
            if start.timestamp() * 1000 > since:
                count -= 1
                yield start
            day += WEEK

    def calendar(self, name: str, url: str, now: int) -> str:
        """The evenings of the next year as a calendar file (RFC 5545)."""
        zone = time_zone(self.zone)
        first = next(self._starts(now, 1))
        until = first + (EVENINGS + 1) * WEEK
        uid = hashlib.sha256(url.encode()).hexdigest()[:32]
        lines = [
            *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Foretold//Groups//EN", "CALSCALE:GREGORIAN"),
            *_zone_lines(self.zone, zone, first - timedelta(days=2), until),
            "BEGIN:VEVENT",
            f"UID:{uid}@foretold",
            f"DTSTAMP:{datetime.fromtimestamp(now / 1000, UTC):%Y%m%dT%H%M%SZ}",
            f"DTSTART;TZID={self.zone}:{first:%Y%m%dT%H%M%S}",
            f"DURATION:PT{self.minutes}M",
            f"RRULE:FREQ=WEEKLY;BYDAY={_DAYS[self.weekday]};COUNT={EVENINGS}",
            f"SUMMARY:{_text(name)}",
            f"URL:{url}",
            *("END:VEVENT", "END:VCALENDAR", ""),
        ]
        return "\r\n".join(map(_folded, lines))


def day_of(at: int, zone: tzinfo) -> str:
    """The day to which a time belongs, such as 2026-11-17; the small hours belong to the day before."""
    return str((datetime.fromtimestamp(at / 1000, zone) - timedelta(hours=5)).date())


def _zone_lines(name: str, zone: tzinfo, since: datetime, until: datetime) -> Iterator[str]:
    """The zone's offsets in that time, as a calendar file gives them."""
    yield from ("BEGIN:VTIMEZONE", f"TZID:{name}")
    yield from _offset_lines(datetime(1970, 1, 1), since, since)
    at = since.astimezone(UTC)
    while at < until.astimezone(UTC):
        later = at + timedelta(days=1)
        before, after = at.astimezone(zone), later.astimezone(zone)
        if before.utcoffset() != after.utcoffset():
            low, high = at, later
            while high - low > timedelta(minutes=1):
                middle = low + timedelta(minutes=(high - low) // timedelta(minutes=2))
                same = middle.astimezone(zone).utcoffset() == before.utcoffset()
                low, high = (middle, high) if same else (low, middle)
            onset = high.replace(tzinfo=None) + (before.utcoffset() or timedelta())
            yield from _offset_lines(onset, before, after)
        at = later
    yield "END:VTIMEZONE"


def _offset_lines(onset: datetime, before: datetime, after: datetime) -> Iterator[str]:
    kind = "DAYLIGHT" if after.dst() else "STANDARD"
    yield from (f"BEGIN:{kind}", f"DTSTART:{onset:%Y%m%dT%H%M%S}")
    yield from (f"TZOFFSETFROM:{before:%z}", f"TZOFFSETTO:{after:%z}", f"TZNAME:{after:%Z}", f"END:{kind}")


def _text(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """The line in pieces of at most 75 bytes, each after the first indented by a space."""
    pieces, piece = [], ""
    for character in line:
        if len((piece + character).encode()) > _LINE - 1:
            pieces.append(piece)
            piece = ""
        piece += character
    return "\r\n ".join([*pieces, piece])
