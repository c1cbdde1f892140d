"""Time zones by their IANA names."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import lru_cache

from foretold.errors import BadOption


@lru_cache(maxsize=1024)
def time_zone(name: str) -> tzinfo:
    """Returns the time zone with this name; refuses an unknown one."""
    if name == "UTC":
        return UTC
    from zoneinfo import ZoneInfo  # Python in a page does not have it

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, malformed, or a directory of the database such as 'Europe'
        raise BadOption("unknown-zone", {"found": name[:40]}) from None
