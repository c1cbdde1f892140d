"""Limits on connections: in total, by the open files allowed, and per block of addresses.

A connection over the limit is marked, and the application answers that the server is busy; when there are many of
those, they are closed at once with the same answer. Among WebSockets, people with a seat come before spectators.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from foretold import i18n
from foretold.server.base import address_blocks, metrics
from foretold.server.base.rate_limits import notices, reached

if TYPE_CHECKING:
    from foretold.server.live.connection import Connection

log = logging.getLogger("foretold.server")

RESERVE = 128  # files that the database, the log and everything else may need
MARKED = 32  # connections too many that are answered in the visitor's language; more are closed at once
NEAR = 0.8  # of all connections, from which on the log warns
SEATED = 0.9  # of all connections, from which on only people with a seat get a websocket
FAIR = 4  # one block of addresses has at most this part of all connections
FILES = 262_144  # that are asked for at most
AGAIN = 10.0  # seconds after which somebody who was turned away may come again
CONNECTIONS = 500  # websockets of one block, unless the operator says otherwise

_of = lru_cache(4096)(address_blocks.blocks)


def raise_files() -> int:
    """The files that this process may open, after asking for as many as the system grants."""
    try:
        import resource
    except ImportError:  # Windows, where sockets are no files
        return 16_384
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError) as error:  # macOS grants less than it says
            log.warning("open files not raised", extra={"files": soft, "error": type(error).__name__})
    return FILES if soft == resource.RLIM_INFINITY else soft


class Capacity:
    """The connections of one process."""

    def __init__(
        self, files: int, per_block: int = CONNECTIONS, trusted: Callable[[str], bool] = lambda peer: False
    ) -> None:
        """`trusted` says which peers are proxies, whose connections are those of many people.

        `per_block`: websockets of one block of addresses, 0 is any number.
        """
        self.most = max(MARKED, files - RESERVE)
        fair = max(1, self.most // (2 * FAIR))
        self._lines_each = min(per_block, fair) if per_block else self.most
        self._each = 2 * self._lines_each
        self._trusted = trusted
        self._open: dict[asyncio.Transport, address_blocks.Blocks] = {}
        self._marked: set[asyncio.Transport] = set()
        self._count: Counter[str] = Counter()  # connections by block
        self._lines: dict[str, dict[Connection, None]] = {}  # websockets by block, the oldest first
        metrics.CONNECTIONS_MOST.set(self.most)

    # Connections of any kind -----------------------------------------------------------------------------------

    def enter(self, transport: asyncio.Transport, peer: str) -> str:
        """A connection is open; why the visitor has to be told that the server is busy, '' if it is not."""
        names = () if self._trusted(peer) else _of(peer)
        crowded = any(self._count[name] >= limit for name, limit in address_blocks.shares(names, self._each))
        reason = "busy" if len(self._open) >= self.most else "busy-here" if crowded else ""
        self._open[transport] = names
        self._count.update(names)
        metrics.CONNECTIONS.set(len(self._open))
        if len(self._open) >= NEAR * self.most:
            notices.note("connections near the limit", open=len(self._open), most=self.most)
        if reason:
            self._marked.add(transport)
            reached(reason, open=len(self._open), most=self.most)
        return reason

    @property
    def overrun(self) -> bool:
        """Whether so many were marked that no more of them can be answered one by one."""
        return len(self._marked) > MARKED

    def leave(self, transport: asyncio.Transport) -> None:
        """The connection is gone."""
        names = self._open.pop(transport, None)
        if names is None:
            return
        self._marked.discard(transport)
        for name in names:
            self._count[name] -= 1
            if not self._count[name]:
                del self._count[name]
        metrics.CONNECTIONS.set(len(self._open))

    # Websockets ------------------------------------------------------------------------------------------------

    def admit(self, line: Connection, names: address_blocks.Blocks, seated: Callable[[], bool]) -> str:
        """A websocket of this block is open; why it has to end, '' if it may stay.

        For somebody who has a seat a spectator of the same block gives way.
        """
        full = any(
            len(self._lines.get(name, ())) >= limit for name, limit in address_blocks.shares(names, self._lines_each)
        )
        crowded = len(self._open) >= SEATED * self.most
        if (full or crowded) and not seated():
            return "busy-here" if full else "busy"
        if full:
            spectator = next((other for name in names for other in self._lines.get(name, ()) if not other.seated), None)
            if spectator is None:
                return "busy-here"
            self.dismiss(spectator)
            spectator.end("busy-seats")
        for name in names:
            self._lines.setdefault(name, {})[line] = None
        line.blocks = names
        return ""

    def watched(self, line: Connection) -> str:
        """A websocket is to look on; why it has to end instead: spectators have half of what a block may have."""
        for name, limit in address_blocks.shares(line.blocks, self._lines_each):
            lines = self._lines.get(name, ())
            if len(lines) > limit / 2 and sum(not other.seated for other in lines) > max(1, limit // 2):
                return "busy-here"
        return ""

    def dismiss(self, line: Connection) -> None:
        """The websocket is gone."""
        for name in line.blocks:
            lines = self._lines.get(name, {})
            lines.pop(line, None)
            if not lines:
                self._lines.pop(name, None)
        line.blocks = ()


def answer() -> bytes:
    """What is said to connections that are closed at once, in all languages."""
    text = "\n".join(i18n.refusal(language, "busy", "", {}) for language in i18n.languages()) + "\n"
    body = text.encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncache-control: no-store\r\n"
        f"retry-after: {AGAIN:.0f}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
