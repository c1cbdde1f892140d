"""Puzzles: positions in which the natural choice is clearly worse than the best one, with one right answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from random import Random
from typing import Literal, NamedTuple

from foretold.bots import bot
from foretold.bots.calibrated import Found
from foretold.bots.greedy import GreedyBot
from foretold.bots.seer import SeerBot
from foretold.bots.weighing import weigh
from foretold.cards import Action, Bid, Prophesy
from foretold.coach.decisions import decisions
from foretold.coach.puzzle_tags import tags_of
from foretold.games import Game, load
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.replay import replay
from foretold.json_types import JsonObject
from foretold.records import Record
from foretold.views import View

FORMAT = "foretold-puzzle/1"
MARGIN = 0.25  # points of the round by which every other answer must be worse
SURE = 3.0  # standard errors that each of these differences must exceed
LOOKS, WORLDS = (160, 640), 4_000  # worlds: for looks that drop what can't be a puzzle, and for certainty
ROOM = 2.5  # extra standard errors when making a puzzle, so that it also holds in other worlds
LIKELY_LOSS = 0.15  # points that the natural choice loses at a first look
PLAYER_WORLDS = 16  # of the players of the matches searched for puzzles

Kind = Literal["card", "prophecy", "bid"]


class Choice(NamedTuple):
    """An answer, its worth, and the standard error of its difference to the best."""

    action: str
    points: float
    match: float
    error: float


class Puzzle(NamedTuple):
    """A match up to a seat's decision; the question; the answers, best first; its difficulty."""

    record: Record
    seat: int
    kind: Kind
    choices: tuple[Choice, ...]
    natural: str  # what `greedy` chooses
    difficulty: float  # share of solvers who miss it, 0 to 1
    tags: tuple[str, ...] = ()  # what it is about, see `puzzle_tags`
    number: int = 0  # by which its collection calls it, for good; 0 outside of one

    @property
    def id(self) -> str:
        """The hash of its content: the same wherever it stands in whichever collection."""
        return _id(self.record.to_line(), self.seat)

    @property
    def theme(self) -> str:
        """The tag that tells it best."""
        return self.tags[0] if self.tags else self.kind

    @property
    def answer(self) -> str:
        """The best choice; of bids any with the same number is right."""
        return self.choices[0].action

    @property
    def game(self) -> Game:
        """The game of the match."""
        return _game(self.record)

    def view(self) -> View:
        """Returns what the solver knows."""
        return replay(self.record).view(self.seat)

    def solves(self, action: Action) -> bool:
        """True if this is the right answer."""
        return _answer(self.game, action) == _answer(self.game, self.game.parse(self.answer))

    def choice(self, action: Action) -> Choice | None:
        """Returns the choice that gives the same answer as this action; None if it was not valued."""
        answer = _answer(self.game, action)
        return next(
            (choice for choice in self.choices if _answer(self.game, self.game.parse(choice.action)) == answer), None
        )

    def to_dict(self) -> JsonObject:
        """Returns the puzzle as a line of a file."""
        return {
            "format": FORMAT,
            "seat": self.seat,
            "kind": self.kind,
            "choices": [list(choice) for choice in self.choices],
            "natural": self.natural,
            "difficulty": self.difficulty,
            **({"tags": list(self.tags)} if self.tags else {}),
            **({"number": self.number} if self.number else {}),
            "record": self.record.to_dict(),
        }

    @classmethod
    def from_dict(cls, source: JsonObject) -> Puzzle:
        """Reads a puzzle from a line."""
        return cls(
            Record.from_dict(source["record"]),
            int(source["seat"]),
            source["kind"],
            tuple(Choice(str(action), *map(float, rest)) for action, *rest in source["choices"]),
            str(source["natural"]),
            float(source["difficulty"]),
            tuple(map(str, source.get("tags", ()))),
            int(source.get("number", 0)),
        )


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """Returns the puzzles of a title in the package, easiest first."""
    source = files("foretold.coach").joinpath("problems", f"{game}.jsonl")
    if not source.is_file():
        return ()
    puzzles = [Puzzle.from_dict(json.loads(line)) for line in source.read_text("utf-8").splitlines()]
    return tuple(sorted(puzzles, key=lambda puzzle: puzzle.difficulty))


@cache
def by_name(game: str) -> dict[str, Puzzle]:
    """Returns the puzzles of a title in the package by number and by id."""
    return {name: puzzle for puzzle in shipped(game) for name in (str(puzzle.number), puzzle.id)}


@lru_cache(maxsize=4096)
def _id(record: str, seat: int) -> str:
    return hashlib.sha256(f"{seat}:{record}".encode()).hexdigest()[:12]


def _game(record: Record) -> Game:
    return load(record.game, record.players, options=record.options)


def kind_of(action: Action) -> Kind:
    """Returns the kind of puzzle whose answer is such an action."""
    return "bid" if isinstance(action, Bid) else "prophecy" if isinstance(action, Prophesy) else "card"


def _answer(game: Game, action: Action) -> str:
    """Returns the answer that an action stands for: of a bid its number."""
    if isinstance(action, Bid):
        assert isinstance(game, ProphecyGame)
        return str(game.bid_of(action.cards))
    return str(action)


# Finding -----------------------------------------------------------------------------------------------------------


