"""Form from matches against bots, and what bots make of the same cards, at a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from foretold.ratings import MILLION, START, Kept, after, anchors, shown
from foretold.ratings.form import AgainstBots, against, forms
from foretold.server.features.challenges import types as challenge_types
from foretold.server.features.matches import results
from foretold.server.features.ratings import types as rating_types
from tests.conftest import chosen
from tests.server.conforming import conform
from tests.server.requesting import SHORT, play, played, refused
from tests.server.serving import Player, Server, command, make_table, serving, wait_for

GAME = str(SHORT["game"])


# The estimate ----------------------------------------------------------------------------------------------------


def simulated(chance: Random, matches: int) -> tuple[float, Kept]:
    """Somebody's true strength, and their form after so many simulated matches against three bots."""
    bots = anchors("seven-prophecies")
    strength = chance.gauss(START.mu, START.sigma) / MILLION
    truly = {name: chance.gauss(bot.mu, bot.sigma) / MILLION for name, bot in bots.items()}
    played = []
    for _ in range(matches):
        names = dict(enumerate(chance.choices(list(bots), k=3), start=1))
        # The largest of strengths with Gumbel noise is the first choice of the Plackett–Luce model.
        noisy = {0: strength, **{seat: truly[name] for seat, name in names.items()}}
        scores = {seat: mu - 25 / 3 * _log(-_log(chance.random())) for seat, mu in noisy.items()}
        places = [sum(other > scores[seat] for other in scores.values()) for seat in range(4)]
        played.append(against(0, {seat: bots[name] for seat, name in names.items()}, places))
    *_, form = forms(played)
    return strength, form


def _log(value: float) -> float:
    from math import log

    return log(value)


@pytest.mark.parametrize("matches", [3, 30])
def test_the_true_strength_lies_within_the_interval_for_at_least_19_of_20_people(matches: int) -> None:
    chance = Random(f"form {matches}")
    people = [simulated(chance, matches) for _ in range(200)]
    within = sum(abs(form.mu / MILLION - strength) <= 2 * form.sigma / MILLION for strength, form in people)
    assert within >= 190


def test_form_agrees_with_openskill_about_a_first_match() -> None:
    bots = anchors("seven-prophecies")
    for place in range(4):
        seats = {1: bots["novice"], 2: bots["adept"], 3: bots["seer"]}
        order = [3, 2, 1]
        order.insert(place, 0)
        places = [order.index(seat) for seat in range(4)]
        [form] = forms([against(0, seats, places)])
        ratings = [START, *seats.values()]
        mu = after([_rating(kept) for kept in ratings], places)[0].mu
        assert abs(form.mu / MILLION - mu) < START.sigma / MILLION / 2
        assert (form.mu > START.mu) == (mu > 25) or abs(mu - 25) < 1


def _rating(kept: Kept) -> Any:
    from foretold.ratings import Rating

    return Rating(kept.mu / MILLION, kept.sigma / MILLION)


def test_form_is_never_surer_than_the_ratings_of_the_bots() -> None:
    adept = anchors("prophecy")["adept"]
    *_, form = forms([AgainstBots((adept, adept), (1, -1))] * 300)
    assert form.sigma > adept.sigma


def test_a_tie_counts_between_a_win_and_a_loss() -> None:
    adept = anchors("prophecy")["adept"]
    [lost], [level], [won] = (list(forms([AgainstBots((adept,), (ahead,))])) for ahead in (1, 0, -1))
    assert lost.mu < level.mu < won.mu


def test_old_matches_count_less() -> None:
    adept = anchors("prophecy")["adept"]
    lost, won = AgainstBots((adept,), (1,)), AgainstBots((adept,), (-1,))
    *_, lately = forms([lost] * 60 + [won] * 60)
    *_, before = forms([won] * 60 + [lost] * 60)
    assert lately.mu > before.mu + 5 * MILLION


# At a server -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=chosen(["sqlite", "postgres"], "postgres"))
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new()
    with serving(tmp_path_factory.mktemp("form"), "--request-rate", "1000", database=place) as running:
        yield running


def person(server: Server, name: str) -> httpx.Client:
    client = server.client()
    assert client.post("/api/me", json={"name": name}).status_code == 200
    return client


def form(client: httpx.Client) -> list[dict[str, Any]]:
    answer = client.get("/api/me/form").raise_for_status().json()
    conform(answer, rating_types.OwnForm)
    return list(answer["games"])


