"""A table made again from its journal; of a damaged one what can be read."""

from __future__ import annotations

from collections.abc import Iterable

from foretold.server import journal
from foretold.server.operations import KeptEntry
from foretold.server.schema import BadDatabase
from foretold.server.table import Table

UNREADABLE = (ValueError, AssertionError, KeyError, IndexError, BadDatabase)  # what a damaged journal may raise


def rebuild(table: Table, entries: Iterable[KeptEntry]) -> None:
    """The table is what these entries make it; where they can't, one of UNREADABLE, and what they made so far."""
    for number, at, body in entries:
        if number != table.number + 1:
            raise ValueError(f"entry {table.number + 1} is missing")
        table.apply(journal.read(body), at)
