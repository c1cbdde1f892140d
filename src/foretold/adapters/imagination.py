"""Other worlds for a seat: moments that it can't tell from the real one, each equally likely.

All that is unseen is drawn anew: the hands of others, the cards set aside, face-down bids, prophecies not yet told, and
what stayed unseen in rounds before. Proven voids hold.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from foretold.adapters.moments import Moment, Said, bidding, private_text
from foretold.adapters.numbering import bid_of
from foretold.adapters.tiny import TinyGame
from foretold.cards import Action, Bid
from foretold.errors import IllegalAction
from foretold.games import Game, State
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import HAND, SevenDeal, SevenGame
from foretold.games.state import Round
from foretold.views import Took


def imagined(moment: Moment, seat: int, rng: Random) -> Moment:
    """A moment that the seat can't tell from this one."""
    worlds = moment.worlds.get(seat)
    if worlds is None:
        game = moment.game
        if isinstance(game, TinyGame):
            worlds = TinyWorlds(moment, seat)
        else:
            worlds = (SevenWorlds if isinstance(game, SevenGame) else ProphecyWorlds)(moment, seat)
        moment.worlds[seat] = worlds
    found: Moment = worlds.draw(rng)
    return found


def _moment(moment: Moment, seat: int, state: State, laid: tuple[int, ...]) -> Moment:
    """The moment in another world, in which the others have seen what is theirs there."""
    game = moment.game
    said, past = moment.said, moment.past
    if state._deal is not None:
        choices = {took.seat: str(took.action) for took in state._choices}
        if laid:
            choices[moment.player] = str(bid_of(bidding(game), laid))
        said = _retold(game, said, seat, state._deal.hands, choices)
    if isinstance(game, SevenGame):
        past = tuple(
            [
                _retold(game, each, seat, ended.deal.hands, {took.seat: str(took.action) for took in ended.choices})
                for each, ended in zip(past, state.finished, strict=True)
            ]
        )
    return Moment(moment.numbering, state, None, laid, past, said, moment.rounds)


def _retold(game: Game, said: Said, seat: int, hands: tuple[int, ...], choices: dict[int, str]) -> Said:
    private = [
        own if other == seat else private_text(game, hands[other], choices.get(other, ""))
        for other, own in enumerate(said.private)
    ]
    return Said(said.public, tuple(private))


class SevenWorlds:
    """Worlds for a seat of Seven Prophecies."""

    def __init__(self, moment: Moment, seat: int) -> None:
        from foretold.kernels.positions import seven_position
        from foretold.kernels.worlds import Worlds

        self.moment, self.seat = moment, seat
        state, game = moment.state, moment.game
        self.others = [other for other in game.seats if other != seat]
        view: Any = state.view(seat)
        self.worlds = Worlds(seven_position(view).unknown) if state._deal is not None else None
        self.past = [(ended, self._unplayed(ended)) for ended in state.finished]

    def _unplayed(self, ended: Round) -> Any:
        """What stayed unseen when a round ended: cards left in hands, and those aside."""
        from foretold.kernels.positions import ANY_SUIT
        from foretold.kernels.worlds import Unknown, Worlds

        game: Any = self.moment.game
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

    def draw(self, rng: Random) -> Moment:
        """One of all worlds, each equally likely."""
        moment, game = self.moment, self.moment.game
        assert isinstance(game, SevenGame)
        state = moment.state
        past = tuple([self._redealt(ended, worlds, rng) for ended, worlds in self.past])
        if self.worlds is None:
            return _moment(moment, self.seat, state.imagine((), (), past), ())
        hands = self._hands(state._deal, state._gone, self.worlds, rng)
        choices = state._choices
        if len(choices) < game.players:
            choices = tuple(
                [took if took.seat == self.seat else Took(took.seat, rng.choice(game.prophecies)) for took in choices]
            )
        return _moment(moment, self.seat, state.imagine(hands, choices, past), ())

    def _hands(self, deal: Any, gone: int, worlds: Any, rng: Random) -> tuple[int, ...]:
        """Hands as dealt: the cards that each seat has played, and those drawn for it."""
        hands = list(deal.hands)
        drawn = worlds.draw(1, rng)[0].tolist()
        for other, cards in zip(self.others, drawn[: len(self.others)], strict=True):
            hands[other] = hands[other] & gone | cards
        return tuple(hands)

    def _redealt(self, ended: Round, worlds: Any, rng: Random) -> Round:
        gone = self.moment.game.mask([took.action for trick in ended.tricks for took in trick.plays])
        deal = self.moment.game.redealt(ended.deal, self._hands(ended.deal, gone, worlds, rng))
        return replace(ended, deal=deal, _seen={})


