"""PufferLib: one learning seat against bots or frozen policies, as a native `PufferEnv` (docs/adapters.md).

PufferLib's policies take one flat array, so an observation is the row followed by the action mask. The class also works
without PufferLib, with the same buffers.

>>> from foretold.adapters.pufferlib import ForetoldPuffer
>>> table = ForetoldPuffer("prophecy", num_envs=64, opponents="greedy")
>>> observations, infos = table.reset(seed=7)
>>> observations.shape
(64, 925)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from foretold.adapters import MissingExtra
from foretold.adapters.one_seat import OneSeat, Policy
from foretold.adapters.vector import Array, batch

try:
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtra("Gymnasium 1.1 or later", "pufferlib") from None


class OwnBuffers:
    """The buffers of a native environment, with PufferLib's layout, for use without it."""

    single_observation_space: spaces.Box
    single_action_space: spaces.Discrete
    num_agents: int

    def __init__(self, buf: Mapping[str, Array] | None = None) -> None:
        count, seen = self.num_agents, self.single_observation_space
        made = buf or {
            "observations": np.zeros((count, *seen.shape), seen.dtype),
            "rewards": np.zeros(count, np.float32),
            "terminals": np.zeros(count, bool),
            "truncations": np.zeros(count, bool),
            "masks": np.ones(count, bool),
            "actions": np.zeros(count, np.int32),
        }
        self.observations, self.rewards = made["observations"], made["rewards"]
        self.terminals, self.truncations = made["terminals"], made["truncations"]
        self.masks, self.actions = made["masks"], made["actions"]
        self.observation_space = batch_space(seen, count)
        self.action_space = batch_space(self.single_action_space, count)
        self.agent_ids = np.arange(count)


try:
    from pufferlib import PufferEnv
except ImportError:
    PufferEnv = OwnBuffers


class ForetoldPuffer(PufferEnv):
    """Parallel matches; an agent is the learning seat of one of them.

    PufferLib's trainer ignores action masks, so by default an illegal action becomes a random legal one; your own
    policy finds the mask in the last `actions` columns of an observation. `settings` are those of
    `foretold.adapters.vector.batch`.
    """

    def __init__(
        self,
        game: str = "seven-prophecies",
        num_envs: int = 1024,
        *,
        players: int = 4,
        opponents: str | Policy | Sequence[str | Policy] = "greedy",
        seat: int | None = None,
        illegal: str = "replace",
        buf: Mapping[str, Array] | None = None,
        seed: int = 0,
        **settings: Any,
    ) -> None:
        table = batch(game, players, num_envs, **settings)
        self.table = OneSeat(table, opponents, seat, illegal)
        kind = table.observations.dtype
        self._row = table.observations.shape[1]
        low, high = (np.iinfo(kind).min, np.iinfo(kind).max) if kind.kind in "iu" else (-np.inf, np.inf)
        width = self._row + table.numbering.count
        self.single_observation_space = spaces.Box(low, high, (width,), kind.type)
        self.single_action_space = spaces.Discrete(table.numbering.count)
        self.num_agents = num_envs
        self._seed = seed
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[Array, list[dict[str, Any]]]:
        """Starts the match of `game.start(seed=seed + i)` in environment i."""
        first = self._seed if seed is None else int(seed)
        self.table.reset([(first + number) % 2**64 for number in range(self.num_agents)])
        self._show()
        return self.observations, []

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, list[dict[str, Any]]]:
        """Takes the learner's action in every environment and plays on to its next turn."""
        table = self.table
        self.actions[:] = actions
        table.step(self.actions.astype(np.int64))
        self._show()
        self.rewards[:] = table.rewards
        self.terminals[:] = table.terminated
        self.truncations[:] = table.truncated
        return self.observations, self.rewards, self.terminals, self.truncations, self._infos()

    def _show(self) -> None:
        self.observations[:, : self._row] = self.table.observations
        self.observations[:, self._row :] = self.table.mask

    def _infos(self) -> list[dict[str, Any]]:
        """Returns means over the rounds that ended in this step, for PufferLib's log."""
        table = self.table
        ended = table.ended != 0
        if not ended.any():
            return []
        points = table.results[ended]
        ahead = points[:, 0] - points[:, 1:].mean(axis=1)
        return [
            {
                "points": float(points[:, 0].mean()),
                "ahead": float(ahead.mean()),
                "fulfilled": float(table.fulfilled[ended, 0].mean()),
            }
        ]

    def close(self) -> None:
        """Does nothing: no resources are held."""
