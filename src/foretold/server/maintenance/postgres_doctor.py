"""Checks and repairs a PostgreSQL database: journals rebuild their tables, records replay.

Damaged pages are for pg_amcheck to find.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from foretold.server.live.rebuild import UNREADABLE, rebuild
from foretold.server.maintenance.doctor import Cut, Findings
from foretold.server.maintenance.record_checks import checked
from foretold.server.store import PARTS, Row, TooNew
from foretold.server.store.postgres.store import PostgresStore
from foretold.server.table.table import Table


def examine(url: str) -> Findings:
    """Finds what is wrong with the database, even while servers run; entries of newer versions are skipped."""
    with PostgresStore(url) as store:
        rows = {part: store.count(part) for part in PARTS}
        tables = [str(row[0]) for page in store.rows_of("tables") for row in page]
        journals = [cut for table in tables if (cut := _cut(store, table)) is not None]
        records = [str(row[0]) for row, good in checked(store.rows_of("matches")) if not good]
    return Findings([], rows, journals, records, [])


def _cut(store: PostgresStore, id: str) -> Cut | None:
    table = Table(id)
    try:
        entries = store.entries(id)
    except TooNew:
        return None
    with suppress(*UNREADABLE):
        rebuild(table, entries)
    last = entries[-1].number if entries else -1
    return None if table.number == last >= 0 else Cut(id, table.number, last)


def repair(url: str, findings: Findings, kept: Path) -> None:
    """Truncates journals where they become unreadable and deletes invalid records, saving all of it to a file.

    A table without any readable entry is deleted.
    """
    good = {cut.table: cut.good for cut in findings.journals}
    with PostgresStore(url) as store, kept.open("x", encoding="utf-8") as file:

        def keep(part: str, rows: Sequence[Row]) -> None:
            for row in rows:
                columns = dict(zip(PARTS[part][0], map(_plain, row), strict=True))
                file.write(json.dumps({"from": part, **columns}) + "\n")
            file.flush()

        store.take_out(good, findings.records, keep)


def _plain(value: object) -> object:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value
