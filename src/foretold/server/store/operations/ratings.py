"""Operations and rows about ratings, in whole millionths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from foretold.ratings import Kept, kept_after

PEOPLE = 2  # rated people that a rated match needs


class JoinRatings(NamedTuple):
    """Starts rating a person in a game, from this rating; people who are rated already stay as they are."""

    person: str
    game: str
    since: int
    mu: int
    sigma: int


class LeaveRatings(NamedTuple):
    """Stops rating a person; their ratings stay without a name in the matches of others."""

    person: str


class RatedSeat(NamedTuple):
    """A seat of a match and how many finished ahead of it: a person's, or a bot's with its rating."""

    seat: int
    place: int
    person: str = ""
    bot: str = ""
    mu: int = 0
    sigma: int = 0


class RateMatch(NamedTuple):
    """Rates the people of a match who take part in ratings, once, if they are at least two."""

    match: str
    game: str
    at: int
    seats: tuple[RatedSeat, ...]

    def people(self) -> list[str]:
        """The people to rate if they take part in ratings."""
        return [seat.person for seat in self.seats if seat.person]

    def rows(self, number: int, ratings: Mapping[str, Kept]) -> list[KeptRated]:
        """The rows to store for this match with this number, given these ratings; unrated people have none."""
        rated = [seat for seat in self.seats if seat.bot or seat.person in ratings]
        if sum(bool(seat.person) for seat in rated) < PEOPLE:
            return []
        before = [Kept(seat.mu, seat.sigma) if seat.bot else ratings[seat.person] for seat in rated]
        after = kept_after(before, [seat.place for seat in rated])
        return [
            KeptRated(
                *(self.match, seat.seat, number, self.game, self.at, seat.person or None, seat.bot, seat.place),
                *(*old, *(old if seat.bot else new)),
            )
            for seat, old, new in zip(rated, before, after, strict=True)
        ]


class KeptRated(NamedTuple):
    """A seat of a rated match as stored: its place, and the rating before and after it.

    With neither a person nor a bot, it belonged to somebody who has left the ratings.
    """

    match: str
    seat: int
    number: int  # of the match among all rated ones
    game: str
    at: int
    person: str | None
    bot: str
    place: int
    mu: int
    sigma: int
    new_mu: int
    new_sigma: int


class KeptRating(NamedTuple):
    """A person's rating in a game, as stored."""

    person: str
    game: str
    since: int
    mu: int
    sigma: int
    matches: int

    @property
    def surely(self) -> int:
        """The conservative rating: two standard deviations below the mean."""
        return self.mu - 2 * self.sigma


class ReviseRatings(NamedTuple):
    """Stores ratings recomputed from all matches up to the last one; `Conflict` if there is a later one."""

    last: int
    rated: tuple[KeptRated, ...]
    ratings: tuple[KeptRating, ...]
