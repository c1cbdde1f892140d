"""Without compiler and NumPy, in the archive of a page, kernels give the same numbers; and `adept` plays by them."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

from foretold.here.archive import LEVELS, archive

# The worth of two choices in drawn worlds, for a card and for a prophecy or bid of each title; and some dice.
VALUES = """
import json
from random import Random
import numpy as np
from foretold.games import load
from foretold.kernels import prophecy_search, seven_search
from foretold.kernels.dice import below, seed_dice
from foretold.kernels.outcomes import COLUMNS, SHARE
from foretold.kernels.positions import prophecy_position, seven_position
from foretold.kernels.bidders import habits_of
from foretold.kernels.worlds import Count
from foretold.games.unknown import prophecy_unknown, seven_unknown

def rows(outcomes, count):
    return [[float(outcomes[0, i][column]) for column in range(COLUMNS) if column != SHARE] for i in range(count)]

found = {}
dice = np.zeros(1, np.int64)
seed_dice(dice, 12345)
found["dice"] = [int(below(dice, n)) for n in (6, 52, 1 << 30) * 20]
for name in ("seven-prophecies", "seven-prophecies-2017", "prophecy"):
    state = load(name, 4).start(seed=3)
    values = []
    while len(values) < 3:
        seat = state.actors[0]
        view = state.view(seat)
        seven = name != "prophecy"
        at = (seven_position if seven else prophecy_position)(view)
        hands = Count((seven_unknown if seven else prophecy_unknown)(view)).draw(Random(1))[:3]
        hands.insert(at.seat, at.own)
        outcomes = np.zeros((1, 2, COLUMNS))
        world = np.array([hands], np.int64)
        game = view.rules
        some = view.legal[:2]
        if seven:
            early = view.phase == "prophecy"
            numbers = np.array([(game.packed if early else game.bits)[each] for each in some], np.int64)
            (seven_search.value_prophecies if early else seven_search.value_plays)(at, world, numbers, outcomes)
        else:
            deals = prophecy_search.Deals(world, np.array([[int(bid) for bid in at.bids]], np.int64))
            if view.phase == "bid":
                masks = np.array([game.mask(each.cards) for each in some], np.int64)
                prophecy_search.value_bids(at, habits_of((True,) * 4), deals, masks, 99, outcomes)
            else:
                break
        values.append(rows(outcomes, 2))
        for each in list(state.actors):
            state = state.apply(each, state.legal(each)[0])
    found[name] = values
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a page's Python finds its packages in."""
    folder = tmp_path_factory.mktemp("page")
    zipfile.ZipFile(BytesIO(archive())).extractall(folder)
    return folder


def run(code: str, path: Path) -> Any:
    """What the code prints, as JSON; `path` comes before all other packages."""
    given = f"import sys\nsys.path.insert(0, {str(path)!r})\n"
    done = subprocess.run([sys.executable, "-c", given + code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_kernels_give_the_same_numbers_as_compiled(page: Path) -> None:
    plain, out = run(VALUES, page), StringIO()
    with redirect_stdout(out):
        exec(VALUES, {})
    compiled = json.loads(out.getvalue())
    assert plain["dice"] == compiled["dice"]
    for name in ("seven-prophecies", "seven-prophecies-2017", "prophecy"):
        assert len(plain[name]) >= 1
        for one, other in zip(plain[name], compiled[name], strict=True):
            for mine, theirs in zip(one, other, strict=True):
                assert mine == pytest.approx(theirs)


MATCH = """
import json
from random import Random
from foretold import bots
from foretold.games import load
from foretold.here.adept import AdeptBot
import numpy
assert "/here" not in str(numpy.__file__) and hasattr(numpy, "Grid")
found = {"names": bots.names(), "over": []}
for name, variant in (("seven-prophecies-2017", "single-round"), ("prophecy", "short")):
    state, bot, rng = load(name, 3, variant=variant).start(seed=2), AdeptBot(seconds=0.001), Random(0)
    while not state.over:
        for seat in state.actors:
            if not state.over and seat in state.actors:
                state = state.apply(seat, bot.choose(state.view(seat), rng))
    found["over"].append(state.over)
print(json.dumps(found))
"""


def test_adept_plays_whole_matches_without_compiler_and_numpy(page: Path) -> None:
    found = run(MATCH, page)
    assert found == {"names": sorted(LEVELS), "over": [True, True]}


def test_adept_finds_better_choices_than_greedy() -> None:
    """Against three of `greedy` it gets more points than they do on average, on the same deals in every seat."""
    from random import Random

    from foretold.bots.greedy import GreedyBot
    from foretold.games import load
    from foretold.here.adept import AdeptBot

    ahead = 0.0
    for seed in range(6):
        for place in range(4):
            state, rng = load("seven-prophecies", 4).start(seed=seed), Random(seed)
            bots = [AdeptBot(seconds=60.0, worlds=10) if seat == place else GreedyBot() for seat in range(4)]
            while not state.finished:
                for seat in state.actors:
                    if not state.finished:
                        state = state.apply(seat, bots[seat].choose(state.view(seat), rng))
            points = state.finished[0].points
            ahead += points[place] - (sum(points) - points[place]) / 3
    assert ahead > 0
