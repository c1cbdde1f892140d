"""Operations and rows about ratings, in whole millionths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from foretold.ratings import Kept, kept_after

PEOPLE = 2  # who want to be rated, at least, in a match that is


class JoinRatings(NamedTuple):
    """The person is rated in this game from now on, and begins with this; who is already stays as they are."""

    person: str
    game: str
    since: int
    mu: int
    sigma: int


class LeaveRatings(NamedTuple):
    """The person is rated no more: what they were rated is a number without a name in the matches of others."""

    person: str


class RatedSeat(NamedTuple):
    """A seat of a match and how many came in before it: somebody's, or that of a bot with its rating."""

    seat: int
    place: int
    person: str = ""
    bot: str = ""
    mu: int = 0
    sigma: int = 0


class RateMatch(NamedTuple):
    """Those of its people who want to be are rated by a match, once, if they are two at least."""

    match: str
    game: str
    at: int
    seats: tuple[RatedSeat, ...]

    def people(self) -> list[str]:
        """Who is rated if they want to be."""
        return [each.person for each in self.seats if each.person]

    def rows(self, number: int, ratings: Mapping[str, Kept]) -> list[KeptRated]:
        """What is kept of it as the number-th match, where these are rated so; of who is not, nothing."""
        rated = [each for each in self.seats if each.bot or each.person in ratings]
        if sum(bool(each.person) for each in rated) < PEOPLE:
            return []
        before = [Kept(each.mu, each.sigma) if each.bot else ratings[each.person] for each in rated]
        found = kept_after(before, [each.place for each in rated])
        return [
            KeptRated(
                *(self.match, each.seat, number, self.game, self.at, each.person or None, each.bot, each.place),
                *(*old, *(old if each.bot else new)),
            )
            for each, old, new in zip(rated, before, found, strict=True)
        ]


class KeptRated(NamedTuple):
    """A seat of a rated match as stored: its place, and the rating before and after it.

    Without a person and a bot it was of somebody who is not rated any more.
    """

    match: str
    seat: int
    number: int  # of the match among all that were rated
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
    """What somebody is rated in a game, as stored."""

    person: str
    game: str
    since: int
    mu: int
    sigma: int
    matches: int

    @property
    def surely(self) -> int:
        """What they are worth, most likely, at least."""
        return self.mu - 2 * self.sigma


class ReviseRatings(NamedTuple):
    """Ratings were computed again from all matches up to the last one; `Conflict` if there is a later one by now."""

    last: int
    rated: tuple[KeptRated, ...]
    ratings: tuple[KeptRating, ...]
