"""What tests of the server share: an environment of their own."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """Where the server of a file keeps everything: '' is a file of SQLite beside it."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres").new())
