"""A word when somebody is waited for: to browsers by Web Push, to chat servers by their webhooks.

What is to be said stands in the store until it is said, so that a restart loses nothing. Whoever is at the table is not
called; of one absence there is one word for each table. All of it happens in a task of its own: who waits for a push
service is that task, and nobody else.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from foretold import i18n
from foretold.server import store
from foretold.server.base import metrics
from foretold.server.base.clock import date
from foretold.server.features.notifications.policy import NotificationPolicy
from foretold.server.store import CallKind

if TYPE_CHECKING:
    from foretold.server.features.notifications.safe_http import Target
    from foretold.server.live.hub import Hub
    from foretold.server.live.live_table import LiveTable
    from foretold.server.store import KeptCall, Listener
    from foretold.server.table.table import Table

log = logging.getLogger("foretold.server")

AGAIN = 60_000  # ms after which a call that failed is tried again; five times as many after each
TRIES = 4
OFTEN = 3_600_000  # ms at least between two words that friends have played the same cards
LASTING = 6 * 3600  # seconds that a push service keeps a word for a device that is off
DOWN = 60.0  # seconds that a service that did not answer is left alone
AT_ONCE = 8  # calls
LOOK = 30.0  # seconds from one look for calls to the next, if nothing is known to be due
ELSEWHERE = 2.0  # the same, where another process may have been asked
GONE = (404, 410)  # a browser that does not want to be called any more


class Address(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a listener is called, as it is kept: keys of a browser only."""

    url: str
    wants: tuple[CallKind, ...]
    p256dh: str = ""
    auth: str = ""


ADDRESS = msgspec.json.Decoder(Address)


