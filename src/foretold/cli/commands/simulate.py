"""`foretold simulate`: bots against bots, records and statistics."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage
from foretold.cli.executors import add_worker_arguments, refusing, workers
from foretold.cli.options import (
    add_game_arguments,
    add_language_argument,
    language,
    load_game,
    progress,
    seed_argument,
    wait_for_kernels,
    writing,
)
from foretold.cli.outputs import Output, add_output_arguments, outputs

if TYPE_CHECKING:
    from foretold.arena.simulate import Batch, Plan
    from foretold.arena.simulation_file import BatchFile
    from foretold.arena.tally import Tally
    from foretold.games import Game
    from foretold.statistics.page import Surveyed
    from foretold.statistics.survey import Survey


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold simulate`."""
    add_game_arguments(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="matches to play (default 100)")
    parser.add_argument(
        "--bots", metavar="A,B,…", help="a bot per seat, or one for all (default greedy); such as seer:worlds=64"
    )
    parser.add_argument(
        "--seed", type=seed_argument, default=0, metavar="S", help="same seed, same matches (default 0)"
    )
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="GAME[:VARIANT][:K=V]…",
        help="another game to compare with, such as seven-prophecies-2017:single-round; can be repeated",
    )
    parser.add_argument(
        "--fast",
        action="store_true",
        help="use compiled kernels: all seats random or all greedy; a seed gives other matches",
    )
    add_output_arguments(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep every batch of matches here (.jsonl)")
    parser.add_argument("--resume", action="store_true", help="continue the batches in --out")
    add_worker_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plays the matches and prints the figures."""
    from foretold.statistics.page import Surveyed
    from foretold.statistics.survey import Survey

    if arguments.games < 1:
        raise Usage("games-count", {"found": arguments.games})
    if arguments.resume and arguments.out is None:
        raise Usage("arena-resume-what")
    plans = [_plan(arguments, game) for game in _games(arguments)]
    spoken = language(arguments)
    wait_for_kernels()
    tallies: list[Tally] = []
    surveyed: list[Surveyed] = []
    with ExitStack() as stack:
        executor, count = stack.enter_context(workers(arguments))
        files = outputs(arguments, stack)
        kept = None if arguments.out is None else stack.enter_context(closing(_kept(arguments, plans)))
        bar = stack.enter_context(progress("simulate", arguments.games * len(plans)))
        try:
            for number, plan in enumerate(plans):
                batches = _batches(number, plan, arguments.games, kept, executor, 4 * count)
                survey = Survey(plan.game.players) if plan.keep_survey else None
                tallies.append(_take(plan, batches, files, survey, bar))
                if survey is not None:
                    surveyed.append(Surveyed(plan.game, plan.bots, plan.seed, plan.fast, survey))
        except BaseException:
            if kept is not None and kept.done:
                _tell_kept(kept, spoken)
            raise
        for output in files:
            output.finish(surveyed, spoken)
    _show(arguments, plans, tallies, spoken)
    return 0


def _games(arguments: argparse.Namespace) -> Iterator[Game]:
    """Returns the game, then those to compare with."""
    from foretold.games import load

    bots = (arguments.bots or "greedy").split(",")
    players = arguments.players
    if players is None:
        players = len(bots) if len(bots) > 1 else 4
    yield load_game(arguments, players)
    for text in arguments.against:
        name, *parts = text.split(":")
        options: dict[str, str | bool] = {}
        for at, part in enumerate(parts):
            key, equals, value = part.partition("=")
            if not equals and at == 0 and part:
                key, value = "variant", part
            elif not (key and equals and value):
                raise Usage("against-form", {"text": text[:80]})
            if key in options:
                raise Usage("against-form", {"text": text[:80]})
            options[key] = {"true": True, "false": False}.get(value, value)
        count = str(options.pop("players", players))
        yield load(name, int(count) if count.isascii() and count.isdigit() and len(count) < 4 else -1, options=options)


def _plan(arguments: argparse.Namespace, game: Game) -> Plan:
    """Builds the plan for a game."""
    from foretold.arena.simulate import Plan, can_be_fast, seated

    bots = (arguments.bots or "greedy").split(",")
    if len(bots) == 1:
        bots = bots * game.players
    if len(bots) != game.players:
        raise Usage("bots-count", {"found": len(bots), "players": game.players})
    for text in bots:
        seated(text)
    if arguments.fast and not can_be_fast(bots):
        raise Usage("fast-bots")
    return Plan(
        game,
        tuple(bots),
        arguments.seed,
        keep_records=arguments.records is not None,
        keep_rows=any(path is not None for path in (arguments.csv, arguments.parquet, arguments.out)),
        keep_survey=arguments.report is not None,
        fast=arguments.fast,
    )


def _kept(arguments: argparse.Namespace, plans: list[Plan]) -> BatchFile:
    """Opens the progress file for the next batch."""
    from foretold.arena.simulation_file import BatchFile, Index, read_index

    path: Path = arguments.out
    index = Index([[] for _ in plans])
    with refusing(), writing(path):
        if path.is_file() and path.stat().st_size:
            if not arguments.resume:
                raise Usage("arena-exists", {"file": str(path)})
            index = read_index(path, plans)
        return BatchFile(path, plans, index)


def _batches(
    number: int, plan: Plan, matches: int, kept: BatchFile | None, executor: Executor | None, ahead: int
) -> Iterator[Batch]:
    """Yields the batches of a plan: the stored ones, then new ones, which are stored at once."""
    from foretold.arena.simulate import simulate

    start = 0
    if kept is not None:
        with refusing():
            yield from kept.kept(number, matches)
        start = kept.index.done(number)
    for batch in simulate(plan, matches, executor, ahead, start):
        if kept is not None:
            with writing(kept.path):
                kept.add(number, batch)
        yield batch


def _take(
    plan: Plan, batches: Iterator[Batch], files: list[Output], survey: Survey | None, bar: Callable[[int], None]
) -> Tally:
    """Adds up the figures of all batches; files and survey take theirs."""
    from foretold.arena.tally import Tally

    total = Tally(plan.game.players)
    for batch in batches:
        total.join(batch.tally)
        if survey is not None and batch.survey is not None:
            survey.join(batch.survey)
        for output in files:
            output.add(plan, batch)
        bar(batch.tally.matches)
    return total


def _tell_kept(kept: BatchFile, spoken: str) -> None:
    from foretold.i18n import say

    print(say(spoken, "simulate.kept", matches=kept.done, file=kept.path), file=sys.stderr)


def _show(arguments: argparse.Namespace, plans: list[Plan], tallies: list[Tally], spoken: str) -> None:
    """Prints the figures of all games."""
    from foretold.cli.terminal.simulate_table import print_figures

    if not arguments.json:
        for plan, tally in zip(plans, tallies, strict=True):
            print_figures(plan, tally.figures(), spoken)
        return
    results = []
    for plan, tally in zip(plans, tallies, strict=True):
        game = plan.game
        head: dict[str, object] = {"game": game.name, "players": game.players, "options": game.options}
        head |= {"bots": list(plan.bots), "seed": plan.seed, **({"fast": True} if plan.fast else {})}
        results.append({**head, **tally.figures()})
    print(json.dumps({**results[0], **({"against": results[1:]} if results[1:] else {})}))
