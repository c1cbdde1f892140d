"""Statistics: rows that agree with the engine, figures that can be worked out by hand, files that say the same."""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold import files
from foretold.arena.simulate import MatchTask, Plan, can_be_fast, run_task, simulate
from foretold.arena.tally import Tally
from foretold.games import Game
from foretold.kernels.matches import WIDTH, match_again, play_matches
from foretold.statistics.intervals import Interval, MatchSums, share
from foretold.statistics.rows import AWAY, COLUMNS, FULFILLED, MATCH, POINTS, PROPHECY, SCORE, SEAT, TRICKS, rows_of
from foretold.statistics.survey import BROKEN, OUTRIGHT, PARTLY, SHARED, WHOLE, Survey
from foretold.statistics.table_files import FILE_COLUMNS, ROWS_A_GROUP
from tests.arena.simulating import done, run
from tests.conftest import some_games

# Kernels against the engine -------------------------------------------------------------------------------------


def test_kernels_write_the_columns_of_rows() -> None:
    assert len(COLUMNS) == WIDTH


@some_games
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_every_match_of_the_kernels_is_one_of_the_engine(game: Game, policy: str, request: Any) -> None:
    """Deals and actions go through the engine, which refuses what the rules do; its rows are the kernel's."""
    matches = 300 if request.config.getoption("--long") else 4
    rows = play_matches(game, policy, 7, range(matches))
    states = [match_again(game, policy, 7, number) for number in range(matches)]
    assert all(state.over for state in states)
    row_array = np.array([row for number, state in enumerate(states) for row in rows_of(state, number)])
    assert np.array_equal(row_array, rows)
    tally, same = Tally(game.players), Tally(game.players)
    for state in states:
        tally.add_match(state)
    same.add_rows(rows)
    assert tally.figures() == same.figures()


@some_games
def test_compiled_greedy_plays_like_the_bot(game: Game, request: Any) -> None:
    bot = foretold.bot("greedy")
    for number in range(40 if request.config.getoption("--long") else 1):
        state = game.start()
        for event in match_again(game, "greedy", 3, number).record().events:
            if "deal" in event:
                state = state.deal(event["deal"])
            elif "action" in event:
                assert bot.choose(state.view(event["seat"]), Random(0)) == event["action"]
                state = state.apply(event["seat"], event["action"])


@pytest.mark.parametrize(
    ("name", "players", "options", "matches"),
    [
        ("seven-prophecies", 3, {}, 200),
        ("seven-prophecies-2017", 3, {"variant": "single-round"}, 600),
        ("prophecy", 6, {"variant": "short"}, 50),
    ],
)
def test_compiled_random_play_matches_random_bots(
    name: str, players: int, options: dict[str, Any], matches: int
) -> None:
    """Other matches, the same distributions: means lie within five standard errors of each other."""
    game = foretold.load(name, players=players, **options)
    engine = Survey(players)
    for batch in simulate(Plan(game, ("random",) * players, 1, keep_survey=True), matches):
        assert batch.survey is not None
        engine.join(batch.survey)
    kernels = Survey(players)
    kernels.add(play_matches(game, "random", 1, range(20 * matches)))
    for key, sums in engine.starts.items():
        mine, theirs = sums.interval(), kernels.starts[key].interval()
        error = theirs.half / 1.96 * sqrt(21)  # of 20 times as many matches, so that few do not tell their own spread
        assert abs(mine.value - theirs.value) <= 5 * error + 1e-12, key
    for count in ("tricks", "fulfilled_by", "missed", "lengths"):
        one, two = getattr(engine, count), getattr(kernels, count)
        for value in set(one) | set(two):
            parts = [points[value] / sum(points.values()) for points in (one, two)]
            error = sqrt(max(parts[1], 1e-3) / sum(one.values()))
            assert abs(parts[0] - parts[1]) <= 6 * error, (count, value)


def test_every_split_and_every_starter_is_equally_likely() -> None:
    game = foretold.load("seven-prophecies")
    rows = play_matches(game, "random", 0, range(20_000))
    chosen = np.unique(rows[:, PROPHECY], return_counts=True)[1]
    assert len(chosen) == 120
    expected = len(rows) / 120
    assert ((chosen - expected) ** 2 / expected).sum() < 119 + 5 * sqrt(2 * 119)
    first = rows[(rows[:, 1] == 1) & (rows[:, AWAY] == 0), SEAT]
    assert max(np.bincount(first)) - min(np.bincount(first)) < 6 * sqrt(len(first) / 4)