class Notifier:
    """The calls of one server."""

    def __init__(self, hub: Hub, outreach: NotificationPolicy | None, mine: Callable[[str], bool]) -> None:
        """`mine` says whether it is for this process to call a person."""
        self._hub, self.outreach, self._mine = hub, outreach, mine
        self.key = ""  # of this server; empty: browsers can't be called
        self._asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._queued: dict[tuple[str, int], tuple[int, int]] = {}  # by table and seat: the turn that was queued
        self._running: dict[tuple[str, str], asyncio.Task[None]] = {}  # by person and path
        self._telling: set[asyncio.Task[None]] = set()
        self._down: dict[str, float] = {}  # by service until when it is left alone

    def start(self) -> None:
        """What is due is said, now and from now on."""
        if self.outreach is not None:
            self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Nobody is called any more."""
        tasks = [*self._running.values(), *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Asking ----------------------------------------------------------------------------------------------------

    def attend(self, live: LiveTable) -> None:
        """Who is to act at the table and is away will be called; who left while it was their turn knows."""
        if self.outreach is None:
            return
        table = live.table
        for number in table.actors():
            seat = table.seats[number]
            if seat.kind != "person" or not seat.person or seat.away is None or seat.by_bot or seat.since < seat.away:
                continue
            turn = (seat.made, seat.away)
            if self._queued.get((table.id, number)) != turn:
                self._queued[table.id, number] = turn
                self.ask(seat.person, f"tables/{table.id}", "turn", since=seat.away)

    def played(self, table: Table) -> None:
        """Who made the challenge that was played here hears that a friend has."""
        given, match = table.given, table.match
        if self.outreach is None or given is None or not (given.challenge and given.counts) or match is None:
            return
        if not match.given_up:
            task = asyncio.create_task(self._tell_maker(given.challenge, set(match.people().values())))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell_maker(self, id: str, played: set[str]) -> None:
        with suppress(Exception):  # a word less
            found = await self._hub.read(self._hub.store.challenge, id)
            if found is not None and found.person is not None and found.person not in played:
                self.ask(found.person, f"challenges/{id}", "friend", since=self._hub.now() - OFTEN)

    def leave(self, table: str) -> None:
        """Nothing is remembered of a table that is closed."""
        for key in [key for key in self._queued if key[0] == table]:
            del self._queued[key]

    def ask(self, person: str, path: str, kind: CallKind, since: int = 0) -> None:
        """The person will be told, if they want to be, that something of this kind waits at this path of the site.

        They were told of it already, and have not come since: nothing is said again.
        """
        if self.outreach is not None:
            due = self._hub.now() + round(self.outreach.delay * 1000)
            self._hub.durable([store.AddCall(person, path, kind, due, since)]).add_done_callback(self._stored)

    def _stored(self, done: asyncio.Future[None]) -> None:
        if not done.cancelled() and done.exception() is None:
            self._asked.set()

    # Calling ---------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        await self._ready()
        while True:
            self._asked.clear()
            wait = LOOK
            try:
                await self._begin()
                later = await self._hub.read(self._hub.store.next_call, self._hub.now())
                if later is not None:
                    wait = max(0.05, (later - self._hub.now()) / 1000)
            except Exception as error:  # the database does not answer, or what it says is not to be read
                log.warning("not looked for calls", extra={"error": type(error).__name__})
                wait = LOOK
            with suppress(TimeoutError):
                async with asyncio.timeout(min(wait, ELSEWHERE if self._hub.store.shared else LOOK)):
                    await self._asked.wait()

    async def _begin(self) -> None:
        """What is due is begun, as far as there is room."""
        due = await self._hub.read(self._hub.store.calls_due, self._hub.now(), AT_ONCE + len(self._running))
        for each in due:
            key = (each.person, each.path)
            if key not in self._running and len(self._running) < AT_ONCE and self._mine(each.person):
                self._running[key] = task = asyncio.create_task(self._call(each))
                task.add_done_callback(partial(self._ended, key))

    def _ended(self, key: tuple[str, str], done: asyncio.Task[None]) -> None:
        del self._running[key]
        if done.cancelled():
            return
        error = done.exception()
        if error is None:
            self._asked.set()
        else:  # of the database: it is looked for again in a while
            log.warning("not called", extra={"error": type(error).__name__})

    async def _ready(self) -> None:
        """The server has a key: that which is kept, else a new one."""
        hub = self._hub
        try:
            from foretold.server.features.notifications import webpush

            found = await hub.read(hub.store.push_key)
            if found is None:
                await hub.durable([store.KeepPushKey(await asyncio.to_thread(webpush.new_key))])
                found = await hub.read(hub.store.push_key)  # another process may have been quicker
            self.key = found or ""
        except Exception as error:  # without the library, or the database: no browser is called
            log.warning("browsers can't be called", extra={"error": type(error).__name__})

    async def _call(self, call: KeptCall) -> None:
        """The person is told, or later, or never."""
        hub = self._hub
        table = await self._waits(call)
        if table is None:
            await hub.durable([store.DropCall(call.person, call.path)])
            return
        listeners = await hub.read(hub.store.listeners, call.person)
        told = await asyncio.gather(*(self._tell(each, call, table) for each in listeners))
        if call.kind == "turn" and await self._waits(call) is None:
            done: store.Operation = store.DropCall(call.person, call.path)
        elif all(told) or call.tries + 1 >= TRIES:
            done = store.SayCall(call.person, call.path, hub.now())
        else:
            done = store.DelayCall(call.person, call.path, hub.now() + AGAIN * 5**call.tries)
        await hub.durable([done])

    async def _waits(self, call: KeptCall) -> str | None:
        """The game of the table that waits for the person, who is not there; None: nothing is to be said."""
        if call.kind != "turn":
            return ""
        try:
            table = (await self._hub.at(call.path.removeprefix("tables/"))).table
        except store.BadDatabase:
            raise
        except Exception:  # it is closed
            return None
        seats = [table.seats[seat] for seat in table.actors()]
        away = any(seat.person == call.person and seat.away is not None and not seat.by_bot for seat in seats)
        return table.settings.game if away else None

    async def _tell(self, listener: Listener, call: KeptCall, game: str) -> bool:
        """Whether there is nothing more to do for this listener."""
        address = ADDRESS.decode(listener.body)
        if call.kind not in address.wants:
            return True
        from foretold.server.features.notifications import safe_http

        outreach = self.outreach or NotificationPolicy()
        try:
            to = safe_http.target(address.url, outreach.push() if listener.kind == "push" else outreach.hooks())
        except safe_http.Forbidden:  # the operator does not allow it any more
            return True
        if time.monotonic() < self._down.get(to.origin, 0.0):
            return False
        text = said(listener.language, call.kind, game)
        try:
            headers, body = self._letter(listener, address, to, text, call.path)
            status = await safe_http.post(to, headers, body)
        except safe_http.Forbidden:
            return True
        except (OSError, TimeoutError) as error:
            self._down[to.origin] = time.monotonic() + DOWN
            metrics.CALLS.labels("failed").inc()
            log.warning("not called", extra={"kind": listener.kind, "error": type(error).__name__})
            return False
        if status in GONE:
            await self._hub.durable([store.DropListener(listener.id)])
            metrics.CALLS.labels("gone").inc()
            return True
        good = 200 <= status < 300
        metrics.CALLS.labels("told" if good else "failed").inc()
        if not good:
            log.warning("not called", extra={"kind": listener.kind, "status": status})
        return good or (400 <= status < 500 and status != 429)  # what is refused for what it is stays refused

    def _letter(
        self, listener: Listener, address: Address, to: Target, text: str, path: str
    ) -> tuple[dict[str, str], bytes]:
        """Headers and body for this listener."""
        if listener.kind == "hook":  # chat servers read one or the other
            return {"Content-Type": "application/json"}, json.dumps({"text": text, "content": text}).encode()
        from foretold.server.features.notifications import webpush

        word = json.dumps({"title": text, "path": path, "lang": listener.language}).encode()
        topic = base64.urlsafe_b64encode(hashlib.sha256(path.encode()).digest()[:24]).decode()
        headers = {
            "Authorization": webpush.authorization(
                self.key, to.origin, (self.outreach or NotificationPolicy()).contact, date() // 1000
            ),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTING),
            "Urgency": "normal",
            "Topic": topic,  # a later word of the same table takes the place of one that still waits there
        }
        return headers, webpush.sealed(word, webpush.Keys(address.p256dh, address.auth))


def said(language: str, kind: str, game: str) -> str:
    """What is said: the table's name and that it is one's turn, and never more."""
    return i18n.say(language, f"call.{kind}", table=i18n.title_name(language, game) if game else "")