class ProphecyWorlds:
    """Worlds for a seat of Prophecy. A finished round hides nothing: all cards were played, or shown as bids."""

    def __init__(self, moment: Moment, seat: int) -> None:
        from foretold.kernels.positions import prophecy_position
        from foretold.kernels.worlds import Worlds

        self.moment, self.seat = moment, seat
        state, game = moment.state, moment.game
        self.others = [other for other in game.seats if other != seat]
        view: Any = state.view(seat)
        self.known = {other: 0 if bid is None else game.mask(bid.cards) for other, bid in enumerate(view.bids)}
        self.worlds: Worlds | None = None
        if state._deal is not None:
            position = prophecy_position(view)
            self.hidden = position.hidden_bids
            self.worlds = Worlds(position.unknown)

    def draw(self, rng: Random) -> Moment:
        """One of all worlds, each equally likely."""
        moment, seat, state = self.moment, self.seat, self.moment.state
        game = bidding(moment.game)
        if self.worlds is None:
            return moment
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
        begun = moment.laid
        if begun and moment.player != seat:
            begun = _any_bid(game, hands[moment.player], rng)[: len(begun)]
        return _moment(moment, seat, state.imagine(tuple(hands), choices, state.finished), begun)


class TinyWorlds:
    """Worlds for a seat of the tiny game: few enough to be listed."""

    def __init__(self, moment: Moment, seat: int) -> None:
        self.moment, self.seat = moment, seat
        state, other = moment.state, 1 - seat
        self.found: list[Moment] = []
        game = moment.game
        assert isinstance(game, TinyGame)
        if state._deal is None:
            self.found = [moment]
            return
        own = state._deal.hands[seat]
        played = [took for trick in state._tricks for took in trick.plays] + list(state._trick)
        rest = [game.index[card] for card in game.dealt_cards if not own & game.bits[card]]
        for cards in combinations(rest, game.hand_size):
            hands = tuple(own if each == seat else sum(1 << card for card in cards) for each in game.seats)
            laid = [took for took in state._choices if took.seat == other]
            for bid in cards if laid else cards[:1]:
                choices = tuple(
                    [took if took.seat == seat else Took(other, bid_of(game, (bid,))) for took in state._choices]
                )
                if _possible(game, state, hands, choices, played):
                    self.found.append(_moment(moment, seat, state.imagine(hands, choices, ()), ()))

    def draw(self, rng: Random) -> Moment:
        """One of all worlds, each equally likely."""
        return rng.choice(self.found)


def _possible(
    game: TinyGame, state: State, hands: tuple[int, ...], choices: tuple[Took, ...], played: list[Took]
) -> bool:
    """Whether all that was done would have been legal with these hands."""
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
    """Cards of a hand that can be bid, each choice of them equally likely, ascending."""
    return tuple(sorted(rng.sample(_suited(game, hand), game.bid_size)))


@cache
def _suited_mask(game: ProphecyGame) -> int:
    return game.whole & ~game.specialists


def _suited(game: ProphecyGame, hand: int) -> tuple[int, ...]:
    return _cards(hand & _suited_mask(game))
