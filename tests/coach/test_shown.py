"""What people read in a review: chances sum to 100 %, every figure is within its range, lists are in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random

import pytest

import foretold
from foretold.arena.simulate import match_record, match_seed, play_match, seated
from foretold.bots.calibrated import Found
from foretold.cards import Play
from foretold.coach.decisions import by_match
from foretold.coach.figures import match_steps, together
from foretold.coach.page import page
from foretold.coach.review import Review, review
from foretold.coach.review_text import Reviewed
from foretold.games import Game
from foretold.json_types import JsonObject
from foretold.records import Record

BOTS = ("random", "novice", "greedy", "seer:worlds=8")
WORLDS = 12
TABLES: list[tuple[str, int, Mapping[str, str | bool]]] = [
    *(("seven-prophecies", players, {}) for players in (3, 4)),
    *(("seven-prophecies-2017", players, {}) for players in (3, 4)),
    ("seven-prophecies-2017", 4, {"variant": "first-to-two"}),
    ("seven-prophecies-2017", 3, {"negative_scores": True}),
    *(("prophecy", players, {"variant": "short"}) for players in (2, 3, 4, 5, 6)),
    ("prophecy", 4, {}),
]
MATCHES = 17  # of each table in the long run: 204 in all


def played(game: Game, number: int) -> Record:
    """A match of bots of different strength."""
    rng = Random(f"shown:{game.name}:{game.players}:{number}")
    bots = [rng.choice(BOTS) for _ in game.seats]
    state = play_match(game, [seated(text) for text in bots], match_seed(25, number), f"shown:{number}")
    return match_record(state, bots)


def matches(long: bool) -> Iterator[Record]:
    tables = TABLES if long else [TABLES[1], TABLES[7]]
    for name, players, options in tables:
        for number in range(MATCHES if long else 1):
            yield played(foretold.load(name, players, **options), number)


def test_every_figure_of_many_reviews_is_possible(request: pytest.FixtureRequest) -> None:
    checked = 0
    for record in matches(request.config.getoption("--long")):
        made = review(record, worlds=WORLDS, seed=checked)
        fields = made.to_dict()
        assert_chances_sum_to_one(fields)
        for seat in fields["seats"]:
            assert_seat(seat)
        for decision in fields["decisions"]:
            assert_decision(decision)
        assert_read(record, made)
        checked += 1
    assert checked >= (200 if request.config.getoption("--long") else 2)


def assert_chances_sum_to_one(review: JsonObject) -> None:
    """At every step, in percent: 100 ± 0.1."""
    curves = [seat["curve"] for seat in review["seats"]]
    assert len({tuple(event for event, _ in curve) for curve in curves}) == 1, "all seats have the same steps"
    for step in zip(*curves, strict=True):
        shares = [100 * share for _, share in step]
        assert abs(sum(shares) - 100) <= 0.1, step
        assert all(0 <= share <= 100 for share in shares)


def assert_seat(seat: JsonObject) -> None:
    for name in ("expected", "result", "accuracy"):
        assert 0 <= seat[name] <= 1, name
    assert seat["choice"] >= 0
    assert seat["play"] >= 0
    parts = seat["expected"] + seat["cards"] + seat["others"] - seat["choice"] - seat["play"]
    assert abs(parts - seat["result"]) <= seat["error"]
    assert all(0 <= share <= 1 for _, share in seat["known"])
    assert seat["curve"][-1][1] == pytest.approx(seat["result"], abs=1e-3)
    shares, points = seat["steps"]["match"], seat["steps"]["points"]
    for steps in (shares, points):
        running = [steps["even"]]
        for part in ("cards", "choice", "play", "others"):
            running.append(running[-1] + steps[part])
        assert running[-1] == pytest.approx(steps["result"], abs=1e-6)
        assert steps["choice"] <= 0
        assert steps["play"] <= 0
        if steps is shares:
            assert all(-1e-6 <= chance <= 1 + 1e-6 for chance in running), steps
    assert shares["result"] == seat["result"]


def assert_decision(decision: JsonObject) -> None:
    actions = decision["actions"]
    shown = [action["match"] for action in actions]
    assert shown == sorted(shown, reverse=True), "in the order of what is shown"
    assert actions[0]["action"] == decision["best"]
    assert decision["legal"] >= len(actions) >= 2
    assert all(0 <= share <= 1 for share in shown)
    assert 0 <= decision["loss"]["match"] <= 1
    for action in actions:
        chances = action["chances"]
        for name in ("fulfilled", "met", "wins"):
            assert 0 <= chances.get(name, 0) <= 1
        assert all(0 <= share <= 1 for share in chances.get("places", ()))
        assert sum(chances.get("places", ())) <= 1.001


def assert_read(record: Record, made: Review) -> None:
    """No percentage of the page is beyond 100, in any language."""
    for language in ("en", "ja"):
        text = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page([Reviewed(record, made, None, language)], WORLDS, 0))
        numbers = [float(number.replace("−", "-")) for number in re.findall(r"([+−]?\d+(?:\.\d+)?)%", text)]
        assert numbers
        assert all(-100 <= number <= 100 for number in numbers), max(numbers, key=abs)


def test_a_match_has_the_result_that_its_points_end_in() -> None:
    record = played(foretold.load("seven-prophecies", 4), 3)
    end = next(event["match"] for event in record.events if "match" in event)
    made = review(record, worlds=WORLDS)
    assert [seat.steps["points"].result for seat in made.seats] == end["scores"]
    cards = [seat.steps["points"].cards for seat in made.seats]
    assert len({seat.steps["points"].even for seat in made.seats}) == 1
    assert any(cards), "some cards are better than others"


def test_a_certain_winner_leaves_nothing_to_others_and_chances_are_scaled_once() -> None:
    curves = together([[(-1, 0.5), (3, 0.6), (9, 1.0)], [(-1, 0.5), (5, 0.2)]])
    assert [event for event, _ in curves[0]] == [-1, 3, 5, 9]
    assert [share for _, share in curves[0]] == [0.5, 0.5455, 0.75, 1.0]
    assert [share for _, share in curves[1]] == [0.5, 0.4545, 0.25, 0.0]
    assert together(curves) == curves
    assert together([[(0, 0.0)], [(0, 0.0)]]) == [[(0, 0.5)], [(0, 0.5)]]


def test_figures_that_fit_are_shown_unchanged() -> None:
    steps = match_steps(0.25, 0.09, 0.14, 0.1, 0.0)
    assert (steps.cards, steps.choice, steps.play) == (0.09, -0.14, -0.1)
    assert steps.others == pytest.approx(-0.1)


def test_figures_that_cancel_out_are_shown_as_far_as_they_fit() -> None:
    rng = Random(3)
    for _ in range(3000):
        even, result = rng.choice((0.25, 0.5, 0.1667)), rng.choice((0.0, 1.0, 0.5, 0.3))
        cards, choice, play = rng.uniform(-1, 1), rng.uniform(0, 1.5), rng.uniform(0, 2)
        steps = match_steps(even, cards, choice, play, result)
        running = even
        for before, part in zip((cards, -choice, -play, None), steps[1:5], strict=True):
            running += part
            assert -1e-6 <= running <= 1 + 1e-6
            assert before is None or (abs(part) <= abs(before) + 1e-9 and part * before >= 0)
        assert running == pytest.approx(result, abs=1e-6)


def test_a_new_best_choice_has_errors_relative_to_itself() -> None:
    def weighed(name: str, match: float, error: float) -> Found:
        return Found(Play(name), 1.0, match, {}, {"points": error, "match": error}, 100, False, 3)

    before = (weighed("B1", 0.30, 0.0), weighed("B2", 0.20, 0.03), weighed("B3", 0.31, 0.04))
    best, second, third = by_match(before)
    assert [best.action, second.action, third.action] == ["B3", "B1", "B2"]
    assert (best.error["match"], second.error["match"], third.error["match"]) == (0.0, 0.04, 0.05)
    assert by_match((before[0], before[1])) == before[:2]
