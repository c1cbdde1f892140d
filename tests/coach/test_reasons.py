"""Reasons: every kind is told where it explains the loss, and not where it merely comes along with it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold import i18n
from foretold.bots.effort import CHECKED_WORLDS
from foretold.bots.weighing import tracks_of
from foretold.cards import Action, Bid, Play
from foretold.coach.decisions import decisions, weigh_decision
from foretold.coach.hints import hint
from foretold.coach.json_format import told_of, weighed_of
from foretold.coach.marks import judge
from foretold.coach.reasons import measure, prophecy, seven
from foretold.coach.reasons.measure import Reason, Shown, reasons_between
from foretold.coach.reasons.tracked import Tracked
from foretold.coach.reasons.words import CERTAIN, COUNTED, form_of, worded
from foretold.games import Game
from foretold.games.prophecy.view import ProphecyView
from foretold.games.replay import replay
from foretold.games.seven.view import SevenView
from foretold.kernels import tracks as track
from foretold.records import Record
from foretold.views import View
from tests.conftest import random_states, some_games
from tests.rules.other_worlds import other_worlds

POSITIONS = [json.loads(line) for line in (Path(__file__).parent / "reasons.jsonl").read_text("utf-8").splitlines()]
KINDS = {*seven.KINDS, *prophecy.KINDS}


def position(source: dict[str, Any]) -> View:
    """What the seat that chooses knows, in a record or after these actions."""
    if "record" in source:
        return replay(Record.from_dict(source["record"])).view(source["seat"])
    state = foretold.load(source["game"], source["players"], **source["options"]).start(seed=source["seed"])
    for action in source["actions"]:
        state = state.apply(state.actors[0], action)
    view: View = state.view(source["seat"])
    return view


def reasons_at(source: dict[str, Any], seed: int = 1) -> tuple[Reason, ...]:
    view = position(source)
    assert isinstance(view, SevenView | ProphecyView)
    best, other = view.rules.parse(source["best"]), view.rules.parse(source["other"])
    return reasons_between(view, best, (other,), seed)[0]


@pytest.mark.parametrize("source", POSITIONS, ids=lambda source: f"{source['kind']}-{source['told']}")
def test_a_reason_is_given_only_where_it_explains_the_loss(source: dict[str, Any]) -> None:
    """Where it is not told, the event mostly differs by 15 % of the deals or more, but what is lost is lost elsewhere.

    Events that decide everything by themselves, such as the end of a round, just do not come there.
    """
    kinds = [reason.kind for reason in reasons_at(source)]
    assert (source["kind"] in kinds) == source["told"]


def test_every_kind_of_reason_has_a_position_with_it_and_one_without() -> None:
    for given in (True, False):
        assert {source["kind"] for source in POSITIONS if source["told"] is given} == KINDS


@pytest.mark.parametrize("source", POSITIONS[::5], ids=lambda source: source["kind"])
def test_a_reason_explains_at_least_a_third_and_its_figures_are_in_range(source: dict[str, Any]) -> None:
    for reason in reasons_at(source):
        assert measure.LEAST <= reason.explains <= 1
        assert reason.error >= 0
        if reason.kind not in COUNTED:
            assert 0 <= reason.often <= 1
            assert 0 <= reason.instead <= 1
            assert abs(reason.often - reason.instead) >= measure.APART - 0.0001


def test_all_forms_of_all_kinds_are_worded_in_every_language() -> None:
    for source in POSITIONS:
        view = position(source)
        assert isinstance(view, SevenView | ProphecyView)
        for reason in reasons_at(source):
            for language in ("en", "ja"):
                sentence = worded(reason, view.rules, language, "ABCDEF")
                assert sentence.endswith("." if language == "en" else "。")
                assert "{" not in sentence
    for kind in KINDS:
        assert f"reason.{kind}" in i18n.phrases("en")


def test_facts_are_stated_only_where_the_view_proves_them() -> None:
    """A figure of 0 or 1 is a fact if no deal that fits, and no play of the others, contradicts it."""
    proved = 0
    for source in POSITIONS:
        view = position(source)
        for reason in reasons_at(source):
            if reason.sure:
                proved += 1
                assert 0.0 in (reason.often, reason.instead) or 1.0 in (reason.often, reason.instead)
                for action, figure in ((reason.best, reason.often), (reason.other, reason.instead)):
                    if figure in (0.0, 1.0):
                        assert follows(view, reason, action) is bool(figure)
    assert proved > 5


def follows(view: View, reason: Reason, action: Action) -> bool | None:
    """Whether the view proves that an event of this trick comes after a card, or that it can't; None if neither."""
    if isinstance(view, ProphecyView):
        return next(prospect.wins for prospect in view.prospects() if prospect.action == action)
    assert isinstance(view, SevenView)
    assert view.seat is not None
    if "seat" in reason.values:  # of another player: only where the card is the last of the trick
        assert len(view.trick) == view.players - 1
        return action == (reason.best if reason.often else reason.other)
    places = set(next(prospect.places for prospect in view.prospects() if prospect.action == action))
    if reason.kind == "place-open":
        assert view.left[view.seat][reason.values["place"] - 1] == 1
        return False if places == {reason.values["place"]} else None
    wanted = {place for place, tokens in enumerate(view.left[view.seat], 1) if tokens}
    wanted = {reason.values["place"]} if "place" in reason.values else wanted
    return True if places <= wanted else None if places & wanted else False


