"""The review of a match: its sum holds, its marks keep to their thresholds, it tells what a seat could know."""

from __future__ import annotations

import json
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

import foretold
from foretold.bots.calibrated import Found
from foretold.calibration import calibration
from foretold.cards import Action, Play
from foretold.cli import main
from foretold.coach.decisions import Weighed, decisions, in_doubt, tasks, weigh_decision, weigh_task
from foretold.coach.marks import ONLY, SURE, THRESHOLDS, Judged, judge
from foretold.coach.review import LEAST_TURN, Review, assemble, review
from foretold.files import read
from foretold.games import Game
from foretold.games.prophecy.view import ProphecyRoundEnd
from foretold.records import Record
from tests.conftest import SOME, chosen

RECORDS = Path(__file__).parents[1] / "records"
SHORT = SOME - {"prophecy-4-standard", "prophecy-6-standard"}  # of which each takes as long as all others
FILES = [
    pytest.param(file, id=file.stem, marks=[] if file.stem in SHORT else [pytest.mark.long])
    for file in sorted(RECORDS.glob("*.jsonl"))
]
every_record = pytest.mark.parametrize("file", FILES)
both = pytest.mark.parametrize(
    "name",
    chosen(
        ["seven-prophecies-4-standard", "prophecy-2-short", "prophecy-4-standard"],
        *("seven-prophecies-4-standard", "prophecy-2-short"),
    ),
)
WORLDS = 6


def first(file: Path) -> Record:
    return next(read(file))


@cache
def reviewed(file: Path) -> Review:
    return review(first(file), worlds=WORLDS, seed=1)


@every_record
def test_luck_others_and_own_decisions_add_up_to_the_result(file: Path) -> None:
    """result = expected + cards + others - choice - play, in every title, variant and number of players."""
    result = reviewed(file)
    record = first(file)
    assert len(result.seats) == record.players
    end = next(event["match"] for event in record.events if "match" in event)
    for number, seat in enumerate(result.seats):
        parts = seat.expected + seat.cards + seat.others - seat.choice - seat.play
        assert abs(parts - seat.result) <= seat.error
        assert seat.expected == pytest.approx(1 / record.players, abs=1e-4)
        won = 1 / len(end["winners"]) if number in end["winners"] else 0
        assert seat.result == pytest.approx(won, abs=1e-4)
        assert 0 <= seat.accuracy <= 1
        assert seat.curve[-1][1] == seat.result
        assert all(0 <= chance <= 1 for _, chance in seat.curve)


def par_of(game: Game, judged: Judged) -> float:
    """What strong players lose at such a decision; nobody's chance falls below 0 by it."""
    known, played = calibration(game), judged.weighed.played
    assert known is not None
    kind = "play" if judged.weighed.trick else "choice"
    return min(known.par_of(kind, None if played.exact else played.worlds), judged.before)


@every_record
def test_the_cost_of_own_decisions_is_the_sum_of_their_losses_beyond_par(file: Path) -> None:
    result = reviewed(file)
    game = foretold.replay(first(file)).game
    for number, seat in enumerate(result.seats):
        own = [decision for decision in result.decisions if decision.weighed.seat == number]
        gained = sum(decision.match - par_of(game, decision) for decision in own if decision.weighed.trick == 0)
        played = sum(decision.match - par_of(game, decision) for decision in own if decision.weighed.trick > 0)
        assert seat.choice == pytest.approx(gained, abs=0.01)
        assert seat.play == pytest.approx(played, abs=0.01)
        assert seat.decisions == len(own)


@every_record
def test_exactly_the_choices_among_several_are_decisions(file: Path) -> None:
    record = first(file)
    weighed = [decision.weighed for decision in reviewed(file).decisions]
    assert [choice.event for choice in weighed] == [choice.event for choice in decisions(record)]
    actions = [number for number, event in enumerate(record.events) if "action" in event]
    assert {choice.event for choice in weighed} < set(actions)
    for choice, decision in zip(weighed, decisions(record), strict=True):
        event = record.events[choice.event]
        assert (event["seat"], event["action"]) == (choice.seat, choice.action)
        assert len(decision.view.legal) > 1
        assert decision.view.seat == choice.seat


def weighed(*shares: float, error: float = 0.005, action: str = "B2", trick: int = 3) -> Weighed:
    """A decision among B1, B2, …, whose values are these."""
    choices = tuple(
        Found(
            Play(f"B{number}"), 10 * share, share, {}, {"points": 10 * error, "match": error}, 100, error == 0, strong=3
        )
        for number, share in enumerate(shares, 1)
    )
    return Weighed(7, 0, 1, trick, Action(action), choices)


@pytest.mark.parametrize(("least", "mark"), THRESHOLDS)
def test_a_mark_begins_at_its_threshold(least: float, mark: str) -> None:
    assert judge(weighed(0.5, 0.5 - least - 0.001)).mark == mark
    assert judge(weighed(0.5, 0.5 - least + 0.001)).mark != mark