def test_a_match_against_bots_moves_form_and_no_rating(server: Server) -> None:
    ann = person(server, "Ann")
    assert form(ann) == []
    ann.post("/api/me/ratings", json={"rated": True}).raise_for_status()
    first = played(server, ann, seats=["me", "bot:novice", "bot:novice"])
    [own] = form(ann)
    assert (own["game"], own["matches"]) == (GAME, 1)
    assert [match["match"] for match in own["history"]] == [first]
    assert own["rating"] != shown(START).rating
    assert own["spread"] < shown(START).spread
    assert [bot["bot"] for bot in own["bots"]] == ["random", "novice", "greedy", "adept", "seer"]
    assert all(game["matches"] == 0 for game in ann.get("/api/me/ratings").json()["games"])
    second = played(server, ann, seats=["me", "bot:novice", "bot:adept"])
    [own] = form(ann)
    assert [match["match"] for match in own["history"]] == [first, second]


def test_results_of_older_versions_get_their_bots_from_the_record(server: Server) -> None:
    bo = person(server, "Bo")
    match = played(server, bo, seats=["me", "bot:novice", "bot:novice"])
    [before] = form(bo)
    [(body,)] = server.run(f"SELECT body FROM results WHERE match_id = '{match}'")
    result = results.read(bytes(body))
    older = results.written(results.Result(result.seats, result.counted))
    server.run(f"UPDATE results SET body = {_bytes(server, older)} WHERE match_id = '{match}'")
    assert form(bo) == [before]
    assert results.read(bytes(server.run(f"SELECT body FROM results WHERE match_id = '{match}'")[0][0])) == result


def _bytes(server: Server, body: bytes) -> str:
    return f"'\\x{body.hex()}'" if "postgres" in server.place else f"X'{body.hex()}'"


def test_matches_with_other_people_do_not_move_form_and_are_not_replayed_by_bots(server: Server) -> None:
    cem, dee = person(server, "Cem"), person(server, "Dee")
    table = make_table(cem, ["me", "open", "bot:novice"], "", **SHORT)
    assert command(dee, table, type="sit", seat=1, name="").status_code == 200
    for client in (cem, dee):
        assert command(client, table, type="ready", ready=True).status_code == 200
    match = asyncio.run(play(*(Player(server.url, table, client.cookies["foretold"]) for client in (cem, dee))))
    assert form(cem) == form(dee) == []
    assert refused(cem.post(f"/api/matches/{match}/bots")) == (409, "comparison-of-people")


def test_a_second_attempt_at_the_same_cards_does_not_move_form(server: Server) -> None:
    eve = person(server, "Eve")
    match = played(server, eve, seats=["me", "bot:novice", "bot:novice"])
    made = eve.post("/api/challenges", json={"match": match}).raise_for_status().json()["id"]
    table = eve.post(f"/api/challenges/{made}", json={}).raise_for_status().json()["table"]
    asyncio.run(play(Player(server.url, table, eve.cookies["foretold"])))
    assert [match["match"] for match in form(eve)[0]["history"]] == [match]


def test_bots_play_the_cards_of_a_match_against_bots_once_it_is_over(server: Server) -> None:
    fay, gus = person(server, "Fay"), person(server, "Gus")
    match = played(server, fay, seats=["me", "bot:novice", "bot:novice"])
    path = f"/api/matches/{match}/bots"
    own = fay.get(path).raise_for_status().json()
    conform(own, challenge_types.Comparison)
    line = next(line for line in fay.get("/api/matches").json()["mine"] if line["id"] == match)
    assert own == {"asked": False, "points": line["scores"][0], "won": 0 in line["winners"], "bots": []}
    for request in (gus.get, gus.post, server.client().post):
        assert refused(request(path)) == (404, "no-such-match")
    asked = fay.post(path).raise_for_status().json()
    assert asked["asked"]
    assert [bot["bot"] for bot in asked["bots"]] == ["novice", "adept", "seer"]
    done = wait_for(lambda: _done(fay, path), 300)
    assert fay.post(path).raise_for_status().json() == done  # nothing is played twice


def _done(client: httpx.Client, path: str) -> dict[str, Any] | None:
    answer = client.get(path).raise_for_status().json()
    return dict(answer) if all(bot["points"] is not None for bot in answer["bots"]) else None


def test_only_a_few_matches_at_once_are_replayed_by_bots(server: Server) -> None:
    from foretold.server.features.challenges.limits import ChallengeLimits

    limits = ChallengeLimits().comparing
    waits = [limits.take((f"person {number}", "block", "wide"), 0.0) for number in range(31)]
    assert [wait > 0 for wait in waits] == [False] * 30 + [True]
    waits = [ChallengeLimits().comparing.take(("person",), 0.0)] + [limits.take(("one",), 0.0) for _ in range(11)]
    assert waits[-1] > 0
