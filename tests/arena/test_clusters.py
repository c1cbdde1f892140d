"""The same seed gives the same bytes on any executor, and nothing is lost when a worker is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import foretold
from foretold.arena.cluster import LOOK, Watched
from foretold.arena.pool import Processes, in_order, processes
from foretold.arena.simulate import Plan, simulate
from foretold.cli import main
from foretold.errors import Refusal
from tests.arena.clustering import ENVIRONMENT, PATIENCE, Cluster, clustered
from tests.cli.running import in_process, text_of

MIXED = ["--bots=greedy,random,random", "--seed=9", "--json"]
FAST = ["--bots=random", "--fast", "--games=14000", "--json"]
MANY = ["simulate", "--players=3", *MIXED, "--games=300"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with clustered(tmp_path_factory.mktemp("cluster"), workers=2) as running:  # one of them will be killed
        yield running


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    command: list[str | Path] = [sys.executable, "-m", "foretold", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True)


def finish(running: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = running.communicate(timeout=2 * PATIENCE)
    assert "Traceback" not in err, err
    return running.returncode, out, err


def run(*arguments: str | Path) -> tuple[int, str, str]:
    """What a command does in this process; those that are killed or interrupted have one of their own."""
    done = text_of(in_process(*arguments, environment=ENVIRONMENT))
    return done.returncode, done.stdout, done.stderr


def outputs(folder: Path) -> list[str | Path]:
    """The flags for all files that a simulation can write into a folder."""
    folder.mkdir()
    names = {"--records": "a.jsonl.gz", "--csv": "a.csv", "--parquet": "a.parquet", "--report": "a.html"}
    return [part for flag, name in names.items() for part in (flag, folder / name)]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "out.jsonl"}


# Same seed, same bytes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [[*MIXED, "--games=41"], pytest.param(FAST, marks=pytest.mark.long)])
def test_simulations_are_the_same_on_every_executor(how: list[str], cluster: Cluster, tmp_path: Path) -> None:
    results = []
    for number, where in enumerate([["--jobs=1"], ["--jobs=2"], [f"--dask={cluster.address}"]]):
        folder = tmp_path / str(number)
        wanted = outputs(folder) if "--fast" not in how else ["--report", folder / "a.html"]
        folder.mkdir(exist_ok=True)
        results.append((run("simulate", "--players=3", *how, *where, *wanted), contents(folder)))
    assert results[0][0][0] == 0, results[0][0][2]
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize(
    "bots", ["greedy,random", pytest.param("seer:worlds=10,greedy", marks=pytest.mark.long)]
)  # kernels that each process loads take their time
def test_tournaments_are_the_same_on_every_executor(bots: str, cluster: Cluster) -> None:
    wanted = ["arena", f"--bots={bots}", "--by=round", "--games=12", "--json"]
    results = []
    for where in (["--jobs=1"], ["--jobs=2"], [f"--dask={cluster.address}"]):
        code, out, err = run(*wanted, *where)
        assert (code, err) == (0, "")
        figures: dict[str, Any] = json.loads(out)
        del figures["time"]
        results.append(figures)
    assert results[0] == results[1] == results[2]


def test_any_executor_will_do(cluster: Cluster) -> None:
    plan = Plan(foretold.load("seven-prophecies", players=3), ("random",) * 3, 5, keep_records=True)
    alone = list(simulate(plan, 50))
    with ThreadPoolExecutor(3) as executor:
        assert list(simulate(plan, 50, executor)) == alone
    from foretold.arena.cluster import cluster as workers_of

    with workers_of(cluster.address) as (executor, count):
        assert count >= 1
        assert list(simulate(plan, 50, executor, ahead=count)) == alone


# Workers that are killed ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """What a run prints and writes when nothing happens to it."""
    path = tmp_path_factory.mktemp("undisturbed") / "a.jsonl"
    code, out, err = run(*MANY, "--jobs=2", "--records", path)
    assert (code, err) == (0, "")
    return out, path.read_bytes()


def test_a_run_survives_a_killed_cluster_worker(
    cluster: Cluster, undisturbed: tuple[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    running = start(*MANY, "--dask", cluster.address, "--records", path)
    wait_for_bytes(running, tmp_path)
    cluster.workers[0].send_signal(signal.SIGKILL)
    assert running.poll() is None
    code, out, _ = finish(running)
    assert (code, out, path.read_bytes()) == (0, *undisturbed)


def wait_for_bytes(running: subprocess.Popen[str], folder: Path) -> None:
    """Until something has been written into a folder."""
    end = time.monotonic() + PATIENCE
    while running.poll() is None and time.monotonic() < end:
        if any(file.stat().st_size for file in folder.iterdir()):
            return
        time.sleep(0.02)
    raise AssertionError(running.communicate())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_a_run_survives_a_killed_pool_process(undisturbed: tuple[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    running = start(*MANY, "--jobs=2", "--records", path)
    wait_for_bytes(running, tmp_path)
    os.kill(workers(running.pid)[0], signal.SIGKILL)
    assert running.poll() is None
    assert (*finish(running), path.read_bytes()) == (0, undisturbed[0], "", undisturbed[1])


def workers(process: int) -> list[int]:
    """The processes of a pool."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]


