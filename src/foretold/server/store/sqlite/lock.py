"""Lock file beside a database: one server at a time, and its address. Released when the process ends."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

if sys.platform == "win32":
    import msvcrt

    def _locked(file: int) -> bool:
        os.lseek(file, 1 << 30, os.SEEK_SET)  # far behind the text, as others can't read locked bytes
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True
else:
    import fcntl

    def _locked(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


_LONGEST = 4096  # bytes of a lock file that are read


class Holder(NamedTuple):
    """The process that holds the lock, and its server's URL, empty unless it is listening."""

    pid: int
    url: str


class Lock:
    """The lock of a database, held by this process."""

    def __init__(self, file: int) -> None:
        self._file = file
        self.tell("")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.free()

    def tell(self, url: str) -> None:
        """Writes this process's id and URL to the file; on a full disk the lock still holds."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        with suppress(OSError):
            os.write(self._file, json.dumps({"pid": os.getpid(), "url": url}).encode())

    def free(self) -> None:
        """Releases the lock; the file stays for others that wait on it."""
        os.ftruncate(self._file, 0)
        os.close(self._file)


def lock_path(database: Path) -> Path:
    """The path of a database's lock file, the same for all names of the database."""
    real = database.resolve()
    return real.with_name(real.name + ".lock")


def take(database: Path) -> Lock | None:
    """Takes the lock; None if another process holds it."""
    path = lock_path(database)
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    if _locked(file):
        return Lock(file)
    os.close(file)
    return None


def holder(database: Path) -> Holder | None:
    """Who holds the lock, None if nobody does; what a killed server left in the file is ignored."""
    try:
        file = os.open(lock_path(database), os.O_RDWR)
    except FileNotFoundError:
        return None
    try:
        if _locked(file):
            return None  # closing the file frees it again
        os.lseek(file, 0, os.SEEK_SET)
        text = os.read(file, _LONGEST)
    finally:
        os.close(file)
    try:
        content = json.loads(text)
        return Holder(int(content["pid"]), str(content["url"]))
    except (ValueError, KeyError, TypeError):
        return Holder(0, "")  # it is being written
