"""Previews: what a card does in the current trick, proved or as a chance, from the seat's own knowledge.

Before a prophecy of Seven Prophecies they say how often the hand is likely to take each place, and how likely each
prophecy is.

Sure results are proved from the view. Chances are counted over consistent deals in which only the current trick is
played on, by the others as `greedy` would. A counted chance is never 0 or 1: everything possible gets half a deal.
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

ENOUGH = 30  # minimum number of deals for a count, if they are hard to draw
DIGITS = 4  # of a chance


class PreviewCard(NamedTuple):
    """The result of a card: whether it is proved, and the chances of each place and of a token, or of winning."""

    action: Action
    sure: bool
    places: tuple[float, ...] | None = None
    token: float | None = None
    wins: float | None = None

    def to_dict(self) -> JsonObject:
        """Returns the card as JSON, without empty fields."""
        fields = {**self._asdict(), "action": str(self.action)}
        return {name: value for name, value in fields.items() if value is not None}


class PreviewProphecy(NamedTuple):
    """The chance that all seven tokens of a prophecy come true, and its weakest place.

    The weakest place comes with the chance to take it as often as prophesied.
    """

    action: Action
    fulfilled: float
    weakest: int
    chance: float

    def to_dict(self) -> JsonObject:
        """As JSON."""
        return {**self._asdict(), "action": str(self.action)}


class Preview(NamedTuple):
    """The results of each card; without deals only proved ones, and only the cards that have any.

    Before a prophecy instead: `places`, the expected number of times for each place, and the chances of prophecies.
    """

    deals: int
    cards: tuple[PreviewCard, ...]
    places: tuple[float, ...] | None = None
    prophecies: tuple[PreviewProphecy, ...] = ()


class _Counted(NamedTuple):
    """Number of deals, and by card the number in which it takes each place, or wins."""

    deals: int
    places: dict[Action, list[int]]
    wins: dict[Action, int]


_NOTHING = _Counted(0, {}, {})


def preview(view: View) -> Preview | None:
    """Previews each legal card in the current trick, or the hand before a prophecy; else returns None.

    The same view gives the same result. Nothing is counted while the kernels are being compiled.
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
    """Starts compiling the kernels in the background, unless that has already begun."""
    warm.start()


def rehearse(game: Game) -> None:
    """Makes a preview of an unused match, so that the first real one of this game is not slow.

    The first preview builds the tables of the game, which takes ten times as long as the preview.
    """
    state = game.start(seed=0)
    while state.phase != "tricks":
        state = state.apply(state.actors[0], state.legal(state.actors[0])[0])
    preview(state.view(state.actors[0]))


def settled() -> bool:
    """True if a later preview would not say more."""
    return warm.settled()


def when_settled(call: Callable[[], object]) -> None:
    """Calls back once `settled` holds: at once, or from another thread."""
    warm.when_settled(call)


def _seven(view: SevenView) -> Preview:
    assert view.seat is not None
    prospects = view.prospects()
    counted = _places(view, [prospect.action for prospect in prospects if not prospect.sure])
    waits = [tokens > 0 for tokens in view.left[view.seat]]
    cards = []
    for action, possible in prospects:
        if len(possible) > 1 and action not in counted.places:
            continue
        counts = counted.places.get(action, [0] * view.players)
        total = sum(counts) + len(possible) / 2
        places = [(count + 0.5) / total if place in possible else 0.0 for place, count in enumerate(counts, 1)]
        token = round(sum([chance for chance, token in zip(places, waits, strict=True) if token]), DIGITS)
        cards.append(
            PreviewCard(action, len(possible) == 1, tuple([round(chance, DIGITS) for chance in places]), token)
        )
    return Preview(counted.deals, tuple(cards))


def _prophecy(view: ProphecyView) -> Preview:
    prospects = view.prospects()
    counted = _wins(view, [prospect.action for prospect in prospects if not prospect.sure])
    cards = []
    for action, wins in prospects:
        if wins is not None:
            cards.append(PreviewCard(action, True, wins=float(wins)))
        elif action in counted.wins:
            chance = (counted.wins[action] + 0.5) / (counted.deals + 1)
            cards.append(PreviewCard(action, False, wins=round(chance, DIGITS)))
    return Preview(counted.deals, tuple(cards))


def _before_prophecy(view: SevenView) -> Preview | None:
    """Previews the hand: tries all prophecies in some deals, then the likeliest in fresh ones.

    The frequency of each place is averaged over the likeliest, so that it does not reveal the best one.
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
    """Counts the deals in which each card takes each place."""
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
    """Counts the deals in which each card wins the trick."""
    if not cards or not warm.ready():
        return _NOTHING
    import numpy as np

    from foretold.kernels.values import ProphecyValues

    game = view.rules
    values = ProphecyValues(view, _chance(view))
    plays = [card for card in cards if isinstance(card, Play)]  # all of them: a surrender is always proved
    named = [NO_SUIT if play.names is None else game.title.suits.index(play.names) for play in plays]
    indices = np.array([game.index[play.card] for play in plays], np.int64)
    deals, wins = values.wins(indices, np.array(named, np.int64), _deals(view, cards))
    counts: list[int] = wins.tolist()
    return _Counted(deals, {}, dict(zip(cards, counts, strict=True))) if deals >= ENOUGH else _NOTHING


def _deals(view: SevenView | ProphecyView, cards: list[Action]) -> int:
    """Returns how many deals are counted, unless they are hard to draw."""
    waiting = view.players - len(view.trick) - 1
    return min(MOST_DEALS, max(FEWEST_DEALS, PREVIEW_PLAYS // (len(cards) * waiting)))


def _chance(view: View) -> Random:
    """Returns the random generator of the deals, seeded by public facts: asking again gives the same."""
    return Random(f"preview:{view.round}:{len(view.history)}")
