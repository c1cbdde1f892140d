"""What tests of features share: the short run has them over PostgreSQL, and pages use the same over SQLite."""

from __future__ import annotations

import pytest

from tests.conftest import chosen


@pytest.fixture(scope="module", params=chosen(["sqlite", "postgres"], "postgres"))
def database(request: pytest.FixtureRequest) -> str:
    """Where the server of a file keeps everything: '' is a file of SQLite beside it."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres").new())
