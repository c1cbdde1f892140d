"""`foretold calibrate`: what raw values mean against weak and strong company, fitted by self-play."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from foretold.cli import Usage
from foretold.cli.executors import add_worker_arguments, open_ledger, workers
from foretold.cli.options import (
    add_game_arguments,
    add_language_argument,
    console,
    language,
    load_game,
    progress,
    seed_argument,
    wait_for_kernels,
    writing,
)

if TYPE_CHECKING:
    from foretold.arena.calibrate import Plan, Played, Prior
    from foretold.arena.calibration_check import Truth
    from foretold.arena.luck_check import LuckPlan, Reviewed
    from foretold.arena.progress_file import Ledger
    from foretold.calibration import Calibration

GAMES, WORLDS, FRESH = 100, 64, 400

if TYPE_CHECKING:
    Match = TypeVar("Match", Played, Reviewed)
else:
    Match = TypeVar("Match")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold calibrate`."""
    add_game_arguments(parser)
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES,
        metavar="N",
        help=f"matches among strong players only; more with weak ones (default {GAMES})",
    )
    parser.add_argument(
        "--worlds",
        type=int,
        default=WORLDS,
        metavar="N",
        help=f"worlds per decision of strong players (default {WORLDS})",
    )
    parser.add_argument(
        "--fresh", type=int, default=FRESH, metavar="N", help=f"fresh worlds that value a choice (default {FRESH})"
    )
    parser.add_argument(
        "--seed", type=seed_argument, default=0, metavar="S", help="same seed, same matches (default 0)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the calibration here (.json)")
    parser.add_argument("--check", action="store_true", help="fit nothing: check how true the package's file is")
    parser.add_argument(
        "--luck",
        action="store_true",
        help="measure only what keeps luck unbiased, in matches of strong players, and add it to the file",
    )
    parser.add_argument(
        "--nearest",
        action="store_true",
        help="play nothing: derive this game's file from the nearest game's",
    )
    parser.add_argument("--rows", type=Path, metavar="FILE", help="keep every match here (.jsonl)")
    parser.add_argument("--resume", action="store_true", help="continue the matches in --rows")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw chances among strong players here (.svg)")
    add_worker_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plays matches, fits a calibration and prints its accuracy."""
    from foretold.arena.calibrate import Plan, Prior, fit
    from foretold.arena.calibration_check import measure
    from foretold.calibration import calibration, file_name

    _check_arguments(arguments)
    game = load_game(arguments, arguments.players if arguments.players is not None else 4)
    known = calibration(game)
    if (arguments.check or arguments.luck) and known is None:
        raise Usage("calibrate-nothing", {"game": game.name, "players": game.players})
    prior = Prior.of(game)
    if arguments.nearest and prior is None:
        raise Usage("calibrate-nothing", {"game": game.name, "players": game.players})
    plan = Plan(game, arguments.worlds, arguments.seed, arguments.games, arguments.fresh)
    if arguments.nearest and prior is not None:
        made = {**_made(arguments, plan, "--nearest"), "prior": file_name(prior.other), "matches": 0, "rounds": 0}
        return _write(arguments, prior.as_it_is(made))
    with ExitStack() as stack:
        executor, count = stack.enter_context(workers(arguments))
        for path in (arguments.out, arguments.plot):
            if path is not None:
                with writing(path):
                    path.touch()  # what can't be written is said before hours of play
        if arguments.luck and known is not None:
            return _write(arguments, _without_bias(plan, known, arguments, stack, executor, count))
        matches = _matches(plan, arguments, stack, executor, count)
    if not arguments.check or known is None:
        before = known
        known = fit(plan, matches, _made(arguments, plan), prior)
        known = replace(known, par={} if before is None else before.par)  # --luck measures it
        if arguments.out is not None:
            _write(arguments, _checked(plan, matches, known, prior))
    _report(measure(game, known, matches), known, plan, arguments)
    return 0


def _check_arguments(arguments: argparse.Namespace) -> None:
    for option in ("games", "worlds", "fresh"):
        if getattr(arguments, option) < 1:
            raise Usage("games-count", {"found": getattr(arguments, option)})
    if arguments.resume and arguments.rows is None:
        raise Usage("calibrate-resume-what")
    if sum((arguments.check, arguments.luck, arguments.nearest)) > 1:
        raise Usage("calibrate-one-of")
    if arguments.check and arguments.out is not None:
        raise Usage("calibrate-check-or-out")


def _report(truth: Truth, known: Calibration, plan: Plan, arguments: argparse.Namespace) -> None:
    """Writes the plot if one is asked for, and prints the figures as JSON or as tables."""
    spoken = language(arguments)
    if arguments.plot is not None:
        with writing(arguments.plot):
            arguments.plot.write_text(_drawing(truth, plan, spoken), "utf-8")
    if arguments.json:
        print(json.dumps({**truth, "calibration": known.to_dict()}))
    else:
        _print(truth, plan, spoken)


def _checked(plan: Plan, matches: list[Played], known: Calibration, prior: Prior | None) -> Calibration:
    """The calibration with its held-out log loss, if it may be written; else it is refused, and why is said."""
    from foretold.arena.calibrate import FEWEST_ROUNDS, held_out, too_few
    from foretold.calibration import file_name

    few = too_few(plan, matches)
    if few:
        strong, rounds = min(few.items(), key=lambda entry: entry[1])
        raise Usage("calibrate-too-few", {"rounds": rounds, "strong": strong, "least": FEWEST_ROUNDS})
    if known.diverged():
        raise Usage("calibrate-diverged", {"lines": ", ".join(known.diverged()[:4])})
    if prior is None:
        return known
    loss = held_out(plan, matches, prior)
    if loss.worse:
        raise Usage("calibrate-worse", {"prior": loss.prior, "fitted": loss.fitted})
    return replace(known, made={**known.made, "prior": file_name(prior.other), "held_out": list(loss)})


def _write(arguments: argparse.Namespace, known: Calibration) -> int:
    if arguments.out is not None:
        with writing(arguments.out):
            arguments.out.write_text(known.to_text(), "utf-8")
    else:
        print(known.to_text(), end="")
    return 0


def _without_bias(
    plan: Plan,
    known: Calibration,
    arguments: argparse.Namespace,
    stack: ExitStack,
    executor: Executor | None,
    count: int,
) -> Calibration:
    """The calibration of the package with what matches of strong players alone, reviewed, say of luck."""
    from foretold.arena.luck_check import FEWEST_MATCHES, LuckPlan, Reviewed, review_matches, without_bias

    if plan.games < FEWEST_MATCHES:
        raise Usage("calibrate-few-matches", {"games": plan.games, "least": FEWEST_MATCHES})
    luck = LuckPlan(plan.game, plan.worlds, plan.seed, plan.games)
    matches = _kept(
        luck, luck.games, Reviewed.from_dict, partial(review_matches, luck), arguments, stack, executor, count
    )
    return without_bias(plan.game, known, matches, {**_made(arguments, plan, "--luck"), "matches": len(matches)})


def _matches(
    plan: Plan, arguments: argparse.Namespace, stack: ExitStack, executor: Executor | None, count: int
) -> list[Played]:
    from foretold.arena.calibrate import Played, play_matches

    return _kept(plan, plan.matches, Played.from_dict, partial(play_matches, plan), arguments, stack, executor, count)


def _kept(
    plan: Plan | LuckPlan,
    whole: int,
    read: Callable[..., Match | None],  # from what a line holds, and the number of the match that is due
    play: Callable[[range, Executor | None, int], Iterator[Match]],
    arguments: argparse.Namespace,
    stack: ExitStack,
    executor: Executor | None,
    count: int,
) -> list[Match]:
    """So many matches: those that the file of --rows has, and those that are still to be played, which it keeps."""
    from foretold.arena.progress_file import read_parts

    matches: list[Match] = []
    ledger: Ledger | None = None
    if arguments.rows is not None:
        first = plan.header()
        matches, ledger = open_ledger(
            arguments.rows, first, arguments.resume, lambda: read_parts(arguments.rows, first, read)
        )
        stack.enter_context(closing(ledger))
        matches = matches[:whole]
    wait_for_kernels()
    try:
        with progress("calibrate", whole) as bar:
            bar(len(matches))
            for match in play(range(len(matches), whole), executor, 2 * count):
                if ledger is not None:
                    with writing(arguments.rows):
                        ledger.add(match.to_dict())
                matches.append(match)
                bar(1)
    except BaseException:
        if ledger is not None and matches:
            message = _say(language(arguments), "kept", matches=len(matches), file=arguments.rows)
            print(message, file=sys.stderr)
        raise
    return matches


def _made(arguments: argparse.Namespace, plan: Plan, *switches: str) -> dict[str, object]:
    """What a file says of how it was made: the command that makes it again, the commit, the seed."""
    from foretold.arena.git_commit import commit

    game = plan.game
    variant = game.options.get("variant", "standard")
    command = ["foretold", "calibrate", game.name, "--players", str(game.players)]
    command += [] if variant == "standard" else ["--variant", str(variant)]
    if "--nearest" in switches:
        return {"command": shlex.join([*command, "--nearest"]), "commit": commit(), "seed": plan.seed}
    command += [*switches, "--games", str(plan.games), "--worlds", str(plan.worlds)]
    command += [] if plan.fresh == FRESH else ["--fresh", str(plan.fresh)]
    command += ["--seed", str(plan.seed)]
    return {"command": shlex.join(command), "commit": commit(), "seed": plan.seed}


# What is shown --------------------------------------------------------------------------------------------------


def _say(spoken: str, key: str, **values: object) -> str:
    from foretold.i18n import say

    return say(spoken, f"calibrate.{key}", **values)


def _drawing(truth: Truth, plan: Plan, spoken: str) -> str:
    """The chances of the strongest company."""
    from foretold.arena.calibration_plot import draw
    from foretold.i18n import title_name

    raw, read = truth["companies"][-1]["bins"]
    game = title_name(spoken, plan.game.name)
    subtitle = _say(spoken, "plot-subtitle", game=game, players=plan.game.players, seed=plan.seed)
    words = [_say(spoken, key) for key in ("plot-said", "plot-came", "raw", "calibrated")]
    return draw(_say(spoken, "plot-title"), subtitle, words, raw, read)


def _print(truth: Truth, plan: Plan, spoken: str) -> None:
    from rich import box
    from rich.table import Table

    from foretold.i18n import title_name

    out = console()
    game = title_name(spoken, plan.game.name)
    out.print(_say(spoken, "summary", game=game, players=plan.game.players, seed=plan.seed, matches=plan.matches))

    def table(*columns: str) -> Table:
        grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
        for column in columns:
            grid.add_column(_say(spoken, column), justify="right")
        return grid

    points = table("phase", "strong", "rows", "raw", "calibrated")
    for row in truth["points"]:
        phase = _say(spoken, "told") if row["phase"] == 0 else str(row["phase"])
        read = f"{row['calibrated']:+.3f} ±{row['interval']:.3f}"
        points.add_row(phase, str(row["strong"]), str(row["rows"]), f"{row['raw']:+.3f}", read)
    out.print(points)
    match = table("third", "strong", "rows", "raw", "calibrated")
    for third in truth["match"]:
        shares = (f"{third['raw']:+.1%}", f"{third['calibrated']:+.1%} ±{third['interval']:.1%}")
        match.add_row(str(third["third"]), str(third["strong"]), str(third["rows"]), *shares)
    out.print(match)
    companies = table("strong", "rounds", "r2", "log-loss", "off")
    for company in truth["companies"]:
        figures = (company["r2"], company["log_loss"], company["off"])
        pairs = [" → ".join(f"{value:.3f}" for value in figure) for figure in figures]
        companies.add_row(str(company["strong"]), str(company["rounds"]), *pairs)
    out.print(companies)
    out.print(_say(spoken, "note"))
