"""Notifies people who are away when it is their turn, by Web Push or a chat server's webhook.

Notifications wait in the store until they are sent, so a restart loses none. Nobody who is at the table is notified,
and each absence leads to one notification per table. Sending is a background job: only the job waits for a push
service.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from foretold import i18n
from foretold.server import store
from foretold.server.base import metrics
from foretold.server.base.clock import date
from foretold.server.features.notifications.chat_message import chat_message, harmless
from foretold.server.features.notifications.policy import NotificationPolicy
from foretold.server.jobs.queue import Work
from foretold.server.store import NotificationKind

if TYPE_CHECKING:
    from foretold.server.features.notifications.safe_http import Sender, Target
    from foretold.server.live.hub import Hub
    from foretold.server.live.live_table import LiveTable
    from foretold.server.store import KeptNotification, Subscription
    from foretold.server.table.table import Table

log = logging.getLogger("foretold.server")

AGAIN = 60_000  # ms until the first retry; five times as many after each further failure
TRIES = 4
OFTEN = 3_600_000  # ms at least between two notifications about a challenge
LASTING = 6 * 3600  # seconds that a push service keeps a message for a device that is off
DOWN = 60.0  # seconds to leave an unresponsive service alone
AT_ONCE = 8  # notifications
LOOK = 30.0  # seconds between two checks, if nothing is known to be due
HEADER_AGE = 3600  # seconds that the header which identifies this server is used again
GONE = (404, 410)  # statuses of a cancelled subscription


class Address(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a subscription's messages go, as stored; the keys are a browser's."""

    url: str
    wants: tuple[NotificationKind, ...]
    p256dh: str = ""
    auth: str = ""


ADDRESS = msgspec.json.Decoder(Address)


