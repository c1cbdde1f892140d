"""Numbers of the last entries that clients have seen, in a memory-mapped file beside the database.

If SQLite's log is lost, they show that entries are missing. Writing one takes no system call, and a kill loses none.
"""

from __future__ import annotations

import mmap
import os
import struct
from pathlib import Path
from typing import NamedTuple

_SLOT = struct.Struct("<27sxI")  # a table's id and the number of its last entry
_GROWTH = 256 * _SLOT.size


class Gone(NamedTuple):
    """Missing entries that clients have seen: those after `found`, up to `told`."""

    table: str
    found: int
    told: int


def notes_path(database: Path) -> Path:
    """The path of a database's watermark file."""
    real = database.resolve()
    return real.with_name(real.name + ".told")


def read(database: Path) -> dict[str, int]:
    """By table, the number of the last entry that a client has seen, as far as noted."""
    path = notes_path(database)
    data = path.read_bytes() if path.is_file() else b""
    slots = _SLOT.iter_unpack(data[: len(data) // _SLOT.size * _SLOT.size])
    return {id.rstrip(b"\0").decode("ascii", "replace"): number for id, number in slots if id[0]}


def gone(told: dict[str, int], found: dict[str, int]) -> list[Gone]:
    """The missing entries, where the journals of tables end at the numbers `found`."""
    return [Gone(id, found.get(id, -1), number) for id, number in sorted(told.items()) if found.get(id, -1) < number]


class Notes:
    """The watermarks of a running server."""

    def __init__(self, database: Path) -> None:
        """Starts with an empty file."""
        self._path = notes_path(database)
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        self._places: dict[str, int] = {}
        self._free: list[int] = []
        self._memory = self._grown(0)

    def _grown(self, size: int) -> mmap.mmap:
        """Makes room for more tables; on a full disk, they are not noted."""
        self._free += range(size, size + _GROWTH, _SLOT.size)
        try:
            os.write(
                self._file, bytes(_GROWTH)
            )  # written, not truncated to size: a sparse file would fail later on a full disk
            return mmap.mmap(self._file, size + _GROWTH)
        except (OSError, ValueError):
            return mmap.mmap(-1, size + _GROWTH)

    def note(self, table: str, number: int) -> None:
        """Notes that a client has seen this entry of the table."""
        place = self._places.get(table)
        if place is None:
            if not self._free:
                size = len(self._memory)
                self._memory.close()
                self._memory = self._grown(size)
            place = self._places[table] = self._free.pop()
        _SLOT.pack_into(self._memory, place, table.encode(), number)

    def drop(self, table: str) -> None:
        """Forgets a closed table, as nothing can go missing there."""
        place = self._places.pop(table, None)
        if place is not None:
            self._memory[place : place + _SLOT.size] = bytes(_SLOT.size)
            self._free.append(place)

    def close(self) -> None:
        """Closes the file and keeps it."""
        self._memory.close()
        os.close(self._file)

    def remove(self) -> None:
        """Deletes the file: the database is closed without a log that could be lost."""
        self.close()
        self._path.unlink(missing_ok=True)
