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
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # implemented in C if available
from websockets.http11 import Request

from foretold.server.base import metrics
from foretold.server.base.failure_log import traced
from foretold.server.base.rate_limits import notices
from foretold.server.web.capacity import Capacity, answer
from foretold.server.web.keepalive import TimerWheel

_log = logging.getLogger("foretold.server")
_unheard = logging.getLogger("foretold.uvicorn")  # visitors' errors, which are counted instead
_unheard.addHandler(logging.NullHandler())
_unheard.propagate = False

WITHIN = 10.0  # seconds for a request to arrive, from its first byte or the start of its connection
SLOWEST = 16_384  # bytes that add one second, so that large bodies over slow connections arrive
READ_WITHIN = 10.0  # seconds that a client may go without reading
BUSY_WITHIN = 2.0  # like WITHIN, if the response will be that the server is busy
BUSY = "foretold.busy"  # the key in the ASGI state for why the server is busy
LINE = "foretold.line"  # the extension in the ASGI scope that holds the `Line`
_TEXT, _PONG, _MASKED, _SHORT = 0x81, 0x8A, 0x80, 125
_PING = bytes((0x89, 0))
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Listener(Protocol):
    """Receives the messages of a WebSocket."""

    def hear(self, text: str) -> None:
        """Called with each message."""

    def readable(self) -> None:
        """Called when more can be sent, as the client has read what was sent before."""

    def lost(self) -> None:
        """Called when the connection is lost."""


class Settings(uvicorn.Config):
    """uvicorn's settings, with the capacity of the process."""

    capacity: Capacity | None = None


class Requests(H11Protocol):
    """An HTTP connection that is closed if a request doesn't arrive completely in time.

    Excess connections are answered as busy: the application finds the reason in its state.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.logger = _unheard
        self._within = WITHIN

    _timer: asyncio.TimerHandle | None = None
    _begun = 0.0
    _received = 0  # bytes of the request so far

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
        """Counts data that isn't HTTP, and logs it from time to time."""
        metrics.GARBAGE.inc()
        notices.note("no HTTP")
        super().send_400_response(msg)

    def _look(self) -> None:
        """Runs the timer while a request has arrived only in part."""
        if self._halfway() and self.transport.get_protocol() is self:  # otherwise it has become a WebSocket
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
        if self._halfway() and self.conn.our_state in (
            h11.IDLE,
            h11.SEND_RESPONSE,
        ):  # otherwise a response is under way
            metrics.REQUESTS.labels(408).inc()
            self.transport.write(_TOO_LATE)
        self.transport.close()


class Line(WebSocketsSansIOProtocol):
    """A WebSocket that bypasses costly layers: text frames go straight to a listener and out.

    Everything else (other frames, the handshake, closing) is left to uvicorn. Errors of visitors are not logged as
    failures of the server.
    """

    _listener: Listener | None = None
    _rest = b""  # received but not parsed yet
    _held = False  # whether the listener is paused
    _heard = 0.0  # when data last arrived
    _asked = 0.0  # when the last ping was sent
    _wheel: TimerWheel | None = None  # the timer wheel that checks it
    _beat = 0  # its next tick there
    _unread: asyncio.TimerHandle | None = None  # aborts a client that doesn't read

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][LINE] = {"line": self}

    def listen(self, listener: Listener) -> None:
        """Sets the listener, which gets all messages, including those received already."""
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
        except Exception as error:  # its text and frames may hold cards
            _log.error("crash", extra={"error": type(error).__name__, "where": traced(error)[-1:]})
            self.transport.abort()

    def hold(self, seconds: float, text: str) -> None:
        """Pauses the listener for so long, then delivers this message again."""
        self.rest()
        self.loop.call_later(seconds, self._release, text)

    def _release(self, text: str) -> None:
        self._held = False
        self._hear(text)
        if not self._held:
            self.go_on()

    def rest(self) -> None:
        """Pauses the listener until `go_on`; further data stays in the network buffers."""
        self._held = True
        self.transport.pause_reading()

    def go_on(self) -> None:
        """Resumes the listener, with what arrived in the meantime first."""
        self._held = False
        if not self.transport.is_closing():
            self._take()
        if not self._held and not self.transport.is_closing():
            self.transport.resume_reading()

    # Receiving ------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._rest = self._rest + data if self._rest else data
        if self._listener is None:
            self.transport.pause_reading()  # until there is a listener
        else:
            self._take()

    def _take(self) -> None:
        """Parses all complete frames."""
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
                end = have  # invalid: uvicorn closes with the reason
            elif have < end:
                break
            if allowed and data[at] == _TEXT and not self.frames:
                try:
                    text = apply_mask(data[begin:end], data[begin - 4 : begin]).decode()
                except UnicodeDecodeError:
                    self._no_text()
                else:
                    self._hear(text)
            elif not allowed or data[at] != _PONG or size > _SHORT:  # a pong's content doesn't matter
                super().data_received(data[at:end])
            at = end
        self._rest = data[at:]

    def send_receive_event_to_app(self) -> None:
        """Handles a fragmented or binary message."""
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
        # Breaks reference cycles, as the garbage collector is held off during play.
        self._listener = None
        self.conn.parser.close()
        if hasattr(self, "scope"):  # otherwise no WebSocket was requested
            self.scope["extensions"].pop(LINE, None)

    # Sending ---------------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """True if messages can be sent now."""
        return self.writable.is_set() and not self.close_sent and not self.transport.is_closing()

    def tell(self, *texts: bytes) -> None:
        """Sends these texts, each as one message."""
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
        self._wheel = TimerWheel.of(self.loop)
        self._beat = self._wheel.schedule(self, self.ping_interval)

    def stop_keepalive(self) -> None:
        if self._wheel is not None:
            self._wheel.cancel(self, self._beat)
            self._wheel = None

    def look(self) -> None:
        """Pings a silent client, and closes the connection if it hasn't answered the last ping."""
        if self._wheel is None or self.close_sent or self.transport.is_closing():
            return
        assert self.ping_interval is not None
        assert self.ping_timeout is not None
        now = self.loop.time()
        if self._heard < self._asked and not self._held:  # otherwise the pong may be queued behind held messages
            self.keepalive_timeout()
            return
        wait = self._heard + self.ping_interval - now
        if wait <= 0:
            self._asked, wait = now, self.ping_timeout
            self.transport.write(_PING)
        self._beat = self._wheel.schedule(self, wait)

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # with a response, so it is complete


def _capacity(config: uvicorn.Config) -> Capacity | None:
    return config.capacity if isinstance(config, Settings) else None


_framed: tuple[bytes, bytes] = (b"", b"")


def framed(data: bytes) -> bytes:
    """A text as a WebSocket frame; cached, as the same text often goes to many clients in a row."""
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
