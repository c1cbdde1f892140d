"""`foretold simulate` as people run it: the same seed gives the same bytes, and nothing is left half-written."""

from __future__ import annotations

import gzip
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from foretold import files
from foretold.games import Game
from tests.cli.running import Argument, clean_environment, in_process, own_process, text_of
from tests.conftest import GAME_IDS, GAMES

ENVIRONMENT = clean_environment()


def simulate(*arguments: Argument) -> subprocess.CompletedProcess[str]:
    """Runs the command in this process; a traceback is never an answer."""
    return text_of(in_process("simulate", *arguments, environment=ENVIRONMENT))


def arguments_of(game: Game) -> list[str]:
    variant = [f"--variant={game.given['variant']}"] if "variant" in game.given else []
    return [game.name, f"--players={game.players}", *variant]


# Same seed, same bytes ------------------------------------------------------------------------------------------


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    game = ["seven-prophecies", "--bots=greedy,random,random", "--games=50", "--seed=9", "--json"]
    results = []
    for number, jobs in enumerate([[], ["--jobs", "1"], ["--jobs", "2"], ["--jobs"]]):
        run = in_process if number else own_process
        path = tmp_path / str(number) / ("records.jsonl.gz" if number % 2 else "records.jsonl")
        path.parent.mkdir()
        done = text_of(run("simulate", *game, *jobs, "--records", path, environment=ENVIRONMENT))
        assert (done.returncode, done.stderr) == (0, "")
        assert list(path.parent.iterdir()) == [path]
        results.append((done.stdout, path.read_bytes()))
    assert results[0] == results[2]
    assert results[1] == results[3]  # zipped
    assert results[0] == (results[1][0], gzip.decompress(results[1][1]))


def test_another_seed_gives_other_matches(tmp_path: Path) -> None:
    contents = []
    for seed in ("0", "1", "18446744073709551615"):
        path = tmp_path / f"{seed}.jsonl"
        assert simulate("--bots=random", "--games=3", "--seed", seed, "--records", path).returncode == 0
        contents.append(path.read_text())
    assert len(set(contents)) == 3


def test_a_match_does_not_depend_on_how_many_are_simulated(tmp_path: Path) -> None:
    for games in ("3", "30"):
        assert simulate("--bots=random", "--games", games, "--records", tmp_path / games).returncode == 0
    assert (tmp_path / "30").read_bytes().startswith((tmp_path / "3").read_bytes())


# Records and figures --------------------------------------------------------------------------------------------


def test_every_game_gives_valid_records(tmp_path: Path) -> None:
    paths = []
    for number, (game, name) in enumerate(zip(GAMES, GAME_IDS, strict=True)):
        path = tmp_path / (f"{name}.jsonl.gz" if number % 2 else f"{name}.jsonl")
        done = simulate(*arguments_of(game), "--bots=random", "--games=1", "--records", path)
        assert (done.returncode, done.stderr) == (0, "")
        for record in files.read(path):
            assert (record.game, record.players) == (game.name, game.players)
            assert record.options == game.given
            assert record.names == ("random",) * game.players
            assert [seat["bot"] for seat in record.extra["seats"]] == ["random"] * game.players
        paths.append(path)
    done = text_of(in_process("check", *paths, environment=ENVIRONMENT))
    assert done.returncode == 0
    assert done.stdout.startswith(f"ok: {len(GAMES)} records (0 unfinished)")


def test_only_names_in_gz_are_zipped(tmp_path: Path) -> None:
    for name in ("a.gz", "b.jsonl", "c"):
        assert simulate("--bots=random", "--games=1", "--records", tmp_path / name).returncode == 0
    plain = (tmp_path / "b.jsonl").read_bytes()
    assert plain == (tmp_path / "c").read_bytes() == gzip.decompress((tmp_path / "a.gz").read_bytes())
    assert plain.count(b"\n") == 1


