"""What tests of the server share: an environment of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """Where the server of a file keeps everything: '' is a file of SQLite beside it."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres").new())


@pytest.fixture
def plain_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of whoever runs the tests is seen, and nothing is written outside the directory of the test."""
    for name in [name for name in os.environ if name.startswith("FORETOLD_") and name != "FORETOLD_CACHE"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("FORETOLD_LANG", "en")
    monkeypatch.setenv("FORETOLD_DATA", str(tmp_path))
