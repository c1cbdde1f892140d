"""PettingZoo: every title, player count and variant as an AEC environment (docs/adapters.md).

>>> from foretold.adapters.pettingzoo import env
>>> table = env("seven-prophecies", players=4)
>>> table.reset(seed=7)
>>> table.agent_selection
'seat_0'
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from foretold.adapters import MOST_ROUNDS, MissingExtra
from foretold.adapters.numbering import bid_of, layable, numbering, refuse_laying
from foretold.adapters.observations import Layout, observations
from foretold.adapters.rendering import as_pixels, as_svg, as_text
from foretold.adapters.rules import load_rules
from foretold.errors import BadOption
from foretold.games import Game, State
from foretold.games.prophecy.game import ProphecyGame
from foretold.views import View

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError:
    raise MissingExtra("PettingZoo", "pettingzoo") from None

EPISODES = ("match", "round")
REWARDS = ("points", "win")
RENDER_MODES = ("human", "ansi", "rgb_array", "svg")


class Numbers(spaces.Discrete):
    """The numbers of all actions; samples with a mask like `Discrete`, but ten times as fast."""

    def sample(self, mask: Any = None, *rest: Any, **named: Any) -> Any:
        """Draws any number uniformly, or one that the mask allows."""
        if not isinstance(mask, np.ndarray) or mask.shape != (int(self.n),) or rest or named:
            return super().sample(mask, *rest, **named)
        allowed = mask.nonzero()[0]
        if len(allowed) == 0:
            return super().sample(mask)
        return allowed[int(self.np_random.random() * len(allowed))]


class ForetoldEnv(AECEnv):  # only later versions have type parameters
    """A table as a PettingZoo environment: agents are seats, `seat_0` and so on.

    `episode` is a whole match or one round of it; `rewards` are the points of a round or the share of the victory.
    """

    def __init__(
        self,
        game: str = "seven-prophecies",
        players: int = 4,
        *,
        episode: str = "match",
        rewards: str = "points",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        _check("episode", episode, EPISODES)
        _check("rewards", rewards, REWARDS)
        if render_mode is not None:
            _check("render_mode", render_mode, RENDER_MODES)
        self.game: Game = load_rules(game, players, options)
        self.episode = episode
        self.reward_kind = rewards
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v1",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.numbering = numbering(self.game)
        self.possible_agents = [f"seat_{seat}" for seat in self.game.seats]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = observations(self.game, self.game.seats)
        self.action_spaces = {agent: Numbers(self.numbering.count) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._no_action = np.zeros(self.numbering.count, np.int8)
        self._any_split = np.zeros(self.numbering.count, np.int8)
        self._any_split[self.numbering.cards :] = 1
        self.agents: list[str] = []
        self._chance = Random()
        self._state: State | None = None
        self._seat = 0
        self._laid: tuple[int, ...] = ()

    def _space(self) -> spaces.Dict:
        low, high = self.layout.bounds()
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.numbering.count,), np.int8),
            }
        )

    @property
    def layout(self) -> Layout:
        """The positions of all parts of an observation."""
        return self._observations.layout

    @property
    def match(self) -> State:
        """The state of the match, hidden information included."""
        if self._state is None:
            raise BadOption("no-match-yet")
        return self._state

    def view(self, agent: str) -> View:
        """Returns everything an agent may know."""
        return self.match.view(self._seat_of(agent))

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Numbers:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the match of `game.start(seed)`; without a seed a random one.

        If an episode is a round and the last one was finished, `reset()` without a seed continues with the next round
        of the same match.
        """
        state = self._state
        goes_on = (
            seed is None
            and self.episode == "round"
            and state is not None
            and not self._running
            and not state.over
            and len(state.finished) < MOST_ROUNDS
        )
        if not goes_on:
            if seed is not None:
                self._chance = Random(int(seed))
            state = self.game.start(seed=self._chance.getrandbits(64) if seed is None else int(seed))
            self._observations = observations(self.game, self.game.seats)
        assert state is not None
        self._state = state
        self._running = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._laid = ()
        self._paid = False
        self._see_deal(state)
        self._seat = state.actors[0]
        self.agent_selection = self.possible_agents[self._seat]

    _running = False  # an episode is running

    def _see_deal(self, state: State) -> None:
        # The last event of the history is the deal: nobody has acted yet.
        self._observations.deal({seat: dict(state.view(seat).history[-1].facts) for seat in self.game.seats})  # type: ignore[union-attr]

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what the agent sees; its action mask is zero unless it is to act."""
        seat = self._seat_of(agent)
        mask = self._mask(seat) if self._running and seat == self._seat else self._no_action.copy()
        return {"observation": self._observations.row(seat), "action_mask": mask}

    def _seat_of(self, agent: str) -> int:
        seat = self._seats.get(agent)
        if seat is None:
            raise BadOption("no-such-agent", {"found": str(agent)[:40], "known": self.possible_agents})
        if self._state is None:
            raise BadOption("no-match-yet")
        return seat

    def _mask(self, seat: int) -> Any:
        state = self._state
        assert state is not None
        if state.phase == "prophecy":
            return self._any_split.copy()
        mask = bytearray(self.numbering.count)
        if state.phase == "bid":
            assert isinstance(self.game, ProphecyGame)
            rest = layable(self.game, self._hand(seat), self._laid)
            while rest:
                low = rest & -rest
                mask[low.bit_length() - 1] = 1
                rest ^= low
        else:
            numbers = self.numbering.numbers
            for action in state.legal(seat):
                mask[numbers[action]] = 1
        return np.frombuffer(mask, np.int8)

    def _hand(self, seat: int) -> int:
        """Returns the remaining cards of a seat that is laying its bid, as a mask."""
        row = self._observations.rows[seat]
        return sum(1 << card for card in range(self.numbering.cards) if row[card])  # the hand comes first

    def step(self, action: int | None) -> None:
        """Takes an action, by number, for the agent to act; None for an agent whose episode is over."""
        if not self.agents:
            raise BadOption("no-match-yet")
        agent = self.agent_selection
        if not self._running:
            if action is not None:
                raise BadOption("dead-step")
            self._was_dead_step(None)
            return
        state = self._state
        assert state is not None
        number = self.numbering.checked(action)
        after = self._act(state, self._seat, number)
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self._clear_rewards()
            self._paid = False
        if after is None:
            return
        self._state = after
        if len(after.finished) > len(state.finished):
            self._end_round(after)
        if self._running:
            self._seat = after.actors[0]
            self.agent_selection = self.possible_agents[self._seat]
        if self.render_mode == "human":
            self.render()

    def _act(self, state: State, seat: int, number: int) -> State | None:
        """Returns the state after the action; None while a bid is incomplete."""
        taken: Any = self.numbering.actions[number]
        phase = state.phase
        if phase == "bid" and number < self.numbering.cards:
            game = self.game
            assert isinstance(game, ProphecyGame)
            hand = self._hand(seat)
            if not layable(game, hand, self._laid) >> number & 1:
                raise refuse_laying(game, hand, self._laid, number)
            self._laid = (*self._laid, number)
            self._observations.lay(seat, number)  # type: ignore[attr-defined]
            if len(self._laid) < game.bid_size:
                return None
            taken, self._laid = bid_of(game, self._laid), ()
        after: State = state.apply(seat, taken)
        if phase == "tricks":
            self._observations.take(seat, taken)
        else:
            self._observations.choose(seat, taken)
        return after

    def _end_round(self, after: State) -> None:
        ended = after.finished[-1]
        self._observations.round_end(ended.end)
        over = after.over or self.episode == "round"
        cut = not over and self.game.rounds is None and len(after.finished) >= MOST_ROUNDS
        for agent, reward in zip(self.possible_agents, self._earned(after, over), strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = over
            self.truncations[agent] = cut
        self._paid = True
        if over or cut:
            self._running = False
            self.agent_selection = self.agents[0]
        else:
            self._see_deal(after)

    def _earned(self, after: State, over: bool) -> list[float]:
        points = after.finished[-1].points
        if self.reward_kind == "points":
            return [float(value) for value in points]
        best: tuple[int, ...] = after.winners
        if self.episode == "round":
            best = tuple(seat for seat in self.game.seats if points[seat] == max(points))
        return [1 / len(best) if over and seat in best else 0.0 for seat in self.game.seats]

    def render(self) -> Any:
        """Renders what the agent to act sees, as `render_mode` says."""
        if self.render_mode is None:
            raise BadOption("no-render-mode", {"choices": ", ".join(RENDER_MODES)})
        if self._state is None:
            raise BadOption("no-match-yet")
        lines = as_text(self.match.view(self._seat))
        if self.render_mode == "rgb_array":
            return as_pixels(lines)
        if self.render_mode == "svg":
            return as_svg(lines)
        if self.render_mode == "ansi":
            return "\n".join(lines) + "\n"
        print("\n".join(lines))
        return None

    def close(self) -> None:
        """Does nothing: no resources are held."""


def _check(option: str, value: Any, choices: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in choices:
        raise BadOption("option-value", {"option": option, "found": str(value)[:40], "choices": ", ".join(choices)})


def env(game: str = "seven-prophecies", players: int = 4, **settings: Any) -> ForetoldEnv:
    """Makes an environment for a title, a player count and options; also takes `episode`, `rewards`, `render_mode`."""
    return ForetoldEnv(game, players, **settings)


raw_env = ForetoldEnv
