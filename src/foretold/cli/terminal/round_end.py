"""The view at the end of a round: the engine deals at once, but a person wants to look first."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from foretold.cards import Play
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.views import Took, View

AnyView = TypeVar("AnyView", bound=View)


def shown_after(before: AnyView, took: Took, after: AnyView) -> AnyView:
    """Returns the view to show after an action: the round as it ended if the action ended one."""
    ended = after.ended
    if ended is None or (before.ended is not None and before.ended.number == ended.number):
        return after
    hand = before.hand
    if took.seat == before.seat and isinstance(took.action, Play):
        hand = tuple(card for card in hand if card != took.action.card)
    shown = replace(
        before,
        hand=hand,
        legal=(),
        actors=(),
        scores=after.scores,
        history=after.history,
        over=after.over,
        winners=after.winners,
    )
    if isinstance(shown, SevenView) and shown.ended is not None:
        end = shown.ended
        return replace(shown, trick=(), tricks=end.tricks, left=end.left, leader=end.tricks[-1].places.index(1))
    if isinstance(shown, ProphecyView) and shown.ended is not None:
        last = shown.ended
        leader = last.tricks[-1].winner
        return replace(shown, trick=(), tricks=last.tricks, won=last.won, bids=last.bids, leader=leader, lead=None)
    return shown
