"""`foretold verify`: what it says of files, in which language and with which exit code."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

import foretold
from tests.cli.running import Argument, clean_environment, in_process, own_process, text_of
from tests.conftest import GAMES
from tests.records.fairness import played, proof


def run(*arguments: Argument, feed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs `foretold verify` in this process; a traceback is never an answer."""
    return text_of(in_process("verify", *arguments, feed=feed, environment=clean_environment(**environment)))


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three matches: every seat gave bytes; five kinds of seats; nobody gave any and the match was given up."""
    path = tmp_path_factory.mktemp("fair") / "good.jsonl"
    six = foretold.load("prophecy", players=6)
    records = [played(GAMES[0], 99, 0), played(six, 2, 4), played(GAMES[0], 1, GAMES[0].players)]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good match between a secret that does not fit, no proof, a moved card, a broken rule and no JSON."""
    path = tmp_path_factory.mktemp("fair") / "bad.jsonl"
    other, bare, moved, broken = (played(GAMES[0], 99) for _ in range(4))
    other["fair"]["secret"] = "00" * 32
    del bare["fair"]
    hands = moved["events"][0]["deal"]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    broken["events"][-1]["match"]["winners"] = [0, 1, 2]
    lines = [json.dumps(record) for record in (other, bare, played(), moved, broken)]
    path.write_text("\n".join([*lines, "{"]) + "\n")
    return path


def test_good_files_are_verified(good: Path) -> None:
    done = run(good)
    assert (done.returncode, done.stderr) == (0, "")
    first, second, third, last = done.stdout.splitlines()
    assert first.startswith(f"{good}, line 1: holds, ")
    assert first.endswith("; bytes from seat 0, seat 1, seat 2")
    assert second == (
        f"{good}, line 2: holds, 3 deals as the seed gives them; bytes from seat 0, seat 1; none from seat 2 (bot), "
        "seat 3 (second seat of a device), seat 4 (silent), seat 5 (silent after its commitment)"
    )
    assert third.endswith("; none from seat 0 (bot), seat 1 (second seat of a device), seat 2 (silent)")
    assert last == "ok: 3 matches verified"


def test_bad_files_fail_with_exit_code_1(good: Path, bad: Path) -> None:
    done = run(good, bad)
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 5
    assert done.stdout.splitlines()[-1] == "not ok: 5 not verified; 4 matches verified"
    events = len(played(GAMES[0], 99)["events"])
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [
        f"{bad}, line 1",
        f"{bad}, line 2",
        f"{bad}, line 4, event 0",
        f"{bad}, line 5, event {events - 1}",
        f"{bad}, line 6",
    ]


def test_verify_prints_json_on_request(good: Path, bad: Path) -> None:
    done = run("--json", good, bad)
    assert (done.returncode, done.stderr) == (1, "")
    result = json.loads(done.stdout)
    assert (set(result), result["matches"], result["broken"]) == ({"matches", "broken", "results"}, 4, 5)
    for outcome in result["results"]:
        if outcome["holds"]:
            assert set(outcome) == {"holds", "file", "line", "deals", "seed", "shares"}
        else:
            assert set(outcome) == {"holds", "file", "line", "event", "clause", "reason", "sentence"}
    six = result["results"][1]
    promised = proof(6, 4)
    assert (six["line"], six["deals"], six["seed"]) == (2, 3, promised.seed.hex())
    assert six["shares"] == promised.to_dict()["shares"]
    reasons = [outcome["reason"] for outcome in result["results"] if not outcome["holds"]]
    assert reasons == ["fair-secret", "fair-absent", "fair-deal", "wrong-result", "not-json"]
    assert run("--json", good).returncode == 0


def test_verify_speaks_japanese(good: Path, bad: Path) -> None:
    flag, variable = run("--lang", "ja", good, bad), run(good, bad, FORETOLD_LANG="ja")
    assert (flag.returncode, flag.stdout, flag.stderr) == (1, variable.stdout, variable.stderr)
    assert flag.stdout.splitlines()[1] == (
        f"{good}、2行目: 約束どおりです。3回の配札がシードと一致しました(乱数を出した席: 席0、席1。"
        "出していない席: 席2[ボット]、席3[同じ端末の2席目以降]、席4[応答なし]、席5[コミットメントの後で応答なし])"
    )
    assert flag.stdout.splitlines()[-1] == "異常: 検証に通らなかったもの5件、検証できたゲーム4件"
    assert "サーバーの秘密の値がコミットメントと一致しません" in flag.stderr.splitlines()[0]
    assert run("--lang", "ja", good).stdout.splitlines()[-1] == "正常: 3ゲームを検証しました"


@pytest.mark.slow
def test_gzip_and_standard_input(good: Path, tmp_path: Path) -> None:
    zipped = tmp_path / "good.jsonl.gz"
    zipped.write_bytes(gzip.compress(good.read_bytes()))
    plain = run(good).stdout
    assert run(zipped).stdout == plain.replace(str(good), str(zipped))
    if not Path("/dev/stdin").exists():
        pytest.skip("no /dev/stdin here")
    for content in (good.read_bytes(), zipped.read_bytes()):
        done = text_of(own_process("verify", "-", feed=content, environment=clean_environment()))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == plain.replace(str(good), "-")
    nothing = run("-")
    assert (nothing.returncode, nothing.stderr) == (1, "-: the file contains no record\n")


def test_empty_and_missing_files_fail(good: Path, tmp_path: Path) -> None:
    empty, missing = tmp_path / "empty.jsonl", tmp_path / "missing.jsonl"
    empty.write_bytes(b"\n")
    done = run(good, empty, missing)
    assert done.returncode == 1
    assert sorted(line.split(":")[0] for line in done.stderr.splitlines()) == [str(empty), str(missing)]
    assert done.stdout.splitlines()[-1] == "not ok: 2 not verified; 3 matches verified"


def test_the_same_output_from_any_number_of_processes(good: Path, bad: Path) -> None:
    for output in ([], ["--json"]):
        one, more = run(*output, good, bad), run(*output, good, bad, "--jobs", "2")
        assert (more.returncode, more.stdout, more.stderr) == (one.returncode, one.stdout, one.stderr)


def test_output_is_escaped_for_the_terminal(tmp_path: Path) -> None:
    record = played()
    record["fair"]["scheme"] = "\x1b[2J\n\u2028"
    path = tmp_path / "\x1b.jsonl"
    path.write_text(json.dumps(record) + "\n")
    done = run(path)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.replace("\n", "").isprintable()


def test_wrong_usage_exits_with_2(good: Path) -> None:
    for arguments in ("", "FILE --lang xx", "FILE --nothing", "FILE --jobs x"):
        done = run(*arguments.replace("FILE", str(good)).split())
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.splitlines()[-1].startswith("foretold")
