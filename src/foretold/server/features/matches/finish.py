"""Store operations for a finished match: record, attempt, rating."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from foretold.server import store
from foretold.server.base import metrics
from foretold.server.base.clock import date
from foretold.server.features.challenges.attempts import tried
from foretold.server.features.matches import results
from foretold.server.features.ratings.service import AIDED, aided, rated
from foretold.server.table.table import Table


def finished(table: Table, about: Mapping[str, object]) -> list[store.Operation]:
    """Operations that store the match that has just ended, with the extra fields `about` in its record."""
    match = table.match
    assert match is not None
    metrics.MATCHES.labels("given-up" if match.given_up else "over").inc()
    if match.state is None:
        return []  # nothing was dealt
    alone = match.left is not None or (match.given is not None and bool(match.given.challenge))
    if alone and all(match.last_of(seat) is None for seat in match.people()):
        return []  # nothing was decided: a new start must not reveal these cards
    record = table.record()
    record = replace(record, extra={**record.extra, **({AIDED: True} if aided(table) else {}), **about})
    # A person who moved the seat to another device finds the match there.
    people = tuple((seat, table.seats[seat].person or person) for seat, person in sorted(match.people().items()))
    if table.host and table.host not in dict(people).values():
        people += ((-1, table.host),)  # a host without a seat finds the match of their bots as well
    # Replaced people find it as well, without a seat: the result is not theirs.
    lost = sorted({person for person, _ in match.saw} - {person for _, person in people} - match.moved - {""})
    people += tuple((-2 - number, person) for number, person in enumerate(lost))
    ended = date()
    kept_match = [
        store.KeepMatch(
            match.id,
            table.id,
            ended,
            "what-if" if match.left is not None else "given-up" if match.given_up else "over",
            table.settings.public,
            table.settings.game,
            record.to_line().encode(),
            people,
            results.written(results.of(match.state, record)),
        )
    ]
    return [*kept_match, *tried(table), *rated(table, people, ended)]
