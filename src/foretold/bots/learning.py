"""What self-play teaches a search beyond its play-outs: whether a choice brings more than the best, by their signs.

Play-outs let everybody go on as `greedy` does, and so they are wrong about some choices more than about others. By how
much was learned from matches in which choices that came close were tried (arena/response.py), as weights of signs, and
is kept as a small text file for each title, player count and variant for which it gains.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

import numpy as np

from foretold.bots.race import Standing
from foretold.bots.signs import part_of, signs_of
from foretold.calibration import file_name
from foretold.games import Game
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.kernels.arrays import Shares

FORMAT = "foretold-learned/1"
NEAR = 1.0  # points by which what is tried is worse than the best, at the most
NEXT = 5  # of the best, from which it is taken

Learned = Mapping[int, Shares]  # by part of a round: weights of how signs differ from those of the best choice


def near_the_best(standings: Sequence[Standing]) -> list[Standing]:
    """The best choice, and those that come so close that they were tried instead; of others nothing is known."""
    return [standings[0], *(each for each in standings[1:NEXT] if each.value > standings[0].value - NEAR)]


def corrected(
    view: SevenView | ProphecyView, standings: Sequence[Standing], learned: Learned, share: float = 1.0
) -> list[Standing]:
    """The standings, the best first by what was learned; `share` of that counts."""
    weights = learned.get(part_of(view))
    close = near_the_best(standings)
    if weights is None or len(close) == 1:
        return list(standings)
    signs = [signs_of(view, each) for each in close]
    found = [
        each._replace(value=each.value + share * float((own - signs[0]) @ weights))
        for each, own in zip(close, signs, strict=True)
    ]
    known = {each.choice for each in close}
    return [*sorted(found, key=lambda each: -each.value), *(each for each in standings if each.choice not in known)]


@lru_cache(maxsize=64)
def learned_of(game: Game) -> Learned:
    """What was learned for a game; nothing where nothing was."""
    source = files("foretold.bots").joinpath("learned", file_name(game))
    if not source.is_file():
        return {}
    found = json.loads(source.read_text("utf-8"))["weights"]
    return {int(part): np.array(weights) for part, weights in found.items()}


def to_text(learned: Learned, made: Mapping[str, str | int | None]) -> str:
    """As the file has it: how it was made, and a line for each part of a round."""
    rows = ",\n".join(
        f"    {json.dumps(str(part))}: {json.dumps([round(float(each), 4) for each in weights])}"
        for part, weights in sorted(learned.items())
    )
    head = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in {"format": FORMAT, **made}.items())
    return f'{{\n{head}  "weights": {{\n{rows}\n  }}\n}}\n'
