"""Prophecy, round by round: bid, play tricks, score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from foretold.cards import Action, Bid, Play, Surrender
from foretold.errors import IllegalAction
from foretold.games.primitives import (
    NO_SUIT,
    follow_or_specialist,
    prophecy_lead,
    prophecy_points,
    prophecy_strength,
)
from foretold.games.prophecy.game import ProphecyDeal, ProphecyGame
from foretold.games.prophecy.view import ProphecyRoundEnd, ProphecyTrick, ProphecyView
from foretold.games.refusals import refuse_foreign, refuse_turn
from foretold.games.state import Deal, Round, State
from foretold.json_types import Json
from foretold.views import Chosen, Fact, Part, SeenEvent, Took


@dataclass(frozen=True)
class ProphecyRound(Round):
    """A finished round of Prophecy."""

    game: ProphecyGame
    deal: ProphecyDeal
    tricks: tuple[ProphecyTrick, ...]
    won: tuple[int, ...]  # tricks by seat
    surrendered: int | None  # the seat that gave up the lead of the last trick (PR-13)

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The bids by seat."""
        return bids_of(self.choices)

    @cached_property
    def end(self) -> ProphecyRoundEnd:
        """The public part of the round."""
        game, values = self.game, tuple([self.game.bid_of(bid.cards) for bid in self.bids])
        return ProphecyRoundEnd(
            number=self.number,
            points=self.points,
            parts=tuple([self._parts(seat, values[seat]) for seat in game.seats]),
            before=self.before,
            scores=self.scores,
            fulfilled=self.fulfilled,
            dealer=self.deal.first,
            trump=game.letter(self.deal.trump),
            bids=self.bids,
            bid_values=values,
            tricks=self.tricks,
            won=self.won,
        )

    def _parts(self, seat: int, bid: int) -> tuple[Part, ...]:
        """Returns the parts of the points (PR-15): one per trick, a bonus for an exact bid, nothing after a
        surrender."""
        if seat == self.surrendered:
            return (Part("gave-up", 0, "PR-15", self.won[seat]),)
        tricks = Part("tricks", self.won[seat], "PR-15", self.won[seat])
        if self.fulfilled[seat]:
            return tricks, Part("bid-met", self.game.bonus, "PR-1", bid)
        return tricks, Part("bid-missed", 0, "PR-15", bid)


