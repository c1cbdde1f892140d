"""The end of a round, as a seat sees it: the engine goes on to the next deal at once, a person wants to look."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from foretold.cards import Play
from foretold.games import rebuild
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.state import trick_strengths
from foretold.games.prophecy.view import ProphecyTrick, ProphecyView
from foretold.games.seven.state import trick_places
from foretold.games.seven.view import SevenTrick, SevenView
from foretold.views import RoundEnd, Took, View

AnyView = TypeVar("AnyView", bound=View)


def rounds_ended(view: View) -> list[RoundEnd]:
    """The results of all rounds that have been scored."""
    return [event for event in view.history if isinstance(event, RoundEnd)]


def shown_after(before: AnyView, took: Took, after: AnyView) -> AnyView:
    """The view to look at after an action: that of the round as it ended where the action ended one."""
    if len(rounds_ended(after)) == len(rounds_ended(before)):
        return after
    hand = before.hand
    if took.seat == before.seat and isinstance(took.action, Play):
        hand = tuple(card for card in hand if card != took.action.card)
    common: dict[str, Any] = {
        "hand": hand,
        "legal": (),
        "actors": (),
        "trick": (),
        "scores": after.scores,
        "history": after.history,
        "over": after.over,
        "winners": after.winners,
    }
    if isinstance(before, SevenView):
        return _seven(before, took, common)  # type: ignore[return-value]
    assert isinstance(before, ProphecyView)
    return _prophecy(before, took, common, rounds_ended(after)[-1].bids or ())  # type: ignore[return-value]


def _seven(before: SevenView, took: Took, common: dict[str, Any]) -> SevenView:
    game: Any = rebuild(before.game, before.players, before.options)
    plays = (*before.trick, took)
    places = trick_places(game, game.title.suits.index(before.lead), plays)
    left = []
    for tokens, place in zip(before.left, places, strict=True):
        left.append(tuple(max(0, count - (at == place)) for at, count in enumerate(tokens, 1)))
    confirmed = tuple(now != then for now, then in zip(left, before.left, strict=True))
    tricks = (*before.tricks, SevenTrick(plays, places, confirmed))
    return replace(before, **common, tricks=tricks, left=tuple(left), leader=places.index(1))


def _prophecy(before: ProphecyView, took: Took, common: dict[str, Any], bids: tuple[Any, ...]) -> ProphecyView:
    game: Any = rebuild(before.game, before.players, before.options)
    plays = (*before.trick, took)
    trump = NO_SUIT if before.trump is None else game.title.suits.index(before.trump)
    strengths = trick_strengths(game, trump, plays)
    winner = plays[strengths.index(max(strengths))].seat
    lead = before.lead
    if lead is None and isinstance(took.action, Play):  # two players, one of them surrendered: this card led
        lead = took.action.names or took.action.card.suit or (before.trump if took.action == "Jaguar" else None)
    won = tuple(count + (seat == winner) for seat, count in enumerate(before.won))
    tricks = (*before.tricks, ProphecyTrick(plays, lead, winner))
    return replace(before, **common, tricks=tricks, won=won, bids=bids, leader=winner, lead=None)
