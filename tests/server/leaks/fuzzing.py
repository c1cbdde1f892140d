"""What the fuzz of the server is judged by."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from foretold.server.protocol import messages
from tests.server.serving import Server

# What fills once and would hide that messages pile up is there from the start or small: the bids of 64 hands, which a
# game remembers, pages of the database, tables that everybody has left (they close after 20 seconds, not after a day).
# Bots that stand in are random ones, because the others load kernels.
LAUNCH = """
import random, sys
from foretold.cli import main
from foretold.games import load
from foretold.server.live import bot_runner
from foretold.server.store.sqlite import schema
from foretold.server.table import abandonment, table
table.STAND_IN = bot_runner.STAND_IN = "random"
abandonment.HOUR = abandonment.DAY = 20_000
schema._SETTINGS += ("cache_size = -1000",)
game = load("prophecy", 2, variant="short")
for _ in range(64):
    game.bids_of(sum(random.sample(sorted(game.card_of), game.hand_size)))
sys.exit(main(["serve", *sys.argv[1:]]))
"""


def readable(text: str) -> bool:
    """Whether this is a well-formed message."""
    try:
        messages.read(text)
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
    absences = [{**absence, "left": 0} for absence in view["table"]["absences"]]
    return {**view, "table": {**view["table"], "clocks": clocks, "interval": interval, "absences": absences}}
