"""Fields derived from a view for the client, which holds no rules. Public facts only, except for bids, which are those
that the view shows.
"""

from __future__ import annotations

from foretold.games import State
from foretold.games.ends import counted, ending, target
from foretold.games.prophecy.lying_open import last_round_seen, round_lying
from foretold.games.prophecy.view import ProphecyRoundEnd, ProphecyView
from foretold.games.seven.edition import PROPHECIES
from foretold.games.seven.view import SevenView
from foretold.json_types import Json
from foretold.views import View

Fields = dict[str, object]  # of a view, as JSON (`protocol.views`)


def public(state: State, view: View, *, covered: bool = False) -> Fields:
    """Derived fields that every view of this state has in addition to its own, the same for all viewers.

    `covered`: earlier tricks may not be looked at, so the last round has none of its own either.
    """
    fields: Fields = {
        "last_round": _last_round(state, view, covered) if state.finished else None,
        "counts": counted(view),
        "target": target(view),
        "ending": ending(view),
    }
    if isinstance(view, SevenView):
        game = view.rules
        fields["numbers"] = game.numbers
        fields["prizes"] = list(game.prizes[PROPHECIES:])
        fields["standing"] = list(view.standing())
        fields["voids"] = list(view.open_voids())
    else:
        assert isinstance(view, ProphecyView)
        shaman = view.shaman()
        fields["bonus"] = view.rules.bonus
        fields["standing"] = view.standing()
        fields["voids"] = list(view.open_voids())
        fields["shaman"] = None if shaman is None else shaman.to_dict()
    return fields


def _last_round(state: State, view: View, covered: bool) -> Json:
    ended = state.finished[-1].end
    if covered and not view.over and isinstance(view, ProphecyView) and isinstance(ended, ProphecyRoundEnd):
        return round_lying(ended, last_seen=last_round_seen(view)).whole
    return ended.whole


def own(view: View) -> Fields:
    """Derived fields that depend on the viewer: the sums of the bids that the view shows."""
    if not isinstance(view, ProphecyView):
        return {}
    return {"bid_values": [view.bid_value(seat) for seat in range(view.players)]}
