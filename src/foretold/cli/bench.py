"""`foretold bench`: speed figures of this machine, in CPU time and as ratios within one run."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

BENCHES = ("engine",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold bench`."""
    parser.add_argument("what", nargs="?", choices=BENCHES, default="engine", help="what to measure (default engine)")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="CPU time for each figure (default 3)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Measures and prints."""
    figures = engine_figures(arguments.seconds)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:44} {value:>12,.2f}" if isinstance(value, float) else f"{name:44} {value!s:>12}")
    return 0


def engine_figures(seconds: float) -> dict[str, Any]:
    """Random play and checking by the plain engine, beside OpenSpiel's nearest game where that is installed."""
    figures: dict[str, Any] = {}
    engine = per_second(random_matches(), seconds)
    figures["engine: actions per CPU-second"] = engine
    spiel = oh_hell()
    if spiel is None:
        figures["OpenSpiel oh_hell: decisions per CPU-second"] = "not installed"
    else:
        figures["OpenSpiel oh_hell: decisions per CPU-second"] = rival = per_second(spiel, seconds)
        figures["ratio to OpenSpiel"] = engine / rival
    figures["check: events per CPU-second"] = per_second(checked_records(), seconds)
    figures["import foretold: CPU milliseconds"] = child_milliseconds("import foretold")
    figures["foretold --help: CPU milliseconds"] = child_milliseconds(
        "import contextlib, io, foretold.cli\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        "    foretold.cli.main(['--help'])"
    )
    return figures


def per_second(work: Callable[[], int], seconds: float) -> float:
    """How much of the work one CPU-second does; `work` returns how much it did."""
    work()
    done = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        done += work()
    return done / spent


def random_matches() -> Callable[[], int]:
    """Whole matches of Seven Prophecies with 4 players, random play through the public calls; counts actions."""
    from foretold.games import load

    game = load("seven-prophecies", players=4)
    choice = Random(1).choice
    seeds = iter(range(1 << 62))

    def work() -> int:
        actions = 0
        for _ in range(10):
            state = game.start(seed=next(seeds))
            while not state.over:
                seat = state.actors[0]
                state = state.apply(seat, choice(state.legal(seat)))
                actions += 1
        return actions

    return work


def checked_records() -> Callable[[], int]:
    """Reading and replaying lines of a record file; counts events."""
    from foretold.arena.simulate import Plan, Task, run_task
    from foretold.cli.check import Batch, check_batch
    from foretold.files import Line
    from foretold.games import load

    plan = Plan(load("seven-prophecies", players=4), ("random",) * 4, seed=1, keep_records=True)
    lines = [Line(number, line.encode()) for number, line in enumerate(run_task(Task(plan, range(20))).lines)]
    return lambda: check_batch(Batch(Path("bench"), lines)).events


def oh_hell() -> Callable[[], int] | None:
    """OpenSpiel's Oh Hell with 4 players and 10 tricks, random play from Python; counts decisions of players."""
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    game = pyspiel.load_game("oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=10)")
    rng = Random(1)

    def work() -> int:
        decisions = 0
        for _ in range(10):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return work


def child_milliseconds(code: str) -> float:
    """CPU time of a new interpreter for this code beyond an empty one's, the best of five."""
    script = "import time; before = time.process_time()\n" + code + "\nprint(1000 * (time.process_time() - before))"
    times = [
        float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    ]
    return min(times)
