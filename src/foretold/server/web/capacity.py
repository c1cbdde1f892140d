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

RESERVE = 128  # file descriptors reserved for the database, the log and everything else
MARKED = 32  # excess connections answered in the visitor's language; more are closed at once
NEAR = 0.8  # share of all connections above which the log warns
SEATED = 0.9  # share of all connections above which only people with a seat get a WebSocket
FAIR = 4  # one address block may have at most 1/FAIR of all connections
FILES = 262_144  # file descriptors requested at most
AGAIN = 10.0  # seconds after which a rejected visitor may retry
CONNECTIONS = 500  # WebSockets per address block by default

_of = lru_cache(4096)(address_blocks.blocks)


def raise_files() -> int:
    """Raises the limit of open files as far as the system allows, and returns it."""
    try:
        import resource
    except ImportError:  # Windows, where sockets are not files
        return 16_384
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError) as error:  # macOS grants less than it reports
            log.warning("open files not raised", extra={"files": soft, "error": type(error).__name__})
    return FILES if soft == resource.RLIM_INFINITY else soft


class Capacity:
    """Counts and limits the connections of one process."""

    def __init__(
        self, files: int, per_block: int = CONNECTIONS, trusted: Callable[[str], bool] = lambda peer: False
    ) -> None:
        """`trusted` tells proxies, whose connections carry many people.

        `per_block`: WebSockets per address block, 0 for any number.
        """
        self.most = max(MARKED, files - RESERVE)
        self.allow(per_block)
        self._trusted = trusted
        self._open: dict[asyncio.Transport, address_blocks.Blocks] = {}
        self._marked: set[asyncio.Transport] = set()
        self._count: Counter[str] = Counter()  # connections by block
        self._lines: dict[str, dict[Connection, None]] = {}  # WebSockets by block, oldest first
        metrics.CONNECTIONS_MOST.set(self.most)

    def allow(self, per_block: int) -> None:
        """Changes how many WebSockets an address block may have; those that are open stay."""
        fair = max(1, self.most // (2 * FAIR))
        self._lines_each = min(per_block, fair) if per_block else self.most
        self._each = 2 * self._lines_each

    @property
    def open(self) -> int:
        """How many connections are open."""
        return len(self._open)

    # Connections of any kind -----------------------------------------------------------------------------------

    def enter(self, transport: asyncio.Transport, peer: str) -> str:
        """Counts a new connection; returns why it is refused as busy, '' if it may stay."""
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
        """True if too many connections are being refused to answer each of them."""
        return len(self._marked) > MARKED

    def leave(self, transport: asyncio.Transport) -> None:
        """Stops counting a closed connection."""
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
        """Counts a new WebSocket of this block; returns why it has to close, '' if it may stay.

        For somebody with a seat, a spectator of the same block is disconnected.
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
        """Why a WebSocket may not watch, '' if it may: spectators get half of a block's connections."""
        for name, limit in address_blocks.shares(line.blocks, self._lines_each):
            lines = self._lines.get(name, ())
            if len(lines) > limit / 2 and sum(not other.seated for other in lines) > max(1, limit // 2):
                return "busy-here"
        return ""

    def dismiss(self, line: Connection) -> None:
        """Stops counting a closed WebSocket."""
        for name in line.blocks:
            lines = self._lines.get(name, {})
            lines.pop(line, None)
            if not lines:
                self._lines.pop(name, None)
        line.blocks = ()


def answer() -> bytes:
    """The response to connections that are closed at once, in all languages."""
    text = "\n".join(i18n.refusal(language, "busy", "", {}) for language in i18n.languages()) + "\n"
    body = text.encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncache-control: no-store\r\n"
        f"retry-after: {AGAIN:.0f}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
