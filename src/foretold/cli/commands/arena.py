"""`foretold arena`: tournaments of bots on duplicate deals."""

from __future__ import annotations

import argparse
import json
import re
import sys
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO, TYPE_CHECKING

from foretold.cli import Usage
from foretold.cli.executors import add_worker_arguments, open_ledger, workers
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

if TYPE_CHECKING:
    from rich.table import Table

    from foretold.arena.blocks import Block
    from foretold.arena.progress_file import Ledger
    from foretold.arena.tournament import Compared, Tournament, TournamentFigures

BLOCKS, MOST_BLOCKS = 100, 10_000  # default; maximum with --until


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold arena`."""
    add_game_arguments(parser)
    parser.add_argument(
        "--bots",
        default="seer,greedy",
        metavar="A,B,…",
        help="two bots: one against the rest; more: all at one table; such as seer:worlds=60,greedy",
    )
    parser.add_argument(
        "--games", type=int, metavar="N", help="deals, each played with every seating (default 100; with --until 10000)"
    )
    parser.add_argument("--by", choices=("match", "round"), default="match", help="whole matches or single rounds")
    parser.add_argument(
        "--until", metavar="C", help="stop as soon as the first bot clearly differs from all others, such as 95%%"
    )
    parser.add_argument("--seed", type=seed_argument, default=0, metavar="S", help="same seed, same deals (default 0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep every block here (.jsonl)")
    parser.add_argument("--resume", action="store_true", help="continue the blocks in --out")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the differences here (.svg)")
    add_worker_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plays the tournament and prints the figures."""
    from foretold.arena.blocks import Schedule
    from foretold.arena.players import read_spec
    from foretold.arena.progress_file import header, read_ledger
    from foretold.arena.tournament import Tournament
    from foretold.files import new_file

    confidence = None if arguments.until is None else _confidence(arguments.until)
    limit = arguments.games if arguments.games is not None else BLOCKS if confidence is None else MOST_BLOCKS
    if limit < 1:
        raise Usage("games-count", {"found": limit})
    if arguments.resume and arguments.out is None:
        raise Usage("arena-resume-what")
    texts = arguments.bots.split(",")
    if len(texts) < 2:
        raise Usage("arena-bots-count", {"found": len(texts)})
    game = load_game(arguments, arguments.players if arguments.players is not None else 4)
    schedule = Schedule(game, tuple(read_spec(text) for text in texts), arguments.seed, arguments.by)
    tournament = Tournament(schedule, confidence)
    spoken = language(arguments)
    with ExitStack() as stack:
        executor, count = stack.enter_context(workers(arguments))
        drawing: IO[str] | None = None
        ledger: Ledger | None = None
        if arguments.plot is not None:  # an unwritable file is reported before hours of play
            with writing(arguments.plot):
                drawing = stack.enter_context(new_file(arguments.plot))
        if arguments.out is not None:
            first = header(schedule)
            kept, ledger = open_ledger(
                arguments.out, first, arguments.resume, lambda: read_ledger(arguments.out, schedule)
            )
            stack.enter_context(closing(ledger))
            _take(tournament, kept, limit)
        try:
            _play(tournament, limit, ledger, arguments.out, executor, count)
        except BaseException:
            if ledger is not None and tournament.blocks:
                message = _say(spoken, "kept", blocks=len(tournament.blocks), file=arguments.out)
                print(message, file=sys.stderr)
            raise
        figures = tournament.figures()
        if drawing is not None:
            with writing(arguments.plot):
                drawing.write(_drawing(tournament, figures, spoken))
                stack.close()
    if arguments.json:
        print(json.dumps(figures))
    else:
        _print(tournament, figures, spoken)
    return 0


def _confidence(text: str) -> float:
    """Parses `95%` or `0.95`."""
    if re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,6})?%", text):
        confidence = float(text[:-1]) / 100
    elif re.fullmatch(r"0\.[0-9]{1,8}", text):
        confidence = float(text)
    else:
        confidence = 0.0
    if not 0.5 <= confidence < 1:
        raise Usage("arena-until", {"text": text[:40]})
    return round(confidence, 10)


def _take(tournament: Tournament, kept: list[Block], limit: int) -> None:
    """Adds blocks that were played earlier, as if they were played now."""
    for block in kept[:limit]:
        if tournament.decided():
            break
        tournament.add(block)


def _play(
    tournament: Tournament, limit: int, ledger: Ledger | None, path: Path, executor: Executor | None, count: int
) -> None:
    from foretold.arena.blocks import play_blocks

    done = len(tournament.blocks)
    if done >= limit or tournament.decided():
        return
    wait_for_kernels()
    with progress("arena", limit) as bar:
        bar(done)
        blocks = play_blocks(tournament.schedule, range(done, limit), executor, ahead=2 * count)
        for block in blocks:
            if ledger is not None:
                with writing(path):
                    ledger.add(block.to_dict())
            tournament.add(block)
            bar(1)
            if tournament.decided():
                break
        blocks.close()  # pending blocks are not played


# Display --------------------------------------------------------------------------------------------------------


def _say(spoken: str, key: str, **values: object) -> str:
    from foretold.i18n import say

    return say(spoken, f"arena.{key}", **values)


def _labels(figures: TournamentFigures) -> list[str]:
    """Returns distinct labels of the bots."""
    bots = figures["bots"]
    return [
        f"{name} #{bots[: number + 1].count(name)}" if bots.count(name) > 1 else name
        for number, name in enumerate(bots)
    ]


def _title(tournament: Tournament, spoken: str) -> str:
    from foretold.i18n import title_name

    return title_name(spoken, tournament.schedule.game.name)


def _summary(tournament: Tournament, figures: TournamentFigures, spoken: str) -> str:
    return _say(
        spoken,
        f"summary-{figures['by']}",
        game=_title(tournament, spoken),
        players=figures["players"],
        blocks=figures["blocks"],
        matches=figures["matches"],
        rounds=figures["rounds"],
        seed=figures["seed"],
    )


def _print(tournament: Tournament, figures: TournamentFigures, spoken: str) -> None:
    from foretold.cli.options import console

    out = console()
    out.print(_summary(tournament, figures, spoken))
    out.print(_points_table(figures, spoken))
    out.print(_prophecies_table(figures, spoken))
    out.print(_ratings_table(figures, spoken))
    for note in _notes(figures, spoken):
        out.print(note)


def _points_table(figures: TournamentFigures, spoken: str) -> Table:
    many, matches = len(figures["bots"]) > 2, figures["by"] == "match"
    columns = ["bot", "points", "ahead", *(["to-first"] if many else []), "rounds", *(["matches"] if matches else [])]
    table = _table(spoken, *columns)
    for label, result in zip(_labels(figures), figures["results"], strict=True):
        cells = [label, _number(result["points_per_round"]), _interval(result["ahead"])]
        if many:
            cells.append(_interval(result["ahead_of_first"]))
        cells.append(_part(result["round_share"]))
        if matches:
            cells.append(_part(result["match_share"]))
        table.add_row(*cells)
    return table


def _prophecies_table(figures: TournamentFigures, spoken: str) -> Table:
    tricks = sorted({int(trick) for result in figures["results"] for trick in result["fulfilled_by_trick"]})
    by_trick = [str(trick) for trick in tricks] if len(tricks) > 1 else []  # Prophecy plays all tricks of a round
    table = _table(spoken, "bot", "fulfilled")
    for trick in by_trick:
        table.add_column(_say(spoken, "in-trick", trick=trick), justify="right")
    for label, result in zip(_labels(figures), figures["results"], strict=True):
        cells = [_part(result["fulfilled_by_trick"].get(trick, 0.0)) for trick in by_trick]
        table.add_row(label, _part(result["fulfilled"]), *cells)
    return table


def _ratings_table(figures: TournamentFigures, spoken: str) -> Table:
    table = _table(spoken, "bot", "rating", "decisions", "time", "slowest")
    for label, result, time in zip(_labels(figures), figures["results"], figures["time"], strict=True):
        rating = f"{result['rating']['mu']:.1f} ± {result['rating']['sigma']:.1f}"
        times = (str(time["decisions"]), _number(time["mean_ms"]), _number(time["slowest_ms"]))
        table.add_row(label, rating, *times)
    return table


def _notes(figures: TournamentFigures, spoken: str) -> list[str]:
    share = f"{1 / figures['players']:.1%}"
    until = figures["until"]
    if until is None:
        notes = [_say(spoken, "note-interval", share=share)]
    else:
        level = f"{100 * until['confidence']:g}%"
        notes = [_say(spoken, "note-bound", share=share, level=level)]
        notes.append(_say(spoken, "decided" if until["decided"] else "undecided", blocks=figures["blocks"]))
    if not figures["repeatable"]:
        notes.append(_say(spoken, "note-timed"))
    return notes


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _part(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _half(compared: Compared) -> float | None:
    """Returns half of the applicable interval: with early stopping the one that holds at every look."""
    return compared.get("bound", compared["interval"])


def _interval(compared: Compared | None) -> str:
    if compared is None or not compared["blocks"]:
        return "–"
    half = _half(compared)
    return f"{compared['mean']:+.3f}" + ("" if half is None else f" ±{half:.3f}")


def _table(spoken: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for number, column in enumerate(columns):
        table.add_column(_say(spoken, column), justify="left" if number == 0 else "right", overflow="fold")
    return table


def _drawing(tournament: Tournament, figures: TournamentFigures, spoken: str) -> str:
    from foretold.arena.plot import Bar, draw

    compared = [result["ahead"] for result in figures["results"]]
    bars = [
        Bar(label, bot["mean"], _half(bot) or 0.0)
        for label, bot in zip(_labels(figures), compared, strict=True)
        if bot["blocks"]
    ]
    title = _say(spoken, "plot-title")
    level = 95.0 if figures["until"] is None else 100 * figures["until"]["confidence"]
    axis = _say(spoken, "plot-axis", level=f"{level:g}%")
    return draw(title, _summary(tournament, figures, spoken), axis, bars)
