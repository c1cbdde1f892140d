"""What a client shows beside the fields of a view: it holds no rules, so the server works these out. Public facts only,
but for the bids, which are those that the view shows.
"""

from __future__ import annotations

from foretold.cards import Bid
from foretold.games import State
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.games.state import Round
from foretold.views import View, plain_fact

Fields = dict[str, object]  # of a view, as JSON: `wire_views` says what they are


def public(state: State, view: View) -> Fields:
    """The fields that every view of this state has on the wire beside its own: the same whoever looks."""
    found: Fields = {"last_round": _last_round(state)}
    if isinstance(view, SevenView):
        found["standing"] = list(view.standing())
        found["voids"] = list(view.open_voids())
    else:
        assert isinstance(view, ProphecyView)
        shaman = view.shaman()
        found["standing"] = view.standing()
        found["voids"] = list(view.open_voids())
        found["shaman"] = None if shaman is None else shaman.to_dict()
    return found


def own(view: View) -> Fields:
    """The fields beside a view's own that depend on who looks: what the bids that it shows add up to."""
    if not isinstance(view, ProphecyView):
        return {}
    return {"bid_values": [view.bid_value(seat) for seat in range(view.players)]}


_ROUNDS: dict[int, tuple[Round, Fields]] = {}  # a few rounds that were asked for lately


def _last_round(state: State) -> Fields | None:
    """The last round that was scored, with all that is public of it."""
    if not state.finished:
        return None
    ended = state.finished[-1]
    known = _ROUNDS.get(id(ended))
    if known is not None and known[0] is ended:
        return known[1]
    made = _round(state, ended)
    if len(_ROUNDS) >= 256:
        del _ROUNDS[next(iter(_ROUNDS))]
    _ROUNDS[id(ended)] = (ended, made)
    return made


def _round(state: State, ended: Round) -> Fields:
    deal = ended.deal.to_dict(state.game)
    shown = {name: deal[name] for name in ("starter", "future", "open", "dealer", "trump") if name in deal}
    choices = ended.chosen(state.game.players)
    texts = [str(action) for action in choices]
    if isinstance(state.game, ProphecyGame):
        values = [state.game.bid_of(bid.cards) for bid in choices if isinstance(bid, Bid)]
        shown |= {"bids": texts, "bid_values": values}
    else:
        shown["prophecies"] = texts
    return {
        **shown,
        "tricks": plain_fact(ended.tricks),
        "points": list(ended.points),
        "scores": list(ended.scores),
        "fulfilled": list(ended.fulfilled),
    }
