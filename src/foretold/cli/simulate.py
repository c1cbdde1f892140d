"""`foretold simulate`: bots against bots, records and statistics."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foretold.cli import Usage
from foretold.cli.options import (
    add_game_arguments,
    add_jobs_argument,
    add_language_argument,
    language,
    load_game,
    progress,
    seed_argument,
    wait_for_kernels,
)

if TYPE_CHECKING:
    from rich.table import Table

    from foretold.arena.simulate import Plan


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold simulate`."""
    add_game_arguments(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="matches to play (default 100)")
    parser.add_argument("--bots", metavar="A,B,…", help="a bot per seat, or one for all (default greedy)")
    parser.add_argument(
        "--seed", type=seed_argument, default=0, metavar="S", help="same seed, same matches (default 0)"
    )
    parser.add_argument("--records", type=Path, metavar="FILE", help="write the records here (.jsonl, .jsonl.gz)")
    add_jobs_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plays the matches and prints the figures."""
    from foretold.arena.pool import cores, processes
    from foretold.arena.simulate import Plan, simulate
    from foretold.arena.tally import Tally
    from foretold.bots import bot
    from foretold.files import new_file

    if arguments.games < 1:
        raise Usage("games-count", {"found": arguments.games})
    bots = (arguments.bots or "greedy").split(",")
    players = arguments.players
    if players is None:
        players = len(bots) if len(bots) > 1 else 4
    game = load_game(arguments, players)
    if len(bots) == 1:
        bots = bots * players
    if len(bots) != players:
        raise Usage("bots-count", {"found": len(bots), "players": players})
    for name in bots:
        bot(name)
    wait_for_kernels()
    plan = Plan(game, tuple(bots), arguments.seed, keep_records=arguments.records is not None)
    total = Tally(players)
    with ExitStack() as stack:
        target = None
        if arguments.records is not None:
            with _writing(arguments.records):
                target = stack.enter_context(new_file(arguments.records))
        bar = stack.enter_context(progress("simulate", arguments.games))
        executor = stack.enter_context(processes(arguments.jobs))
        for batch in simulate(plan, arguments.games, executor, ahead=4 * cores(arguments.jobs)):
            total.join(batch.tally)
            if target is not None:
                with _writing(arguments.records):
                    target.writelines(line + "\n" for line in batch.lines)
            bar(batch.tally.matches)
        with _writing(arguments.records):
            stack.close()
    figures = total.figures()
    if arguments.json:
        head = {"game": game.name, "players": players, "options": game.options, "bots": bots, "seed": arguments.seed}
        print(json.dumps({**head, **figures}))
    else:
        _print(plan, figures, language(arguments))
    return 0


@contextmanager
def _writing(path: Path | None) -> Iterator[None]:
    """A file that can't be written is wrong use."""
    try:
        yield
    except OSError as error:
        raise Usage("unwritable-file", {"file": str(path), "why": error.strerror or type(error).__name__}) from None


def _print(plan: Plan, figures: dict[str, Any], spoken: str) -> None:
    from foretold.cli.options import console
    from foretold.words import say

    out = console()
    out.print(
        say(
            spoken,
            "simulate.summary",
            game=plan.game.title.label if spoken == "en" else plan.game.title.label_ja,
            matches=figures["matches"],
            rounds=figures["rounds"],
            per_match=f"{figures['rounds_per_match']:.2f}",
            tricks=f"{figures['tricks_per_round']:.2f}",
            shared=f"{figures['shared_victories']:.1%}",
        )
    )
    by_seat = _table(spoken, "seat", "bot", "wins", "score", "points", "fulfilled")
    for seat in figures["seats"]:
        by_seat.add_row(
            str(seat["seat"]),
            plan.bots[seat["seat"]],
            f"{seat['win_share']:.1%}",
            f"{seat['score_per_match']:.2f}",
            f"{seat['points_per_round']:.3f}",
            f"{seat['fulfilled']:.1%}",
        )
    out.print(by_seat)
    by_start = _table(spoken, "start", "round", "points", "fulfilled")
    for row in figures["from_first_leader"]:
        by_start.add_row(
            f"+{row['seats_to_the_left']}",
            f"{row['round_share']:.1%}",
            f"{row['points_per_round']:.3f}",
            f"{row['fulfilled']:.1%}",
        )
    out.print(by_start)
    by_length = _table(spoken, "tricks", "rounds", "prophecies")
    for tricks, rounds in figures["rounds_by_tricks"].items():
        by_length.add_row(tricks, str(rounds), str(figures["fulfilled_by_tricks"][tricks]))
    out.print(by_length)


def _table(spoken: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    from foretold.words import say

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(say(spoken, f"simulate.{column}"), justify="left" if number == 0 else "right")
    return table
