"""Puzzles: positions in which the natural choice is clearly worse than the best one, and one answer is right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
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
from foretold.games import Game, load
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.replay import replay
from foretold.json_types import JsonObject
from foretold.records import Record
from foretold.views import View

FORMAT = "foretold-puzzle/1"
MARGIN = 0.25  # points of the round by which every other answer must be worse
SURE = 3.0  # standard errors that each of these differences must exceed
FIRST_LOOK, WORLDS = 160, 4_000  # worlds: to pass over what is none, and to be sure
ROOM = 2.5  # standard errors by which it must be worse than that, so that it is so in other worlds, too
LIKELY_LOSS = 0.15  # points that the natural choice loses at first sight
PLAYER_WORLDS = 16  # of those who play the matches in which puzzles are looked for

Kind = Literal["card", "prophecy", "bid"]


class Choice(NamedTuple):
    """An answer, what it is worth, and the standard error of its difference to the best."""

    action: str
    points: float
    match: float
    error: float


class Puzzle(NamedTuple):
    """A match up to a decision of a seat; what is asked for; the answers, the best first; how many solvers miss it."""

    record: Record
    seat: int
    kind: Kind
    choices: tuple[Choice, ...]
    natural: str  # what `greedy` chooses
    difficulty: float  # from 0 to 1

    @property
    def answer(self) -> str:
        """The best choice; of bids any of its number is as right."""
        return self.choices[0].action

    @property
    def game(self) -> Game:
        """The game of the match."""
        return _game(self.record)

    def view(self) -> View:
        """What the solver knows."""
        return replay(self.record).view(self.seat)

    def solves(self, action: Action) -> bool:
        """Whether this is the right answer."""
        return _answer(self.game, action) == _answer(self.game, self.game.parse(self.answer))

    def choice(self, action: Action) -> Choice | None:
        """The choice that says the same as this action; None where it was not weighed."""
        said = _answer(self.game, action)
        return next((each for each in self.choices if _answer(self.game, self.game.parse(each.action)) == said), None)

    def to_dict(self) -> JsonObject:
        """As a line of a file."""
        return {
            "format": FORMAT,
            "seat": self.seat,
            "kind": self.kind,
            "choices": [list(choice) for choice in self.choices],
            "natural": self.natural,
            "difficulty": self.difficulty,
            "record": self.record.to_dict(),
        }

    @classmethod
    def from_dict(cls, source: JsonObject) -> Puzzle:
        """The puzzle of a line."""
        return cls(
            Record.from_dict(source["record"]),
            int(source["seat"]),
            source["kind"],
            tuple(Choice(str(action), *map(float, rest)) for action, *rest in source["choices"]),
            str(source["natural"]),
            float(source["difficulty"]),
        )


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a title that are in the package, the easiest first."""
    source = files("foretold.coach").joinpath("problems", f"{game}.jsonl")
    if not source.is_file():
        return ()
    return tuple(Puzzle.from_dict(json.loads(line)) for line in source.read_text("utf-8").splitlines())


def _game(record: Record) -> Game:
    return load(record.game, record.players, options=record.options)


def kind_of(action: Action) -> Kind:
    """What a puzzle asks for whose answer is such an action."""
    return "bid" if isinstance(action, Bid) else "prophecy" if isinstance(action, Prophesy) else "card"


def _answer(game: Game, action: Action) -> str:
    """What an action says as an answer: of a bid its number."""
    if isinstance(action, Bid):
        assert isinstance(game, ProphecyGame)
        return str(game.bid_of(action.cards))
    return str(action)


# Finding -----------------------------------------------------------------------------------------------------------


def puzzles_in(record: Record, seed: int) -> Iterator[Puzzle]:
    """The puzzles that a record holds; the same record and seed give the same."""
    game = _game(record)
    for decision in decisions(record):
        found = _puzzle(game, decision.view, seed * 100_000 + decision.event)
        if found is not None:
            kind, natural, choices = found
            cut = Record(record.game, record.players, record.events[: decision.event], record.options)
            difficulty = _difficulty(game, decision.view, choices[0].action, seed)
            yield Puzzle(cut, decision.seat, kind, choices, natural, difficulty)


