"""One WebSocket connection: who it belongs to, and what waits to be sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from foretold import i18n
from foretold.errors import Refusal
from foretold.server.base.address_blocks import Blocks
from foretold.server.base.rate_limits import Bucket, is_limit, reached
from foretold.server.protocol import messages

if TYPE_CHECKING:
    from foretold.server.live.live_table import Audiences, LiveTable

OUTBOX = 400  # messages that may wait for a connection that reads slowly


class Sink(Protocol):
    """Where messages go."""

    @property
    def open(self) -> bool:
        """True if messages can be sent now."""

    def tell(self, *texts: bytes) -> None:
        """Sends these texts, each as one message."""


_gathered: list[Connection] | None = None  # connections with messages to send on leaving `at_once`


@contextmanager
def at_once() -> Iterator[None]:
    """Batches messages per connection until exit, so that each connection costs one system call."""
    global _gathered
    if _gathered is not None:
        yield
        return
    gathered = _gathered = []
    try:
        yield
    finally:
        _gathered = None
        for connection in gathered:
            connection.send_gathered()


class Connection:
    """A connection of a person to a table, with its outgoing messages."""

    def __init__(self, person: str, language: str, bucket: Bucket, sink: Sink | None = None) -> None:
        self.person = person
        self.language = language
        self.bucket = bucket
        self.live: LiveTable | None = None
        self.seats: Audiences = ()  # whose views it was sent
        self.bids: messages.Bids = "list"  # how it wants legal bids to be sent
        self.previews = False  # whether it wants previews
        self.greeted = False  # whether it has its first view; a client drops previews that come before
        self.closing: messages.Bye | None = None
        self.blocks: Blocks = ()  # the address blocks it counts against
        self.address = ""  # where it comes from, to end it if that is blocked; never stored
        self.ended: Callable[[], None] = lambda: None  # called once the farewell is queued
        self._sink = sink
        self._outbox: deque[bytes] = deque()
        self._gathered: list[bytes] = []

    @property
    def seated(self) -> bool:
        """True if its person has a seat at its table."""
        return self.live is not None and bool(self.live.table.seats_of(self.person))

    def tell(self, data: bytes, *, last: bool = False) -> None:
        """Queues a message and gives up a client that doesn't read; `last`: sends it without batching."""
        if self._gathered:
            self._gathered.append(data)
        elif not self._outbox and self._sink is not None and self._sink.open and self.closing is None:
            if last or _gathered is None:
                self._sink.tell(data)
            else:
                self._gathered.append(data)
                _gathered.append(self)
        elif len(self._outbox) >= OUTBOX:
            self.end("too-slow", retry=1.0)
        else:
            self._outbox.append(data)

    def send_gathered(self) -> None:
        """Sends the batched messages."""
        texts, self._gathered = self._gathered, []
        if self._sink is not None and self._sink.open:
            self._sink.tell(*texts)
        else:
            self._outbox.extend(texts)

    def end(self, reason: str, retry: float | None = None, **values: str) -> None:
        """Closes the connection after a message that gives the reason."""
        if self.closing is None:
            if is_limit(reason):
                reached(reason)
            sentence = i18n.refusal(self.language, reason, "", values)
            self.closing = messages.Bye(reason=reason, sentence=sentence, retry=retry)
            self.ended()

    def refuse(self, error: Refusal) -> None:
        """Closes the connection after a message with the refusal."""
        self.end(error.reason, None, **{name: str(value) for name, value in error.values.items()})

    def flush(self) -> bool:
        """Sends as many waiting messages as possible; True once the farewell, the last one, is sent."""
        assert self._sink is not None
        while self._outbox and self._sink.open:
            self._sink.tell(self._outbox.popleft())
        if self.closing is None or self._outbox or not self._sink.open:
            return False
        self._sink.tell(messages.write(self.closing))
        return True
