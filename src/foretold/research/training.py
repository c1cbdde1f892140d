"""Training of `student`: small networks learn what choices score, from rounds played out in the real deal.

`seer` estimates the worth of a choice by sampling deals. The networks learn it from many positions with one deal each:
the error of a single deal is large but averages out. Lessons are kept and repeated at the end. Needs NumPy only, on one
core.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import NamedTuple, TypedDict

import numpy as np

from foretold import __version__
from foretold.adapters.lessons import (
    COUNTS,
    GREEDY,
    OTHER,
    OWN,
    RANDOM,
    TRIED,
    Lesson,
    Lessons,
    Pair,
    act,
    card_inputs,
    choice_inputs,
    choice_outputs,
    plain_table,
)
from foretold.adapters.vector import Array, Batch
from foretold.arena.git_commit import commit
from foretold.bots.student_nets import CARDS, CHOICES, Layer, Layers, Networks, class_of, net_of, write
from foretold.games import Game, load
from foretold.games.seven.game import SevenGame

WIDE, NARROW = 32, 16  # hidden units for cards and bids
HAND_WIDE, HAND_NARROW = 48, 32  # for prophecies
TABLES = 256
UPDATE = {CARDS: 512, CHOICES: 128}  # lessons per step of Adam
RATE, LAST_RATE = 3e-3, 1e-4
COPYING = 0.7  # share of the rounds that `greedy` plays out, which is fast; later the seats' own policies do
DEALS_EVERY = 4  # in these rounds, steps between batches of hands that are only prophesied or bid for
EXPLORED = 0.15  # share of learning seats' cards that are random, so that unusual positions occur
ODD, USUAL = 0.03, 0.2  # share of prophecies that are random, or those of `greedy`
GREEDY_SEATS = 0.7  # share of the other seats with `greedy`; the rest learn too
REPEATED = {CARDS: 6, CHOICES: 8}  # times that kept lessons are learned again
REPEATED_UPDATE = {CARDS: 1024, CHOICES: 256}  # lessons per step of Adam while they are repeated
DECAY = 0.05  # of the weights, in proportion to the rate, while lessons are repeated
MOST_ROWS = 600_000  # rows kept of a network's lessons for one number of players: the last ones


class Learner:
    """A network with two hidden layers, trained by Adam."""

    def __init__(self, inputs: int, wide: int, narrow: int, outputs: int, chance: np.random.Generator) -> None:
        sizes = (inputs, wide, narrow, outputs)
        self.parts: list[Array] = []
        for before, after in pairwise(sizes):
            scale = (2.0 / before) ** 0.5 * (0.1 if after == outputs else 1.0)
            self.parts += [chance.normal(0, scale, (before, after)).astype(np.float32), np.zeros(after, np.float32)]
        self._means = [np.zeros_like(part) for part in self.parts]
        self._squares = [np.zeros_like(part) for part in self.parts]
        self._steps = 0
        self.net = net_of(self.layers(), _array)

    def layers(self) -> Layers:
        """Returns the layers as stored: in half precision."""
        first, second, third = (
            Layer(*weights.shape, *(tuple(part.astype(np.float16).astype(float).ravel()) for part in (weights, bias)))
            for weights, bias in zip(self.parts[::2], self.parts[1::2], strict=True)
        )
        return first, second, third

    def take(self, layers: Layers) -> None:
        """Starts from these layers."""
        for at, layer in enumerate(layers):
            self.parts[2 * at][...] = np.reshape(layer.weights, (layer.inputs, layer.outputs))
            self.parts[2 * at + 1][...] = layer.bias
        self._refresh()

    def shrink(self, by: float) -> None:
        """Makes all weights smaller by this share."""
        for part in self.parts[::2]:
            part *= 1 - by

    def learn(self, rows: Array, slope_of: Callable[[Array], tuple[Array, float]], rate: float) -> float:
        """Takes one step of Adam; `slope_of` returns the gradient of the loss by output, and the loss."""
        w1, b1, w2, b2, w3, b3 = self.parts
        hidden = np.maximum(rows @ w1 + b1, 0)
        deep = np.maximum(hidden @ w2 + b2, 0)
        slope, loss = slope_of(deep @ w3 + b3)
        back_deep = slope @ w3.T * (deep > 0)
        back_hidden = back_deep @ w2.T * (hidden > 0)
        slopes = [
            *(rows.T @ back_hidden, back_hidden.sum(axis=0)),
            *(hidden.T @ back_deep, back_deep.sum(axis=0)),
            *(deep.T @ slope, slope.sum(axis=0)),
        ]
        self._steps += 1
        for part, gradient, mean, square in zip(self.parts, slopes, self._means, self._squares, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            corrected = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            part -= (rate / (1 - 0.9**self._steps) * mean / corrected).astype(np.float32)
        self._refresh()
        return loss

    def _refresh(self) -> None:
        """Copies the layers into the network used by kernels."""
        net = self.net
        kept = (net.first, net.first_bias, net.second, net.second_bias, net.third, net.third_bias)
        for target, part in zip(kept, self.parts, strict=True):
            target[...] = part


def _array(numbers: Sequence[object]) -> Array:
    return np.array(numbers, np.float64)


def learn_rows(learner: Learner, lesson: Lesson, rate: float) -> float:
    """Learns the worth of every choice relative to the mean of its decision, from one row per choice."""
    starts = lesson.starts[:-1]
    sizes = np.diff(lesson.starts)
    centred = _centred(lesson.values, starts, sizes)

    def slope_of(answers: Array) -> tuple[Array, float]:
        error = _centred(answers[:, 0], starts, sizes) - centred
        return (error / len(starts))[:, None].astype(np.float32), float((error**2).sum() / len(starts))

    return learner.learn(lesson.rows, slope_of, rate)


def _centred(values: Array, starts: Array, sizes: Array) -> Array:
    means = np.add.reduceat(values, starts) / sizes
    centred: Array = values - np.repeat(means, sizes)
    return centred


def learn_splits(learner: Learner, lesson: Lesson, rate: float, players: int) -> float:
    """Learns the worth of prophecies: the sum of what their tokens are worth on every place."""
    assert lesson.splits is not None
    splits = lesson.splits.reshape(-1, TRIED)
    values = lesson.values.reshape(-1, TRIED)
    centred = values - values.mean(axis=1, keepdims=True)
    tokens = splits[:, :, None] >> 4 * np.arange(players) & 15
    columns = (tokens[..., None] == np.arange(COUNTS)).astype(np.float32).reshape(-1, TRIED, COUNTS * players)

    def slope_of(answers: Array) -> tuple[Array, float]:
        guess = (columns @ answers[:, :, None])[:, :, 0]
        error = (guess - guess.mean(axis=1, keepdims=True) - centred).astype(np.float32)
        slope = (error[:, None, :] @ columns)[:, 0, :] / len(splits)
        return slope, float((error**2).sum() / len(splits))

    return learner.learn(lesson.rows, slope_of, rate)


class Student:
    """The learners for one number of players, or for all."""

    def __init__(self, game: Game, chance: np.random.Generator) -> None:
        splits = isinstance(game, SevenGame)
        wide, narrow = (HAND_WIDE, HAND_NARROW) if splits else (WIDE, NARROW)
        self.cards = Learner(card_inputs(game), WIDE, NARROW, 1, chance)
        self.choices = Learner(choice_inputs(game), wide, narrow, choice_outputs(game), chance)

    @property
    def pair(self) -> Pair:
        return Pair(self.cards.net, self.choices.net)

    def networks(self, name: str) -> dict[str, Layers]:
        """Returns the networks by their names in a file."""
        return {f"{CARDS}-{name}": self.cards.layers(), f"{CHOICES}-{name}": self.choices.layers()}


class Group(NamedTuple):
    """A number of players to learn for."""

    game: Game
    lessons: Lessons
    deals: Lessons  # played by `greedy`, only for lessons about prophecies or bids
    student: Student


class Kept:
    """The last lessons of a network, their features in half precision."""

    def __init__(self) -> None:
        self._lessons: list[Lesson] = []
        self._rows = 0

    def add(self, lesson: Lesson) -> None:
        """Keeps lessons; forgets the first ones where there are too many."""
        self._lessons.append(lesson._replace(rows=lesson.rows.astype(np.float16)))
        self._rows += len(lesson.rows)
        while self._rows > MOST_ROWS and len(self._lessons) > 1:
            self._rows -= len(self._lessons.pop(0).rows)

    def whole(self) -> Lesson:
        """All of them."""
        return _joined(self._lessons)


def group(game: Game, student: Student, seed: int) -> Group:
    """Makes a group with its own tables."""
    return Group(game, Lessons(game, TABLES, seed), Lessons(game, TABLES, seed + 500_000_000), student)


class Company(NamedTuple):
    """Who the learning seats play with: `greedy` and each other, or a frozen bot."""

    frozen: int | None = None  # RANDOM, GREEDY or OTHER in all other seats
    other: Pair | None = None  # the networks of OTHER


AMONG_THEMSELVES = Company()


Memory = dict[tuple[int, str], Kept]  # by index of the group, and CARDS or CHOICES


class Progress(NamedTuple):
    """Progress of a training."""

    rounds: int
    seconds: float  # CPU seconds
    cards: float  # mean squared error of the last steps
    choices: float


def teach(
    groups: Sequence[Group],
    rounds: int,
    chance: np.random.Generator,
    company: Company = AMONG_THEMSELVES,
    first_rate: float = RATE,
    kept: Memory | None = None,
) -> Iterator[Progress]:
    """Trains groups until so many rounds are played in total; yields the progress now and then.

    Lessons are added to `kept`, if given.
    """
    begun, played = process_time(), 0
    waiting: dict[tuple[int, str], list[Lesson]] = {}
    losses: dict[str, list[float]] = {CARDS: [], CHOICES: []}
    reported = steps = 0
    for group in groups:
        _seat(group, np.ones(group.lessons.size, bool), chance, company)
    while played < rounds:
        progress = min(1.0, played / rounds)
        rate = first_rate + (LAST_RATE - first_rate) * progress
        copying = company.frozen is None and progress < COPYING
        going_on = np.array([RANDOM if company.frozen == RANDOM else GREEDY, GREEDY, GREEDY if copying else OWN, OTHER])
        for number, group in enumerate(groups):
            own, lessons = group.student.pair, group.lessons
            rest = company.other or own
            new = [(CHOICES, lessons.choices(own, rest, going_on)), (CARDS, lessons.cards(own, rest, going_on))]
            if copying and steps % DEALS_EVERY == 0:
                new.append((CHOICES, _next_choices(group.deals, own, going_on)))
            for kind, lesson in new:
                pending = waiting.setdefault((number, kind), [])
                pending += [lesson] if len(lesson.starts) > 1 else []
                if sum(len(part.starts) - 1 for part in pending) >= UPDATE[kind]:
                    joined = _joined(pending)
                    losses[kind].append(_learn(group, kind, joined, rate))
                    if kept is not None:
                        kept.setdefault((number, kind), Kept()).add(joined)
                    pending.clear()
            played += _step(group, chance, company)
        steps += 1
        if played - reported >= rounds / 40 or played >= rounds:
            reported = played
            yield Progress(
                played,
                process_time() - begun,
                *(float(np.mean(losses[kind][-50:])) if losses[kind] else 0.0 for kind in (CARDS, CHOICES)),
            )


def repeat(groups: Sequence[Group], kept: Memory, chance: np.random.Generator) -> None:
    """Lets groups learn kept lessons again, several times, in another order each time."""
    for kind, times in REPEATED.items():
        whole = {number: lessons.whole() for (number, of), lessons in kept.items() if of == kind}
        size = REPEATED_UPDATE[kind]
        updates = [times * max(1, (len(lesson.starts) - 1) // size) for lesson in whole.values()]
        turns = chance.permutation(np.repeat(list(whole), updates))
        orders = {number: chance.permutation(0) for number in whole}
        for done, number in enumerate(turns):
            lesson, group = whole[number], groups[number]
            if len(orders[number]) < size:
                orders[number] = chance.permutation(len(lesson.starts) - 1)
            chosen, orders[number] = np.split(orders[number], [size])
            rate = max(LAST_RATE, RATE * (1 - done / len(turns)))
            _learn(group, kind, _some(lesson, chosen), rate)
            _learner(group, kind).shrink(rate * DECAY)


def _some(lesson: Lesson, chosen: Array) -> Lesson:
    """These decisions of a lesson."""
    if lesson.splits is not None:
        tried = (TRIED * chosen[:, None] + np.arange(TRIED)).ravel()
        starts = np.arange(len(chosen) + 1) * TRIED
        return Lesson(lesson.rows[chosen].astype(np.float32), lesson.values[tried], starts, lesson.splits[tried])
    sizes = lesson.starts[chosen + 1] - lesson.starts[chosen]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    rows = np.arange(starts[-1]) + np.repeat(lesson.starts[chosen] - starts[:-1], sizes)
    return Lesson(lesson.rows[rows].astype(np.float32), lesson.values[rows], starts)


def _next_choices(deals: Lessons, own: Pair, going_on: Array) -> Lesson:
    """Returns lessons about the next prophecies or bids of all tables, which `greedy` plays up to that point."""
    table = deals.table
    while not deals.choosing.any():
        table.step(table.greedy_actions())
    lesson = deals.choices(own, own, going_on)
    table.step(table.greedy_actions())
    return lesson


def _learn(group: Group, kind: str, lesson: Lesson, rate: float) -> float:
    learner = _learner(group, kind)
    if lesson.splits is not None:
        return learn_splits(learner, lesson, rate, group.game.players)
    return learn_rows(learner, lesson, rate)


def _learner(group: Group, kind: str) -> Learner:
    return group.student.cards if kind == CARDS else group.student.choices


def _joined(lessons: Sequence[Lesson]) -> Lesson:
    ends = np.cumsum([0, *(lesson.starts[-1] for lesson in lessons)])
    starts = [lesson.starts[:-1] + before for lesson, before in zip(lessons, ends, strict=False)]
    splits = [lesson.splits for lesson in lessons if lesson.splits is not None]
    return Lesson(
        np.concatenate([lesson.rows for lesson in lessons]),
        np.concatenate([lesson.values for lesson in lessons]),
        np.concatenate([*starts, ends[-1:]]),
        np.concatenate(splits) if splits else None,
    )


def _seat(group: Group, where: Array, chance: np.random.Generator, company: Company) -> None:
    """Draws the seats' policies at tables whose round begins; at least one seat learns."""
    policies, players = group.lessons.policies, group.game.players
    count = int(where.sum())
    if company.frozen is not None:
        policy = np.full((count, policies.shape[1]), company.frozen)
    else:
        policy = np.where(chance.random((count, policies.shape[1])) < GREEDY_SEATS, GREEDY, OWN)
    policy[np.arange(count), chance.integers(players, size=count)] = OWN
    policies[where] = policy


