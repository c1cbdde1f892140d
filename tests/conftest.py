"""What all tests share: the list of all games, and the full counts of `--long`."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import foretold
from foretold.games import TITLES, Game, State
from tests.postgres import Postgres, serving

TESTS = Path(__file__).parent
# Files that wait most or take longest go out first, those that need kernels when they are compiled; small ones, which
# are not named here, last.
ORDER = (
    *("web", "server", "release", "arena", "coach", "cli", "adapters", "variants", "kernels", "bots", "docs"),
    "rules",
)
QUICK = ("evenings", "records", "rules", "variants")  # the others compile, search, serve or play whole matches
WITH_KERNELS = ("test_daily.py", "test_hints.py", "test_puzzles.py", "test_review.py")  # of the first folder
SLOW = [HealthCheck.too_slow]
settings.register_profile("short", deadline=None, suppress_health_check=SLOW, max_examples=60, derandomize=True)
settings.register_profile("long", deadline=None, suppress_health_check=SLOW, max_examples=2000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run with the full counts")
    parser.addoption("--quick", action="store_true", help="run only tests that start no process and take no time")


class Completeness:
    """Fails a run in which tests were lost because the workers that should have run them crashed."""

    def __init__(self) -> None:
        self.finished: set[str] = set()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.finished.add(nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        lost = session.testscollected - len(self.finished)
        if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and lost > 0:
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
            print(f"\n{lost} tests did not run: their workers crashed", file=sys.stderr)


def pytest_configure(config: pytest.Config) -> None:
    if getattr(config.option, "numprocesses", None):  # this process hands tests out to workers
        config.pluginmanager.register(Completeness())
    settings.load_profile("long" if config.getoption("--long") else "short")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in background jobs: what tests interrupt would not stop
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _quick(item: pytest.Item) -> bool:
    """True if the test starts no browser, server or database, and is not marked as slow."""
    started = {"browser", "server", "postgres"} & set(getattr(item, "fixturenames", ()))
    return not started and "slow" not in item.keywords and item.path.relative_to(TESTS).parts[0] in QUICK


def _forbid_processes(event: str, _: tuple[object, ...]) -> None:
    if event in ("subprocess.Popen", "os.fork", "os.posix_spawn"):
        raise RuntimeError("a quick test must not start a process: mark it as slow")


def _tell_apart(item: Any) -> None:
    """Tests that schemathesis makes have one id for all, by which several workers would run but one of them."""
    if not item.nodeid.endswith(item.name) and hasattr(item, "id"):
        item._id = type(item.id).parse(f"{item.nodeid}[{item.name.partition('[')[2]}")


def _early(item: pytest.Item) -> list[bool]:
    """The more of it is true, and the earlier, the earlier the test goes out."""
    folder = item.path.relative_to(TESTS).parts[0]
    return [*(part == folder for part in ORDER), item.path.name not in WITH_KERNELS]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        _tell_apart(item)
    items.sort(key=_early, reverse=True)
    if config.getoption("--quick"):
        config.hook.pytest_deselected(items=[item for item in items if not _quick(item)])
        items[:] = [item for item in items if _quick(item)]
    if not config.getoption("--long"):
        for item in items:
            if "long" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="runs with --long"))


def pytest_collection_finish(session: pytest.Session) -> None:
    """What all tests have in common is no garbage: nobody looks through it again. A quick test starts no process."""
    if session.config.getoption("--quick"):
        sys.addaudithook(_forbid_processes)
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL, made once for each process that runs tests."""
    with serving() as servers:
        yield servers


@pytest.fixture
def plain_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of whoever runs the tests is seen, and nothing is written outside the directory of the test."""
    for name in [name for name in os.environ if name.startswith("FORETOLD_") and name != "FORETOLD_CACHE"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("FORETOLD_LANG", "en")
    monkeypatch.setenv("FORETOLD_DATA", str(tmp_path))


def all_games() -> list[Game]:
    """Every title × player count × variant."""
    return [
        foretold.load(title.name, players=players, **({} if variant == "standard" else {"variant": variant}))
        for title in TITLES.values()
        for players in title.players
        for variant in title.variants
    ]


GAMES = all_games()
GAME_IDS = [f"{game.name}-{game.players}-{game.options.get('variant', 'standard')}" for game in GAMES]

every_game = pytest.mark.parametrize("game", GAMES, ids=GAME_IDS)

# For what looks at many positions or damages many records: two or three games of each title, the others with --long.
SOME = {
    *("seven-prophecies-3-standard", "seven-prophecies-4-standard"),
    *("seven-prophecies-2017-3-first-to-two", "seven-prophecies-2017-4-standard"),
    *("prophecy-2-short", "prophecy-4-standard", "prophecy-6-standard"),
}
SOME_GAMES = [
    pytest.param(game, id=id, marks=[] if id in SOME else [pytest.mark.long])
    for game, id in zip(GAMES, GAME_IDS, strict=True)
]
some_games = pytest.mark.parametrize("game", SOME_GAMES)


def chosen(values: Iterable[Any], *short: Any) -> list[Any]:
    """All these values for a test; the short run has those that are named, the others run with `--long`."""
    return [pytest.param(value, marks=[] if value in short else [pytest.mark.long]) for value in values]


def random_states(game: Game, seed: int, rounds: int = 3) -> list[State]:
    """A match of random play, state by state, at most so many rounds of it; simultaneous choices in any order."""
    rng = Random(seed)
    states = [game.start(seed=seed)]
    while not states[-1].over and len(states[-1].finished) < rounds:
        state = states[-1]
        seat = rng.choice(state.actors)
        states.append(state.apply(seat, rng.choice(state.legal(seat))))
    return states
