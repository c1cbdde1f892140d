"""Evenings one after the other: too late for the last round, and the same people again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foretold.errors import Refusal
from foretold.server.features.evenings import journal
from foretold.server.features.evenings.evening import IDLE, Evening
from tests.server.serving import serving

NOW = 1_700_000_000_000


def made(rounds: int = 2, planned: int = 0, people: int = 3) -> Evening:
    """An evening at which so many people are."""
    evening = Evening("first")
    settings = journal.EveningSettings(rounds=rounds)
    evening.apply(
        journal.Made(settings=settings, title="", secret="00" * 32, person="ann", name="Ann", planned=planned), NOW
    )
    for number in range(1, people):
        evening.apply(journal.Joined(f"guest {number}", f"Guest {number}"), NOW)
    return evening


def play_round(evening: Evening) -> None:
    """A round begins at one table, which is not done."""
    evening.apply(journal.Began((journal.Seating("t", "m", (0, 1, 2)),)), NOW + 1)


def end_round(evening: Evening) -> None:
    own = (True, True, True)
    evening.apply(journal.TableEnded(table=0, points=(3, 1, 0), own=own, decided=own), NOW + 2)
    evening.apply(journal.RoundEnded(), NOW + 3)


def reason(call: Any, *given: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        call(*given)
    return refusal.value.reason


def test_newcomers_are_too_late_only_in_the_last_round() -> None:
    evening = made(rounds=2)
    play_round(evening)
    assert evening.join("dan", "Dan")
    end_round(evening)
    assert evening.join("dan", "Dan")
    play_round(evening)
    assert reason(evening.join, "dan", "Dan") == "evening-too-late"
    assert evening.join("ann", "Ann") == [], "who is there is"


def test_an_evening_that_is_planned_waits_for_its_day() -> None:
    week = 7 * 86_400_000
    evening = made(planned=NOW + week)
    assert not evening.idle(NOW + IDLE + 1)
    assert not evening.idle(NOW + week + IDLE)
    assert evening.idle(NOW + week + IDLE + 1)
    assert made().idle(NOW + IDLE + 1)


def test_an_evening_is_followed_once_and_only_its_members_are_invited() -> None:
    evening = made(rounds=1)
    assert reason(evening.check_follow, "eve") == "not-at-evening"
    assert reason(evening.check_follow, "ann") == "evening-not-over"
    play_round(evening)
    assert evening.began == NOW + 1
    end_round(evening)
    assert evening.phase == "over"
    evening.check_follow("guest 1")
    [entry] = evening.follow("second")
    evening.apply(journal.read(journal.write(entry)), NOW + 4)
    assert evening.followed_by == "second"
    assert evening.follow("third") == []


def test_members_find_the_next_evening_in_their_lists(tmp_path: Path) -> None:
    with serving(tmp_path, "--request-rate", "1000") as server:
        ann, bob, eve = (server.client() for _ in range(3))
        first = ann.post("/api/evenings", json={"title": "Friday club", "name": "Ann"}).json()
        bob.post(f"/api/evenings/{first['id']}/commands", json={"type": "join", "name": "Bob"})
        wish = {"title": "Friday club", "after": first["id"], "planned": 4_102_444_800_000}
        assert ann.post("/api/evenings", json=wish).json()["error"]["reason"] == "evening-not-over"
        ann.post(f"/api/evenings/{first['id']}/commands", json={"type": "end"})
        assert eve.post("/api/evenings", json={**wish, "name": "Eve"}).json()["error"]["reason"] == "not-at-evening"
        assert not eve.get("/api/me").json()["known"], "who is refused does not become known by it"
        next_one = ann.post("/api/evenings", json=wish).json()
        assert next_one["planned"] < wish["planned"], "at most 60 days ahead"
        assert ann.get(f"/api/evenings/{first['id']}").json()["followed_by"] == next_one["id"]
        listed = bob.get("/api/evenings").json()["evenings"]
        assert [(evening["id"], evening["invited"]) for evening in listed] == [
            (next_one["id"], True),
            (first["id"], False),
        ]
        assert bob.post("/api/evenings", json=wish).json()["id"] == next_one["id"], "they make one only"
        assert [member["name"] for member in bob.get(f"/api/evenings/{next_one['id']}").json()["members"]] == [
            "Ann",
            "Bob",
        ]
        assert not any(evening["invited"] for evening in bob.get("/api/evenings").json()["evenings"])
