"""Endpoints about challenges among friends: made from a match or fresh cards, played by anyone with the link."""

from __future__ import annotations

import time

import msgspec

from foretold import challenges
from foretold.fair import SECRET_SIZE
from foretold.games import load
from foretold.records import Record
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import TooMany
from foretold.server.features.challenges import types as challenge_types
from foretold.server.features.challenges.attempts import Terms, TriedRound, rounds_in, terms_of
from foretold.server.features.challenges.calendar import day_and_game
from foretold.server.features.challenges.daily_routes import play
from foretold.server.features.challenges.from_match import of_match
from foretold.server.features.challenges.limits import ChallengeLimits
from foretold.server.features.challenges.types import Friends, FriendTry, TryState
from foretold.server.features.matches.routes import unsealed
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch, NotNow
from foretold.server.table.table import DAY

OPEN = 30 * DAY  # time that a challenge is open
LIST, ALL = 100, 10_000  # attempts that a challenge shows at most, and that are searched for names


async def make_challenge(call: Call, wish: challenge_types.NewChallenge) -> challenge_types.Challenged:
    """Makes a challenge with the cards of a finished match of mine, or with fresh ones."""
    terms = await _of_match(call, wish) if wish.match else _fresh(call, wish)
    terms.challenge()  # an invalid request must not register the caller
    wait = call.feature(ChallengeLimits).making.take((call.caller.person, *call.where), time.monotonic())
    if wait > 0:
        raise TooMany("too-many-challenges", wait)
    person, now, id = await call.caller.known(wish.name), date(), identity.new_id()
    await call.commits.durable([store.AddChallenge(id, now, now + OPEN, person, msgspec.json.encode(terms))])
    return challenge_types.Challenged(id, call.url(f"challenges/{id}"))


def _fresh(call: Call, wish: challenge_types.NewChallenge) -> Terms:
    game = load(wish.game, wish.players, options=wish.options)
    seed = call.services.entropy(SECRET_SIZE)
    made = challenges.Challenge.against(wish.bot, game, seed, wish.seat)
    return Terms(
        game=game.name,
        players=game.players,
        options=dict(game.given),
        seat=made.seat,
        bots=made.bots,
        seed=seed.hex(),
    )


async def _of_match(call: Call, wish: challenge_types.NewChallenge) -> Terms:
    """The definition of a challenge with the cards of a match of mine, from my seat."""
    match = await call.commits.read(call.commits.store.match, wish.match)
    seats = (
        await call.commits.read(call.commits.store.seats_of, wish.match, call.caller.person)
        if call.caller.person
        else ()
    )
    if match is None or not seats:
        raise NoSuch("no-such-match")
    await unsealed(call, match.id)
    return of_match(Record.from_line(match.record), seats[0], wish.bot, match.id)


async def _kept(call: Call) -> store.KeptChallenge:
    """The challenge in the path."""
    id = str(call.path["challenge"])
    challenge = await call.commits.read(call.commits.store.challenge, id)
    if challenge is None or day_and_game(id) is not None:
        raise NoSuch("no-such-challenge")
    return challenge


async def challenge(call: Call) -> Friends:
    """A challenge and who has played it: only names until I have, then results round by round."""
    return await call.commits.read(_told, call.commits.store, call.caller.person, await _kept(call))


def _told(database: store.Store, person: str, challenge: store.KeptChallenge) -> Friends:
    terms = terms_of(challenge)
    mine = database.first_try(challenge.id, person) if person else None
    own = _state(mine)
    maker = bool(person) and challenge.person == person
    shown = own in ("over", "given-up") or (maker and terms.original is not None)
    tries = [
        _line(
            name,
            attempt.person == person,
            _state(attempt),
            attempt.ended,
            attempt.points,
            attempt.won,
            rounds_in(attempt.rounds),
        )
        for attempt, name in database.tries_at(challenge.id, LIST if shown else ALL)
    ]
    author = database.person(challenge.person) if challenge.person else None
    if terms.original is not None:
        name, result = "" if author is None else author.name, terms.original
        played = _line(name, maker, "over", challenge.made, result.points, result.won, result.rounds, original=True)
        tries.append(played)
        tries.sort(key=lambda attempt: -1 if attempt.points is None else attempt.points, reverse=True)
    if not shown:  # sorted by name, so that not even the order gives results away
        tries = sorted(
            (_line(attempt.name, attempt.mine, attempt.state) for attempt in tries), key=lambda attempt: attempt.name
        )[:LIST]
    ends = challenge.ends or 0
    return Friends(
        challenge.id,
        terms.game,
        terms.players,
        terms.options,
        terms.seat,
        terms.bots,
        challenge.made,
        ends,
        date() < ends,
        own,
        "" if mine is None or own != "begun" else mine.table,
        "" if mine is None else mine.match or "",
        tuple(tries),
    )


def _state(attempt: store.KeptTry | None) -> TryState:
    if attempt is None:
        return "new"
    return "begun" if attempt.ended is None else "given-up" if attempt.points is None else "over"


def _line(
    name: str,
    own: bool,
    state: TryState,
    ended: int | None = None,
    points: int | None = None,
    won: bool = False,
    rounds: tuple[TriedRound, ...] = (),
    original: bool = False,
) -> FriendTry:
    return FriendTry(name, own, state, original, ended, points, won, rounds)


async def play_challenge(call: Call, wish: challenge_types.Player) -> rest_types.Made:
    """A table for the challenge: my first attempt, new or continued; later ones, and its maker's, are practice."""
    challenge = await _kept(call)
    if date() >= (challenge.ends or 0):
        raise NotNow("challenge-ended")
    known = (
        bool(call.caller.person) and challenge.person == call.caller.person and terms_of(challenge).original is not None
    )
    return await play(call, challenge, wish.name, counts=not known)