def puzzles_in(record: Record, seed: int, wanted: Callable[[View], bool] = lambda view: True) -> Iterator[Puzzle]:
    """Yields the puzzles in a record, among the decisions that are wanted; the same record and seed give the same."""
    game = _game(record)
    for decision in decisions(record):
        puzzle = _puzzle(game, decision.view, seed * 100_000 + decision.event) if wanted(decision.view) else None
        if puzzle is not None:
            kind, natural, choices = puzzle
            cut = Record(record.game, record.players, record.events[: decision.event], record.options)
            difficulty = _difficulty(game, decision.view, choices[0].action, seed)
            tags = tags_of(decision.view, game.parse(choices[0].action), game.parse(natural))
            yield Puzzle(cut, decision.seat, kind, choices, natural, difficulty, tags)


def _puzzle(game: Game, view: View, seed: int) -> tuple[Kind, str, tuple[Choice, ...]] | None:
    """Returns the kind, the natural choice and the answers of a decision, or None if it is not a puzzle."""
    natural = GreedyBot().choose(view, Random(0))
    named = _answer(game, natural)
    for worlds in LOOKS:
        quick = _by_answer(game, weigh(view, worlds=worlds, seed=seed, actions=(natural,)))
        if next(iter(quick)) == named or _first(quick).points - quick[named].points < LIKELY_LOSS:
            return None
        if not _may_stand_out(quick):
            return None
    sure = _by_answer(game, weigh(view, worlds=WORLDS, seed=seed + 1, actions=(natural,)))
    best = _first(sure)
    if _answer(game, best.action) == named or not _stands_out(sure, ROOM):
        return None
    choices = tuple(
        Choice(str(choice.action), choice.points, choice.match, choice.error["points"]) for choice in sure.values()
    )
    return kind_of(best.action), str(sure[named].action), choices


def _stands_out(answers: dict[str, Found], room: float = 0.0) -> bool:
    """True if the first answer is better than every other, by the margin and for sure."""
    best, *others = answers.values()
    apart = [(best.points - other.points, other.error["points"], best.match - other.match) for other in others]
    return bool(apart) and all(
        points - room * error >= MARGIN and points > SURE * error and match > 0 for points, error, match in apart
    )


def _may_stand_out(answers: dict[str, Found]) -> bool:
    """True if more worlds may show that the first answer is better than every other by the margin."""
    best, *others = answers.values()
    return all(best.points - other.points + SURE * other.error["points"] >= MARGIN for other in others)


class Checked(NamedTuple):
    """By seed, how far a puzzle's answer is ahead of the next one in points; negative if another is better."""

    ahead: tuple[float, ...]
    holds: bool  # by the margin, for sure and by the match too, with every seed


def check(puzzle: Puzzle, seeds: Sequence[int], worlds: int = WORLDS) -> Checked:
    """Checks whether a puzzle's answer holds in fresh worlds; the same seeds and worlds give the same result."""
    game, view = puzzle.game, puzzle.view()
    right = _answer(game, game.parse(puzzle.answer))
    named = [choice.action for choice in puzzle.choices]
    ahead, holds = [], True
    for seed in seeds:
        weighed = _by_answer(game, weigh(view, worlds=worlds, seed=seed, actions=named))
        second = max(choice.points for answer, choice in weighed.items() if answer != right)
        ahead.append(round(weighed[right].points - second, 4))
        holds = holds and next(iter(weighed)) == right and _stands_out(weighed)
    return Checked(tuple(ahead), holds)


def holds(puzzle: Puzzle, seeds: Sequence[int]) -> bool:
    """True if a puzzle's answer holds with every seed; stops at the first with which it does not."""
    return all(check(puzzle, [seed]).holds for seed in seeds)


def _first(answers: dict[str, Found]) -> Found:
    return next(iter(answers.values()))


def _by_answer(game: Game, choices: Sequence[Found]) -> dict[str, Found]:
    """Returns the best action of each answer, best answer first."""
    best: dict[str, Found] = {}
    for choice in choices:
        best.setdefault(_answer(game, choice.action), choice)
    return best


def _difficulty(game: Game, view: View, answer: str, seed: int) -> float:
    """Returns the share of bots and budgets that miss the answer."""
    right = _answer(game, game.parse(answer))
    tries: list[str] = []
    for number in range(2):
        rng = Random(f"{seed}:{number}")
        solvers = [bot("novice"), GreedyBot(), *(SeerBot(worlds=worlds) for worlds in (2, 4, 8, 16, 32, 64))]
        tries += [_answer(game, solver.choose(view, rng)) for solver in solvers]
    return round(sum(given != right for given in tries) / len(tries), 3)


def played_round(game: Game, seed: int, number: int) -> Record:
    """Plays the first round of a match among bots with a small budget."""
    rng = Random(f"puzzles:{seed}:{number}")
    state = game.start(seed=rng.getrandbits(63))
    player = SeerBot(worlds=PLAYER_WORLDS)
    while not state.finished and not state.over:
        seat = state.awaited[0]
        state = state.apply(seat, player.choose(state.view(seat), rng))
    record = state.record()
    deals = [at for at, event in enumerate(record.events) if "deal" in event]
    end = deals[1] if len(deals) > 1 else len(record.events)
    return Record(record.game, record.players, record.events[:end], record.options)
