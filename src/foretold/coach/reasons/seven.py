"""The events that may separate two choices in Seven Prophecies."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from foretold.cards import Action, Prophesy
from foretold.coach.reasons.measure import Event
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
        "card-token",
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
        hits = [self._waits(own) for own in taken]
        any_token = 2  # its rank: behind the place that this trick fulfils, if that tells the whole difference
        last_lead = str(self.view.lead) not in [face[0] for face in self.view.future[now:]]
        for place, tokens in enumerate(self.mine, 1):
            if not tokens:
                continue
            comes = [own == place for own in taken]
            stays = self._stays_open(place)
            open_differs = stays[0] != stays[1]
            values: JsonObject = {"place": place}
            if last_lead and self.best[0] == self.view.lead:
                values = {"place": place, "suit": str(self.view.lead)}
                yield Event("last-lead", values, comes, 0, good=True, through=open_differs)
            elif self._often(hits[1]) - self._often(comes[1]) <= HIDDEN:
                # If both fulfil one now, the place that comes again decides: the reason names the one that stays open.
                through = (open_differs | self.result_differs) & (hits[0] != hits[1])
                yield Event("token-now", values, comes, 1, good=True, through=through, sure=self._last)
            else:
                any_token = 1
        yield Event("any-token", {}, hits, any_token, good=True, through=self.result_differs)
        tokens = sum(self.mine)
        if tokens == self.view.tricks_left:
            yield Event("needs-all", {"count": tokens}, hits, 0, good=True)

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
            trick = max(later, key=lambda trick: float(at.weights @ use[0][trick - self.now - 1]))
            at_trick = use[0][trick - self.now - 1]
            place = _commonest(at.place(0, self.me, trick), at_trick)
            values = {
                "card": str(self.other),
                "trick": trick,
                "suit": self.view.future[trick - 1][0],
                "place": place,
            }
            # Where another card takes the same place there, nothing is lost by playing this one.
            replaced = confirmed[1][trick - at.first] & (at.place(self.both[1], self.me, trick) == place)
            last = sum(card[0] == self.other[0] for card in self.view.hand) == 1
            leads = self.other[0] == self.view.future[trick - 1][0]
            kind, rank = ("kept-last", 0) if last and leads else ("kept", 1)
            if self._often(used[0]) >= SELDOM:
                yield Event(kind, values, used, rank, good=True, through=self.result_differs & ~replaced)
        yield from self._void(confirmed)
        chosen = (str(self.best), str(self.other))
        for card in self.view.hand:
            if later and str(card) not in chosen:
                uses = [
                    np.any(
                        [
                            confirmed[row][trick - at.first] & (at.card(choice, self.me, trick) == game.index[card])
                            for trick in later
                        ],
                        axis=0,
                    )
                    for row, choice in enumerate(self.both)
                ]
                yield Event("card-token", {"card": str(card)}, uses, 4, good=True, through=self.result_differs)

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
            ends = [own & (at.end(choice) == self.now) for own, choice in zip(done, self.both, strict=True)]
            yield Event("ends-now", {"seat": seat, **self._proved(seat)}, ends, 0, own=False, sure=self._last)
            for place, tokens in enumerate(view.left[seat], 1):
                if tokens:
                    takes = [at.place(choice, seat, self.now) == place for choice in self.both]
                    values = {"seat": seat, "place": place, "count": sum(view.left[seat])}
                    yield Event("gives-token", values, takes, 1, own=False, through=done[0] != done[1])
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
                yield Event("place-open", {"place": place}, self._stays_open(place), 3)
        for trick in range(max(PROPHECIES, self.now), TRICKS):
            if game.prizes[trick] > game.prizes[trick + 1]:
                soon = [at.done(choice, self.me) & (at.end(choice) <= trick) for choice in self.both]
                values = {"trick": trick, "count": int(game.prizes[trick])}
                yield Event("sooner", values, soon, 5, good=True)
        left = [at.left(choice, self.me) for choice in self.both]
        if game.scoring.runner_up:
            close = [
                (tokens > 0) & (at.points(choice, self.me) > 0) for tokens, choice in zip(left, self.both, strict=True)
            ]
            yield Event("runner-up", {}, close, 2, good=True)
        if min(game.shortfalls) < 0:
            open_tokens = [np.array([tokens_in(int(tokens)) for tokens in by_world]) for by_world in left]
            loses = [tokens > 1 for tokens in open_tokens]
            yield Event("shortfall", {}, loses, 3)

    # Prophecies ------------------------------------------------------------------------------------------------------

    def prophecies(self) -> Iterator[Event]:
        """Places that the other prophecy wants more or less often than the best one."""
        assert isinstance(self.best, Prophesy)
        assert isinstance(self.other, Prophesy)
        for place, (fewer, more) in enumerate(zip(self.best.tokens, self.other.tokens, strict=True), 1):
            if more > fewer:
                comes = [~stays for stays in self._stays_open(place)]
                values = {"place": place, "count": more, "fewer": fewer}
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


def _commonest(numbers: Numbers, where: Flags) -> int:
    """Returns the commonest number in some worlds, 0 without any."""
    chosen = numbers[where]
    return int(np.bincount(chosen).argmax()) if len(chosen) else 0
