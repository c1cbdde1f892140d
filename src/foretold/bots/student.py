"""The bot `student`: small networks that have learned what choices bring, without search.

Every playable card, and every likely bid of Prophecy, is a row of features and gets a value; a prophecy is the sum of
what its tokens are worth on every place. Compiled or not, the choice is the same.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from foretold.bots.effort import COMPILED
from foretold.bots.student_nets import CARDS, CHOICES, class_of, net_of, networks
from foretold.cards import Action, Bid
from foretold.games import Game
from foretold.games.primitives import LIZARD, MONKEY, NO_SUIT
from foretold.games.prophecy.state import trick_strengths
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.game import SevenGame
from foretold.games.seven.view import SevenView
from foretold.games.unknown import void_bits
from foretold.kernels import prophecy_student, seven_student, warm
from foretold.kernels.nets import Net, with_room
from foretold.kernels.prophecy_policy import NOT_LED, suit_to_name
from foretold.views import View


class StudentBot:
    """Chooses what its networks value most; `compiled` says whether by kernels, by default once they are ready."""

    def __init__(self, compiled: bool | None = None) -> None:
        self.compiled = compiled
        if COMPILED:
            warm.start()

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """Returns an action of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        compiled = COMPILED and (warm.ready() if self.compiled is None else self.compiled)
        mind = _Compiled() if compiled else _Plain()
        if isinstance(view, SevenView):
            return _prophesy(view, mind) if view.phase == "prophecy" else _play_seven(view, mind)
        assert isinstance(view, ProphecyView)
        return _bid(view, mind) if view.phase == "bid" else _play_prophecy(view, mind)


class _Plain:
    """How the networks run without a compiler: on lists."""

    def __init__(self) -> None:
        self.floats: Any = list
        self.integers: Any = list
        self.seven_card: Any = seven_student.student_card
        self.seven_prophecy: Any = seven_student.student_prophecy
        self.prophecy_card: Any = prophecy_student.student_card
        self.prophecy_bid: Any = prophecy_student.student_bid

    def net(self, game: Game, kind: str) -> Net:
        """Returns a network with room of its own."""
        return with_room(_net(game.name, f"{kind}-{class_of(game)}", isinstance(self, _Compiled)), self.floats)


class _Compiled(_Plain):
    """How they run as kernels: on arrays."""

    def __init__(self) -> None:
        from foretold.kernels import arrays, student_kernels

        self.floats = arrays.floats
        self.integers = arrays.integers
        self.seven_card = student_kernels.seven_card
        self.seven_prophecy = student_kernels.seven_prophecy
        self.prophecy_card = student_kernels.prophecy_card
        self.prophecy_bid = student_kernels.prophecy_bid


@lru_cache(maxsize=64)
def _net(game: str, name: str, compiled: bool) -> Net:
    return net_of(networks(game)[name], (_Compiled() if compiled else _Plain()).floats)


# Seven Prophecies ----------------------------------------------------------------------------------------------


def _deck(game: SevenGame, mind: _Plain) -> list[Any]:
    """Returns what the networks need to know of the cards."""
    rows = (game.suit_masks, game.number_of, game.above, game.column)
    return [game.players, game.numbers, *map(mind.integers, rows)]


def _future(view: SevenView, mind: _Plain) -> Any:
    suits = view.rules.title.suits
    return mind.integers([suits.index(face[0]) for face in view.future])


def _prophesy(view: SevenView, mind: _Plain) -> Action:
    game = view.rules
    assert view.seat is not None
    assert view.starter is not None
    number: int = mind.seven_prophecy(
        game.mask(view.hand),
        game.mask(view.gone),
        game.whole,
        _future(view, mind),
        (view.seat - view.starter) % view.players,
        *_deck(game, mind),
        mind.integers([game.packed[action] for action in view.legal]),
        len(view.legal),
        mind.net(game, CHOICES),
        seven_student.seven_room(mind.floats, mind.integers),
    )
    return view.legal[number]


def _play_seven(view: SevenView, mind: _Plain) -> Action:
    game = view.rules
    lead = game.title.suits.index(str(view.lead))
    trick = [game.strengths[lead][took.action] + order for order, took in enumerate(view.trick)]
    card = mind.seven_card(
        game.mask(view.legal),
        game.mask(view.hand),
        game.mask(view.unseen),
        _future(view, mind),
        len(view.tricks),
        mind.integers([*trick, 0]),
        len(trick),
        view.seat,
        mind.integers([sum(count << 4 * place for place, count in enumerate(tokens)) for tokens in view.left]),
        mind.integers(void_bits(view)),
        *_deck(game, mind),
        mind.net(game, CARDS),
        seven_student.seven_room(mind.floats, mind.integers),
    )
    played: Action = game.plays[card]
    return played


# Prophecy ------------------------------------------------------------------------------------------------------


def _facts(view: ProphecyView) -> prophecy_student.Facts:
    game = view.rules
    known = wanted = 0
    if set(view.open_bidders) <= set(view.chosen):
        for seat in view.open_bidders:
            if seat != view.seat:
                known += 1
                wanted += (view.bid_value(seat) or 0) - (view.won[seat] if view.won else 0)
    return prophecy_student.Facts(view.players, game.tricks, game.bonus, known, wanted)


def _trump(view: ProphecyView) -> int:
    return NO_SUIT if view.trump is None else view.rules.title.suits.index(view.trump)


def _bid(view: ProphecyView, mind: _Plain) -> Action:
    game = view.rules
    assert view.seat is not None
    assert view.dealer is not None
    bid = mind.prophecy_bid(
        game.mask(view.hand),
        game.mask(view.gone),
        _trump(view),
        game.bid_size,
        (view.seat - view.dealer - 1) % view.players,
        game.whole,
        _facts(view),
        mind.net(game, CHOICES),
        prophecy_student.prophecy_room(mind.floats, mind.integers),
    )
    return Bid.of(game.cards(bid))


def _play_prophecy(view: ProphecyView, mind: _Plain) -> Action:
    assert view.seat is not None
    game, trump = view.rules, _trump(view)
    suits, players = game.title.suits, view.players
    strengths = trick_strengths(game, trump, view.trick)
    led = any(took.action != "surrender" for took in view.trick)
    lead = NOT_LED if not led else NO_SUIT if view.lead is None else suits.index(view.lead)
    waiting = [(view.seat + ahead) % players for ahead in range(1, players - len(view.trick))]
    unseen = game.mask(view.unseen)
    card = mind.prophecy_card(
        game.mask({action.card for action in view.legal}),  # type: ignore[attr-defined]
        game.mask(view.hand),
        (view.bid_value(view.seat) or 0) - view.won[view.seat],
        lead,
        trump,
        max(strengths, default=0),
        strengths[-1] if strengths else 0,
        unseen,
        view.tricks_left,
        len(waiting),
        sum(view.lead in view.voids[seat] for seat in waiting if view.lead is not None),
        _facts(view),
        mind.net(game, CARDS),
        prophecy_student.prophecy_room(mind.floats, mind.integers),
    )
    if lead == NOT_LED and card in (MONKEY, LIZARD):
        named: Action = game.parse(f"{game.deck[card]}:{suits[suit_to_name(card, trump, unseen)]}")
        return named
    played: Action = game.following[1 << card]
    return played
