"""What a choice is worth, by what its seat can know: `foretold.weigh`."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.bots.calibrated import Reader
from foretold.bots.effort import FRESH_BATCH, LIKELY
from foretold.bots.seer import search
from foretold.bots.weighing import outcomes_of
from foretold.calibration import Calibration
from foretold.games import Game, State
from foretold.kernels.outcomes import POINTS
from foretold.kernels.values import SevenValues
from tests.conftest import every_game, random_states


def deciding(game: Game, seed: int = 3) -> list[State]:
    """States of a round in which a seat chooses: a prophecy or bid, a card of a middle trick, one of the last."""
    states = [state for state in random_states(game, seed, rounds=1) if not state.finished and state.actors]
    tricks = [state for state in states if state.phase == "tricks" and len(state.legal(state.actors[0])) > 1]
    return [states[0], tricks[len(tricks) // 2], tricks[-1]]


@every_game
def test_every_choice_has_points_a_match_share_chances_and_errors(game: Game) -> None:
    for state in deciding(game):
        seat = state.actors[0]
        choices = foretold.weigh(state.view(seat), worlds=12, seed=1)
        legal = state.legal(seat)
        assert len({choice.action for choice in choices}) == len(choices)
        if state.phase == "tricks":
            assert {choice.action for choice in choices} == set(legal)
        else:
            assert set(legal) > {choice.action for choice in choices}
            assert len(choices) == LIKELY
        for choice in choices:
            assert 0 <= choice.match <= 1
            assert choice.worlds == 12 or choice.exact
            assert set(choice.error) == {"points", "match"}
            check_chances(choice.chances, state.view(seat))
        assert choices[0].error == {"points": 0.0, "match": 0.0}


def in_order(choices: Any) -> bool:
    """Whether choices are in the order of what is told: the match, of equal ones points."""
    return all((one.match, one.points) >= (other.match, other.points) for one, other in pairwise(choices))


@every_game
def test_choices_are_in_the_order_of_the_chances_shown(game: Game) -> None:
    """The best one has most of the match, whatever orders a race."""
    for state in deciding(game, seed=5):
        view = state.view(state.actors[0])
        assert in_order(foretold.weigh(view, worlds=40, seed=2, actions=view.legal[:1]))


def test_choices_indistinguishable_from_the_best_are_shown_as_equal() -> None:
    """A choice that another one only seems to beat would be a loss that is none."""
    view = foretold.load("seven-prophecies").start(seed=1).view(0)
    equal = 0
    for seed in range(6):
        best, *others = foretold.weigh(view, worlds=100, seed=seed)
        for choice in others:
            apart = best.match - choice.match
            assert apart == 0 or apart > 0.0001
            equal += apart == 0
            assert choice.error["match"] > 0
    assert equal


def test_a_high_bid_is_rated_by_what_it_brings_among_strong_players() -> None:
    """Play-outs promise more of it the higher it is: among strong others that does not come true."""
    game = foretold.load("prophecy")
    state = game.start(seed=2)
    view: Any = state.view(state.actors[0])

    def points(strong: float) -> dict[str, float]:
        named = [f.action for f in foretold.weigh(view, worlds=60, seed=1)]
        high = max(view.legal, key=lambda action: view.rules.bid_of(action.cards))
        choices = foretold.weigh(view, worlds=60, seed=1, strong=strong, actions=[high, *named])
        low = min(choices, key=lambda choice: view.rules.bid_of(choice.action.cards))  # type: ignore[attr-defined]
        return {"high": next(f.points for f in choices if f.action == high), "low": low.points}

    weak, strong = points(0), points(3)
    assert weak["high"] - strong["high"] > weak["low"] - strong["low"] + 0.5


def check_chances(chances: dict[str, Any], view: Any) -> None:
    running = len(view.tricks) + 1
    if "fulfilled" in chances:
        assert set(chances["by_trick"]) == {7, 8, 9, 10}
        assert all(0 <= chance <= 1 for chance in chances["by_trick"].values())
        assert sum(chances["by_trick"].values()) == pytest.approx(chances["fulfilled"], abs=0.001)
        places = chances["places"]
        assert list(places) == list(range(running, running + len(places)))
        assert all(len(chances) == view.players for chances in places.values())
        reached = [sum(chances) for chances in places.values()]
        assert reached[0] == pytest.approx(1, abs=0.001)
        assert all(later <= sooner + 0.001 for sooner, later in pairwise(reached))
    else:
        assert 0 <= chances["met"] <= 1
        assert sum(chances["won"].values()) == pytest.approx(1, abs=0.001)
        assert list(chances["tricks"]) == list(range(running, view.rules.tricks + 1))
        assert all(0 <= chance <= 1 for chance in chances["tricks"].values())


@pytest.mark.parametrize("name", ["seven-prophecies", "prophecy"])
def test_the_same_view_worlds_and_seed_give_the_same(name: str) -> None:
    state = deciding(foretold.load(name))[1]
    view = state.view(state.actors[0])
    first = foretold.weigh(view, worlds=40, seed=1)
    assert foretold.weigh(view, worlds=40, seed=1) == first
    assert foretold.weigh(view, worlds=40, seed=2) != first


def test_the_best_of_several_does_not_look_better_than_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was found in some worlds, and there it shines; its figures are from fresh ones."""
    monkeypatch.setattr("foretold.bots.calibrated.calibration", lambda game: None)
    raced: list[float] = []

    def remembered(*arguments: Any) -> Any:
        standings = search(*arguments)
        raced.append(float(standings[0].outcomes[:, POINTS].mean()))
        return standings

    monkeypatch.setattr("foretold.bots.weighing.search", remembered)
    game = foretold.load("seven-prophecies")
    fresh = [foretold.weigh(game.start(seed=seed).view(0), worlds=8, seed=seed)[0].points for seed in range(12)]
    assert sum(raced) > sum(fresh) + 3


