"""Data sets: every choice of strong players with what they saw, how they valued it, and how the round ended.

A data set is a directory: `dataset.json` says how it was made, `README.md` is its data card, and each shard is a
Parquet file with some rounds. A shard depends on the plan and its number alone, so every machine makes the same one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foretold import __version__
from foretold.adapters.numbering import layable, numbering
from foretold.adapters.observations import observations, row_of_view
from foretold.adapters.vector import Array
from foretold.arena.players import SEARCHING, Player, read_spec, warm_up
from foretold.arena.pool import in_order
from foretold.arena.tally import WHOLE, round_shares
from foretold.bots import Bot, bot
from foretold.bots.seer import SeerBot
from foretold.cards import Action, Bid
from foretold.errors import Refusal
from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.research.evaluation import source_hash
from foretold.research.tasks import FIRST_SEED, task_of
from foretold.views import View

FORMAT = "foretold-dataset/1"
SHARD_ROUNDS = 500

Columns = dict[str, Array]


@dataclass(frozen=True)
class Plan:
    """What a data set contains: a task, the bot in all seats, and a seed for its deals."""

    task: str
    bot: str
    seed: int
    shard_rounds: int = SHARD_ROUNDS

    @property
    def game(self) -> Game:
        return task_of(self.task).game

    def match_seed(self, shard: int, match: int) -> int:
        """Returns the match seed; training seeds are below those of the benchmark's evaluation."""
        text = f"{FORMAT}:{self.task}:{self.seed}:{shard}:{match}"
        return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big") % FIRST_SEED

    def header(self) -> dict[str, object]:
        """Returns what must be equal for shards to belong together."""
        return {"format": FORMAT, "version": __version__, **asdict(self), "opponents": source_hash()}


class ShardTask(NamedTuple):
    """A shard to make: its number and its number of rounds."""

    plan: Plan
    number: int
    rounds: int

    @property
    def name(self) -> str:
        first = self.number * self.plan.shard_rounds
        return f"rounds-{first:07d}-{first + self.rounds - 1:07d}.parquet"


