"""Resampling: uniform samples of the nodes a seat can't distinguish from the real one.

Everything unseen is redrawn: the hands of others, cards set aside, face-down bids, unrevealed prophecies, and what
stayed unseen in earlier rounds. Suits that a seat is proven not to have stay missing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from foretold.adapters.numbering import bid_of
from foretold.adapters.tiny_prophecy import TinyGame
from foretold.adapters.tree import Node, RoundText, bidding, private_text
from foretold.cards import Action, Bid
from foretold.errors import IllegalAction
from foretold.games import Game, State
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import HAND, SevenDeal, SevenGame
from foretold.games.state import Round
from foretold.games.unknown import ANY_SUIT, Unknown, hidden_bids, prophecy_unknown, seven_unknown
from foretold.views import Took


def resampled(node: Node, seat: int, rng: Random) -> Node:
    """Samples a node that the seat can't distinguish from this one."""
    worlds = node.worlds.get(seat)
    if worlds is None:
        game = node.game
        if isinstance(game, TinyGame):
            worlds = TinyWorlds(node, seat)
        else:
            worlds = (SevenWorlds if isinstance(game, SevenGame) else ProphecyWorlds)(node, seat)
        node.worlds[seat] = worlds
    world: Node = worlds.draw(rng)
    return world


def _told_again(node: Node, seat: int, state: State, laid: tuple[int, ...]) -> Node:
    """Returns the node in another world, where the other seats have seen their own cards of that world."""
    game = node.game
    seen, past = node.seen, node.past
    if state._deal is not None:
        choices = {took.seat: str(took.action) for took in state._choices}
        if laid:
            choices[node.player] = str(bid_of(bidding(game), laid))
        seen = _retold(game, seen, seat, state._deal.hands, choices)
    if isinstance(game, SevenGame):
        past = tuple(
            [
                _retold(game, before, seat, ended.deal.hands, {took.seat: str(took.action) for took in ended.choices})
                for before, ended in zip(past, state.finished, strict=True)
            ]
        )
    return Node(node.numbering, state, None, laid, past, seen, node.rounds)


def _retold(game: Game, seen: RoundText, seat: int, hands: tuple[int, ...], choices: dict[int, str]) -> RoundText:
    private = [
        own if other == seat else private_text(game, hands[other], choices.get(other, ""))
        for other, own in enumerate(seen.private)
    ]
    return RoundText(seen.public, tuple(private))


class SevenWorlds:
    """Worlds for a seat of Seven Prophecies."""

    def __init__(self, node: Node, seat: int) -> None:
        from foretold.kernels.worlds import Worlds

        self.node, self.seat = node, seat
        state, game = node.state, node.game
        self.others = [other for other in game.seats if other != seat]
        view: Any = state.view(seat)
        self.worlds = Worlds(seven_unknown(view)) if state._deal is not None else None
        self.past = [(ended, self._unplayed(ended)) for ended in state.finished]

    def _unplayed(self, ended: Round) -> Any:
        """Returns what stayed unseen when a round ended: cards left in hands, and those set aside."""
        from foretold.kernels.worlds import Worlds

        game: Any = self.node.game
        deal = ended.deal
        assert isinstance(deal, SevenDeal)
        known = deal.hands[self.seat] | game.mask(deal.open)
        known |= game.mask(deal.future) if game.edition.future_of_deck else 0
        takes = [ANY_SUIT] * game.players
        for trick, lead in zip(ended.tricks, deal.row, strict=False):
            for other, action in trick.plays:
                known |= game.bits[action]
                if game.suit_of[game.index[action]] != lead:
                    takes[other] &= ~(1 << lead)
        unseen = game.whole & ~known
        left = HAND - len(ended.tricks)
        places = [*(left for _ in self.others), unseen.bit_count() - left * len(self.others)]
        suits = (*(unseen & mask for mask in game.suit_masks), 0)
        return Worlds(Unknown(suits, tuple(places), (*(takes[other] for other in self.others), ANY_SUIT)))

    def draw(self, rng: Random) -> Node:
        """Samples a world uniformly."""
        node, game = self.node, self.node.game
        assert isinstance(game, SevenGame)
        state = node.state
        past = tuple([self._redealt(ended, worlds, rng) for ended, worlds in self.past])
        if self.worlds is None:
            return _told_again(node, self.seat, state.imagine((), (), past), ())
        hands = self._hands(state._deal, state._gone, self.worlds, rng)
        choices = state._choices
        if len(choices) < game.players:
            choices = tuple(
                [took if took.seat == self.seat else Took(took.seat, rng.choice(game.prophecies)) for took in choices]
            )
        return _told_again(node, self.seat, state.imagine(hands, choices, past), ())

    def _hands(self, deal: Any, gone: int, worlds: Any, rng: Random) -> tuple[int, ...]:
        """Returns hands as dealt: the cards each seat has played, plus those drawn for it."""
        hands = list(deal.hands)
        drawn = worlds.draw(1, rng)[0].tolist()
        for other, cards in zip(self.others, drawn[: len(self.others)], strict=True):
            hands[other] = hands[other] & gone | cards
        return tuple(hands)

    def _redealt(self, ended: Round, worlds: Any, rng: Random) -> Round:
        gone = self.node.game.mask([took.action for trick in ended.tricks for took in trick.plays])
        deal = self.node.game.redealt(ended.deal, self._hands(ended.deal, gone, worlds, rng))
        return replace(ended, deal=deal)