def test_a_time_in_seconds_is_enough() -> None:
    view = foretold.load("seven-prophecies").start(seed=1).view(0)
    few, more = (foretold.weigh(view, seconds=seconds)[0] for seconds in (0.001, 0.3))
    assert few.worlds % FRESH_BATCH == 0
    assert 0 < few.worlds <= more.worlds


def test_a_seat_that_may_not_act_gets_nothing() -> None:
    state = deciding(foretold.load("seven-prophecies"))[1]
    waiting = next(seat for seat in range(4) if seat not in state.actors)
    assert foretold.weigh(state.view(waiting), worlds=10) == ()
    assert foretold.weigh(state.view(None), worlds=10) == ()


@pytest.mark.parametrize("name", ["seven-prophecies", "prophecy"])
def test_any_requested_prophecy_or_bid_is_weighed(name: str) -> None:
    state = foretold.load(name).start(seed=1)
    view = state.view(0)
    likely = {choice.action for choice in foretold.weigh(view, worlds=10)}
    other = next(action for action in reversed(view.legal) if action not in likely)
    assert other in {choice.action for choice in foretold.weigh(view, worlds=10, actions=[other])}
    with pytest.raises(foretold.BadOption, match="nonsense"):
        foretold.weigh(view, worlds=10, actions=["nonsense"])


def test_strong_company_leaves_fewer_points_and_a_smaller_share() -> None:
    view = foretold.load("seven-prophecies").start(seed=1).view(0)
    weak, middle, strong = (foretold.weigh(view, worlds=60, strong=count)[0] for count in (0, 1.5, 3))
    assert weak.action == strong.action
    assert weak.points > middle.points > strong.points
    assert weak.match > middle.match > strong.match
    assert weak.chances["fulfilled"] > strong.chances["fulfilled"]
    assert strong.strong == 3


def test_the_last_card_is_worth_what_it_brings_in_all_deals_that_fit() -> None:
    """One card in every hand: what was counted is true, so nothing is read into it."""
    game = foretold.load("seven-prophecies", players=3)
    looked = 0
    for seed in range(80):
        for state in random_states(game, seed, rounds=1):
            if state.phase != "tricks" or state.finished:
                continue
            view: Any = state.view(state.actors[0])
            if view.tricks_left == 1 and len(view.trick) == 2:  # the last to play: nothing is hidden that counts
                (choice,) = foretold.weigh(view, worlds=10, strong=2)
                ended: Any = state.apply(state.actors[0], view.legal[0]).finished[0]
                assert choice.points == ended.points[state.actors[0]]
                assert choice.chances["fulfilled"] == float(ended.fulfilled[state.actors[0]])
                place = ended.tricks[-1].places[state.actors[0]]
                assert choice.chances["places"] == {10: [float(place == option) for option in (1, 2, 3)]}
                looked += 1
    assert looked > 5


