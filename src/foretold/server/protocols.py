"""HTTP and websockets as uvicorn speaks them, with what a server in the open needs besides: time limits, quiet logs."""

from __future__ import annotations

import asyncio

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from foretold.server import metrics

WITHIN = 10.0  # seconds that a request has, from its first byte, or from the beginning of its connection, to its last
SLOWEST = 16_384  # bytes for which it has one second more: who sends a large body over a slow line is not cut
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Requests(H11Protocol):
    """A connection that is ended if a request on it does not come to its end in time."""

    _timer: asyncio.TimerHandle | None = None
    _begun = 0.0
    _received = 0  # bytes of the request

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._waited()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

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
            self._timer = self.loop.call_later(WITHIN, self._due)

    def _waited(self) -> None:
        self._received = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _due(self) -> None:
        left = self._begun + WITHIN + self._received / SLOWEST - self.loop.time()
        if left > 0:
            self._timer = self.loop.call_later(left, self._due)
            return
        self._timer = None
        if self._halfway() and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # else an answer is under way
            metrics.REQUESTS.labels(408).inc()
            self.transport.write(_TOO_LATE)
        self.transport.close()


class Line(WebSocketsSansIOProtocol):
    """A websocket; what visitors do wrong is no failure of the server's, and not logged as one."""

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # by an answer: nothing is missing
