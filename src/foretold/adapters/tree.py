"""A match as a tree of single steps: chance card by card, hidden choices seat by seat, bids card by card.

A node is a value. It keeps everything each seat has seen since the start of the match, as text.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from foretold.adapters import MOST_ROUNDS
from foretold.adapters.chance_nodes import Dealing, begin, outcomes_of
from foretold.adapters.numbering import Numbering, bid_of, layable, numbering, refuse_laying
from foretold.adapters.tiny_prophecy import TinyGame
from foretold.cards import Action, Bid
from foretold.games import Game, State
from foretold.games.prophecy.game import ProphecyDeal, ProphecyGame
from foretold.games.seven.game import SevenDeal, SevenGame
from foretold.games.state import Round
from foretold.views import Took

CHANCE, OVER = -1, -4  # OpenSpiel's numbers for players that are not seats


class RoundText(NamedTuple):
    """What was seen in a round: by all, and by each seat alone (its hand and its hidden choice)."""

    public: str
    private: tuple[str, ...]


class Node:
    """One node of the tree; `player` is the seat to act, CHANCE or OVER."""

    __slots__ = (
        *("_kept", "_numbers", "dealing", "laid", "numbering", "past", "player", "rounds", "seen", "state", "worlds"),
    )

    def __init__(
        self,
        numbering: Numbering,
        state: State,
        dealing: Dealing | None,
        laid: tuple[int, ...],
        past: tuple[RoundText, ...],
        seen: RoundText,
        rounds: int,
    ) -> None:
        self.numbering = numbering
        self.state = state
        self.dealing = dealing
        self.laid = laid  # cards, by number, of an incomplete bid
        self.past = past  # finished rounds
        self.seen = seen  # the running round
        self.rounds = rounds  # rounds after which the tree ends
        self._numbers: list[int] | None = None
        self._kept: dict[int, Node] | None = {} if isinstance(state.game, TinyGame) else None  # for solvers
        self.worlds: dict[int, Any] = {}  # cached samplers of worlds, by seat
        if state.over or (len(state.finished) >= rounds and dealing is None):
            self.player = OVER
        else:
            self.player = CHANCE if dealing is not None else state.actors[0]

    def text(self, seat: int | None) -> str:
        """Returns everything a seat, or a spectator, has seen since the start of the match: perfect recall."""
        if seat is None:
            return "spectator" + "".join([seen.public for seen in (*self.past, self.seen)])
        return f"seat {seat}" + "".join([seen.public + seen.private[seat] for seen in (*self.past, self.seen)])

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    @property
    def game(self) -> Game:
        return self.state.game

    def numbers(self) -> list[int]:
        """The legal actions of the seat to act, ascending."""
        if self._numbers is None:
            self._numbers = self._list_numbers()
        return self._numbers

    def _list_numbers(self) -> list[int]:
        state, numbering = self.state, self.numbering
        phase = state.phase
        if phase == "prophecy":
            return list(range(numbering.cards, numbering.count))
        if phase == "bid":
            mask = layable(bidding(self.game), self.state._hand(self.player), self.laid)
            return [card for card in range(numbering.cards) if mask >> card & 1]
        return sorted([numbering.numbers[action] for action in state.legal(self.player)])

    def after(self, number: int) -> Node:
        """Returns the node after a chance outcome or an action, by number."""
        if self._kept is None:
            return self._next(number)
        node = self._kept.get(number)
        if node is None:
            node = self._kept[number] = self._next(number)
        return node

    def _next(self, number: int) -> Node:
        if self.dealing is not None:
            return self._dealt(self.dealing.after(number))
        if self.state.phase == "bid":
            return self._lay(number)
        seat, taken = self.player, self.numbering.actions[number]
        return self._took(self.state.apply(seat, taken), seat, taken)

    def _dealt(self, dealing: Dealing) -> Node:
        if not dealing.done:
            return self._with(dealing=dealing)
        state: State = self.state.deal(dealing.to_dict())
        game = self.game
        assert state._deal is not None
        private = tuple([private_text(game, hand, "") for hand in state._deal.hands])
        return self._with(state=state, dealing=None, seen=RoundText(_deal_text(state), private))

    def _lay(self, number: int) -> Node:
        game, seat = bidding(self.game), self.player
        hand = self.state._hand(seat)
        if not layable(game, hand, self.laid) >> number & 1:
            raise refuse_laying(game, hand, self.laid, number)
        laid = (*self.laid, number)
        if len(laid) < game.bid_size:
            return self._with(laid=laid, seen=self._own(seat, str(bid_of(game, laid))))
        bid = bid_of(game, laid)
        return self._with(laid=())._took(self.state.apply(seat, bid), seat, bid)

    def _own(self, seat: int, choice: str) -> RoundText:
        """Returns what was seen, plus a choice that only its seat knows."""
        private = self.seen.private
        assert self.state._deal is not None
        text = private_text(self.game, self.state._deal.hands[seat], choice)
        return self.seen._replace(private=(*private[:seat], text, *private[seat + 1 :]))

    def _took(self, state: State, seat: int, action: Action) -> Node:
        """Returns the node after a seat's action: what each seat learns from it, and what follows automatically."""
        before, seen = self.state, self.seen
        if before.phase == "tricks":
            seen = RoundText(f"{seen.public} {seat}:{action}", seen.private)
        else:
            seen = self._own(seat, str(action))
            seen = RoundText(
                f"{seen.public} {seat}?{_revealed(before, state)}", seen.private
            )  # everybody knows that it has chosen
        if len(state.finished) == len(before.finished):
            return Node(self.numbering, state, None, (), self.past, seen, self.rounds)
        ended = state.finished[-1]
        past = (*self.past, RoundText(seen.public + _end_text(self.game, ended), seen.private))
        dealing = None
        if not state.over and len(state.finished) < self.rounds:
            dealing = begin(self.game, len(state.finished), ended.deal)
        return Node(self.numbering, state, dealing, (), past, _nothing(self.game), self.rounds)

    def _with(self, **changes: Any) -> Node:
        kept = {
            name: getattr(self, name) for name in ("numbering", "state", "dealing", "laid", "past", "seen", "rounds")
        }
        return Node(**{**kept, **changes})

    def steps(self) -> list[tuple[int, int]]:
        """Returns everything that has happened since the start of the match, chance included, as (player, number)."""
        game, state, numbering = self.game, self.state, self.numbering
        steps: list[tuple[int, int]] = []
        before = None
        for number, ended in enumerate(state.finished):
            steps += [(CHANCE, outcome) for outcome in outcomes_of(game, number, before, ended.deal)]
            steps += _numbered(numbering, [*ended.choices, *(took for trick in ended.tricks for took in trick.plays)])
            before = ended.deal
        if self.dealing is not None:
            raise ValueError("the deal is not done")
        if state._deal is not None:
            steps += [(CHANCE, outcome) for outcome in outcomes_of(game, len(state.finished), before, state._deal)]
            plays = [took for trick in state._tricks for took in trick.plays]
            steps += _numbered(numbering, [*state._choices, *plays, *state._trick])
            steps += [(self.player, card) for card in self.laid]
        return steps