class ProphecyState(State):
    """Immutable state of a match of Prophecy."""

    __slots__ = ("_open_bidders", "_surrendered", "_won")

    _game: ProphecyGame
    _deal: ProphecyDeal | None
    _finished: tuple[ProphecyRound, ...]
    _tricks: tuple[ProphecyTrick, ...]
    _open_bidders: tuple[int, ...]  # seats that bid first and face up in this round (PR-5)
    _surrendered: int | None  # the seat that gave up the lead of the current (last) trick
    _won: tuple[int, ...]  # tricks by seat
    _choosing = "bid"

    def _clear_round(self) -> None:
        super()._clear_round()
        self._open_bidders = ()
        self._surrendered = None
        self._won = (0,) * self._game.players

    @property
    def game(self) -> ProphecyGame:
        return self._game

    @property
    def finished(self) -> tuple[ProphecyRound, ...]:
        """The scored rounds."""
        return self._finished

    def _copy(self) -> Self:
        new = State._copy(self)
        new._open_bidders = self._open_bidders
        new._surrendered = self._surrendered
        new._won = self._won
        return new

    def _dealt(self, deal: Deal) -> Self:
        assert isinstance(deal, ProphecyDeal)
        game = self._game
        new = self._copy()
        new._deal = deal
        new._leader = (deal.first + 1) % game.players  # PR-6
        if game.reveals_bids(len(self._finished)):
            best = max(self._scores)
            new._open_bidders = tuple(seat for seat in game.seats if self._scores[seat] == best)
        new._actors = game.seats if game.early_bids else new._open_bidders or game.seats
        return new

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the match waits for: until the open bids lie there, nobody else has to bid (PR-5, PR-22)."""
        return tuple([seat for seat in self._open_bidders if seat not in self.chosen]) or self._actors

    @property
    def _lead(self) -> int | None:
        """Returns the lead suit of the current trick, NO_SUIT if it has none (PR-19), None before it is led."""
        return trick_lead(self._game, self._trump, self._trick)

    @property
    def _trump(self) -> int:
        return NO_SUIT if self._deal is None else self._deal.trump

    # Legality --------------------------------------------------------------------------------------------------

    def _list_legal(self, seat: int) -> tuple[Action, ...]:
        game, hand = self._game, self._hand(seat)
        if len(self._choices) < game.players:
            return game.bids_of(hand)
        return legal_plays(game, hand, self._trump, self._lead)

    def _allows(self, seat: int, action: Action) -> bool:
        if len(self._choices) < self._game.players:
            return isinstance(action, Bid) and refuse_bid(self._game, self._hand(seat), action) is None
        return action in self.legal(seat)

    def _refusal(self, seat: int, action: Action) -> IllegalAction:
        game = self._game
        refused = refuse_turn(game.name, game.players, self, seat, action)
        if refused is None:
            hand = self._hand(seat)
            if isinstance(action, Bid):
                refused = refuse_bid(game, hand, action)
            else:
                refused = refuse_play(game, hand, self._trump, self._lead, action)
        assert refused is not None
        return refused

    # Actions ---------------------------------------------------------------------------------------------------

    def _take(self, seat: int, action: Action) -> Self:
        if isinstance(action, Bid):
            return self._bid(seat, action)
        return self._surrender(seat) if isinstance(action, Surrender) else self._play(seat, action)

    def _bid(self, seat: int, action: Bid) -> Self:
        """Takes a bid (PR-4, PR-5): the leaders bid first and simultaneously, then the others, face down.

        With `early_bids` the others may bid at any time (PR-22).
        """
        game = self._game
        new = self._copy()
        new._gone = self._gone | sum(game.bits[card] for card in action.cards)
        new._choices = choices = (*self._choices, Took(seat, action))
        waiting = tuple(other for other in self._actors if other != seat)
        if waiting:
            new._actors = waiting
        elif len(choices) < game.players:
            new._actors = tuple(other for other in game.seats if other not in self._open_bidders)
        else:
            new._actors = game.alone[self._leader]
        return new

    def _gone_with(self, choices: tuple[Took, ...]) -> int:
        """Returns the cards that would have left the hands with these bids."""
        return (self._gone & ~self._bid_cards(self._choices)) | self._bid_cards(choices)

    def _bid_cards(self, choices: tuple[Took, ...]) -> int:
        return self._game.mask([card for took in choices if isinstance(took.action, Bid) for card in took.action.cards])

    def _surrender(self, seat: int) -> Self:
        """Takes a surrender (PR-13): the left neighbour leads instead; the Shaman counts as laid down."""
        new = self._copy()
        new._gone = self._gone | self._game.shaman
        new._surrendered = seat
        new._leader = (seat + 1) % self._game.players
        new._trick = (Took(seat, self._game.surrender),)
        new._actors = self._game.alone[new._leader]
        return new

    def _play(self, seat: int, action: Action) -> Self:
        game = self._game
        assert isinstance(action, Play)
        new = self._copy()
        new._gone = self._gone | game.bits[action.card]
        new._trick = trick = (*self._trick, Took(seat, action))
        if len(trick) < game.players:
            new._actors = game.alone[(seat + 1) % game.players]
            if self._public is not None and self._public["lead"] is not None:  # the other public facts stay the same
                new._public = {**self._public, "actors": new._actors, "trick": trick}
            return new
        return new._finish_trick(trick)

    def _finish_trick(self, trick: tuple[Took, ...]) -> Self:
        """Completes a trick (PR-6, PR-12): its winner leads the next; after the last one the round is scored."""
        game = self._game
        lead = trick_lead(game, self._trump, trick)
        strengths = trick_strengths(game, self._trump, trick)
        winner = trick[strengths.index(max(strengths))].seat
        self._tricks = tricks = (
            *self._tricks,
            ProphecyTrick(trick, game.letter(NO_SUIT if lead is None else lead), winner),
        )
        self._trick = ()
        self._won = (*self._won[:winner], self._won[winner] + 1, *self._won[winner + 1 :])
        self._leader = winner
        self._actors = game.alone[winner]
        return self if len(tricks) < game.tricks else self._score(tricks)

    def _score(self, tricks: tuple[ProphecyTrick, ...]) -> Self:
        """Scores the round (PR-15); a seat that surrendered gets 0 and has not fulfilled."""
        game, won = self._game, self._won
        assert self._deal is not None
        bids = [game.bid_of(bid.cards) for bid in bids_of(self._choices)]
        fulfilled = tuple(won[seat] == bids[seat] and seat != self._surrendered for seat in game.seats)
        points = tuple(
            prophecy_points(won[seat], bids[seat], game.bonus, seat == self._surrendered) for seat in game.seats
        )
        return self._end_round(
            ProphecyRound(
                game=game,
                number=len(self._finished) + 1,
                deal=self._deal,
                choices=self._choices,
                tricks=tricks,
                before=self._scores,
                points=points,
                scores=tuple(old + gained for old, gained in zip(self._scores, points, strict=True)),
                fulfilled=fulfilled,
                won=won,
                surrendered=self._surrendered,
            )
        )

    def _decide(self) -> tuple[int, ...]:
        """Returns the winners (PR-17): highest total, then most rounds fulfilled, then shared."""
        if len(self._finished) < len(self._game.wheel):
            return ()
        ranks = [
            (self._scores[seat], sum(ended.fulfilled[seat] for ended in self._finished)) for seat in self._game.seats
        ]
        return tuple(seat for seat in self._game.seats if ranks[seat] == max(ranks))

    def clause(self, result: str) -> str:
        """Returns the clause behind a result that a record claims."""
        clauses = {"round": "PR-6", "points": "PR-15", "scores": "PR-15", "winners": "PR-17"}
        return self._game.course.clause if result == "match" else clauses[result]

    # Views -----------------------------------------------------------------------------------------------------

    @property
    def _face_up(self) -> tuple[int, ...]:
        """Returns the seats whose bids lie face up by now (PR-5)."""
        laid = self._open_bidders and all(seat in self.chosen for seat in self._open_bidders)
        return self._open_bidders if laid else ()

    def view(self, seat: int | None, since: int = 1) -> ProphecyView:
        """Returns everything this seat may know and nothing more; None is a spectator.

        `since`: the first round that the viewer had the seat in; of earlier ones the view has what is public.
        """
        return self._seen(ProphecyView, seat, since)

    def _own_facts(self, seat: int | None) -> dict[str, object]:
        known = {*self._face_up, seat}
        laid = {took.seat: took.action for took in self._choices if took.seat in known}
        return {"bids": tuple([laid.get(other_seat) for other_seat in self._game.seats])}

    def _open_facts(self) -> dict[str, object]:
        game, deal, lead = self._game, self._deal, self._lead
        return {
            **super()._open_facts(),
            "dealer": None if deal is None else deal.first,
            "leader": None if deal is None else self._leader,
            "trump": game.letter(self._trump),
            "wheel": tuple(game.letter(suit) for suit in game.wheel),
            "open_bidders": self._open_bidders,
            "won": self._won,
            "tricks": self._tricks,
            "trick": self._trick,
            "lead": None if lead is None else game.letter(lead),
        }

    def _deal_facts(self, deal: Deal) -> list[tuple[str, Fact]]:
        assert isinstance(deal, ProphecyDeal)
        return [("dealer", deal.first), ("trump", self._game.letter(deal.trump))]

    def _seen_choices(self, seat: int | None) -> list[SeenEvent]:
        return self._seen_bids(self._choices, self._face_up, seat)

    def _seen_bids(self, choices: tuple[Took, ...], face_up: tuple[int, ...], seat: int | None) -> list[SeenEvent]:
        """Returns face-up bids in seat order, then the seat's own, then the seats that have bid face down."""
        events: list[SeenEvent] = [took for took in sorted(choices) if took.seat in face_up]
        hidden = [took for took in sorted(choices) if took.seat not in face_up]
        events += [took for took in hidden if took.seat == seat]
        if hidden:
            events.append(Chosen(tuple(took.seat for took in hidden)))
        return events

    def _seen_round(self, ended: Round, seat: int | None) -> tuple[SeenEvent, ...]:
        face_up: tuple[int, ...] = ()
        if self._game.reveals_bids(ended.number - 1):
            face_up = tuple(bidder for bidder in self._game.seats if ended.before[bidder] == max(ended.before))
        plays = [took for trick in ended.tricks for took in trick.plays]
        return (
            self._seen_deal(ended.deal, seat),
            *self._seen_bids(ended.choices, face_up, seat),
            *plays,
            ended.end,
        )


