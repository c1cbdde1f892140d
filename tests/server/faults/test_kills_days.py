"""The server is killed around cards chosen in advance: none is lost, and none is played twice."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.server.by_days import ByDays
from tests.server.serving import serving


def test_a_card_chosen_in_advance_survives_kills_and_is_played_once(
    tmp_path: Path, request: pytest.FixtureRequest, database: str
) -> None:
    kills = 100 if request.config.getoption("--long") else 4
    moments = random.Random(5)
    with serving(tmp_path, "--request-rate", "1000", database=database) as server:
        match = ByDays(server, "seven-prophecies-2017")
        killed = planned = 0
        while killed < kills:
            if match.over():
                match = ByDays(server, "seven-prophecies-2017")
            plan = match.plan_next(moments)
            if plan is None:
                continue
            planned += 1
            if killed % 2 == 0:  # before its turn
                server.kill()
                server.start()
                assert [card["action"] for card in match.planned(plan.seat)] == [plan.card]
                match.act(plan.leader)
            else:  # around the moment at which it is played
                match.act(plan.leader)
                time.sleep(0.35 * moments.random())
                server.kill()
                server.start()
            killed += 1
            match.check_played(plan)
        assert planned == kills
        assert server.run("SELECT * FROM plans") == []
        print(f"\n{kills} kills, {planned} cards chosen in advance")
