"""Speed of the table server: many tables in real time, compared with a bare echo server in the same run."""

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
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.request import urlopen

import uvloop

from foretold.benchmarks.people import PLAYERS, Room, TakeSeats, newcomers

SEGMENTS = 4  # the servers take turns, so that other load on the machine affects both
UNLIMITED = "1000000"  # all players share one address, and some play faster than people can
SPARE_FILES = 200
SPREAD = 44  # moves between the table furthest behind and the one furthest ahead: a whole round


class Process:
    """A server in its own process; its resource usage is read from /proc, all threads included."""

    def __init__(self, process: subprocess.Popen[str], port: int, log: Path) -> None:
        self._of = Path(f"/proc/{process.pid}")
        self._pid, self._log = process.pid, log
        self.port = port

    def cpu_seconds(self) -> float:
        """Returns its CPU time so far."""
        times = (self._of / "stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")

    def metrics(self) -> str:
        """Returns its metrics in Prometheus' text format."""
        lines = [json.loads(line) for line in self._log.read_text().splitlines() if '"metrics"' in line]
        [port] = [line["metrics_port"] for line in lines if line["pid"] == self._pid]
        with urlopen(f"http://127.0.0.1:{port}/metrics") as page:
            text: str = page.read().decode()
        return text

    def peak_memory(self) -> float:
        """Returns its peak memory in megabytes."""
        match = re.search(r"VmHWM:\s+(\d+) kB", (self._of / "status").read_text())
        assert match is not None
        return int(match[1]) / 1024


@contextmanager
def running(directory: Path, *arguments: str, sources: Path | None = None) -> Iterator[Process]:
    """Runs Python with these arguments, yields once it has printed its port, and ends it afterwards.

    `sources`: a checkout of another version to run instead.
    """
    log = directory / "log"
    environment = {
        **os.environ,
        "FORETOLD_CONNECTIONS_PER_ADDRESS": "0",  # not as flags, which older versions lack
        "FORETOLD_METRICS": "127.0.0.1:0",
        **({} if sources is None else {"PYTHONPATH": str(sources.resolve() / "src")}),
    }
    with log.open("a") as errors:
        process = subprocess.Popen(
            [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
        )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            match = re.search(r"(?:port |127\.0\.0\.1:)(\d+)", line)
            if match:
                yield Process(process, int(match[1]), log)
                return
        raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}")
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def serve(directory: Path, database: str = "bench.sqlite") -> tuple[str, ...]:
    """Returns the command of a table server without rate limits; the database is a file name or an address."""
    where = database if "://" in database else str(directory / database)
    return (
        *("-m", "foretold", "serve", "--host", "127.0.0.1", "--port", "0"),
        *("--database", where, "--request-rate", UNLIMITED, "--message-rate", UNLIMITED),
        *("--tables-per-person", UNLIMITED, "--tables-per-address", UNLIMITED),
    )


