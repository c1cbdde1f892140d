"""Replay: the only way from a record to a state, which also checks the record."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from foretold.cards import Seed
from foretold.errors import BadOption, BadRecord, IllegalAction, NotationError, UnknownGame
from foretold.games import load
from foretold.games.state import State
from foretold.json_types import Json
from foretold.records import Event, Record, checked_numbers

Result = tuple[str, dict[str, tuple[int, ...]]]  # of a round or match, as a record must claim it


def replay(record: Record | Mapping[str, object], seed: Seed | None = None) -> State:
    """Replays a record and checks all of it; given a seed, the match deals its next rounds from it."""
    state = deque(steps(record), maxlen=1)[0]
    return state if seed is None else state.seeded(seed)


def steps(record: Record | Mapping[str, object]) -> Iterator[State]:
    """Yields the state before the first event and after each deal and action; stops at the first error."""
    record = record if isinstance(record, Record) else Record.from_dict(record)
    try:
        game = load(record.game, record.players, options=record.options)
    except (UnknownGame, BadOption) as error:
        raise BadRecord.of(error) from None
    state = game.start()
    yield state
    due: list[Result] = []  # results that the record must claim next
    for number, event in enumerate(record.events):
        try:
            if due:
                _check_result(state, due.pop(0), event)
                continue
            after = _step(state, event)
            due = _results(state, after)
        except BadRecord as error:
            raise BadRecord.of(error, event=number) from None
        except (IllegalAction, NotationError) as error:
            raise BadRecord.of(error, event=number) from None
        state = after
        yield state


def _step(state: State, event: Event) -> State:
    name = state.game.name
    if state.over:
        raise BadRecord("after-the-end", clause="ALL-4", game=name)
    if "deal" in event:
        return state.deal(event["deal"])
    if "action" in event:
        if state.awaits_deal:
            raise BadRecord("deal-missing", clause="ALL-3", game=name)
        action = event["action"]
        return state.apply(event["seat"], action)
    clause = state.clause("round" if "round" in event else "match")
    raise BadRecord("result-too-early", clause=clause, game=name)


def _results(before: State, after: State) -> list[Result]:
    """Returns the results that the record must claim after a step."""
    if len(after.finished) == len(before.finished):
        return []
    ended = after.finished[-1]
    due: list[Result] = [("round", {"points": ended.points, "scores": ended.scores})]
    if after.over:
        due.append(("match", {"scores": after.scores, "winners": after.winners}))
    return due


def _check_result(state: State, due: Result, event: Event) -> None:
    """Checks that the claimed result of a round or match is the one the rules give."""
    kind, numbers = due
    name = state.game.name
    if kind not in event:
        raise BadRecord("result-missing", {"kind": kind}, clause=state.clause(kind), game=name)
    for key, right in numbers.items():
        claimed = checked_numbers(event[kind], key)
        if claimed != [*right]:
            values: dict[str, Json] = {"key": key, "found": str(claimed)[:60], "right": str([*right])}
            raise BadRecord("wrong-result", values, clause=state.clause(key), game=name)
