"""Differences between two views: changed fields, and new events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from itertools import repeat
from operator import attrgetter
from typing import NamedTuple

from foretold.server.protocol.messages import History
from foretold.server.updates.derived import Fields
from foretold.views import SeenEvent, View, plain_fact

_SENT_APART = ("history", "legal", "settings")
_UNTOLD = object()  # the value of a field that was never sent


class _Fields(NamedTuple):
    """Fields of a view that are sent unchanged: their names, and a getter for their values."""

    names: tuple[str, ...]
    values: Callable[[View], tuple[object, ...]]


class _Sent(NamedTuple):
    """The fields sent of a view: those shared by all viewers, and the rest."""

    shared: _Fields
    own: _Fields


_SENT: dict[type, _Sent] = {}


def _sent(view: View) -> _Sent:
    kind = type(view)
    if kind not in _SENT:
        names = [field.name for field in fields(view) if field.name not in _SENT_APART]
        parts = (tuple(name for name in names if (name in view.shared) == shared) for shared in (True, False))
        _SENT[kind] = _Sent(*(_Fields(part, attrgetter(*part)) for part in parts))
    return _SENT[kind]


def plain_view(view: View) -> Fields:
    """All fields of a view that are sent unchanged, as JSON."""
    return {name: plain_fact(getattr(view, name)) for part in _sent(view) for name in part.names}


def differing(before: Mapping[str, object], now: Mapping[str, object]) -> Fields:
    """The fields that have changed."""
    return {name: value for name, value in now.items() if name not in before or before[name] != value}


def changes(before: View | None, now: View, shared: Fields | None = None) -> tuple[Fields, History | None]:
    """The changed fields of a view, and how its history has changed.

    `shared`: the changes to fields shared by all viewers, if already known.
    """
    fields = shared_changes(before, now) if shared is None else shared
    own = _changed(_sent(now).own, before, now)
    return {**fields, **own}, _history(() if before is None else before.history, now.history)


def shared_changes(before: View | None, now: View) -> Fields:
    """The changed fields among those shared by all viewers."""
    return _changed(_sent(now).shared, before, now)


def _changed(fields: _Fields, before: View | None, now: View) -> Fields:
    old_values = repeat(_UNTOLD) if before is None else fields.values(before)
    return {
        name: plain_fact(value)
        for name, value, old in zip(fields.names, fields.values(now), old_values, strict=False)
        if value is not old and value != old
    }


def _history(before: tuple[SeenEvent, ...], now: tuple[SeenEvent, ...]) -> History | None:
    """How to get from one history to the next."""
    keep = min(len(before), len(now))
    while now[:keep] != before[:keep]:  # usually only the last event differs
        keep -= 1
    return History(keep, plain_events(now[keep:])) if keep < max(len(now), len(before)) else None


def plain_events(events: tuple[SeenEvent, ...]) -> tuple[Fields, ...]:
    """Events of a history as JSON."""
    return tuple(event.to_dict() for event in events)
