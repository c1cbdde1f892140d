"""`foretold bench server` on a small scale: the figures are there, nothing is left behind. No timing is asserted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from foretold.benchmarks.fleet import LABELS
from tests.postgres import Postgres
from tests.server.serving import wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


def bench(directory: Path, *flags: str, what: str = "server") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "foretold", "bench", what, "--json", *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(directory), "FORETOLD_DATA": str(directory)},
        start_new_session=True,
    )


def session(leader: int) -> set[int]:
    """The running processes of a session."""
    kinds = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            kinds.add(int(path.parent.name))
    return kinds


def test_the_figures_are_there_and_make_sense(tmp_path: Path) -> None:
    process = bench(tmp_path, "--tables", "4", "--seconds", "0.2")
    text, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    figures = json.loads(text)
    assert figures["tables"] == 4
    assert figures["people, each with a websocket"] == 16
    assert figures["steady: moves"] == 4  # one move a second at each table, for 4 times 0.35 seconds
    for label in ("", "bare echo, "):
        times = [figures[f"{label}a move known to all four: {name}, milliseconds"] for name in ("p50", "p99", "max")]
        assert times == sorted(times)
        assert times[0] > 0
    for label in ("steady", "bare echo, steady", "saturated"):
        assert figures[f"{label}: moves per CPU-second"] > 0
    assert figures["ratio of the p99 to the bare echo's"] > 0
    assert figures["saturated: moves per second"] > 4
    assert figures["from start to the first page: CPU seconds"] > 0
    assert figures["peak memory, megabytes"] > 10
    assert session(process.pid) == set()
    assert list(tmp_path.iterdir()) == []


def test_the_figures_of_finding_company_are_there(tmp_path: Path) -> None:
    process = bench(tmp_path, "--tables", "2", "--seconds", "0.2", "--subscribers", "6", what="company")
    text, errors = process.communicate(timeout=240)
    assert process.returncode == 0, errors
    figures = json.loads(text)
    assert (figures["tables"], figures["subscribers"]) == (2, 6)
    assert (figures["subscribers notified once"], figures["subscribers notified more than once"]) == (6, 0)
    for label in ("nobody", "everybody"):
        assert figures[f"moves while {label} is notified"] > 0
        assert figures[f"a move known to all four while {label} is notified: p99, milliseconds"] > 0
    assert figures["both lists for 200 visitors each: per cent of a core"] >= 0


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    process = bench(tmp_path, "--tables", "4", "--seconds", "2")
    try:
        wait_for(lambda: len(session(process.pid)) == 3, 60)  # the bench, the table server, the echo server
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        assert process.returncode == 130
        assert session(process.pid) == set()
        assert list(tmp_path.iterdir()) == []
    finally:
        for left in session(process.pid):
            os.kill(left, signal.SIGKILL)


@pytest.mark.long
def test_the_figures_of_a_fleet_are_there(tmp_path: Path, postgres: Postgres) -> None:
    command = [sys.executable, "-m", "foretold", "bench", "fleet", "--json", "--tables", "3", "--seconds", "0.2"]
    done = subprocess.run([*command, "--database", postgres.new()], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["tables"] == 3
    for label in LABELS:
        assert figures[f"{label}: moves per CPU-second"] > 0
        assert 0 < figures[f"{label}: p50, milliseconds"] <= figures[f"{label}: p99, milliseconds"]
    assert figures["ratio of moves per CPU-second, saturated, to SQLite's"] > 0
