"""Request and answer types about people who would like to play."""

from __future__ import annotations

from typing import Annotated

import msgspec

from foretold.server.protocol.messages import Id, Name

Minute = Annotated[int, msgspec.Meta(ge=0, le=1439)]  # of a day, from midnight
CallsADay = Annotated[int, msgspec.Meta(ge=0, le=3)]


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hours of the local day without notifications, over midnight if they end before they begin."""

    begin: Minute = 22 * 60
    end: Minute = 8 * 60


class NewSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What I would like to play, whether others read that on the list, and how I am notified of new tables.

    `calls`: notifications a day at most, for new tables of these games and paces; 0: none.
    """

    name: Name = ""
    games: Annotated[tuple[Id, ...], msgspec.Meta(max_length=8)]
    live: bool = True
    days: bool = False
    listed: bool = True
    calls: CallsADay = 0
    quiet: QuietHours | None = QuietHours()
    zone: Annotated[str, msgspec.Meta(max_length=64)] = "UTC"


class OwnSearch(msgspec.Struct, frozen=True):
    """What I would like to play; `until` is how long I am on the list, 0: I am not."""

    games: tuple[str, ...]
    live: bool
    days: bool
    until: int
    calls: int
    quiet: QuietHours | None
    zone: str


class Seeker(msgspec.Struct, frozen=True):
    """Somebody else who would like to play; `since` in milliseconds since the epoch."""

    name: str
    games: tuple[str, ...]
    live: bool
    days: bool
    since: int


class Company(msgspec.Struct, frozen=True):
    """Others on this server: who would like to play, how many are online, and how many of them play."""

    seekers: tuple[Seeker, ...]
    looking: int
    online: int
    playing: int
    mine: OwnSearch | None


class ExportedSearch(msgspec.Struct, frozen=True):
    """What I would like to play, as stored, and when I was last notified of a new table."""

    games: str
    live: int
    days: int
    until: int
    calls: int
    quiet_from: int
    quiet_to: int
    zone: str
    since: int
    called: int