def shard_tasks(plan: Plan, rounds: int) -> list[ShardTask]:
    """Returns the shards of a data set with so many rounds."""
    size = plan.shard_rounds
    return [ShardTask(plan, at // size, min(size, rounds - at)) for at in range(0, rounds, size)]


class _Rows:
    """The rows of a shard by column; a round's outcome is added when it ends."""

    def __init__(self, game: Game) -> None:
        self.game, self.numbering = game, numbering(game)
        self.columns: dict[str, list[object]] = {name: [] for name in (*CHOICE_COLUMNS, *OUTCOME_COLUMNS)}

    def add(self, where: Mapping[str, int], view: View, action: Action, worths: Mapping[str, float]) -> None:
        """Adds a choice; a bid gets one row per card, laid as in the environments."""
        numbers = self.numbering
        value = worths.get(str(action), np.nan)
        if isinstance(action, Bid):
            assert isinstance(self.game, ProphecyGame)
            laid: tuple[int, ...] = ()
            hand = self.game.mask(view.hand)
            for card in action.cards:
                allowed = layable(self.game, hand, laid)
                legal = [number for number in range(numbers.cards) if allowed >> number & 1]
                number = self.game.index[card]
                self._add(where, view, row_of_view(view, laid), legal, number, str(action), value, {})
                laid = (*laid, number)
            return
        values = {numbers.numbers[name]: worth for name, worth in worths.items() if name in numbers.numbers}
        legal = [numbers.numbers[choice] for choice in view.legal]
        number = numbers.numbers[str(action)]
        self._add(where, view, row_of_view(view), legal, number, str(action), value, values)

    def _add(
        self,
        where: Mapping[str, int],
        view: View,
        row: NDArray[np.int16],
        legal: Sequence[int],
        number: int,
        notation: str,
        value: float,
        values: Mapping[int, float],
    ) -> None:
        mask = np.zeros(self.numbering.count, np.uint8)
        mask[legal] = 1
        worth = np.full(self.numbering.count, np.nan, np.float32)
        worth[list(values)] = list(values.values())
        facts: dict[str, object] = {**where, "seat": view.seat, "phase": view.phase, "notation": notation}
        facts |= {"observation": row, "mask": mask, "action": number, "value": value, "values": worth}
        for name in CHOICE_COLUMNS:
            self.columns[name].append(facts[name])

    def end_round(self, points: Sequence[int], fulfilled: Sequence[bool]) -> None:
        """Adds the outcome of the round to all its choices."""
        shares = round_shares(points)
        for seat in self.columns["seat"][len(self.columns["points"]) :]:
            assert isinstance(seat, int)
            others = sum(points) - points[seat]
            self.columns["points"].append(points[seat])
            self.columns["ahead"].append(points[seat] - others / (len(points) - 1))
            self.columns["fulfilled"].append(bool(fulfilled[seat]))
            self.columns["round_share"].append(shares[seat] / WHOLE)


CHOICE_COLUMNS = {
    "round": "the number of the round in the data set, from 0",
    "match_seed": "the seed of its match: game.start(seed=…)",
    "match_round": "the number of the round in its match, from 1",
    "seat": "the seat that chose",
    "phase": "prophecy, bid or tricks",
    "notation": "the action in notation; for a card of a bid the whole bid",
    "observation": "what the seat saw (docs/adapters.md)",
    "mask": "1 for every legal action",
    "action": "the number of the action taken",
    "value": "the points that the player expected in this round; missing if it says nothing",
    "values": "the same for every action it valued, by action number; missing for the others and for bids",
}
OUTCOME_COLUMNS = {
    "points": "the points of the seat in this round",
    "ahead": "its points less the mean of the others'",
    "fulfilled": "whether its prophecy or bid came true",
    "round_share": "its share of the win of the round",
}


def make_shard(task: ShardTask) -> Columns:
    """Plays the rounds of a shard and returns its columns as arrays; choices without an alternative are left out."""
    plan, game = task.plan, task.plan.game
    spec = read_spec(plan.bot)
    if spec.name in SEARCHING:
        warm_up(game, spec.name)
    mind: Bot = bot(spec.name, **dict(spec.settings))
    rows = _Rows(game)
    first, done, match = task.number * plan.shard_rounds, 0, 0
    while done < task.rounds:
        seed = plan.match_seed(task.number, match)
        state, rng = game.start(seed=seed), Random(f"{plan.seed}:{task.number}:{match}")
        match += 1
        while not state.over and done < task.rounds:
            seat, rounds = state.awaited[0], len(state.finished)
            view = state.view(seat)
            action = mind.choose(view, rng)
            if len(view.legal) > 1:
                where = {"round": first + done, "match_seed": seed, "match_round": rounds + 1}
                rows.add(where, view, action, _worth(mind))
            state = state.apply(seat, action)
            if len(state.finished) > rounds:
                ended = state.finished[-1]
                rows.end_round(ended.points, ended.fulfilled)
                done += 1
    return {name: np.array(column) for name, column in rows.columns.items()}


def _worth(mind: Bot) -> dict[str, float]:
    """Returns what the player expected of the actions of its last decision, in points of the round."""
    return {str(action): points for action, points in mind.worth.items()} if isinstance(mind, SeerBot) else {}


def write(path: Path, plan: Plan, rounds: int, executor: Executor | None = None, ahead: int = 2) -> Iterator[int]:
    """Writes missing shards one after the other; yields the number of rounds of each finished one."""
    pyarrow, parquet = _arrow()
    Player(read_spec(plan.bot))  # refuses a bot that can't play before anything is written
    path.mkdir(parents=True, exist_ok=True)
    _check_header(path / "dataset.json", plan)
    (path / "dataset.json").write_text(json.dumps({**plan.header(), "rounds": rounds}, indent=1) + "\n", "utf-8")
    (path / "README.md").write_text(card(plan, rounds), "utf-8")
    tasks = shard_tasks(plan, rounds)
    missing = [task for task in tasks if not (path / task.name).is_file()]
    yield sum(task.rounds for task in tasks) - sum(task.rounds for task in missing)
    for task, columns in zip(missing, in_order(executor, make_shard, missing, ahead), strict=True):
        partial = path / f".{task.name}.partial"
        parquet.write_table(_table(pyarrow, columns), partial, compression="zstd")
        for shorter in path.glob(f"rounds-{task.number * plan.shard_rounds:07d}-*.parquet"):
            shorter.unlink()
        partial.replace(path / task.name)
        yield task.rounds


def _check_header(path: Path, plan: Plan) -> None:
    if not path.is_file():
        return
    header = json.loads(path.read_text("utf-8"))
    for key, expected in plan.header().items():
        if header.get(key) != expected:
            values = {"file": str(path), "key": key, "found": str(header.get(key))[:80], "wanted": str(expected)[:80]}
            raise Refusal("arena-other-plan", values)


def _arrow() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise Refusal("parquet-missing") from None
    return pyarrow, parquet


def _table(pyarrow: ModuleType, columns: Columns) -> object:
    narrow = {"match_round": "int16", "seat": "int8", "action": "int16", "points": "int16", "match_seed": "uint64"}
    narrow |= {"ahead": "float32", "round_share": "float32", "value": "float32", "observation": "int16"}
    arrays = {}
    for name, column in columns.items():
        cast = column.astype(narrow.get(name, column.dtype))
        if cast.ndim == 2:
            arrays[name] = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(cast.reshape(-1)), cast.shape[1])
        else:
            arrays[name] = pyarrow.array(cast)
    return pyarrow.table(arrays)


def read(path: str | Path, columns: Sequence[str] | None = None) -> Columns:
    """Reads a data set as NumPy arrays by column; `observation`, `mask` and `values` have a row per choice."""
    _, parquet = _arrow()
    files = sorted(Path(path).glob("rounds-*.parquet"))
    tables = [parquet.read_table(file, columns=None if columns is None else list(columns)) for file in files]
    arrays: dict[str, list[Array]] = {}
    for table in tables:
        for name in table.column_names:
            column = table[name].combine_chunks()
            wide = name in ("observation", "mask", "values")
            flat = (column.flatten() if wide else column).to_numpy(zero_copy_only=False)
            arrays.setdefault(name, []).append(flat.reshape(len(column), -1) if wide else flat)
    return {name: np.concatenate(parts) for name, parts in arrays.items()}


def card(plan: Plan, rounds: int) -> str:
    """Returns the data card of a data set."""
    game = plan.game
    size = observations(game, (0,)).layout.size
    made = f"foretold dataset {plan.task} --rounds {rounds} --bot {plan.bot} --seed {plan.seed}"
    columns = "\n".join(f"| `{name}` | {text} |" for name, text in (CHOICE_COLUMNS | OUTCOME_COLUMNS).items())
    return f"""# Foretold data set: {plan.task}

| | |
|---|---|
| what it is | choices in {rounds:,} rounds of `{game.name}` with {game.players} players |
| players | `{plan.bot}` at every seat |
| made by | `{made}`, Foretold {__version__} |
| rows | one per choice with more than one legal action; a bid of Prophecy has one row per card |
| observation | {size} numbers, laid out as docs/adapters.md says; actions have {numbering(game).count} numbers |
| seeds | below 2⁶³; those of the benchmark's evaluation are above |
| read it | `from foretold.research.dataset import read; rows = read("DIRECTORY")` |
| people | none: no match of people is in it |
| limits | self-play of one bot: positions that it avoids are rare; its values are estimates from play-outs |
| licence | that of Foretold, MIT |

| column | |
|---|---|
{columns}
"""
