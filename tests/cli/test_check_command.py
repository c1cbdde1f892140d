"""`foretold check` as people run it: files in, sentences and an exit code out, in bounded memory."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import foretold
from foretold import Record
from foretold.games import Game
from tests.cli.running import Argument, clean_environment, in_process, own_process, text_of
from tests.conftest import GAMES
from tests.records.test_records import whole_match

MIB = 2**20
SHORT = foretold.load("seven-prophecies-2017", players=3, variant="single-round")  # few events


def check(*arguments: Argument, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in this process; a traceback is never an answer."""
    return text_of(in_process("check", *arguments, environment=clean_environment(**environment)))


def line_of(game: Game) -> bytes:
    return Record.from_dict(whole_match(game)).to_line().encode()


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a match of every game, one of them cut."""
    path = tmp_path_factory.mktemp("records") / "good.jsonl"
    cut = whole_match(GAMES[0])
    del cut["events"][20:]
    path.write_bytes(b"\n".join([*map(line_of, GAMES), json.dumps(cut).encode()]) + b"\n")
    return path


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with good lines and three broken ones: rules (line 2), form (line 4), JSON (line 5)."""
    path = tmp_path_factory.mktemp("records") / "bad.jsonl"
    wrong = whole_match(GAMES[1])
    wrong["events"][-1]["match"]["winners"] = [0, 1, 2, 3]
    lines = [line_of(GAMES[0]), json.dumps(wrong).encode(), b"", b'{"format": "x"}', b"{", line_of(GAMES[2])]
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def events_in(path: Path) -> int:
    return sum(len(json.loads(line)["events"]) for line in path.read_text(encoding="utf-8").splitlines())


def test_good_files_are_accepted(good: Path, tmp_path: Path) -> None:
    zipped = tmp_path / "good.jsonl.gz"
    zipped.write_bytes(gzip.compress(good.read_bytes()))
    misnamed = tmp_path / "good.jsonl"
    misnamed.write_bytes(zipped.read_bytes())
    done = check(good, zipped, misnamed)
    records = 3 * (len(GAMES) + 1)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"ok: {records} records (3 unfinished), {3 * events_in(good)} events\n"


def test_a_bad_file_beside_a_good_one(good: Path, bad: Path) -> None:
    done = check(good, bad)
    assert done.returncode == 1
    assert done.stdout.startswith("not ok: 3 broken; ")
    last = len(whole_match(GAMES[1])["events"]) - 1
    first, second, third = done.stderr.splitlines()
    assert first.startswith(f"{bad}, line 2, event {last}: ")
    assert first.endswith("(SP2-10)")
    assert second == f"{bad}, line 4: 'game' is missing"
    assert third.startswith(f"{bad}, line 5: ")


def test_check_prints_json_on_request(good: Path, bad: Path) -> None:
    done = check("--json", good, bad)
    assert (done.returncode, done.stderr) == (1, "")
    result = json.loads(done.stdout)
    assert set(result) == {"records", "unfinished", "events", "broken", "errors"}
    assert (result["records"], result["unfinished"], result["broken"]) == (len(GAMES) + 3, 1, 3)
    for error in result["errors"]:
        assert set(error) == {"file", "line", "event", "clause", "reason", "sentence"}
        assert error["file"] == str(bad)
    where = [(error["line"], error["clause"], error["reason"]) for error in result["errors"]]
    assert where == [(2, "SP2-10", "wrong-result"), (4, None, "missing-key"), (5, None, "not-json")]
    holds = check("--json", good)
    assert holds.returncode == 0
    assert json.loads(holds.stdout)["errors"] == []