def root(game: Game, episode: str) -> Node:
    """Returns the root of the tree, before the first deal."""
    rounds = 1 if episode == "round" else game.rounds or MOST_ROUNDS
    return Node(numbering(game), game.start(), begin(game, 0, None), (), (), _nothing(game), rounds)


def _nothing(game: Game) -> RoundText:
    return RoundText("", ("",) * game.players)


def bidding(game: Game) -> ProphecyGame:
    """Returns the game, narrowed to a game with bids."""
    assert isinstance(game, ProphecyGame)
    return game


def _numbered(numbering: Numbering, taken: list[Took]) -> list[tuple[int, int]]:
    steps: list[tuple[int, int]] = []
    for seat, action in taken:
        if isinstance(action, Bid):
            steps += [(seat, numbering.numbers[card]) for card in action.cards]
        else:
            steps.append((seat, numbering.numbers[action]))
    return steps


def private_text(game: Game, hand: int, choice: str) -> str:
    """Returns what only the seat itself sees of a round: the hand it was dealt, and its prophecy or bid."""
    cards = ",".join([str(card) for card in game.cards(hand)])
    return f" hand {cards} own {choice}" if choice else f" hand {cards}"


def _deal_text(state: State) -> str:
    """Returns what everybody sees of a deal."""
    game, deal = state.game, state._deal
    if isinstance(deal, SevenDeal):
        aside = f" open {','.join(deal.open)}" if deal.open else ""
        return f"\nround {state.round} starter {deal.first} future {','.join(deal.future)}{aside}"
    assert isinstance(deal, ProphecyDeal)
    return f"\nround {state.round} dealer {deal.first} trump {bidding(game).letter(deal.trump)}"


def _revealed(before: State, after: State) -> str:
    """Returns the prophecies or face-up bids that the last choice made public."""
    shown: list[Took] = []
    if isinstance(after.game, SevenGame):
        if after.phase == "tricks":
            shown = sorted(after._choices)
    else:
        now: tuple[int, ...] = after._face_up  # type: ignore[attr-defined]
        if now and not before._face_up:  # type: ignore[attr-defined]
            shown = [took for took in sorted(after._choices) if took.seat in now]
    return "".join(f" {took.seat}={took.action}" for took in shown)


def _end_text(game: Game, ended: Round) -> str:
    text = "".join(f" {seat}={bid}" for seat, bid in enumerate(ended.chosen()))
    points = ",".join(map(str, ended.points))
    return f"{text if isinstance(game, ProphecyGame) else ''} points {points}"
