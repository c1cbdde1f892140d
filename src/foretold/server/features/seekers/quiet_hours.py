"""Quiet hours in local time."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from foretold.errors import BadOption
from foretold.server.base.time_zones import time_zone

MINUTES = 24 * 60  # of a day


def quiet(begin: int, end: int, zone: str, now: int) -> bool:
    """True within quiet hours, given as minutes of the local day; False if begin equals end: no quiet hours."""
    local = datetime.fromtimestamp(now / 1000, _known(zone))
    return (local.hour * 60 + local.minute - begin) % MINUTES < (end - begin) % MINUTES


def _known(zone: str) -> tzinfo:
    """The time zone; UTC if the system no longer has it."""
    try:
        return time_zone(zone)
    except BadOption:
        return UTC