def _step(group: Group, chance: np.random.Generator, company: Company) -> int:
    """Takes one action at every table; returns the number of rounds that ended."""
    lessons, table = group.lessons, group.lessons.table
    acting = lessons.policies[np.arange(lessons.size), table.player]
    draws, choosing = chance.random(lessons.size), lessons.choosing
    acting = np.where((acting == OWN) & ~choosing & (draws < EXPLORED), RANDOM, acting)
    if isinstance(group.game, SevenGame):  # all cards of a bid are laid by the same policy
        choosing &= acting == OWN
        acting = np.where(choosing & (draws < ODD), RANDOM, np.where(choosing & (draws > 1 - USUAL), GREEDY, acting))
    minds: dict[int, Pair | int] = {RANDOM: RANDOM, GREEDY: GREEDY, OWN: group.student.pair}
    minds[OTHER] = company.other or minds[OWN]
    for policy, mind in minds.items():
        where = acting == policy
        if where.any():
            act(table, mind, where)
    table.step(table.actions)
    ended = table.ends != 0
    if ended.any():
        _seat(group, ended, chance, company)
    return int(ended.sum())


class Ahead(TypedDict):
    """Lead of a student over the others, in points a round, with half its 95 % interval over deals."""

    ahead: float
    interval: float
    rounds: int


