"""How fast the table server is: many tables of people in real time, beside a bare echo server in the same run."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import uvloop

from foretold.benchmarks.people import PLAYERS, Room, newcomers

SEGMENTS = 4  # the two servers take turns, so that what else the machine does falls on both
UNLIMITED = "1000000"  # all people come from one address, and some play faster than people can
SPARE_FILES = 200
SPREAD = 44  # moves between the table that is furthest behind and the one furthest ahead: a whole round


class Process:
    """A server in a process of its own; what it takes is read from /proc, all its threads included."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self._of = Path(f"/proc/{process.pid}")
        self.port = port

    def cpu_seconds(self) -> float:
        """CPU time so far."""
        times = (self._of / "stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")

    def peak_memory(self) -> float:
        """The most memory that it had at a time, in megabytes."""
        found = re.search(r"VmHWM:\s+(\d+) kB", (self._of / "status").read_text())
        assert found is not None
        return int(found[1]) / 1024


@contextmanager
def running(directory: Path, *arguments: str) -> Iterator[Process]:
    """Python with these arguments, once it has said on which port it listens; it is gone afterwards."""
    log = directory / "log"
    with log.open("a") as errors:
        process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            found = re.search(r"(?:port |127\.0\.0\.1:)(\d+)", line)
            if found:
                yield Process(process, int(found[1]))
                return
        raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}")
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def serve(directory: Path, database: str = "") -> tuple[str, ...]:
    """The command of a table server without limits of rate; on a database of its own unless told otherwise."""
    return (
        *("-m", "foretold", "serve", "--host", "127.0.0.1", "--port", "0"),
        *(
            "--database",
            database or str(directory / "bench.sqlite"),
            "--request-rate",
            UNLIMITED,
            "--message-rate",
            UNLIMITED,
        ),
        *("--tables-per-person", UNLIMITED, "--tables-per-address", UNLIMITED),
    )


def figures(seconds: float, tables: int) -> dict[str, object]:
    """Latency beside a bare echo server, moves per CPU-second, memory, and what it takes to start."""
    tables = max(1, min(tables, (open_files() - SPARE_FILES) // (2 * PLAYERS)))
    found: dict[str, object] = {"tables": tables, "people, each with a websocket": PLAYERS * tables}
    with TemporaryDirectory(prefix="foretold-bench-") as name:
        directory = Path(name)
        found["from start to the first page: CPU seconds"] = start_seconds(directory)
        collecting = gc.isenabled()
        gc.disable()  # its pauses would count as the server's
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                found.update(runner.run(load(directory, seconds, tables)))
        finally:
            if collecting:
                gc.enable()
    return found


def open_files() -> int:
    """How many files this process may have open, once it has taken what it is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return 1 << 20 if hard == resource.RLIM_INFINITY else hard


def start_seconds(directory: Path) -> float:
    """CPU time of a new server until it has served its first page."""
    with running(directory, *serve(directory)) as server:
        with urlopen(f"http://127.0.0.1:{server.port}/") as page:
            page.read()
        return server.cpu_seconds()


async def load(directory: Path, seconds: float, tables: int) -> dict[str, float]:
    """The figures under load; the load takes 1 (warming up), 7 (steady) and 3 (saturated) times the seconds."""
    sizes = directory / "sizes"
    with running(directory, *serve(directory)) as server, Room(server.port) as room:
        await room.fill(tables, newcomers)
        await room.spread(SPREAD)
        room.clear()
        await room.pace(seconds)
        sizes.write_text(json.dumps(room.sizes))
        with running(directory, "-m", "foretold.benchmarks.echo", str(sizes)) as echo, Room(echo.port) as hall:
            await hall.fill(tables, strangers)
            await hall.pace(seconds)
            hall.clear()
            room.clear()
            for _ in range(SEGMENTS):
                for process, people in ((server, room), (echo, hall)):
                    before = process.cpu_seconds()
                    await people.pace(7 * seconds / SEGMENTS)
                    people.spent += process.cpu_seconds() - before
            found = steady(room, hall)
        room.clear()
        before = server.cpu_seconds()
        await room.saturate(3 * seconds)
        found["saturated: moves per second"] = room.moves / (3 * seconds)
        found["saturated: moves per CPU-second"] = room.moves / max(server.cpu_seconds() - before, 0.01)
        found["peak memory, megabytes"] = server.peak_memory()
    return found


def strangers(port: int, number: int) -> tuple[str, list[tuple[str, str]]]:
    """A table of the echo server."""
    return str(number), [(f"/ws?table={number}&seat={seat}", "") for seat in range(PLAYERS)]


def steady(room: Room, hall: Room) -> dict[str, float]:
    """The figures of one move a second at each table; `hall` is the echo server's."""
    found: dict[str, float] = {"steady: moves": room.moves}
    for label, people in (("", room), ("bare echo, ", hall)):
        times = sorted(1000 * latency for latency in people.latencies)
        for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0)):
            found[f"{label}a move known to all four: {name}, milliseconds"] = times[int(share * (len(times) - 1))]
    p99 = "a move known to all four: p99, milliseconds"
    found["ratio of the p99 to the bare echo's"] = found[p99] / found[f"bare echo, {p99}"]
    for label, people in (("steady", room), ("bare echo, steady", hall)):
        found[f"{label}: moves per CPU-second"] = people.moves / max(people.spent, 0.01)
    return found