def test_simulate_prints_figures_as_json() -> None:
    done = simulate("prophecy", "--variant=short", "--bots=random,greedy,random", "--games=4", "--seed=3", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert (figures["game"], figures["players"], figures["seed"]) == ("prophecy", 3, 3)
    assert figures["options"] == {"variant": "short", "wheel": "SPVE", "early_bids": False}
    assert figures["bots"] == ["random", "greedy", "random"]
    assert (figures["matches"], figures["rounds"]) == (4, 20)
    assert [seat["seat"] for seat in figures["seats"]] == [0, 1, 2]
    assert abs(sum(seat["win_share"] for seat in figures["seats"]) - 1) < 1e-5


def test_simulate_prints_figures_in_both_languages() -> None:
    english, japanese = (simulate("--bots=random", "--games=2", f"--lang={lang}") for lang in ("en", "ja"))
    assert english.returncode == japanese.returncode == 0
    assert "Seven Prophecies: 2 matches" in english.stdout
    assert "七言予言" in japanese.stdout
    assert "\x1b" not in english.stdout  # no colours and no bar where there is no terminal
    assert english.stderr == ""


def test_a_bot_has_the_same_budget_as_in_the_arena(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    bots = "seer:worlds=8,greedy,greedy"
    done = simulate("seven-prophecies-2017", "--variant=single-round", "--bots", bots, "--games=1", "--records", path)
    assert (done.returncode, done.stderr) == (0, "")
    record = next(files.read(path))
    assert record.names == ("seer:worlds=8", "greedy", "greedy")
    first, second, _ = record.extra["seats"]
    assert (first["bot"], first["worlds"]) == ("seer", 8)
    assert (second["bot"], "worlds" in second) == ("greedy", False)


def test_options_reach_the_records(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    options = ["--option=negative_scores=true", "--option=tenth_trick_scores=false"]
    done = simulate("seven-prophecies-2017", *options, "--bots=random", "--games=1", "--records", path)
    assert done.returncode == 0
    assert next(files.read(path)).options == {"tenth_trick_scores": False, "negative_scores": True}


# Wrong use ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["seven-prophecies", "--players=2"],
        ["prophecy", "--players=7"],
        ["--players=0"],
        ["--players=-1"],
        ["--players=1000000000000"],
        ["--bots=greedy,greedy"],
        ["--bots=greedy,greedy,greedy", "--players=4"],
        ["--bots=nobody"],
        ["--bots=greedy,greedy,greedy,"],
        ["--bots=cheat"],
        ["--bots=cheat:worlds=1"],
        ["--bots=seer:worlds=0"],
        ["--bots=seer:worlds=8:seconds=1"],
        ["--bots=seer:deals=8"],
        ["--bots=greedy:worlds=8"],
        ["--variant=short"],
        ["--option=wheel"],
        ["--option=wheel=SPVE"],
        ["prophecy", "--option=wheel=SPVE"],
        ["seven-prophecies-2017", "--option=negative_scores=1"],
        ["--games=0"],
        ["--games=-5"],
    ],
    ids=" ".join,
)
def test_wrong_usage_prints_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    done = simulate(*arguments, "--records", tmp_path / "a.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("foretold simulate: ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["players=3", "name=prophecy"])
def test_options_may_be_named_like_arguments(option: str) -> None:
    done = simulate("--games=1", f"--option={option}")
    assert done.returncode == 2


@pytest.mark.parametrize(
    "argument",
    ["--games=1.5", "--seed=-1", "--seed=18446744073709551616", "--seed=" + "9" * 5000, "--jobs=-1", "--players=x"],
    ids=lambda argument: argument[:20],
)
def test_unknown_arguments_are_refused(argument: str) -> None:
    done = simulate(argument)
    assert (done.returncode, done.stdout) == (2, "")
    assert "error: " in done.stderr.splitlines()[-1]


def test_wrong_usage_is_explained_in_japanese() -> None:
    done = simulate("chess", "--lang=ja")
    assert done.returncode == 2
    assert not done.stderr.isascii()


# Nothing half-written -------------------------------------------------------------------------------------------


def test_unwritable_paths_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    places = [tmp_path, Path(), Path("/"), tmp_path / "missing" / "a.jsonl", file / "a.jsonl", tmp_path / ("x" * 300)]
    places += [Path("/dev/full")] if Path("/dev/full").exists() else []
    for place in places:
        done = simulate("--bots=random", "--games=1", "--records", place)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert str(place) in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert file.read_text() == "mine"


def test_device_files_are_not_replaced() -> None:
    for device in ("/dev/null", "/dev/stdout"):
        if Path(device).exists():
            line = ("simulate", "--bots=random", "--games=1", "--records", device, "--json")
            done = text_of(own_process(*line, environment=ENVIRONMENT))
            assert done.returncode == 0
            assert Path(device).exists()
            assert done.stdout.count("\n") == (1 if device == "/dev/null" else 2)
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_a_full_disk_is_reported(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("before")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    line: list[str | Path] = [sys.executable, "-m", "foretold", "simulate", "--bots=random", "--games=300", "--records"]
    ran = subprocess.run([*line, path], capture_output=True, env=ENVIRONMENT, preexec_fn=limit, check=False)
    done = text_of(ran)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == [name]
    assert path.read_text() == "before"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_leaves_nothing(jobs: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    command = [sys.executable, "-m", "foretold", "simulate", "--bots=random", "--games=1000000", "--jobs", jobs]
    running = subprocess.Popen(
        [*command, "--records", path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        start_new_session=True,
    )
    while running.poll() is None and not any(file.stat().st_size for file in tmp_path.iterdir()):
        time.sleep(0.02)  # until the first matches are written
    os.killpg(running.pid, signal.SIGINT)  # as Ctrl-C does: to all processes
    stdout, stderr = running.communicate()
    assert (running.returncode, stdout, stderr) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


def test_a_killed_run_leaves_no_processes(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    command = [sys.executable, "-m", "foretold", "simulate", "--bots=random", "--games=1000000", "--jobs=2"]
    running = subprocess.Popen([*command, "--records", path], env=ENVIRONMENT)
    while running.poll() is None and not any(file.stat().st_size for file in tmp_path.iterdir()):
        time.sleep(0.02)
    listed = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    helpers = [Path(f"/proc/{number}/stat") for number in listed.read_text().split()] if listed.exists() else []
    running.kill()
    running.wait()
    assert not path.exists()
    for _ in range(3000):
        if not any(map(_is_alive, helpers)):
            break
        time.sleep(0.02)
    assert not any(map(_is_alive, helpers))


def _is_alive(stat: Path) -> bool:
    try:
        return stat.read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m foretold simulate --bots=random --games=1 --records /dev/stdout | true"
    done = subprocess.run(["sh", "-c", command], capture_output=True, env=ENVIRONMENT, encoding="utf-8", check=False)
    assert done.returncode == 0
