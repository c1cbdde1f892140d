"""What goes on beside ordinary matches while servers are killed: cards chosen in advance, and groups."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from tests.server.by_days import ByDays
from tests.server.faults.companies import BRIEF, gather
from tests.server.faults.patience import PatientServers
from tests.server.serving import Server

JOINING = 3  # cards chosen in advance between two new members of a group


class Planner:
    """People at tables by days who choose cards in advance; each is played for them, once."""

    def __init__(self, servers: PatientServers, now_and_then: Callable[[], None]) -> None:
        self.played = 0
        self._servers, self._now_and_then = servers, now_and_then
        self._moments = Random(11)
        self._enough = False

    async def keep_planning(self, enough: asyncio.Event) -> None:
        """Match after match, on a thread of its own, until it is enough."""
        playing = asyncio.create_task(asyncio.to_thread(self._play))
        try:
            await asyncio.wait([playing, asyncio.create_task(enough.wait())], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._enough = True
        await playing

    def _play(self) -> None:
        match: ByDays | None = None
        while not self._enough:
            if match is None or match.over():
                match = self._begin()
                continue
            plan = match.plan_next(self._moments)
            if plan is not None:
                match.act(plan.leader)
                match.check_played(plan)
                self.played += 1
                if self.played % JOINING == 0:
                    self._now_and_then()

    def _begin(self) -> ByDays | None:
        """A new match; None if a kill came in between, by which its people lost the time for their bytes."""
        try:
            return ByDays(self._servers, "seven-prophecies-2017")
        except AssertionError:
            return None


class Circle:
    """A group whose members play match after match, while others join."""

    def __init__(self, server: Server, servers: PatientServers) -> None:
        self._servers = servers
        host, seats = server.client(), ["me", "open", "bot:random"]
        made = host.post("/api/groups", json={"title": "Circle", "name": "Ann"})
        assert made.status_code == 201, made.text
        self.id, self._invite = made.json()["id"], made.json()["invite"].rpartition("/")[2]
        settings = {"game": "prophecy", "players": 3, "options": BRIEF, "chat": "free", "grace": 600}
        wish = {"name": "Ann", "seats": seats, "settings": settings}
        table = host.post(f"/api/groups/{self.id}/tables", json=wish)
        assert table.status_code == 201, table.text
        self.company = gather(server, host, str(table.json()["table"]), seats, 1)
        self.joined: list[str] = []  # names of those who were told that they are members

    def join(self) -> None:
        """Somebody joins by the link."""
        name = f"Member {len(self.joined)}"
        answer = self._servers.client().post(f"/api/invitations/{self._invite}", json={"name": name})
        if answer.status_code == 200:
            self.joined.append(name)

    def check(self, server: Server, matches: list[str]) -> None:
        """Who joined is a member, once, and each of these matches counts for the group, once."""
        counted = server.run(f"SELECT match_id FROM group_matches WHERE group_id = '{self.id}'")
        assert sorted(match for (match,) in counted) == sorted(matches)
        members = f"SELECT name FROM group_members JOIN people ON id = person_id WHERE group_id = '{self.id}'"
        names = [name for (name,) in server.run(members)]
        assert len(names) == len(self.joined) + 1, "the host, and everybody who was told so"
        assert set(self.joined) <= set(names)
