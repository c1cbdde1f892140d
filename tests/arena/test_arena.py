"""`foretold arena`: duplicate deals, figures that can be worked out by hand, the same result whatever plays it."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import foretold
from foretold.arena.blocks import Block, Clock, Schedule, Sums, play, play_block, play_blocks
from foretold.arena.players import Spec, read_spec
from foretold.arena.progress_file import header, line, read_ledger
from foretold.arena.ratings import rate
from foretold.arena.simulate import match_seed
from foretold.arena.tally import WHOLE, round_shares
from foretold.arena.tournament import LOOK_FROM, Running, Tournament
from foretold.cli import main
from foretold.errors import UnknownBot

ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "FORETOLD_LANG")},
    "LC_ALL": "C.UTF-8",
}


def schedule(
    *bots: str, game: str = "seven-prophecies", players: int = 4, seed: int = 0, by: str = "match"
) -> Schedule:
    return Schedule(foretold.load(game, players=players), tuple(map(read_spec, bots)), seed, by)


def arena(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    """Runs the command in this process."""
    code = main(["arena", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def figures(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> dict[str, Any]:
    """What --json prints, without the times."""
    code, out, err = arena(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    result: dict[str, Any] = json.loads(out)
    del result["time"]
    return result


# Seatings and deals ---------------------------------------------------------------------------------------------


def test_one_bot_against_the_rest_sits_in_every_seat() -> None:
    assert schedule("greedy", "random").seatings(0) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert schedule("greedy", "random", game="prophecy", players=2).seatings(5) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(("bots", "players"), [(3, 3), (4, 4), (3, 4), (3, 6), (4, 6), (5, 6), (6, 6), (3, 5)])
def test_with_more_bots_each_sits_in_every_seat_equally_often(bots: int, players: int) -> None:
    seatings = schedule(*["greedy"] * bots, game="prophecy", players=players).seatings(3)
    assert len(set(seatings)) == len(seatings)
    for seat in range(players):
        sitting = [seating[seat] for seating in seatings]
        assert {sitting.count(bot) for bot in range(bots)} == {len(seatings) // bots}


def test_more_bots_than_seats_take_turns() -> None:
    tables = [schedule(*["random"] * 7, players=3).seatings(block) for block in range(60)]
    assert all(len(seatings) == 3 and len(set(seatings[0])) == 3 for seatings in tables)
    assert {bot for seatings in tables for bot in seatings[0]} == set(range(7))
    assert tables[4] == schedule(*["random"] * 7, players=3).seatings(4)


@pytest.mark.parametrize("by", ["match", "round"])
def test_every_seating_gets_the_same_deals(by: str) -> None:
    wanted = schedule("greedy", "random", by=by, seed=5)
    dealt = []
    for turn, seating in enumerate(wanted.seatings(2)):
        state = play(wanted, 2, turn, seating, [Clock(), Clock()])
        events = state.record().events
        dealt.append([event["deal"] for event in events if "deal" in event])
        assert len(state.finished) == 1 if by == "round" else state.over
    shortest = min(map(len, dealt))
    assert all(deals[:shortest] == dealt[0][:shortest] for deals in dealt)
    first = wanted.game.start(seed=match_seed(5, 2)).record().events[0]["deal"]
    assert dealt[0][0] == first


# Figures --------------------------------------------------------------------------------------------------------


def test_a_round_goes_to_the_most_points_and_to_everyone_if_nobody_scored() -> None:
    assert round_shares([5, 1, 0, 0]) == [WHOLE, 0, 0, 0]
    assert round_shares([3, 0, 3, 1]) == [WHOLE // 2, 0, WHOLE // 2, 0]
    assert round_shares([0, 0, 0, 0]) == [WHOLE // 4] * 4
    assert round_shares([-1, 0, -3]) == [WHOLE // 3] * 3


def test_figures_match_the_records(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = schedule("greedy", "random", players=3, seed=8)
    compared = figures(capsys, "--players=3", "--bots=greedy,random", "--games=3", "--seed=8")
    ahead = []
    points, seats, matches = [0, 0], [0, 0], 0
    shares, wins = [Fraction(0)] * 2, [Fraction(0)] * 2
    met: list[Counter[str]] = [Counter(), Counter()]
    for block in range(3):
        gaps = []
        for turn in range(3):
            bots = tuple(int(seat != turn) for seat in range(3))
            matches += 1
            plays = 0
            for event in play(wanted, block, turn, bots, [Clock(), Clock()]).record().events:
                if "deal" in event:
                    plays = -3  # three prophecies
                elif "action" in event:
                    plays += 1
                elif "round" in event:
                    got, tricks = event["round"]["points"], plays // 3
                    gaps.append(got[turn] - Fraction(sum(got) - got[turn], 2))
                    best = [seat for seat in range(3) if got[seat] == max(got)] if max(got) > 0 else [0, 1, 2]
                    for seat, bot in enumerate(bots):
                        points[bot] += got[seat]
                        seats[bot] += 1
                        shares[bot] += Fraction(seat in best, len(best))
                        met[bot][str(tricks)] += got[seat] >= (2 if tricks < 10 else 1)  # SP2-7
                else:
                    for seat in event["match"]["winners"]:
                        wins[bots[seat]] += Fraction(1, len(event["match"]["winners"]))
        ahead.append(sum(gaps) / len(gaps))
    mean = sum(ahead, Fraction(0)) / 3
    interval = 1.96 * float(sum((value - mean) ** 2 for value in ahead) / 2 / 3) ** 0.5
    assert (compared["blocks"], compared["matches"], compared["rounds"]) == (3, matches, seats[0])
    assert compared["results"][0]["ahead"] == {"blocks": 3, "mean": near(mean), "interval": near(interval)}
    assert compared["results"][1]["ahead"] == {"blocks": 3, "mean": near(-mean), "interval": near(interval)}
    for bot, result in enumerate(compared["results"]):
        assert result["points_per_round"] == near(Fraction(points[bot], seats[bot]))
        assert result["round_share"] == near(shares[bot] / seats[bot])
        assert result["match_share"] == near(wins[bot] / (matches * (1, 2)[bot]))
        assert result["fulfilled"] == near(sum(met[bot].values()) / seats[bot])
        assert result["fulfilled_by_trick"] == {key: near(met[bot][key] / seats[bot]) for key in met[bot]}


def near(value: Fraction | float) -> Any:
    return pytest.approx(float(value), abs=1e-6)


@pytest.mark.parametrize("game", ["seven-prophecies", "prophecy"])
def test_a_deterministic_bot_is_exactly_as_good_as_itself(game: str) -> None:
    for number in range(4):
        block = play_block(schedule("greedy", "greedy", game=game, by="round"), number)
        assert [sums.ahead for sums in block.sums] == [0, 0]
    table = play_block(schedule("greedy", "greedy", "greedy", game=game, by="match"), 0)
    assert [sums.ahead for sums in table.sums] == [0, 0, 0]
    assert len({(sums.points, sums.wins, sums.shares) for sums in table.sums}) == 1


def test_ratings_follow_the_final_ranks() -> None:
    wanted = schedule("random", "greedy", "random", "random")
    order = {1: 0, 0: 1, 3: 2, 2: 3}
    blocks = [
        Block(number, [Sums()] * 4, [[order[bot] for bot in seating] for seating in wanted.seatings(number)], [])
        for number in range(5)
    ]
    means = [rating.mu for rating in rate(wanted, blocks)]
    assert sorted(order, key=lambda bot: -means[bot]) == [1, 0, 3, 2]
    level = [Block(number, [Sums()] * 4, [[0] * 4] * 4, []) for number in range(3)]
    assert len({round(rating.mu, 6) for rating in rate(wanted, level)}) == 1


# Whatever plays it ----------------------------------------------------------------------------------------------


def test_the_number_of_processes_changes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    results = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.jsonl"
        wanted = ["--bots=greedy,random,random", "--games=12", "--by=round", "--seed=4", "--jobs", jobs, "--out", path]
        results.append((figures(capsys, *wanted), [_without_time(text) for text in path.read_text().splitlines()]))
    assert results[0] == results[1]
    assert len(results[0][1]) == 13


def _without_time(text: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(text)
    content.pop("time", None)
    return content


def test_a_truncated_file_is_continued_as_if_nothing_had_happened(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, wanted = tmp_path / "a.jsonl", ["--bots=greedy,random", "--by=round", "--seed=2"]
    whole = figures(capsys, *wanted, "--games=8", "--out", path)
    content = path.read_bytes()
    lines = content.splitlines(keepends=True)
    cuts = [0, 20, len(lines[0]), len(lines[0]) + 9, len(content) // 2, len(content) - 1, len(content)]
    for cut in cuts:
        path.write_bytes(content[:cut])
        assert figures(capsys, *wanted, "--games=8", "--out", path, "--resume") == whole
        assert [_without_time(text) for text in path.read_text().splitlines()] == [*map(_without_time, map(bytes.decode, lines))]  # noqa: E501  # fmt: skip
    path.write_bytes(b"".join(lines[:5]) + b'{"block":4,\0\0\0\n')  # what a crash can leave
    assert figures(capsys, *wanted, "--games=8", "--out", path, "--resume") == whole
    fewer = figures(capsys, *wanted, "--games=3")
    assert figures(capsys, *wanted, "--games=3", "--out", path, "--resume") == fewer
    assert len(path.read_bytes().splitlines()) == 9  # what was played stays
    path.unlink()
    assert figures(capsys, *wanted, "--games=8", "--out", path, "--resume") == whole


def test_files_of_another_plan_are_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, wanted = tmp_path / "a.jsonl", ["--bots=greedy,random", "--by=round", "--games=3"]
    assert arena(capsys, *wanted, "--out", path)[0] == 0
    content = path.read_bytes()
    lines = content.splitlines(keepends=True)
    others = [["--seed=1"], ["--by=match"], ["--players=3"], ["--bots=random,greedy"]]
    refused = [arena(capsys, *wanted, "--out", path)]
    refused += [arena(capsys, *wanted, *other, "--out", path, "--resume") for other in others]
    assert path.read_bytes() == content
    for wrong in (b"mine", b"mine\n", lines[0] + lines[2] + lines[1], lines[0] + b"[]\n" + lines[1]):
        path.write_bytes(wrong)
        refused.append(arena(capsys, *wanted, "--out", path, "--resume"))
        assert path.read_bytes() == wrong
    for code, out, err in refused:
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert str(path) in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_matches_played_before_an_interrupt_are_kept(jobs: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    command = [sys.executable, "-m", "foretold", "arena", "--bots=random,greedy", "--games=100000", "--jobs", jobs]
    command += ["--by=round", "--out", str(path), "--plot", str(tmp_path / "a.svg")]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, env=ENVIRONMENT, start_new_session=True)
    while running.poll() is None and not (path.exists() and path.read_bytes().count(b"\n") > 3):
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate()
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert b"--resume" in err
    kept = read_ledger(path, schedule("random", "greedy", by="round"))
    assert len(kept.parts) >= 3
    assert list(tmp_path.iterdir()) == [path]


# Stopping early -------------------------------------------------------------------------------------------------


def block_of(number: int, ahead: int) -> Block:
    sums = [Sums(rounds=1, seats=1, points=ahead, ahead=360 * ahead), Sums(rounds=1, seats=3, ahead=-360 * ahead)]
    return Block(number, sums, [[0, 1, 1, 1]] * 4, [Clock(), Clock()])


def test_stopping_looks_at_blocks_in_block_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wanted = ["--bots=greedy,random", "--by=round", "--until=95%"]
    results = [figures(capsys, *wanted, "--jobs", jobs) for jobs in ("1", "2")]
    assert results[0] == results[1]
    assert results[0]["until"] == {"confidence": 0.95, "decided": True}
    assert results[0]["blocks"] == LOOK_FROM  # the earliest look: greedy is far better
    path = tmp_path / "a.jsonl"
    figures(capsys, "--bots=greedy,random", "--by=round", "--games=30", "--out", path)
    assert figures(capsys, *wanted, "--out", path, "--resume") == results[0]  # blocks that came later are not looked at


def test_stopping_waits_until_it_is_sure() -> None:
    tournament = Tournament(schedule("greedy", "random"), 0.95)
    signs = random.Random(3)
    for number in range(200):
        tournament.add(block_of(number, signs.choice((-1, 1))))
        assert not tournament.decided()
    sure = Tournament(schedule("greedy", "random"), 0.95)
    for number in range(LOOK_FROM):
        assert not sure.decided()
        sure.add(block_of(number, 2 + number % 2))
    assert sure.decided()
    assert not Tournament(schedule("greedy", "random")).decided()


def test_the_bound_is_wider_than_a_single_look_and_rarely_wrong() -> None:
    alarms = 0
    for seed in range(100):
        values, running = random.Random(seed), Running()
        alarm = False
        for _ in range(300):
            running.add(values.gauss(0, 1))
            alarm |= running.count >= LOOK_FROM and abs(running.mean) > (running.bound(0.05) or 0.0)
        alarms += alarm
        assert (running.bound(0.05) or 0.0) > (running.interval() or 0.0)
    assert alarms <= 7


# cheat ----------------------------------------------------------------------------------------------------------


def test_cheat_plays_in_the_arena_only(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownBot) as refused:
        foretold.bot("cheat")
    assert refused.value.reason == "cheat"
    for command in (["simulate", "--bots=cheat", "--games=1"], ["play", "--bots=cheat"]):
        assert main(command) == 2
        assert "cheat" in capsys.readouterr().err
    assert str(read_spec("cheat")) == "cheat:worlds=1"
    for text in ("cheat:seconds=1", "cheat:depth=3"):
        with pytest.raises(UnknownBot):
            read_spec(text)


@pytest.mark.parametrize(("game", "least"), [("seven-prophecies", 2.0), ("prophecy", 2.0)])
def test_cheat_beats_bots_that_see_only_their_hand(game: str, least: float) -> None:
    tournament = Tournament(schedule("cheat", "greedy", game=game, by="round", players=3))
    for block in play_blocks(tournament.schedule, range(8)):
        tournament.add(block)
    assert tournament.ahead[0].mean > least
    again = play_block(tournament.schedule, 3)
    assert again.to_dict()["bots"] == tournament.blocks[3].to_dict()["bots"]
    assert tournament.clocks[0].decisions > 100
    assert 0 < tournament.clocks[0].total / tournament.clocks[0].decisions < tournament.clocks[0].slowest


@pytest.mark.parametrize("game", ["seven-prophecies", "seven-prophecies-2017", "prophecy"])
def test_cheat_can_be_unsure_what_others_will_do(game: str) -> None:
    wanted = schedule("cheat:worlds=3", "random", game=game, by="round", players=3)
    blocks = [play_block(wanted, 1) for _ in range(2)]
    assert blocks[0].sums == blocks[1].sums
    assert blocks[0].sums[0].ahead > 0


# Bots as they are written ---------------------------------------------------------------------------------------


def test_bot_names_are_parsed_with_their_settings() -> None:
    assert read_spec("greedy") == Spec("greedy")
    assert str(read_spec("seer")) == "seer:worlds=100"
    assert not read_spec("seer:worlds=60").timed
    assert read_spec("seer:seconds=0.20") == Spec("seer", (("seconds", 0.2),))
    assert read_spec("seer:seconds=1").timed
    assert not schedule("greedy", "seer:seconds=0.1").repeatable


WRONG = [
    ["--bots=greedy"],
    ["--bots="],
    ["--bots=greedy,"],
    ["--bots=greedy,nobody"],
    ["--bots=greedy,seer:worlds"],
    ["--bots=greedy,seer:worlds=0"],
    ["--bots=greedy,seer:worlds=x"],
    ["--bots=greedy,seer:worlds=1.5"],
    ["--bots=greedy,seer:worlds=1:worlds=2"],
    ["--bots=greedy,seer:worlds=1:seconds=1"],
    ["--bots=greedy,seer:seconds=nan"],
    ["--bots=greedy,seer:seconds=-1"],
    ["--bots=greedy,seer:depth=3"],
    ["--bots=greedy,greedy:worlds=3"],
    ["--bots=greedy,cheat:seconds=1"],
    ["--bots=greedy,random", "--until=5%"],
    ["--bots=greedy,random", "--until=100%"],
    ["--bots=greedy,random", "--until=soon"],
    ["--bots=greedy,random", "--games=0"],
    ["--bots=greedy,random", "--players=7"],
    ["--bots=greedy,random", "--resume"],
    ["--bots=greedy,random", "--out=/"],
    ["--bots=greedy,random", "--out=/missing/a.jsonl"],
    ["--bots=greedy,random", "--plot=/missing/a.svg"],
    ["chess", "--bots=greedy,random"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_usage_prints_one_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for language in ("en", "ja"):
        code, out, err = arena(capsys, *arguments, "--lang", language)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("foretold arena: ")
        assert err.isascii() == (language == "en")


# What is shown --------------------------------------------------------------------------------------------------


def test_tables_fit_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    wanted = ["--bots=greedy,random,random", "--games=2", "--players=3"]
    _, english, _ = arena(capsys, *wanted, "--lang=en")
    _, japanese, _ = arena(capsys, *wanted, "--lang=ja")
    assert "Seven Prophecies, 3 players" in english
    assert "random #2" in english
    assert "七言予言" in japanese
    assert max(map(len, english.splitlines())) <= 80
    _, timed, _ = arena(capsys, "--bots=greedy,seer:seconds=0.02", "--games=1", "--by=round", "--lang=en")
    assert "by the clock" in timed


def test_the_drawing_is_xml_with_every_bot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert arena(capsys, "--bots=greedy,random,random", "--games=3", "--by=round", "--plot", path)[0] == 0
    texts = [element.text for element in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]
    assert {"greedy", "random #1", "random #2", "0"} <= set(texts)


def test_a_ledger_starts_with_its_plan() -> None:
    first = json.loads(line(header(schedule("greedy", "seer"))))
    assert first["format"] == "foretold-arena/1"
    assert (first["bots"], first["by"], first["seed"]) == (["greedy", "seer:worlds=100"], "match", 0)
