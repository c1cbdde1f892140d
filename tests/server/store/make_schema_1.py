"""How schema-1.sqlite was made, by `python -m tests.server.store.make_schema_1`: a database of the first schema."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from foretold.server.store.sqlite.schema import STEPS, migrate

TARGET = Path(__file__).parent / "schema-1.sqlite"
RECORD = '{"format":"foretold-record/1","game":"prophecy","players":2,"names":["Ann","千代"],"events":[]}'

ROWS: dict[str, list[tuple[Any, ...]]] = {
    "people": [("ann", b"a" * 32, "Ann", 1000, 5000), ("chiyo", b"c" * 32, "千代", 2000, 6000)],
    "tables": [("table-1", 1500, None), ("table-2", 1600, 4000)],
    "entries": [
        ("table-1", 0, 1500, b'{"entry":"made","person":"ann","name":"Ann"}'),
        ("table-1", 1, 1700, '{"entry":"seated","seat":1,"person":"chiyo","name":"千代"}'.encode()),
        ("table-2", 0, 1600, b'{"entry":"made","person":"chiyo","name":""}'),
    ],
    "matches": [("match-1", "table-2", 3900, "over", 1, "prophecy", b"s" * 32, RECORD.encode())],
    "seats": [("match-1", 0, "ann"), ("match-1", 1, "chiyo")],
    "links": [(b"l" * 32, "move", "table-1", 1, "chiyo", 9000)],
    "meta": [("alive", 7000)],
}


def make(target: Path) -> None:
    """A database of schema 1 with a few rows stands at `target`."""
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        migrate(connection, STEPS[:1])
        for table, rows in ROWS.items():
            places = ", ".join("?" for _ in rows[0])
            connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)


if __name__ == "__main__":
    TARGET.unlink(missing_ok=True)
    make(TARGET)
