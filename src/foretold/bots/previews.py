"""What stands over a card before it is played: what is sure of it, or how likely, from what its seat knows alone.

Before a prophecy of Seven Prophecies: how often the hand is likely to take each place, and how likely each prophecy is.

What is sure is proved by the view. The rest is counted over deals that fit, in which only the running trick is played
on, by the others as `greedy` would. A chance that was only counted is never 0 or 1: half a deal is added for everything
that could be.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from foretold.bots.effort import (
    FEWEST_DEALS,
    MOST_DEALS,
    PREVIEW_PLAYS,
    PROPHECIES_RATED,
    RATED_DEALS,
    SCREENED_DEALS,
)
from foretold.bots.greedy import GreedyBot
from foretold.cards import Action, Play, Prophesy
from foretold.games import Game
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.json_types import JsonObject
from foretold.kernels import warm
from foretold.views import View

ENOUGH = 30  # deals to count at all, where they are hard to draw
DIGITS = 4  # of a chance


class PreviewCard(NamedTuple):
    """What a card brings: whether that is proved, and by title the chance of each place and of a token, or to win."""

    action: Action
    sure: bool
    places: tuple[float, ...] | None = None
    token: float | None = None
    wins: float | None = None

    def to_dict(self) -> JsonObject:
        """As JSON: what it has nothing to say of is left out."""
        found = {**self._asdict(), "action": str(self.action)}
        return {name: value for name, value in found.items() if value is not None}


class PreviewProphecy(NamedTuple):
    """How likely it is that all seven of a prophecy come true, and its weakest part.

    That is a place, with the chance to take it as often as foretold.
    """

    action: Action
    fulfilled: float
    weakest: int
    chance: float

    def to_dict(self) -> JsonObject:
        """As JSON."""
        return {**self._asdict(), "action": str(self.action)}


class Preview(NamedTuple):
    """What each card brings; without deals only what is sure, and only the cards of which something is.

    Before a prophecy instead: `places`, how often the hand takes each place on average, and how likely prophecies are.
    """

    deals: int
    cards: tuple[PreviewCard, ...]
    places: tuple[float, ...] | None = None
    prophecies: tuple[PreviewProphecy, ...] = ()


class _Counted(NamedTuple):
    """So many deals, and by card in how many of them: of each place, or to win."""

    deals: int
    places: dict[Action, list[int]]
    wins: dict[Action, int]


_NOTHING = _Counted(0, {}, {})


def preview(view: View) -> Preview | None:
    """What each legal card of the seat brings in the running trick, or its hand before a prophecy; else None.

    The same view gives the same. While the kernels are being compiled nothing is counted.
    """
    if not view.legal:
        return None
    if view.phase == "prophecy" and isinstance(view, SevenView):
        return _before_prophecy(view)
    if view.phase != "tricks":
        return None
    if isinstance(view, SevenView):
        return _seven(view)
    assert isinstance(view, ProphecyView)
    return _prophecy(view)


def get_ready() -> None:
    """Begins in the background to compile what counts, unless that was begun before."""
    warm.start()


def rehearse(game: Game) -> None:
    """The first preview of this game takes no longer than others: one was made, of a match that nobody plays.

    The first one makes the tables of the game, which takes ten times as long as what it tells.
    """
    state = game.start(seed=0)
    while state.phase != "tricks":
        state = state.apply(state.actors[0], state.legal(state.actors[0])[0])
    preview(state.view(state.actors[0]))


def settled() -> bool:
    """Whether a preview would tell no more if it were made later."""
    return warm.settled()


def when_settled(call: Callable[[], object]) -> None:
    """Calls once that is so: at once if it is, else from another thread."""
    warm.when_settled(call)


def _seven(view: SevenView) -> Preview:
    assert view.seat is not None
    prospects = view.prospects()
    counted = _places(view, [prospect.action for prospect in prospects if not prospect.sure])
    waits = [tokens > 0 for tokens in view.left[view.seat]]
    found = []
    for action, possible in prospects:
        if len(possible) > 1 and action not in counted.places:
            continue
        counts = counted.places.get(action, [0] * view.players)
        whole = sum(counts) + len(possible) / 2
        places = [(count + 0.5) / whole if place in possible else 0.0 for place, count in enumerate(counts, 1)]
        token = round(sum([chance for chance, token in zip(places, waits, strict=True) if token]), DIGITS)
        found.append(
            PreviewCard(action, len(possible) == 1, tuple([round(chance, DIGITS) for chance in places]), token)
        )
    return Preview(counted.deals, tuple(found))


def _prophecy(view: ProphecyView) -> Preview:
    prospects = view.prospects()
    counted = _wins(view, [prospect.action for prospect in prospects if not prospect.sure])
    found = []
    for action, wins in prospects:
        if wins is not None:
            found.append(PreviewCard(action, True, wins=float(wins)))
        elif action in counted.wins:
            chance = (counted.wins[action] + 0.5) / (counted.deals + 1)
            found.append(PreviewCard(action, False, wins=round(chance, DIGITS)))
    return Preview(counted.deals, tuple(found))


def _before_prophecy(view: SevenView) -> Preview | None:
    """What the hand is likely to bring: all prophecies are tried in some deals, the likeliest in fresh ones.

    How often each place comes is averaged over the likeliest, so that it does not tell which of them is the best.
    """
    if not warm.ready():
        return None
    import numpy as np

    from foretold.bots.calibrated import Reader
    from foretold.bots.weighing import outcomes_of
    from foretold.kernels.outcomes import BITS, FULFILLED, TAKEN

    rng = Random(f"preview:{view.round}:{' '.join(map(str, view.hand))}")
    if not SCREENED_DEALS:
        usual = view.legal.index(GreedyBot().choose(view, Random(0)))
        best, likely = {}, np.array([usual])
    else:
        screened = outcomes_of(view, rng, np.arange(len(view.legal)), SCREENED_DEALS)
        best = dict(enumerate(screened.swapaxes(0, 1)))
        likely = np.argsort(-screened[:, :, FULFILLED].mean(axis=0), kind="stable")[:PROPHECIES_RATED]
    fresh = outcomes_of(view, rng, likely, RATED_DEALS)
    taken = fresh[:, :, TAKEN].astype(np.int64)
    tricks = [taken >> BITS * trick & (1 << BITS) - 1 for trick in range(view.tricks_left)]
    places = [round(sum(float((trick == place).mean()) for trick in tricks), 2) for place in range(1, view.players + 1)]
    if not SCREENED_DEALS:
        return Preview(RATED_DEALS, (), tuple(places))
    best |= dict(zip(likely.tolist(), fresh.swapaxes(0, 1), strict=True))
    reader = Reader(view, view.players - 1.0)
    rated = []
    for number, action in enumerate(view.legal):
        assert isinstance(action, Prophesy)
        outcomes = best[number]
        seen = outcomes[:, TAKEN].astype(np.int64)
        times = np.stack([seen >> BITS * trick & (1 << BITS) - 1 for trick in range(view.tricks_left)])
        often = [((times == place).sum(axis=0) >= tokens).mean() for place, tokens in enumerate(action.tokens, 1)]
        weakest = int(np.argmin(often))
        raw = float((outcomes[:, FULFILLED] > 0).mean())
        fulfilled = reader.chance(raw, reader.certain(action), len(outcomes))
        rated.append(PreviewProphecy(action, round(fulfilled, 3), weakest + 1, round(float(often[weakest]), 3)))
    return Preview(RATED_DEALS, (), tuple(places), tuple(rated))


# Counting --------------------------------------------------------------------------------------------------------


def _places(view: SevenView, cards: list[Action]) -> _Counted:
    """The deals in which each card takes each place."""
    if not cards or not warm.ready():
        return _NOTHING
    import numpy as np

    from foretold.kernels.values import SevenValues

    values = SevenValues(view, _chance(view))
    bits = np.array([view.rules.bits[card] for card in cards], np.int64)
    deals, places = values.places(bits, _deals(view, cards))
    counts: list[list[int]] = places.tolist()
    return _Counted(deals, dict(zip(cards, counts, strict=True)), {}) if deals >= ENOUGH else _NOTHING


def _wins(view: ProphecyView, cards: list[Action]) -> _Counted:
    """The deals in which each card wins the trick."""
    if not cards or not warm.ready():
        return _NOTHING
    import numpy as np

    from foretold.kernels.values import ProphecyValues

    game = view.rules
    values = ProphecyValues(view, _chance(view))
    plays = [card for card in cards if isinstance(card, Play)]  # all of them: a surrender is sure
    named = [NO_SUIT if play.names is None else game.title.suits.index(play.names) for play in plays]
    indices = np.array([game.index[play.card] for play in plays], np.int64)
    deals, wins = values.wins(indices, np.array(named, np.int64), _deals(view, cards))
    counts: list[int] = wins.tolist()
    return _Counted(deals, {}, dict(zip(cards, counts, strict=True))) if deals >= ENOUGH else _NOTHING


def _deals(view: SevenView | ProphecyView, cards: list[Action]) -> int:
    """How many deals are counted, where they are not hard to draw."""
    waiting = view.players - len(view.trick) - 1
    return min(MOST_DEALS, max(FEWEST_DEALS, PREVIEW_PLAYS // (len(cards) * waiting)))


def _chance(view: View) -> Random:
    """Chance for the deals, from public facts: who asks again gets the same."""
    return Random(f"preview:{view.round}:{len(view.history)}")
