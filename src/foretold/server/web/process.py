"""The server process: uvicorn with the settings that the protocol relies on, and structured logs."""

from __future__ import annotations

import errno
import json
import logging
import logging.handlers
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from foretold import __version__
from foretold.errors import Refusal
from foretold.server.base.request_id import request_id
from foretold.server.live.hub import Hub
from foretold.server.protocol.messages import HEARTBEAT, MESSAGE_LIMIT
from foretold.server.web.app import App, Config
from foretold.server.web.capacity import Capacity, raise_files
from foretold.server.web.metrics_port import MetricsAddress, serve_metrics
from foretold.server.web.prefork import side_by_side
from foretold.server.web.uvicorn_protocols import Line, Requests, Settings

_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}
_OTHERS = ("uvicorn", "uvicorn.error", "uvicorn.access", "numba", "asyncio", "websockets")  # warnings only
GRACE = 3  # seconds for requests under way when the server stops
BACKLOG = 2048  # connections waiting to be accepted

log = logging.getLogger("foretold.server")


class CannotListen(Refusal):
    """An address or a port that this process can't bind."""


class JsonLines(logging.Formatter):
    """Formats log records as one JSON object per line: time, level, event, and extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **({"request": request_id.get()} if request_id.get() else {}),
            **{name: value for name, value in record.__dict__.items() if name not in _STANDARD},
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__  # its text and frames may hold cards
        return json.dumps(line, ensure_ascii=False, default=str)


class Server(uvicorn.Server):
    """A uvicorn server that reports its port, says farewell to clients, and exits cleanly on a signal."""

    def __init__(
        self,
        config: uvicorn.Config,
        listening: Callable[[int], None],
        farewell: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(config)
        self._listening = listening
        self._farewell = farewell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._listening(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        if self._farewell is not None:  # now: the next step closes every WebSocket before the lifespan ends
            await self._farewell()
        await super().shutdown(sockets)
        if self.force_exit:  # signalled twice: don't wait for requests, but close the database properly
            await self.lifespan.shutdown()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Unlike uvicorn, doesn't raise the signal again at the end: being asked to stop is not a failure.
        self.force_exit = self.force_exit or (self.should_exit and sig == signal.SIGINT)
        self.should_exit = True


def _trusting(proxies: str) -> Callable[[str], bool]:
    """A predicate that tells whether an address belongs to a trusted proxy."""
    if not proxies:
        return lambda peer: False
    trusted = ProxyHeadersMiddleware(lambda *_: None, proxies).trusted_hosts  # type: ignore[arg-type]
    return lambda peer: peer in trusted


class Forwarded:
    """Takes client address, scheme and host from the headers of trusted proxies only.

    If any address may be a proxy, only the last hop is trusted: visitors may have written those before it.
    """

    def __init__(self, app: ASGIApp, proxies: str) -> None:
        self._inner = ProxyHeadersMiddleware(app, proxies)  # type: ignore[arg-type]
        self._anyone = proxies == "*"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and (scope.get("client") or ("",))[0] in self._inner.trusted_hosts:
            scope = {**scope, "forwarded": True}
            given = [value for name, value in scope["headers"] if name == b"x-forwarded-host"]
            host = given[-1].rpartition(b",")[2].strip() if given else b""  # set by the nearest proxy
            if host:
                others = [header for header in scope["headers"] if header[0] != b"host"]
                scope = {**scope, "headers": [*others, (b"host", host)]}
            if self._anyone:
                scope = {**scope, "headers": _last_hop(scope["headers"])}
        await self._inner(scope, receive, send)  # type: ignore[arg-type]


def _last_hop(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers with only the last address of X-Forwarded-For."""
    name = b"x-forwarded-for"
    hops = [hop for key, value in headers if key == name for hop in value.split(b",") if hop.strip()]
    return [*(header for header in headers if header[0] != name), *((name, hop.strip()) for hop in hops[-1:])]


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on every address of the host, on one port; 0 is any free one."""
    sockets: list[socket.socket] = []
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, address in dict.fromkeys((place[0], str(place[4][0])) for place in places):
            port = port or (sockets[0].getsockname()[1] if sockets else 0)
            sockets.append(socket.create_server((address, port), family=family, backlog=BACKLOG))
    except OSError as error:
        for opened in sockets:
            opened.close()
        raise _cannot_listen(error, host, port) from None
    except UnicodeError:  # not a valid host name
        raise CannotListen("serve-no-such-host", {"host": host}) from None
    return sockets


def _cannot_listen(error: OSError, host: str, port: int) -> CannotListen:
    if error.errno == errno.EADDRINUSE:
        return CannotListen("serve-port-taken", {"port": port})
    if error.errno in (errno.EACCES, errno.EPERM):
        return CannotListen("serve-port-forbidden", {"port": port})
    return CannotListen("serve-no-such-host", {"host": host})


def log_to(file: Path | None, level: str) -> None:
    """Sends the log as JSON lines to this file or to standard error."""
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
    elif sys.platform == "win32":
        handler = logging.FileHandler(file, encoding="utf-8")
    else:
        handler = logging.handlers.WatchedFileHandler(file, encoding="utf-8")  # may be rotated
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in _OTHERS:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[level.upper()]))


def run(
    config: Config,
    host: str,
    port: int,
    *,
    proxies: str = "",
    level: str = "info",
    log_file: Path | None = None,
    listening: Callable[[int, Hub], None] = lambda port, hub: None,
    leaving: Callable[[], None] = lambda: None,
    workers: int = 1,
    metrics: MetricsAddress | None = None,
) -> bool:
    """Serves until asked to stop; False if it could not start.

    `proxies` are the addresses of trusted proxies. Of several processes each serves its metrics on the next free port.
    """
    sockets = listen(host, port)
    log_to(log_file, level)
    if metrics is not None and workers == 1:
        try:
            serve_metrics(metrics)
        except OSError as error:
            raise _cannot_listen(error, metrics.host, metrics.port) from None
    if workers == 1:
        return _serve(config, sockets, proxies, listening, leaving)

    def work(first: bool) -> bool:
        if metrics is not None:
            serve_metrics(metrics, 2 * workers)  # those of a process that has just ended may be taken
        return _serve(config, sockets, proxies, listening if first else lambda port, hub: None, leaving)

    return side_by_side(workers, work)


def _serve(
    config: Config,
    sockets: list[socket.socket],
    proxies: str,
    listening: Callable[[int, Hub], None],
    leaving: Callable[[], None],
) -> bool:
    app = App(config)

    def begun(port: int) -> None:
        log.info("started", extra={"version": __version__, "port": port, "pid": os.getpid()})
        listening(port, app.hub)

    async def farewell() -> None:
        log.info("stopping")
        leaving()
        await app.farewell()

    settings = Settings(
        Forwarded(app, proxies) if proxies else app,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `Forwarded` does that
        workers=1,
        loop="auto",
        backlog=BACKLOG,
        http=Requests,
        ws=Line,
        ws_max_size=16 * MESSAGE_LIMIT,
        ws_ping_interval=HEARTBEAT,
        ws_ping_timeout=0.8 * HEARTBEAT,  # a dead connection is noticed within about 13 s
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        h11_max_incomplete_event_size=32 * 1024,
    )
    settings.capacity = app.capacity = Capacity(raise_files(), config.connections_per_address, _trusting(proxies))
    server = Server(settings, begun, farewell)
    try:
        server.run(sockets)
    except SystemExit:  # startup failed and was logged
        return False
    log.info("stopped")
    return server.started
