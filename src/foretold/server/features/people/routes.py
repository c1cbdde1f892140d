"""Endpoints about the caller: name, profile, devices, export, deletion."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

import msgspec

from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import TooMany
from foretold.server.features.challenges.attempts import rounds_in
from foretold.server.features.evenings.service import Evenings
from foretold.server.features.groups.service import Groups, owned_by
from foretold.server.features.matches import results
from foretold.server.features.people import types as people_types
from foretold.server.features.people.limits import PeopleLimits
from foretold.server.features.people.reports import reported_line
from foretold.server.features.seekers.types import ExportedSearch
from foretold.server.live.commit_queue import NotStored
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.store.anonymise import facts_about
from foretold.server.table.permissions import NoSuch, NotNow, NotYours

REVIEWS = 24  # reviewed matches in a profile at most
DEVICES = 12  # per person
_ALL = 1_000_000  # matches
_LATE = 2**62  # later than everything stored


_Result = TypeVar("_Result")


class _Seat(msgspec.Struct):
    accuracy: rest_types.Share


class _Review(msgspec.Struct):
    """The part of a review that a profile needs."""

    seats: list[_Seat]


_REVIEW = msgspec.json.Decoder(_Review)


# Profile ---------------------------------------------------------------------------------------------------------


async def me(call: Call) -> rest_types.Me:
    """Who I am here."""
    return rest_types.Me(bool(call.caller.person), call.caller.name)


async def rename(call: Call, wish: rest_types.NewName) -> rest_types.Me:
    """Sets my name; the first time, I get the cookie that identifies me."""
    await call.caller.known(wish.name)
    return rest_types.Me(True, call.caller.name)


async def forget_me(call: Call) -> rest_types.Nothing:
    """Deletes everything stored about me; my seats go to bots."""
    if call.caller.person:
        await call.feature(Evenings).forget(call.caller.person)
        emptied = await call.feature(Groups).before_deletion(call.caller.person)
        await call.hub.forget(call.caller.person)
        await call.commits.durable(emptied)
    return rest_types.Nothing()


async def profile(call: Call) -> people_types.Profile:
    """My statistics, from my own finished matches, and my devices."""
    person = known(call)
    person_row = await call.commits.read(call.commits.store.person, person)
    if person_row is None:
        raise NotYours("nobody-known")
    figures = await beside(call, _figures, person)
    if figures.made:  # of matches that ended before results were stored
        await call.commits.durable([store.KeepResult(match, body) for match, body in figures.made.items()])
    return people_types.Profile(
        person_row.name, person_row.created, figures.matches, figures.games, figures.reviews, await _devices(call)
    )


class _Figures(NamedTuple):
    """The statistics of a profile, and the results that had not been stored yet."""

    matches: int
    games: tuple[people_types.OwnGame, ...]
    reviews: tuple[people_types.OwnReview, ...]
    made: dict[str, bytes]


def _figures(database: store.Store, person: str) -> _Figures:
    own = database.own_matches(person)
    made = _made(_kept(database, {seat_row.match for seat_row in own if seat_row.result is None}))
    own = [seat_row._replace(result=made.get(seat_row.match, seat_row.result)) for seat_row in own]
    late = {(row.match, row.seat) for row in own if row.result and row.seat in results.read(row.result).late}
    reviews = tuple(
        people_types.OwnReview(match, ended, _REVIEW.decode(body).seats[seat].accuracy)
        for match, ended, seat, body in reversed(database.reviews_of(person, REVIEWS))
        if (match, seat) not in late
    )
    return _Figures(len({seat_row.match for seat_row in own}), _games(own), reviews, made)


async def beside(call: Call, work: Callable[..., _Result], *about: object) -> _Result:
    """Runs work on a separate store connection in a thread, so that the event loop goes on."""

    def done() -> _Result:
        with call.commits.store.apart() as database:
            return work(database, *about)

    return await asyncio.to_thread(done)


def known(call: Call) -> str:
    """The caller's id; refused if unknown."""
    if not call.caller.person:
        raise NotYours("nobody-known")
    return call.caller.person


def _kept(database: store.Store, matches: Iterable[str]) -> list[store.KeptMatch]:
    return [stored for match in matches if (stored := database.match(match)) is not None]


def _made(matches: Iterable[store.KeptMatch]) -> dict[str, bytes]:
    return {match.id: results.written(results.of_line(match.record)) for match in matches}


def _games(own: Iterable[store.OwnMatch]) -> tuple[people_types.OwnGame, ...]:
    """Statistics by game over the seats that count."""
    by_game: defaultdict[str, list[tuple[str, results.SeatResult, float]]] = defaultdict(list)
    for own_match in own:
        result = None if own_match.result is None else results.read(own_match.result)
        if result is not None and own_match.seat in result.counted:
            by_game[own_match.game].append((own_match.match, result.seats[own_match.seat], 1 / len(result.seats)))
    return tuple(_game(game, counted) for game, counted in sorted(by_game.items()))


