"""`foretold bench web` on a small scale: the figures are there, and the first load is small. No timing is asserted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from foretold.benchmarks import site, web
from foretold.benchmarks.server import running, serve
from foretold.cli.commands import bench
from tests.web.browsing import chromium


def run(directory: Path, what: str = "web", **environment: str) -> dict[str, Any]:
    """The figures of the command, with temporary files in this directory."""
    done = subprocess.run(
        [sys.executable, "-m", "foretold", "bench", what, "--json", "--seconds", "0.1"],
        capture_output=True,
        text=True,
        check=True,
        timeout=1200,
        env={**os.environ, "TMPDIR": str(directory), "FORETOLD_DATA": str(directory), **environment},
    )
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def test_the_first_load_is_small(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, *serve(tmp_path)) as server:
        room = web.Browsers(browser, f"http://127.0.0.1:{server.port}")
        assert 50_000 < room.first_load() < 262_000
        assert room.drawn() > 0


@pytest.mark.long
def test_all_figures_are_printed(tmp_path: Path) -> None:
    figures = run(tmp_path, FORETOLD_CHROMIUM=chromium())
    assert 50 < figures["first load: kilobytes (bar 250)"] < 250
    assert figures["until a table is drawn: CPU seconds (bar 1)"] > 0
    for game in web.GAMES:
        assert figures[f"{game}, a trick: longest task, CPU milliseconds (bar 50)"] > 0
        assert figures[f"{game}, a trick: layouts forced by script (bar 0)"] == 0
    assert figures["from a tap to its sight in another browser: milliseconds"] > 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_all_figures_of_the_site_are_printed(tmp_path: Path) -> None:
    figures = run(tmp_path, "site", FORETOLD_CHROMIUM=chromium())
    assert 4 < figures["all files as they are sent: megabytes (bar 8)"] < 8
    assert len(figures) == 5 + len(site.BOTS)
    assert list(tmp_path.iterdir()) == []


def test_without_a_browser_the_error_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORETOLD_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    assert bench.web_figures(1.0) == {"web": "needs Chromium: install it, or say in FORETOLD_CHROMIUM where it is"}
    monkeypatch.setitem(sys.modules, "playwright", None)
    assert bench.web_figures(1.0) == {"web": "needs Playwright: pip install playwright"}
