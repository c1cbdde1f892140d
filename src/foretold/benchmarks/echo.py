"""A bare echo server: the table server's framework, connections and message sizes, without game and storage."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from itertools import cycle
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from foretold.benchmarks.people import PLAYERS
from foretold.server.protocol.messages import HEARTBEAT
from foretold.server.web.process import Server


class Echo:
    """Tables that answer a message on any of four connections with one to each, of the given sizes in turn."""

    def __init__(self, sizes: list[list[int]]) -> None:
        self._sizes = cycle(sizes)
        self._filler = "x" * max(map(max, sizes))
        self._lines: defaultdict[str, dict[int, WebSocket]] = defaultdict(dict)
        self._numbers: defaultdict[str, int] = defaultdict(int)

    async def line(self, websocket: WebSocket) -> None:
        """Serves one connection, from its hello on."""
        await websocket.accept()
        table, seat = websocket.query_params["table"], int(websocket.query_params["seat"])
        lines = self._lines[table]
        try:
            await websocket.receive_text()
            lines[seat] = websocket
            if len(lines) == PLAYERS:
                await self._tell(table, "view")
            while True:
                await websocket.receive_text()
                self._numbers[table] += 1
                await self._tell(table, "update")
                await websocket.send_text(f'{{"type":"done","id":"move","number":{self._numbers[table]}}}')
        except WebSocketDisconnect:
            lines.pop(seat, None)

    async def _tell(self, table: str, kind: str) -> None:
        """Sends to all four connections in the form that `people.py` expects: the seats take turns."""
        number = self._numbers[table]
        sizes = next(self._sizes)
        for seat, websocket in list(self._lines[table].items()):
            legal = '{"action":"B1"}' if seat == number % PLAYERS else ""
            head = f'{{"type":"{kind}","number":{number},"table":{{"phase":"playing"}},"turn":'
            text = f'{head}{{"decision":{number},"legal":[{legal}]}},"filler":"'
            await websocket.send_text(f'{text}{self._filler[: max(0, sizes[seat] - len(text) - 2)]}"}}')


def main() -> None:
    """Serves until it is killed; message sizes are read from a file."""
    echo = Echo(json.loads(Path(sys.argv[1]).read_text()))
    settings = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/ws", echo.line)]),
        host="127.0.0.1",
        port=0,
        log_level="warning",
        loop="auto",
        ws="websockets-sansio",
        ws_ping_interval=HEARTBEAT,
        ws_ping_timeout=0.8 * HEARTBEAT,
        ws_per_message_deflate=False,
    )
    Server(settings, lambda port: print(f"port {port}", flush=True)).run()


if __name__ == "__main__":
    main()
