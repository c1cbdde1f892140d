"""`foretold simulate` in this process, for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foretold.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    """Runs the command in this process."""
    code = main(["simulate", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def done(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> dict[str, Any]:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    figures: dict[str, Any] = json.loads(out)
    return figures
