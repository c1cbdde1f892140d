"""Compiled rounds of Seven Prophecies: plays them out from any point and scores them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import numpy as np

from foretold.games.primitives import (
    confirm,
    follow,
    seven_points,
    seven_strength,
    tokens_in,
)
from foretold.games.seven.edition import TRICKS, TieBreak
from foretold.games.seven.game import SevenGame
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bits import lowest_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.equity import SevenEquity, seven_equity
from foretold.kernels.outcomes import BITS
from foretold.kernels.rng import below, pick, seed_dice
from foretold.kernels.seven_policy import seven_choice, seven_promise, seven_split

RANDOM = 0
GREEDY = 1
FEWEST_ON_EDGES, NEAREST_TO_LAST = int(TieBreak.FEWEST_ON_EDGES), int(TieBreak.NEAREST_TO_LAST)
NEVER = 1 << 30  # more than any total and any number of rounds


class SevenDeck(NamedTuple):
    """The deck as arrays."""

    players: int
    size: int
    whole: int
    number_of: Numbers
    suit_masks: Numbers
    above: Numbers  # by card: the cards of its suit that are higher
    column: Numbers  # by number: the cards of any suit that are higher


class SevenTables(NamedTuple):
    """The constants of a game, for kernels."""

    deck: SevenDeck
    players: int
    turned: int  # cards set aside face up
    future_of_deck: bool
    prizes: Any  # an array by trick, for all seven
    shortfalls: Any  # an array by tokens left
    runner_up: int
    floor: int
    target: int
    rounds: int
    tie_break: int
    spread: float  # of totals: the lead that counts much when choosing while the match goes on
    equity: SevenEquity  # its actual worth
    splits: Numbers  # all prophecies, packed


@lru_cache(maxsize=16)
def seven_tables(game: SevenGame) -> SevenTables:
    """Builds the tables of a game."""
    scoring = game.scoring
    deck = SevenDeck(
        players=game.players,
        size=len(game.deck),
        whole=game.whole,
        number_of=np.array(game.number_of, np.int64),
        suit_masks=np.array(game.suit_masks, np.int64),
        above=np.array(game.above, np.int64),
        column=np.array(game.column, np.int64),
    )
    return SevenTables(
        deck=deck,
        players=game.players,
        turned=game.edition.open_aside[game.players],
        future_of_deck=game.edition.future_of_deck,
        prizes=np.array(game.prizes, np.int64),
        shortfalls=np.array(game.shortfalls, np.int64),
        runner_up=scoring.runner_up,
        floor=-NEVER if game.floor is None else game.floor,
        target=NEVER if scoring.target is None else scoring.target,
        rounds=NEVER if game.rounds is None else game.rounds,
        tie_break=int(scoring.tie_break),
        spread=3.0 if scoring.most > 2 else 1.5,
        equity=seven_equity(game),
        splits=np.array(list(game.packed.values()), np.int64),
    )


class SevenTurn(NamedTuple):
    """The public state of a round when a seat is to play."""

    row: Numbers  # the future row as suits
    played: int  # finished tricks
    order: int  # cards in the running one
    leader: int
    gone: int  # cards that everybody has seen


class SevenBoard(NamedTuple):
    """The mutable state of a round, by seat unless noted."""

    dice: Numbers
    hands: Numbers
    left: Numbers  # tokens, packed by place
    voids: Numbers  # the suits, as bits, that a seat has failed to follow
    trick: Numbers  # the strengths of the running trick, in the order played
    places: Numbers  # in the last trick
    taken: Numbers  # places in all tricks played out, BITS for each
    later: Numbers  # by trick: the cards of the suits that lead later
    trace: Numbers  # the cards in the order played, while there is room


class SevenScratch(NamedTuple):
    """The buffers of play-outs, by seat unless noted; allocated once, used for every round."""

    board: SevenBoard
    told: Numbers  # prophecies, packed by place
    edges: Numbers  # tokens placed on the first and the last place
    times: Numbers  # by suit: number of tricks it leads
    expected: Shares  # by place: expected number of times a hand takes it
    points: Numbers
    totals: Numbers


@kernel
def seven_scratch(players: int, traced: int) -> SevenScratch:
    """Allocates the buffers of play-outs, with room for the first `traced` cards."""
    board = SevenBoard(
        np.zeros(1, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(TRICKS, np.int64),
        np.zeros(traced, np.int64),
    )
    return SevenScratch(
        board,
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(4, np.int64),
        np.zeros(4),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
    )


@kernel
def end_trick(players: int, leader: int, trick: Numbers, places: Numbers, left: Numbers) -> tuple[int, bool]:
    """SP1-8 … SP1-11: scores a full trick; returns who leads next, and whether a seat has no tokens left.

    `trick` holds strengths in the order played, `places` and `left` are by seat.
    """
    next_leader = leader
    done = False
    seat = leader
    for i in range(players):
        strength = trick[i]
        place = 1
        for j in range(players):
            place += trick[j] > strength
        if place == 1:
            next_leader = seat
        places[seat] = place
        tokens = confirm(left[seat], place)
        left[seat] = tokens
        done |= tokens == 0
        seat += 1
        if seat == players:
            seat = 0
    return next_leader, done


@kernel
def finish_round(deck: SevenDeck, at: SevenTurn, board: SevenBoard, policy: int, until: int) -> int:
    """Plays a round until `until` tricks are finished, or to its end; returns the number of finished tricks.

    Hands, tokens left, places and tricks in `board` are then those after the last trick.
    """
    players = deck.players
    # Unpacked once: each access inside the loop would count references.
    suit_masks, number_of = deck.suit_masks, deck.number_of
    row, hands, left, voids = at.row, board.hands, board.left, board.voids
    trick, places, taken, later = board.trick, board.places, board.taken, board.later
    dice, trace = board.dice, board.trace
    played, order, leader, gone = at.played, at.order, at.leader, at.gone
    kept = 0
    for player in range(players):
        taken[player] = 0
    if policy != RANDOM:
        later[9] = 0
        for number in range(8, played - 1, -1):
            later[number] = later[number + 1] | suit_masks[row[number + 1]]
    seat = leader + order
    if seat >= players:
        seat -= players
    while True:
        suit = row[played]
        lead_cards = suit_masks[suit]
        while order < players:
            hand = hands[seat]
            playable = follow(hand, lead_cards)
            if policy == RANDOM:
                bit = pick(dice, playable)
            elif playable & (playable - 1) == 0:
                bit = playable
            else:
                waiting = players - order - 1
                waiting_void = 0
                for ahead in range(1, waiting + 1):
                    other = seat + ahead if seat + ahead < players else seat + ahead - players
                    waiting_void += voids[other] >> suit & 1
                bit = seven_choice(
                    playable,
                    lead_cards,
                    trick,
                    order,
                    left[seat],
                    deck.whole & ~(hand | gone),
                    10 - played,
                    waiting,
                    waiting_void,
                    later[played],
                    players,
                    number_of,
                    deck.above,
                    deck.column,
                )
            hands[seat] = hand ^ bit
            gone |= bit
            if kept < trace.shape[0]:
                trace[kept] = lowest_bit(bit)
                kept += 1
            is_lead = (bit & lead_cards) != 0
            voids[seat] |= (0 if is_lead else 1) << suit
            trick[order] = seven_strength(is_lead, number_of[lowest_bit(bit)], order)
            order += 1
            seat += 1
            if seat == players:
                seat = 0
        leader, done = end_trick(players, leader, trick, places, left)
        for player in range(players):
            taken[player] |= places[player] << BITS * played
        seat = leader
        order = 0
        played += 1
        if done or played == until:
            return played


class Points(Protocol):
    """The scoring rules of a game."""

    @property
    def players(self) -> int: ...
    @property
    def prizes(self) -> Any: ...
    @property
    def shortfalls(self) -> Any: ...
    @property
    def runner_up(self) -> int: ...


@kernel
def round_points(tables: Points, left: Numbers, tricks: int, points: Numbers) -> None:
    """Returns the points of every seat from its tokens left, packed by place, and the number of tricks."""
    players = tables.players
    runner_up = 0
    fewest = 99
    for seat in range(players):
        tokens = tokens_in(left[seat])
        if tokens:
            fewest = min(fewest, tokens)
        elif tricks < 10:
            runner_up = tables.runner_up
    for seat in range(players):
        tokens = tokens_in(left[seat])
        points[seat] = seven_points(tokens, tricks, fewest, tables.prizes, tables.shortfalls, runner_up)


@kernel
def greedy_prophecy(deck: SevenDeck, hand: int, gone: int, times: Numbers, expected: Shares) -> int:
    """Returns the prophecy of the policy `greedy` for a hand, packed by place."""
    for place in range(deck.players):
        expected[place] = 0.0
    unseen = deck.whole & ~(hand | gone)
    seven_promise(
        hand,
        unseen,
        10,
        times,
        deck.players,
        deck.suit_masks,
        deck.number_of,
        deck.above,
        deck.column,
        expected,
    )
    return seven_split(expected, deck.players)


@kernel
def count_leads(row: Numbers, times: Numbers) -> None:
    """Counts into `times` how often each suit leads in this future row."""
    for suit in range(4):
        times[suit] = 0
    for number in range(TRICKS):
        times[row[number]] += 1


@kernel
def simulate_rounds(
    tables: SevenTables, rounds: int, policy: int, seed: int, tricks: Numbers, fulfilled: Numbers, points: Numbers
) -> None:
    """Plays whole rounds and counts rounds by tricks, fulfilled prophecies by trick, and points by seat.

    Deals have the shape of the second edition: ten cards a seat, a future row of ten of the twelve colour cards.
    """
    players = tables.players
    scratch, deck = seven_scratch(players, 0), tables.deck
    board, times, expected, gained = scratch.board, scratch.times, scratch.expected, scratch.points
    dice, hands, left, voids = board.dice, board.hands, board.left, board.voids
    seed_dice(dice, seed)
    cards = np.arange(deck.size)
    colours = np.arange(12) // 3
    for _ in range(rounds):
        for i in range(10 * players):
            j = i + below(dice, deck.size - i)
            cards[i], cards[j] = cards[j], cards[i]
        for i in range(10):
            j = i + below(dice, 12 - i)
            colours[i], colours[j] = colours[j], colours[i]
        count_leads(colours, times)
        for seat in range(players):
            hand = 0
            for i in range(10 * seat, 10 * seat + 10):
                hand |= 1 << cards[i]
            hands[seat] = hand
            voids[seat] = 0
            if policy == RANDOM:
                left[seat] = tables.splits[below(dice, tables.splits.shape[0])]
            else:
                left[seat] = greedy_prophecy(deck, hand, 0, times, expected)
        starter = below(dice, players)
        count = finish_round(deck, SevenTurn(colours, 0, 0, starter, 0), board, policy, TRICKS)
        round_points(tables, left, count, gained)
        tricks[count] += 1
        for seat in range(players):
            points[seat] += gained[seat]
            if left[seat] == 0:
                fulfilled[count] += 1
