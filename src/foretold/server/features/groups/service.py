"""Groups as they are stored and as their members see them.

What a group shows is for its members: everybody else gets the same refusal as for a group that doesn't exist. A group
shows names, tables as the public list would show them, and results; it never shows anybody's cards.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.clock import date
from foretold.server.base.time_zones import time_zone
from foretold.server.features.groups import results
from foretold.server.features.groups.posts import GroupPosts, Post
from foretold.server.features.notifications.notifier import ADDRESS, Notifier
from foretold.server.live.hub import Hub
from foretold.server.table.permissions import NoSuch, NotNow, NotYours
from foretold.server.table.table import Table

MEMBERS = 64  # per group
GROUPS = 24  # per person
MATCHES = 2_000  # that a group's results reach back
COMPANIONS = 40  # people I have played with that a list shows
SEATS = 1_000  # seats of others in my matches that are looked at for it
HOUR = 3_600_000  # ms between two calls of the same person
SCAN = 1.0  # seconds that a look over all live tables is good for
KEPT_RESULTS = 256  # groups whose results are held in memory


def owned_by(group: store.KeptGroup, members: Sequence[store.KeptMember]) -> str:
    """The person who owns a group; the longest-standing of its members if the owner is gone."""
    people = [member.person for member in members]
    return group.owner if group.owner in people else people[0]


class Membership(NamedTuple):
    """A group, its members in the order of joining, and which of them is asking."""

    group: store.KeptGroup
    members: list[store.KeptMember]
    me: store.KeptMember

    @property
    def owner(self) -> store.KeptMember:
        """The owner; the longest-standing member if the owner is gone."""
        person = owned_by(self.group, self.members)
        return next(member for member in self.members if member.person == person)

    def member(self, id: str) -> store.KeptMember:
        """The member with this id."""
        for member in self.members:
            if member.member == id:
                return member
        raise NoSuch("no-such-group-member")

    def needs_owner(self) -> None:
        """Refuses anybody but the owner."""
        if self.me != self.owner:
            raise NotYours("not-group-owner")


class _Scan(NamedTuple):
    """A look over all live tables."""

    at: float
    tables: dict[str, list[str]]  # by group
    present: set[str]  # people who are at a table


class Groups:
    """The groups of one server."""

    def __init__(self, hub: Hub, posts: GroupPosts, notifier: Notifier) -> None:
        self._hub, self._commits, self._posts, self._notifier = hub, hub.commits, posts, notifier
        self._store = hub.commits.store
        self._scanned = _Scan(float("-inf"), {}, set())
        self._results: OrderedDict[str, tuple[tuple[int, int, str], tuple[results.PlayedEvening, ...]]] = OrderedDict()

    # Reading ---------------------------------------------------------------------------------------------------

    async def of(self, id: str, person: str) -> Membership:
        """The group, for one of its members; for others it doesn't exist."""
        group, members = await self._commits.read(self._read, id) if person else (None, [])
        me = next((member for member in members if member.person == person), None)
        if group is None or me is None:
            raise NoSuch("no-such-group")
        return Membership(group, members, me)

    def _read(self, id: str) -> tuple[store.KeptGroup | None, list[store.KeptMember]]:
        return self._store.group(id), self._store.group_members(id)

    async def invited(self, invite: str) -> tuple[store.KeptGroup, int]:
        """The group of an invitation link, and how many members it has."""
        group = await self._commits.read(self._store.group_invited_by, invite)
        if group is None:
            raise NoSuch("no-such-invitation")
        return group, await self._commits.read(self._store.count_members, group.id)

    def tables(self, group: str) -> list[Table]:
        """The open and running tables of a group."""
        ids = self._scan().tables.get(group, ())
        live = (self._hub.live_tables.get(id) for id in ids)
        return [one.table for one in live if one is not None and one.table.phase not in ("over", "closed")]

    def present(self) -> set[str]:
        """Everybody who is at a table now."""
        return self._scan().present

    def _scan(self) -> _Scan:
        now = asyncio.get_running_loop().time()
        if now > self._scanned.at + SCAN:
            tables: defaultdict[str, list[str]] = defaultdict(list)
            present: set[str] = set()
            for id, live in self._hub.live_tables.items():
                if live.table.group:
                    tables[live.table.group].append(id)
                present.update(seat.person for seat in live.table.seats if seat.present)
            self._scanned = _Scan(now, tables, present)
        return self._scanned

    async def evenings(self, group: store.KeptGroup) -> tuple[results.PlayedEvening, ...]:
        """The evenings on which a group has played, oldest first."""
        key = (*await self._commits.read(self._store.group_standing, group.id), group.zone)
        known = self._results.get(group.id)
        if known is None or known[0] != key:
            known = key, await asyncio.to_thread(self._evenings, group)
            self._results[group.id] = known
            if len(self._results) > KEPT_RESULTS:
                self._results.popitem(last=False)
        self._results.move_to_end(group.id)
        return known[1]

    def _evenings(self, group: store.KeptGroup) -> tuple[results.PlayedEvening, ...]:
        with self._store.apart() as stored:
            return results.evenings(stored.group_seats(group.id, MATCHES), time_zone(group.zone))

    # Members ---------------------------------------------------------------------------------------------------

    async def check_room(self, person: str) -> None:
        """Refuses somebody who is in as many groups as one can be."""
        if person and len(await self._commits.read(self._store.groups_of, person)) >= GROUPS:
            raise NotNow("too-many-groups", {"limit": GROUPS})

    async def make(self, person: str, title: str, zone: str) -> Membership:
        """Makes a group of which the person is the owner."""
        id, now = identity.new_id(), date()
        added = store.AddGroup(id, title, identity.new_id(), person, zone, now)
        await self._commits.durable([added, self._joining(id, person, now)])
        return await self.of(id, person)

    async def join(self, group: store.KeptGroup, person: str) -> Membership:
        """Makes the person a member."""
        await self._commits.durable([self._joining(group.id, person, date())])
        try:
            return await self.of(group.id, person)
        except NoSuch:
            raise NotNow("group-full", {"limit": MEMBERS}) from None

    @staticmethod
    def _joining(group: str, person: str, now: int) -> store.JoinGroup:
        return store.JoinGroup(group, person, identity.new_id()[:12], now, MEMBERS)

    async def remove(self, of: Membership, member: store.KeptMember) -> None:
        """Removes a member; a group without members is deleted, one without an owner goes to the next member."""
        operations: list[store.Operation] = [
            store.LeaveGroup(of.group.id, member.member),
            store.DropEmptyGroup(of.group.id),
        ]
        remaining = [other for other in of.members if other != member]
        if member == of.owner and remaining:
            operations.append(store.HandOverGroup(of.group.id, remaining[0].person))
        await self._commits.durable(operations)

    async def before_deletion(self, person: str) -> list[store.DropEmptyGroup]:
        """Operations that delete the groups of a person that will have no members once the person is deleted."""
        groups = await self._commits.read(self._store.groups_of, person) if person else []
        return [store.DropEmptyGroup(group.id) for group in groups]

    # Calls -----------------------------------------------------------------------------------------------------

    def reachable(self, subscriptions: list[tuple[str, bytes]]) -> set[str]:
        """The people who allow to be called, of these subscriptions."""
        if self._notifier.policy is None:
            return set()
        return {person for person, body in subscriptions if "call" in ADDRESS.decode(body).wants}

    async def called(self, people: list[str]) -> set[str]:
        """Those of the people whom somebody has called within the last hour."""
        since = self._hub.clock.now() - HOUR

        def recently() -> set[str]:
            return {person for person in people if self._store.called_since(person, since)}

        return await self._commits.read(recently)

    async def call(self, of: Membership, name: str, members: list[store.KeptMember]) -> int:
        """Notifies members that this one would like to play, or the group's chat; returns how many it reaches."""
        reachable = self.reachable(await self._commits.read(self._store.group_subscriptions, of.group.id))
        called, reached = await self.called([member.person for member in members]), 0
        for member in members:
            if member.person in reachable and member.person not in called:
                self._call(member.person, f"groups/{of.group.id}", f"{name}\n{of.group.name}")
                reached += 1
            elif member.person not in reachable and of.group.hook is not None:
                hour = self._hub.clock.now() // HOUR
                post = Post(kind="call", names=(name,), called=member.name)
                self._posts.add(of.group.id, f"call {member.member} {hour}", post)
                reached += 1
        return reached

    async def call_companion(self, person: str, name: str, match: str, seat: int, table: str) -> None:
        """Notifies somebody the person has played with."""
        seats = await self._commits.read(self._store.companions, person, SEATS)
        other = next((one.person for one in seats if (one.match, one.seat) == (match, seat)), None)
        if other is None:
            raise NoSuch("no-such-companion")
        subscriptions = await self._commits.read(self._store.subscriptions, other)
        if not self.reachable([(other, subscription.body) for subscription in subscriptions]):
            raise NotNow("not-callable")
        if other in await self.called([other]):
            raise NotNow("called-already")
        path = f"tables/{table}?called" if table else "groups?called"
        self._call(other, path, name)

    def _call(self, person: str, path: str, about: str) -> None:
        since = self._hub.clock.now() - HOUR
        self._notifier.ask(person, path, "call", since, about=about, delay=0.0)
