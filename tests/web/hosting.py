"""A web host that serves files and knows nothing of the game, under a path of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PREFIX = "/some/games/"


class _Handler(SimpleHTTPRequestHandler):
    host: Host

    def __init__(self, host: Host, *given: Any, **named: Any) -> None:
        self.host = host
        super().__init__(*given, directory=str(host.folder), **named)

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(PREFIX)) if path.startswith(PREFIX) else "/nowhere"

    def log_message(self, *_: Any) -> None:
        self.host.asked.append(self.path)


class Host:
    """The folder that is served, which may become another one, and what was asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        self.url = f"http://127.0.0.1:{self._server.server_port}{PREFIX}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Nobody is answered any more."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def hosting(folder: Path) -> Iterator[Host]:
    """The folder is served."""
    host = Host(folder)
    try:
        yield host
    finally:
        host.stop()
