"""Starts a hub on a database of many open tables, without sockets, and prints what that takes as JSON."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from pathlib import Path
from random import Random

from foretold.server.live.hub import Hub
from foretold.server.protocol.messages import Pace
from foretold.server.store import open_store
from foretold.server.table.quota import Limits
from tests.server.at_tables import Room

GAMES: tuple[tuple[str, int], ...] = (("seven-prophecies", 4), ("seven-prophecies-2017", 4), ("prophecy", 4))
PAGE = 1_000  # tables written at a time


def resident() -> int:
    """Bytes of memory that this process uses."""
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) * 1024


def journals() -> list[list[tuple[int, bytes]]]:
    """Journals of matches in their first or second round, which wait for people."""
    ids = []
    for seed, (game, players) in enumerate(GAMES):
        room = Room("me", *["open"] * (players - 1), game=game, players=players, pace=Pace(kind="days", days=7))
        room.begin()
        room.play(Random(seed), 30)
        ids.append(room.written)
    return ids


def fill(database: Path, count: int) -> None:
    """Writes so many open tables."""
    written = journals()
    with open_store(database) as store:
        for start in range(0, count, PAGE):
            ids = range(start, min(count, start + PAGE))
            store.add_rows("tables", [(f"t{id}", 1, None) for id in ids])
            store.add_rows(
                "entries",
                [
                    (f"t{id}", number, at, body)
                    for id in ids
                    for number, (at, body) in enumerate(written[id % len(written)])
                ],
            )


async def start(database: Path, count: int) -> dict[str, float]:
    """What the start of a hub takes for each table."""
    gc.collect()
    memory, began = resident(), time.process_time()
    hub = Hub(database, limits=Limits(most=2 * count))
    hub.start()
    seconds = time.process_time() - began
    gc.collect()
    used = resident() - memory
    assert len(hub.live_tables) == count
    assert all(live.facts is None and not live.streams for live in hub.live_tables.values())
    assert all(live.table.resting for live in hub.live_tables.values())
    await hub.farewell()
    await hub.stop()
    return {"tables": count, "bytes": used / count, "ms": 1000 * seconds / count}


if __name__ == "__main__":
    path, tables = Path(sys.argv[1]), int(sys.argv[2])
    fill(path, tables)
    print(json.dumps(asyncio.run(start(path, tables))))
