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

AIDED = "aided"  # stands in the record of a match whose table allowed aids


def aided(table: Table) -> bool:
    """Whether aids were allowed in the match of this table, at its beginning or its end."""
    assert table.match is not None
    alone = sum(kind != "bot" for kind, *_ in table.match.chairs) <= 1
    return table.aided() or (table.settings.aids is None and alone)


def rated(table: Table, people: tuple[tuple[int, str], ...], at: int) -> list[RateMatch]:
    """What the match that has just ended says of the strength of its people, if it says something.

    One of an evening says it once its round is over: till then nobody hears how others fared with the same cards.
    """
    match = table.match
    assert match is not None
    if table.evening or aided(table) or not _own(match):
        return []
    assert match.state is not None
    playing = {seat: person for seat, person in people if seat >= 0}
    bots = {seat: bot for seat, (kind, _, _, bot) in enumerate(match.chairs) if kind == "bot"}
    return _rated(match.id, table.settings.game, at, playing, bots, match.state)


def rated_in_round(found: store.KeptMatch, people: Mapping[int, str]) -> list[RateMatch]:
    """What a match of a round that is over says of the strength of its people, by seat."""
    record = Record.from_line(found.record)
    helped = record.extra.get(AIDED) or record.extra.get("practised")
    if helped or any(event.get("by") == "bot" for event in record.events):
        return []
    state = replay(record)
    chairs = record.extra["seats"]
    assert isinstance(chairs, list | tuple)
    bots = {seat: str(chair["bot"]) for seat, chair in enumerate(chairs) if chair["kind"] == "bot"}
    return _rated(found.id, found.game, found.ended, people, bots, state) if state.over else []


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
    """Whether the match was played to its end by those who began it, and by nobody for them."""
    over = match.state is not None and match.state.over and not match.given_up
    return over and not (match.practised or match.later or any(act.by == "bot" for act in match.acts))


def recomputed(kept: store.Store) -> ReviseRatings:
    """All ratings by the records of the matches that people were rated by, in the order in which they were.

    Bots, and people who are not rated any more, are as strong as they were then.
    """
    begun = {(each.person, each.game): each._replace(mu=ratings.START.mu, sigma=ratings.START.sigma, matches=0)
             for each in kept.ratings()}  # fmt: skip
    rows: list[KeptRated] = []
    for id, seats in groupby(kept.rated(), lambda each: each.match):
        again = _again(kept, id, [*seats], begun)
        rows += again
        for each in again:
            if each.person is not None:
                mine = begun[each.person, each.game]
                begun[each.person, each.game] = mine._replace(
                    mu=each.new_mu, sigma=each.new_sigma, matches=mine.matches + 1
                )
    return ReviseRatings(rows[-1].number if rows else -1, tuple(rows), tuple(begun.values()))


def _again(
    kept: store.Store, id: str, seats: list[KeptRated], begun: dict[tuple[str, str], KeptRating]
) -> list[KeptRated]:
    """The seats of a match rated again, where people are rated so before it."""
    found = kept.match(id)
    assert found is not None, "what is kept of a match goes with it"
    state = replay(Record.from_line(found.record))
    places = ratings.places(state.winners, state.scores)
    before = [
        Kept(each.mu, each.sigma)
        if each.person is None
        else Kept(begun[each.person, each.game].mu, begun[each.person, each.game].sigma)
        for each in seats
    ]
    news = ratings.kept_after(before, [places[each.seat] for each in seats])
    return [
        KeptRated(*each[:7], places[each.seat], *old, *(old if each.bot else new))
        for each, old, new in zip(seats, before, news, strict=True)
    ]