def bids_of(choices: tuple[Took, ...]) -> tuple[Bid, ...]:
    """Returns the bids of all seats, in seat order."""
    return tuple([took.action for took in sorted(choices) if isinstance(took.action, Bid)])


def trick_lead(game: ProphecyGame, trump: int, trick: tuple[Took, ...]) -> int | None:
    """Returns the lead suit of a trick (PR-8, PR-19); NO_SUIT if it has none, None before it is led."""
    led = next((took.action for took in trick if isinstance(took.action, Play)), None)
    if led is None:
        return None
    named = NO_SUIT if led.names is None else game.title.suits.index(led.names)
    return prophecy_lead(game.index[led.card], named, trump)


def trick_strengths(game: ProphecyGame, trump: int, trick: tuple[Took, ...]) -> list[int]:
    """Returns the strength of every card of the trick in the order played (PR-10 … PR-13); a surrender counts 0."""
    lead = trick_lead(game, trump, trick)
    strengths: list[int] = []
    for took in trick:
        strength = 0
        if isinstance(took.action, Play):
            assert lead is not None
            before = strengths[-1] if strengths else 0
            strength = prophecy_strength(game.index[took.action.card], lead, trump, before)
        strengths.append(strength)
    return strengths


def legal_plays(game: ProphecyGame, hand: int, trump: int, lead: int | None) -> tuple[Action, ...]:
    """Returns the legal plays (PR-7 … PR-9, PR-13); `lead` is None if the seat leads."""
    if lead is None:
        if hand == game.shaman:
            return (game.surrender,)
        actions: list[Action] = []
        for card in game.cards(hand & ~game.shaman):
            naming = game.naming.get(game.bits[card])
            if naming is None:
                actions.append(game.following[game.bits[card]])
            else:
                not_trump = trump if card == "Monkey" else NO_SUIT
                actions += [play for suit, play in enumerate(naming) if suit != not_trump]
        return tuple(actions)
    lead_cards = 0 if lead == NO_SUIT else game.suit_masks[lead]
    mask = follow_or_specialist(hand, lead_cards, game.specialists)
    return tuple(game.following[game.bits[card]] for card in game.cards(mask))


