"""A machine that dies: what a database wrote and did not sync is gone, though the kernel would have kept it."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path
from random import Random

import pytest

SOURCE = Path(__file__).with_name("unsynced.c")


class Unsynced:
    """Notes of unsynced writes to the files of a folder, kept by a library that its programs load."""

    def __init__(self, root: Path, directory: Path) -> None:
        """The library and its notes are in this directory; skips the test where there is no C compiler."""
        compiler = shutil.which("gcc") or shutil.which("cc")
        if compiler is None:
            pytest.skip("no C compiler: lost writes can't be simulated")
        self._root, self._notes = root, directory / "notes"
        self._notes.mkdir()
        self._notes.chmod(0o777)
        library = directory / "unsynced.so"
        command = [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl", "-lpthread"]
        subprocess.run(command, check=True)
        self.environment = {
            "LD_PRELOAD": str(library),
            "UNSYNCED_ROOT": f"{root}/",
            "UNSYNCED_NOTES": str(self._notes),
        }

    def lose(self, chance: Random | None = None) -> int:
        """Every file is as it was when it was last synced; with chance, some keep what the disk had written anyway.

        Returns how many files were set back.
        """
        files = {path.stat().st_ino: path for path in self._root.rglob("*") if path.is_file() and not path.is_symlink()}
        lost = 0
        for notes in self._notes.iterdir():
            if notes.name == "lock":
                continue
            path = files.get(int(notes.name))
            if path is not None and (chance is None or chance.random() < 0.7):
                lost += _put_back(path, notes.read_bytes())
            notes.unlink()
        return lost


def _put_back(path: Path, notes: bytes) -> bool:
    """Undoes the noted writes to a file, the last one first; False if there were none."""
    if len(notes) < 8:  # killed before the first write
        return False
    size, at, pieces = struct.unpack_from("=q", notes)[0], 8, []
    while at + 16 <= len(notes):
        offset, length = struct.unpack_from("=qq", notes, at)
        pieces.append((offset, notes[at + 16 : at + 16 + length]))
        at += 16 + length
    with path.open("r+b") as file:
        for offset, data in reversed(pieces):
            file.seek(offset)
            file.write(data)
        file.truncate(size)
    return True
