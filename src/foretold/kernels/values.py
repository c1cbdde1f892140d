"""Values a seat's choices: samples worlds, plays the choices out in each, and returns outcomes or counts."""

from __future__ import annotations

from math import factorial
from random import Random
from sys import float_info

import numpy as np

from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.games.unknown import hidden_bids, prophecy_unknown, seven_unknown
from foretold.kernels import prophecy_endgame, prophecy_search, seven_endgame, seven_search
from foretold.kernels import tracks as track
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bidding_model import as_greedy, habits_of, who_is_strong
from foretold.kernels.outcomes import COLUMNS
from foretold.kernels.positions import played_cards, prophecy_position, seven_position, shown_bids
from foretold.kernels.prophecy_bids import redraw_bids, weigh_worlds
from foretold.kernels.worlds import Worlds, every_world

Masks = tuple[int, ...]
DRAWS = 4  # for each world in which the running trick is counted
PER_WORLD = 16  # lines of play that take as long as enumerating one world with its weight


def lines_of_play(view: SevenView | ProphecyView) -> int:
    """Returns an upper bound for the ways the rest of a round can go with all hands known; named suits don't count."""
    trick = max(1, len(view.legal)) * view.tricks_left ** (view.players - len(view.trick) - 1)
    return int(trick * factorial(view.tricks_left - 1) ** view.players)