class ProphecyWorlds:
    """Worlds for a seat of Prophecy; finished rounds hide nothing, since all cards were played or shown as bids."""

    def __init__(self, node: Node, seat: int) -> None:
        from foretold.kernels.worlds import Worlds

        self.node, self.seat = node, seat
        state, game = node.state, node.game
        self.others = [other for other in game.seats if other != seat]
        view: Any = state.view(seat)
        self.known = {other: 0 if bid is None else game.mask(bid.cards) for other, bid in enumerate(view.bids)}
        self.worlds: Worlds | None = None
        if state._deal is not None:
            self.hidden = hidden_bids(view)
            self.worlds = Worlds(prophecy_unknown(view))

    def draw(self, rng: Random) -> Node:
        """Samples a world uniformly."""
        node, seat, state = self.node, self.seat, self.node.state
        game = bidding(node.game)
        if self.worlds is None:
            return node
        drawn = self.worlds.draw(1, rng)[0].tolist()
        held = dict(zip(self.others, drawn, strict=False))
        laid = dict(zip(self.hidden, drawn[len(self.others) :], strict=False))
        laid_down = [card for took in state._choices if isinstance(took.action, Bid) for card in took.action.cards]
        played = state._gone & ~game.mask(laid_down)
        assert state._deal is not None
        hands = list(state._deal.hands)
        bids: dict[int, Action] = {took.seat: took.action for took in state._choices}
        for other in self.others:
            hands[other] = hands[other] & played | held[other] | self.known[other] | laid.get(other, 0)
            if other in laid:
                bids[other] = bid_of(game, _cards(laid[other]))
            elif other in bids and not self.known[other]:
                bids[other] = bid_of(game, _any_bid(game, hands[other], rng))
        choices = tuple([Took(took.seat, bids[took.seat]) for took in state._choices])
        begun = node.laid
        if begun and node.player != seat:
            begun = _any_bid(game, hands[node.player], rng)[: len(begun)]
        return _told_again(node, seat, state.imagine(tuple(hands), choices, state.finished), begun)


class TinyWorlds:
    """Worlds for a seat of the tiny game, few enough to list."""

    def __init__(self, node: Node, seat: int) -> None:
        self.node, self.seat = node, seat
        state, other = node.state, 1 - seat
        self.found: list[Node] = []
        game = node.game
        assert isinstance(game, TinyGame)
        if state._deal is None:
            self.found = [node]
            return
        own = state._deal.hands[seat]
        played = [took for trick in state._tricks for took in trick.plays] + list(state._trick)
        rest = [game.index[card] for card in game.dealt_cards if not own & game.bits[card]]
        for cards in combinations(rest, game.hand_size):
            hands = tuple(own if number == seat else sum(1 << card for card in cards) for number in game.seats)
            laid = [took for took in state._choices if took.seat == other]
            for bid in cards if laid else cards[:1]:
                choices = tuple(
                    [took if took.seat == seat else Took(other, bid_of(game, (bid,))) for took in state._choices]
                )
                if _possible(game, state, hands, choices, played):
                    self.found.append(_told_again(node, seat, state.imagine(hands, choices, ()), ()))

    def draw(self, rng: Random) -> Node:
        """Samples a world uniformly."""
        return rng.choice(self.found)


def _possible(
    game: TinyGame, state: State, hands: tuple[int, ...], choices: tuple[Took, ...], played: list[Took]
) -> bool:
    """True if every past action would have been legal with these hands."""
    assert state._deal is not None
    state = game.start()._dealt(game.redealt(state._deal, hands))
    try:
        for seat, action in (*choices, *played):
            state = state.apply(seat, action)
    except IllegalAction:
        return False
    return True


def _cards(mask: int) -> tuple[int, ...]:
    return tuple([card for card in range(mask.bit_length()) if mask >> card & 1])


def _any_bid(game: ProphecyGame, hand: int, rng: Random) -> tuple[int, ...]:
    """Draws a legal bid from a hand uniformly, in ascending order."""
    return tuple(sorted(rng.sample(_suited(game, hand), game.bid_size)))


@cache
def _suited_mask(game: ProphecyGame) -> int:
    return game.whole & ~game.specialists


def _suited(game: ProphecyGame, hand: int) -> tuple[int, ...]:
    return _cards(hand & _suited_mask(game))