def test_the_last_tricks_are_exact_and_repeatable() -> None:
    game = foretold.load("seven-prophecies", players=3)
    views = []
    for seed in range(60):
        for state in random_states(game, seed, rounds=1):
            if state.phase == "tricks" and not state.finished and state.actors:
                view: Any = state.view(state.actors[0])
                if view.tricks_left == 2 and len(view.legal) == 2:
                    views.append(view)
    weighed = [foretold.weigh(view, worlds=20, seed=1) for view in views[:20]]
    exact = [choices for choices in weighed if choices[0].exact]
    assert exact, "no such position was found"
    for choices, view in zip(weighed, views, strict=False):
        if choices[0].exact:
            assert foretold.weigh(view, worlds=30, seed=2) == choices
            assert all(choice.error == {"points": 0.0, "match": 0.0} for choice in choices)


@pytest.mark.parametrize(
    "wrong", [{"worlds": 0}, {"worlds": 1.5}, {"seconds": 0}, {"seconds": "x"}, {"strong": 4}, {"strong": -1}]
)
def test_wrong_budgets_and_companies_are_refused(wrong: Any) -> None:
    view = foretold.load("seven-prophecies").start(seed=1).view(0)
    with pytest.raises(foretold.BadOption):
        foretold.weigh(view, **wrong)


def test_won_and_future_tricks_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raw, that is; read with what self-play has taught, the bid is as likely won as it is met."""
    monkeypatch.setattr("foretold.bots.calibrated.calibration", lambda game: None)
    for state in deciding(foretold.load("prophecy")):
        seat = state.actors[0]
        view: Any = state.view(seat)
        for choice in foretold.weigh(view, worlds=24):
            expected = sum(count * chance for count, chance in choice.chances["won"].items())
            before = view.won[seat] if view.won else 0
            assert before + sum(choice.chances["tricks"].values()) == pytest.approx(expected, abs=0.01)


def test_places_agree_with_previews() -> None:
    """The same deals: what a card takes in the running trick depends on nothing that comes later."""
    state = deciding(foretold.load("seven-prophecies"))[1]
    view: Any = state.view(state.actors[0])
    numbers = np.arange(len(view.legal))
    outcomes = outcomes_of(view, Random(5), numbers, 40)
    bits = np.array([view.rules.bits[action] for action in view.legal])
    deals, counted = SevenValues(view, Random(5)).places(bits, 40)
    assert deals == 40
    reader = Reader(view, 3.0)
    for number, action in enumerate(view.legal):
        chances = reader.chances(action, outcomes[:, number], np.full(40, 1 / 40))
        assert chances["places"][len(view.tricks) + 1] == pytest.approx(list(counted[number] / 40), abs=0.0001)


def least(game: Any) -> int:
    return 0 if game.name == "prophecy" else int(game.scoring.least)


def most(game: Any) -> int:
    return max(game.tricks, 3 * game.bid_size + game.bonus) if game.name == "prophecy" else int(game.scoring.most)


@every_game
def test_points_are_never_more_or_less_than_the_round_can_bring(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """However wrong a calibration is."""
    as_it_is = {0: [(0.0, 1.0)] * game.players}
    for shift in (-1000.0, 1000.0):
        wild = Calibration({}, 5.0, {0: [(shift, 1.0)] * game.players}, as_it_is, as_it_is, {})
        monkeypatch.setattr("foretold.bots.calibrated.calibration", lambda game, wild=wild: wild)
        for state in random_states(game, 4, rounds=1):
            if not state.actors or state.finished:
                continue
            view: Any = state.view(state.actors[0])
            if view.phase == "tricks" and view.tricks_left == 1:
                continue  # nothing is read into those
            reader = Reader(view, 1.0)
            outcomes = outcomes_of(view, Random(1), np.arange(min(3, len(view.legal))), 8)
            for number in range(outcomes.shape[1]):
                weighed = reader.found(view.legal[number], outcomes[:, number], outcomes[:, 0], np.full(8, 1 / 8))
                raw = outcomes[:, number, POINTS]
                assert weighed.points <= raw.min() if shift < 0 else weighed.points >= raw.max()
                assert least(game) <= weighed.points <= most(game)


def test_a_forced_surrender_is_weighed() -> None:
    """Only the Shaman is left, and it may not be led: no points, whatever else comes."""
    game = foretold.load("prophecy", players=3)
    for seed in range(200):
        for state in random_states(game, seed, rounds=1):
            if state.actors and state.legal(state.actors[0]) == ("surrender",):
                (choice,) = foretold.weigh(state.view(state.actors[0]), worlds=20)
                assert choice.action == "surrender"
                assert choice.points == 0
                assert choice.chances["met"] == 0
                return
    raise AssertionError("nobody had to")
