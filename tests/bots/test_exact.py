"""The last tricks: what is chosen beside the best over all deals that fit, each played out by the plain engine."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.coach.between_rounds import chances
from foretold.coach.hints import hint
from foretold.games import Game, State
from foretold.games.unknown import hidden_bids
from foretold.kernels.values import ProphecyValues, SevenValues
from tests.conftest import chosen

CLOSE = 0.005  # share of the match
SHARE = 0.98  # of positions


def end_of(state: State, rounds: int, own_first: bool) -> State:
    """The end of the round if every seat goes for its own points, or for those above the mean of the others."""
    if len(state.finished) > rounds:
        return state
    seat = state.actors[0]
    weight = 1000 if own_first else state.game.players
    ends = [end_of(state.apply(seat, action), rounds, own_first) for action in state.legal(seat)]

    def worth(end: State) -> int:
        points = end.finished[rounds].points
        return points[seat] * weight - sum(points)

    return max(ends, key=worth)


def in_world(state: State, view: Any, world: list[int]) -> State:
    """The same match with the unseen cards where a world has them; whatever does not fit is refused."""
    game: Any = state.game
    source: Any = state.record().to_dict()
    start = max(number for number, event in enumerate(source["events"]) if "deal" in event)
    events = source["events"][start:]
    others = [seat for seat in game.seats if seat != view.seat]
    bidders = hidden_bids(view) if game.name == "prophecy" else ()
    held = {seat: {str(card) for card in game.deck if world[at] & game.bits[card]} for at, seat in enumerate(others)}
    laid = {
        seat: [str(card) for card in game.deck if world[len(others) + at] & game.bits[card]]
        for at, seat in enumerate(bidders)
    }
    for event in events:
        if event.get("seat") in laid and "+" in event.get("action", ""):
            event["action"] = "+".join(laid[event["seat"]])
        seat, action = event.get("seat"), event.get("action", "-")
        if seat in held and "-" not in action:
            held[seat] |= {"Shaman"} if action == "surrender" else set(action.split(":")[0].split("+"))
    deal = events[0]["deal"]
    for seat, cards in held.items():
        deal["hands"][seat] = [str(card) for card in game.deck if card in cards]
    deal["hidden"] = [str(card) for card in game.deck if world[-1] & game.bits[card]]
    return foretold.replay(source)


def positions(game: Game, worlds: int) -> Iterator[tuple[State, Any]]:
    """Decisions in the last tricks of adepts' matches with at most so many deals that fit, and those."""
    bot, rng = foretold.bot("adept"), Random(f"exact:{game!r}")
    while True:
        state = game.start(seed=rng.getrandbits(60))
        while not state.over:
            view: Any = state.view(state.actors[0])
            if view.phase == "tricks" and view.tricks_left == 2 and len(view.legal) > 1:
                values: Any = ProphecyValues(view, rng) if game.name == "prophecy" else SevenValues(view, rng)
                if 1 < values.every_world(worlds * 100) <= worlds:
                    yield state, values
            state = state.apply(state.actors[0], bot.choose(view, rng))


@pytest.mark.parametrize(
    "name",
    chosen(["seven-prophecies", "seven-prophecies-2017", "prophecy"], "seven-prophecies", "seven-prophecies-2017"),
)
def test_the_chosen_card_is_as_good_as_the_best_over_all_deals_that_fit(
    name: str, request: pytest.FixtureRequest
) -> None:
    """Whether others go for their points or for the most above the mean, and what is said of it is exact."""
    game: Any = foretold.load(name, players=4)
    long = request.config.getoption("--long")
    count, worlds = (40, 40) if long else (4, 30)
    good = {"weigh": [0, 0], "hint": [0, 0]}
    for (state, values), _ in zip(positions(game, worlds), range(count), strict=False):
        view: Any = state.view(state.actors[0])
        others = [in_world(state, view, row) for row in values.every.tolist()]
        assert all(other.view(view.seat) == view for other in others)
        choices = foretold.weigh(view, worlds=20)
        assert choices[0].exact
        chosen = {"weigh": choices[0].action, "hint": hint(view, "en").best[0].action}  # type: ignore[union-attr]
        for at, own_first in enumerate((True, False)):
            points, match = {}, {}
            for action in view.legal:
                ends = [end_of(world.apply(view.seat, action), len(state.finished), own_first) for world in others]
                got = np.array([[end.finished[-1].points[view.seat], chances(end)[view.seat]] for end in ends])
                points[action], match[action] = values.weights @ got
            if not own_first:
                for choice in choices:
                    assert choice.points == pytest.approx(points[choice.action], abs=0.0001)
            for who, action in chosen.items():
                good[who][at] += match[action] >= max(match.values()) - CLOSE
    assert all(number >= SHARE * count for both in good.values() for number in both), good
