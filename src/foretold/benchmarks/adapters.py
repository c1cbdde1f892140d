"""Speed of random play in batches, through PettingZoo and OpenSpiel, and in a game of PettingZoo, in one run."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

Measure = Callable[[Callable[[], int], float], float]
NOT_INSTALLED = "not installed"
GAMES = ("seven-prophecies", "prophecy")
ENVIRONMENTS = 1024  # of a batch
Environment = Any  # PettingZoo has types in some versions only


def figures(seconds: float, per_second: Measure) -> dict[str, object]:
    """Measures steps and decisions per CPU-second; `per_second` measures how much of some work a CPU-second does."""

    def speed(work: Callable[[], int] | None) -> float | None:
        return None if work is None else per_second(work, seconds)

    rival = speed(zoo_steps(holdem_table()))
    figures: dict[str, object] = {"PettingZoo's texas_holdem, 4 players: steps per CPU-second": rival or NOT_INSTALLED}
    for game in GAMES:
        rates = {
            f"batch of {ENVIRONMENTS:,}": speed(batch_steps(game, "exact")),
            "batch with fast deals": speed(batch_steps(game, "fast")),
            "PettingZoo": speed(zoo_steps(foretold_table(game))),
            "OpenSpiel": speed(spiel_decisions(game, tensors=False)),
            "OpenSpiel with observations": speed(spiel_decisions(game, tensors=True)),
        }
        ours, *others = rates.items()
        for name, rate in rates.items():
            figures[f"{game}, 4 players, {name}: steps per CPU-second"] = rate or NOT_INSTALLED
        for name, rate in (*others, ("texas_holdem", rival)):
            if rate:
                figures[f"{game}, {ours[0]}: ratio to {name}"] = (ours[1] or 0.0) / rate
    return figures


def batch_steps(game: str, deals: str) -> Callable[[], int]:
    """Plays matches at random in a batch, with observations and masks; every action is checked."""
    from foretold.adapters.vector import batch

    table = batch(game, players=4, batch=ENVIRONMENTS, deals=deals)
    table.reset(range(ENVIRONMENTS))

    def work() -> int:
        for _ in range(20):
            table.step(table.random_actions())
        return 20 * ENVIRONMENTS

    return work


def foretold_table(game: str) -> Environment:
    """Returns a title as an environment; None if PettingZoo is not installed."""
    try:
        from foretold.adapters.pettingzoo import env
    except ImportError:
        return None
    return env(game, players=4)


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


def spiel_decisions(name: str, *, tensors: bool) -> Callable[[], int] | None:
    """Plays random rounds of a title through OpenSpiel from Python; counts decisions.

    With `tensors`, the observation of the player to act is read before each.
    """
    try:
        import pyspiel

        import foretold.adapters.openspiel  # noqa: F401  registers the games
    except ImportError:
        return None
    game = pyspiel.load_game(f"foretold_{name.replace('-', '_')}(players=4,episode=round)")
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
                    if tensors:
                        state.observation_tensor()
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return work
