"""Requests as endpoints see them: the call, its caller, and the services that answer it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, TypeVar, get_args
from urllib.parse import urlencode

from foretold.errors import BadOption
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.address_blocks import Blocks
from foretold.server.base.clock import date
from foretold.server.base.text import NAME_LENGTH, clean
from foretold.server.live.commit_queue import CommitQueue
from foretold.server.live.hub import Hub
from foretold.server.protocol import messages
from foretold.server.table import follow_ups
from foretold.server.table.permissions import NoSuch

_Feature = TypeVar("_Feature")


class Services:
    """What answers requests: the live tables, and features by their type."""

    def __init__(self, hub: Hub, entropy: follow_ups.Entropy, *, ladder: bool) -> None:
        """`ladder` says whether everybody sees the ratings of those who want one."""
        self.hub, self.entropy, self.ladder = hub, entropy, ladder
        self._features: dict[type, object] = {}

    def add(self, feature: object) -> None:
        """Makes a feature available to the endpoints."""
        self._features[type(feature)] = feature

    def feature(self, kind: type[_Feature]) -> _Feature:
        """The feature of this kind."""
        feature = self._features[kind]
        assert isinstance(feature, kind)
        return feature


class Caller:
    """Who sends a request: known by cookie, or made known by the first request that needs it."""

    def __init__(self, commits: CommitQueue, secret: str, found: store.Person | None) -> None:
        self._commits = commits
        self.secret = secret
        self.fresh = False
        self.person = "" if found is None else found.id
        self.name = "" if found is None else found.name
        if found is not None and date() - found.seen > 3_600_000:
            commits.durable([store.SeePerson(found.id, date()), store.SeeDevice(identity.hashed(secret), date())])

    @classmethod
    async def of(cls, commits: CommitQueue, secret: str) -> Self:
        """Who has this secret."""
        found = await commits.read(commits.store.person_by_secret, identity.hashed(secret)) if secret else None
        return cls(commits, secret, found)

    async def become(self, secret: str) -> None:
        """Whoever has this secret is who calls from now on; the browser gets it."""
        found = await self._commits.read(self._commits.store.person_by_secret, identity.hashed(secret))
        self.secret, self.fresh = secret, True
        self.person, self.name = ("", "") if found is None else (found.id, found.name)

    async def known(self, name: str = "") -> str:
        """The person's id; who was not known is now, and goes by that name."""
        wished = clean(name, NAME_LENGTH)
        if not self.person:
            self.secret, self.person, self.fresh = identity.new_secret(), identity.new_id(), True
            self.name = wished
            added = store.AddPerson(self.person, identity.hashed(self.secret), self.name, date())
            await self._commits.durable([added])
        elif wished and wished != self.name:
            self.name = wished
            await self._commits.durable([store.RenamePerson(self.person, wished)])
        return self.person


class Call:
    """One request: what answers it, who calls in which language, and the values of its path and query."""

    def __init__(
        self,
        services: Services,
        caller: Caller,
        path: Mapping[str, str],
        query: Mapping[str, str],
        where: Blocks,
        base: str,
        language: str,
    ) -> None:
        self.services = services
        self.hub, self.commits = services.hub, services.hub.commits
        self.caller = caller
        self.path = path
        self.query = query
        self.where = where  # the blocks of addresses from which it comes
        self.base = base
        self.language = language

    def feature(self, kind: type[_Feature]) -> _Feature:
        """The feature of this kind that the server runs."""
        return self.services.feature(kind)

    def url(self, path: str, **fragment: str) -> str:
        """The address of a page; what is secret stands behind #, where no server and no log sees it."""
        return f"{self.base}/{path}" + (f"#{urlencode(fragment)}" if fragment else "")

    def seat(self) -> int:
        """The seat in the path."""
        text = str(self.path["seat"])
        if not (text.isascii() and text.isdigit() and len(text) == 1):
            raise NoSuch("no-such-table")
        return int(text)

    def bids(self) -> messages.Bids:
        """How the query wants what may be bid: as every bid, unless it asks for the cards."""
        wish = self.query.get("bids", "list")
        known: tuple[messages.Bids, ...] = get_args(messages.Bids)
        for each in known:
            if wish == each:
                return each
        raise BadOption("option-value", {"option": "bids", "found": wish[:24], "choices": list(known)})
