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
            if match.sight(0)["view"]["phase"] != "tricks":
                if match.people[0].get(match.path).json()["phase"] == "over":
                    match = ByDays(server, "seven-prophecies-2017")
                match.choose_all()
                continue
            [leader] = match.actors()
            follower = (leader + 1) % 3
            view = match.sight(follower)["view"]
            if view["trick"] or len(match.hand(follower)) < 2:
                match.act(leader)
                continue
            lead = view["future"][len(view["tricks"])][0]
            hand = match.hand(follower)
            card = moments.choice([card for card in hand if card[0] == lead] or hand)
            assert match.plan(follower, card).status_code == 200
            planned += 1
            before = len(match.acted())
            early = killed % 2 == 0
            if early:  # before its turn
                server.kill()
                server.start()
                assert [plan["action"] for plan in match.planned(follower)] == [card]
                match.act(leader)
            else:  # around the moment at which it is played
                match.act(leader)
                time.sleep(0.35 * moments.random())
                server.kill()
                server.start()
            killed += 1
            match.wait_for_acts(before + 2)
            assert match.acted()[before + 1] == (follower, card)
            assert match.planned(follower) == []
            assert match.actors() == [(follower + 1) % 3], "it was played once"
        assert planned == kills
        assert server.run("SELECT * FROM plans") == []
        print(f"\n{kills} kills, {planned} cards chosen in advance")