def test_what_is_certain_has_a_form_of_its_own_without_figures() -> None:
    game = foretold.load("prophecy", 4)
    card, other = game.parse("S1"), game.parse("S2")
    for kind, figures in CERTAIN.items():
        values = {"seat": 1, "place": 2, "card": "S3", "suit": "S", "bid": 3, "count": 2, "tricks": 4}
        sure = Reason(kind, values, card, other, *figures, 0.0, 1.0, 0.1, 0.1, True)
        assert form_of(sure) == f"{kind}-sure"
        assert "%" not in worded(sure, game, "en", "ABCDEF")
        assert form_of(sure._replace(sure=False)) == kind
        assert form_of(sure._replace(instead=0.9)) == kind
    sure = Reason("any-token", {}, card, other, 1.0, 0.3, 0.0, 1.0, 0.1, 0.1, True)
    assert "in 100% of" in worded(sure, game, "en", "ABCDEF")
    assert "in >99% of" in worded(sure._replace(sure=False), game, "en", "ABCDEF")


def test_a_prophecy_reason_also_says_what_the_best_one_predicts_instead() -> None:
    source = next(source for source in POSITIONS if source["kind"] == "too-many" and source["told"])
    view = position(source)
    assert isinstance(view, SevenView)
    reason = next(reason for reason in reasons_at(source) if reason.kind == "too-many")
    gain = reason.values["gain"] - 1
    best, other = ([int(tokens) for tokens in source[which].split("-")] for which in ("best", "other"))
    assert best[gain] - other[gain] == max(more - fewer for more, fewer in zip(best, other, strict=True))
    assert reason.values["more"] == best[gain]
    assert f"{source['best']} predicts {best[gain]} ×" in worded(reason, view.rules, "en", "ABCDEF")
    old = reason._replace(values={"place": 1, "count": 3, "fewer": 1})  # in a review of before
    assert form_of(old) == "too-many"


def test_a_bid_of_nothing_can_not_end_with_too_few_tricks() -> None:
    game = foretold.load("prophecy", 4)
    low, high = game.parse("S2+S3+S7"), game.parse("S2+S3+V2")
    reason = Reason("bid-high", {"bid": 2, "fewer": 0}, low, high, 0.0, 0.45, 0.01, 1.0, 0.1, 0.1, False)
    assert worded(reason, game, "en", "ABCDEF").endswith("in 45% of the deals; a bid of 0 needs none.")


def test_cards_kept_or_got_rid_of_make_up_for_the_card_that_is_played_instead() -> None:
    """Where the card that is said to be worth keeping would win or fulfil now just as well, nothing is gained."""
    kinds = {"kept-winner": 1, "sheds": -1, "kept": 1, "kept-last": 1}
    for source in POSITIONS:
        if source["kind"] not in kinds or not source["told"]:
            continue
        view = position(source)
        assert isinstance(view, SevenView | ProphecyView)
        best, other = view.rules.parse(source["best"]), view.rules.parse(source["other"])
        numbers = np.array([view.legal.index(best), view.legal.index(other)])
        outcomes, tracks, weights, exact = tracks_of(view, Random(7), numbers, 1000)
        at = Tracked(view, tracks, outcomes, weights, exact)
        cards = [view.rules.index[action.card if isinstance(action, Play) else action] for action in (best, other)]
        together = [0.0, 0.0]
        for choice in range(2):
            mine = view.left[at.me] if isinstance(view, SevenView) else (1,)
            for trick, hit in enumerate(hits(at, view, choice, mine), at.first):
                played = np.isin(at.card(choice, at.me, trick), cards)
                together[choice] += float(weights @ (hit & played))
        assert kinds[source["kind"]] * (together[0] - together[1]) > 0


def hits(at: Tracked, view: View, choice: int, mine: tuple[int, ...]) -> list[Any]:
    """Whether the chooser fulfils a prophecy, or wins, in each trick from this one on, by world."""
    if isinstance(view, SevenView):
        return list(at.confirmed(choice, at.me, mine))
    return [at.place(choice, at.me, trick) == 1 for trick in range(at.first, at.last + 1)]


def test_a_reason_is_told_with_the_figures_of_fresh_worlds_in_which_it_holds() -> None:
    for source in POSITIONS[::6]:
        for reason in reasons_at(source):
            if reason.error and reason.kind not in COUNTED:
                for figure in (reason.often, reason.instead):
                    assert figure * CHECKED_WORLDS == pytest.approx(round(figure * CHECKED_WORLDS), abs=0.1)


