"""`foretold daily`: the same match by the same seed and decisions, told by shapes; of a server only what is open."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import foretold
from foretold import fair
from foretold.cli import Usage
from foretold.cli.terminal.served_match import Visit
from foretold.files import read
from tests.challenges.from_records import of_record
from tests.cli.running import clean_environment, in_process, text_of
from tests.server.serving import serving

ANSWERS = ("3-3-1\n" + "".join(f"{number}\n" for number in range(1, 11)) * 12).encode()
WISH = ("daily", "seven-prophecies-2017", "--variant", "single-round", "--players", "3", "--bot", "novice")


def played(*more: str) -> subprocess.CompletedProcess[str]:
    """The command with answers from a pipe."""
    return text_of(in_process(*WISH, *more, environment=clean_environment(), feed=ANSWERS))


def test_the_same_seed_and_decisions_leave_the_same_record(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    seeds = ("7", "7", "8", "00" * 32)
    results = [played("--seed", seed, "--record", str(file)) for seed in seeds]
    assert [result.returncode for result in results] == [0] * 4
    assert results[0].stdout == results[1].stdout
    assert "●" in results[0].stdout.splitlines()[-2]
    records = list(read(file))
    assert records[0] == records[1] != records[2]
    daily = of_record(records[3])
    assert daily is not None
    assert (daily.seed, daily.bots) == (bytes(32), ("", "novice", "novice"))


def test_an_invalid_seed_is_refused() -> None:
    assert played("--seed", "zz").returncode == 2


def test_the_commitment_of_a_past_day_is_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    secret = bytes(range(32))
    match = {"game": "prophecy", "players": 4, "seat": 0, "bots": ["", "novice", "novice", "novice"], "played": 3}
    match |= {"commitment": fair.commitment(secret), "secret": secret.hex()}
    monkeypatch.setattr(Visit, "ask", lambda *_: {"day": "2026-11-16", "matches": [match]})
    wish = ("daily", "prophecy", "--server", "http://cards.example", "--day", "2026-11-16")
    environment = clean_environment(FORETOLD_DATA=str(tmp_path))
    assert "promised" in text_of(in_process(*wish, environment=environment)).stdout
    match["secret"] = "11" * 32
    assert text_of(in_process(*wish, environment=environment)).returncode == 2


@pytest.mark.parametrize("game", ["seven-prophecies", pytest.param("prophecy", marks=pytest.mark.long)])
def test_todays_match_is_played_at_the_server_and_continues_where_it_was_left(tmp_path: Path, game: str) -> None:
    with serving(tmp_path, "--bot-delay", "0.01", "--request-rate", "1000") as server:
        wish = ("daily", game, "--server", server.url, "--name", "Ines", "--fast", "--lang", "en")
        environment = clean_environment(FORETOLD_DATA=str(tmp_path / "data"))

        def played(answers: str) -> str:
            output = text_of(in_process(*wish, environment=environment, feed=answers.encode()))
            assert output.returncode == 0, output.stderr
            return output.stdout

        choice = "3-2-1-1\n" if game == "seven-prophecies" else "1 2 3\n"
        assert "run the same command to continue" in played(choice + "1\n2\n")
        whole = (choice + "".join(f"{number}\n" for number in range(1, 16)) * 15) * 12
        assert "of 0 others" in played(whole)
        [(points, record)] = server.run("SELECT points, record FROM tries JOIN matches ON id = match_id")
        state = foretold.replay(json.loads(record))
        assert (state.over, points) == (True, state.scores[0])
        assert f"Your result: {points} point" in played("")  # played once


def test_a_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(Usage) as refused:
        Visit("ftp://nothing", tmp_path / "servers.json").ask("GET", "/api/daily")
    assert refused.value.reason == "daily-unreachable"
