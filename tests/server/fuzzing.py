"""What the fuzz of the server is judged by."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from foretold.server import wire
from tests.server.serving import Server


def readable(text: str) -> bool:
    """Whether this is a well-formed message."""
    try:
        wire.read(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def resident(server: Server) -> float:
    """Megabytes that the server's process holds."""
    assert server.process is not None
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def without_time(view: dict[str, Any]) -> dict[str, Any]:
    """The view without what runs down: what a clock, the wait before it, or a look at the end of a round has left."""
    clocks = [{**clock, "left": 0, "wait": 0} for clock in view["table"]["clocks"]]
    interval = view["table"]["interval"] and {**view["table"]["interval"], "left": 0}
    return {**view, "table": {**view["table"], "clocks": clocks, "interval": interval}}
