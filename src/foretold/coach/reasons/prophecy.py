"""The events that may separate two choices in Prophecy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from foretold.cards import Action, Bid, Card, Play
from foretold.coach.reasons.measure import APART, Event, Shown
from foretold.coach.reasons.tracked import Flags, Tracked
from foretold.games.primitives import JAGUAR, LIZARD, MONKEY, NO_SUIT
from foretold.games.prophecy.view import ProphecyView
from foretold.json_types import JsonObject

KINDS = (
    *("win-now", "duck-now", "bid-full", "every-trick", "gives-trick", "denies", "denies-leader", "over", "short"),
    *("tricks", "no-bid", "kept-winner", "sheds", "surrender", "specialist-led", "discard", "ruffed"),
    *("spares", "unloads", "bid-high", "bid-low", "bid-keeps", "bid-tricks"),
)
TOO_MANY = ("duck-now", "bid-full", "sheds", "unloads", "discard", "over", "bid-low")
TOO_FEW = (
    *("win-now", "every-trick", "kept-winner", "spares", "ruffed", "short"),
    *("bid-high", "bid-keeps"),
)
FAR = 0.15  # of the deals: least difference of too many or too few tricks where nothing else is told
ROOM = 0.02  # of the deals, between chances counted and chances calibrated
SAME = 0.02  # of the deals: two cards that differ more seldom do the same in a trick
SPECIALISTS = (JAGUAR, MONKEY, LIZARD)  # that can be led


def events(
    tracked: Tracked,
    view: ProphecyView,
    best: Action,
    other: Action,
    number: int,
    shown: tuple[Shown, Shown] | None = None,
) -> Iterator[Event]:
    """Yields all that may separate the best choice from another one, given the figures `shown` beside them."""
    pair = _Pair(tracked, view, number, shown)
    if isinstance(best, Bid) and isinstance(other, Bid):
        yield from pair.bids(best, other)
    elif isinstance(best, Play) and isinstance(other, Play):
        yield from pair.this_trick(best, other)
        yield from pair.own_cards(best, other)
    yield from pair.rivals()
    yield from pair.how_it_ends()


class _Pair:
    """The best choice (number 0) and another one, in the same worlds."""

    def __init__(
        self, tracked: Tracked, view: ProphecyView, number: int, shown: tuple[Shown, Shown] | None = None
    ) -> None:
        self.at, self.view, self.shown = tracked, view, shown
        self.both = (0, number)
        self.me, self.now = tracked.me, tracked.now
        suits = view.rules.title.suits
        self.trump = NO_SUIT if view.trump is None else suits.index(view.trump)
        self.met = [tracked.met(choice, self.me) for choice in self.both]
        apart = [tracked.won(choice, self.me) - tracked.bid(choice, self.me) for choice in self.both]
        self.over = [tricks > 0 for tricks in apart]
        self.short = [tricks < 0 for tricks in apart]
        self.met_differs = self.met[0] != self.met[1]
        self.over_differs = self.over[0] != self.over[1]
        self.short_differs = self.short[0] != self.short[1]
        # Only what the other choice ends with more often can be why it is worse.
        self.over_oftener = self._apart(self.over) >= APART * tracked.lenient
        self.short_oftener = self._apart(self.short) >= APART * tracked.lenient

    def _apart(self, came: list[Flags]) -> float:
        """Returns how much more often something comes after the other choice."""
        return float(self.at.weights @ came[1]) - float(self.at.weights @ came[0])

    def _as_shown(self, missed: list[Flags]) -> bool:
        """False if the bid is missed more often here than the chances shown beside the choices leave room for."""
        if self.shown is None:
            return True
        both = zip(missed, self.shown, strict=True)
        return all(float(self.at.weights @ flags) + figures.chance <= 1 + ROOM for flags, figures in both)

    # This trick ------------------------------------------------------------------------------------------------------

    @cached_property
    def _wins(self) -> list[Flags]:
        """Whether the seat wins this trick."""
        return [self.at.place(choice, self.me, self.now) == 1 for choice in self.both]

    def _settled(self, *cards: Action) -> bool:
        """True if a card always or never wins this trick, and the view proves it wherever that is so."""
        proved = {prospect.action: prospect.wins for prospect in self.view.prospects()}
        certain = []
        for flags, card in zip(self._wins, cards, strict=True):
            if flags.all() or not flags.any():
                certain.append(proved[card] is bool(flags.all()))
        return bool(certain) and all(certain)

    def this_trick(self, best: Play, other: Play) -> Iterator[Event]:
        """Winning the running trick or not, given the bid."""
        wins, sure = self._wins, self._settled(best, other)
        bid = self.view.bid_value(self.me) or 0
        need = bid - self.view.won[self.me]
        left = self.view.tricks_left
        values = {"bid": bid, "count": need, "tricks": left}
        if need == 0:
            yield Event("bid-full", values, wins, 0, sure=sure)
        elif need == left:
            yield Event("every-trick", values, wins, 0, good=True, sure=sure)
        elif 0 < need < left:
            if self.short_oftener:
                yield Event("win-now", values, wins, 1, good=True, through=self.short_differs, sure=sure)
            if self.over_oftener:
                yield Event("duck-now", values, wins, 1, through=self.over_differs, sure=sure)

    # Own cards -------------------------------------------------------------------------------------------------------

    def own_cards(self, best: Play, other: Play) -> Iterator[Event]:
        """Cards kept or got rid of, suits that run out, Specialists that have to be led."""
        at, game = self.at, self.view.rules
        surrenders = [at.end(choice) == self.me for choice in self.both]
        yield Event("surrender", {}, surrenders, 0)
        if best.card != other.card:
            numbers = [game.index[best.card], game.index[other.card]]
            # After each of the two the other card is kept: does it win a trick later?
            wins = [at.wins_with(choice, numbers[1 - row], self.now) for row, choice in enumerate(self.both)]
            values = {"card": str(other.card)}
            # One of the two is played now: together they have to win more tricks after one choice than after the other.
            both = [now.astype(np.int64) + then for now, then in zip(self._wins, wins, strict=True)]
            more = [both[0] > both[1], both[0] < both[1]]
            shown = wins[0].astype(np.float64), wins[1].astype(np.float64)
            if self.short_oftener:
                yield Event("kept-winner", values, more, 1, good=True, through=self.short_differs, counts=shown)
            if self.over_oftener:
                yield Event("sheds", {"card": str(best.card)}, more, 1, through=self.over_differs, counts=shown)
            yield from self._stronger(best.card, other.card)
        if best.card.suit is not None and best.card.suit != other.card.suit:
            yield from self._void(best.card)
        yield from self._specialist()
        yield from self._ruffed()

    def _stronger(self, best: Card, other: Card) -> Iterator[Event]:
        """Two cards of a suit that do the same in this trick: the stronger one is spared, or got rid of."""
        same = float(self.at.weights @ (self._wins[0] != self._wins[1])) <= SAME
        if not same or best.number is None or other.number is None or best.suit != other.suit:
            return
        if other.number > best.number and self.short_oftener and self._as_shown(self.short):
            yield Event("spares", {"card": str(other)}, self.short, 1)
        if best.number > other.number and self.over_oftener and self._as_shown(self.over):
            yield Event("unloads", {"card": str(best)}, self.over, 1)

    def _void(self, card: Card) -> Iterator[Event]:
        """A suit of which the best card is the last one: what follows when it is led again."""
        if sum(held.suit == card.suit for held in self.view.hand) != 1 or card.suit == self.view.trump:
            return
        suit = self.view.rules.title.suits.index(str(card.suit))
        thrown = []
        for choice in self.both:
            loses = np.zeros(len(self.at.weights), np.bool_)
            for trick in range(self.now + 1, self.at.last + 1):
                led = self.at.lead_suit(choice, trick, self.trump) == suit
                own = self.at.card(choice, self.me, trick)
                won = self.at.place(choice, self.me, trick) == 1
                loses |= led & ~won & (own >= 0) & (own < JAGUAR) & (own // 14 != suit)
            thrown.append(loses)
        if self.over_oftener:
            yield Event("discard", {"suit": str(card.suit)}, thrown, 1, good=True, through=self.over_differs)

    def _specialist(self) -> Iterator[Event]:
        """A Specialist that has to be led, since nothing else is left in hand."""
        for special in SPECIALISTS:
            card = self.view.rules.deck[special]
            if card not in self.view.hand:
                continue
            led = []
            for choice in self.both:
                leads = np.zeros(len(self.at.weights), np.bool_)
                forced = ~leads  # nothing but Specialists is left in hand
                for trick in range(self.at.last, self.now, -1):
                    own = self.at.card(choice, self.me, trick)
                    forced &= own >= JAGUAR
                    leads |= forced & (self.at.leader(choice, trick) == self.me) & (own == special)
                led.append(leads)
            yield Event("specialist-led", {"card": str(card)}, led, 1, through=self.met_differs)

    def _ruffed(self) -> Iterator[Event]:
        """Own leads of other suits that are trumped, where tricks are missing."""
        if self.trump == NO_SUIT:
            return
        beaten = []
        for choice in self.both:
            lost = np.zeros(len(self.at.weights), np.bool_)
            for trick in range(self.now + 1, self.at.last + 1):
                own = self.at.card(choice, self.me, trick)
                plain = (self.at.leader(choice, trick) == self.me) & (own >= 0) & (own < JAGUAR)
                plain &= own // 14 != self.trump
                for seat in self.at.others:
                    card = self.at.card(choice, seat, trick)
                    trumps = (card >= 0) & (card < JAGUAR) & (card // 14 == self.trump)
                    lost |= plain & trumps & (self.at.place(choice, seat, trick) == 1)
            beaten.append(lost)
        if self.short_oftener:
            yield Event("ruffed", {}, beaten, 2, through=self.short_differs)

    # Others ----------------------------------------------------------------------------------------------------------

    def rivals(self) -> Iterator[Event]:
        """Other players who meet their bids."""
        at, view = self.at, self.view
        first = max(view.scores)
        for seat in at.others:
            met = [at.met(choice, seat) for choice in self.both]
            leads = view.scores[seat] == first > min(view.scores)
            values: JsonObject = {"seat": seat}
            bid = view.bid_value(seat)
            if bid is not None:
                values["bid"] = bid
            yield Event("denies-leader" if leads else "denies", values, met, 2, own=False)
            if view.phase == "tricks":
                takes = [at.place(choice, seat, self.now) == 1 for choice in self.both]
                yield Event("gives-trick", values, takes, 1, own=False, through=met[0] != met[1])

    # The end of the round --------------------------------------------------------------------------------------------

    def how_it_ends(self) -> Iterator[Event]:
        """Too many or too few tricks, or tricks alone where the bid is missed anyway."""
        at = self.at
        if self.view.phase == "tricks":
            values = {"bid": self.view.bid_value(self.me) or 0}
            for kind, missed in (("over", self.over), ("short", self.short)):
                if self._apart(missed) >= FAR * at.lenient and self._as_shown(missed):
                    yield Event(kind, values, missed, 4)
        neither = ~self.met[0] & ~self.met[1]
        tricks = tuple(at.won(choice, self.me).astype(np.float64) for choice in self.both)
        # Everything that is lost where the bid is missed after both choices: points of tricks.
        hopeless = self.view.phase == "tricks" and not self._possible()
        kind = "no-bid" if hopeless else "tricks"
        more = [neither & (tricks[row] > tricks[1 - row]) for row in range(2)]
        part = float(at.weights @ neither)
        if part > 0:  # tricks on average over the worlds in which it is missed after both
            shown = tricks[0] * neither / part, tricks[1] * neither / part
            yield Event(kind, {}, more, 2, good=True, counts=shown, succeeds=False)

    def _possible(self) -> bool:
        """True if the view does not rule out that the bid is met."""
        need = (self.view.bid_value(self.me) or 0) - self.view.won[self.me]
        return 0 <= need <= self.view.tricks_left

    # Bids ------------------------------------------------------------------------------------------------------------

    def bids(self, best: Bid, other: Bid) -> Iterator[Event]:
        """The numbers of two bids, and the cards that they take from the hand."""
        at, game = self.at, self.view.rules
        low, high = game.bid_of(best.cards), game.bid_of(other.cards)
        values = {"bid": high, "fewer": low}
        tricks = float(at.weights @ at.won(self.both[1], self.me))
        oftener = float(at.weights @ self.met[0]) > float(at.weights @ self.met[1])
        if high > low and oftener and tricks < high and self._as_shown(self.short):
            yield Event("bid-high", values, self.short, 1)
        elif high < low and oftener and tricks > high and self._as_shown(self.over):
            yield Event("bid-low", values, self.over, 1)
        won = [at.won(choice, self.me).astype(np.float64) for choice in self.both]
        more = [won[0] > won[1], won[0] < won[1]]
        counts, points = (won[0], won[1]), won[0] - won[1]
        yield Event("bid-tricks", {}, more, 2, good=True, counts=counts, succeeds=False, points=points)
        kept = [card for card in other.cards if card not in best.cards]  # in hand after the best bid
        aside = [card for card in best.cards if card not in other.cards]
        rank = 1 if high == low else 2
        wins = {card: at.wins_with(0, game.index[card], 0) for card in kept}
        instead = {card: at.wins_with(self.both[1], game.index[card], 0) for card in aside}
        some = [_any(wins.values(), at), _any(instead.values(), at)]
        if wins and self.short_oftener:
            card = max(wins, key=lambda card: float(at.weights @ wins[card]))
            yield Event("bid-keeps", {"card": str(card)}, some, rank, good=True, through=self.short_differs)


def _any(flags: Iterable[Flags], at: Tracked) -> Flags:
    """Returns in which worlds any of these came."""
    came = np.zeros(len(at.weights), np.bool_)
    for flag in flags:
        came |= flag
    return came