def test_no_reason_contradicts_the_figures_shown_beside_the_choices() -> None:
    """If the best choice brings the seat fewer points, or succeeds less often, it is better for another reason."""
    others = {"rival-seven", "others-seven", "ends-now", "gives-token", "target"}
    others |= {"denies", "denies-leader", "gives-trick"}
    told = 0
    for source in POSITIONS[::2]:
        view = position(source)
        assert isinstance(view, SevenView | ProphecyView)
        best, other = view.rules.parse(source["best"]), view.rules.parse(source["other"])
        shown = {best: Shown(0.3, 1.0), other: Shown(0.5, 1.5)}
        for reason in reasons_between(view, best, (other,), 1, shown)[0]:
            assert reason.kind in others
            told += 1
    assert told


@some_games
def test_reasons_do_not_change_with_hidden_cards(game: Game) -> None:
    rng = Random(3)
    states = [state for state in random_states(game, 4, rounds=1) if state.phase == "tricks" and state.actors]
    state = next(state for state in states[8:] if len(state.legal(state.actors[0])) > 1)
    seat = state.actors[0]
    best, other, *_ = state.legal(seat)
    reasons = [reasons_between(state.view(seat), *pair, 7) for pair in ((best, (other,)), (other, (best,)))]
    for same in list(other_worlds(state, seat, rng, 20))[:2]:
        view = same.view(seat)
        assert [reasons_between(view, *pair, 7) for pair in ((best, (other,)), (other, (best,)))] == reasons


@some_games
def test_tracks_agree_with_outcomes_and_with_the_rules(game: Game) -> None:
    """Every seat plays each of its cards once, and what it takes is what the end of the round counts."""
    states = [state for state in random_states(game, 9, rounds=1) if state.phase == "tricks" and state.actors]
    view = states[3].view(states[3].actors[0])
    numbers = np.arange(len(view.legal))[:2]
    outcomes, tracks, weights, exact = tracks_of(view, Random(1), numbers, 20)
    assert not exact
    assert weights.sum() == pytest.approx(1)
    players = view.players
    for world in range(20):
        for choice in range(len(numbers)):
            row = tracks[world, choice]
            assert view.seat is not None
            cards = row[track.SEATS * players + 1 :].reshape(players, track.MOST_TRICKS)
            played = cards[cards >= 0] & 63
            assert len(set(played.tolist())) == len(played)
            assert row[track.POINTS * players + view.seat] == outcomes[world, choice, 1]
            own = set((cards[view.seat][cards[view.seat] >= 0] & 63).tolist())
            assert isinstance(view, SevenView | ProphecyView)
            assert own <= {view.rules.index[card] for card in view.hand}


def test_a_review_keeps_its_reasons_as_json() -> None:
    game = foretold.load("seven-prophecies")
    state = game.start(seed=2)
    rng = Random(2)
    while not state.finished:
        state = state.apply(state.actors[0], rng.choice(state.legal(state.actors[0])))
    reasoned = 0
    for decision in decisions(state.record())[:24]:
        weighed = weigh_decision(decision, 100, 0)
        reason = json.loads(json.dumps(told_of(judge(weighed))))
        assert weighed_of(reason, game).reasons == weighed.reasons
        reasoned += bool(weighed.reasons)
    assert reasoned


def test_a_hint_rates_a_prophecy_that_is_laid_out() -> None:
    view = foretold.load("seven-prophecies").start(seed=5).view(0)
    rated = hint(view, "en", laid="7-0-0-0")
    assert rated is not None
    assert rated.yours is not None
    assert rated.yours.action == "7-0-0-0"
    assert rated.yours.points < rated.best[0].points
    assert rated.yours.why
    assert rated.yours.why[0].other == "7-0-0-0"
    for laid in ("", "8-0-0-0", "nonsense"):
        other = hint(view, "en", laid=laid)
        assert other is not None
        assert other.yours is None


def test_a_hint_rates_a_bid_that_is_laid_out() -> None:
    view = foretold.load("prophecy").start(seed=5).view(0)
    assert isinstance(view, ProphecyView)
    bids = [action for action in view.legal if isinstance(action, Bid)]
    high = max(bids, key=lambda action: view.rules.bid_of(action.cards))
    rated = hint(view, "en", laid=str(high))
    assert rated is not None
    assert rated.yours is not None
    assert rated.yours.action == high
    assert not rated.yours.as_good


@pytest.mark.long
@pytest.mark.parametrize("title", ["seven-prophecies", "seven-prophecies-2017", "prophecy"])
def test_six_in_ten_marked_decisions_get_a_reason(title: str) -> None:
    """Of 200 marked decisions of bots of different strength."""
    game = foretold.load(title)
    marked = reasoned = number = 0
    while marked < 200:
        rng = Random(f"reasons-long:{number}")
        bots = [foretold.bot(name) for name in ("novice", "greedy", "adept", "novice")]
        state = game.start(seed=rng.getrandbits(60))
        while not state.over:
            seat = state.actors[0]
            state = state.apply(seat, bots[(seat + number) % 4].choose(state.view(seat), rng))
        for decision in decisions(state.record()):
            judged = judge(weigh_decision(decision, 300, 0))
            marked += judged.mark is not None
            reasoned += judged.mark is not None and bool(judged.weighed.reasons)
        number += 1
    assert reasoned >= 0.6 * marked
