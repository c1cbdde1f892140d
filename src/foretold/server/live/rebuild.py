"""Rebuilds a table from its journal; of a damaged one, as much as can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from foretold.server.store import BadDatabase, KeptEntry
from foretold.server.table import journal
from foretold.server.table.table import Table

UNREADABLE = (ValueError, AssertionError, KeyError, IndexError, BadDatabase)  # what a damaged journal may raise


def rebuild(
    table: Table, entries: Iterable[KeptEntry], noted: Callable[[journal.AnyEntry, str], None] | None = None
) -> None:
    """Applies stored entries to the table; raises one of UNREADABLE at the first entry that can't be applied.

    `noted` gets each entry with the process that wrote it, if known.
    """
    for number, at, body, writer in entries:
        if number != table.number + 1:
            raise ValueError(f"entry {table.number + 1} is missing")
        entry = journal.read(body)
        table.apply(entry, at)
        if writer and noted is not None:
            noted(entry, writer)
