"""What if, and puzzles, on a real server: what is told and kept, and what is not told before one has answered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from foretold.coach.mistakes import mistakes
from foretold.coach.puzzles import shipped
from foretold.games import TITLES
from foretold.kernels import warm
from foretold.server.features.puzzles import types as puzzle_types
from foretold.server.rest import types as rest_types
from tests.server.conforming import conform
from tests.server.lining import hear_until, lines, person
from tests.server.requesting import played, refused
from tests.server.serving import Server, command, serving, wait_for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    warm.wait()  # so that the server finds the kernels compiled
    flags = ("--request-rate", "1000", "--bot-delay", "0.02", "--review-nice", "0", "--review-worlds", "16")
    with serving(tmp_path_factory.mktemp("server"), *flags) as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        client.post("/api/me", json={"name": "Ann"})
        yield client


def leave(client: httpx.Client, record: dict[str, Any], step: int, seat: int, **more: Any) -> httpx.Response:
    return client.post("/api/what-ifs", json={"record": record, "step": step, "seat": seat, **more})


# What if -----------------------------------------------------------------------------------------------------------


def test_a_what_if_line_is_played_compared_and_shared_but_not_listed(server: Server, ann: httpx.Client) -> None:
    match = played(server, ann)
    record = ann.get(f"/api/matches/{match}").json()
    listed = ann.get("/api/matches").json()["mine"]
    made = leave(ann, record, 10, 2, bot="greedy")
    assert made.status_code == 201
    conform(made.json(), rest_types.Made)
    assert made.json()["seats"] == [2]
    table = made.json()["table"]
    assert next(line["what_if"] for line in ann.get("/api/tables").json()["mine"] if line["id"] == table) is True
    player = person(server, ann, table)

    async def play() -> None:
        async with lines(player):
            await hear_until(player, lambda player: bool(player.facts))
            assert (player.facts["phase"], player.facts["fair"], player.facts["practised"]) == ("playing", None, True)
            await player.play()

    asyncio.run(play())
    what_if, end = player.facts["what_if"], record["events"][-1]["match"]
    assert (what_if["match"], what_if["step"], what_if["seat"]) == (match, 10, 2)
    assert (what_if["scores"], what_if["winners"]) == (end["scores"], end["winners"])
    line = player.facts["match"]
    kept = ann.get(f"/api/matches/{line}").json()
    conform(kept, rest_types.MatchRecord)
    assert (kept["what_if"], kept["practised"]) == (what_if, True)
    assert [event for event in kept["events"] if "deal" in event] == [
        event for event in record["events"] if "deal" in event
    ]
    assert ann.get("/api/matches").json()["mine"] == listed
    with server.client() as other:
        assert refused(other.get(f"/api/matches/{line}")) == (404, "no-such-match")
        token = ann.post(f"/api/matches/{line}/share").json()["token"]
        assert other.post(f"/api/matches/{line}/shared", json={"token": token}).json() == kept
    assert leave(ann, kept, 12, 0).status_code == 201, "a line can be left as well"


def test_a_what_if_line_left_at_once_is_not_kept(server: Server, ann: httpx.Client) -> None:
    record = ann.get(f"/api/matches/{played(server, ann)}").json()
    step = next(at for at, event in enumerate(record["events"]) if event.get("seat") == 0)  # it is Ann's turn
    table = leave(ann, record, step, 0).json()["table"]
    player = person(server, ann, table, choice=None)

    async def look() -> None:
        async with lines(player):
            await hear_until(player, lambda player: bool((player.turns.get(0) or {}).get("legal")))
            command(ann, table, type="close")
            await hear_until(player, lambda player: player.facts["phase"] == "closed")

    asyncio.run(look())
    assert refused(ann.get(f"/api/matches/{player.facts['match']}")) == (404, "no-such-match")


def test_an_invalid_what_if_line_is_refused_with_a_reason(server: Server, ann: httpx.Client) -> None:
    record = ann.get(f"/api/matches/{played(server, ann)}").json()
    last = sum("deal" in event or "action" in event for event in record["events"])
    assert refused(leave(ann, record, last, 0)) == (400, "what-if-over")
    assert refused(leave(ann, record, last + 1, 0)) == (400, "what-if-step")
    assert refused(leave(ann, record, 3, 5)) == (400, "no-such-seat")
    assert refused(leave(ann, record, 3, 0, bot="nobody"))[1] == "unknown-bot"
    assert refused(leave(ann, {**record, "players": 9}, 3, 0))[0] == 400
    with server.client() as stranger:
        assert refused(leave(stranger, record, last, 0))[0] == 400
        assert "foretold" not in stranger.cookies, "nobody becomes known by it"


# Puzzles -----------------------------------------------------------------------------------------------------------


def test_all_puzzles_are_listed_by_title_easiest_first(ann: httpx.Client) -> None:
    listed = ann.get("/api/puzzles").json()
    conform(listed, puzzle_types.Puzzles)
    assert [group["game"] for group in listed["sets"]] == [*TITLES]
    for group in listed["sets"]:
        assert len(group["puzzles"]) >= 30
        assert [line["difficulty"] for line in group["puzzles"]] == sorted(
            line["difficulty"] for line in group["puzzles"]
        )


@pytest.mark.parametrize("game", [*TITLES])
def test_a_question_shows_only_what_its_seat_knows_until_it_is_answered(
    ann: httpx.Client, game: str, request: pytest.FixtureRequest
) -> None:
    every = 1 if request.config.getoption("--long") else 16
    for puzzle in shipped(game)[::every]:
        number = puzzle.number
        asked = ann.get(f"/api/puzzles/{game}/{number}")
        conform(asked.json(), puzzle_types.PuzzleQuestion)
        position = asked.json()["position"]
        assert position["seat"] == asked.json()["seat"] == puzzle.seat
        assert set(position["view"]["hand"]) == set(map(str, puzzle.view().hand))
        view: Any = puzzle.view()
        hidden = set(map(str, view.unseen)) - shown(puzzle)
        assert not {card for card in hidden if f'"{card}"' in asked.text}, "no card of another hand is named"
        assert not {"natural", "points", "error", "answer"} & set(asked.json())
        legal = [choice["action"] for choice in position["turn"]["legal"]]
        wrong = puzzle.choices[1].action
        for action, right in ((puzzle.answer, True), (wrong, False)):
            assert action in (asked.json()["choices"] or legal)
            explanation = explained(ann, f"{game}/{number}", action)
            assert (explanation["right"], explanation["natural"]) == (right, puzzle.natural)
            assert explanation["choices"][0]["action"] == puzzle.answer
            assert [choice["points"] for choice in explanation["choices"]] == sorted(
                (choice.points for choice in puzzle.choices), reverse=True
            )
            assert explanation["given"] == action


def explained(client: httpx.Client, puzzle: str, action: str) -> dict[str, Any]:
    """The answer to an attempt, once its reasons are known: kernels may still be compiling."""

    def whole() -> dict[str, Any] | None:
        answer = client.post(f"/api/puzzles/{puzzle}/answer", json={"action": action})
        assert answer.status_code == 200, answer.text
        conform(answer.json(), puzzle_types.PuzzleAnswer)
        solution: dict[str, Any] = answer.json()
        return solution if all(choice["reason"] for choice in solution["choices"]) else None

    solution: dict[str, Any] = wait_for(whole)
    return solution


def shown(puzzle: Any) -> set[str]:
    """The cards that the seat sees beside its hand, such as those that lead tricks in the first edition."""
    view = puzzle.view()
    return {str(card) for name in ("future", "open") for card in getattr(view, name, ())}


def test_an_unexpected_answer_is_weighed_too(ann: httpx.Client) -> None:
    puzzle = next(puzzle for puzzle in shipped("seven-prophecies") if puzzle.kind == "prophecy")
    number = puzzle.number
    explanation = explained(ann, f"seven-prophecies/{number}", "0-0-0-7")
    assert (explanation["right"], explanation["given"]) == (False, "0-0-0-7")
    assert explanation["choices"][-1]["action"] == "0-0-0-7"
    assert len(explanation["choices"]) == len(puzzle.choices) + 1


def reviewed(client: httpx.Client, match: str) -> dict[str, Any] | None:
    """The review of the match, once it is whole."""
    review: dict[str, Any] = client.get(f"/api/matches/{match}/review").json()
    return review if review["state"] == "done" else None


def test_mistakes_found_in_a_review_become_private_puzzles(server: Server, ann: httpx.Client) -> None:
    for _ in range(10):  # who plays the first card that comes makes mistakes, though not in every match
        match = played(server, ann)
        ann.post(f"/api/matches/{match}/review", json={})
        review = wait_for(lambda: reviewed(ann, match), 120)  # noqa: B023
        made = [*mistakes(review, (0,))]  # those in which most points are also best for the match
        if made:
            break
    own = [puzzle for puzzle in ann.get("/api/puzzles").json()["own"] if puzzle["name"].startswith(match)]
    assert [puzzle["name"] for puzzle in own] == [f"{match}-{mistake.event}" for mistake in made]
    record = ann.get(f"/api/matches/{match}").json()
    for mistake in made[:3]:
        path = f"own/{match}-{mistake.event}"
        asked = ann.get(f"/api/puzzles/{path}").json()
        conform(asked, puzzle_types.PuzzleQuestion)
        before = sum("deal" in event or "action" in event for event in record["events"][: mistake.event])
        assert (asked["seat"], asked["match"], asked["step"], asked["difficulty"]) == (0, match, before, None)
        assert explained(ann, path, mistake.actions[0].action)["right"] is True
        explanation = explained(ann, path, mistake.action)
        assert (explanation["right"], explanation["given"], explanation["natural"]) == (
            False,
            mistake.action,
            mistake.action,
        )
        with server.client() as other:
            other.post("/api/me", json={"name": "Bob"})
            assert other.get("/api/puzzles").json()["own"] == []
            assert refused(other.get(f"/api/puzzles/{path}")) == (404, "no-such-puzzle")
            assert refused(other.post(f"/api/puzzles/{path}/answer", json={"action": "S1"}))[0] == 404
    line = ann.post(f"/api/puzzles/{path}/what-if", json={}).json()["table"]
    (view,) = ann.get(f"/api/tables/{line}/views").json()["views"]
    assert view["table"]["what_if"]["match"] == match, "what happened is told beside what comes of it"


def test_invalid_answers_are_refused(ann: httpx.Client) -> None:
    assert refused(ann.get("/api/puzzles/seven-prophecies/999")) == (404, "no-such-puzzle")
    assert refused(ann.get("/api/puzzles/chess/1")) == (404, "no-such-puzzle")
    assert refused(ann.get("/api/puzzles/prophecy/x")) == (404, "no-such-puzzle")
    answer = ann.post("/api/puzzles/prophecy/1/answer", json={"action": "S99"})
    assert refused(answer)[0] == 400
    puzzle = shipped("prophecy")[0]
    missing = next(str(card) for card in puzzle.game.deck if str(card) not in map(str, puzzle.view().legal))
    assert refused(ann.post("/api/puzzles/prophecy/1/answer", json={"action": missing}))[0] == 400


def test_playing_on_from_a_puzzle_keeps_its_cards_and_has_no_history(server: Server, ann: httpx.Client) -> None:
    for game in TITLES:
        puzzle = shipped(game)[3]
        made = ann.post(f"/api/puzzles/{game}/{puzzle.number}/what-if", json={"bot": "greedy"})
        assert made.json()["seats"] == [puzzle.seat]
        (view,) = ann.get(f"/api/tables/{made.json()['table']}/views").json()["views"]
        assert view["view"]["hand"] == [str(card) for card in puzzle.view().hand]
        assert (view["table"]["what_if"]["match"], view["table"]["what_if"]["rounds"]) == ("", [])
        assert view["turn"]["legal"]


# Ratings -----------------------------------------------------------------------------------------------------------


def test_a_first_answer_moves_the_ratings_of_the_person_and_of_the_puzzle(server: Server, ann: httpx.Client) -> None:
    first, second, other = shipped("prophecy")[5:8]
    explained(ann, f"prophecy/{other.number}", other.answer)  # from now on the server answers at once
    with server.client() as bo:
        bo.post("/api/me", json={"name": "Bo"})
        before = listed(bo, first.id)
        assert bo.get("/api/puzzles").json()["answered"] == []
        explanation = explained(bo, f"prophecy/{first.number}", first.choices[1].action)
        conform(explanation, puzzle_types.PuzzleAnswer)
        assert explanation["moved"]["before"] == 1500
        assert explanation["moved"]["rating"] < 1500
        assert explanation["moved"]["deviation"] < 350
        assert listed(bo, first.id)["rating"] > before["rating"]
        again = explained(bo, f"prophecy/{first.id}", first.answer)
        assert (again["right"], again["moved"]) == (True, None), "only the first answer counts"
        right = explained(bo, f"prophecy/{second.number}", second.answer)
        assert right["moved"]["before"] == explanation["moved"]["rating"]
        assert right["moved"]["rating"] > right["moved"]["before"]
        page = bo.get("/api/puzzles").json()
        assert sorted((answer["id"], answer["solved"]) for answer in page["answered"]) == sorted(
            [(first.id, False), (second.id, True)]
        )
        [own] = page["ratings"]
        assert (own["game"], own["rating"], own["answers"]) == ("prophecy", round(right["moved"]["rating"]), 2)
        exported = bo.get("/api/me/export").json()["puzzles"]
        assert [(answer["puzzle"], answer["solved"]) for answer in exported] == [(first.id, False), (second.id, True)]
        moved = listed(bo, first.id)["rating"]
        bo.delete("/api/me")
    with server.client() as stranger:
        assert listed(stranger, first.id)["rating"] == moved, "the puzzle stays as it was rated"
    gone = "SELECT count(*) FROM puzzle_answers WHERE person_id NOT IN (SELECT id FROM people)"
    assert [tuple(row) for row in server.run(gone)] == [(0,)]


def test_an_unknown_visitors_rating_stays_on_the_device_and_moves_no_puzzle(server: Server) -> None:
    puzzle = shipped("seven-prophecies")[3]
    with server.client() as stranger:
        before = listed(stranger, puzzle.id)
        path = f"/api/puzzles/seven-prophecies/{puzzle.number}/answer"
        answer = stranger.post(
            path, json={"action": puzzle.answer, "device": {"rating": 1700, "deviation": 120}}
        ).json()
        assert answer["moved"]["before"] == 1700
        assert answer["moved"]["rating"] > 1700
        assert stranger.post(path, json={"action": puzzle.answer}).json()["moved"] is None
        assert (
            refused(stranger.post(path, json={"action": puzzle.answer, "device": {"rating": 1e9, "deviation": 1}}))[0]
            == 400
        )
        assert listed(stranger, puzzle.id) == before
        assert "foretold" not in stranger.cookies, "nobody becomes known by it"


def listed(client: httpx.Client, id: str) -> dict[str, Any]:
    """The line of a puzzle in the list."""
    sets = client.get("/api/puzzles").json()["sets"]
    return next(line for group in sets for line in group["puzzles"] if line["id"] == id)
