"""A match as a tree of single steps: chance card by card, hidden choices one seat after the other, bids card by card.

A moment is a value. It keeps for every seat, in one text, all that the seat has seen since the match began.
"""

from __future__ import annotations

from typing import Any

from foretold.adapters.dealing import Dealing, begin, outcomes_of
from foretold.adapters.numbering import Numbering, bid_of, layable, numbering, refuse_laying
from foretold.cards import Action, Bid
from foretold.games import Game, State
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import SevenGame
from foretold.games.state import Round
from foretold.views import Took

CHANCE, OVER = -1, -4  # as OpenSpiel numbers those who are no seat
MOST_ROUNDS = 50  # of a match without a bound (SP1-16)


class Moment:
    """One node of the tree; `player` is the seat to act, CHANCE or OVER.

    `texts` are by seat, the last one is a spectator's; `begun` says where in them the running round begins.
    """

    __slots__ = ("begun", "dealing", "laid", "player", "rounds", "state", "texts", "worlds")

    def __init__(
        self,
        state: State,
        dealing: Dealing | None,
        laid: tuple[int, ...],
        texts: tuple[str, ...],
        begun: tuple[int, ...],
        rounds: int,
    ) -> None:
        self.state = state
        self.dealing = dealing
        self.laid = laid
        self.texts = texts
        self.begun = begun
        self.rounds = rounds  # after so many the tree ends
        self.worlds: dict[int, Any] = {}  # what has been worked out for drawing worlds, by seat
        if state.over or (len(state.finished) >= rounds and dealing is None):
            self.player = OVER
        else:
            self.player = CHANCE if dealing is not None else state.actors[0]

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    @property
    def game(self) -> Game:
        return self.state.game

    def numbers(self) -> list[int]:
        """The legal actions of the seat to act, ascending."""
        state, found = self.state, numbering(self.game)
        phase = state.phase
        if phase == "prophecy":
            return list(range(found.cards, found.count))
        if phase == "bid":
            mask = layable(bidding(self.game), self.state._hand(self.player), self.laid)
            return [card for card in range(found.cards) if mask >> card & 1]
        return sorted([found.numbers[action] for action in state.legal(self.player)])

    def after(self, number: int) -> Moment:
        """The moment after a chance outcome or the action of that number."""
        if self.dealing is not None:
            return self._dealt(self.dealing.after(number))
        state, seat = self.state, self.player
        found = numbering(self.game)
        phase = state.phase
        taken: Action = found.actions[number]
        if phase == "bid":
            return self._lay(found, number)
        return self._took(state.apply(seat, taken), seat, taken)

    def _dealt(self, dealing: Dealing) -> Moment:
        if not dealing.done:
            return self._with(dealing=dealing)
        state: State = self.state.deal(dealing.to_dict())
        return self._with(state=state, dealing=None, texts=_join(self.texts, _deal_texts(state)))

    def _lay(self, found: Numbering, number: int) -> Moment:
        game, seat = bidding(self.game), self.player
        hand = self.state._hand(seat)
        if not layable(game, hand, self.laid) >> number & 1:
            raise refuse_laying(game, hand, self.laid, number)
        laid = (*self.laid, number)
        texts = _tell(self.texts, f" {found.actions[number]}", only=seat)
        if len(laid) < game.bid_size:
            return self._with(laid=laid, texts=texts)
        bid = bid_of(game, laid)
        return self._with(laid=(), texts=texts)._took(self.state.apply(seat, bid), seat, bid)

    def _took(self, state: State, seat: int, action: Action) -> Moment:
        """The moment once a seat has acted: what each seat learns of it, and what follows by itself."""
        before, texts = self.state, self.texts
        if before.phase == "tricks":
            texts = _tell(texts, f" {seat}:{action}")
        else:
            if not isinstance(action, Bid):
                texts = _tell(texts, f" {action}", only=seat)
            texts = _tell(texts, _revealed(before, state))
        if len(state.finished) == len(before.finished):
            return self._with(state=state, texts=texts)
        ended = state.finished[-1]
        texts = _tell(texts, _end_text(self.game, ended))
        begun = tuple(map(len, texts))
        dealing = None
        if not state.over and len(state.finished) < self.rounds:
            dealing = begin(self.game, len(state.finished), ended.deal)
        return Moment(state, dealing, (), texts, begun, self.rounds)

    def _with(self, **changes: Any) -> Moment:
        kept = {name: getattr(self, name) for name in ("state", "dealing", "laid", "texts", "begun", "rounds")}
        return Moment(**{**kept, **changes})

    def steps(self) -> list[tuple[int, int]]:
        """All that has happened, chance included, as (player, number) since the match began."""
        game, state = self.game, self.state
        found = numbering(game)
        steps: list[tuple[int, int]] = []
        before = None
        for number, ended in enumerate(state.finished):
            steps += [(CHANCE, outcome) for outcome in outcomes_of(game, number, before, ended.deal)]
            steps += _numbered(found, [*ended.choices, *(took for trick in ended.tricks for took in trick.plays)])
            before = ended.deal
        if self.dealing is not None:
            raise ValueError("the deal is not done")
        if state._deal is not None:
            steps += [(CHANCE, outcome) for outcome in outcomes_of(game, len(state.finished), before, state._deal)]
            plays = [took for trick in state._tricks for took in trick.plays]
            steps += _numbered(found, [*state._choices, *plays, *state._trick])
            steps += [(self.player, card) for card in self.laid]
        return steps


