"""Fields derived from a view for the client, which holds no rules. Public facts only, except for bids, which are those
that the view shows.
"""

from __future__ import annotations

from foretold.games import State
from foretold.games.ends import counted, ending, target
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.edition import PROPHECIES
from foretold.games.seven.view import SevenView
from foretold.views import View

Fields = dict[str, object]  # of a view, as JSON: `wire_views` says what they are


def public(state: State, view: View) -> Fields:
    """The fields that every view of this state has on the wire beside its own: the same whoever looks."""
    found: Fields = {
        "last_round": state.finished[-1].end.whole if state.finished else None,
        "counts": counted(view),
        "target": target(view),
        "ending": ending(view),
    }
    if isinstance(view, SevenView):
        game = view.rules
        found["numbers"] = game.numbers
        found["prizes"] = list(game.prizes[PROPHECIES:])
        found["standing"] = list(view.standing())
        found["voids"] = list(view.open_voids())
    else:
        assert isinstance(view, ProphecyView)
        shaman = view.shaman()
        found["bonus"] = view.rules.bonus
        found["standing"] = view.standing()
        found["voids"] = list(view.open_voids())
        found["shaman"] = None if shaman is None else shaman.to_dict()
    return found


def own(view: View) -> Fields:
    """The fields beside a view's own that depend on who looks: what the bids that it shows add up to."""
    if not isinstance(view, ProphecyView):
        return {}
    return {"bid_values": [view.bid_value(seat) for seat in range(view.players)]}
