"""Speed of several processes over one PostgreSQL, compared with one process on SQLite in the same run."""

from __future__ import annotations

import asyncio
import gc
import os
import re
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from foretold.benchmarks.people import PLAYERS, Room, newcomers
from foretold.benchmarks.server import SPARE_FILES, SPREAD, Process, open_files, running, serve

PROCESSES = 3
LABELS = ("SQLite, one process", "PostgreSQL, three processes, each table at one", "the same, people at any of them")
MUSING = 1.0  # mean seconds for a decision where players act in their own time
SEGMENTS = 4  # they take turns, so that other load on the machine affects all


class Postgres:
    """The CPU time of a local PostgreSQL, all its processes included."""

    def __init__(self, backend: int) -> None:
        self._first = _parent(backend)

    def cpu_seconds(self) -> float:
        """Returns its CPU time so far, including processes that have ended."""
        ticks = sum(_ticks(self._first)) + sum(sum(_ticks(child)[:2]) for child in _children(self._first))
        return ticks / os.sysconf("SC_CLK_TCK")


def figures(seconds: float, tables: int, database: str) -> dict[str, object]:
    """Measures latencies, moves per CPU-second and retried commands, with players of a table at one or any process."""
    tables = max(1, min(tables, (open_files() - SPARE_FILES) // (6 * PLAYERS)))
    figures: dict[str, object] = {"tables": tables, "people, each with a websocket": PLAYERS * tables}
    with TemporaryDirectory(prefix="foretold-bench-") as name:
        collecting = gc.isenabled()
        gc.disable()  # its pauses would be attributed to the servers
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                figures.update(runner.run(load(Path(name), seconds, tables, database)))
        finally:
            if collecting:
                gc.enable()
    return figures


async def load(directory: Path, seconds: float, tables: int, database: str) -> dict[str, float]:
    """Measures each set-up for 1 (warm-up), 7 (steady), 3 (saturated) times the seconds.

    The last set-up takes 3 more: players act in their own time, possibly at the same moment.
    """
    import asyncpg

    connection = await asyncpg.connect(database)
    postgres = Postgres(connection.get_server_pid())
    await connection.close()
    with ExitStack() as open:
        one = open.enter_context(running(directory, *serve(directory)))
        several = [open.enter_context(running(directory, *serve(directory, database))) for _ in range(PROCESSES)]
        ports = [process.port for process in several]
        rooms = [
            open.enter_context(Room(one.port)),
            open.enter_context(Room(*ports)),
            open.enter_context(Room(*ports, apart=True)),
        ]
        # The processes over PostgreSQL hold connections of two rooms, one of them idle: so does the one with SQLite.
        await open.enter_context(Room(one.port)).fill(tables, newcomers)
        for room in rooms:
            await room.fill(tables, newcomers)
            await room.spread(SPREAD)
            await room.pace(seconds)
            room.clear()
        again = [0.0, 0.0, 0.0]
        spent = [0.0, 0.0, 0.0]  # CPU seconds of PostgreSQL
        for _ in range(SEGMENTS):
            for number, room in enumerate(rooms):
                processes = [one] if number == 0 else several
                before = _spent(processes), postgres.cpu_seconds(), _ruled_again(processes)
                await room.pace(7 * seconds / SEGMENTS)
                room.spent += _spent(processes) - before[0]
                spent[number] += postgres.cpu_seconds() - before[1]
                again[number] += _ruled_again(processes) - before[2]
        figures = _found(rooms, spent, again)
        rooms[2].clear()
        begun_again = _ruled_again(several)
        await rooms[2].muse(3 * seconds, MUSING)
        figures["the same, each in their own time: moves per second"] = rooms[2].moves / (3 * seconds)
        share = (_ruled_again(several) - begun_again) / max(rooms[2].moves, 1)
        figures["the same, each in their own time: ruled again, %"] = 100 * share
        saturated = []
        for number, room in enumerate(rooms[:2]):
            processes = [one] if number == 0 else several
            room.clear()
            begun = _spent(processes) + postgres.cpu_seconds() * number
            await room.saturate(3 * seconds)
            after = _spent(processes) + postgres.cpu_seconds() * number
            saturated.append(room.moves / max(after - begun, 0.01))
            figures[f"{LABELS[number]}: saturated, moves per second"] = room.moves / (3 * seconds)
            figures[f"{LABELS[number]}: saturated, moves per CPU-second"] = saturated[-1]
        figures["ratio of moves per CPU-second, saturated, to SQLite's"] = saturated[1] / saturated[0]
        return figures


def _found(rooms: list[Room], spent: list[float], again: list[float]) -> dict[str, float]:
    figures: dict[str, float] = {}
    for number, (label, room) in enumerate(zip(LABELS, rooms, strict=True)):
        times = sorted(1000 * latency for latency in room.latencies)
        for name, share in (("p50", 0.5), ("p99", 0.99)):
            figures[f"{label}: {name}, milliseconds"] = times[int(share * (len(times) - 1))]
        everything = room.spent + (spent[number] if number else 0.0)
        figures[f"{label}: moves per CPU-second"] = room.moves / max(everything, 0.01)
        if number:
            figures[f"{label}: of that PostgreSQL's, %"] = 100 * spent[number] / max(everything, 0.01)
            figures[f"{label}: ruled again, %"] = 100 * again[number] / max(room.moves, 1)
    one, near, far = LABELS
    per_second, p99 = "moves per CPU-second", "p99, milliseconds"
    figures["ratio of moves per CPU-second, each table at one, to SQLite's"] = (
        figures[f"{near}: {per_second}"] / figures[f"{one}: {per_second}"]
    )
    figures["ratio of the p99 at any of them to that of each at one"] = (
        figures[f"{far}: {p99}"] / figures[f"{near}: {p99}"]
    )
    figures["ratio of the p99 at any of them to SQLite's"] = figures[f"{far}: {p99}"] / figures[f"{one}: {p99}"]
    return figures


def _spent(processes: list[Process]) -> float:
    return sum(process.cpu_seconds() for process in processes)


def _ruled_again(processes: list[Process]) -> float:
    count = 0.0
    for process in processes:
        line = re.search(r"^foretold_ruled_again_total (\S+)", process.metrics(), re.MULTILINE)
        count += float(line[1]) if line else 0.0
    return count


def _fields(process: int) -> list[str]:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def _parent(process: int) -> int:
    return int(_fields(process)[1])


def _ticks(process: int) -> list[int]:
    """Returns user and system time of a process and of its ended children."""
    try:
        return [int(field) for field in _fields(process)[11:15]]
    except OSError:  # it has just ended
        return [0, 0, 0, 0]


def _children(process: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []
