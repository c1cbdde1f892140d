"""Messages to the groups' chats: a table opened, full, somebody's turn, a result. A background job sends them.

A message waits in the store until it is sent, so a restart loses none, and its key makes sure that none is sent twice.
It names the group, the game and people, and never a card.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from foretold import i18n
from foretold.server import store
from foretold.server.base import metrics
from foretold.server.features.groups.types import PostKind
from foretold.server.features.notifications.chat_message import chat_message, harmless
from foretold.server.features.notifications.policy import NotificationPolicy
from foretold.server.jobs.queue import Work
from foretold.server.table import journal

if TYPE_CHECKING:
    from foretold.server.features.notifications.safe_http import Sender
    from foretold.server.live.hub import Hub
    from foretold.server.live.live_table import LiveTable
    from foretold.server.table.table import Table

log = logging.getLogger("foretold.server")

AT_ONCE = 4
AGAIN = 30_000  # ms until the first retry; five times as many after each further failure
TRIES = 4
LOOK = 30.0  # seconds between two checks, if nothing is known to be due
UNREACHABLE = -1  # instead of a status
REFUSED = -2


class Hook(msgspec.Struct, frozen=True):
    """The webhook of a group's chat, as stored; `base` is the site's address, for links to tables."""

    url: str
    wants: tuple[PostKind, ...]
    language: str
    base: str


class Post(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A message to a group's chat as stored, until it is sent; the text is made in the language of the webhook."""

    kind: str
    game: str = ""
    names: tuple[str, ...] = ()
    called: str = ""  # who is called by the first name
    scores: tuple[tuple[str, int], ...] = ()
    free: int = 0
    table: str = ""
    seat: int = 0
    decision: int = 0  # of the seat, by its number


HOOK = msgspec.json.Decoder(Hook)
_POST = msgspec.json.Decoder(Post)


def written(value: Hook | Post) -> str:
    """Encodes a webhook or a message."""
    return msgspec.json.encode(value).decode()


