"""What the tests of the store share: a database of either kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from foretold.server.store import AddTable, Database
from tests.server.store.helpers import store_all


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of SQLite with one open table."""
    path = tmp_path / "foretold.sqlite"
    store_all(path, [AddTable("table", 10)])
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def path(request: pytest.FixtureRequest) -> Database:
    """A database of either kind with one open table."""
    if request.param == "sqlite":
        return Path(request.getfixturevalue("file"))
    place = str(request.getfixturevalue("postgres").new())
    store_all(place, [AddTable("table", 10)])
    return place
