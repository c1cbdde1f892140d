"""Replay: the only way from a record to a state, and the check of the record at the same time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from foretold.cards import Seed
from foretold.errors import BadOption, BadRecord, IllegalAction, NotationError, UnknownGame
from foretold.games import rebuild
from foretold.games.state import State
from foretold.records import Event, Record, checked_numbers
from foretold.views import MatchEnd


def replay(record: Record | Mapping[str, Any], seed: Seed | None = None) -> State:
    """The state that a record leads to, all of it checked; with a seed the match goes on by itself."""
    state = deque(steps(record), maxlen=1)[0]
    return state if seed is None else state.seeded(seed)


def steps(record: Record | Mapping[str, Any]) -> Iterator[State]:
    """The state before the first event and after each deal and action; the first error ends it."""
    record = record if isinstance(record, Record) else Record.from_dict(record)
    try:
        game = rebuild(record.game, record.players, record.options or {})
    except (UnknownGame, BadOption) as error:
        raise BadRecord.of(error) from None
    state = game.start()
    yield state
    due: list[dict[str, Any]] = []  # results that must come next
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


def _step(state: State, event: Event) -> Any:
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


def _results(before: State, after: State) -> list[dict[str, Any]]:
    """The results that the record must claim after a step."""
    if len(after.finished) == len(before.finished):
        return []
    due = [after.finished[-1].event()]
    if after.over:
        due.append(MatchEnd(after.scores, after.winners).to_dict())
    return due


def _check_result(state: State, due: dict[str, Any], event: Event) -> None:
    """The claimed result of a round or match is the one that the rules give."""
    kind = next(iter(due))
    name = state.game.name
    if kind not in event:
        raise BadRecord("result-missing", {"kind": kind}, clause=state.clause(kind), game=name)
    for key, right in due[kind].items():
        found = checked_numbers(event[kind], key)
        if found != right:
            values = {"key": key, "found": str(found)[:60], "right": str(right)}
            raise BadRecord("wrong-result", values, clause=state.clause(key), game=name)
