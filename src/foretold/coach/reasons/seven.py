"""The events that may separate two choices in Seven Prophecies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from foretold.cards import Action, Prophesy
from foretold.coach.reasons.measure import APART, APART_AT_THE_END, Event
from foretold.coach.reasons.tracked import Flags, Tracked
from foretold.games.primitives import tokens_in
from foretold.games.seven.edition import PROPHECIES, TRICKS
from foretold.games.seven.tricks import trick_places
from foretold.games.seven.view import SevenView
from foretold.json_types import JsonObject
from foretold.kernels.arrays import Numbers
from foretold.views import Took

KINDS = (
    *("ends-now", "gives-token", "rival-seven", "others-seven", "target", "runner-up", "shortfall", "sooner"),
    *(
        "token-now",
        "last-lead",
        "needs-all",
        "any-token",
        "place-open",
        "kept",
        "kept-last",
        "void",
    ),
    *("too-many", "too-few"),
)
HIDDEN = 0.15  # of the deals: the other choice takes another place that is needed, so the place alone would mislead
SELDOM = 0.2  # of the deals: a card that is of use more seldom is not worth keeping


def events(tracked: Tracked, view: SevenView, best: Action, other: Action, number: int) -> Iterator[Event]:
    """Yields all that may separate the best choice from another one."""
    pair = _Pair(tracked, view, best, other, number)
    if view.phase == "prophecy":
        yield from pair.prophecies()
    else:
        yield from pair.this_trick()
        yield from pair.own_cards()
    yield from pair.rivals()
    yield from pair.how_it_ends()


class _Pair:
    """The best choice (number 0) and another one, in the same worlds."""

    def __init__(self, tracked: Tracked, view: SevenView, best: Action, other: Action, number: int) -> None:
        self.at, self.view, self.best, self.other = tracked, view, best, other
        self.both = (0, number)
        self.me, self.now = tracked.me, tracked.now
        self.suits = view.rules.title.suits
        self.mine = view.left[self.me] if view.left else ()
        done = [tracked.done(choice, self.me) for choice in self.both]
        ends = [tracked.end(choice) for choice in self.both]
        self.result_differs = (done[0] != done[1]) | (done[0] & (ends[0] != ends[1]))  # all seven, or when

    # This trick ------------------------------------------------------------------------------------------------------

    def this_trick(self) -> Iterator[Event]:
        """The running trick: tokens of the seat, and whether it can still fulfil all."""
        at, now = self.at, self.now
        taken = [at.place(choice, self.me, now) for choice in self.both]
        hits = self._hits
        waiting = {place for place, tokens in enumerate(self.mine, 1) if tokens}
        any_token = 2  # its rank: behind the place that this trick fulfils, if that tells the whole difference
        last_lead = str(self.view.lead) not in [face[0] for face in self.view.future[now:]]
        for place, tokens in enumerate(self.mine, 1):
            if not tokens:
                continue
            comes = [own == place for own in taken]
            stays = self._stays_open(place)
            open_differs = stays[0] != stays[1]
            values: JsonObject = {"place": place}
            if self._often(hits[1]) - self._often(comes[1]) > HIDDEN:
                any_token = 1
            elif last_lead and self.best[0] == self.view.lead:
                values = {"place": place, "suit": str(self.view.lead)}
                sure = self._settled(comes, {place})
                yield Event("last-lead", values, comes, 0, good=True, through=open_differs, sure=sure)
            else:
                # If both fulfil one now, the place that comes again decides: the reason names the one that stays open.
                through = (open_differs | self.result_differs) & (hits[0] != hits[1])
                sure = self._settled(comes, {place})
                yield Event("token-now", values, comes, 1, good=True, through=through, sure=sure)
        sure = self._settled(hits, waiting)
        yield Event("any-token", {}, hits, any_token, good=True, through=self.result_differs, sure=sure)
        tokens = sum(self.mine)
        if tokens == self.view.tricks_left:
            yield Event("needs-all", {"count": tokens}, hits, 0, good=True, sure=sure)

    @cached_property
    def _hits(self) -> list[Flags]:
        """Whether this trick fulfils a prophecy of the seat."""
        return [self._waits(self.at.place(choice, self.me, self.now)) for choice in self.both]

    @cached_property
    def _possible(self) -> list[frozenset[int]]:
        """The places that the view leaves open to each of the two cards in this trick."""
        places = {prospect.action: frozenset(prospect.places) for prospect in self.view.prospects()}
        return [places[self.best], places[self.other]]

    def _settled(self, comes: list[Flags], wanted: set[int]) -> bool:
        """True if a card always or never takes one of these places, and the view proves it wherever that is so."""
        always = [flags.all() for flags in comes]
        never = [not flags.any() for flags in comes]
        if not any(always) and not any(never):
            return False
        proved = zip(always, never, self._possible, strict=True)
        return all(not (yes and not places <= wanted) and not (no and places & wanted) for yes, no, places in proved)

    def _often(self, flags: Flags) -> float:
        """Returns in how many of the worlds something comes."""
        return float(self.at.weights @ flags)

    def _stays_open(self, place: int) -> list[Flags]:
        """Returns whether a token on a place stays open."""
        return [self.at.left_at(choice, self.me, place) > 0 for choice in self.both]

    def _waits(self, taken: Numbers) -> Flags:
        """Returns whether a token of the seat waits at the place taken."""
        hit = np.zeros(len(taken), np.bool_)
        for place, tokens in enumerate(self.mine, 1):
            if tokens:
                hit |= taken == place
        return hit

    # Own cards -------------------------------------------------------------------------------------------------------

    def own_cards(self) -> Iterator[Event]:
        """Cards kept for a later trick, and suits that run out."""
        game, at = self.view.rules, self.at
        numbers = [game.index[action] for action in (self.best, self.other)]
        confirmed = [at.confirmed(choice, self.me, self.mine) for choice in self.both]
        later = range(self.now + 1, at.last + 1)
        # After each of the two the other card is kept: does it confirm a token later?
        use = [
            [
                confirmed[row][trick - at.first] & (at.card(choice, self.me, trick) == numbers[1 - row])
                for trick in later
            ]
            for row, choice in enumerate(self.both)
        ]
        if later:
            used = [np.any(by_trick, axis=0) for by_trick in use]
            trick, place = self._mostly(use[0])
            values = {
                "card": str(self.other),
                "trick": trick,
                "suit": self.view.future[trick - 1][0],
                "place": place,
            }
            # One of the two is played now: together they have to fulfil more this way.
            both = [now.astype(np.int64) + then for now, then in zip(self._hits, used, strict=True)]
            more = [both[0] > both[1], both[0] < both[1]]
            through = self.result_differs & ~self._replaced(use[0], confirmed[1])
            shown = used[0].astype(np.float64), used[1].astype(np.float64)
            last = sum(card[0] == self.other[0] for card in self.view.hand) == 1
            leads = self.other[0] == self.view.future[trick - 1][0]
            kind, rank = ("kept-last", 0) if last and leads else ("kept", 1)
            if self._often(used[0]) >= SELDOM:
                yield Event(kind, values, more, rank, good=True, through=through, counts=shown)
        yield from self._void(confirmed)

    def _mostly(self, use: list[Flags]) -> tuple[int, int]:
        """Returns in which later trick and place a card is of use most often."""
        counts = {}
        for trick, flags in enumerate(use, self.now + 1):
            taken = self.at.place(0, self.me, trick)
            for place in range(1, self.at.players + 1):
                counts[trick, place] = self._often(flags & (taken == place))
        return max(counts, key=lambda key: counts[key])

    def _replaced(self, use: list[Flags], confirmed: tuple[Flags, ...]) -> Flags:
        """Returns where after the other choice another card takes the same place in the same trick: nothing is lost."""
        same = np.zeros(len(self.at.weights), np.bool_)
        for trick, flags in enumerate(use, self.now + 1):
            taken = [self.at.place(choice, self.me, trick) for choice in self.both]
            same |= flags & confirmed[trick - self.at.first] & (taken[0] == taken[1])
        return same

    def _void(self, confirmed: list[tuple[Flags, ...]]) -> Iterator[Event]:
        at, suit = self.at, self.best[0]
        later = [trick for trick in range(self.now + 1, at.last + 1) if self.view.future[trick - 1][0] == suit]
        if not later or self.other[0] == suit or sum(card[0] == suit for card in self.view.hand) != 1:
            return
        game = self.view.rules
        of_suit = np.array([card[0] == suit for card in game.deck] + [True])  # what is not known counts as following
        free = [
            np.any(
                [confirmed[row][trick - at.first] & ~of_suit[at.card(choice, self.me, trick)] for trick in later],
                axis=0,
            )
            for row, choice in enumerate(self.both)
        ]
        values = {"suit": suit, "trick": later[0]}
        yield Event("void", values, free, 1, good=True, through=self.result_differs)

    # Others ----------------------------------------------------------------------------------------------------------

    def rivals(self) -> Iterator[Event]:
        """Other players: who completes all seven, now or later, and who gets a token now."""
        at, view = self.at, self.view
        every = [np.zeros(len(at.weights), np.bool_) for _ in self.both]
        for seat in at.others:
            done = [at.done(choice, seat) for choice in self.both]
            every = [some | own for some, own in zip(every, done, strict=True)]
            yield Event("rival-seven", {"seat": seat}, done, 2, own=False)
            yield from self._target(seat)
            if view.phase != "tricks":
                continue
            ends = [
                # The round doesn't end because of them if the chooser's own seven end it as well.
                own & (at.end(choice) == self.now) & ~at.done(choice, self.me)
                for own, choice in zip(done, self.both, strict=True)
            ]
            yield Event("ends-now", {"seat": seat, **self._proved(seat)}, ends, 0, own=False, sure=self._last)
            oftener = self._often(done[1]) - self._often(done[0]) >= APART * at.lenient
            for place, tokens in enumerate(view.left[seat], 1):
                if tokens and oftener:
                    takes = [at.place(choice, seat, self.now) == place for choice in self.both]
                    values = {"seat": seat, "place": place, "count": sum(view.left[seat])}
                    through = done[0] != done[1]
                    yield Event("gives-token", values, takes, 1, own=False, through=through, sure=self._last)
        if len(at.others) > 1:
            yield Event("others-seven", {}, every, 3, own=False)

    @property
    def _last(self) -> bool:
        """True if the card completes the trick: all places follow from the view."""
        return self.view.phase == "tricks" and len(self.view.trick) == self.view.players - 1

    def _proved(self, seat: int) -> dict[str, object]:
        """Returns the card of a seat and the place it takes after the other choice, if the view proves it."""
        if not self._last:
            return {}
        game = self.view.rules
        lead = self.suits.index(str(self.view.lead))
        places = trick_places(game, lead, (*self.view.trick, Took(self.me, self.other)))
        card = next(took.action for took in self.view.trick if took.seat == seat)
        return {"card": str(card), "place": places[seat]}

    def _target(self, seat: int) -> Iterator[Event]:
        """A seat that ends the match before its last round, and is ahead of the chooser."""
        at, view = self.at, self.view
        target = view.rules.scoring.target
        if target is None or view.round == view.rounds:
            return
        wins = []
        for choice in self.both:
            total = view.scores[seat] + at.points(choice, seat)
            wins.append((total >= target) & (total > view.scores[self.me] + at.points(choice, self.me)))
        yield Event("target", {"seat": seat, "count": target}, wins, 1, own=False)

    # The end of the round --------------------------------------------------------------------------------------------

    def how_it_ends(self) -> Iterator[Event]:
        """Which tokens stay open, when all seven come true, and points for those who come close."""
        at, game = self.at, self.view.rules
        for place, tokens in enumerate(self.mine, 1):
            if tokens:
                stays = self._stays_open(place)
                sure = tokens == 1 and self._taken_for_sure(stays, place)
                if self._concerns(place):
                    yield Event("place-open", {"place": place}, stays, 1 if sure else 3, sure=sure)
        for trick in range(max(PROPHECIES, self.now), TRICKS):
            if game.prizes[trick] > game.prizes[trick + 1]:
                done = [at.done(choice, self.me) for choice in self.both]
                soon = [own & (at.end(choice) <= trick) for own, choice in zip(done, self.both, strict=True)]
                values = {"trick": trick, "count": int(game.prizes[trick])}
                # Only where all seven come true after both: else it is not the trick that makes the difference.
                yield Event("sooner", values, soon, 4, good=True, through=done[0] & done[1], succeeds=False)
        left = [at.left(choice, self.me) for choice in self.both]
        if game.scoring.runner_up:
            close = [
                (tokens > 0) & (at.points(choice, self.me) > 0) for tokens, choice in zip(left, self.both, strict=True)
            ]
            yield Event("runner-up", {}, close, 2, good=True, succeeds=False)
        if min(game.shortfalls) < 0:
            open_tokens = [np.array([tokens_in(int(tokens)) for tokens in by_world]) for by_world in left]
            loses = [tokens > 1 for tokens in open_tokens]
            yield Event("shortfall", {}, loses, 3, succeeds=False)

    def _concerns(self, place: int) -> bool:
        """True if the best card takes a place now more often than the other, or the other one, if kept, later.

        Else the place is missed for reasons that neither card shows.
        """
        takes = [self.at.place(choice, self.me, self.now) == place for choice in self.both]
        if self._often(takes[0]) - self._often(takes[1]) >= APART_AT_THE_END:
            return True
        cards = [self.view.rules.index[action] for action in (self.best, self.other)]
        later = [np.zeros(len(self.at.weights), np.bool_) for _ in self.both]
        for trick in range(self.now + 1, self.at.last + 1):
            for row, choice in enumerate(self.both):
                kept = self.at.card(choice, self.me, trick) == cards[1 - row]
                later[row] |= kept & (self.at.place(choice, self.me, trick) == place)
        return self._often(later[0]) - self._often(later[1]) >= APART_AT_THE_END

    def _taken_for_sure(self, stays: list[Flags], place: int) -> bool:
        """True if the best card takes a place now for sure, so that its only token can't stay open."""
        return self._possible[0] == {place} and not stays[1].all() and bool(stays[1].any())

    # Prophecies ------------------------------------------------------------------------------------------------------

    def prophecies(self) -> Iterator[Event]:
        """Places that the other prophecy wants more or less often than the best one."""
        assert isinstance(self.best, Prophesy)
        assert isinstance(self.other, Prophesy)
        by_place = list(enumerate(zip(self.best.tokens, self.other.tokens, strict=True), 1))
        # Seven tokens each: where the other prophecy has too many, the best one has more of another place.
        gains = [(tokens - instead, place) for place, (tokens, instead) in by_place]
        often = {place: self._often(~self._stays_open(place)[0]) for _, place in gains}
        gain = max(gains, key=lambda row: (row[0], often[row[1]]))[1]
        for place, (fewer, more) in by_place:
            if more > fewer:
                comes = [~stays for stays in self._stays_open(place)]
                values: JsonObject = {"place": place, "count": more, "fewer": fewer}
                values |= {"gain": gain, "more": self.best.tokens[gain - 1], "gained": round(often[gain], 4)}
                yield Event("too-many", values, comes, 1, good=True)
            elif fewer > more:
                times = [self._times(choice, place) for choice in self.both]
                values = {"place": place, "count": fewer, "fewer": more}
                yield Event("too-few", values, [times[0] > fewer, times[1] > more], 1, through=self.result_differs)

    def _times(self, choice: int, place: int) -> Numbers:
        """Returns how often the seat takes a place in the round."""
        times = np.zeros(len(self.at.weights), np.int64)
        for trick in range(self.at.first, self.at.last + 1):
            times += self.at.place(choice, self.me, trick) == place
        return times