def test_a_compiled_match_depends_only_on_its_number() -> None:
    games = foretold.load("seven-prophecies-2017", variant="first-to-two"), foretold.load("prophecy")
    for game in games:
        whole = play_matches(game, "random", 5, range(30))
        part = play_matches(game, "random", 5, range(17, 21))
        assert np.array_equal(whole[(whole[:, MATCH] >= 17) & (whole[:, MATCH] < 21)], part)
        assert not np.array_equal(play_matches(game, "random", 6, range(17, 21)), part)


def test_matches_longer_than_their_buffer_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    game = foretold.load("seven-prophecies-2017", variant="first-to-two")
    whole = play_matches(game, "random", 5, range(30))
    monkeypatch.setattr("foretold.kernels.matches._ROOM", 8)
    assert np.array_equal(play_matches(game, "random", 5, range(30)), whole)


# Surveys and intervals ------------------------------------------------------------------------------------------


@some_games
def test_surveys_match_figures_computed_from_states(game: Game) -> None:
    matches = 3
    states = [match_again(game, "random", 11, number) for number in range(matches)]
    rows = play_matches(game, "random", 11, range(matches))
    survey, parts = Survey(game.players), Survey(game.players)
    survey.add(rows)
    for number in range(matches):
        alone = Survey(game.players)
        alone.add(rows[rows[:, MATCH] == number])
        parts.join(alone)
    assert survey == parts
    rounds = [ended for state in states for ended in state.finished]
    assert (survey.matches, survey.rounds) == (matches, len(rounds))
    assert survey.scores == Counter((seat, state.scores[seat]) for state in states for seat in game.seats)
    assert survey.fulfilled_by == Counter(sum(ended.fulfilled) for ended in rounds)
    assert survey.lengths == Counter(len(state.finished) for state in states)
    assert survey.actions == sum("action" in event for state in states for event in state.record().events)
    kinds: Counter[str] = Counter()
    for state in states:
        tied, won = state.scores.count(max(state.scores)), len(state.winners)
        kinds[OUTRIGHT if tied == 1 else BROKEN if won == 1 else SHARED if won == tied else PARTLY] += 1
    assert +survey.ties == kinds
    by_choice = Counter(str(choice.action) for ended in rounds for choice in ended.choices)
    assert sum(survey.chosen.values()) == sum(by_choice.values())
    assert sum(survey.wins.values()) == matches * WHOLE
    decisions = Counter[int]()
    for state in states:
        replayed, counted = game.start(), 0
        for event in state.record().events:
            if "deal" in event:
                replayed = replayed.deal(event["deal"])
            elif "action" in event:
                counted += replayed.phase == "bid" or len(replayed.legal(event["seat"])) > 1
                replayed = replayed.apply(event["seat"], event["action"])
        decisions[counted] += 1
    assert survey.decisions == decisions


def test_the_interval_of_a_mean_counts_matches() -> None:
    sums = MatchSums()
    for amount in (3, 5, 4, 8):
        sums.join(MatchSums(1, 1, amount, amount * amount, amount, 1))
    interval = sums.interval()
    assert interval.value == 5
    assert interval.half == pytest.approx(1.96 * sqrt(14 / 3 / 4))  # the sample's standard error
    assert MatchSums().interval() == Interval(0, 0, 0)
    assert MatchSums(1, 4, 8, 64, 32, 16).interval() == Interval(2, 2, 2)


def test_intervals_cover_the_truth_as_often_as_they_claim() -> None:
    held = 0
    game = foretold.load("seven-prophecies", players=3)
    truth = Survey(3)
    truth.add(play_matches(game, "random", 99, range(30_000)))
    wanted = truth.starts["points", 0].interval().value
    for seed in range(200):
        survey = Survey(3)
        survey.add(play_matches(game, "random", seed, range(60)))
        interval = survey.starts["points", 0].interval()
        held += interval.low <= wanted <= interval.high
    assert 176 <= held <= 199  # of 200, 95 % expected


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert share(0, 0) == Interval(0, 0, 0)
    none, half, whole = share(0, 10), share(50, 100), share(10, 10)
    assert (none.low, whole.high) == (0, 1)
    assert none.high == pytest.approx(0.27754, abs=1e-4)
    assert (half.low, half.high) == pytest.approx((0.40383, 0.59617), abs=1e-4)


# Plans ----------------------------------------------------------------------------------------------------------


def test_only_random_or_greedy_bots_alone_are_compiled() -> None:
    assert can_be_fast(["random", "random"])
    assert can_be_fast(["greedy"])
    assert not can_be_fast(["random", "greedy"])
    assert not can_be_fast(["seer", "seer"])


