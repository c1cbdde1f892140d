"""uvicorn's HTTP and WebSocket protocols with time limits, connection limits and quiet logs."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Any, Protocol

import h11
import uvicorn
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # written in C where that is there
from websockets.http11 import Request

from foretold.server.base import metrics
from foretold.server.base.failure_log import traced
from foretold.server.base.rate_limits import notices
from foretold.server.web.capacity import Capacity, answer
from foretold.server.web.keepalive import Pulse

_log = logging.getLogger("foretold.server")
_unheard = logging.getLogger("foretold.uvicorn")  # what visitors do wrong, which is counted instead
_unheard.addHandler(logging.NullHandler())
_unheard.propagate = False

WITHIN = 10.0  # seconds that a request has, from its first byte, or from the beginning of its connection, to its last
SLOWEST = 16_384  # bytes for which it has one second more: who sends a large body over a slow line is not cut
READ_WITHIN = 10.0  # seconds that a line may not read what it is sent
BUSY_WITHIN = 2.0  # the same, where the answer will be that the server is busy
BUSY = "foretold.busy"  # where the application finds in its state why it is
LINE = "foretold.line"  # where the application finds the line: an extension of its scope
_TEXT, _PONG, _MASKED, _SHORT = 0x81, 0x8A, 0x80, 125
_PING = bytes((0x89, 0))
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Listener(Protocol):
    """Who takes in what comes over a line."""

    def hear(self, text: str) -> None:
        """A message has come."""

    def readable(self) -> None:
        """More can be told: what was told before was read."""

    def lost(self) -> None:
        """The line is gone."""


class Settings(uvicorn.Config):
    """How uvicorn serves, and how many connections there may be."""

    capacity: Capacity | None = None


class Requests(H11Protocol):
    """A connection that is ended if a request on it does not come to its end in time.

    One too many hears that the server is busy: the application finds the reason in its state.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.logger = _unheard
        self._within = WITHIN

    _timer: asyncio.TimerHandle | None = None
    _begun = 0.0
    _received = 0  # bytes of the request

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        capacity = _capacity(self.config)
        busy = "" if capacity is None else capacity.enter(transport, "" if self.client is None else self.client[0])
        if busy:
            assert capacity is not None
            if capacity.overrun:
                transport.write(answer())
                transport.close()
                return
            self.app_state = {**self.app_state, BUSY: busy}
            self._within = BUSY_WITHIN
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._waited()
        capacity = _capacity(self.config)
        if capacity is not None:
            capacity.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is counted, and now and then the log says so."""
        metrics.GARBAGE.inc()
        notices.note("no HTTP")
        super().send_400_response(msg)

    def _look(self) -> None:
        """The time of a request runs while a part of it is there and the rest is not."""
        if self._halfway() and self.transport.get_protocol() is self:  # else it is a websocket by now
            self._wait()
        else:
            self._waited()

    def _halfway(self) -> bool:
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def _wait(self) -> None:
        if self._timer is None:
            self._begun = self.loop.time()
            self._timer = self.loop.call_later(self._within, self._due)

    def _waited(self) -> None:
        self._received = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _due(self) -> None:
        left = self._begun + self._within + self._received / SLOWEST - self.loop.time()
        if left > 0:
            self._timer = self.loop.call_later(left, self._due)
            return
        self._timer = None
        if self._halfway() and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # else an answer is under way
            metrics.REQUESTS.labels(408).inc()
            self.transport.write(_TOO_LATE)
        self.transport.close()


class Line(WebSocketsSansIOProtocol):
    """A websocket, past the layers that cost and give nothing: what comes goes to a listener, what is told goes out.

    What is no plain text in one frame, the opening and the end are uvicorn's. What visitors do wrong is no
    failure of the server's, and not logged as one.
    """

    _listener: Listener | None = None
    _rest = b""  # that came, and was not taken yet
    _held = False  # whether the listener has to rest
    _heard = 0.0  # when something came last
    _asked = 0.0  # when it was asked for a sign of life
    _pulse: Pulse | None = None  # by which it is looked after
    _beat = 0  # the next one of it
    _unread: asyncio.TimerHandle | None = None  # until who does not read is given up

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][LINE] = {"line": self}

    def listen(self, listener: Listener) -> None:
        """The listener hears all that comes, also what has come already."""
        self._listener = listener
        if self.disconnected:
            listener.lost()
            return
        self.transport.resume_reading()
        self._take()

    def _hear(self, text: str) -> None:
        listener = self._listener
        if listener is None or self.close_sent or self.transport.is_closing():
            return
        try:
            listener.hear(text)
        except Exception as error:  # its text and its frames may hold cards
            _log.error("crash", extra={"error": type(error).__name__, "where": traced(error)[-1:]})
            self.transport.abort()

    def hold(self, seconds: float, text: str) -> None:
        """Nothing is heard for so long, then this again."""
        self.rest()
        self.loop.call_later(seconds, self._release, text)

    def _release(self, text: str) -> None:
        self._held = False
        self._hear(text)
        if not self._held:
            self.go_on()

    def rest(self) -> None:
        """Nothing is heard until it goes on: what comes meanwhile waits in the network."""
        self._held = True
        self.transport.pause_reading()

    def go_on(self) -> None:
        """What has come meanwhile is heard, and what comes."""
        self._held = False
        if not self.transport.is_closing():
            self._take()
        if not self._held and not self.transport.is_closing():
            self.transport.resume_reading()

    # What comes ------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._rest = self._rest + data if self._rest else data
        if self._listener is None:
            self.transport.pause_reading()  # until there is one
        else:
            self._take()

    def _take(self) -> None:
        """Frames that are whole are taken."""
        data, at, have = self._rest, 0, len(self._rest)
        while not self._held and have >= at + 2:
            size, begin = data[at + 1] & 0x7F, at + 6
            if size > _SHORT:
                begin += 2 if size == _SHORT + 1 else 8
                size = int.from_bytes(data[at + 2 : begin - 4], "big")
            if have < begin - 4:
                break
            end, allowed = begin + size, size <= self.config.ws_max_size and data[at + 1] & _MASKED
            if not allowed:
                end = have  # the end of this line: uvicorn says why
            elif have < end:
                break
            if allowed and data[at] == _TEXT and not self.frames:
                try:
                    text = apply_mask(data[begin:end], data[begin - 4 : begin]).decode()
                except UnicodeDecodeError:
                    self._no_text()
                else:
                    self._hear(text)
            elif not allowed or data[at] != _PONG or size > _SHORT:  # of an answer to a ping is enough that it came
                super().data_received(data[at:end])
            at = end
        self._rest = data[at:]

    def send_receive_event_to_app(self) -> None:
        """A message that came in pieces, or as bytes."""
        data = b"".join(self.frames)
        if self.curr_msg_data_type == "text":
            try:
                data.decode()
            except UnicodeDecodeError:
                self._no_text()
                return
        self.frames = []
        self._hear(data.decode("utf-8", "replace"))

    def _no_text(self) -> None:
        self.frames = []
        self.conn.send_close(1007)
        self.handle_parser_exception()

    def connection_lost(self, exc: Exception | None) -> None:
        capacity = _capacity(self.config)
        if capacity is not None:
            capacity.leave(self.transport)
        super().connection_lost(exc)
        self._read()
        if self._listener is not None:
            self._listener.lost()
        # What holds each other is let go: nobody looks for such cycles while people play.
        self._listener = None
        self.conn.parser.close()
        if hasattr(self, "scope"):  # else no websocket was asked for
            self.scope["extensions"].pop(LINE, None)

    # What goes -------------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """Whether something can be told now."""
        return self.writable.is_set() and not self.close_sent and not self.transport.is_closing()

    def tell(self, *texts: bytes) -> None:
        """These texts are sent, each as one message."""
        self.transport.write(framed(texts[0]) if len(texts) == 1 else b"".join(map(framed, texts)))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read()
        if self._listener is not None:
            self._listener.readable()

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def schedule_ping(self) -> None:
        assert self.ping_interval is not None
        self._pulse = Pulse.of(self.loop)
        self._beat = self._pulse.look_after(self, self.ping_interval)

    def stop_keepalive(self) -> None:
        if self._pulse is not None:
            self._pulse.leave(self, self._beat)
            self._pulse = None

    def look(self) -> None:
        """Who has said something meanwhile is alive, and need not be asked; who does not answer is given up."""
        if self._pulse is None or self.close_sent or self.transport.is_closing():
            return
        assert self.ping_interval is not None
        assert self.ping_timeout is not None
        now = self.loop.time()
        if self._heard < self._asked and not self._held:  # else the answer may wait behind what is held back
            self.keepalive_timeout()
            return
        wait = self._heard + self.ping_interval - now
        if wait <= 0:
            self._asked, wait = now, self.ping_timeout
            self.transport.write(_PING)
        self._beat = self._pulse.look_after(self, wait)

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # by an answer: nothing is missing


def _capacity(config: uvicorn.Config) -> Capacity | None:
    return config.capacity if isinstance(config, Settings) else None


_framed: tuple[bytes, bytes] = (b"", b"")


def framed(data: bytes) -> bytes:
    """A text as a frame; made once for all who are told the same one after the other."""
    global _framed
    if _framed[0] is not data:
        size = len(data)
        if size <= _SHORT:
            head = bytes((_TEXT, size))
        elif size < 1 << 16:
            head = bytes((_TEXT, _SHORT + 1, size >> 8, size & 255))
        else:
            head = bytes((_TEXT, _SHORT + 2)) + size.to_bytes(8, "big")
        _framed = data, head + data
    return _framed[1]
