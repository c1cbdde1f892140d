"""Daily copies of a database: their names, which of them are kept, and putting one in the database's place."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from foretold.server.store.interface import BadDatabase
from foretold.server.store.sqlite import watermarks
from foretold.server.store.sqlite.schema import copy_database, open_database

FOLDER = "backups"  # beside the database
KEPT = 7
_STAMP = "%Y%m%dT%H%M%SZ"
_BESIDE = ("-wal", "-shm")  # SQLite's log and its index


class BackupPolicy(NamedTuple):
    """Where daily copies of a database go, and how many are kept."""

    database: Path
    folder: Path
    kept: int = KEPT


class Copy(NamedTuple):
    """One copy and when it was made, in seconds since 1970."""

    path: Path
    made: float


def daily_copies(policy: BackupPolicy) -> list[Copy]:
    """The copies in the folder by the time in their names, the oldest first."""
    named = re.compile(re.escape(policy.database.stem) + r"-(\d{8}T\d{6}Z)" + re.escape(policy.database.suffix))
    copies = []
    for path in policy.folder.iterdir() if policy.folder.is_dir() else ():
        match = named.fullmatch(path.name)
        with suppress(ValueError):
            if match is not None:
                made = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
                copies.append(Copy(path, made.timestamp()))
    return sorted(copies, key=lambda copy: copy.made)


def new_copy(policy: BackupPolicy, now: float) -> Path:
    """The name of a copy that is made now; its folder exists afterwards."""
    policy.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    stamp = datetime.fromtimestamp(now, UTC).strftime(_STAMP)
    return policy.folder / f"{policy.database.stem}-{stamp}{policy.database.suffix}"


def drop_old_copies(policy: BackupPolicy) -> list[Path]:
    """Deletes all but the newest copies, and what interrupted ones left behind; returns the deleted copies."""
    old = [copy.path for copy in daily_copies(policy)[: -policy.kept]]
    started = re.compile(r"\.\d+\." + re.escape(policy.database.stem) + r"-\d{8}T\d{6}Z.*")
    for path in (*old, *(path for path in policy.folder.iterdir() if started.fullmatch(path.name))):
        path.unlink(missing_ok=True)
    return old


def restore(copy: Path, database: Path, check: Callable[[Path], dict[str, int]]) -> tuple[dict[str, int], Path | None]:
    """Puts a copy in the place of the database, which no server may use; the caller holds its lock.

    `check` counts the rows of a file, or raises BadDatabase if it is damaged: it runs on the copy before anything is
    replaced, and again on the restored database. Returns the rows, and where the replaced database is kept.
    """
    part = database.with_name(f".{os.getpid()}.{database.name}")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        copy_database(copy, part, replace=True)
        with closing(open_database(part)) as upgraded:  # a copy of an older version gets this version's schema
            upgraded.execute("PRAGMA journal_mode = DELETE")
        rows = check(part)
        kept = _put_aside(database)
        part.rename(database)
    finally:
        for ending in ("", "-journal", *_BESIDE):
            part.with_name(part.name + ending).unlink(missing_ok=True)
    try:
        after = check(database)
        if after != rows:
            raise BadDatabase("restore-differs", {"file": str(database)})
    except BaseException:
        _put_back(kept, database)
        raise
    return rows, kept


def _put_aside(database: Path) -> Path | None:
    """Renames the database with its log; returns its new name, None if there is none."""
    watermarks.notes_path(database).unlink(missing_ok=True)
    if not database.exists():
        return None
    names = (database.with_name(f"{database.name}.replaced{number or ''}") for number in range(10_000))
    kept = next(path for path in names if not path.exists())
    for ending in (*_BESIDE, ""):
        with suppress(FileNotFoundError):
            database.with_name(database.name + ending).rename(kept.with_name(kept.name + ending))
    return kept


def _put_back(kept: Path | None, database: Path) -> None:
    database.unlink(missing_ok=True)
    for ending in (*_BESIDE, "") if kept is not None else ():
        with suppress(FileNotFoundError):
            assert kept is not None
            kept.with_name(kept.name + ending).rename(database.with_name(database.name + ending))