def test_records_of_compiled_matches_are_valid_and_give_the_same_figures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    result = done(capsys, "--bots=random", "--fast", "--games=5", "--seed=3", "--records", path)
    assert result["fast"] is True
    states = [foretold.replay(record) for record in files.read(path)]
    tally = Tally(4)
    for state in states:
        tally.add_match(state)
    assert tally.figures().items() <= result.items()


def test_a_batch_holds_only_what_is_kept() -> None:
    game = foretold.load("seven-prophecies", players=3)
    for fast in (False, True):
        plain = run_task(MatchTask(Plan(game, ("random",) * 3, 0, fast=fast), range(3)))
        full = run_task(MatchTask(Plan(game, ("random",) * 3, 0, True, True, True, fast), range(3)))
        assert (plain.rows, plain.survey, plain.lines) == (None, None, ())
        assert full.tally == plain.tally
        assert full.survey is not None
        assert full.rows is not None
        assert full.survey.matches == len(full.lines) == 3
        again = Survey(3)
        again.add(full.rows)
        assert again == full.survey


# Files ----------------------------------------------------------------------------------------------------------


def test_rows_are_written_as_csv_and_parquet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import pyarrow.parquet

    against = "--against=prophecy:short"
    games = ["seven-prophecies-2017", "--option=negative_scores=true", against, "--bots=greedy,random,random"]
    games.append("--games=2")
    paths = tmp_path / "a.csv", tmp_path / "a.csv.gz", tmp_path / "a.parquet", tmp_path / "a.jsonl"
    done(capsys, *games, "--csv", paths[0], "--parquet", paths[2], "--records", paths[3])
    done(capsys, *games, "--csv", paths[1])
    assert gzip.decompress(paths[1].read_bytes()) == paths[0].read_bytes()
    with paths[0].open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    table = pyarrow.parquet.read_table(paths[2])
    assert tuple(rows[0]) == tuple(table.column_names) == FILE_COLUMNS
    assert [{name: str(value) for name, value in row.items()} for row in table.to_pylist()] == rows
    wanted = []
    for number, record in enumerate(files.read(paths[3])):
        state = foretold.replay(record)
        for row in rows_of(state, number % 2):
            chosen = state.finished[row[1] - 1].chosen()[row[SEAT]]
            prophecy = str(row[PROPHECY]) if record.game == "prophecy" else str(chosen)
            options = " ".join(f"{key}={str(value).lower()}" for key, value in (record.options or {}).items())
            bot = ("greedy", "random", "random")[row[SEAT]]
            facts = [record.game, options, "3", *map(str, row[: SEAT + 1]), bot, *map(str, row[SEAT + 1 :])]
            facts[FILE_COLUMNS.index("prophecy")] = prophecy
            wanted.append(dict(zip(FILE_COLUMNS, facts, strict=True)))
    assert rows == wanted


def test_parquet_row_groups_do_not_depend_on_batches(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import pyarrow.parquet

    path = tmp_path / "a.parquet"
    done(capsys, "--fast", "--bots=random", "--games=13000", "--parquet", path)
    metadata = pyarrow.parquet.ParquetFile(path).metadata
    sizes = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]
    assert sizes[:-1] == [ROWS_A_GROUP] * (len(sizes) - 1)
    assert 0 < sizes[-1] <= ROWS_A_GROUP
    rows = play_matches(foretold.load("seven-prophecies"), "random", 0, range(13000))
    table = pyarrow.parquet.read_table(path)
    for at, name in (
        (MATCH, "match"),
        (SCORE, "score"),
        (POINTS, "points"),
        (TRICKS, "tricks"),
        (FULFILLED, "fulfilled"),
    ):
        assert np.array_equal(table[name].to_numpy(), rows[:, at])


