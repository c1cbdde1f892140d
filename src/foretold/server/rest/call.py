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
    """What endpoints work with: the live tables, and features by their type."""

    def __init__(self, hub: Hub, entropy: follow_ups.Entropy, *, ladder: bool) -> None:
        """`ladder`: whether the ratings of people who joined are public."""
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
    """The sender of a request, identified by cookie or registered by the first request that needs a person."""

    def __init__(self, commits: CommitQueue, secret: str, person: store.Person | None) -> None:
        self._commits = commits
        self.secret = secret
        self.fresh = False
        self.person = "" if person is None else person.id
        self.name = "" if person is None else person.name
        if person is not None and date() - person.seen > 3_600_000:
            commits.durable([store.SeePerson(person.id, date()), store.SeeDevice(identity.hashed(secret), date())])

    @classmethod
    async def of(cls, commits: CommitQueue, secret: str) -> Self:
        """The caller with this secret."""
        person = await commits.read(commits.store.person_by_secret, identity.hashed(secret)) if secret else None
        return cls(commits, secret, person)

    async def become(self, secret: str) -> None:
        """Makes the caller the person with this secret, which the browser gets as its cookie."""
        person = await self._commits.read(self._commits.store.person_by_secret, identity.hashed(secret))
        self.secret, self.fresh = secret, True
        self.person, self.name = ("", "") if person is None else (person.id, person.name)

    async def known(self, name: str = "") -> str:
        """The person's id; an unknown caller is registered under that name."""
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
    """One request: the services, the caller and their language, and the values of its path and query."""

    def __init__(
        self,
        services: Services,
        caller: Caller,
        path: Mapping[str, str],
        query: Mapping[str, str],
        where: Blocks,
        base: str,
        language: str,
        operator: str = "",
    ) -> None:
        self.services = services
        self.hub, self.commits = services.hub, services.hub.commits
        self.caller = caller
        self.path = path
        self.query = query
        self.where = where  # the caller's address blocks
        self.base = base
        self.language = language
        self.operator = operator  # the secret of an operator's session, '' if there is none
        self.new_session: tuple[str, int] | None = None  # the secret of a new session and its seconds; '' ends it

    def feature(self, kind: type[_Feature]) -> _Feature:
        """The feature of this kind that the server runs."""
        return self.services.feature(kind)

    def url(self, path: str, **fragment: str) -> str:
        """The URL of a page; secrets go into the fragment, which no server or log sees."""
        return f"{self.base}/{path}" + (f"#{urlencode(fragment)}" if fragment else "")

    def seat(self) -> int:
        """The seat in the path."""
        text = str(self.path["seat"])
        if not (text.isascii() and text.isdigit() and len(text) == 1):
            raise NoSuch("no-such-table")
        return int(text)

    def bids(self) -> messages.Bids:
        """The format for legal bids that the query asks for: every bid, or the cards to make one of."""
        wish = self.query.get("bids", "list")
        known: tuple[messages.Bids, ...] = get_args(messages.Bids)
        for form in known:
            if wish == form:
                return form
        raise BadOption("option-value", {"option": "bids", "found": wish[:24], "choices": list(known)})