def test_a_killed_process_loses_no_result_and_keeps_their_order(tmp_path: Path) -> None:
    with processes(2) as executor:
        assert isinstance(executor, Processes)
        results = list(in_order(executor, die_once, [(number, tmp_path / "dead") for number in range(20)], ahead=6))
    assert results == list(range(20))
    assert (tmp_path / "dead").exists()


def die_once(task: tuple[int, Path]) -> int:
    number, mark = task
    if number == 7 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_job_that_kills_every_process_fails() -> None:
    with processes(2) as executor, pytest.raises(BrokenExecutor):
        list(in_order(executor, die_always, range(3), ahead=2))


def die_always(task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def test_an_error_in_a_job_is_raised() -> None:
    with processes(2) as executor, pytest.raises(ZeroDivisionError):
        list(in_order(executor, divide, range(3), ahead=2))


def divide(task: int) -> float:
    return 1 / task


def test_an_interrupted_run_says_how_to_resume_and_resumes(undisturbed: tuple[str, bytes], tmp_path: Path) -> None:
    kept, path = tmp_path / "out.jsonl", tmp_path / "a.jsonl"
    flags: list[str | Path] = [*MANY, "--jobs=2", "--out", kept, "--records", path]
    command: list[str | Path] = [sys.executable, "-m", "foretold", *flags]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True, start_new_session=True
    )
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not (kept.exists() and kept.read_bytes().count(b"\n") > 2):
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    code, out, err = finish(running)
    assert (code, out, err.count("\n")) == (130, "", 1)
    assert "--resume" in err
    assert [file.name for file in tmp_path.iterdir()] == ["out.jsonl"]
    assert (*run(*flags, "--resume"), path.read_bytes()) == (0, undisturbed[0], "", undisturbed[1])


# What can't be used ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["simulate", "arena"])
@pytest.mark.parametrize("address", ["nonsense", "", "http://127.0.0.1", "tcp://127.0.0.1:1:x"])
def test_wrong_scheduler_addresses_are_refused(
    command: str, address: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = main([command, "--games=1", f"--dask={address}", "--out", str(tmp_path / "out.jsonl")])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []


def test_the_executor_is_a_pool_or_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["simulate", "--games=1", "--dask=tcp://127.0.0.1:9", "--jobs=2"])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_an_unreachable_scheduler_is_reported() -> None:
    from foretold.arena.cluster import cluster as workers_of

    with pytest.raises(Refusal) as refused, workers_of("tcp://127.0.0.1:9", patience=0.5):
        pass
    assert refused.value.reason == "dask-unreachable"


def test_a_cluster_without_workers_or_a_lost_one_is_reported(tmp_path: Path) -> None:
    from foretold.arena.cluster import cluster as workers_of

    with clustered(tmp_path, workers=0) as empty:
        with pytest.raises(Refusal) as refused, workers_of(empty.address, patience=5):  # also for the scheduler
            pass
        assert refused.value.reason == "dask-no-workers"
    (tmp_path / "lost").mkdir()
    with clustered(tmp_path, workers=1) as short_lived:
        kept = tmp_path / "lost" / "out.jsonl"
        many = ["simulate", "--players=3", "--bots=random", "--games=100000"]
        running = start(*many, "--out", kept, "--dask", short_lived.address)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not (kept.exists() and kept.read_bytes().count(b"\n") > 2):
            time.sleep(0.05)
        short_lived.scheduler.kill()
        code, out, err = finish(running)
    assert (code, out, err.count("\n")) == (2, "", 2)
    assert "--resume" in err
    assert short_lived.address in err


def test_pending_tasks_are_given_up_once_the_scheduler_is_gone() -> None:
    class Forgetful(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            return Future()

    there = Event()
    there.set()
    watched = Watched(Forgetful(), there.is_set)
    try:
        task = watched.submit(divide, 1)
        with pytest.raises(TimeoutError):
            task.result(3 * LOOK)
        there.clear()
        for job in (task, watched.submit(divide, 2)):
            with pytest.raises(CancelledError):
                job.result(PATIENCE)
    finally:
        watched.over.set()


@pytest.mark.parametrize(
    ("flag", "hidden"), [("--dask=tcp://127.0.0.1:9", "distributed"), ("--parquet=a.parquet", "pyarrow")]
)
def test_missing_extras_are_named(flag: str, hidden: str, tmp_path: Path) -> None:
    script = f"import sys; sys.modules[{hidden!r}] = None\nfrom foretold.cli import main\nsys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", script, "simulate", "--games=1", flag]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"pip install foretold[{'dask' if hidden == 'distributed' else 'parquet'}]" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_example_runs_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "dask_cluster.py"
    command = [sys.executable, "-W", "error", str(example), cluster.address]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("200 matches")


@pytest.mark.long
def test_the_example_makes_its_own_cluster(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "dask_cluster.py"
    ran = subprocess.run([sys.executable, str(example)], cwd=tmp_path, capture_output=True, text=True, env=ENVIRONMENT)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("200 matches")
