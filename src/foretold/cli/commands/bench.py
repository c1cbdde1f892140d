"""`foretold bench`: speed of this machine, in CPU time and as ratios within one run."""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count as numbers
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foretold.bots import Bot
    from foretold.games import Game
    from foretold.views import View

BENCHES = ("engine", "kernels", "bots", "server", "fleet", "company", "web", "site", "adapters", "daily")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold bench`."""
    parser.add_argument("what", nargs="?", choices=BENCHES, default="engine", help="what to measure (default engine)")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="CPU time for each figure (default 3)")
    parser.add_argument("--tables", type=int, default=500, metavar="N", help="tables of the server (default 500)")
    parser.add_argument(
        "--before",
        type=Path,
        metavar="DIR",
        help="a checkout of another version to compare with, in turns",
    )
    parser.add_argument("--spectators", type=int, default=0, metavar="N", help="one table with so many spectators")
    parser.add_argument(
        "--subscribers", type=int, default=10_000, metavar="N", help="for company: who is notified (default 10,000)"
    )
    parser.add_argument(
        "--database", default="", metavar="URL", help="for fleet: an empty database postgresql://… on this machine"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Measures and prints."""
    figures = FIGURES[arguments.what](arguments)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:64} {value:>14,.2f}" if isinstance(value, float) else f"{name:64} {value!s:>14}")
    return 0


def engine_figures(seconds: float) -> dict[str, object]:
    """Measures random play and checking by the engine, and OpenSpiel's closest game if installed."""
    figures: dict[str, object] = {}
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


def kernel_figures(seconds: float) -> dict[str, object]:
    """Measures play-outs, worlds and compilation, and random rounds of OpenSpiel's closest game if installed."""
    figures: dict[str, object] = {}
    with TemporaryDirectory() as empty:
        for name in ("cold", "warm"):
            figures[f"everything a table needs, {name} cache: CPU seconds"] = compile_seconds(empty)
    from foretold.kernels.seven import GREEDY, RANDOM

    for label, policy in (("random", RANDOM), ("greedy", GREEDY)):
        for game in ("seven-prophecies", "prophecy"):
            rounds = compiled_rounds(game, policy, 20_000 if policy == RANDOM else 2_000)
            speed = figures[f"{game}, 4 players, {label}: rounds per CPU-second"] = per_second(rounds, seconds)
            if (label, game) == ("random", "seven-prophecies"):
                ours = speed
    figures["worlds for a first card of seven-prophecies: per CPU-second"] = per_second(drawn_worlds(0), seconds)
    figures["worlds after six tricks, with voids: per CPU-second"] = per_second(drawn_worlds(6), seconds)
    spiel = oh_hell(games=True)
    if spiel is None:
        figures["OpenSpiel oh_hell from Python: games per CPU-second"] = "not installed"
    else:
        figures["OpenSpiel oh_hell from Python: games per CPU-second"] = rival = per_second(spiel, seconds)
        figures["ratio to OpenSpiel"] = ours / rival
    return figures


def compile_seconds(cache: str) -> float:
    """Returns the CPU time of a new interpreter and its children until the kernels are ready, with this cache
    directory."""
    code = "from foretold.kernels import warm\nwarm.wait()\nimport os\nprint(sum(os.times()[:4]))"
    environment = {**os.environ, "FORETOLD_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else the compiler's sources are compiled at each start
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    return float(done.stdout)


def compiled_rounds(name: str, policy: int, rounds: int) -> Callable[[], int]:
    """Plays whole rounds by a kernel, including the deal; counts rounds."""
    import numpy as np

    from foretold.games import load
    from foretold.games.prophecy.game import ProphecyGame
    from foretold.games.seven.game import SevenGame
    from foretold.kernels import prophecy, seven

    game = load(name, players=4)
    seeds = iter(range(1 << 62))
    points = np.zeros(4, np.int64)
    counts = np.zeros((2, 11), np.int64)

    def work() -> int:
        if isinstance(game, ProphecyGame):
            prophecy.simulate_rounds(prophecy.prophecy_tables(game), rounds, policy, next(seeds), points, counts[0])
        elif isinstance(game, SevenGame):
            seven.simulate_rounds(seven.seven_tables(game), rounds, policy, next(seeds), counts[0], counts[1], points)
        return rounds

    return work


def drawn_worlds(tricks: int) -> Callable[[], int]:
    """Draws worlds for one view of Seven Prophecies with 4 players, after so many tricks of a round."""
    from foretold.games import load
    from foretold.games.seven.view import SevenView
    from foretold.games.unknown import seven_unknown
    from foretold.kernels.worlds import Worlds

    state = load("seven-prophecies", players=4).start(seed=1)
    seen = state.view(state.actors[0])
    while not isinstance(seen, SevenView) or len(seen.tricks) < tricks or seen.phase != "tricks":
        state = state.apply(state.actors[0], state.legal(state.actors[0])[0])
        seen = state.view(state.actors[0])
    worlds, rng = Worlds(seven_unknown(seen)), Random(1)
    return lambda: len(worlds.draw(20_000, rng))


def bot_figures(seconds: float) -> dict[str, object]:
    """Measures a decision of each bot and a preview: mean CPU time, and by how much a limit in seconds is exceeded."""
    from foretold.bots import bot
    from foretold.games import TITLES, load
    from foretold.kernels import warm

    warm.wait()
    figures: dict[str, object] = {}
    for name in ("seven-prophecies", "prophecy"):
        for label, settings in (
            ("random", {}),
            ("novice", {}),
            ("greedy", {}),
            ("student", {}),
            ("adept", {}),
            ("seer", {"worlds": 100}),
            ("seer", {"seconds": 0.02}),
            ("seer", {"seconds": 0.2}),
        ):
            mean, longest = decisions(load(name, players=4), bot(label, **settings), seconds)
            title = f"{name}, {label}" + "".join(f" {key}={value}" for key, value in settings.items())
            figures[f"{title}: milliseconds a decision"] = mean
            if "seconds" in settings:
                figures[f"{title}: longest, milliseconds of the clock"] = longest
    for known in TITLES.values():
        for players in known.players:
            mean, most, ratio = foreseen(load(known.name, players=players), seconds / 3)
            figures[f"{known.name}, {players} players, preview: milliseconds"] = mean
            figures[f"{known.name}, {players} players, preview: most milliseconds"] = most
            figures[f"{known.name}, {players} players, preview: ratio to a decision of greedy"] = ratio
    try:
        import resource
    except ImportError:  # not on Windows
        return figures
    figures["peak memory, megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return figures


def decisions(game: Game, player: Bot, seconds: float) -> tuple[float, float]:
    """Returns mean CPU time and longest clock time of the decisions of one bot at all seats, in milliseconds."""
    rng = Random(1)
    spent = longest = 0.0
    count = seed = 0
    while spent < seconds:
        state = game.start(seed=seed)
        seed += 1
        while not state.over and spent < seconds:
            seat = state.actors[0]
            view = state.view(seat)
            clock, before = perf_counter(), process_time()
            action = player.choose(view, rng)
            if len(view.legal) > 1:
                spent += process_time() - before
                longest = max(longest, perf_counter() - clock)
                count += 1
            state = state.apply(seat, action)
    return 1000 * spent / count, 1000 * longest


def foreseen(game: Game, seconds: float) -> tuple[float, float, float]:
    """Returns CPU milliseconds of the preview of a card, mean and maximum, and the ratio to a decision of greedy.

    As on a server: a preview of the game was made before, and the garbage collector is off.
    """
    from foretold.bots import bot
    from foretold.bots.previews import preview, rehearse

    rehearse(game)
    greedy, rng = bot("greedy"), Random(1)
    chosen = 0.0
    looked: list[float] = []
    for view in views_of(game, greedy):
        gc.disable()
        begun = process_time()
        made = preview(view)
        between = process_time()
        gc.enable()
        if made is not None:
            greedy.choose(view, rng)
            chosen += process_time() - between
            looked.append(between - begun)
            if sum(looked) >= seconds:
                break
    return 1000 * sum(looked) / len(looked), 1000 * max(looked), sum(looked) / chosen


def views_of(game: Game, player: Bot) -> Iterator[View]:
    """Yields the view of the seat to act, decision by decision, in matches of this bot at all seats."""
    rng = Random(1)
    for seed in numbers():
        state = game.start(seed=seed)
        while not state.over:
            view = state.view(state.actors[0])
            yield view
            state = state.apply(state.actors[0], player.choose(view, rng))


def server_figures(seconds: float, tables: int, before: Path | None, spectators: int) -> dict[str, object]:
    """Measures what people at a server's tables experience, and its cost; the steady load lasts 7 times the seconds."""
    if not Path("/proc/self/stat").exists():
        return {"server": "measured on Linux only"}
    from foretold.benchmarks import server

    return server.figures(seconds, tables, before, spectators)


def fleet_figures(seconds: float, tables: int, database: str) -> dict[str, object]:
    """Like `server_figures`, with three processes over one PostgreSQL next to one with SQLite."""
    if not database or not Path("/proc/self/stat").exists():
        return {"fleet": "needs --database postgresql://…, on Linux"}
    from foretold.benchmarks import fleet

    return fleet.figures(seconds, tables, database)


def company_figures(seconds: float, tables: int, subscribers: int) -> dict[str, object]:
    """Measures the lists of people and groups, and notifications of a new table, beside tables at which people play."""
    if not Path("/proc/self/stat").exists():
        return {"company": "measured on Linux only"}
    from foretold.benchmarks import company

    return company.figures(seconds, tables, subscribers)


def web_figures(seconds: float) -> dict[str, object]:
    """Measures the browser client: bytes, CPU time, card movement, and the time from a tap until others see it."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return {"web": "needs Playwright: pip install playwright"}
    from foretold.benchmarks import web

    return web.figures(seconds)


def site_figures() -> dict[str, object]:
    """Measures the game without a server: bytes, time to the first prophecy, bots, tasks."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return {"site": "needs Playwright: pip install playwright"}
    from foretold.benchmarks import site

    return site.figures()


def adapter_figures(seconds: float) -> dict[str, object]:
    """Measures random play through PettingZoo and OpenSpiel, next to their own games if installed."""
    from foretold.benchmarks import adapters

    return adapters.figures(seconds, per_second)


def daily_figures(seconds: float) -> dict[str, object]:
    """Measures the page of a day with very many attempts, and the disk space of an attempt."""
    from foretold.benchmarks import daily

    return daily.figures(seconds)


FIGURES: dict[str, Callable[[argparse.Namespace], dict[str, object]]] = {
    "engine": lambda arguments: engine_figures(arguments.seconds),
    "kernels": lambda arguments: kernel_figures(arguments.seconds),
    "bots": lambda arguments: bot_figures(arguments.seconds),
    "server": lambda arguments: server_figures(
        arguments.seconds, arguments.tables, arguments.before, arguments.spectators
    ),
    "fleet": lambda arguments: fleet_figures(arguments.seconds, arguments.tables, arguments.database),
    "company": lambda arguments: company_figures(arguments.seconds, arguments.tables, arguments.subscribers),
    "web": lambda arguments: web_figures(arguments.seconds),
    "site": lambda arguments: site_figures(),
    "adapters": lambda arguments: adapter_figures(arguments.seconds),
    "daily": lambda arguments: daily_figures(arguments.seconds),
}


def per_second(work: Callable[[], int], seconds: float) -> float:
    """Returns how much of the work one CPU-second does; `work` returns its amount."""
    work()
    done = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        done += work()
    return done / spent


def random_matches() -> Callable[[], int]:
    """Plays whole matches of Seven Prophecies with 4 players at random through the public API; counts actions."""
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
    """Reads and replays lines of a record file; counts events."""
    from foretold.arena.simulate import MatchTask, Plan, run_task
    from foretold.cli.commands.check import check_chunk
    from foretold.cli.record_chunks import Chunk
    from foretold.files import Line
    from foretold.games import load

    plan = Plan(load("seven-prophecies", players=4), ("random",) * 4, seed=1, keep_records=True)
    lines = [Line(number, line.encode()) for number, line in enumerate(run_task(MatchTask(plan, range(20))).lines)]
    return lambda: check_chunk(Chunk(Path("bench"), lines)).events


def oh_hell(games: bool = False) -> Callable[[], int] | None:
    """Plays OpenSpiel's Oh Hell with 4 players and 10 tricks at random from Python; counts decisions, or games."""
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
        return 10 if games else decisions

    return work


def child_milliseconds(code: str) -> float:
    """Returns the CPU time of a new interpreter for this code beyond an empty one's, the best of five."""
    script = "import time; before = time.process_time()\n" + code + "\nprint(1000 * (time.process_time() - before))"
    times = [
        float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    ]
    return min(times)