def test_an_uncertain_loss_gets_no_mark() -> None:
    for loss in (0.03, 0.06, 0.2):
        assert judge(weighed(0.5, 0.5 - loss, error=loss / SURE * 1.01)).mark is None
        assert judge(weighed(0.5, 0.5 - loss, error=loss / SURE * 0.99)).mark is not None


def test_a_loss_within_the_error_costs_nothing() -> None:
    assert judge(weighed(0.5, 0.495, error=0.006)).match == 0
    assert judge(weighed(0.5, 0.51, error=0.001)).match == 0, "better in fresh worlds: as good"
    assert judge(weighed(0.5, 0.495, error=0.004)).match == 0.005
    assert judge(weighed(0.5, 0.4, action="B1")).match == 0


def test_an_only_move_is_one_where_all_others_lose_much() -> None:
    assert judge(weighed(0.5, 0.49 - ONLY, 0.2)).only
    assert not judge(weighed(0.5, 0.49 - ONLY, 0.51 - ONLY)).only
    assert not judge(weighed(0.5, 0.49 - ONLY, error=ONLY)).only
    assert not judge(weighed(0.5, 0.2, trick=0)).only, "of prophecies not all are weighed"


def rows(*choices: tuple[str, float, float, int]) -> list[Found]:
    """Choices with their match, its error beside the first, and the worlds that they were played in."""
    return [
        Found(Play(name), 0.0, match, {}, {"points": 0.0, "match": error}, worlds, False, strong=3)
        for name, match, error, worlds in choices
    ]


def test_more_worlds_are_drawn_only_where_a_mark_is_in_doubt() -> None:
    taken = ("B1", 0.30, 0.0, 600)
    assert in_doubt(rows(taken, ("B2", 0.301, 0.002, 600)), 600) == [], "surely nothing lost"
    assert in_doubt(rows(taken, ("B2", 0.335, 0.002, 600)), 600) == [], "surely an inaccuracy"
    assert in_doubt(rows(taken, ("B2", 0.318, 0.002, 600)), 600) == ["B2"]
    assert in_doubt(rows(taken, ("B2", 0.29, 0.013, 600)), 600) == ["B2"], "what was taken may be worse by far"
    several = rows(taken, ("B2", 0.352, 0.003, 600), ("B3", 0.2, 0.004, 600), ("B4", 0.345, 0.01, 300))
    assert in_doubt(several, 600) == ["B2"], "B3 is out of it, and B4 was not played in all worlds"


def test_the_mark_of_a_decision_is_the_same_with_other_seeds() -> None:
    """Of a close decision among them; in far fewer worlds than by default."""
    record = first(RECORDS / "seven-prophecies-4-standard.jsonl")
    some = decisions(record)[::6]
    steps = [None, "inaccuracy", "mistake", "blunder"]
    same = 0
    for decision in some:
        marks = [steps.index(judge(weigh_decision(decision, 200, seed)).mark) for seed in range(3)]
        assert max(marks) - min(marks) <= 1
        same += len(set(marks)) == 1
    assert same >= 0.8 * len(some)


def test_marks_in_real_matches_respect_the_thresholds(request: pytest.FixtureRequest) -> None:
    seen = set()
    for file in sorted(RECORDS / f"{name}.jsonl" for name in (SOME if request.config.getoption("--long") else SHORT)):
        for decision in reviewed(file).decisions:
            seen.add(decision.mark)
            if decision.mark is not None:
                assert decision.match > SURE * decision.error_match
                assert decision.match >= {mark: least for least, mark in THRESHOLDS}[decision.mark]
    assert seen == {None, "inaccuracy", "mistake", "blunder"}


def test_turning_points_are_the_greatest_changes() -> None:
    result = reviewed(RECORDS / "seven-prophecies-4-standard.jsonl")
    assert result.turns
    assert [turn.event for turn in result.turns] == sorted(turn.event for turn in result.turns)
    assert all(abs(turn.amount) >= LEAST_TURN for turn in result.turns)


@both
def test_prophecies_are_compared_with_foresight_and_hindsight(name: str) -> None:
    record = first(RECORDS / f"{name}.jsonl")
    end = foretold.replay(record).finished
    forecasts = reviewed(RECORDS / f"{name}.jsonl").told
    assert len(forecasts) == record.players * len(end)
    for forecast in forecasts:
        round_ = end[forecast.round - 1]
        assert forecast.told == round_.chosen()[forecast.seat]
        assert forecast.hindsight is not None
        if name.startswith("prophecy"):
            assert isinstance(round_.end, ProphecyRoundEnd)
            assert int(forecast.hindsight) == round_.end.won[forecast.seat]
        else:
            assert sum(map(int, forecast.hindsight.split("-"))) == 7


@both
def test_the_same_record_worlds_and_seed_give_the_same_review(name: str) -> None:
    record = first(RECORDS / f"{name}.jsonl")
    again = assemble(record, [weigh_task(task) for task in tasks(record, len(decisions(record)), WORLDS, 1)])
    assert again == reviewed(RECORDS / f"{name}.jsonl")


