"""A script as a stranger writes it over the public calls: mypy allows it no `Any` (see pyproject.toml)."""

from __future__ import annotations

from random import Random

import foretold


def played(seed: int) -> tuple[str, int]:
    """A match of the second edition by a bot: its record as a line, and the place of the last card played."""
    game = foretold.load("seven-prophecies", players=4)
    state = game.start(seed=seed)
    bot, chance, place = foretold.bot("greedy"), Random(seed), 0
    while not state.over:
        seat = state.actors[0]
        view = state.view(seat)
        action = bot.choose(view, chance)
        if view.phase == "tricks":
            outlook = next(outlook for outlook in view.outlooks() if outlook.action == action)
            place = outlook.place
            assert view.rules.scoring.target == 7
        state = state.apply(seat, action)
    last = state.finished[-1]
    assert sum(part.points for part in last.end.parts[0]) == last.points[0]
    assert [prophecy.tokens for prophecy in last.prophecies]
    return state.record(names=("a", "b", "c", "d")).to_line(), place


def prophecy(seed: int) -> int:
    """The tricks that seat 0 has won in a round of Prophecy."""
    state = foretold.load("prophecy", players=3, variant="short").start(seed=seed)
    while not state.finished:
        seat = state.actors[0]
        state = state.apply(seat, str(state.legal(seat)[0]))
    return state.finished[0].won[0]


def refused(text: str) -> str:
    """Why a text is no legal action at the start of a match."""
    state = foretold.load("seven-prophecies-2017", players=3, tenth_trick_scores=False).start(seed=1)
    try:
        state.apply(0, text)
    except foretold.IllegalAction as error:
        return f"{error.clause} {error.reason}: {error.sentence('en')}"
    except foretold.NotationError as error:
        return error.reason
    return ""


def over(line: str) -> bool:
    """Whether the match of a record is over."""
    return foretold.replay(foretold.Record.from_line(line)).over
