"""`foretold daily`: the same match by the same seed and decisions, told by shapes; of a server only what is open."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from foretold import fair
from foretold.challenges import of_record
from foretold.cli import Usage, daily
from foretold.files import read
from tests.cli.running import clean_environment, in_process, text_of

ANSWERS = ("3-3-1\n" + "".join(f"{number}\n" for number in range(1, 11)) * 12).encode()
WISH = ("daily", "seven-prophecies-2017", "--variant", "single-round", "--players", "3", "--bot", "novice")


def played(*more: str) -> subprocess.CompletedProcess[str]:
    """The command with answers from a pipe."""
    return text_of(in_process(*WISH, *more, environment=clean_environment(), feed=ANSWERS))


def test_the_same_seed_and_decisions_leave_the_same_record(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    seeds = ("7", "7", "8", "00" * 32)
    told = [played("--seed", seed, "--record", str(file)) for seed in seeds]
    assert [each.returncode for each in told] == [0] * 4
    assert told[0].stdout == told[1].stdout
    assert "●" in told[0].stdout.splitlines()[-2]
    records = list(read(file))
    assert records[0] == records[1] != records[2]
    found = of_record(records[3])
    assert found is not None
    assert (found.seed, found.bots) == (bytes(32), ("", "novice", "novice"))


def test_a_seed_that_is_none_is_refused() -> None:
    assert played("--seed", "zz").returncode == 2


def test_of_a_server_the_promise_is_told_and_a_day_that_is_over_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = bytes(range(32))
    match = {"game": "prophecy", "players": 4, "seat": 0, "bots": ["", "novice", "novice", "novice"], "played": 3}
    match |= {"commitment": fair.commitment(secret), "secret": ""}
    monkeypatch.setattr(daily, "_asked", lambda server, day: {"day": "2026-11-16", "matches": [match]})
    wish = ("daily", "prophecy", "--server", "http://cards.example")
    told = text_of(in_process(*wish, environment=clean_environment()))
    assert (told.returncode, fair.commitment(secret) in told.stdout) == (0, True)
    match["secret"] = secret.hex()
    told = text_of(in_process(*wish, "--day", "2026-11-16", environment=clean_environment()))
    assert "promised" in told.stdout
    match["secret"] = "11" * 32
    assert text_of(in_process(*wish, environment=clean_environment())).returncode == 2


def test_a_server_that_does_not_answer_is_named() -> None:
    with pytest.raises(Usage) as refused:
        daily._asked("ftp://nothing", None)
    assert refused.value.reason == "daily-unreachable"
