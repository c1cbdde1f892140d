"""Saved matches: the unfinished one, and a file of all others."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

from foretold.records import Record

FORMAT = "foretold-play/1"
Kept = dict[str, Any]  # a match as JSON


def data_directory() -> Path:
    """Returns the data directory: FORETOLD_DATA, else the platform's user data directory."""
    chosen = os.environ.get("FORETOLD_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "foretold"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "foretold"
    share = os.environ.get("XDG_DATA_HOME")
    return (Path(share) if share else Path.home() / ".local" / "share") / "foretold"


class Shelf:
    """The data directory: `play.json` is the unfinished match, `matches.jsonl` has the others."""

    def __init__(self, directory: Path) -> None:
        self.running = directory / "play.json"
        self.matches = directory / "matches.jsonl"

    def load(self) -> Kept | None:
        """Loads the unfinished match, None if there is none; raises ValueError if it is damaged."""
        try:
            saved = json.loads(self.running.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except RecursionError:
            raise ValueError(FORMAT) from None
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise ValueError(FORMAT)
        return saved

    def keep(self, content: Kept) -> None:
        """Saves the unfinished match atomically."""
        self.running.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.running.with_name(f"play.json.{os.getpid()}.new")
        try:
            fresh.write_text(json.dumps({"format": FORMAT, **content}, ensure_ascii=False), encoding="utf-8")
            fresh.replace(self.running)
        except OSError:
            fresh.unlink(missing_ok=True)
            raise

    def set_aside(self) -> Path:
        """Renames a damaged unfinished match."""
        broken = self.running.with_name("play.json.broken")
        self.running.replace(broken)
        return broken

    def finish(self, record: Record) -> int:
        """Appends the record to the saved matches and removes the unfinished one; returns its line number."""
        line = append_record(self.matches, record)
        self.running.unlink(missing_ok=True)
        return line


def append_record(path: Path, record: Record) -> int:
    """Appends the record to the file; returns its line number, from 1."""
    path.parent.mkdir(parents=True, exist_ok=True)
    zipped = path.suffix == ".gz"
    before = b""
    if path.exists():
        before = gzip.decompress(path.read_bytes()) if zipped else path.read_bytes()
    text = ("" if before.endswith(b"\n") or not before else "\n") + record.to_line() + "\n"
    with gzip.open(path, "ab") if zipped else path.open("ab") as stream:
        stream.write(text.encode("utf-8"))
    return before.count(b"\n") + text.count("\n")