def _game(game: str, counted: list[tuple[str, results.SeatResult, float]]) -> people_types.OwnGame:
    rounds, met = Counter[int](), Counter[int]()
    for _, seat, _ in counted:
        for at, true in seat.rounds:
            rounds[at] += 1
            met[at] += true
    return people_types.OwnGame(
        game,
        len({match for match, _, _ in counted}),
        sum(seat.won for _, seat, _ in counted),
        sum(even for _, _, even in counted),
        sum(seat.score for _, seat, _ in counted),
        rounds.total(),
        met.total(),
        tuple(people_types.Tally(at, rounds[at], met[at]) for at in sorted(rounds)),
    )


# Devices ---------------------------------------------------------------------------------------------------------


async def _devices(call: Call) -> tuple[people_types.OwnDevice, ...]:
    devices = await call.commits.read(call.commits.store.devices, call.caller.person)
    this = identity.hashed(call.caller.secret)
    return tuple(
        people_types.OwnDevice(
            identity.device(device.secret), device.kind, device.created, device.seen, device.secret == this
        )
        for device in devices
    )


async def offer_carry(call: Call, wish: people_types.NewCarry) -> people_types.Carry:
    """Stores the hash of a pairing code that adds another device to me: once, and within ten minutes."""
    person = known(call)
    if len(await call.commits.read(call.commits.store.devices, person)) >= DEVICES:
        raise NotNow("too-many-devices", {"limit": DEVICES})
    expires = date() + identity.PAIRING_AGE
    await call.commits.durable([store.OfferPairingCode(bytes.fromhex(wish.hash), person, expires)])
    return people_types.Carry(expires)


async def take_carry(call: Call, wish: people_types.CarryWords) -> rest_types.Me:
    """Makes this device one of the person who made the pairing code; who I was here before is dropped."""
    wait = call.feature(PeopleLimits).pairing.take(call.where, asyncio.get_running_loop().time())
    if wait > 0:
        raise TooMany("too-many-requests", wait)
    secret = identity.new_secret()
    used = store.UsePairingCode(identity.hashed(wish.words), identity.hashed(secret), wish.kind, date())
    error = await call.commits.attempt([used])
    if isinstance(error, store.NoOffer):
        raise NoSuch("no-such-words")
    if error is not None:
        raise NotStored("not-stored")
    if call.caller.secret:
        await call.commits.durable([store.DropDevice(identity.hashed(call.caller.secret))])
    await call.caller.become(secret)
    return rest_types.Me(True, call.caller.name)


async def drop_device(call: Call) -> rest_types.Nothing:
    """Removes another device of mine."""
    devices = await call.commits.read(call.commits.store.devices, known(call))
    this = identity.hashed(call.caller.secret)
    secrets = [device.secret for device in devices if identity.device(device.secret) == call.path["device"]]
    if not secrets or secrets[0] == this:
        raise NoSuch("no-such-device")
    await call.commits.durable([store.DropDevice(secrets[0])])
    call.hub.presence.part_with(call.caller.person)  # closes its connections; the other devices reconnect
    return rest_types.Nothing()


async def sign_out_others(call: Call) -> rest_types.Nothing:
    """Gives this device a new secret and revokes all other devices, pairing codes and links of mine."""
    person, secret = known(call), identity.new_secret()
    await call.commits.durable([store.RenewSecret(person, identity.hashed(secret))])
    await call.caller.become(secret)
    call.hub.presence.part_with(person)  # closes the others' connections; this device reconnects
    return rest_types.Nothing()


# All that is stored ----------------------------------------------------------------------------------------------


def passkey_name(id: bytes) -> str:
    """The public name of a passkey, derived one-way from its id."""
    return hashlib.sha256(b"passkey-id:" + id).hexdigest()[:16]


async def export(call: Call) -> bytes:
    """Everything stored about me, as one file."""
    return await beside(call, _exported, known(call), await _devices(call))


def _exported(database: store.Store, person: str, devices: tuple[people_types.OwnDevice, ...]) -> bytes:
    stored = database.person(person)
    if stored is None:
        raise NotYours("nobody-known")
    return b"".join(_written(_parts(database, stored, devices)))


