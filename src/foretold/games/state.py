"""Base of the states of all titles: the sequence of rounds, records, equality."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, Self, TypeVar

from foretold.cards import Action, Seed, seed_key
from foretold.errors import BadOption, BadRecord, IllegalAction
from foretold.games.game import Game
from foretold.json_types import JsonObject
from foretold.records import Record, plain_object, wrong_type
from foretold.views import Fact, MatchEnd, RoundEnd, SeenDeal, SeenEvent, Took, View

AnyView = TypeVar("AnyView", bound=View)


class Deal(Protocol):
    """One round's deal; hands are masks over the deck, by seat."""

    @property
    def first(self) -> int:
        """The starter (Seven Prophecies) or the dealer (Prophecy)."""

    @property
    def hands(self) -> tuple[int, ...]: ...

    @property
    def seen(self) -> dict[int | None, SeenDeal]:
        """Cache of the deal as each seat saw it."""

    def to_dict(self, game: Game) -> JsonObject:
        """Returns the JSON object of a record's deal event."""


class Trick(Protocol):
    """A completed trick."""

    @property
    def plays(self) -> tuple[Took, ...]: ...


@dataclass(frozen=True)
class Round:
    """A finished round with its hidden cards; `end` is its public part."""

    game: Game
    number: int  # from 1
    deal: Deal
    choices: tuple[Took, ...]  # prophecies or bids, in the order they were made
    tricks: tuple[Trick, ...]
    before: tuple[int, ...]  # totals before the round
    points: tuple[int, ...]
    scores: tuple[int, ...]  # totals after the round
    fulfilled: tuple[bool, ...]
    _seen: dict[int | None, tuple[SeenEvent, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def end(self) -> RoundEnd:
        """The public part of the round."""
        raise NotImplementedError

    def chosen(self) -> tuple[Action, ...]:
        """The prophecies or bids by seat."""
        return by_seat(self.choices, len(self.points))

    def event(self) -> JsonObject:
        """Returns the record's round event."""
        return {"round": {"points": list(self.points), "scores": list(self.scores)}}


def by_seat(choices: Sequence[Took], players: int) -> tuple[Action, ...]:
    """Returns the choices of all seats, in seat order."""
    actions = {choice.seat: choice.action for choice in choices}
    return tuple(actions[seat] for seat in range(players))


class State:
    """Immutable state of a match: `apply` and `deal` return a new state.

    A state holds all hidden information: show seats a `view`, never a state.
    """

    __slots__ = (
        "_actors",
        "_choices",
        "_deal",
        "_finished",
        "_game",
        "_gone",
        "_key",
        "_leader",
        "_legal",
        "_public",
        "_scores",
        "_trick",
        "_tricks",
        "_winners",
    )

    _game: Game
    _key: bytes | None  # derived from the seed; None if deals come from outside
    _finished: tuple[Round, ...]
    _scores: tuple[int, ...]
    _winners: tuple[int, ...]
    _deal: Deal | None  # None while waiting for a deal and after the match
    _choices: tuple[Took, ...]
    _gone: int  # cards that have left the hands in this round, as a mask
    _tricks: tuple[Trick, ...]
    _trick: tuple[Took, ...]
    _leader: int
    _actors: tuple[int, ...]
    _legal: tuple[Action, ...] | None  # cache: legal actions of the seat to act
    _public: dict[str, object] | None  # cache: the fields that all views of this state share

    def __init__(self, game: Game) -> None:
        """Creates the state before the first deal."""
        self._game = game
        self._key = None
        self._finished = ()
        self._scores = (0,) * game.players
        self._winners = ()
        self._leader = 0
        self._clear_round()

    def _clear_round(self) -> None:
        self._deal = None
        self._choices = ()
        self._gone = 0
        self._tricks = ()
        self._trick = ()
        self._actors = ()
        self._legal = None
        self._public = None

    def _copy(self) -> Self:
        """Returns a copy, to be changed only before anybody else sees it."""
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
        new._legal = None
        new._public = None
        return new

    # Queries ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._game

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, ascending."""
        return self._actors

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the match waits for: the actors, without those who may wait for others (PR-22)."""
        return self._actors

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals by seat, which change when a round ends."""
        return self._scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats, ascending; () until the match is over."""
        return self._winners

    @property
    def over(self) -> bool:
        return bool(self._winners)

    @property
    def awaits_deal(self) -> bool:
        """True if the match can only continue with `deal`."""
        return self._deal is None and not self._winners

    @property
    def finished(self) -> tuple[Round, ...]:
        """The scored rounds."""
        return self._finished

    @property
    def phase(self) -> str:
        """One of 'deal', 'prophecy', 'bid', 'tricks' and 'over'."""
        if self._winners:
            return "over"
        if self._deal is None:
            return "deal"
        return "tricks" if len(self._choices) == self._game.players else self._choosing

    _choosing: str  # name of the phase before the tricks

    @property
    def chosen(self) -> tuple[int, ...]:
        """The seats, ascending, that have prophesied or bid in the current round."""
        return tuple(sorted(choice.seat for choice in self._choices))

    @property
    def round(self) -> int:
        """The number of the current round from 1, or of the last one between rounds."""
        return len(self._finished) + (self._deal is not None)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Returns all actions that the seat may take now; () if it may not act."""
        if seat not in self._actors or type(seat) is not int:
            return ()
        actions = self._legal
        if actions is None:
            actions = self._list_legal(seat)
            if len(self._actors) == 1:
                self._legal = actions
        return actions

    def _hand(self, seat: int) -> int:
        """Returns the seat's hand as a mask."""
        return 0 if self._deal is None else self._deal.hands[seat] & ~self._gone

    # Transitions -----------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: Action | str) -> Self:
        """Returns the state after the seat takes the action, given as an Action or in notation."""
        taken = self._game.actions.get(action) if isinstance(action, str) else None
        if taken is None:
            taken = self._game.parse(action)
        if seat not in self._actors or type(seat) is not int or not self._allows(seat, taken):
            raise self._refusal(seat, taken)
        return self._take(seat, taken)

    def deal(self, source: Mapping[str, object]) -> Self:
        """Returns the state after this deal, in the form of a record's deal event, which is checked first."""
        if not self.awaits_deal:
            raise BadRecord("deal-out-of-place", clause="ALL-4" if self.over else "ALL-3", game=self._game.name)
        if not isinstance(source, Mapping):
            raise wrong_type("deal", "object", source)
        before = self._finished[-1].deal if self._finished else None
        return self._dealt(self._game.read_deal(plain_object(source, "deal"), len(self._finished), before))

    def seeded(self, seed: Seed, first: int | None = None) -> Self:
        """Returns the same state with a seed, from which later rounds are dealt.

        `first`: who starts or deals in round 1; None: drawn from the seed by lot.
        """
        if first is not None and (type(first) is not int or first not in self._game.seats):
            raise BadOption("no-such-seat", {"found": str(first), "last": self._game.players - 1})
        new = self._copy()
        new._key = seed_key(seed)
        return new._deal_next(first)

    def _deal_next(self, first: int | None = None) -> Self:
        """Deals the next round from the seed if one is due; else returns the state unchanged."""
        if self._key is None or not self.awaits_deal:
            return self
        if not self._finished and first is not None:
            return self._dealt(self._game.draw_deal(self._key, 0, None, first))
        before = self._finished[-1].deal if self._finished else None
        return self._dealt(self._game.draw_deal(self._key, len(self._finished), before))

    def imagine(self, hands: tuple[int, ...], choices: tuple[Took, ...], past: tuple[Round, ...]) -> Self:
        """Returns the same moment in another world: other hands, hidden choices and finished rounds.

        Nothing is checked: callers sample worlds that agree with what a seat knows.
        """
        new = self._copy()
        new._finished = past
        if self._deal is not None:
            new._deal = self._game.redealt(self._deal, hands)
            new._choices = choices
            new._gone = self._gone_with(choices)
        return new

    def _gone_with(self, choices: tuple[Took, ...]) -> int:
        """Returns the cards that would have left the hands with these prophecies or bids."""
        return self._gone

    def _end_round(self, ended: Round) -> Self:
        """Returns the state after scoring: the match is over, or the next round is dealt or awaited."""
        new = self._copy()
        new._finished = (*self._finished, ended)
        new._scores = ended.scores
        new._clear_round()
        new._winners = new._decide()
        return new._deal_next()

    def _list_legal(self, seat: int) -> tuple[Action, ...]:
        raise NotImplementedError

    def _allows(self, seat: int, action: Action) -> bool:
        """True if a seat whose turn it is may take this action."""
        return action in self.legal(seat)

    def _refusal(self, seat: int, action: Action) -> IllegalAction:
        """Returns why the seat may not take this action."""
        raise NotImplementedError

    def _take(self, seat: int, action: Action) -> Self:
        raise NotImplementedError

    def _dealt(self, deal: Deal) -> Self:
        raise NotImplementedError

    def _decide(self) -> tuple[int, ...]:
        """Returns the winners if the match is over after the last finished round, else ()."""
        raise NotImplementedError

    def clause(self, result: str) -> str:
        """Returns the clause behind a result that a record claims: 'round', 'match', 'points', 'scores' or
        'winners'."""
        raise NotImplementedError

    # Views and records -----------------------------------------------------------------------------------------

    def view(self, seat: int | None, since: int = 1) -> View:
        """Returns everything this seat may know and nothing more; None is a spectator.

        `since`: the first round that the viewer had the seat in; of earlier ones the view has what is public.
        """
        raise NotImplementedError

    def _seen(self, kind: type[AnyView], seat: int | None, since: int) -> AnyView:
        """Builds a seat's view from the public facts, computed once for all seats, and its own."""
        game = self._game
        if seat is not None and (type(seat) is not int or seat not in game.seats):
            raise BadOption("no-such-seat", {"found": str(seat), "last": game.players - 1})
        if self._public is None:
            self._public = self._open_facts()
        return kind.of(
            self._public,
            rules=game,
            seat=seat,
            legal=self.legal(seat) if seat is not None else (),
            hand=game.cards(self._hand(seat)) if seat is not None else (),
            past=self._past(seat, since),
            **self._own_facts(seat),
        )

    def _own_facts(self, seat: int | None) -> dict[str, object]:
        """Returns the fields of a title's view that depend on the viewer."""
        raise NotImplementedError

    def _open_facts(self) -> dict[str, object]:
        """Returns the fields of a view that are the same for every viewer; titles add their own."""
        game = self._game
        return {
            "game": game.name,
            "players": game.players,
            "settings": game.settings,
            "actors": self._actors,
            "scores": self._scores,
            "over": self.over,
            "winners": self._winners,
            "round": self.round,
            "rounds": game.rounds,
            "phase": self.phase,
            "chosen": self.chosen,
        }

    def _past(self, seat: int | None, since: int) -> list[Sequence[SeenEvent]]:
        """Returns the public events and, from round `since` on, the seat's own, in order, in parts."""
        past: list[Sequence[SeenEvent]] = [
            self._seen_once(ended, seat if number >= since else None)
            for number, ended in enumerate(self._finished, start=1)
        ]
        if self._deal is not None:
            past += ((self._seen_deal(self._deal, seat),), self._seen_choices(seat))
            past += (*[trick.plays for trick in self._tricks], self._trick)
        if self._winners:
            past.append((MatchEnd(self._scores, self._winners),))
        return past

    def _seen_once(self, ended: Round, seat: int | None) -> tuple[SeenEvent, ...]:
        """Returns a scored round as this seat saw it, computed once."""
        return ended._seen.get(seat) or ended._seen.setdefault(seat, self._seen_round(ended, seat))

    def _seen_deal(self, deal: Deal, seat: int | None) -> SeenDeal:
        """Returns the deal as this seat saw it."""
        seen = deal.seen.get(seat)
        if seen is None:
            facts = self._deal_facts(deal)
            if seat is not None:
                facts.append(("hand", self._game.cards(deal.hands[seat])))
            seen = deal.seen[seat] = SeenDeal(tuple(facts))
        return seen

    def _deal_facts(self, deal: Deal) -> list[tuple[str, Fact]]:
        """Returns the public facts of a deal."""
        raise NotImplementedError

    def _seen_round(self, ended: Round, seat: int | None) -> tuple[SeenEvent, ...]:
        raise NotImplementedError

    def _seen_choices(self, seat: int | None) -> list[SeenEvent]:
        """Returns the prophecies or bids of the current round as this seat saw them."""
        raise NotImplementedError

    def _events(self) -> Iterator[JsonObject]:
        for ended in self._finished:
            yield {"deal": ended.deal.to_dict(self._game)}
            for took in ended.choices:
                yield took.to_dict()
            for trick in ended.tricks:
                for took in trick.plays:
                    yield took.to_dict()
            yield ended.event()
        if self._deal is not None:
            yield {"deal": self._deal.to_dict(self._game)}
            for took in self._choices:
                yield took.to_dict()
            for trick in self._tricks:
                for took in trick.plays:
                    yield took.to_dict()
            for took in self._trick:
                yield took.to_dict()
        if self._winners:
            yield MatchEnd(self._scores, self._winners).to_dict()

    def record(self, names: Sequence[str] | None = None) -> Record:
        """Returns the record of the match so far."""
        given = () if names is None else names
        if not isinstance(given, Sequence) or not all(isinstance(name, str) for name in given):
            raise BadOption("wrong-names", {"players": self._game.players})
        if names is not None and len(names) != self._game.players:
            raise BadOption("wrong-names", {"players": self._game.players})
        return Record(
            game=self._game.name,
            players=self._game.players,
            events=tuple(self._events()),
            options=dict(self._game.given),
            names=None if names is None else tuple(names),
        )

    def _identity(self) -> tuple[object, ...]:
        """Returns everything the record says, as a hashable value."""
        rounds = tuple((ended.deal, ended.choices, ended.tricks) for ended in self._finished)
        return self._game, rounds, self._deal, self._choices, self._tricks, self._trick

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"<{self._game.name} for {self._game.players}: round {self.round}, {self.phase}>"

    def __reduce__(self) -> tuple[object, ...]:
        slots = {name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())}
        return _rebuild, (type(self), {name: getattr(self, name) for name in slots - {"_legal", "_public"}})


def _rebuild(kind: type[State], content: dict[str, object]) -> State:
    state = object.__new__(kind)
    state._legal = state._public = None
    for name, value in content.items():
        setattr(state, name, value)
    return state
