"""Views at a table where won tricks lie face down and nobody may look at them again (ALL-8)."""

from __future__ import annotations

from dataclasses import replace

from foretold.cards import Bid
from foretold.games.prophecy.view import ProphecyRoundEnd, ProphecyTrick, ProphecyView
from foretold.views import RoundEnd, SeenDeal, SeenEvent, Took


def lying_open(view: ProphecyView) -> ProphecyView:
    """Returns the view without earlier tricks: of each only the winner is left.

    The trick that ended last stays until the next card is led, or until the first bid of the next round.
    """
    last_seen = not view.trick and view.phase == "tricks"
    tricks = _covered(view.tricks, last_seen)
    shared = {**view.shared, "tricks": tricks}
    own = {name: value for name, value in vars(view).items() if name in _OWN}
    past = (_events_lying(view),)
    return ProphecyView.of(shared, rules=view.rules, past=past, **own)


_OWN = ("seat", "legal", "hand", "bids")


def round_lying(ended: ProphecyRoundEnd, *, last_seen: bool) -> ProphecyRoundEnd:
    """Returns a scored round without its tricks; `last_seen`: the last one still lies there."""
    return replace(ended, tricks=_covered(ended.tricks, last_seen))


def last_round_seen(view: ProphecyView) -> bool:
    """True if the last trick of the round before still lies there."""
    return view.phase == "bid" and not view.chosen


def _covered(tricks: tuple[ProphecyTrick, ...], last_seen: bool) -> tuple[ProphecyTrick, ...]:
    covered = [ProphecyTrick((), None, trick.winner) for trick in tricks]
    return (*covered[:-1], tricks[-1]) if tricks and last_seen else tuple(covered)


def _events_lying(view: ProphecyView) -> tuple[SeenEvent, ...]:
    """Returns the history without the plays of earlier tricks."""
    rounds: list[list[SeenEvent]] = []
    for event in view.history:
        if isinstance(event, SeenDeal):
            rounds.append([])
        rounds[-1].append(event)
    events: list[SeenEvent] = []
    for number, happened in enumerate(rounds, start=1):
        ended = next((event for event in happened if isinstance(event, RoundEnd)), None)
        if ended is None:
            visible = len(view.trick) or (view.players if view.tricks else 0)
        else:
            visible = view.players if number == view.round - 1 and last_round_seen(view) else 0
        plays = [at for at, event in enumerate(happened) if _is_play(event)]
        covered = set(plays[: len(plays) - visible])
        events += [_lying(event, visible > 0) for at, event in enumerate(happened) if at not in covered]
    return tuple(events)


def _is_play(event: SeenEvent) -> bool:
    return isinstance(event, Took) and not isinstance(event.action, Bid)


def _lying(event: SeenEvent, last_seen: bool) -> SeenEvent:
    return round_lying(event, last_seen=last_seen) if isinstance(event, ProphecyRoundEnd) else event
