"""Who else is on this server: people who would like to play, who are online, and who play."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from foretold.server.base.rate_limits import OF_BLOCKS, SteppedBuckets

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub
    from foretold.server.store import ListedSeeker

ONLINE = 45.0  # seconds after a look at the first page that somebody counts as online
VISITORS = 10_000  # remembered at most
CACHED = 2.0  # seconds that the list is kept for everybody who asks
LIST = 20  # people listed at most


class Others(NamedTuple):
    """The state of a server at one moment."""

    at: float
    listed: tuple[ListedSeeker, ...]
    looking: int
    present: frozenset[str]  # people at tables
    playing: frozenset[str]  # those of them at a running match


class Company:
    """Counts people for the first page, once for everybody who asks within two seconds."""

    def __init__(self, hub: Hub) -> None:
        self.limits = SteppedBuckets(1 / 10, 10, *OF_BLOCKS)  # changed searches per person and block of addresses
        self._hub = hub
        self._visitors: OrderedDict[str, float] = OrderedDict()  # by person or block of addresses, the last look
        self._others: Others | None = None

    def saw(self, visitor: str, now: float) -> bool:
        """Notes that somebody looks at the first page; True if they were not online before."""
        came = visitor not in self._visitors
        self._visitors[visitor] = now
        self._visitors.move_to_end(visitor)
        while self._visitors and (len(self._visitors) > VISITORS or next(iter(self._visitors.values())) < now - ONLINE):
            self._visitors.popitem(last=False)
        return came

    def browsing(self) -> int:
        """How many people are on the first page of this process."""
        return len(self._visitors)

    def forget(self, visitor: str) -> None:
        """Stops counting a visitor."""
        self._visitors.pop(visitor, None)

    def online(self, others: Others, visitor: str) -> int:
        """How many people are online besides this one; of several processes, visitors of this one alone count."""
        return len((others.present | self._visitors.keys()) - {visitor})

    async def others(self, now: float) -> Others:
        """The lists and counts, at most two seconds old."""
        if self._others is None or now >= self._others.at + CACHED:
            commits, at = self._hub.commits, self._hub.clock.now()
            listed = await commits.read(commits.store.listed_seekers, at, LIST)
            looking = len(listed) if len(listed) < LIST else await commits.read(commits.store.count_listed, at)
            self._others = Others(now, tuple(listed), looking, *self._people())
        return self._others

    def stale(self) -> None:
        """Makes the next look see a change at once."""
        self._others = None

    def _people(self) -> tuple[frozenset[str], frozenset[str]]:
        present, playing = set[str](), set[str]()
        for live in self._hub.live_tables.values():
            here = [seat.person for seat in live.table.seats if seat.present]
            present.update(here)
            if live.table.phase == "playing":
                playing.update(here)
        return frozenset(present), frozenset(playing)