class Values:
    """The outcomes of choices in sampled worlds, or in all worlds with exact play."""

    worlds: Worlds
    lines: int  # lines of play in a world
    every: Numbers | None = None
    weights: Shares = np.ones(0)  # probability of each world, if all are enumerated
    tracked: Numbers | None = None  # by world and choice, as in `kernels/tracks.py`, of the latest play-outs
    players: int

    def every_world(self, most: int) -> int:
        """Makes `plays` use all worlds, with exact play in each, and sets `weights` to their probabilities.

        Returns the number of worlds; 0, without any change, if they have more than `most` lines of play together.
        """
        all_worlds = every_world(self.worlds.unknown, most // (self.lines + PER_WORLD))
        if all_worlds is None:
            return 0
        self.see(all_worlds)
        return len(all_worlds)

    def see(self, every: Numbers) -> None:
        """Uses these as all worlds."""
        raise NotImplementedError

    def keep_tracks(self) -> None:
        """Keeps the tracks of play-outs in `tracked` from now on."""
        self.tracked = track.no_tracks()

    def _tracks(self, worlds: int, choices: int) -> Numbers:
        """Returns a buffer for tracks; empty unless they are kept."""
        if self.tracked is None:
            return track.no_tracks()
        self.tracked = track.tracks(worlds, choices, self.players)
        return self.tracked


class SevenValues(Values):
    """The outcomes of choices in Seven Prophecies; `hands` by seat, as masks, if all are known."""

    def __init__(self, view: SevenView, rng: Random, hands: Masks | None = None) -> None:
        self.position, self.rng, self.hands = seven_position(view), rng, hands
        self.worlds, self.lines, self.players = Worlds(seven_unknown(view)), lines_of_play(view), view.players

    def see(self, every: Numbers) -> None:
        """Uses these as all worlds."""
        self.every, self.weights = every, np.full(len(every), 1 / max(1, len(every)))

    def draw(self, count: int) -> Numbers:
        """Samples worlds: rows of hands by seat."""
        if self.hands is not None:
            return np.array([self.hands] * count, np.int64)
        return self._hands(self.worlds.draw(count, self.rng) if self.every is None else self.every)

    def _hands(self, drawn: Numbers) -> Numbers:
        """Converts worlds by group to rows by seat."""
        at = self.position
        return np.insert(drawn[:, : at.tables.players - 1], at.seat, at.own, axis=1)

    def prophecies(self, splits: Numbers, count: int) -> Shares:
        """Returns outcomes by world and split (packed tokens)."""
        outcomes = np.empty((count, len(splits), COLUMNS))
        tracks = self._tracks(count, len(splits))
        seven_search.value_prophecies(self.position, self.draw(count), splits, outcomes, tracks)
        return outcomes

    def plays(self, cards: Numbers, count: int) -> Shares:
        """Returns outcomes by world and card (a bit)."""
        tracks = self._tracks(count, len(cards))
        outcomes = np.empty((count, len(cards), COLUMNS))
        at, worlds = self.position, self.draw(count)
        if self.every is None:
            seven_search.value_plays(at, worlds, cards, outcomes, tracks)
        else:
            line = seven_endgame.seven_line(at.tables.players)
            seven_endgame.value_endings(at, worlds, cards, line, outcomes, tracks)
        return outcomes

    def places(self, cards: Numbers, count: int) -> tuple[int, Numbers]:
        """Counts how often each card (a bit) takes each place in the running trick; returns the number of worlds too.

        There are `count` worlds, or fewer if they are hard to draw.
        """
        counts = np.zeros((len(cards), self.position.tables.players), np.int64)
        worlds = self._hands(self.worlds.draw_some(count, self.rng, DRAWS * count))
        seven_search.count_places(self.position, worlds, cards, counts)
        return len(worlds), counts


class ProphecyValues(Values):
    """The outcomes of choices in Prophecy; `hands` and `bids` by seat, as masks, if all are known."""

    def __init__(self, view: ProphecyView, rng: Random, hands: Masks | None = None, bids: Masks | None = None) -> None:
        self.position, self.rng, self.hands, self.bids_laid = prophecy_position(view), rng, hands, bids
        self.worlds, self.hidden_bids = Worlds(prophecy_unknown(view)), hidden_bids(view)
        self.habits = as_greedy(view.players) if hands is not None else habits_of(who_is_strong(view))
        self.hidden, self.played = np.array(self.hidden_bids, np.int64), played_cards(view)
        self.shown, self.lines, self.players = shown_bids(view), lines_of_play(view), view.players

    def see(self, every: Numbers) -> None:
        """Uses these as all worlds."""
        at = self.position
        self.every, self.weights = every, np.ones(len(every))
        if self.hidden_bids:
            deals, habits, seats = self._deals(every), self.habits, self.hidden
            weigh_worlds(
                at.tables, habits, at.turn.trump, seats, self.played, at.voids, self.shown, *deals, self.weights
            )
        self.weights /= max(self.weights.sum(), float_info.min)

    def _deals(self, drawn: Numbers) -> prophecy_search.Deals:
        """Converts worlds by group to rows by seat."""
        at = self.position
        others = at.tables.players - 1
        bids = np.tile(at.bids, (len(drawn), 1))
        for group, seat in enumerate(self.hidden_bids, others):
            bids[:, seat] = drawn[:, group]
        return prophecy_search.Deals(np.insert(drawn[:, :others], at.seat, at.own, axis=1), bids)

    def draw(self, count: int) -> prophecy_search.Deals:
        """Samples worlds: rows of hands and of bids, by seat."""
        if self.hands is not None:
            rows = [np.array([held] * count, np.int64) for held in (self.hands, self.bids_laid)]
            return prophecy_search.Deals(*rows)
        if self.every is not None:
            return self._deals(self.every)
        return self._as_bid(self.worlds.draw(count, self.rng))

    def _as_bid(self, drawn: Numbers) -> prophecy_search.Deals:
        """Converts worlds by group to rows by seat, with hidden bids as likely as they are for such hands."""
        at, deals = self.position, self._deals(drawn)
        if self.hidden_bids:
            seed = self.rng.getrandbits(62)
            habits, seats = self.habits, self.hidden
            redraw_bids(at.tables, habits, at.turn.trump, seats, self.played, at.voids, self.shown, seed, *deals)
        return deals

    def bids(self, masks: Numbers, count: int) -> Shares:
        """Returns outcomes by world and bid (a mask)."""
        outcomes = np.empty((count, len(masks), COLUMNS))
        tracks = self._tracks(count, len(masks))
        seed = self.rng.getrandbits(62)
        prophecy_search.value_bids(self.position, self.habits, self.draw(count), masks, seed, outcomes, tracks)
        return outcomes

    def plays(self, cards: Numbers, names: Numbers, count: int) -> Shares:
        """Returns outcomes by world and card (an index), with the suit it names if it leads."""
        outcomes = np.empty((count, len(cards), COLUMNS))
        tracks = self._tracks(count, len(cards))
        at, worlds = self.position, self.draw(count)
        if self.every is None:
            prophecy_search.value_plays(at, worlds, cards, names, outcomes, tracks)
        else:
            line = prophecy_endgame.prophecy_line(at.tables.players)
            prophecy_endgame.value_endings(at, worlds, cards, names, line, outcomes, tracks)
        return outcomes

    def wins(self, cards: Numbers, names: Numbers, count: int) -> tuple[int, Numbers]:
        """Counts how often each card (an index), naming a suit if it leads, wins this trick; returns the number of
        worlds too.

        There are `count` worlds, or fewer if they are hard to draw.
        """
        counts = np.zeros(len(cards), np.int64)
        worlds = self._as_bid(self.worlds.draw_some(count, self.rng, DRAWS * count))
        prophecy_search.count_wins(self.position, worlds, cards, names, counts)
        return len(worlds.hands), counts