def first_moment(game: Game, episode: str) -> Moment:
    """The root of the tree: before the first deal."""
    texts = (*(f"seat {seat}" for seat in game.seats), "spectator")
    rounds = 1 if episode == "round" else game.rounds or MOST_ROUNDS
    return Moment(game.start(), begin(game, 0, None), (), texts, tuple(map(len, texts)), rounds)


def bidding(game: Game) -> ProphecyGame:
    """The game as one with bids."""
    assert isinstance(game, ProphecyGame)
    return game


def _numbered(found: Numbering, taken: list[Took]) -> list[tuple[int, int]]:
    steps: list[tuple[int, int]] = []
    for seat, action in taken:
        if isinstance(action, Bid):
            steps += [(seat, found.numbers[card]) for card in action.cards]
        else:
            steps.append((seat, found.numbers[action]))
    return steps


def _join(texts: tuple[str, ...], more: list[str]) -> tuple[str, ...]:
    return tuple([text + each for text, each in zip(texts, more, strict=True)])


def _tell(texts: tuple[str, ...], more: str, only: int | None = None) -> tuple[str, ...]:
    """The texts with something that all see, or one seat only."""
    if only is not None:
        return (*texts[:only], texts[only] + more, *texts[only + 1 :])
    return tuple([text + more for text in texts]) if more else texts


def _deal_texts(state: State) -> list[str]:
    """What each seat, and a spectator, sees of a deal."""
    game, deal = state.game, state._deal
    public = f"\nround {state.round} "
    if isinstance(game, SevenGame):
        public += f"starter {deal.first} future {','.join(deal.future)}"
        public += f" open {','.join(deal.open)}" if deal.open else ""
    else:
        public += f"dealer {deal.first} trump {bidding(game).letter(deal.trump)}"
    hands = [",".join(map(str, game.cards(hand))) for hand in deal.hands]
    return [*(f"{public} hand {hand}\n" for hand in hands), f"{public}\n"]


def _revealed(before: State, after: State) -> str:
    """The prophecies, or the face-up bids, that became public by the last choice."""
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
    told = "".join(f" {seat}={bid}" for seat, bid in enumerate(ended.chosen(game.players)))
    points = ",".join(map(str, ended.points))
    return f"{told if isinstance(game, ProphecyGame) else ''} points {points}"
