"""Gymnasium: one learning seat against bots or frozen policies, many matches at once or one (docs/adapters.md).

>>> import gymnasium
>>> import foretold.adapters.gymnasium  # registers the environments
>>> tables = gymnasium.make_vec("foretold/SevenProphecies-v1", num_envs=64, opponents="greedy")
>>> observations, infos = tables.reset(seed=7)
>>> observations["observation"].shape
(64, 508)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from foretold.adapters import MissingExtra
from foretold.adapters.one_seat import OneSeat, Policy
from foretold.adapters.vector import Batch, batch

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtra("Gymnasium 1.1 or later", "gymnasium") from None

IDS = {
    "foretold/SevenProphecies-v1": "seven-prophecies",
    "foretold/SevenProphecies2017-v1": "seven-prophecies-2017",
    "foretold/Prophecy-v1": "prophecy",
}


class ForetoldVectorEnv(VectorEnv):
    """Parallel matches with one learning seat each; the others play inside `step`.

    An observation is `{"observation": row, "action_mask": 1 for every legal action}`. When a match or round ends, the
    next one starts within the same step (`AutoresetMode.SAME_STEP`). Its `final_obs` is all zero: there is nothing
    left to see. Where `infos["_results"]` is set, a round ended, and `infos["results"]` and `infos["fulfilled"]` have
    its results: the learner's first, then its left neighbour's.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as in Gymnasium

    def __init__(
        self,
        game: str = "seven-prophecies",
        num_envs: int = 1024,
        *,
        players: int = 4,
        opponents: str | Policy | Sequence[str | Policy] = "greedy",
        seat: int | None = None,
        illegal: str = "refuse",
        copy: bool = True,
        **settings: Any,
    ) -> None:
        """Makes the environments; `settings` are those of `foretold.adapters.vector.batch`.

        With `copy=False` observations are the buffers themselves, which the next step overwrites."""
        table = batch(game, players, num_envs, **settings)
        self.table = OneSeat(table, opponents, seat, illegal)
        self.num_envs = num_envs
        self.single_observation_space = _observation_space(table)
        self.single_action_space = spaces.Discrete(table.numbering.count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._final = _nothing(table)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts the match of `game.start(seed=seed + i)` in environment i; without a seed random ones."""
        super().reset(seed=seed)
        first = int(self.np_random.integers(2**62)) if seed is None else int(seed)
        self.table.reset([(first + number) % 2**64 for number in range(self.num_envs)])
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Takes the learner's action in every environment and plays on to its next turn."""
        table = self.table
        table.step(np.asarray(actions, np.int64))
        return self._seen(), table.rewards.copy(), table.terminated, table.truncated, self._infos()

    def _seen(self) -> dict[str, Any]:
        rows, mask = self.table.observations, self.table.mask
        return (
            {"observation": rows.copy(), "action_mask": mask.copy()}
            if self._copy
            else {
                "observation": rows,
                "action_mask": mask,
            }
        )

    def _infos(self) -> dict[str, Any]:
        table = self.table
        ended = table.ended != 0
        if not ended.any():
            return {}
        infos = {"results": table.results.copy(), "_results": ended}
        infos |= {"fulfilled": table.fulfilled.copy(), "_fulfilled": ended}
        over = table.terminated | table.truncated
        if over.any():
            final = np.full(self.num_envs, None, object)
            final[over] = self._final
            infos |= {"final_obs": final, "_final_obs": over}
        return infos


class ForetoldEnv(gymnasium.Env):
    """One match with one learning seat; `reset()` without a seed continues with the next episode."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # as in Gymnasium

    def __init__(
        self,
        game: str = "seven-prophecies",
        *,
        players: int = 4,
        opponents: str | Policy | Sequence[str | Policy] = "greedy",
        seat: int = 0,
        illegal: str = "refuse",
        **settings: Any,
    ) -> None:
        table = batch(game, players, 1, **settings)
        self.table = OneSeat(table, opponents, seat, illegal)
        self.observation_space = _observation_space(table)
        self.action_space = spaces.Discrete(table.numbering.count)
        self._final = _nothing(table)
        self._begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts the match of `game.start(seed=seed)`; without a seed the next episode, the first time a random one."""
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            self.table.reset([int(self.np_random.integers(2**62)) if seed is None else int(seed)])
            self._begun = True
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes the learner's action and plays on to its next turn."""
        table = self.table
        table.step(np.array([int(action)]))
        terminated, truncated = bool(table.terminated[0]), bool(table.truncated[0])
        infos = {"results": table.results[0].copy(), "fulfilled": table.fulfilled[0].copy()} if table.ended[0] else {}
        seen = self._final if terminated or truncated else self._seen()
        return seen, float(table.rewards[0]), terminated, truncated, infos

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.table.observations[0].copy(), "action_mask": self.table.mask[0].copy()}


def _observation_space(table: Batch) -> spaces.Dict:
    kind = table.observations.dtype
    low, high = (np.iinfo(kind).min, np.iinfo(kind).max) if kind.kind in "iu" else (-np.inf, np.inf)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, (table.observations.shape[1],), kind.type),
            "action_mask": spaces.Box(0, 1, (table.numbering.count,), np.uint8),
        }
    )


def _nothing(table: Batch) -> dict[str, Any]:
    """Returns the all-zero observation of a finished episode."""
    return {
        "observation": np.zeros_like(table.observations[0]),
        "action_mask": np.zeros_like(table.mask[0]),
    }


for _name, _game in IDS.items():
    if _name not in gymnasium.registry:
        gymnasium.register(
            _name,
            entry_point="foretold.adapters.gymnasium:ForetoldEnv",
            vector_entry_point="foretold.adapters.gymnasium:ForetoldVectorEnv",
            kwargs={"game": _game},
        )
