"""`foretold bench adapters` on a small scale: the figures are there. No timing is asserted."""

from __future__ import annotations

import json

import pytest

from foretold.cli import main


def test_the_benchmark_prints_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "adapters", "--seconds", "0.02", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["PettingZoo, seven-prophecies, 4 players: steps per CPU-second"] > 0
    assert figures["OpenSpiel, seven-prophecies, 4 players: decisions per CPU-second"] > 0
    rival = figures["PettingZoo's texas_holdem, 4 players: steps per CPU-second"]
    assert rival == "not installed" or rival > 0