def test_an_unfinished_match_is_reviewed_as_far_as_it_goes() -> None:
    whole = first(RECORDS / "seven-prophecies-4-standard.jsonl")
    for count in (0, 1, 5, 30):
        record = Record(whole.game, whole.players, whole.events[:count], whole.options, whole.names)
        result = review(record, worlds=4)
        assert not result.over
        for seat in result.seats:
            parts = seat.expected + seat.cards + seat.others - seat.choice - seat.play
            assert abs(parts - seat.result) <= seat.error


# The command -------------------------------------------------------------------------------------------------------


def one_match(tmp_path: Path, name: str = "seven-prophecies-4-standard") -> Path:
    file = tmp_path / "match.jsonl"
    file.write_text(first(RECORDS / f"{name}.jsonl").to_line() + "\n", "utf-8")
    return file


def test_the_command_prints_the_documented_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = one_match(tmp_path)
    given = ["review", str(file), "--worlds", str(WORLDS), "--seed", "1", "--jobs", "1"]
    assert main([*given, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result == json.loads(json.dumps(reviewed(RECORDS / "seven-prophecies-4-standard.jsonl").to_dict()))
    keys = {"expected", "cards", "others", "choice", "play", "result", "error", "accuracy"}
    assert all(keys <= set(seat) for seat in result["seats"])
    keys = {"event", "seat", "action", "best", "loss", "error", "mark", "actions"}
    assert all(keys <= set(decision) for decision in result["decisions"])
    assert main([*given, "--json", "--seat", "2"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert {decision["seat"] for decision in one["decisions"]} == {2}
    assert one["seats"] == result["seats"]


@pytest.mark.parametrize(("language", "words"), [("en", ("Luck and skill", "mistake")), ("ja", ("運と腕", "ミス"))])
def test_terminal_and_page_show_the_review_in_both_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, words: tuple[str, str]
) -> None:
    file = one_match(tmp_path)
    given = ["review", str(file), "--worlds", str(WORLDS), "--jobs", "1", "--lang", language]
    assert main(given) == 0
    assert words[1] in capsys.readouterr().out
    page = tmp_path / "review.html"
    assert main([*given, "--html", str(page)]) == 0
    text = page.read_text("utf-8")
    assert all(word in text for word in words)
    assert f'<html lang="{language}">' in text
    assert "http" not in text.replace("http-equiv", "")
    assert "<script" not in text


class Told(BaseHTTPRequestHandler):
    """A server that has one match behind a share link, and a public one with a review."""

    line, kept = b"", b""

    def do_GET(self) -> None:
        self._answer({"/api/matches/public": self.line, "/api/matches/public/review": self.kept}.get(self.path))

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        there = (self.path, request) == ("/api/matches/abc/shared", {"token": "s"})
        self._answer(self.line if there else None)

    def _answer(self, body: bytes | None) -> None:
        self.send_response(404 if body is None else 200)
        self.end_headers()
        self.wfile.write(body or b"{}")

    def log_message(self, format: str, *values: object) -> None:
        """Nothing."""


def test_a_link_is_as_good_as_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = one_match(tmp_path)
    Told.line = file.read_bytes()
    given = ["--worlds", "4", "--json", "--jobs", "1"]
    assert main(["review", str(file), *given]) == 0
    wanted = capsys.readouterr().out
    with HTTPServer(("127.0.0.1", 0), Told) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert main(["review", f"{address}/matches/abc#share=s", *given]) == 0
        assert capsys.readouterr().out == wanted
        assert main(["review", f"{address}/matches/abc", *given]) == 2, "it is private"
        quality = {"state": "done", "worlds": 4, "seed": 0, "version": foretold.__version__}
        figures = json.loads(wanted)
        figures["decisions"][0]["actions"][-1]["chances"]["fulfilled"] = 0.4321  # shows whose figures these are
        Told.kept = json.dumps({**quality, "ahead": 0, **figures}).encode()
        capsys.readouterr()
        assert main(["review", f"{address}/matches/public/review", *given]) == 0
        assert json.loads(capsys.readouterr().out)["decisions"] == figures["decisions"], "what the server has is told"
        assert main(["review", f"{address}/matches/public", *given, "--seed", "0", "--worlds", "5"]) == 0
        assert "0.4321" not in capsys.readouterr().out, "of another quality it is made here"
        server.shutdown()


def test_two_processes_make_the_same_review(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = one_match(tmp_path)
    given = ["review", str(file), "--worlds", "4", "--json", "--jobs"]
    assert main([*given, "1"]) == 0
    alone = capsys.readouterr().out
    assert main([*given, "2"]) == 0
    assert capsys.readouterr().out == alone


def test_unreviewable_records_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(tmp_path / "nothing.jsonl")]) == 2
    assert main(["review", "http://127.0.0.1:9/elsewhere"]) == 2
    assert main(["review", "http://127.0.0.1:9/matches/abc"]) == 2
    assert main(["review", str(one_match(tmp_path)), "--worlds", "1"]) == 2
    assert main(["review", str(one_match(tmp_path)), "--seat", "nobody"]) == 2
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n", "utf-8")
    capsys.readouterr()
    assert main(["review", str(broken), "--json"]) == 1
    assert "format" in capsys.readouterr().err
