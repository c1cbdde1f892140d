"""One learning seat against others: Gymnasium, PufferLib, and the batch beneath them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.adapters.one_seat import OneSeat
from foretold.adapters.vector import IllegalBatchAction, batch

gymnasium = pytest.importorskip("gymnasium")

from foretold.adapters.gymnasium import IDS, ForetoldVectorEnv  # noqa: E402
from foretold.adapters.pufferlib import ForetoldPuffer  # noqa: E402


def first_legal(observations: Any, mask: Any) -> Any:
    return mask.argmax(axis=1)


@pytest.mark.parametrize(("name", "players"), [("seven-prophecies", 4), ("prophecy", 2)])
def test_opponents_play_inside_a_step_like_the_bots(name: str, players: int) -> None:
    """The same match by the plain engine: the learner's actions from the batch, everybody else as `greedy`."""
    table = OneSeat(batch(name, players, players, episode="match"), "greedy")
    table.reset([9] * players)
    states = [foretold.load(name, players=players).start(seed=9) for _ in range(players)]
    bot = foretold.bot("greedy")
    laid: list[list[int]] = [[] for _ in range(players)]
    for _ in range(40):
        actions = first_legal(table.observations, table.mask)
        table.step(actions)
        for seat in range(players):
            state, rounds = states[seat], len(states[seat].finished)
            if state.phase == "bid":
                laid[seat].append(int(actions[seat]))
                if len(laid[seat]) < state.game.bid_size:  # type: ignore[attr-defined]
                    continue
                action = "+".join(str(table.table.numbering.actions[number]) for number in laid[seat])
                laid[seat].clear()
            else:
                action = str(table.table.numbering.actions[int(actions[seat])])
            while seat not in state.actors or state.actors[0] != seat:  # those before it in the order of seats
                state = state.apply(state.actors[0], bot.choose(state.view(state.actors[0]), None))  # type: ignore[arg-type]
            state = state.apply(seat, action)
            while not state.over and state.actors[0] != seat:
                state = state.apply(state.actors[0], bot.choose(state.view(state.actors[0]), None))  # type: ignore[arg-type]
            states[seat] = state
            if len(state.finished) == rounds:
                assert table.ended[seat] == 0
                continue
            points = state.finished[-1].points
            assert [*table.results[seat]] == [points[(seat + away) % players] for away in range(players)]
            assert table.rewards[seat] == points[seat]
            if state.over:
                assert table.terminated[seat]
                return


def test_environments_outside_where_do_not_change() -> None:
    table = batch("seven-prophecies", 4, 3)
    table.reset([1, 2, 3])
    before = table.observations.copy()
    table.step([44, -5, 44], np.array([1, 0, 1], np.uint8))
    assert [*table.player] == [1, 0, 1]
    assert np.array_equal(table.observations[1], before[1])
    with pytest.raises(IllegalBatchAction):
        table.step([44, -5, 44], np.array([1, 1, 1], np.uint8))
    with pytest.raises(foretold.BadOption):
        table.step([44, 44, 44], np.array([1, 1]))


def test_policies_get_only_what_their_seat_sees() -> None:
    asked: list[tuple[int, ...]] = []

    def policy(observations: Any, mask: Any) -> Any:
        asked.append(observations.shape)
        assert mask.any(axis=1).all()
        return first_legal(observations, mask)

    table = OneSeat(batch("seven-prophecies", 3, 6), ["greedy", policy])
    table.reset(range(6))
    for _ in range(30):
        table.step(table.random_actions())
    assert asked
    assert {width for _, width in asked} == {342}
    for wrong in ("seer", ["greedy"], ["greedy"] * 3):
        with pytest.raises(foretold.BadOption):
            OneSeat(batch("seven-prophecies", 3, 6), wrong)
    with pytest.raises(foretold.BadOption):
        OneSeat(batch("seven-prophecies", 3, 6), "greedy", seat=3)


def test_illegal_actions_are_refused_or_replaced() -> None:
    for illegal in ("refuse", "replace"):
        table = OneSeat(batch("seven-prophecies", 4, 4), "random", illegal=illegal)
        table.reset(range(4))
        if illegal == "refuse":
            with pytest.raises(IllegalBatchAction):
                table.step([0, 44, 44, 44])
        else:
            table.step([0, 9999, -1, 44])
            assert table.replaced == 3


@pytest.mark.parametrize("name", IDS)
@pytest.mark.filterwarnings("ignore")  # of the checker, about the space's bounds
def test_gymnasiums_own_check_passes(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(name, opponents="random", illegal="replace").unwrapped, skip_render_check=True)


def test_a_vector_environment_fits_its_spaces_and_repeats_by_seed() -> None:
    messages = []
    for _ in range(2):
        tables = gymnasium.make_vec("foretold/SevenProphecies-v1", num_envs=8, players=3, episode="round")
        seen, infos = tables.reset(seed=5)
        assert infos == {}
        episodes = []
        for _ in range(40):
            assert seen in tables.observation_space
            actions = first_legal(seen["observation"], seen["action_mask"])
            assert actions in tables.action_space
            seen, rewards, terminated, truncated, infos = tables.step(actions)
            assert rewards.shape == terminated.shape == truncated.shape == (8,)
            if terminated.any():
                assert np.array_equal(infos["_final_obs"], terminated)
                assert np.array_equal(infos["results"][terminated, 0], rewards[terminated])
                final = infos["final_obs"][terminated.argmax()]
                assert final in tables.single_observation_space
            episodes.append((rewards.copy(), terminated.copy()))
        messages.append(np.array(episodes))
    assert np.array_equal(messages[0], messages[1])
    assert messages[0][:, 1].any()


def test_gymnasiums_wrappers_count_episodes() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    tables = RecordEpisodeStatistics(ForetoldVectorEnv("seven-prophecies", 4, episode="round", copy=False))
    seen, _ = tables.reset(seed=1)
    lengths = []
    for _ in range(60):
        seen, _, terminated, _, infos = tables.step(first_legal(seen["observation"], seen["action_mask"]))
        lengths += [*infos["episode"]["l"][terminated]] if terminated.any() else []
    assert lengths
    assert all(8 <= length <= 12 for length in lengths)  # a prophecy and seven to ten cards


def test_a_pufferlib_environment_writes_into_the_buffers_it_is_given() -> None:
    own = ForetoldPuffer("seven-prophecies", 6, players=3)
    given = {
        name: np.zeros_like(getattr(own, name))
        for name in ("observations", "rewards", "terminals", "truncations", "masks", "actions")
    }
    table = ForetoldPuffer("seven-prophecies", 6, players=3, buf=given, seed=4)
    seen, infos = table.reset(seed=4)
    assert seen is given["observations"]
    assert infos == []
    assert seen.shape == (6, 342 + 72)
    ends = 0
    for _ in range(60):
        seen, rewards, terminals, truncations, infos = table.step(table.action_space.sample())
        assert rewards is given["rewards"]
        assert seen[:, 342:].any(axis=1).all()
        assert isinstance(infos, list)
        ends += int(terminals.sum())
        assert not truncations.any()
    assert ends
    assert table.table.replaced  # actions sampled without a mask


def test_without_gymnasium_the_error_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "for name in ('gymnasium', 'pufferlib'):\n"
        "    try: __import__('foretold.adapters.' + name)\n"
        "    except ImportError as error: print(error)\n"
        "import foretold.adapters.one_seat"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install foretold[gymnasium]" in done.stdout
    assert "pip install foretold[pufferlib]" in done.stdout
