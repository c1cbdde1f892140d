"""Hints: the best choices with a reason in both languages, from what a seat can know alone."""

from __future__ import annotations

import io
import re
from random import Random

import pytest

import foretold
from foretold import i18n
from foretold.bots.calibrated import Found
from foretold.bots.weighing import weigh
from foretold.cards import Bid, Play
from foretold.cli.terminal.hints import lines
from foretold.cli.terminal.style import Look
from foretold.coach.hints import BEST, Advice, Hint, _with_gain, about_text, chance_text, hint
from foretold.games import Game, State
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.view import ProphecyView
from tests.conftest import random_states, some_games
from tests.rules.other_worlds import other_worlds


def deciding(game: Game, seed: int = 3) -> list[State]:
    """States in which a seat chooses: a prophecy or bid, then cards from the first trick to the last."""
    states = [state for state in random_states(game, seed, rounds=1) if not state.finished and state.actors]
    tricks = [state for state in states if state.phase == "tricks"]
    return [states[0], tricks[0], tricks[len(tricks) // 2], tricks[-1]]


def asked(state: State, language: str = "en") -> Hint:
    given = hint(state.view(state.actors[0]), language)
    assert given is not None
    return given


@some_games
def test_a_hint_names_the_best_choices_and_why(game: Game) -> None:
    for state in deciding(game):
        seat = state.actors[0]
        given = asked(state)
        legal = state.legal(seat)
        assert 1 <= len(given.best) <= min(BEST, len(legal))
        assert {advice.action for advice in given.best} <= set(legal)
        assert len({advice.action for advice in given.best}) == len(given.best)
        assert given.best[0].error == 0
        assert not given.best[0].as_good
        for advice in given.best:
            assert advice.reason
            assert "{" not in advice.reason
            if state.phase != "tricks":
                assert (advice.places, advice.token, advice.wins) == (None, None, None)
            elif isinstance(game, ProphecyGame):
                assert advice.wins is not None
                assert 0 <= advice.wins <= 1
            else:
                assert advice.places is not None
                assert sum(advice.places) == pytest.approx(1, abs=0.001)
        japanese = asked(state, "ja")
        assert [advice.action for advice in japanese.best] == [advice.action for advice in given.best]
        assert all(re.search("[ぁ-ん]", advice.reason) for advice in japanese.best)


@some_games
def test_before_the_first_trick_a_hint_says_what_the_hand_is_likely_to_bring(game: Game) -> None:
    before, first, *_ = deciding(game)
    given = asked(before)
    if isinstance(game, ProphecyGame):
        assert given.counts is None
        assert given.won is not None
        assert sum(given.won) == pytest.approx(1, abs=0.01)
    else:
        assert given.won is None
        assert given.counts is not None
        assert len(given.counts) == game.players
        for chances in given.counts:
            assert sum(chances) == pytest.approx(1, abs=0.01)
    assert (asked(first).counts, asked(first).won) == (None, None)


@some_games
def test_a_hint_does_not_change_with_hidden_cards(game: Game) -> None:
    rng = Random(5)
    seen = 0
    for state in deciding(game, seed=8)[:-1]:
        seat = state.actors[0]
        given = asked(state)
        for other in list(other_worlds(state, seat, rng, 20))[:2]:
            assert hint(other.view(seat), "en") == given
            seen += 1
    assert seen


@some_games
def test_the_first_row_has_most_of_what_the_heading_says(game: Game) -> None:
    """The chance to win the match; of equal ones the most points."""
    for state in deciding(game, seed=11):
        rows = [(advice.match, advice.points) for advice in asked(state).best]
        assert rows == sorted(rows, reverse=True)


def test_a_seat_that_may_not_act_gets_no_hint() -> None:
    state = foretold.load("seven-prophecies").start(seed=1)
    for seat in range(4):
        state = state.apply(seat, "2-2-2-1")
    waiting = [seat for seat in range(4) if seat not in state.actors]
    assert [hint(state.view(seat), "en") for seat in (*waiting, None)] == [None] * 4


def test_suggested_bids_differ_in_number() -> None:
    game = foretold.load("prophecy")
    assert isinstance(game, ProphecyGame)
    given = asked(game.start(seed=4))
    values = [game.bid_of(advice.action.cards) for advice in given.best if isinstance(advice.action, Bid)]
    view = game.start(seed=4).view(0)
    weighed = weigh(view, worlds=400, seed=len(view.history))
    numbers = {game.bid_of(choice.action.cards) for choice in weighed if isinstance(choice.action, Bid)}
    assert len(values) == BEST
    assert len(set(values)) == min(BEST, len(numbers)) > 1


def test_only_proved_outcomes_are_called_sure() -> None:
    surely = 0
    for state in random_states(foretold.load("seven-prophecies"), 6, rounds=1):
        if state.phase != "tricks":
            continue
        view = state.view(state.actors[0])
        prospects = {prospect.action: prospect for prospect in view.prospects()}
        given = hint(view, "en")
        assert given is not None
        for advice in given.best:
            assert ("Sure to" in advice.reason) == prospects[advice.action].sure
            assert (max(advice.places or ()) == 1) == prospects[advice.action].sure
            surely += prospects[advice.action].sure
    assert surely


def test_a_sampled_chance_is_never_shown_as_0_or_100() -> None:
    assert [chance_text(chance) for chance in (0.0, 0.004, 0.5, 0.996, 1.0)] == ["<1%", "<1%", "50%", ">99%", ">99%"]


def weighed(action: str, points: float, match: float, met: float) -> Found:
    chances = {"met": met, "won": {4: met, 5: 1 - met}, "tricks": {1: 0.5}}
    return Found(Play(action), points, match, chances, {"points": 0.1, "match": 0.01}, 100, False, 3.0)


@pytest.mark.parametrize(
    ("best", "said"),
    [
        (
            weighed("S3", 5.2, 0.3, 0.4),
            "S 4 meets your bid more often, but this scores 5.2 points on average instead of 4.1.",
        ),
        (
            weighed("S3", 4.0, 0.34, 0.4),
            "S 4 meets your bid more often, but this gives the others less: "
            "the chance to win the match is 34% instead of 30%.",
        ),
        (weighed("S3", 5.2, 0.3, 0.8), ""),
    ],
)
def test_the_reason_says_what_the_best_choice_gains_when_another_fits_the_bid_better(best: Found, said: str) -> None:
    view = foretold.load("prophecy", 4).start(seed=1).view(0)
    assert isinstance(view, ProphecyView)
    rows = [best, weighed("S4", 4.1, 0.3, 0.6)]
    advice = tuple(Advice(row.action, row.points, 0.1, row.match, False, "Why.") for row in rows)
    first, second = _with_gain(view, rows, advice, "en")
    suit = i18n.suit_name("en", "prophecy", "S")
    assert first.reason == f"Why. {said}".strip().replace("S 4", f"{suit} 4")
    assert second.reason == "Why."


def test_sampled_shares_count_deals_and_calibrated_ones_say_about() -> None:
    assert about_text("en", 0.58, exact=False) == "about 58%"
    assert about_text("en", 0.58, exact=True) == "58%"
    assert about_text("ja", 0.58, exact=False) == "約58%"
    assert about_text("en", 0.001, exact=False) == "<1%"
    for language in ("en", "ja"):
        phrases = i18n.phrases(language)
        for key, text in phrases.items():
            if key.startswith("hint.") and ("{met}" in text or "{fulfilled}" in text):
                label = text.split("{met}")[0].split("{fulfilled}")[0].split(";")[-1].split("。")[-1]
                assert "deals that fit" not in label, key
                assert "合う配り方" not in label, key


def test_a_hint_agrees_with_weigh() -> None:
    state = deciding(foretold.load("seven-prophecies"))[1]
    view = state.view(state.actors[0])
    weighed = weigh(view, worlds=400, seed=len(view.history))
    for advice, choice in zip(asked(state).best, weighed, strict=False):
        assert (advice.action, advice.points, advice.match) == (choice.action, choice.points, choice.match)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", ["seven-prophecies", "prophecy"])
def test_the_terminal_shows_reasons_and_picture(name: str, language: str) -> None:
    from rich.console import Console

    look = Look(language, True, name, ("A", "B", "C", "D"))
    for state in deciding(foretold.load(name)):
        view = state.view(state.actors[0])
        console = Console(width=80, record=True, file=io.StringIO())
        for part in lines(look, view):
            console.print(part)
        text = console.export_text()
        given = asked(state, language)
        assert all(str(advice.action) in text for advice in given.best)
        assert max(map(len, text.splitlines())) <= 80
