"""Seven Prophecies, round by round: prophesy, play tricks, confirm, score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import ne
from typing import Self

from foretold.cards import Action, Play, Prophesy
from foretold.errors import IllegalAction
from foretold.games.primitives import confirm, follow, tokens_at
from foretold.games.refusals import refuse_turn
from foretold.games.seven.edition import PROPHECIES, TRICKS
from foretold.games.seven.game import SevenDeal, SevenGame
from foretold.games.seven.scoring import is_over, parts_of, points_of, tokens_left, total_of, winners_of
from foretold.games.seven.tricks import refuse_play, trick_places
from foretold.games.seven.view import SevenRoundEnd, SevenTrick, SevenView
from foretold.games.state import Deal, Round, State
from foretold.views import Chosen, Fact, SeenEvent, Took


@dataclass(frozen=True)
class SevenRound(Round):
    """A finished round of Seven Prophecies."""

    game: SevenGame
    deal: SevenDeal
    tricks: tuple[SevenTrick, ...]
    left: tuple[int, ...]  # tokens left by seat, packed by place

    @property
    def prophecies(self) -> tuple[Prophesy, ...]:
        """The prophecies by seat."""
        return prophecies_of(self.choices)

    @cached_property
    def end(self) -> SevenRoundEnd:
        """The public part of the round."""
        return SevenRoundEnd(
            number=self.number,
            points=self.points,
            parts=parts_of(self.game, tokens_left(self.left), len(self.tricks)),
            before=self.before,
            scores=self.scores,
            fulfilled=self.fulfilled,
            starter=self.deal.first,
            future=self.deal.future,
            open=self.deal.open,
            prophecies=self.prophecies,
            tricks=self.tricks,
            left=tokens_by_place(self.left, self.game.players),
        )


class SevenState(State):
    """Immutable state of a match of Seven Prophecies."""

    __slots__ = ("_left",)

    _game: SevenGame
    _deal: SevenDeal | None
    _finished: tuple[SevenRound, ...]
    _tricks: tuple[SevenTrick, ...]
    _left: tuple[int, ...]  # tokens left by seat, packed by place; () until all have prophesied
    _choosing = "prophecy"

    def _clear_round(self) -> None:
        super()._clear_round()
        self._left = ()

    @property
    def game(self) -> SevenGame:
        return self._game

    @property
    def finished(self) -> tuple[SevenRound, ...]:
        """The scored rounds."""
        return self._finished

    def _copy(self) -> Self:
        """Returns a copy, like `State._copy` but in one step, because every action makes one."""
        new = object.__new__(type(self))
        new._game = self._game
        new._key = self._key
        new._finished = self._finished
        new._scores = self._scores
        new._winners = self._winners
        new._deal = self._deal
        new._choices = self._choices
        new._gone = self._gone
        new._tricks = self._tricks
        new._trick = self._trick
        new._leader = self._leader
        new._actors = self._actors
        new._left = self._left
        new._legal = None
        new._public = None
        return new

    def _dealt(self, deal: Deal) -> Self:
        assert isinstance(deal, SevenDeal)
        new = self._copy()
        new._deal = deal
        new._leader = deal.first
        new._actors = self._game.seats
        return new

    # Legality --------------------------------------------------------------------------------------------------

    def _list_legal(self, seat: int) -> tuple[Action, ...]:
        """Lists the legal actions: any split (SP1-6); cards of the lead suit if the seat holds one, else any
        (SP1-7)."""
        game, deal = self._game, self._deal
        assert deal is not None
        if not self._left:
            return game.prophecies
        playable = follow(deal.hands[seat] & ~self._gone, game.suit_masks[deal.row[len(self._tricks)]])
        return game.plays_of_suit_mask.get(playable) or game.plays_of(playable)

    def _allows(self, seat: int, action: Action) -> bool:
        if not self._left:
            return action in self._game.packed
        legal = self._legal  # of the only seat that may act
        return action in (self.legal(seat) if legal is None else legal)

    def _refusal(self, seat: int, action: Action) -> IllegalAction:
        game = self._game
        refused = refuse_turn(game.name, game.players, self, seat, action)
        if refused is not None:
            return refused
        if isinstance(action, Prophesy):
            return refuse_prophecy(game, action)
        assert isinstance(action, Play)
        assert self._deal is not None
        return refuse_play(game, self._hand(seat), self._deal.row[len(self._tricks)], action.card)

    # Actions ---------------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: Action | str) -> Self:
        """Returns the state after the seat takes the action, given as an Action or in notation."""
        legal = self._legal  # of the only seat that may act, if cached
        if legal is None or not self._left or action not in legal or (seat,) != self._actors or type(seat) is not int:
            return super().apply(seat, action)
        return self._play(seat, action)  # the most common case: a card already known to be legal

    def _take(self, seat: int, action: Action) -> Self:
        return self._play(seat, action) if self._left else self._copy()._prophesy(seat, action)

    def _play(self, seat: int, card: str) -> Self:
        """Adds a card to the trick (SP1-7, SP1-10); the last one completes it."""
        game = self._game
        new = self._copy()
        new._gone = self._gone | game.bits[card]
        trick = self._trick + (game.tooks[seat][card],)
        if len(trick) == game.players:
            return new._finish_trick(trick)
        new._trick = trick
        new._actors = game.alone[seat + 1 if seat + 1 < game.players else 0]
        if self._public is not None:  # the other public facts stay the same
            new._public = {**self._public, "actors": new._actors, "trick": trick}
        return new

    def _prophesy(self, seat: int, action: Action) -> Self:
        """Takes a prophecy (SP1-6), hidden until all have chosen; then the starter leads the first trick (SP1-10)."""
        game = self._game
        self._choices = choices = (*self._choices, Took(seat, action))
        if len(choices) < game.players:
            self._actors = tuple([other for other in self._actors if other != seat])
        else:
            self._left = tuple([game.packed[prophecy] for prophecy in prophecies_of(choices)])
            self._actors = game.alone[self._leader]
        return self

    def _finish_trick(self, trick: tuple[Took, ...]) -> Self:
        """Completes a trick (SP1-8 … SP1-11): places, confirmed tokens, the next leader, the end of the round."""
        game = self._game
        assert self._deal is not None
        places = trick_places(game, self._deal.row[len(self._tricks)], trick)
        left = self._left
        self._left = after = tuple(map(confirm, left, places))
        confirmed = tuple(map(ne, left, after))
        self._tricks = tricks = self._tricks + (SevenTrick(trick, places, confirmed),)
        self._trick = ()
        self._leader = places.index(1)
        self._actors = game.alone[self._leader]
        if len(tricks) < TRICKS and 0 not in after:
            return self
        points = points_of(game, tokens_left(after), len(tricks))
        return self._end_round(
            SevenRound(
                game=game,
                number=len(self._finished) + 1,
                deal=self._deal,
                choices=self._choices,
                tricks=tricks,
                before=self._scores,
                points=points,
                scores=tuple([total_of(game, *pair) for pair in zip(self._scores, points, strict=True)]),
                fulfilled=tuple([tokens == 0 for tokens in after]),
                left=after,
            )
        )

    def _decide(self) -> tuple[int, ...]:
        game, scores = self._game, self._scores
        if not is_over(game, len(self._finished), scores):
            return ()
        return winners_of(game, scores, self._finished[-1])

    def clause(self, result: str) -> str:
        """Returns the clause behind a result that a record claims."""
        if result == "round":
            return self._game.edition.clauses["round-end"]
        return self._game.scoring.clauses["points" if result == "scores" else result]

    # Views -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None, since: int = 1) -> SevenView:
        """Returns everything this seat may know and nothing more; None is a spectator.

        `since`: the first round that the viewer had the seat in; of earlier ones the view has what is public.
        """
        return self._seen(SevenView, seat, since)

    def _own_facts(self, seat: int | None) -> dict[str, object]:
        return {"prophecy": next((choice.action for choice in self._choices if choice.seat == seat), None)}

    def _open_facts(self) -> dict[str, object]:
        game, deal = self._game, self._deal
        return {
            **super()._open_facts(),
            "starter": None if deal is None else deal.first,
            "leader": None if deal is None else self._leader,
            "future": () if deal is None else deal.future,
            "open": () if deal is None else deal.open,
            "prophecies": prophecies_of(self._choices) if len(self._choices) == game.players else (),
            "left": tokens_by_place(self._left, game.players),
            "tricks": self._tricks,
            "trick": self._trick,
        }

    def _deal_facts(self, deal: Deal) -> list[tuple[str, Fact]]:
        assert isinstance(deal, SevenDeal)
        facts: list[tuple[str, Fact]] = [("starter", deal.first), ("future", deal.future)]
        return [*facts, ("open", deal.open)] if self._game.edition.future_of_deck else facts

    def _seen_choices(self, seat: int | None) -> list[SeenEvent]:
        if self._left:
            return [*sorted(self._choices)]
        own = [choice for choice in self._choices if choice.seat == seat]
        return [*own, Chosen(self.chosen)] if self._choices else []

    def _seen_round(self, ended: Round, seat: int | None) -> tuple[SeenEvent, ...]:
        plays = [took for trick in ended.tricks for took in trick.plays]
        return (self._seen_deal(ended.deal, seat), *sorted(ended.choices), *plays, ended.end)


def prophecies_of(choices: tuple[Took, ...]) -> tuple[Prophesy, ...]:
    """Returns the prophecies of all seats, in seat order."""
    return tuple([took.action for took in sorted(choices) if isinstance(took.action, Prophesy)])


@lru_cache(maxsize=4096)
def tokens_by_place(left: tuple[int, ...], players: int) -> tuple[tuple[int, ...], ...]:
    """Returns the tokens left by seat and place, from their packed counts."""
    places = range(1, players + 1)
    return tuple([tuple([tokens_at(packed, place) for place in places]) for packed in left])


def refuse_prophecy(game: SevenGame, prophecy: Prophesy) -> IllegalAction:
    """Returns why a split is not allowed by SP1-6 and SP2-4."""
    clause = game.edition.clauses["prophecy"]
    if len(prophecy.tokens) != game.players:
        values = {"found": len(prophecy.tokens), "places": game.players}
        return IllegalAction("wrong-places", values, clause=clause, game=game.name)
    values = {"found": sum(prophecy.tokens), "tokens": PROPHECIES}
    return IllegalAction("not-seven", values, clause=clause, game=game.name)
