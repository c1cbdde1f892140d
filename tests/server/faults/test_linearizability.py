"""The check of histories finds what it has to find: lost, doubled, reordered and stale ones."""

from __future__ import annotations

import time
from random import Random

import pytest

from foretold.server.table import journal
from tests.server.faults.linearizability import Call, History, Written, acknowledge, refuse, violations, written


def ok(key: str, invoked: float, answered: float, number: int) -> Call:
    return Call("ann", key, "0 R1", invoked, answered, "ok", number)


def look(invoked: float, answered: float, number: int) -> Call:
    return Call("bob", "", "", invoked, answered, "ok", number)


def at(*places: tuple[int, str]) -> list[Written]:
    return [Written(number, key, "0 R1") for number, key in places]


UNKNOWN = Call("cem", "c", "0 R1", 2)
REFUSED = Call("cem", "c", "0 R1", 2, 3, "refused")
SEQUENTIAL = [ok("a", 0, 1, 4), ok("b", 2, 3, 7)]


@pytest.mark.parametrize(
    ("calls", "rows"),
    [
        (SEQUENTIAL, at((4, "a"), (7, "b"))),
        ([*SEQUENTIAL, UNKNOWN], at((4, "a"), (7, "b"))),
        ([*SEQUENTIAL, UNKNOWN], at((4, "a"), (7, "b"), (9, "c"))),
        ([*SEQUENTIAL, REFUSED], at((4, "a"), (7, "b"))),
        ([ok("a", 0, 3, 9), ok("b", 1, 2, 8)], at((7, "a"), (6, "b"))),  # both under way: any order
        ([ok("a", 0, 1, 4), look(2, 3, 4), look(0.5, 3, 2)], at((4, "a"))),
        ([], []),
    ],
)
def test_possible_histories_are_accepted(calls: list[Call], rows: list[Written]) -> None:
    assert violations(calls, rows) == []


@pytest.mark.parametrize(
    ("calls", "rows", "said"),
    [
        (SEQUENTIAL, at((4, "a")), "b is lost"),
        (SEQUENTIAL, at((4, "a"), (6, "b"), (7, "b")), "b is there 2 times"),
        ([*SEQUENTIAL, UNKNOWN], at((4, "a"), (7, "b"), (8, "c"), (9, "c")), "c is there 2 times"),
        ([*SEQUENTIAL, REFUSED], at((4, "a"), (7, "b"), (8, "c")), "c was refused and is there"),
        ([ok("a", 0, 1, 8), ok("b", 2, 3, 9)], at((7, "a"), (6, "b")), "b is entry 6, but 8 was known"),
        ([*SEQUENTIAL, Call("cem", "c", "0 R1", 4)], at((4, "a"), (7, "b"), (5, "c")), "c is entry 5, but 7 was known"),
        (SEQUENTIAL, at((4, "a"), (7, "b"), (8, "x")), "x is there without being sent"),
        ([ok("a", 0, 1, 3)], at((4, "a")), "acknowledged with 3 before its entry 4"),
        ([ok("a", 0, 1, 4), look(2, 3, 3)], at((4, "a")), "bob was shown 3 when 4 was known"),
        ([look(0, 1, 5), ok("a", 2, 3, 6)], at((5, "a")), "a is entry 5, but 5 was known"),
        ([ok("a", 0, 1, 4)], [Written(4, "a", "0 G2")], "a says '0 G2' instead of '0 R1'"),
    ],
)
def test_impossible_histories_are_rejected(calls: list[Call], rows: list[Written], said: str) -> None:
    faults = violations(calls, rows)
    assert any(said in fault for fault in faults), faults


def test_every_corruption_of_a_long_history_is_found() -> None:
    """Clients overlap at random; no entry can be lost, doubled or moved far without being noticed."""
    rng = Random(3)
    rows = at(*((number, f"k{number}") for number in range(200)))
    calls = [ok(row.key, row.number - rng.random(), row.number + 3 * rng.random(), row.number) for row in rows]
    assert violations(calls, rows) == []
    for _ in range(50):
        chosen = rng.randrange(200)
        assert violations(calls, rows[:chosen] + rows[chosen + 1 :])
        assert violations(calls, [*rows, rows[chosen]._replace(number=200)])
        other = (chosen + rng.randrange(10, 190)) % 200
        swapped = {chosen: rows[other].key, other: rows[chosen].key}
        assert violations(calls, [row._replace(key=swapped.get(row.number, row.key)) for row in rows])


def test_calls_are_recorded_with_their_times_and_found_in_a_journal() -> None:
    history = History()
    first, second = history.invoke("ann", "id", "1 R1"), history.invoke("bob", "hello", "0")
    acknowledge(first, 1)
    refuse(second)
    third = history.invoke("eve", "Eve", "2")
    history.saw("ann", 3, third.invoked)
    assert [call.outcome for call in history.calls] == ["ok", "refused", "unknown", "ok"]
    assert first.invoked <= second.invoked <= first.answered <= second.answered <= time.monotonic()
    entries: list[journal.AnyEntry] = [
        journal.Dealt(),
        journal.Acted(1, "R1", id="id"),
        journal.Acted(1, "R2", "bot"),
        journal.Applied(2, "eve", "Eve"),
    ]
    rows = written(entries)
    assert rows == [Written(1, "id", "1 R1"), Written(3, "Eve", "2")]
    assert violations(history.calls, rows) == []
    assert written([journal.Spoke(seat=0, person="bob", name="Bob", text="hello")]) == [Written(0, "hello", "0")]