def measure(
    game: Game, subject: Pair | int, opponents: Pair | int, deals: int, first_seed: int, size: int = 512
) -> Ahead:
    """Plays first rounds of matches with the subject in every seat in turn, on the same deals.

    Subject and opponents are networks, GREEDY or RANDOM.
    """
    table = plain_table(game, size)
    players = game.players
    means: list[Array] = []
    for start in range(0, deals, size):
        total = np.zeros(size)
        for seat in range(players):
            table.reset(range(first_seed + start, first_seed + start + size))
            table.seed_choices(first_seed + seat)
            points = _first_rounds(table, seat, subject, opponents)
            total += points[:, seat] - (points.sum(axis=1) - points[:, seat]) / (players - 1)
        means.append((total / players)[: deals - start])
    by_deal = np.concatenate(means)
    half = 1.96 * float(by_deal.std(ddof=1)) / len(by_deal) ** 0.5
    return {
        "ahead": round(float(by_deal.mean()), 4) + 0.0,
        "interval": round(half, 4),
        "rounds": len(by_deal) * players,
    }


def _first_rounds(table: Batch, seat: int, subject: Pair | int, opponents: Pair | int) -> Array:
    """Plays the current round at every table; returns the points by table and seat."""
    running = np.ones(table.size, bool)
    points = np.zeros((table.size, table.game.players))
    while running.any():
        own = table.player == seat
        for who, where in ((subject, running & own), (opponents, running & ~own)):
            if where.any():
                act(table, who, where)
        table.step(table.actions, running)
        ended = table.ends != 0
        points[ended] = table.results[ended]
        running &= ~ended
    return points


