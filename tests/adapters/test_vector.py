"""Batch environments: step by step what the engine does, through the PettingZoo door with the same seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import foretold
from foretold.adapters.pettingzoo import ForetoldEnv
from foretold.adapters.vector import Batch, IllegalBatchAction, batch
from foretold.cards import seed_key
from foretold.cards.chance import Draws
from foretold.games import Game
from foretold.kernels import deal_streams
from tests.conftest import every_game

SEEDS = [5, 2**64 - 1, 10**12]
SETTINGS = [
    {"rewards": "points", "episode": "match"},
    {"rewards": "win", "episode": "match"},
    {"rewards": "win", "episode": "round"},
]


class Beside:
    """A batch, and for each of its environments the door with the same match."""

    def __init__(self, game: Game, seeds: list[int], **settings: Any) -> None:
        options: dict[str, Any] = dict(game.options)
        self.batch: Batch = batch(game.name, game.players, len(seeds), **settings, **options)
        self.batch.reset(seeds)
        self.seeds = list(seeds)
        self.by_round = settings.get("episode") == "round"
        self.doors = [ForetoldEnv(game.name, game.players, **settings, **options) for _ in seeds]
        for door, seed in zip(self.doors, seeds, strict=True):
            door.reset(seed=seed)

    def compare(self) -> None:
        for number, door in enumerate(self.doors):
            agent = door.agent_selection
            seen = door.observe(agent)
            assert agent == f"seat_{self.batch.player[number]}"
            assert np.array_equal(seen["action_mask"], self.batch.mask[number])
            assert np.array_equal(seen["observation"], self.batch.observations[number])

    def compare_all_seats(self) -> None:
        for seat in self.batch.game.seats:
            rows = self.batch.observe(seat)
            for door, row in zip(self.doors, rows, strict=True):
                assert np.array_equal(door.observe(f"seat_{seat}")["observation"], row)

    def step(self, actions: Any) -> None:
        self.batch.step(actions)
        for number, door in enumerate(self.doors):
            rounds = len(door.match.finished)
            door.step(int(actions[number]))
            self._compare_outcome(number, door, len(door.match.finished) > rounds)

    def _compare_outcome(self, number: int, door: ForetoldEnv, ended: bool) -> None:
        table, match = self.batch, door.match
        if not ended:
            assert table.ends[number] == 0
            assert not table.rewards[number].any()
            return
        cut = any(door.truncations.values())
        assert table.ends[number] == (2 if match.over else 3 if cut else 1)
        assert [*table.rewards[number]] == pytest.approx([door.rewards[agent] for agent in door.possible_agents])
        assert tuple(table.results[number]) == match.finished[-1].points
        assert tuple(table.fulfilled[number]) == match.finished[-1].fulfilled
        if match.over or cut:
            self.seeds[number] = (self.seeds[number] + len(self.seeds)) % 2**64
            door.reset(seed=self.seeds[number])
        elif self.by_round:
            door.reset()


@every_game
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_batch_equals_the_engine_step_by_step(game: Game, policy: str, request: pytest.FixtureRequest) -> None:
    steps = 330_000 if request.config.getoption("--long") else 150
    settings = SETTINGS[(game.players + len(str(game.options.get("variant", "standard")))) % len(SETTINGS)]
    beside = Beside(game, SEEDS, **settings)
    for number in range(steps):
        beside.compare()
        if number % 50 == 0:
            beside.compare_all_seats()
        table = beside.batch
        beside.step((table.random_actions() if policy == "random" else table.greedy_actions()).copy())


@every_game
def test_greedy_in_a_batch_chooses_as_the_bot_does(game: Game) -> None:
    bot = foretold.bot("greedy")
    beside = Beside(game, [3])
    [door] = beside.doors
    for _ in range(60):
        view = door.match.view(int(beside.batch.player[0]))
        number = int(beside.batch.greedy_actions()[0])
        if view.legal and "+" not in str(view.legal[0]):  # a bid is laid card by card
            assert str(door.numbering.actions[number]) == str(bot.choose(view, None))  # type: ignore[arg-type]
        beside.step(np.array([number]))


def test_all_2017_options_and_negative_scores_work() -> None:
    game = foretold.load("seven-prophecies-2017", players=4, negative_scores=True, tenth_trick_scores=False)
    beside = Beside(game, SEEDS)
    for _ in range(400):
        beside.compare()
        beside.step(beside.batch.random_actions().copy())
    assert beside.batch.observations.dtype == np.int8


@pytest.mark.parametrize("name", ["seven-prophecies", "prophecy"])
def test_an_environment_of_a_batch_equals_a_batch_of_one(name: str) -> None:
    many, one = batch(name, 4, 5), batch(name, 4, 1)
    many.reset([10, 11, 12, 13, 14])
    one.reset([13])
    for _ in range(90):
        actions = many.random_actions().copy()
        many.step(actions)
        one.step(actions[3:4])
        assert np.array_equal(many.observations[3], one.observations[0])
        assert np.array_equal(many.mask[3], one.mask[0])


@pytest.mark.parametrize("name", ["seven-prophecies", "prophecy"])
def test_skipping_forced_actions_changes_no_result(name: str) -> None:
    plain, skipping = batch(name, 4, 1), batch(name, 4, 1, skip_forced=True)
    plain.reset([4])
    skipping.reset([4])
    results: dict[str, list[Any]] = {"plain": [], "skipping": []}
    while len(results["skipping"]) < 3:
        action = skipping.random_actions().copy()
        assert skipping.mask[0].sum() > 1
        skipping.step(action)
        plain.step(action)
        while plain.mask[0].sum() == 1 and not plain.ends[0]:
            plain.step([int(plain.mask[0].argmax())])
        for kind, table in (("plain", plain), ("skipping", skipping)):
            if table.ends[0]:
                results[kind].append([*table.results[0]])
        assert np.array_equal(plain.observations, skipping.observations)
    assert results["plain"] == results["skipping"]


def test_fast_deals_are_as_likely_as_others() -> None:
    """Every card is dealt to every seat about as often: chi-square with 4 × 44 cells stays within five deviations."""
    table = batch("seven-prophecies", 4, 4000, deals="fast")
    table.reset(range(4000))
    counts = sum(table.observe(seat)[:, :44].astype(int).sum(axis=0) for seat in range(4))
    assert (counts <= 4000).all()
    expected = 4000 * 10 / 44
    held = np.array([table.observe(seat)[:, :44].astype(int).sum(axis=0) for seat in range(4)])
    chi = ((held - expected) ** 2 / (expected * (1 - 10 / 44))).sum()
    assert abs(chi - 4 * 44) < 5 * (2 * 4 * 44) ** 0.5


@pytest.mark.parametrize("name", ["seven-prophecies", "prophecy"])
def test_an_observation_does_not_change_when_unseen_cards_do(name: str) -> None:
    """Two matches in which a seat holds the same cards and sees the same look alike to it, whatever the others hold."""
    table = batch(name, 4, 2)
    table.reset([8, 8])
    swap(table)
    seat = int(table.player[0])
    assert np.array_equal(table.observe(seat)[0], table.observe(seat)[1])
    for other in (1, 2, 3):
        if other != seat:
            changed = table.observe(other)
            assert other not in (2, 3) or not np.array_equal(changed[0], changed[1])


def swap(table: Batch) -> None:
    """Seats 2 and 3 of the second match swap their hands."""
    states = table._states  # type: ignore[attr-defined]
    states[1, 2], states[1, 3] = states[1, 3], states[1, 2]


def test_an_illegal_action_is_refused_for_the_whole_batch_and_named() -> None:
    table = batch("seven-prophecies", 4, 3)
    table.reset([1, 2, 3])
    before = table.observations.copy(), table.mask.copy(), table.player.copy()
    actions = table.random_actions().copy()
    actions[1] = 0
    with pytest.raises(IllegalBatchAction) as error:
        table.step(actions)
    assert (error.value.environment, error.value.number, error.value.clause) == (1, 0, "ALL-3")
    assert str(error.value).startswith("environment 1, action 0: ")
    assert all(
        np.array_equal(a, b) for a, b in zip(before, (table.observations, table.mask, table.player), strict=True)
    )
    with pytest.raises(foretold.IllegalAction, match="164"):
        table.step([164, 44, 44])


def test_a_batch_refuses_for_the_same_reasons_as_the_engine() -> None:
    """Every illegal number of a few hundred moments: reason and clause as the door says it."""
    for game in (foretold.load("seven-prophecies", players=3), foretold.load("prophecy", players=3)):
        beside = Beside(game, [6])
        [door] = beside.doors
        for _ in range(70):
            for number in np.flatnonzero(beside.batch.mask[0] == 0)[::7]:
                with pytest.raises(IllegalBatchAction) as ours:
                    beside.batch.step([int(number)])
                with pytest.raises(foretold.IllegalAction) as theirs:
                    door.step(int(number))
                assert (ours.value.reason, ours.value.clause) == (theirs.value.reason, theirs.value.clause)
            beside.step(beside.batch.random_actions().copy())


def test_a_caller_may_own_the_buffers() -> None:
    own: dict[str, Any] = {"observations": np.ones((2, 508), np.float32), "mask": np.ones((2, 164), np.uint8)}
    table = batch("seven-prophecies", 4, 2, dtype=np.float32, buffers=own)
    table.reset([1, 2])
    assert table.observations is own["observations"]
    assert own["mask"].sum() == 2 * 120
    for wrong in (
        {"observations": np.ones((2, 508), np.int16)},
        {"mask": np.ones((3, 164), np.uint8)},
        {"more": own["mask"]},
    ):
        with pytest.raises(foretold.BadOption):
            batch("seven-prophecies", 4, 2, dtype=np.float32, buffers=wrong)


def test_bad_input_is_refused_and_changes_nothing() -> None:
    with pytest.raises(foretold.BadOption):
        batch("seven-prophecies", 4, 0)
    with pytest.raises(foretold.BadOption):
        batch("seven-prophecies", 4, 2, deals="other")
    with pytest.raises(foretold.BadOption):
        batch("seven-prophecies", 4, 2, nonsense=1)
    table = batch("seven-prophecies", 4, 2)
    with pytest.raises(foretold.BadOption):
        table.step([1, 2])  # not begun
    for seeds in ([1], [1, -2], [1, 2**64], ["a", "b"], [1.5, 2.5], np.array([1.0, 2.0])):
        with pytest.raises(foretold.BadOption):
            table.reset(seeds)  # type: ignore[arg-type]
    with pytest.raises(foretold.BadOption):
        table.observe(4)


def test_compiled_deals_follow_the_documented_stream() -> None:
    key, schedule, lanes = np.zeros(4, np.int64), np.zeros(64, np.int64), np.zeros(deal_streams.LANES, np.uint64)
    for seed in (0, 9, 10, 12345, 2**63, 2**64 - 1):
        deal_streams.seed_key(int(np.uint64(seed).view(np.int64)), key, schedule)
        assert key.tobytes() == seed_key(seed)
        for number in range(3):
            deal_streams.open_stream(lanes, key, number)
            draws = Draws(seed_key(seed), number)
            sizes = [*range(1, 65), *range(1, 65)]
            assert [deal_streams.draw(lanes, n) for n in sizes] == [draws.below(n) for n in sizes]


def test_environments_refuse_early_bids_by_name() -> None:
    """Agents are asked one after another: nobody could wait."""
    for make in (batch, ForetoldEnv):
        with pytest.raises(foretold.BadOption) as refused:
            make("prophecy", players=4, early_bids=True)
        assert refused.value.reason == "option-not-for-agents"
        assert refused.value.values == {"option": "early_bids"}
        make("prophecy", players=4, early_bids=False)