class Notifier:
    """The notifications of one server: a background job that sends what is due."""

    name = "notifications"
    at_once = AT_ONCE

    def __init__(self, hub: Hub, policy: NotificationPolicy | None) -> None:
        """Without a policy nobody is notified."""
        self._hub, self._commits, self.policy = hub, hub.commits, policy
        self.key = ""  # of this server; empty: browsers can't be notified
        self._ready = False
        self._queued: dict[tuple[str, int], tuple[int, int]] = {}  # by table and seat: the turn that was queued
        self._down: dict[str, float] = {}  # by service, until when it is left alone
        self._sender: Sender | None = None  # made when it is first needed: a browser has no sockets
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    # Queueing --------------------------------------------------------------------------------------------------

    def attend(self, live: LiveTable) -> None:
        """Queues notifications for absent people whose turn it is, except those who left during it."""
        if self.policy is None:
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

    def match_ended(self, table: Table) -> Sequence[store.Operation]:
        """Operations that notify whoever made the challenge that was played here."""
        given, match = table.given, table.match
        if self.policy is None or given is None or not (given.challenge and given.counts) or match is None:
            return ()
        if match.given_up:
            return ()
        asyncio.get_running_loop().call_soon(self._wake_when_stored)
        now, path = self._hub.clock.now(), f"challenges/{given.challenge}"
        return [store.NotifyMaker(given.challenge, match.id, path, "friend", self._due(now), now - OFTEN)]

    def leave(self, table: str) -> None:
        """Drops everything about a closed table."""
        for key in [key for key in self._queued if key[0] == table]:
            del self._queued[key]

    def ask(
        self,
        person: str,
        path: str,
        kind: NotificationKind,
        since: int = 0,
        *,
        about: str = "",
        delay: float | None = None,
    ) -> None:
        """Queues a notification of this kind about a path of the site, if the person wants any.

        It is not repeated until the person has visited since. `delay` in seconds, by default the policy's.
        """
        if self.policy is not None:
            due = self._due(self._hub.clock.now(), delay)
            added = store.AddNotification(person, path, kind, due, since, about)
            self._commits.durable([added]).add_done_callback(self._stored)

    def _due(self, now: int, delay: float | None = None) -> int:
        """Returns when to send a notification that is queued now: after this delay, or the policy's."""
        seconds = delay if delay is not None else self.policy.delay if self.policy else 0.0
        return now + round(1000 * seconds)

    def _wake_when_stored(self) -> None:
        self._commits.durable().add_done_callback(self._stored)

    def _stored(self, done: asyncio.Future[None]) -> None:
        if not done.cancelled() and done.exception() is None:
            self.wake()

    # The job ---------------------------------------------------------------------------------------------------

    async def due(self) -> Sequence[Work]:
        """The notifications that are due."""
        if self.policy is None:
            return ()
        if not self._ready:
            await self._prepare()
        notifications = await self._commits.read(
            self._commits.store.notifications_due, self._hub.clock.now(), 2 * AT_ONCE
        )
        return [
            Work(
                f"{notification.person} {notification.path}",
                partial(self._notify, notification),
                owner=notification.person,
            )
            for notification in notifications
        ]

    async def idle(self) -> float | None:
        """Seconds until the next notification is due."""
        if self.policy is None:
            return None
        later = await self._commits.read(self._commits.store.next_notification, self._hub.clock.now())
        return LOOK if later is None else min(LOOK, max(0.05, (later - self._hub.clock.now()) / 1000))

    async def stop(self) -> None:
        """Closes connections to services; what is queued is in the store."""
        if self._sender is not None:
            self._sender.close()

    async def _prepare(self) -> None:
        """Reads the server's push key, or makes one."""
        self._ready = True
        try:
            from foretold.server.features.notifications import webpush

            key = await self._commits.read(self._commits.store.push_key)
            if key is None:
                await self._commits.durable([store.KeepPushKey(await asyncio.to_thread(webpush.new_key))])
                key = await self._commits.read(
                    self._commits.store.push_key
                )  # another process may have stored one first
            self.key = key or ""
        except Exception as error:  # the library or the database is missing: no browser is notified
            log.warning("browsers can't be notified", extra={"error": type(error).__name__})

    async def _notify(self, notification: KeptNotification) -> None:
        """Sends, delays or drops a notification."""
        table = await self._waits(notification)
        if table is None:
            await self._commits.durable([store.DropNotification(notification.person, notification.path)])
            return
        subscriptions = await self._commits.read(self._commits.store.subscriptions, notification.person)
        done_with = await asyncio.gather(
            *(self._tell(subscription, notification, table) for subscription in subscriptions)
        )
        if notification.kind == "turn" and await self._waits(notification) is None:
            done: store.Operation = store.DropNotification(notification.person, notification.path)
        elif all(done_with) or notification.tries + 1 >= TRIES:
            done = store.MarkNotified(notification.person, notification.path, self._hub.clock.now())
        else:
            done = store.DelayNotification(
                notification.person, notification.path, self._hub.clock.now() + AGAIN * 5**notification.tries
            )
        await self._commits.durable([done])

    async def _waits(self, notification: KeptNotification) -> str | None:
        """The game of the table that waits for the absent person; None if there is nothing to notify about."""
        if notification.kind != "turn":
            return ""
        try:
            table = (await self._hub.at(notification.path.removeprefix("tables/"))).table
        except store.BadDatabase:
            raise
        except Exception:  # the table is closed
            return None
        seats = [table.seats[seat] for seat in table.actors()]
        away = any(seat.person == notification.person and seat.away is not None and not seat.by_bot for seat in seats)
        return table.settings.game if away else None

    async def _tell(self, subscription: Subscription, notification: KeptNotification, game: str) -> bool:
        """Sends the notification to one subscription; True if no retry is needed."""
        return await self.send(
            subscription,
            notification.kind,
            notification.path,
            said(subscription.language, notification.kind, game, notification.about),
        )

    async def send(
        self, subscription: Subscription, kind: NotificationKind, path: str, text: str, lasting: int = LASTING
    ) -> bool:
        """Sends a text about a path to a subscription that wants this kind; True if no retry is needed.

        `lasting`: seconds that a push service keeps it for a device that is off.
        """
        address = ADDRESS.decode(subscription.body)
        if kind not in address.wants:
            return True
        from foretold.server.features.notifications import safe_http

        self._sender = self._sender or safe_http.Sender()
        policy = self.policy or NotificationPolicy()
        try:
            to = safe_http.target(address.url, policy.push() if subscription.kind == "push" else policy.hooks())
        except safe_http.Forbidden:  # the operator no longer allows this host
            return True
        if time.monotonic() < self._down.get(to.origin, 0.0):
            return False
        try:
            headers, body = self._letter(subscription, address, to, text, path, lasting)
            status = await self._sender.post(to, headers, body)
        except safe_http.Forbidden:
            return True
        except (OSError, TimeoutError) as error:
            self._down[to.origin] = time.monotonic() + DOWN
            metrics.CALLS.labels("failed").inc()
            log.warning("notification not sent", extra={"kind": subscription.kind, "error": type(error).__name__})
            return False
        if status in GONE:
            await self._commits.durable([store.DropSubscription(subscription.id)])
            metrics.CALLS.labels("gone").inc()
            return True
        good = 200 <= status < 300
        metrics.CALLS.labels("told" if good else "failed").inc()
        if not good:
            log.warning("notification not sent", extra={"kind": subscription.kind, "status": status})
        return good or (400 <= status < 500 and status != 429)  # a retry would be refused as well

    def _letter(
        self, subscription: Subscription, address: Address, to: Target, text: str, path: str, lasting: int
    ) -> tuple[dict[str, str], bytes]:
        """Headers and body for this subscription."""
        if subscription.kind == "hook":
            return chat_message(text)
        from foretold.server.features.notifications import webpush

        message = json.dumps({"title": text, "path": path, "lang": subscription.language}).encode()
        topic = base64.urlsafe_b64encode(hashlib.sha256(path.encode()).digest()[:24]).decode()
        now = date() // 1000
        contact = (self.policy or NotificationPolicy()).contact
        headers = {
            "Authorization": webpush.authorization(self.key, to.origin, contact, now - now % HEADER_AGE),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(lasting),
            "Urgency": "normal",
            "Topic": topic,  # a later message about the same table replaces one that still waits
        }
        return headers, webpush.sealed(message, webpush.Keys(address.p256dh, address.auth))


def said(language: str, kind: str, game: str, about: str = "") -> str:
    """The text of a notification: the table's game and that it is one's turn, or who calls; and never more.

    `about` is a caller's name, and on the next line that of the group they call from.
    """
    if kind == "call":
        name, _, group = map(harmless, about.partition("\n"))
        return i18n.say(language, "call.call-group" if group else "call.call", name=name, group=group)
    return i18n.say(language, f"call.{kind}", table=i18n.title_name(language, game) if game else "")
