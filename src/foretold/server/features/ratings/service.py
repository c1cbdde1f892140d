"""Decides which matches are rated, and recomputes all ratings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from foretold import ratings
from foretold.games import State
from foretold.games.replay import replay
from foretold.ratings import Kept
from foretold.records import Record
from foretold.server import store
from foretold.server.store import KeptRated, KeptRating, RatedSeat, RateMatch, ReviseRatings
from foretold.server.table.match import TableMatch
from foretold.server.table.table import Table

AIDED = "aided"  # the record field of a match whose table allowed aids


def aided(table: Table) -> bool:
    """True if aids were allowed in this table's match, at its beginning or its end."""
    assert table.match is not None
    alone = sum(kind != "bot" for kind, *_ in table.match.chairs) <= 1
    return table.aided() or (table.settings.aids is None and alone)


def rated(table: Table, people: tuple[tuple[int, str], ...], at: int) -> list[RateMatch]:
    """Operations that rate the match that has just ended, if it counts.

    Matches of an evening are rated once their round is over, so that ratings reveal no results before.
    """
    match = table.match
    assert match is not None
    if table.evening or aided(table) or not _own(match):
        return []
    assert match.state is not None
    playing = {seat: person for seat, person in people if seat >= 0 and seat not in match.joined}
    bots = {
        seat: bot for seat, (kind, _, _, bot) in enumerate(match.chairs) if kind == "bot" and seat not in match.joined
    }
    return _rated(match.id, table.settings.game, at, playing, bots, match.state)


def rated_in_round(match: store.KeptMatch, people: Mapping[int, str]) -> list[RateMatch]:
    """Operations that rate a match of a finished round, with its people by seat."""
    record = Record.from_line(match.record)
    helped = record.extra.get(AIDED) or record.extra.get("practised")
    if helped or any(event.get("by") == "bot" for event in record.events):
        return []
    state = replay(record)
    chairs = record.extra["seats"]
    assert isinstance(chairs, list | tuple)
    bots = {seat: str(chair["bot"]) for seat, chair in enumerate(chairs) if chair["kind"] == "bot"}
    return _rated(match.id, match.game, match.ended, people, bots, state) if state.over else []


def _rated(
    match: str, game: str, at: int, people: Mapping[int, str], bots: Mapping[int, str], state: State
) -> list[RateMatch]:
    if len({*people.values()} - {""}) < max(len(people), store.PEOPLE):
        return []  # nobody is rated against themselves
    places = ratings.places(state.winners, state.scores)
    seats = [RatedSeat(seat, places[seat], person) for seat, person in people.items()]
    for seat, bot in bots.items():
        anchor = ratings.anchored(game, bot)
        if anchor is not None:
            seats.append(RatedSeat(seat, places[seat], "", bot, *anchor))
    return [RateMatch(match, game, at, tuple(sorted(seats)))]


def _own(match: TableMatch) -> bool:
    """True if the match was played to its end by those who began it, without stand-ins.

    Seats that were taken over from bots are left out: whoever drops in takes nobody's rating away.
    """
    over = match.state is not None and match.state.over and not match.given_up
    replaced = match.later.keys() - match.joined.keys()
    stood_in = any(act.by == "bot" and act.seat not in match.joined for act in match.acts)
    return over and not (match.practised or replaced or stood_in)


def recomputed(database: store.Store) -> ReviseRatings:
    """All ratings recomputed from the records of all rated matches, in their order.

    Bots, and people who have left the ratings, keep their strength of then.
    """
    begun = {(row.person, row.game): row._replace(mu=ratings.START.mu, sigma=ratings.START.sigma, matches=0)
             for row in database.ratings()}  # fmt: skip
    rows: list[KeptRated] = []
    for id, seats in groupby(database.rated(), lambda seat: seat.match):
        again = _again(database, id, [*seats], begun)
        rows += again
        for row in again:
            if row.person is not None:
                own = begun[row.person, row.game]
                begun[row.person, row.game] = own._replace(mu=row.new_mu, sigma=row.new_sigma, matches=own.matches + 1)
    return ReviseRatings(rows[-1].number if rows else -1, tuple(rows), tuple(begun.values()))


def _again(
    database: store.Store, id: str, seats: list[KeptRated], begun: dict[tuple[str, str], KeptRating]
) -> list[KeptRated]:
    """The seats of a match rated again, given the ratings before it."""
    match = database.match(id)
    assert match is not None, "what is kept of a match goes with it"
    state = replay(Record.from_line(match.record))
    places = ratings.places(state.winners, state.scores)
    before = [
        Kept(row.mu, row.sigma)
        if row.person is None
        else Kept(begun[row.person, row.game].mu, begun[row.person, row.game].sigma)
        for row in seats
    ]
    news = ratings.kept_after(before, [places[row.seat] for row in seats])
    return [
        KeptRated(*row[:7], places[row.seat], *old, *(old if row.bot else new))
        for row, old, new in zip(seats, before, news, strict=True)
    ]
