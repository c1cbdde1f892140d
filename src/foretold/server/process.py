"""The server as a process: uvicorn with the settings that the protocol relies on, and structured logs."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable

import uvicorn

from foretold.server.app import App, Config
from foretold.server.wire import HEARTBEAT, MESSAGE_LIMIT

_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}
GRACE = 5  # seconds that requests under way have when the server stops


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, what happened, and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        found = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **{name: value for name, value in record.__dict__.items() if name not in _STANDARD},
        }
        if record.exc_info and record.exc_info[0] is not None:
            found["error"] = record.exc_info[0].__name__  # its text and its frames may hold cards
        return json.dumps(found, ensure_ascii=False, default=str)


class Server(uvicorn.Server):
    """A uvicorn server that says when it listens, and on which port."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[int], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            self._listening(self.servers[0].sockets[0].getsockname()[1])


def run(
    config: Config,
    host: str,
    port: int,
    *,
    proxies: str = "",
    level: str = "info",
    listening: Callable[[int], None] = lambda port: None,
) -> bool:
    """Serves until it is told to stop; False if it could not begin. `proxies`: addresses whose word is taken."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.WARNING)
    settings = uvicorn.Config(
        App(config),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        loop="auto",
        ws="websockets-sansio",
        ws_max_size=16 * MESSAGE_LIMIT,
        ws_ping_interval=HEARTBEAT,
        ws_ping_timeout=1.4 * HEARTBEAT,  # a dead line is noticed within 12 s
        ws_per_message_deflate=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_graceful_shutdown=GRACE,
        h11_max_incomplete_event_size=32 * 1024,
    )
    server = Server(settings, listening)
    server.run()
    return server.started
