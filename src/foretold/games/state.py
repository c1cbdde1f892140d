"""What the states of all titles have in common: rounds one after the other, records, equality."""

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
        """What each seat saw of it, once asked for."""

    def to_dict(self, game: Game) -> JsonObject:
        """The object of a record's deal event."""


class Trick(Protocol):
    """A finished trick."""

    @property
    def plays(self) -> tuple[Took, ...]: ...


@dataclass(frozen=True)
class Round:
    """A finished round: all of it, hidden cards included; `end` is what is public of it."""

    game: Game
    number: int  # from 1
    deal: Deal
    choices: tuple[Took, ...]  # prophecies or bids, in the order in which they came in
    tricks: tuple[Trick, ...]
    before: tuple[int, ...]  # the totals before
    points: tuple[int, ...]
    scores: tuple[int, ...]  # the totals after
    fulfilled: tuple[bool, ...]
    _seen: dict[int | None, tuple[SeenEvent, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def end(self) -> RoundEnd:
        """All that is public of it."""
        raise NotImplementedError

    def chosen(self) -> tuple[Action, ...]:
        """The prophecies or bids by seat."""
        return by_seat(self.choices, len(self.points))

    def event(self) -> JsonObject:
        """The record's round event."""
        return {"round": {"points": list(self.points), "scores": list(self.scores)}}


def by_seat(choices: Sequence[Took], players: int) -> tuple[Action, ...]:
    """The choices of all seats, in seat order."""
    found = {choice.seat: choice.action for choice in choices}
    return tuple(found[seat] for seat in range(players))


class State:
    """A match at one moment, as a value: `apply` and `deal` give a new state, the old one stays.

    Everything hidden is in here: show a `view` to a seat, never a state.
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
    _key: bytes | None  # of the seed, where the match deals by itself
    _finished: tuple[Round, ...]
    _scores: tuple[int, ...]
    _winners: tuple[int, ...]
    _deal: Deal | None  # None while a deal is awaited and after the match
    _choices: tuple[Took, ...]
    _gone: int  # the cards that have left a hand in this round, as a mask
    _tricks: tuple[Trick, ...]
    _trick: tuple[Took, ...]
    _leader: int
    _actors: tuple[int, ...]
    _legal: tuple[Action, ...] | None  # of the seat whose turn it is, once asked for
    _public: dict[str, object] | None  # what all views of this state share, once asked for

    def __init__(self, game: Game) -> None:
        """The match before its first deal."""
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
        """A new state with the same content, to be changed before anyone else sees it."""
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

    # What is there ---------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._game

    @property
    def actors(self) -> tuple[int, ...]:
        """Every seat that may act now, ascending."""
        return self._actors

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals by seat; they change when a round ends."""
        return self._scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, ascending; () until the match is over."""
        return self._winners

    @property
    def over(self) -> bool:
        return bool(self._winners)

    @property
    def awaits_deal(self) -> bool:
        """Whether the match goes on only with `deal`."""
        return self._deal is None and not self._winners

    @property
    def finished(self) -> tuple[Round, ...]:
        """The rounds that have been scored."""
        return self._finished

    @property
    def phase(self) -> str:
        """'deal', 'prophecy' or 'bid', 'tricks', 'over'."""
        if self._winners:
            return "over"
        if self._deal is None:
            return "deal"
        return "tricks" if len(self._choices) == self._game.players else self._choosing

    _choosing: str  # the name of the phase before the tricks

    @property
    def chosen(self) -> tuple[int, ...]:
        """The seats, ascending, that have prophesied or bid in the running round."""
        return tuple(sorted(choice.seat for choice in self._choices))

    @property
    def round(self) -> int:
        """The number of the running round from 1, or of the last one when none is running."""
        return len(self._finished) + (self._deal is not None)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """All actions that the seat may take now; () if it may not act."""
        if seat not in self._actors or type(seat) is not int:
            return ()
        found = self._legal
        if found is None:
            found = self._list_legal(seat)
            if len(self._actors) == 1:
                self._legal = found
        return found

    def _hand(self, seat: int) -> int:
        """The cards that the seat holds, as a mask."""
        return 0 if self._deal is None else self._deal.hands[seat] & ~self._gone

    # What can happen -------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: Action | str) -> Self:
        """The state after the seat took the action, given as such or in its notation."""
        taken = self._game.actions.get(action) if isinstance(action, str) else None
        if taken is None:
            taken = self._game.parse(action)
        if seat not in self._actors or type(seat) is not int or not self._allows(seat, taken):
            raise self._refusal(seat, taken)
        return self._take(seat, taken)

    def deal(self, source: Mapping[str, object]) -> Self:
        """The state after the deal in the object of a record's deal event, once it is checked."""
        if not self.awaits_deal:
            raise BadRecord("deal-out-of-place", clause="ALL-4" if self.over else "ALL-3", game=self._game.name)
        if not isinstance(source, Mapping):
            raise wrong_type("deal", "object", source)
        before = self._finished[-1].deal if self._finished else None
        return self._dealt(self._game.read_deal(plain_object(source, "deal"), len(self._finished), before))

    def seeded(self, seed: Seed) -> Self:
        """The same state, going on by itself: later rounds are dealt from the seed."""
        new = self._copy()
        new._key = seed_key(seed)
        return new._deal_next()

    def _deal_next(self) -> Self:
        """This state, or the one after the next deal where one is due and a seed gives it."""
        if self._key is None or not self.awaits_deal:
            return self
        before = self._finished[-1].deal if self._finished else None
        return self._dealt(self._game.draw_deal(self._key, len(self._finished), before))

    def imagine(self, hands: tuple[int, ...], choices: tuple[Took, ...], past: tuple[Round, ...]) -> Self:
        """The same moment in another world: other hands dealt, other hidden choices, other finished rounds.

        Nothing is checked: it is for those who draw worlds that agree with what a seat knows.
        """
        new = self._copy()
        new._finished = past
        if self._deal is not None:
            new._deal = self._game.redealt(self._deal, hands)
            new._choices = choices
            new._gone = self._gone_with(choices)
        return new

    def _gone_with(self, choices: tuple[Took, ...]) -> int:
        """The cards that have left a hand, had these been the prophecies or bids."""
        return self._gone

    def _end_round(self, ended: Round) -> Self:
        """The state after scoring: the match over, or the next round dealt or awaited."""
        new = self._copy()
        new._finished = (*self._finished, ended)
        new._scores = ended.scores
        new._clear_round()
        new._winners = new._decide()
        return new._deal_next()

    def _list_legal(self, seat: int) -> tuple[Action, ...]:
        raise NotImplementedError

    def _allows(self, seat: int, action: Action) -> bool:
        """Whether a seat that is to act may take this action."""
        return action in self.legal(seat)

    def _refusal(self, seat: int, action: Action) -> IllegalAction:
        """Why the seat may not take this action."""
        raise NotImplementedError

    def _take(self, seat: int, action: Action) -> Self:
        raise NotImplementedError

    def _dealt(self, deal: Deal) -> Self:
        raise NotImplementedError

    def _decide(self) -> tuple[int, ...]:
        """The winners once the match is over after the last finished round, else ()."""
        raise NotImplementedError

    def clause(self, result: str) -> str:
        """The clause behind a result that a record claims: 'round', 'match', 'points', 'scores', 'winners'."""
        raise NotImplementedError

    # What others get -------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """All that this seat may know and nothing more; None: a spectator."""
        raise NotImplementedError

    def _seen(self, kind: type[AnyView], seat: int | None) -> AnyView:
        """The view of a seat: the open facts, worked out once for all seats, and its own."""
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
            past=self._past(seat),
            **self._own_facts(seat),
        )

    def _own_facts(self, seat: int | None) -> dict[str, object]:
        """The fields of a title's view that depend on who looks."""
        raise NotImplementedError

    def _open_facts(self) -> dict[str, object]:
        """The fields of a view that are the same whoever looks; a title adds its own."""
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

    def _past(self, seat: int | None) -> list[Sequence[SeenEvent]]:
        """The public events and the seat's own, in order and in parts."""
        past: list[Sequence[SeenEvent]] = [
            ended._seen.get(seat) or ended._seen.setdefault(seat, self._seen_round(ended, seat))
            for ended in self._finished
        ]
        if self._deal is not None:
            past += ((self._seen_deal(self._deal, seat),), self._seen_choices(seat))
            past += (*[trick.plays for trick in self._tricks], self._trick)
        if self._winners:
            past.append((MatchEnd(self._scores, self._winners),))
        return past

    def _seen_deal(self, deal: Deal, seat: int | None) -> SeenDeal:
        """The deal as this seat saw it."""
        found = deal.seen.get(seat)
        if found is None:
            facts = self._deal_facts(deal)
            if seat is not None:
                facts.append(("hand", self._game.cards(deal.hands[seat])))
            found = deal.seen[seat] = SeenDeal(tuple(facts))
        return found

    def _deal_facts(self, deal: Deal) -> list[tuple[str, Fact]]:
        """What everybody saw of a deal."""
        raise NotImplementedError

    def _seen_round(self, ended: Round, seat: int | None) -> tuple[SeenEvent, ...]:
        raise NotImplementedError

    def _seen_choices(self, seat: int | None) -> list[SeenEvent]:
        """The prophecies or bids of the running round, as far as this seat saw them."""
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
        """The record so far."""
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
        """All that the record tells, as a value."""
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
