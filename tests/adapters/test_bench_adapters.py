"""`foretold bench adapters` on a small scale: the figures are there. No timing is asserted."""

from __future__ import annotations

import json

import pytest

from foretold.cli import main


def test_the_benchmark_prints_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "adapters", "--seconds", "0.02", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    for game in ("seven-prophecies", "prophecy"):
        ours = f"{game}, 4 players, batch of 1,024: steps per CPU-second"
        for other in ("batch with fast deals", "PettingZoo", "OpenSpiel", "OpenSpiel with observations"):
            rate = figures[f"{game}, 4 players, {other}: steps per CPU-second"]
            assert rate > 0
            assert figures[f"{game}, batch of 1,024: ratio to {other}"] == figures[ours] / rate
    rival = figures["PettingZoo's texas_holdem, 4 players: steps per CPU-second"]
    assert rival == "not installed" or figures["prophecy, batch of 1,024: ratio to texas_holdem"] > 0