def figures(seconds: float, tables: int, before: Path | None = None, spectators: int = 0) -> dict[str, object]:
    """Measures latency beside a bare echo server, moves per CPU-second, memory, and the time to start.

    `before` is a checkout of another version, whose server takes turns with this one. With `spectators` there is one
    table only, with so many spectators.
    """
    tables = 1 if spectators else max(1, min(tables, (open_files() - SPARE_FILES) // (3 * PLAYERS)))
    figures: dict[str, object] = {"tables": tables, "people, each with a websocket": PLAYERS * tables}
    with TemporaryDirectory(prefix="foretold-bench-") as name:
        directory = Path(name)
        figures["from start to the first page: CPU seconds"] = start_seconds(directory)
        collecting = gc.isenabled()
        gc.disable()  # its pauses would be attributed to the server
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                if spectators:
                    figures.update(runner.run(watched(directory, seconds, spectators)))
                else:
                    figures.update(runner.run(load(directory, seconds, tables, before)))
        finally:
            if collecting:
                gc.enable()
    return figures


def open_files() -> int:
    """Raises this process's limit of open files as far as allowed, and returns it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return 1 << 20 if hard == resource.RLIM_INFINITY else hard


def start_seconds(directory: Path) -> float:
    """Returns the CPU time of a new server until it has served its first page."""
    with running(directory, *serve(directory)) as server:
        with urlopen(f"http://127.0.0.1:{server.port}/") as page:
            page.read()
        return server.cpu_seconds()


async def load(directory: Path, seconds: float, tables: int, before: Path | None) -> dict[str, float]:
    """Measures under load: 1 (warm-up), 7 (steady) and 3 (saturated) times the seconds."""
    sizes = directory / "sizes"
    async with AsyncExitStack() as held:
        # Started before anybody connects: while a process starts, no connection here is kept alive.
        own = held.enter_context(running(directory, *serve(directory)))
        former = None
        if before is not None:
            former = held.enter_context(running(directory, *serve(directory, "before.sqlite"), sources=before))
        servers = [await filled(held, own, tables, newcomers)]
        room = servers[0].people
        await room.spread(SPREAD)
        room.clear()
        await room.pace(seconds)
        sizes.write_text(json.dumps(room.sizes))
        echo = held.enter_context(running(directory, "-m", "foretold.benchmarks.echo", str(sizes)))
        servers.append(await filled(held, echo, tables, strangers))
        await servers[1].people.pace(seconds)
        if former is not None:
            servers.append(await filled(held, former, tables, newcomers))
            await servers[2].people.spread(SPREAD)
            await servers[2].people.pace(seconds)
        for server in servers:
            server.people.clear()
        for _ in range(SEGMENTS):
            for process, people in servers:
                spent = process.cpu_seconds()
                await people.pace(7 * seconds / SEGMENTS)
                people.spent += process.cpu_seconds() - spent
        figures = steady(*(server.people for server in servers))
        for label, (process, people) in zip(("saturated", "", "before, saturated"), servers, strict=False):
            if label:
                people.clear()
                spent = process.cpu_seconds()
                await people.saturate(3 * seconds)
                figures[f"{label}: moves per second"] = people.moves / (3 * seconds)
                figures[f"{label}: moves per CPU-second"] = people.moves / max(process.cpu_seconds() - spent, 0.01)
        figures["peak memory, megabytes"] = servers[0].process.peak_memory()
    return figures


async def watched(directory: Path, seconds: float, spectators: int) -> dict[str, float]:
    """Measures a move at a table with so many spectators; each is made once all four players know the one before."""
    async with AsyncExitStack() as held:
        process = held.enter_context(running(directory, *serve(directory)))
        room = (await filled(held, process, 1, newcomers)).people
        await room.gather_round(spectators)
        await room.pace(seconds)
        room.clear()
        spent = process.cpu_seconds()
        await room.saturate(3 * seconds)
        spent = process.cpu_seconds() - spent
        return {"spectators": spectators, "moves": room.moves, "CPU milliseconds for a move": 1000 * spent / room.moves}


class Filled(NamedTuple):
    """A server and the players at its tables."""

    process: Process
    people: Room


async def filled(held: AsyncExitStack, process: Process, tables: int, take_seats: TakeSeats) -> Filled:
    """Returns the server with so many started tables, all closed together with the exit stack."""
    people = held.enter_context(Room(process.port))
    await people.fill(tables, take_seats)
    return Filled(process, people)


def strangers(port: int, number: int) -> tuple[str, list[tuple[str, str]]]:
    """Opens a table of the echo server."""
    return str(number), [(f"/ws?table={number}&seat={seat}", "") for seat in range(PLAYERS)]


def steady(room: Room, hall: Room, former: Room | None = None) -> dict[str, float]:
    """Measures one move a second at each table; `hall` is the echo server's room, `former` another version's."""
    figures: dict[str, float] = {"steady: moves": room.moves}
    rooms = {"": room, "bare echo, ": hall} | ({} if former is None else {"before, ": former})
    for label, people in rooms.items():
        times = sorted(1000 * latency for latency in people.latencies)
        for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0)):
            figures[f"{label}a move known to all four: {name}, milliseconds"] = times[int(share * (len(times) - 1))]
    p99 = "a move known to all four: p99, milliseconds"
    figures["ratio of the p99 to the bare echo's"] = figures[p99] / figures[f"bare echo, {p99}"]
    rates = {label: people.moves / max(people.spent, 0.01) for label, people in rooms.items()}
    figures |= {f"{label}steady: moves per CPU-second": rate for label, rate in rates.items()}
    if former is not None:
        figures["ratio of the moves per CPU-second to those before"] = rates[""] / rates["before, "]
    return figures