class About(TypedDict):
    """How networks were made."""

    command: str
    game: str
    version: str
    commit: str | None
    seconds: float
    curve: list[tuple[int, float, float, float]]  # rounds, CPU seconds, errors of cards and of prophecies or bids
    against_greedy: dict[str, Ahead]


MEASURED_DEALS = 2048
MEASURED_SEED = 2**40  # training seeds are far below


def train(
    title: str, rounds: int, seed: int, out: Path, report: Callable[[Progress], object] = lambda _: None
) -> About:
    """Trains the networks of a title and writes them, with a file that says how they were made."""
    counts = load(title).title.players
    chance = np.random.default_rng(seed)
    names = {count: class_of(load(title, count)) for count in counts}
    students: dict[str, Student] = {}
    groups = []
    for count in counts:
        game = load(title, count)
        student = students.setdefault(names[count], Student(game, chance))
        groups.append(group(game, student, 1_000_003 * seed + 1_000 * count))
    curve: list[tuple[int, float, float, float]] = []
    begun = process_time()
    kept: Memory = {}
    for progress in teach(groups, rounds, chance, kept=kept):
        times = (round(progress.seconds, 1), round(progress.cards, 3), round(progress.choices, 3))
        curve.append((progress.rounds, *times))
        report(progress)
    repeat(groups, kept, chance)
    seconds = process_time() - begun
    networks: dict[str, Layers] = {}
    for name, student in students.items():
        networks |= student.networks(name)
    strength = {
        str(count): measure(load(title, count), pair_of(networks, names[count]), GREEDY, MEASURED_DEALS, MEASURED_SEED)
        for count in counts
    }
    about: About = {
        "command": f"foretold train {title} --rounds {rounds} --seed {seed}",
        "game": title,
        "version": __version__,
        "commit": commit(),
        "seconds": round(seconds, 1),
        "curve": curve,
        "against_greedy": strength,
    }
    out.mkdir(parents=True, exist_ok=True)
    write(out / f"{title}.json", networks)
    (out / f"{title}.about.json").write_text(json.dumps(about) + "\n", "utf-8")
    return about


def pair_of(networks: Networks, name: str) -> Pair:
    """Returns the networks of a class as arrays."""
    return Pair(net_of(networks[f"{CARDS}-{name}"], _array), net_of(networks[f"{CHOICES}-{name}"], _array))
