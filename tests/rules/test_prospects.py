"""What can come of a card: what a view calls sure is so in every deal that fits, however the others play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from foretold.cards import Bid
from foretold.games import Game, State
from foretold.games.unknown import Unknown, hidden_bids, prophecy_unknown, seven_unknown
from foretold.kernels.worlds import Count
from foretold.views import Took
from tests.conftest import GAMES, every_game, random_states, some_games
from tests.kernels.test_worlds import SMALL, all_worlds

SEVEN = [game for game in GAMES if game.name != "prophecy" and game.options.get("variant", "standard") == "standard"]
PATHS = 60  # ways that the others play on, for a card in a deal


def unknown_of(view: Any) -> Unknown:
    return prophecy_unknown(view) if view.game == "prophecy" else seven_unknown(view)


def in_world(state: State, seat: int, world: list[int] | tuple[int, ...]) -> State:
    """The same moment with these cards in the groups that the seat does not know."""
    game: Any = state.game
    others = [other for other in game.seats if other != seat]
    held = dict(zip(others, world, strict=False))
    choices: Any = state._choices
    bids: dict[int, int] = {}
    if game.name == "prophecy":
        bids = {took.seat: game.mask(took.action.cards) for took in choices}
        played = state._gone & ~sum(bids.values())
        bids |= dict(zip(hidden_bids(state.view(seat)), world[len(others) :], strict=False))  # type: ignore[arg-type]
        choices = tuple(Took(took.seat, Bid.of(game.cards(bids[took.seat]))) for took in choices)
    else:
        played = state._gone
    deal: Any = state._deal
    hands = list(deal.hands)
    for other in others:
        hands[other] = hands[other] & played | held[other] | bids.get(other, 0)
    return state.imagine(tuple(hands), choices, state.finished)


def endings(state: State, seat: int, tricks: int, rounds: int) -> Iterator[Any]:
    """By all ways in which the trick can be played on, what it brings the seat: its place, or whether it wins."""
    done: Any = state.finished[-1] if len(state.finished) > rounds else state.view(None)
    if len(state.finished) > rounds or len(done.tricks) > tricks:
        trick = done.tricks[-1]
        yield trick.winner == seat if state.game.name == "prophecy" else trick.places[seat]
        return
    for action in state.legal(state.actors[0]):
        yield from endings(state.apply(state.actors[0], action), seat, tricks, rounds)


def some_endings(state: State, seat: int, action: Any, rng: Random) -> set[Any]:
    """What an action brings in this world: by every way that the others play, or by many where there are too many."""
    tricks, rounds = len(state.view(None).tricks), len(state.finished)
    after = state.apply(seat, action)
    reached = set()
    for number, ending in enumerate(endings(after, seat, tricks, rounds)):
        reached.add(ending)
        if number == PATHS:
            break
    for _ in range(6):  # the first ways are much alike
        trial = after
        while len(trial.finished) == rounds and len(trial.view(None).tricks) == tricks:
            trial = trial.apply(trial.actors[0], rng.choice(trial.legal(trial.actors[0])))
        reached |= set(endings(trial, seat, tricks, rounds))
    return reached


def allowed(prospect: Any) -> set[Any]:
    """What a prospect does not rule out."""
    if hasattr(prospect, "places"):
        return set(prospect.places)
    return {True, False} if prospect.wins is None else {prospect.wins}


def positions(game: Game, seed: int, every: int) -> list[State]:
    return [state for state in random_states(game, seed, rounds=2) if state.phase == "tricks"][::every]


@some_games
def test_prospects_hold_in_every_deal_that_fits_however_others_play(game: Game, request: pytest.FixtureRequest) -> None:
    rng = Random(f"prospects:{game!r}")
    long = request.config.getoption("--long")
    sure = {False: 0, True: 0}
    for seed in range(40 if long else 2):
        for state in positions(game, 300 + seed, 3 if long else 7):
            seat = state.actors[0]
            view = state.view(seat)
            prospects = view.prospects()
            assert [prospect.action for prospect in prospects] == list(view.legal)
            ways = Count(unknown_of(view))
            for world in [state, *(in_world(state, seat, ways.draw(rng)) for _ in range(8 if long else 3))]:
                assert world.view(seat) == view
                for prospect in prospects:
                    sure[prospect.sure] += 1
                    assert some_endings(world, seat, prospect.action, rng) <= allowed(prospect)
    assert min(sure.values()) > 10


@every_game
def test_the_last_player_of_a_trick_knows_its_outcome(game: Game) -> None:
    """Where nobody plays after, the outlook on the trick so far is what comes of it, and it is sure."""
    seen = 0
    for state in positions(game, 77, 1):
        view: Any = state.view(state.actors[0])
        if len(view.trick) < game.players - 1:
            continue
        for prospect, outlook in zip(view.prospects(), view.outlooks(), strict=True):
            now = outlook.wins if game.name == "prophecy" else outlook.place
            assert prospect.sure
            assert allowed(prospect) == {now}
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("game", SEVEN, ids=repr)
def test_every_open_prospect_is_possible(game: Game, request: pytest.FixtureRequest) -> None:
    """All deals that fit, one after the other: every place that a view leaves open is taken in one of them."""
    rng = Random(1)
    opened = 0
    most, seeds = (100, 40) if request.config.getoption("--long") else (40, 6)
    for seed in range(seeds):
        for state in positions(game, 500 + seed, 1):
            seat = state.actors[0]
            view: Any = state.view(seat)
            if len(view.trick) == game.players - 1 or Count(unknown_of(view)).worlds() > most:
                continue
            worlds = [in_world(state, seat, world) for world in all_worlds(unknown_of(view))]
            for prospect in view.prospects():
                happens = set().union(*(some_endings(world, seat, prospect.action, rng) for world in worlds))
                assert happens == allowed(prospect)
                opened += not prospect.sure
    assert opened


@every_game
def test_a_seat_without_a_card_to_play_has_no_prospects(game: Game) -> None:
    states = random_states(game, 9, rounds=1)
    for state in (states[0], next(state for state in states if state.phase == "tricks")):
        waiting = [seat for seat in game.seats if seat not in state.actors or state.phase != "tricks"]
        for seat in (None, *waiting):
            assert state.view(seat).prospects() == ()


@pytest.mark.parametrize("name", SMALL)
def test_a_deal_fits_where_there_is_one(name: str) -> None:
    """The test of what can be dealt against all deals there are: a card of a suit in a group, or none of it there."""
    unknown = SMALL[name]
    worlds = all_worlds(unknown)
    for group in range(len(unknown.places)):
        for suit, cards in enumerate(unknown.suits):
            assert unknown.fits(((group, suit),)) == any(world[group] & cards for world in worlds)
            assert unknown.fits((), ((group, suit),)) == any(not world[group] & cards for world in worlds)
            for other in range(group):
                both = any(world[group] & cards and not world[other] & cards for world in worlds)
                assert unknown.fits(((group, suit),), ((other, suit),)) == both
