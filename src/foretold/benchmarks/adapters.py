"""Speed of random play through PettingZoo and OpenSpiel, compared with games of these packages in the same run."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

Measure = Callable[[Callable[[], int], float], float]
NOT_INSTALLED = "not installed"
Environment = Any  # PettingZoo has types in some versions only


def figures(seconds: float, per_second: Measure) -> dict[str, object]:
    """Measures steps and decisions per CPU-second; `per_second` measures how much of some work a CPU-second does."""

    def speed(work: Callable[[], int] | None) -> float | None:
        return None if work is None else per_second(work, seconds)

    ours = speed(zoo_steps(foretold_table()))
    rival = speed(zoo_steps(holdem_table()))
    figures: dict[str, object] = {
        "PettingZoo, seven-prophecies, 4 players: steps per CPU-second": ours or NOT_INSTALLED,
        "PettingZoo's texas_holdem, 4 players: steps per CPU-second": rival or NOT_INSTALLED,
    }
    if ours and rival:
        figures["ratio to texas_holdem"] = ours / rival
    rounds = speed(spiel_decisions("foretold_seven_prophecies(players=4,episode=round)"))
    figures["OpenSpiel, seven-prophecies, 4 players: decisions per CPU-second"] = rounds or NOT_INSTALLED
    return figures


def foretold_table() -> Environment:
    """Returns Seven Prophecies as an environment; None if PettingZoo is not installed."""
    try:
        from foretold.adapters.pettingzoo import env
    except ImportError:
        return None
    return env("seven-prophecies", players=4)


def holdem_table() -> Environment:
    """Returns a card game of PettingZoo; None if it or its dependencies are not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings of other packages about deprecations and precision
        try:
            from pettingzoo.classic.rlcard_envs.texas_holdem import env
        except ImportError:
            return None
        return env(num_players=4)


def zoo_steps(table: Environment) -> Callable[[], int] | None:
    """Plays whole random episodes in the loop that PettingZoo documents; counts steps."""
    if table is None:
        return None
    seeds = count()

    def work() -> int:
        steps = 0
        while steps < 1000:
            table.reset(seed=next(seeds))
            for agent in table.agent_iter():
                observation, _, terminated, truncated, _ = table.last()
                over = terminated or truncated
                table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
                steps += 1
        return steps

    return work


def spiel_decisions(name: str) -> Callable[[], int] | None:
    """Plays whole random games through OpenSpiel from Python; counts decisions."""
    try:
        import pyspiel

        import foretold.adapters.openspiel  # noqa: F401  registers the games
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    rng = Random(1)

    def work() -> int:
        decisions = 0
        while decisions < 500:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return work
