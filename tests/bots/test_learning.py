"""What self-play taught the search of Prophecy: it changes what comes close, among strong players only."""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.bots import prophecy_seer
from foretold.bots.learning import FORMAT, corrected, learned_of, near_the_best, to_text
from foretold.bots.race import Budget, Standing
from foretold.bots.signs import PARTS, part_of, signs_of
from foretold.kernels import bidders

FILES = sorted(each.name for each in files("foretold.bots").joinpath("learned").iterdir() if each.name.endswith("json"))


def first_view() -> Any:
    state = foretold.load("prophecy", players=3).start(seed=3)
    return state.view(state.actors[0])


def some_standings(view: Any) -> list[Standing]:
    return prophecy_seer.search(view, Random(1), Budget(6, None))


def test_what_was_learned_puts_close_choices_in_another_order_and_leaves_the_others_behind() -> None:
    view = first_view()
    standings = some_standings(view)
    close = near_the_best(standings)
    assert 1 < len(close) < len(standings)
    weights = np.zeros(len(signs_of(view, standings[0])))
    weights[0] = -3.0  # what is worse by a point is better by two
    found = corrected(view, standings, {part_of(view): weights})
    raw = {each.choice: each.value for each in close}
    assert [raw[each.choice] for each in found[: len(close)]] == sorted(raw.values())
    assert [each.choice for each in found[len(close) :]] == [each.choice for each in standings[len(close) :]]
    best = standings[0].value
    for each in found[: len(close)]:
        assert each.value == pytest.approx(raw[each.choice] - 3 * (raw[each.choice] - best))


def test_nothing_changes_where_nothing_was_learned_or_none_of_it_counts() -> None:
    view = first_view()
    standings = some_standings(view)
    weights = np.ones(len(signs_of(view, standings[0])))
    assert all(one is other for one, other in zip(corrected(view, standings, {}), standings, strict=True))
    unchanged = corrected(view, standings, {part_of(view): weights}, share=0.0)
    assert [each.choice for each in unchanged] == [each.choice for each in standings]


def test_among_players_like_greedy_play_outs_are_right_and_are_not_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    view = first_view()
    weights = np.zeros(len(signs_of(view, some_standings(view)[0])))
    weights[0] = -3.0

    def order() -> list[int]:
        return [each.choice for each in some_standings(view)]

    among_strong = order()
    with monkeypatch.context() as company:
        for module in (prophecy_seer, bidders):
            company.setattr(module, "strong_share", lambda view: 0.0)
        among_weak = order()
        company.setattr(prophecy_seer, "learned_of", lambda game: {0: weights})
        assert order() == among_weak
    monkeypatch.setattr(prophecy_seer, "learned_of", lambda game: {0: weights})
    assert order() != among_strong


@pytest.mark.parametrize("name", FILES)
def test_files_say_how_they_were_made_and_have_a_weight_for_every_sign(name: str) -> None:
    kept = json.loads(files("foretold.bots").joinpath("learned", name).read_text("utf-8"))
    assert kept["format"] == FORMAT
    assert kept["command"].startswith("scripts/best-response ")
    assert kept["commit"]
    title, players = name.removesuffix(".json").rsplit("-", 1)
    game = foretold.load(title, players=int(players))
    learned = learned_of(game)
    assert set(learned) == set(range(PARTS + 1))
    made = {key: kept[key] for key in ("command", "commit", "seed")}
    assert to_text(learned, made) == files("foretold.bots").joinpath("learned", name).read_text("utf-8")
    state, rng = game.start(seed=2), Random(2)
    parts = set()
    while not state.finished:
        view: Any = state.view(state.actors[0])
        if len(view.legal) > 1 and part_of(view) not in parts:
            parts.add(part_of(view))
            standing = prophecy_seer.search(view, rng, Budget(2, None))[0]
            assert len(signs_of(view, standing)) == len(learned[part_of(view)])
        state = state.apply(view.seat, rng.choice(view.legal))
    assert len(parts) > 1


def test_the_four_of_prophecy_have_learned() -> None:
    assert "prophecy-4.json" in FILES