def test_the_same_output_from_any_number_of_processes(good: Path, bad: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_bytes(bad.read_bytes() * 20 + good.read_bytes())
    for output, jobs in (([], ["--jobs", "2"]), (["--json"], ["--jobs"])):
        one, more = check(*output, many, bad), check(*output, many, bad, *jobs)
        assert one.returncode == 1
        assert (more.returncode, more.stdout, more.stderr) == (one.returncode, one.stdout, one.stderr)


def test_many_errors_are_limited(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text("{}\n" * 3000)
    done = check(tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    lines = done.stderr.splitlines()
    assert len(lines) == 42
    assert lines[-2:] == [f"{tmp_path / name}: 2980 more errors" for name in ("a.jsonl", "b.jsonl")]
    assert done.stdout.startswith("not ok: 6000 broken; 0 records")
    result = json.loads(check("--json", tmp_path / "a.jsonl").stdout)
    assert (result["broken"], len(result["errors"])) == (3000, 20)


def test_check_speaks_japanese(good: Path, bad: Path) -> None:
    flag, variable = check("--lang", "ja", bad), check(bad, FORETOLD_LANG="ja")
    assert (flag.stdout, flag.stderr) == (variable.stdout, variable.stderr)
    assert flag.returncode == 1
    assert not flag.stderr.isascii()
    assert "(SP2-10)" in flag.stderr
    assert flag.stderr != check(bad).stderr
    assert check("--lang", "ja", good).returncode == 0


def test_files_without_a_record_fail(tmp_path: Path) -> None:
    """Nothing to check is no success."""
    contents = {"empty.jsonl": b"", "blank.jsonl": b"\n \n", "empty.jsonl.gz": gzip.compress(b"")}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    done = check(*(tmp_path / name for name in contents))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [f"{tmp_path / name}: the file contains no record" for name in contents]


def test_unreadable_files_are_reported(tmp_path: Path, good: Path) -> None:
    locked = tmp_path / "locked.jsonl"
    locked.write_bytes(good.read_bytes())
    locked.chmod(0)
    paths = [tmp_path, tmp_path / "missing.jsonl", good / "below"]
    paths += [locked] if os.geteuid() else []
    paths += [Path("/proc/self/mem")] if Path("/proc/self/mem").exists() else []  # opens, but gives no data
    done = check(good, *paths)
    assert done.returncode == 1
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [str(path) for path in paths]
    assert f"{len(GAMES) + 1} records hold" in done.stdout


def test_a_pipe_is_read(good: Path) -> None:
    if not Path("/dev/stdin").exists():
        pytest.skip("no /dev/stdin here")
    for content in (good.read_bytes(), gzip.compress(good.read_bytes())):
        done = own_process("check", "/dev/stdin", environment=clean_environment(), feed=content)
        assert (done.returncode, done.stderr) == (0, b"")


def test_names_and_contents_are_escaped_for_the_terminal(tmp_path: Path) -> None:
    record = whole_match(SHORT)
    record["events"][1]["action"] = "\x1b[2J\n\u2028"
    odd = os.fsencode(tmp_path) + b"/\xff\n\x1b.jsonl"
    with open(odd, "wb") as file:  # noqa: PTH123
        file.write(json.dumps(record).encode() + b'\n{"\\ud800": 1, "\\ud800": 2}\n')
    text = check(odd)
    assert text.returncode == 1
    assert len(text.stderr.splitlines()) == 2
    assert text.stderr.replace("\n", "").isprintable()
    result = json.loads(check("--json", odd).stdout)
    assert [error["line"] for error in result["errors"]] == [1, 2]
    assert os.fsencode(result["errors"][0]["file"]) == odd
    assert check("--json", odd, PYTHONIOENCODING="ascii").returncode == 1


def test_wrong_usage_exits_with_2(good: Path) -> None:
    for arguments in ("", "--jobs x FILE", "FILE --jobs -1", "FILE --lang xx", "FILE --nothing"):
        done = check(*arguments.replace("FILE", str(good)).split())
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.splitlines()[-1].startswith("foretold")


# Memory ---------------------------------------------------------------------------------------------------------

MEASURED = """
import sys
from foretold.cli import main
code = main(sys.argv[1:])
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM:"))
print("peak", peak.split()[1])
raise SystemExit(code)
"""


def peak_of_check(path: Path) -> tuple[int, list[Any], float]:
    """Exit code, errors as (line, reason), and the most memory that the check had, in MiB."""
    if not Path("/proc/self/status").exists():
        pytest.skip("memory is measured on Linux")
    line = [sys.executable, "-c", MEASURED, "check", "--json", str(path)]
    done = subprocess.run(line, capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    result, peak = done.stdout.splitlines()
    errors = [(error["line"], error["reason"]) for error in json.loads(result)["errors"]]
    return done.returncode, errors, int(peak.split()[1]) / 1024


def test_a_line_of_100_mb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        file.write(b'{"format":"')
        for _ in range(100):
            file.write(b"x" * MIB)
        file.write(b'"}\n' + line_of(SHORT))
    code, errors, peak = peak_of_check(path)
    assert (code, errors) == (1, [(1, "line-too-long")])
    assert peak < 150


def test_a_sparse_file_of_100_mb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sparse.jsonl"
    with path.open("wb") as file:
        file.truncate(100 * MIB)
    code, errors, peak = peak_of_check(path)
    assert (code, errors) == (1, [(1, "line-too-long")])
    assert peak < 150


def test_a_gzip_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.jsonl.gz"
    member = gzip.compress(b"[" * 10 * MIB)
    path.write_bytes(member * 30 + gzip.compress(b"\n" + line_of(SHORT)))
    assert path.stat().st_size < MIB
    code, errors, peak = peak_of_check(path)
    assert (code, errors) == (1, [(1, "line-too-long")])
    assert peak < 150


def test_deeply_nested_lines_use_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_bytes(b"\n".join([b"[" * 10 * MIB, b'{"a":' * 2 * MIB, b"[" * MIB + b"]" * MIB, line_of(SHORT)]))
    code, errors, peak = peak_of_check(path)
    assert (code, errors) == (1, [(1, "too-deep"), (2, "too-deep"), (3, "too-deep")])
    assert peak < 150


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    peaks = []
    for count in (10, 1000):
        path = tmp_path / f"{count}.jsonl"
        path.write_bytes((line_of(SHORT) + b"\n") * count)
        code, _, peak = peak_of_check(path)
        assert code == 0
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 10  # 10 kB for a record would be too much


def test_memory_does_not_grow_with_the_errors(tmp_path: Path) -> None:
    peaks = []
    for count in (10, 50_000):
        path = tmp_path / f"{count}.jsonl"
        path.write_bytes(b"x\n" * count)
        code, errors, peak = peak_of_check(path)
        assert (code, len(errors)) == (1, min(count, 20))
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 30


@pytest.mark.long
def test_memory_does_not_grow_with_the_number_of_matches(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    with path.open("wb") as file:
        for _ in range(200):
            file.write((line_of(SHORT) + b"\n") * 1000)
    code, errors, peak = peak_of_check(path)
    assert (code, errors) == (0, [])
    assert peak < 100
