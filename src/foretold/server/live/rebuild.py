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
    """The table is what these entries make it; where they can't, one of UNREADABLE, and what they made so far.

    `noted` hears of each entry that says which process wrote it.
    """
    for number, at, body, writer in entries:
        if number != table.number + 1:
            raise ValueError(f"entry {table.number + 1} is missing")
        entry = journal.read(body)
        table.apply(entry, at)
        if writer and noted is not None:
            noted(entry, writer)