def refuse_bid(game: ProphecyGame, hand: int, bid: Bid) -> IllegalAction | None:
    """Returns why these cards may not be bid (PR-4), or None if they may."""
    for card in bid.cards:
        if not hand & game.bits[card]:
            return refuse_foreign(game.name, card)
    for card in bid.cards:
        if card.suit is None:
            return IllegalAction("no-specialist-in-bid", {"specialist": str(card)}, clause="PR-4", game=game.name)
    if len(bid.cards) != game.bid_size:
        values: dict[str, Json] = {"found": len(bid.cards), "size": game.bid_size}
        return IllegalAction("bid-size", values, clause="PR-4", game=game.name)
    return None


def refuse_play(game: ProphecyGame, hand: int, trump: int, lead: int | None, action: Action) -> IllegalAction | None:
    """Returns why a play or a surrender is not legal (ALL-2, PR-7 … PR-9, PR-13), or None if it is."""
    if action in legal_plays(game, hand, trump, lead):
        return None

    def no(reason: str, clause: str, **values: Json) -> IllegalAction:
        return IllegalAction(reason, values, clause=clause, game=game.name)

    if isinstance(action, Surrender):
        return no("no-surrender", "PR-13")
    assert isinstance(action, Play)
    card = action.card
    if not hand & game.bits[card]:
        return refuse_foreign(game.name, card)
    if lead is None:
        if card == "Shaman":
            return no("must-surrender", "PR-13") if hand == game.shaman else no("shaman-leads", "PR-7")
        if action.names is None:
            return no("name-a-suit", "PR-8", specialist=str(card), example=f"{card}:{_nameable(game, trump)}")
        return no("monkey-names-trump", "PR-8", trump=game.letter(trump))
    if action.names is not None:
        return no("suit-is-led", "PR-8", specialist=str(card))
    return no("must-follow-or-specialist", "PR-9", suit=game.letter(lead))


def _nameable(game: ProphecyGame, trump: int) -> str:
    return next(letter for suit, letter in enumerate(game.title.suits) if suit != trump)
