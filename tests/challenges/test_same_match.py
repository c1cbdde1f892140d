"""Whoever makes the same decisions in a challenge has the same match, bit for bit, wherever it is played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import foretold
from foretold.challenges import Challenge, acts_of, budgeted, choose, decision_chance, in_order, parted
from foretold.errors import BadOption, UnknownBot
from foretold.games import State
from tests.challenges import played
from tests.challenges.from_records import of_record

HERE = Path(played.__file__)
PYTHONS = ("python3.10", "python3.11", "python3.12", "python3.13", "python3.14")


def begin(first: int, count: int, cache: Path | None = None, python: str = sys.executable) -> subprocess.Popen[str]:
    """A process that plays some challenges; with a cache of its own it compiles everything first."""
    root = HERE.parents[2]
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}:{root}"}
    if cache is not None:
        environment["FORETOLD_CACHE"] = str(cache)
    command = [python, str(HERE), str(first), str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def lines(process: subprocess.Popen[str]) -> list[str]:
    """The records that it printed."""
    out, errors = process.communicate(timeout=1200)
    assert process.returncode == 0, errors
    return out.splitlines()


def test_one_process_and_two_at_once_play_the_same_records(pytestconfig: pytest.Config) -> None:
    count = 200 if pytestconfig.getoption("--long") else 6
    here = [played.played(number).to_line() for number in range(count)]
    halves = [begin(0, count // 2), begin(count // 2, count - count // 2)]
    assert [line for half in halves for line in lines(half)] == here
    for line in here:
        assert foretold.replay(foretold.Record.from_line(line)).over


@pytest.mark.long
def test_freshly_compiled_kernels_play_the_same_records(tmp_path: Path) -> None:
    assert lines(begin(0, 30, tmp_path)) == [played.played(number).to_line() for number in range(30)]


@pytest.mark.long
@pytest.mark.parametrize("python", PYTHONS)
def test_another_python_plays_the_same_records(python: str, tmp_path: Path) -> None:
    path = shutil.which(python)
    if path is None or _version(path) == sys.version:
        pytest.skip("there is no such other Python")
    if subprocess.run([path, "-c", "import numba, msgspec"], capture_output=True).returncode:
        pytest.skip(f"{python} has no Numba")
    assert lines(begin(0, 30, tmp_path, path)) == [played.played(number).to_line() for number in range(30)]


def _version(python: str) -> str:
    return subprocess.run(
        [python, "-c", "import sys; print(sys.version, end='')"], capture_output=True, text=True
    ).stdout


def test_the_order_of_simultaneous_choices_changes_nothing() -> None:
    for number in range(3):
        challenge = played.challenge(number)
        game, state, rng = challenge.game, challenge.start(), Random(number)
        made = [0] * game.players
        while not state.over:  # as at a table: anybody may be quicker
            seat = rng.choice(state.actors)
            view, chance = state.view(seat), decision_chance(challenge.seed, seat, made[seat])
            own = seat == challenge.seat
            state = state.apply(seat, rng.choice(view.legal) if own else choose(challenge.bots[seat], view, chance))
            made[seat] += 1
        ordered, _ = in_order(game, challenge.start(), acts_of(state))
        assert ordered.record() == replayed(challenge, state).record()


def replayed(challenge: Challenge, state: State) -> State:
    """The challenge with the decisions of its seat in that match."""
    decisions = iter([action for seat, action in acts_of(state) if seat == challenge.seat])
    return challenge.play(lambda view, chance: next(decisions))


def test_a_record_names_its_challenge() -> None:
    record = played.played(1)
    described = of_record(record)
    assert described is not None
    assert described == played.challenge(1)
    assert record.extra["seats"][described.seat] == {"kind": "person"}
    assert {seat.get("worlds") for seat in record.extra["seats"]} == {None, 6}
    assert replayed(described, foretold.replay(record)).record().events == record.events


def test_the_randomness_of_a_decision_depends_on_its_text_alone() -> None:
    """As docs/daily.md says, for programs in other languages."""
    seed = bytes(range(32))
    assert decision_chance(seed, 2, 7).getrandbits(64) == 15116193138791076945
    assert decision_chance(seed, 2, 8).getrandbits(64) != decision_chance(seed, 3, 7).getrandbits(64)


def test_invalid_challenges_are_refused() -> None:
    game = foretold.load("seven-prophecies", players=4)
    with pytest.raises(BadOption):
        Challenge(game, 4, bytes(32), ("adept:6",) * 4)
    with pytest.raises(BadOption):
        Challenge(game, 0, bytes(31), ("", *["adept:6"] * 3))
    with pytest.raises(BadOption):
        Challenge(game, 0, bytes(32), ("", "", "adept:6", "adept:6"))
    with pytest.raises(UnknownBot):
        budgeted("cheat")
    with pytest.raises(UnknownBot):
        parted("seer:0")
