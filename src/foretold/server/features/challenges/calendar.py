"""The calendar of daily matches: ids, days and streaks. No I/O."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta

import msgspec

from foretold import fair
from foretold.challenges import Challenge
from foretold.games import TITLES, load
from foretold.server.features.challenges.attempts import Terms
from foretold.server.store import AddChallenge
from foretold.server.table.table import DAY

PLAYERS, SEAT, LEVEL = 4, 0, "adept"  # of every daily match
WEEK = 7  # days in which one missed day is forgiven


def day_of(at: int) -> str:
    """The day (UTC) of a time."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def begins(day: str) -> int:
    """The time at which a day begins."""
    return int(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp() * 1000)


def is_day(text: str) -> bool:
    """True if the text is a date."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def later(day: str, days: int) -> str:
    """The date so many days later."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def daily_id(day: str, game: str) -> str:
    """The id of the daily match of a game."""
    return f"{day}-{game}"


def day_and_game(id: str) -> tuple[str, str] | None:
    """The day and the game of a daily match; None if the id isn't one."""
    day, game = id[:10], id[11:]
    return (day, game) if is_day(day) and game in TITLES and daily_id(day, game) == id else None


def promised(day: str, game: str, secret: bytes, now: int) -> AddChallenge:
    """The daily match of a game, derived entirely from this secret."""
    seed = fair.match_seed(secret, ())
    challenge = Challenge.against(LEVEL, load(game, PLAYERS), seed, SEAT)
    terms = Terms(game=game, players=PLAYERS, seat=SEAT, bots=challenge.bots, seed=seed.hex(), secret=secret.hex())
    return AddChallenge(daily_id(day, game), now, begins(day) + DAY, None, msgspec.json.encode(terms))


def streak(days: Collection[str], today: str) -> int:
    """How many days were played in a row up to today; one missed day per week is forgiven, but not counted.

    Today counts as missed only once it is over.
    """
    played, count, day = set(days), 0, today
    forgiven: str | None = None  # the last forgiven day, going backwards
    pending = False
    while True:
        if day in played:
            count += 1
            pending = False
        elif day != today:
            if pending or (forgiven is not None and later(day, WEEK) > forgiven):
                return count
            forgiven, pending = day, True
        day = later(day, -1)
