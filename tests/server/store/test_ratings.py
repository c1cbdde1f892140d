"""Ratings in both kinds of store: match by match, and again from what is kept."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import foretold
from foretold import ratings
from foretold.ratings import START, Kept
from foretold.server.features.ratings.service import recomputed
from foretold.server.maintenance.copy import copy
from foretold.server.store import (
    AddPerson,
    Conflict,
    Database,
    ForgetPerson,
    JoinRatings,
    KeepMatch,
    LeaveRatings,
    Operation,
    RatedSeat,
    RateMatch,
    Store,
    open_store,
)
from tests.cli.running import clean_environment, in_process, text_of
from tests.server.store.helpers import Listener, opened, written

PEOPLE = ("anna", "benn", "cemm", "dora", "emil")
GAME = "seven-prophecies-2017"
BOT = Kept(20_000_000, 900_000)
JOINED = [
    operation
    for id in PEOPLE
    for operation in (AddPerson(id, id.encode() * 8, id.capitalize(), 100), JoinRatings(id, GAME, 100, *START))
]


@pytest.fixture(params=["sqlite", "postgres"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """Where a store is."""
    return tmp_path / "foretold.sqlite" if request.param == "sqlite" else request.getfixturevalue("postgres").new()


def match(number: int, people: tuple[str, ...]) -> list[Operation]:
    """A match of these people and one bot: kept with its record, and to be rated by."""
    state = foretold.load(GAME, players=len(people) + 1, options={"variant": "single-round"}).start(seed=number)
    rng = random.Random(number)
    while not state.over:
        state = state.apply(state.actors[0], rng.choice(state.legal(state.actors[0])))
    places = ratings.places(state.winners, state.scores)
    seats = [RatedSeat(seat, places[seat], person) for seat, person in enumerate(people)]
    seats.append(RatedSeat(len(people), places[-1], "", "novice", *BOT))
    line = state.record(names=(*people, "Bot")).to_line().encode()
    kept = KeepMatch(f"m{number}", "t", number, "over", False, GAME, line, tuple(enumerate(people)))
    return [kept, RateMatch(f"m{number}", GAME, number, tuple(seats))]


def play(store: Store, listener: Listener, count: int, first: int = 0, people: tuple[str, ...] = PEOPLE) -> None:
    for number in range(first, first + count):
        chosen = random.Random(number).sample(people, 2 + number % 2)
        assert written(store, listener, match(number, tuple(chosen))) is None


def check(store: Store) -> None:
    """What is computed again from the records is what is there."""
    again = recomputed(store)
    assert sorted(again.ratings) == sorted(store.ratings())
    assert list(again.rated) == store.rated()


def test_ratings_updated_match_by_match_equal_those_recomputed(
    path: Database, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with opened(path) as (store, listener):
        assert written(store, listener, JOINED) is None
        play(store, listener, 24 if request.config.getoption("--long") else 10)
        ratings = store.ratings()
        assert [rating.matches for rating in ratings] == [
            sum(row.person == rating.person for row in store.rated()) for rating in ratings
        ]
        assert len({rating.mu for rating in ratings}) == len(PEOPLE)
        assert all(rating.sigma < START.sigma for rating in ratings)
        assert {(row.mu, row.sigma, row.new_mu, row.new_sigma) for row in store.rated() if row.bot} == {(*BOT, *BOT)}
        check(store)
        with open_store(tmp_path / "copy.sqlite") as other:  # of either kind in one of the other: the same numbers
            copy(store, other)
            assert (other.ratings(), other.rated()) == (ratings, store.rated())
            check(other)


def test_people_who_opt_out_or_are_deleted_lose_their_rating_and_others_keep_theirs(path: Database) -> None:
    with opened(path) as (store, listener):
        assert written(store, listener, JOINED) is None
        play(store, listener, 12)
        others = [rating for rating in store.ratings() if rating.person not in ("anna", "benn")]
        assert written(store, listener, [LeaveRatings("anna"), ForgetPerson("benn")]) is None
        assert store.ratings() == others
        assert store.rated_of("anna", GAME, 99) == store.rated_of("benn", GAME, 99) == []
        assert {row.person for row in store.rated()} == {None, "cemm", "dora", "emil"}
        check(store)
        assert written(store, listener, [JoinRatings("anna", GAME, 200, *START)]) is None
        play(store, listener, 6, first=12, people=("anna", "cemm", "dora", "emil"))
        check(store)


def test_a_match_counts_once_and_needs_two_people_who_opt_in(path: Database) -> None:
    with opened(path) as (store, listener):
        assert written(store, listener, JOINED[:3]) is None  # benn is known, and does not want to
        [kept, rate] = match(1, ("anna", "benn"))
        assert written(store, listener, [kept, rate]) is None
        assert (store.rated(), store.ladder(GAME, 9)) == ([], [])
        assert written(store, listener, [*JOINED[3:], rate, rate]) is None
        assert [(row.seat, row.person) for row in store.rated()] == [(0, "anna"), (1, "benn"), (2, None)]
        assert {name: rating.matches for name, rating in store.ladder(GAME, 9)} == {"Anna": 1, "Benn": 1}
        first, second = (rating for _, rating in store.ladder(GAME, 9))
        assert first.surely >= second.surely
        assert (store.ladder_place(first), store.count_rated(GAME)) == (0, 2)


def test_a_recomputation_overtaken_by_another_match_is_not_written(path: Database) -> None:
    with opened(path) as (store, listener):
        assert written(store, listener, JOINED) is None
        play(store, listener, 2)
        again = recomputed(store)
        play(store, listener, 1, first=2)
        assert isinstance(written(store, listener, [again]), Conflict)
        assert written(store, listener, [recomputed(store)]) is None


def test_the_command_corrects_ratings_that_disagree_with_the_matches(path: Database) -> None:
    with opened(path) as (store, listener):
        assert written(store, listener, JOINED) is None
        play(store, listener, 5)
        ratings, rated = store.ratings(), store.rated()

    def again() -> str:
        command = ("ratings", "recompute", "--database", str(path), "--lang", "en")
        return text_of(in_process(*command, environment=clean_environment())).stdout

    assert again() == "Recomputed: 5 matches, 5 ratings.\nNothing has changed.\n"
    with opened(path) as (store, listener):
        wrong = recomputed(store)._replace(ratings=tuple(rating._replace(mu=7) for rating in ratings))
        assert written(store, listener, [wrong]) is None
        assert store.ratings() != ratings
    assert again() == "Recomputed: 5 matches, 5 ratings.\n5 ratings have changed.\n"
    with opened(path) as (store, _):
        assert (store.ratings(), store.rated()) == (ratings, rated)