# Going on -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [["--bots=random,greedy,random"], ["--bots=random", "--fast", "--players=3"]])
def test_an_interrupted_run_continues_as_if_nothing_had_happened(
    how: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "out.jsonl"
    other = "prophecy:short" if "--fast" in how else "seven-prophecies-2017:single-round"
    wanted = [*how, f"--against={other}", "--games=50" if "--fast" in how else "--games=30", "--seed=2"]
    names = {"--records": "a.jsonl.gz", "--csv": "a.csv", "--parquet": "a.parquet", "--report": "a.html"}

    def outputs(name: str) -> tuple[list[str | Path], Path]:
        folder = tmp_path / name
        folder.mkdir()
        return [part for flag, file in names.items() for part in (flag, folder / file)], folder

    def contents(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    flags, folder = outputs("whole")
    whole = done(capsys, *wanted, *flags), contents(folder)
    flags, folder = outputs("kept")
    assert (done(capsys, *wanted, *flags, "--out", kept), contents(folder)) == whole
    content = kept.read_bytes()
    lines = content.splitlines(keepends=True)
    cuts = [0, 20, len(lines[0]), len(lines[0]) + 9, len(content) * 2 // 3, len(content) - 1, len(content)]
    for cut in cuts if "--fast" in how else cuts[4:5]:  # the engine takes its time
        kept.write_bytes(content[:cut])
        flags, folder = outputs(f"cut-{cut}")
        assert (done(capsys, *wanted, *flags, "--out", kept, "--resume"), contents(folder)) == whole
        assert kept.read_bytes() == content
    kept.write_bytes(b"".join(lines[:2]) + b'{"plan":0,\\0\\0\n')  # what a crash can leave
    flags, folder = outputs("crash")
    assert (done(capsys, *wanted, *flags, "--out", kept, "--resume"), contents(folder)) == whole


def test_a_resumed_run_may_ask_for_more_or_fewer_matches(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept, names = tmp_path / "out.jsonl", ["a.csv", "b.csv", "c.csv"]
    how = ["--bots=random", "--fast", "--players=3", "--against=prophecy:short"]
    done(capsys, *how, "--games=7", "--out", kept)
    for name, games in zip(names, (12, 5, 9), strict=True):
        result = done(capsys, *how, f"--games={games}", "--out", kept, "--resume", "--csv", tmp_path / name)
        alone = tmp_path / f"alone-{name}"
        assert result == done(capsys, *how, f"--games={games}", "--csv", alone)
        assert (tmp_path / name).read_bytes() == alone.read_bytes()


def test_files_of_another_plan_are_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "out.jsonl"
    how = ["--bots=random", "--fast", "--games=5"]
    done(capsys, *how, "--out", kept)
    content = kept.read_bytes()
    lines = content.splitlines(keepends=True)
    refused = [run(capsys, *how, "--out", kept)]
    others: list[list[str | Path]] = [
        ["--seed=1"],
        ["--players=3"],
        ["--bots=greedy"],
        ["--against=prophecy"],
        ["--records", tmp_path / "r"],
    ]
    refused += [run(capsys, *how, *other, "--out", kept, "--resume") for other in others]
    refused += [run(capsys, "--bots=random", "--games=5", "--out", kept, "--resume")]
    assert kept.read_bytes() == content
    damaged = lines[1].replace(b'"rows":"', b'"rows":"AAAA')
    for wrong in (b"mine", b"mine\n", lines[0] + b"[]\n" + lines[1], lines[0] + damaged):
        kept.write_bytes(wrong)
        refused.append(run(capsys, *how, "--out", kept, "--resume"))
        assert kept.read_bytes() == wrong
    for code, out, err in refused:
        assert (code, out) == (2, "")
        assert str(kept) in err
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


# Wrong use ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["--against=chess"],
        ["--against=prophecy:long"],
        ["--against=prophecy:short:short"],
        ["--against=prophecy:"],
        ["--against=prophecy:wheel="],
        ["--against=prophecy:variant=short:variant=short"],
        ["--against=prophecy:short:players=9"],
        ["--against=prophecy:short:players=x"],
        ["--against="],
        ["--bots=greedy,random,random", "--against=prophecy:players=4"],
        ["--fast", "--bots=greedy,random,random"],
        ["--fast", "--bots=seer"],
        ["--resume"],
        ["--report=/missing/a.html"],
        ["--csv=/missing/a.csv"],
        ["--parquet=/missing/a.parquet"],
        ["--out=/missing/a.jsonl"],
    ],
    ids=" ".join,
)
def test_wrong_usage_prints_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for language in ("en", "ja"):
        code, out, err = run(capsys, "--games=2", "--csv=b.csv", *arguments, "--lang", language)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("foretold simulate: ")
        assert err.isascii() == (language == "en")
    assert list(tmp_path.iterdir()) == []


def test_games_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    single = "--against=seven-prophecies-2017:single-round:players=3"
    result = done(capsys, "--bots=random", "--games=3", single, "--against=prophecy:wheel=EEEEEEEE:players=5")
    alone = done(capsys, "--bots=random", "--games=3")
    assert "against" not in alone
    assert {key: value for key, value in result.items() if key != "against"} == alone
    first, second = result["against"]
    assert (first["game"], first["players"], first["rounds"]) == ("seven-prophecies-2017", 3, 3)
    assert (second["options"]["wheel"], second["players"], len(second["bots"])) == ("EEEEEEEE", 5, 5)
    code, out, _ = run(capsys, "--bots=random", "--games=3", single, "--lang=en")
    assert code == 0
    assert "Seven Prophecies, first edition: 3 matches" in out