def _puzzle(game: Game, view: View, seed: int) -> tuple[Kind, str, tuple[Choice, ...]] | None:
    """What is asked for at a decision, the natural choice and the answers, where it is a puzzle."""
    natural = GreedyBot().choose(view, Random(0))
    quick = _by_answer(game, weigh(view, worlds=FIRST_LOOK, seed=seed, actions=(natural,)))
    named = _answer(game, natural)
    if next(iter(quick)) == named or _first(quick).points - quick[named].points < LIKELY_LOSS:
        return None
    sure = _by_answer(game, weigh(view, worlds=WORLDS, seed=seed + 1, actions=(natural,)))
    best = _first(sure)
    if _answer(game, best.action) == named or not _stands_out(sure, ROOM):
        return None
    choices = tuple(Choice(str(each.action), each.points, each.match, each.error["points"]) for each in sure.values())
    return kind_of(best.action), str(sure[named].action), choices


def _stands_out(found: dict[str, Found], room: float = 0.0) -> bool:
    """Whether the first answer is better than every other one, by the margin and for sure."""
    best, *others = found.values()
    apart = [(best.points - each.points, each.error["points"], best.match - each.match) for each in others]
    return bool(apart) and all(
        points - room * error >= MARGIN and points > SURE * error and match > 0 for points, error, match in apart
    )


class Checked(NamedTuple):
    """How far ahead of the next one a puzzle's answer is in points, by seed; less than 0 where another is better."""

    ahead: tuple[float, ...]
    holds: bool  # by the margin, for sure and by the match too, with every seed


def check(puzzle: Puzzle, seeds: Sequence[int], worlds: int = WORLDS) -> Checked:
    """Whether the answer of a puzzle stands in fresh worlds; the same seeds and worlds give the same."""
    game, view = puzzle.game, puzzle.view()
    right = _answer(game, game.parse(puzzle.answer))
    named = [choice.action for choice in puzzle.choices]
    ahead, holds = [], True
    for seed in seeds:
        weighed = _by_answer(game, weigh(view, worlds=worlds, seed=seed, actions=named))
        second = max(each.points for answer, each in weighed.items() if answer != right)
        ahead.append(round(weighed[right].points - second, 4))
        holds = holds and next(iter(weighed)) == right and _stands_out(weighed)
    return Checked(tuple(ahead), holds)


def _first(found: dict[str, Found]) -> Found:
    return next(iter(found.values()))


def _by_answer(game: Game, found: Sequence[Found]) -> dict[str, Found]:
    """The best action of each answer, the best answer first."""
    kept: dict[str, Found] = {}
    for each in found:
        kept.setdefault(_answer(game, each.action), each)
    return kept


def _difficulty(game: Game, view: View, answer: str, seed: int) -> float:
    """The share of bots and budgets that miss the answer."""
    right = _answer(game, game.parse(answer))
    tries: list[str] = []
    for number in range(2):
        rng = Random(f"{seed}:{number}")
        solvers = [bot("novice"), GreedyBot(), *(SeerBot(worlds=worlds) for worlds in (2, 4, 8, 16, 32, 64))]
        tries += [_answer(game, solver.choose(view, rng)) for solver in solvers]
    return round(sum(each != right for each in tries) / len(tries), 3)


def played_round(game: Game, seed: int, number: int) -> Record:
    """The first round of a match among bots that look a little ahead."""
    rng = Random(f"puzzles:{seed}:{number}")
    state = game.start(seed=rng.getrandbits(63))
    player = SeerBot(worlds=PLAYER_WORLDS)
    while not state.finished and not state.over:
        seat = state.actors[0]
        state = state.apply(seat, player.choose(state.view(seat), rng))
    record = state.record()
    deals = [at for at, event in enumerate(record.events) if "deal" in event]
    end = deals[1] if len(deals) > 1 else len(record.events)
    return Record(record.game, record.players, record.events[:end], record.options)
