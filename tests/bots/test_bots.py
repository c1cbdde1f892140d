"""Bots: one protocol, views only, and no misplay of what a beginner sees."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

import foretold
from foretold.bots import names
from foretold.bots.levels import LEVELS
from foretold.bots.seer import SeerBot
from foretold.games import Game
from foretold.games.prophecy.state import legal_plays
from foretold.kernels import warm
from tests.conftest import every_game, random_states

QUICK: dict[str, dict[str, Any]] = {
    "random": {},
    "greedy": {},
    "novice": {},
    "student": {},
    "ppo": {},
    "adept": {},
    "seer": {"worlds": 8},
}


def test_all_bots_are_known_by_name() -> None:
    assert set(QUICK) <= set(names())
    assert set(LEVELS) == {"novice", "adept", "seer"}


@pytest.mark.parametrize("name", ["random", "greedy", "adept"])
def test_a_bot_leaves_no_reference_cycles(name: str) -> None:
    """A server makes one for each decision, and does not search while people play."""
    foretold.bot(name)  # loaded
    warm.wait()  # beside this, compiling leaves much
    gc.collect()
    foretold.bot(name)
    assert gc.collect() == 0


@every_game
def test_every_bot_plays_every_game(game: Game) -> None:
    """Whole rounds at all seats; every choice is a legal one, and the same for the same view and rng."""
    for name, settings in QUICK.items():
        player, again = foretold.bot(name, **settings), foretold.bot(name, **settings)
        state = game.start(seed=4)
        number = 0
        while not state.finished:
            seat = state.actors[0]
            view = state.view(seat)
            action = player.choose(view, Random(number))
            assert action in view.legal
            if number % 9 == 0:
                assert again.choose(view, Random(number)) == action
            state = state.apply(seat, action)
            number += 1


@pytest.mark.parametrize("name", ["cheat", "nobody", "", None])
def test_wrong_bots_are_refused(name: Any) -> None:
    with pytest.raises(foretold.UnknownBot) as refused:
        foretold.bot(name)
    assert refused.value.sentence("ja") != refused.value.sentence("en")


def test_unknown_settings_of_a_bot_are_refused() -> None:
    with pytest.raises(foretold.UnknownBot):
        foretold.bot("greedy", seconds=0.2)


def test_seer_keeps_what_it_found() -> None:
    state = random_states(foretold.load("seven-prophecies"), 3, rounds=1)[8]
    seat = state.actors[0]
    seer = SeerBot(worlds=40)
    chosen = seer.choose(state.view(seat), Random(1))
    best, *others = seer.findings
    assert best.action == chosen
    assert {weighed.action for weighed in seer.findings} == set(state.legal(seat))
    assert seer.worth == {weighed.action: weighed.points for weighed in seer.findings}
    assert 8 <= best.worlds <= 40
    assert best.error == {"points": 0.0, "match": 0.0}  # of the difference to itself
    assert any(choice.error["points"] > 0 for choice in others)
    assert all(choice.worlds <= best.worlds for choice in others)
    assert SeerBot(worlds=40).findings == ()


def test_seer_takes_seconds_for_one_decision() -> None:
    """A cap for this one decision, whatever the setting: the choice is legal, and fewer worlds were seen."""
    state = random_states(foretold.load("prophecy"), 3, rounds=1)[8]
    seat = state.actors[0]
    seer = SeerBot(seconds=5)
    assert seer.choose(state.view(seat), Random(1), seconds=0.02) in state.legal(seat)


def test_without_kernels_seer_plays_as_greedy() -> None:
    """In a new process with an empty cache nothing is compiled yet: a limit in seconds is kept all the same."""
    script = (
        "import foretold, random\n"
        "from foretold.kernels import warm\n"
        "state = foretold.load('seven-prophecies').start(seed=1)\n"
        "view = state.view(0)\n"
        "chosen = foretold.bot('seer', seconds=0.02).choose(view, random.Random(1))\n"
        "assert not warm.ready()\n"
        "assert chosen == foretold.bot('greedy').choose(view, random.Random(1))\n"
        "import os; os._exit(0)\n"  # the compiling thread need not be waited for
    )
    environment = {**os.environ, "FORETOLD_CACHE": "/proc/nowhere"}  # can't be written: that is no error
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr


# What a beginner sees ---------------------------------------------------------------------------------------------

sensible = pytest.mark.parametrize("name", ["greedy", "adept", "seer"])


def player(name: str) -> Any:
    return foretold.bot(name, **({"worlds": 60} if name == "seer" else {}))


@cache
def views(title: str, players: int) -> list[Any]:
    """Views of seats to act in rounds of random play."""
    game = foretold.load(title, players=players)
    situations: list[Any] = []
    for seed in range(200):
        for state in random_states(game, seed, rounds=1):
            situations += [state.view(seat) for seat in state.actors[:1] if len(state.legal(seat)) > 1]
    return situations


def wanting(view: Any, tricks: int) -> Any:
    """The same view, but the seat still wants so many tricks for its bid."""
    won = list(view.won)
    won[view.seat] = view.bid_value(view.seat) - tricks
    return replace(view, won=tuple(won))


def choices(name: str, views: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """What a bot does in the first five of these positions; there must be as many."""
    some = list(islice(views, 5))
    assert len(some) == 5, "too few positions of this kind were found"
    for number, view in enumerate(some):
        yield view, player(name).choose(view, Random(number))


def outlook(view: Any, action: Any) -> Any:
    return next(outlook for outlook in view.outlooks() if outlook.action == action)


@sensible
def test_the_last_token_is_placed_by_the_last_seat(name: str) -> None:
    """Last to play, one token left, a card that meets it: the round is won at once."""
    situations = (
        replace(view, left=tuple(left if seat != view.seat else tokens for seat, left in enumerate(view.left)))
        for view in views("seven-prophecies", 4)
        if view.phase == "tricks" and len(view.trick) == 3 and len(view.tricks) >= 6
        if len({outlook.place for outlook in view.outlooks()}) > 1
        for place in [view.outlooks()[-1].place]
        for tokens in [tuple(int(target == place) for target in range(1, 5))]
    )
    for view, action in choices(name, situations):
        assert outlook(view, action).token


def holding(view: Any, cards: tuple[str, ...]) -> Any:
    """The same view, but with other cards in hand: any that nobody has seen played."""
    game: Any = foretold.load(view.game, players=view.players)
    hand = sum(game.bits[card] for card in cards)
    suits = game.title.suits
    lead = suits.index(view.lead) if view.trick else None
    legal = legal_plays(game, hand, suits.index(view.trump), lead)
    return replace(view, hand=game.cards(hand), legal=legal)


def free_cards(view: Any, kind: Callable[[Any], bool]) -> list[str]:
    """Cards of a kind that the seat could hold, the highest first."""
    return [str(card) for card in reversed((*view.hand, *view.unseen)) if kind(card)]


@sensible
def test_a_bot_that_wants_every_trick_takes_a_sure_one(name: str) -> None:
    """Last to play, both remaining tricks wanted: the trump wins now, the high card of another suit waits."""
    results = []
    for view in views("prophecy", 4):
        if view.phase != "tricks" or len(view.trick) != 3 or view.tricks_left != 2 or view.lead == view.trump:
            continue
        trumps = free_cards(view, lambda card: card.suit == view.trump)  # noqa: B023
        high = free_cards(view, lambda card: card.suit not in (None, view.trump, view.lead) and card.number == 14)  # noqa: B023
        if trumps and high and view.bid_value(view.seat) >= 2:
            changed = wanting(holding(view, (trumps[0], high[0])), 2)
            if [outlook.wins for outlook in changed.outlooks()].count(True) == 1:
                results.append(changed)
    for view, action in choices(name, results):
        assert outlook(view, action).wins


@sensible
def test_a_bot_that_wants_every_trick_does_not_lead_low(name: str) -> None:
    """On lead, all three remaining tricks wanted, two sure winners and a lower card: the lower card waits."""
    results = []
    for view in views("prophecy", 4):
        if view.phase != "tricks" or view.trick or view.tricks_left != 3 or view.bid_value(view.seat) < 3:
            continue
        trumps = free_cards(view, lambda card: card.suit == view.trump and card.number >= 13)  # noqa: B023
        lower = free_cards(view, lambda card: card.suit not in (None, view.trump) and 10 <= card.number <= 12)  # noqa: B023
        if "Jaguar" in (*view.hand, *view.unseen) and trumps and lower:
            results.append(wanting(holding(view, ("Jaguar", trumps[0], lower[-1])), 3))
    led_low = [view for view, action in choices(name, results) if action.card.suit not in (None, view.trump)]
    assert len(led_low) <= 1  # where all others are out of the suit, the lower card is as good


@sensible
def test_nobody_bids_0_with_the_jaguar(name: str) -> None:
    situations = (
        view
        for view in views("prophecy", 4)
        if view.phase == "bid" and "Jaguar" in view.hand and sum(card.suit == "S" for card in view.hand) >= 3
    )
    for _, action in choices(name, situations):
        assert {card.suit for card in action.cards} != {"S"}


@sensible
def test_the_shaman_takes_a_trick_that_must_be_won_and_nothing_else_can_win(name: str) -> None:
    """Near the end: to win every trick of a long rest is a hope that a few worlds do not hold."""
    situations = (
        wanting(view, view.tricks_left)
        for players in (3, 4, 5)
        for view in views("prophecy", players)
        if view.phase == "tricks" and len(view.trick) == players - 1
        if 2 <= view.tricks_left <= 4
        if view.bid_value(view.seat) >= view.tricks_left
        if [str(outlook.action) for outlook in view.outlooks() if outlook.wins] == ["Shaman"]
    )
    some = list(islice(situations, 3))
    assert some, "no position of this kind was found"
    for view in some:
        assert player(name).choose(view, Random(1)) == "Shaman"


@sensible
def test_the_shaman_is_not_wasted_on_a_lost_trick(name: str) -> None:
    """Nothing wins, a low card can be thrown away, the last trick is wanted: the Shaman is kept for it."""
    situations = (
        wanting(view, 1)
        for players in (3, 4, 5)
        for view in views("prophecy", players)
        if view.phase == "tricks" and len(view.trick) == players - 1 and view.tricks_left == 2
        if "Shaman" in view.legal and view.bid_value(view.seat) >= 1
        if not any(outlook.wins for outlook in view.outlooks())
        if any(card.suit not in (None, view.trump) and card.number <= 6 for card in view.hand)
        if len(view.legal) == 2
    )
    some = list(islice(situations, 4))
    assert some, "no position of this kind was found"
    for view in some:
        assert player(name).choose(view, Random(1)) != "Shaman"