def _parts(
    database: store.Store, owner: store.Person, devices: tuple[people_types.OwnDevice, ...]
) -> Iterator[tuple[str, object | Iterator[object]]]:
    """The fields of an export; long ones are generated piece by piece."""
    person = owner.id
    yield from (("id", owner.id), ("name", owner.name), ("created", owner.created), ("seen", owner.seen))
    yield from (("devices", devices), ("carry", database.carry(person)))
    yield "matches", _matches(database, person)
    yield (
        "tables",
        (
            people_types.ExportedEntry(entry.table, entry.at, says)
            for page in database.all_entries_naming(person)
            for entry in page
            for says in facts_about(entry.body, person)
        ),
    )
    yield (
        "links",
        tuple(people_types.ExportedLink(row.table, row.seat, row.expires) for row in database.links_of(person)),
    )
    yield (
        "listeners",
        tuple(
            people_types.ExportedListener(row.id, row.kind, row.language, row.created, json.loads(row.body))
            for row in database.subscriptions(person)
        ),
    )
    yield (
        "tries",
        tuple(
            people_types.ExportedTry(
                row.challenge, row.begun, row.ended, row.counted, row.points, row.won, rounds_in(row.rounds)
            )
            for row in database.tries_of(person, 0, _LATE)
        ),
    )
    made = database.challenges_of(person)
    yield "challenges", tuple(people_types.ExportedChallenge(row.id, row.made, row.ends) for row in made)
    yield "ratings", (_rating(database, person, row) for row in database.ratings_of(person))
    yield (
        "evenings",
        (
            people_types.ExportedEvening(id, entry.at, says)
            for id in database.evenings_of(person, _ALL)
            for entry in database.evening_entries(id)
            for says in facts_about(entry.body, person)
        ),
    )
    yield (
        "reports",
        tuple(
            people_types.ExportedReport(row.table, row.at, row.person == person, line.phrase, line.text)
            for row in database.reports_of(person)
            for line in (reported_line(row.body),)
        ),
    )
    yield (
        "plans",
        tuple(
            people_types.ExportedPlan(row.table, row.seat, row.decision, row.action, row.at)
            for row in database.plans_of(person)
        ),
    )
    own_keys = database.passkeys_of(person)
    yield "passkeys", tuple(people_types.OwnPasskey(passkey_name(row.id), row.created, row.used) for row in own_keys)
    yield "forced", tuple(people_types.ExportedForced(table, at) for table, at in database.forced_play_of(person))
    answers = database.answers_of(person)
    yield (
        "groups",
        tuple(
            people_types.ExportedGroup(
                *(group.id, group.name, member.joined, owned_by(group, members) == person),
                tuple(people_types.ExportedAnswer(start, coming) for id, start, coming in answers if id == group.id),
            )
            for group in database.groups_of(person)
            for members in (database.group_members(group.id),)
            for member in members
            if member.person == person
        ),
    )
    search = database.seeker(person)
    yield "search", None if search is None else ExportedSearch(*search[1:])
    yield "puzzles", tuple(people_types.ExportedPuzzle(*row) for row in database.puzzle_answers(person))
    restrictions = database.restrictions_of(person)
    yield (
        "restrictions",
        tuple(people_types.ExportedRestriction(row.kind, row.at, row.until, row.reason) for row in restrictions),
    )
    done = database.operations_on(person)
    yield "operations", tuple(people_types.ExportedOperation(row.at, row.action, row.reason) for row in done)


def _matches(database: store.Store, person: str) -> Iterator[object]:
    for id in database.match_ids_of(person):
        match = database.match(id)
        if match is None or match.how == "what-if" or database.sealed_until(id) > date():
            continue  # sealed: others are still to play these cards
        record, shared = msgspec.Raw(match.record), match.share is not None
        seats = database.seats_of(id, person)
        yield _ExportedMatch(match.id, match.ended, match.how, match.public, shared, seats, record)


class _ExportedMatch(msgspec.Struct, frozen=True):
    """Like `ExportedMatch`, with the record as stored."""

    id: str
    ended: int
    how: str
    public: bool
    shared: bool
    seats: tuple[int, ...]
    record: msgspec.Raw


def _rating(database: store.Store, person: str, rating: store.KeptRating) -> people_types.ExportedRating:
    return people_types.ExportedRating(
        *(rating.game, rating.since, rating.mu, rating.sigma),
        tuple(
            people_types.ExportedRated(*(then.match, then.seat, then.at), *then[-5:])
            for then in database.rated_of(person, rating.game, _ALL)
        ),
    )


def _written(parts: Iterable[tuple[str, object | Iterator[object]]]) -> Iterator[bytes]:
    """The fields as one indented JSON object."""
    for number, (name, value) in enumerate(parts):
        yield b",\n " if number else b"{\n "
        yield msgspec.json.encode(name) + b": "
        if isinstance(value, Iterator):
            yield from _listed(value)
        else:
            yield _indented(value, 1)
    yield b"\n}"


def _listed(items: Iterator[object]) -> Iterator[bytes]:
    empty = True
    for item in items:
        yield b"[\n  " if empty else b",\n  "
        yield _indented(item, 2)
        empty = False
    yield b"[]" if empty else b"\n ]"


def _indented(value: object, by: int) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1).replace(b"\n", b"\n" + b" " * by)
