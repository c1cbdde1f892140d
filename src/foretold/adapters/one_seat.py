"""One learning seat in every environment of a batch; bots or frozen policies play the other seats inside `step`.

The Gymnasium and PufferLib environments and the benchmark are built on this class.

>>> from foretold.adapters.one_seat import OneSeat
>>> from foretold.adapters.vector import batch
>>> table = OneSeat(batch("seven-prophecies", players=4, batch=8), opponents="greedy")
>>> table.reset(range(8))
>>> table.step(table.random_actions())
>>> table.rewards.shape
(8,)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from foretold.adapters.vector import MATCH_ENDED, ROUND_ENDED, TRUNCATED, Array, Batch
from foretold.errors import BadOption

Policy = Callable[[Array, Array], Any]
"""Observations (k, size) and masks (k, actions) of k environments in, k action numbers out."""

COMPILED = ("random", "greedy")
ILLEGAL = ("refuse", "replace")


class OneSeat:
    """A batch in which one seat of every environment is the learner.

    `seat` is the learner's seat; by default it is i modulo the number of players in environment i, so that all seats
    are learned. `opponents` is `"random"`, `"greedy"` or a policy, or a list with one of these for each other seat, the
    left neighbour first. With `illegal="replace"` an illegal action of the learner becomes a random legal one;
    `replaced` counts them.

    After `reset` and every `step` it is the learner's turn in every environment. `observations` and `mask` are what it
    sees, and

    - `rewards` (batch,): what the learner gained since its last turn;
    - `terminated`, `truncated` (batch,): whether its episode ended since then; the next one has already begun;
    - `ended` (batch,): 1 if a round ended since then, 2 a match, 3 a match that was cut short, else 0;
    - `results`, `fulfilled` (batch, players): of the round that ended, the learner first, then its left neighbour.
    """

    def __init__(
        self,
        table: Batch,
        opponents: str | Policy | Sequence[str | Policy] = "greedy",
        seat: int | None = None,
        illegal: str = "refuse",
    ) -> None:
        players = table.game.players
        if seat is not None and (isinstance(seat, bool) or seat not in table.game.seats):
            raise BadOption("no-such-agent", {"found": str(seat)[:40], "known": list(table.game.seats)})
        if illegal not in ILLEGAL:
            values = {"option": "illegal", "found": str(illegal)[:40], "choices": ", ".join(ILLEGAL)}
            raise BadOption("option-value", values)
        self.table, self.size = table, table.size
        self.seats: Array = np.arange(table.size) % players if seat is None else np.full(table.size, int(seat))
        self._policies = _grouped(opponents, players)
        self._replace = illegal == "replace"
        self._environments = np.arange(table.size)
        self._relative = (self.seats[:, None] + np.arange(players)) % players
        self.rewards: Array = np.zeros(table.size, np.float32)
        self.ended: Array = np.zeros(table.size, np.uint8)
        self.results: Array = np.zeros((table.size, players), np.int16)
        self.fulfilled: Array = np.zeros((table.size, players), np.uint8)
        self.replaced = 0

    @property
    def observations(self) -> Array:
        return self.table.observations

    @property
    def mask(self) -> Array:
        return self.table.mask

    @property
    def terminated(self) -> Array:
        ended: Array = self.ended != 0 if self.table.by_round else self.ended == MATCH_ENDED
        return ended

    @property
    def truncated(self) -> Array:
        return np.zeros(self.size, bool) if self.table.by_round else self.ended == TRUNCATED

    def reset(self, seeds: Sequence[int] | Array) -> None:
        """Starts the match of `game.start(seed=seeds[i])` in environment i and plays up to the learner's turn."""
        self.table.reset(seeds)
        self.table.seed_choices(int(seeds[0]))
        self._forget()
        self._play_others()

    def step(self, actions: Sequence[int] | Array) -> None:
        """Takes the learner's action in every environment, then plays the others up to its next turn.

        An illegal action is refused before anything changes, or replaced.
        """
        if self._replace:
            actions = self._legal(np.asarray(actions, np.int64))
        self.table.step(actions)
        self._forget()
        self._gather()
        self._play_others()

    def random_actions(self) -> Array:
        """Returns a random legal action for the learner of each environment, in a new array."""
        return self.table.random_actions().copy()

    def greedy_actions(self) -> Array:
        """Returns what the bot `greedy` would do in the learner's seat of each environment, in a new array."""
        return self.table.greedy_actions().copy()

    def _legal(self, actions: Array) -> Array:
        legal = (actions >= 0) & (actions < self.mask.shape[1])
        legal &= self.mask[self._environments, np.where(legal, actions, 0)] != 0
        if legal.all():
            return actions
        self.replaced += int(self.size - legal.sum())
        return np.where(legal, actions, self.table.random_actions(~legal))

    def _forget(self) -> None:
        for array in (self.rewards, self.ended, self.results, self.fulfilled):
            array[...] = 0

    def _gather(self) -> None:
        """Adds the learner's results of the batch's last step."""
        ended = np.flatnonzero(self.table.ends)
        if not len(ended):
            return
        self.rewards[ended] += self.table.rewards[ended, self.seats[ended]]
        self.ended[ended] = self.table.ends[ended]
        seats = self._relative[ended]
        self.results[ended] = np.take_along_axis(self.table.results[ended], seats, 1)
        self.fulfilled[ended] = np.take_along_axis(self.table.fulfilled[ended], seats, 1)

    def _play_others(self) -> None:
        table = self.table
        while True:
            away = (table.player - self.seats) % table.game.players
            waiting = away != 0
            if not waiting.any():
                return
            for policy, places in self._policies:
                where = places[away]
                if where.any():
                    self._choose(policy, where)
            table.step(table.actions, waiting)
            self._gather()

    def _choose(self, policy: str | Policy, where: Array) -> None:
        table = self.table
        if policy == "random":
            table.random_actions(where)
        elif policy == "greedy":
            table.greedy_actions(where)
        else:
            assert callable(policy)
            environments = np.flatnonzero(where)
            chosen = policy(table.observations[environments], table.mask[environments])
            table.actions[environments] = np.asarray(chosen)


def _grouped(opponents: str | Policy | Sequence[str | Policy], players: int) -> list[tuple[str | Policy, Array]]:
    """Returns the policies, each once, with the distances to the learner's left at which it plays."""
    listed = [opponents] * (players - 1) if isinstance(opponents, str) or callable(opponents) else list(opponents)
    if len(listed) != players - 1:
        raise BadOption("opponents-count", {"found": len(listed), "players": players, "wanted": players - 1})
    groups: list[tuple[str | Policy, Array]] = []
    for place, policy in enumerate(listed, 1):
        if not callable(policy) and policy not in COMPILED:
            values = {"option": "opponents", "found": str(policy)[:40], "choices": ", ".join(COMPILED)}
            raise BadOption("option-value", values)
        places = next((places for known, places in groups if known == policy), None)
        if places is None:
            places = np.zeros(players, bool)
            groups.append((policy, places))
        places[place] = True
    return groups


__all__ = ["MATCH_ENDED", "ROUND_ENDED", "TRUNCATED", "OneSeat", "Policy"]