class GroupPosts:
    """The messages to the groups' chats: a background job that sends what is due."""

    name = "group posts"
    at_once = AT_ONCE

    def __init__(self, hub: Hub, policy: NotificationPolicy | None) -> None:
        self._hub, self._commits, self.policy = hub, hub.commits, policy
        self._queued: dict[str, set[str]] = {}  # by table, keys that this process has queued
        self._sender: Sender | None = None  # made when it is first needed: a browser has no sockets
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    # Queueing --------------------------------------------------------------------------------------------------

    def add(self, group: str, key: str, post: Post, delay: float = 0.0) -> None:
        """Queues a message, if the group has a chat."""
        if self.policy is not None:
            added = self._operation(group, key, post, delay)
            self._commits.durable([added]).add_done_callback(self._stored)

    def _operation(self, group: str, key: str, post: Post, delay: float = 0.0) -> store.AddGroupPost:
        return store.AddGroupPost(group, key, self._hub.clock.now() + round(delay * 1000), written(post))

    def _stored(self, done: asyncio.Future[None]) -> None:
        if not done.cancelled() and done.exception() is None:
            self.wake()

    def opened(self, group: str, table: str, made: journal.Made) -> Sequence[store.Operation]:
        """Operations to store with a new table: a message to the chat if the table has a free seat."""
        free = sum(chair.kind == "open" for chair in made.chairs)
        if self.policy is None or not free:
            return ()
        asyncio.get_running_loop().call_soon(self._wake_when_stored)
        post = Post(kind="opened", game=made.settings.game, names=(made.name,), free=free, table=table)
        return [self._operation(group, f"opened {table}", post)]

    def attend(self, live: LiveTable) -> None:
        """Queues that a table is full, and whose turn it is if they are away."""
        table = live.table
        if self.policy is None or not table.group:
            return
        queued = self._queued.setdefault(table.id, set())
        people = {seat.person for seat in table.seats if seat.kind == "person"}
        if len(people) > 1 and not any(seat.kind == "open" for seat in table.seats):
            self._once(queued, table, "full", Post(kind="full", game=table.settings.game))
        for number in table.actors():
            seat = table.seats[number]
            if seat.kind != "person" or seat.away is None or seat.by_bot or seat.since < seat.away:
                continue
            post = Post(
                kind="turn",
                game=table.settings.game,
                names=(seat.name,),
                table=table.id,
                seat=number,
                decision=seat.made,
            )
            self._once(queued, table, f"turn {number} {seat.made}", post, self.policy.delay)

    def _once(self, queued: set[str], table: Table, key: str, post: Post, delay: float = 0.0) -> None:
        if key not in queued:
            queued.add(key)
            self.add(table.group, f"{key} {table.id}", post, delay)

    def leave(self, table: str) -> None:
        """Drops everything about a closed table."""
        self._queued.pop(table, None)

    def match_ended(self, table: Table) -> Sequence[store.Operation]:
        """Operations that count the match among its group's results, and tell the group's chat."""
        match = table.match
        if not table.group or match is None or match.given_up or match.state is None or not match.state.over:
            return ()
        state = match.state
        scores = sorted(zip((seat.name for seat in table.seats), state.scores, strict=True), key=lambda one: -one[1])
        post = Post(
            kind="result",
            game=table.settings.game,
            names=tuple([table.seats[seat].name for seat in state.winners]),
            scores=tuple(scores),
        )
        counted = store.AddGroupMatch(match.id, table.group)
        if self.policy is None:
            return [counted]
        asyncio.get_running_loop().call_soon(self._wake_when_stored)
        return [counted, self._operation(table.group, f"result {match.id}", post)]

    def _wake_when_stored(self) -> None:
        self._commits.durable().add_done_callback(self._stored)

    # The job ---------------------------------------------------------------------------------------------------

    async def due(self) -> Sequence[Work]:
        """The messages that are due."""
        if self.policy is None:
            return ()
        posts = await self._commits.read(self._commits.store.group_posts_due, self._hub.clock.now(), 2 * AT_ONCE)
        return [Work(f"{post.group} {post.key}", partial(self._send, post), owner=post.group) for post in posts]

    async def idle(self) -> float | None:
        """Seconds until the next message is due."""
        if self.policy is None:
            return None
        later = await self._commits.read(self._commits.store.next_group_post, self._hub.clock.now())
        return LOOK if later is None else min(LOOK, max(0.05, (later - self._hub.clock.now()) / 1000))

    async def stop(self) -> None:
        """Closes connections to chat servers."""
        if self._sender is not None:
            self._sender.close()

    async def _send(self, post: store.KeptGroupPost) -> None:
        """Sends, delays or drops a message."""
        status = await self._status(post)
        now = self._hub.clock.now()
        failed = status == UNREACHABLE or status == 429 or status >= 500
        if failed and post.tries + 1 < TRIES:
            done: store.Operation = store.DelayGroupPost(post.group, post.key, now + AGAIN * 5**post.tries)
        else:
            done = store.SayGroupPost(post.group, post.key, now, status)
        await self._commits.durable([done])

    async def _status(self, kept: store.KeptGroupPost) -> int:
        """The chat's answer to a message; 0 if there is nothing to send any more."""
        group, post = await self._commits.read(self._commits.store.group, kept.group), _POST.decode(kept.body)
        if group is None or group.hook is None:
            return 0
        hook = HOOK.decode(group.hook)
        if post.kind in ("opened", "full", "turn", "result") and post.kind not in hook.wants:
            return 0
        if post.kind == "turn" and not await self._waits(post):
            return 0
        from foretold.server.features.notifications import safe_http

        self._sender = self._sender or safe_http.Sender()
        try:
            to = safe_http.target(hook.url, (self.policy or NotificationPolicy()).hooks())
            status = await self._sender.post(to, *chat_message(said(group.name, hook, post)))
        except safe_http.Forbidden:  # the operator no longer allows this host
            status = REFUSED
        except (OSError, TimeoutError) as error:
            log.warning("not posted", extra={"error": type(error).__name__})
            status = UNREACHABLE
        metrics.CALLS.labels("told" if 200 <= status < 300 else "failed").inc()
        return status

    async def _waits(self, post: Post) -> bool:
        """True if the match still waits for the absent person."""
        try:
            table = (await self._hub.at(post.table)).table
        except store.BadDatabase:
            raise
        except Exception:  # the table is closed
            return False
        seat = table.seats[post.seat] if post.seat < len(table.seats) else None
        if seat is None or post.seat not in table.actors() or seat.made != post.decision:
            return False
        return seat.kind == "person" and seat.away is not None and not seat.by_bot


def said(title: str, hook: Hook, post: Post) -> str:
    """The text of a message: the group, the game, people and points, and never more."""
    words = i18n.phrases(hook.language)
    values = {
        "group": harmless(title),
        "game": i18n.title_name(hook.language, post.game) if post.game else "",
        "names": words["join"].join(map(harmless, post.names)),
        "scores": words["join"].join(f"{harmless(name)} {score}" for name, score in post.scores),
        "called": harmless(post.called),
        "free": post.free,
    }
    text = i18n.say(hook.language, f"post.{post.kind}", **values)
    return f"{text} {hook.base}/tables/{post.table}" if post.kind == "opened" else text
