"""Endpoints about the caller: name, profile, devices, export, deletion."""

from __future__ import annotations

import asyncio
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
from foretold.server.features.matches import results
from foretold.server.features.people import types as people_types
from foretold.server.features.people.limits import PeopleLimits
from foretold.server.features.people.reports import reported_line
from foretold.server.live.commit_queue import NotStored
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.store.anonymise import facts_about
from foretold.server.table.permissions import NoSuch, NotNow, NotYours

REVIEWS = 24  # matches with a review that a profile shows at most
DEVICES = 12  # that one person may have
_ALL = 1_000_000  # matches
_LATE = 2**62  # later than all that is stored


_Result = TypeVar("_Result")


class _Seat(msgspec.Struct):
    accuracy: rest_types.Share


class _Review(msgspec.Struct):
    """As much of a review as a profile needs."""

    seats: list[_Seat]


_REVIEW = msgspec.json.Decoder(_Review)


# Profile ---------------------------------------------------------------------------------------------------------


async def me(call: Call) -> rest_types.Me:
    """Who I am here."""
    return rest_types.Me(bool(call.caller.person), call.caller.name)


async def rename(call: Call, wish: rest_types.NewName) -> rest_types.Me:
    """A name for me; the first time I get the cookie by which I am known."""
    await call.caller.known(wish.name)
    return rest_types.Me(True, call.caller.name)


async def forget_me(call: Call) -> rest_types.Nothing:
    """All that is stored about me is deleted; my seats go to bots."""
    if call.caller.person:
        await call.feature(Evenings).forget(call.caller.person)
        await call.hub.forget(call.caller.person)
    return rest_types.Nothing()


async def profile(call: Call) -> people_types.Profile:
    """My statistics, from my own finished matches, and my devices."""
    person = known(call)
    found = await call.commits.read(call.commits.store.person, person)
    if found is None:
        raise NotYours("nobody-known")
    figures = await beside(call, _figures, person)
    if figures.made:  # of matches that ended before results were noted
        await call.commits.durable([store.KeepResult(match, body) for match, body in figures.made.items()])
    return people_types.Profile(
        found.name, found.created, figures.matches, figures.games, figures.reviews, await _devices(call)
    )


class _Figures(NamedTuple):
    """What a profile shows of matches, and the results that were not noted yet."""

    matches: int
    games: tuple[people_types.OwnGame, ...]
    reviews: tuple[people_types.OwnReview, ...]
    made: dict[str, bytes]


def _figures(kept: store.Store, person: str) -> _Figures:
    own = kept.own_matches(person)
    made = _made(_kept(kept, {each.match for each in own if each.result is None}))
    own = [each._replace(result=made.get(each.match, each.result)) for each in own]
    reviews = tuple(
        people_types.OwnReview(match, ended, _REVIEW.decode(body).seats[seat].accuracy)
        for match, ended, seat, body in reversed(kept.reviews_of(person, REVIEWS))
    )
    return _Figures(len({each.match for each in own}), _games(own), reviews, made)


async def beside(call: Call, work: Callable[..., _Result], *about: object) -> _Result:
    """What the work makes of a store that nobody else reads from, in a thread: the event loop goes on meanwhile."""

    def done() -> _Result:
        with call.commits.store.apart() as kept:
            return work(kept, *about)

    return await asyncio.to_thread(done)


def known(call: Call) -> str:
    """Who calls; a Refusal if that is not known."""
    if not call.caller.person:
        raise NotYours("nobody-known")
    return call.caller.person


def _kept(kept: store.Store, matches: Iterable[str]) -> list[store.KeptMatch]:
    return [found for match in matches if (found := kept.match(match)) is not None]


def _made(matches: Iterable[store.KeptMatch]) -> dict[str, bytes]:
    return {match.id: results.written(results.of_line(match.record)) for match in matches}


def _games(own: Iterable[store.OwnMatch]) -> tuple[people_types.OwnGame, ...]:
    """By game what counts of these matches."""
    by_game: defaultdict[str, list[tuple[str, results.SeatResult, float]]] = defaultdict(list)
    for each in own:
        result = None if each.result is None else results.read(each.result)
        if result is not None and each.seat in result.counted:
            by_game[each.game].append((each.match, result.seats[each.seat], 1 / len(result.seats)))
    return tuple(_game(game, found) for game, found in sorted(by_game.items()))


def _game(game: str, found: list[tuple[str, results.SeatResult, float]]) -> people_types.OwnGame:
    rounds, met = Counter[int](), Counter[int]()
    for _, seat, _ in found:
        for at, true in seat.rounds:
            rounds[at] += 1
            met[at] += true
    return people_types.OwnGame(
        game,
        len({match for match, _, _ in found}),
        sum(seat.won for _, seat, _ in found),
        sum(even for _, _, even in found),
        sum(seat.score for _, seat, _ in found),
        rounds.total(),
        met.total(),
        tuple(people_types.Tally(at, rounds[at], met[at]) for at in sorted(rounds)),
    )


# Devices ---------------------------------------------------------------------------------------------------------


async def _devices(call: Call) -> tuple[people_types.OwnDevice, ...]:
    devices = await call.commits.read(call.commits.store.devices, call.caller.person)
    this = identity.hashed(call.caller.secret)
    return tuple(
        people_types.OwnDevice(identity.device(each.secret), each.kind, each.created, each.seen, each.secret == this)
        for each in devices
    )


async def offer_carry(call: Call, wish: people_types.NewCarry) -> people_types.Carry:
    """Another device becomes mine with words of which this is the hash: once, and within ten minutes."""
    person = known(call)
    if len(await call.commits.read(call.commits.store.devices, person)) >= DEVICES:
        raise NotNow("too-many-devices", {"limit": DEVICES})
    expires = date() + identity.CARRY_AGE
    await call.commits.durable([store.OfferCarry(bytes.fromhex(wish.hash), person, expires)])
    return people_types.Carry(expires)


async def take_carry(call: Call, wish: people_types.CarryWords) -> rest_types.Me:
    """This device becomes that of who has made these words; who I was here before is not known here any more."""
    wait = call.feature(PeopleLimits).pairing.take(call.where, asyncio.get_running_loop().time())
    if wait > 0:
        raise TooMany("too-many-requests", wait)
    secret = identity.new_secret()
    taken = store.TakeCarry(identity.hashed(wish.words), identity.hashed(secret), wish.kind, date())
    error = await call.commits.attempt([taken])
    if isinstance(error, store.NoOffer):
        raise NoSuch("no-such-words")
    if error is not None:
        raise NotStored("not-stored")
    if call.caller.secret:
        await call.commits.durable([store.DropDevice(identity.hashed(call.caller.secret))])
    await call.caller.become(secret)
    return rest_types.Me(True, call.caller.name)


async def drop_device(call: Call) -> rest_types.Nothing:
    """A device of mine, not this one, is mine no more."""
    devices = await call.commits.read(call.commits.store.devices, known(call))
    this = identity.hashed(call.caller.secret)
    found = [each.secret for each in devices if identity.device(each.secret) == call.path["device"]]
    if not found or found[0] == this:
        raise NoSuch("no-such-device")
    await call.commits.durable([store.DropDevice(found[0])])
    call.hub.presence.part_with(call.caller.person)  # lines of it are open still; the others come back
    return rest_types.Nothing()


async def sign_out_others(call: Call) -> rest_types.Nothing:
    """This device gets a new secret, and everything else that could act as me is void: other devices, words, links."""
    person, secret = known(call), identity.new_secret()
    await call.commits.durable([store.RenewSecret(person, identity.hashed(secret))])
    await call.caller.become(secret)
    call.hub.presence.part_with(person)  # lines of others are open still; those of this device come back
    return rest_types.Nothing()


# All that is stored ----------------------------------------------------------------------------------------------


async def export(call: Call) -> bytes:
    """All that is stored about me, as one file."""
    return await beside(call, _exported, known(call), await _devices(call))


def _exported(kept: store.Store, person: str, devices: tuple[people_types.OwnDevice, ...]) -> bytes:
    found = kept.person(person)
    if found is None:
        raise NotYours("nobody-known")
    return b"".join(_written(_parts(kept, found, devices)))


def _parts(
    kept: store.Store, found: store.Person, devices: tuple[people_types.OwnDevice, ...]
) -> Iterator[tuple[str, object | Iterator[object]]]:
    """The fields of an export; what may be long comes piece by piece, so that no step of it takes long."""
    person = found.id
    yield from (("id", found.id), ("name", found.name), ("created", found.created), ("seen", found.seen))
    yield from (("devices", devices), ("carry", kept.carry(person)))
    yield "matches", _matches(kept, person)
    yield (
        "tables",
        (
            people_types.ExportedEntry(entry.table, entry.at, says)
            for page in kept.all_entries_naming(person)
            for entry in page
            for says in facts_about(entry.body, person)
        ),
    )
    yield (
        "links",
        tuple(people_types.ExportedLink(each.table, each.seat, each.expires) for each in kept.links_of(person)),
    )
    yield (
        "listeners",
        tuple(
            people_types.ExportedListener(each.id, each.kind, each.language, each.created, json.loads(each.body))
            for each in kept.listeners(person)
        ),
    )
    yield (
        "tries",
        tuple(
            people_types.ExportedTry(
                each.challenge, each.begun, each.ended, each.counted, each.points, each.won, rounds_in(each.rounds)
            )
            for each in kept.tries_of(person, 0, _LATE)
        ),
    )
    made = kept.challenges_of(person)
    yield "challenges", tuple(people_types.ExportedChallenge(each.id, each.made, each.ends) for each in made)
    yield "ratings", (_rating(kept, person, each) for each in kept.ratings_of(person))
    yield (
        "evenings",
        (
            people_types.ExportedEvening(id, entry.at, says)
            for id in kept.evenings_of(person, _ALL)
            for entry in kept.evening_entries(id)
            for says in facts_about(entry.body, person)
        ),
    )
    yield (
        "reports",
        tuple(
            people_types.ExportedReport(each.table, each.at, each.person == person, line.phrase, line.text)
            for each in kept.reports_of(person)
            for line in (reported_line(each.body),)
        ),
    )


def _matches(kept: store.Store, person: str) -> Iterator[object]:
    for id in kept.match_ids_of(person):
        match = kept.match(id)
        if match is None or match.how == "what-if" or kept.sealed_until(id) > date():
            continue  # of the sealed ones others are still to play the cards
        record, shared = msgspec.Raw(match.record), match.share is not None
        seats = kept.seats_of(id, person)
        yield _ExportedMatch(match.id, match.ended, match.how, match.public, shared, seats, record)


class _ExportedMatch(msgspec.Struct, frozen=True):
    """As `ExportedMatch`, with the record as it is kept."""

    id: str
    ended: int
    how: str
    public: bool
    shared: bool
    seats: tuple[int, ...]
    record: msgspec.Raw


def _rating(kept: store.Store, person: str, rating: store.KeptRating) -> people_types.ExportedRating:
    return people_types.ExportedRating(
        *(rating.game, rating.since, rating.mu, rating.sigma),
        tuple(
            people_types.ExportedRated(*(then.match, then.seat, then.at), *then[-5:])
            for then in kept.rated_of(person, rating.game, _ALL)
        ),
    )


def _written(parts: Iterable[tuple[str, object | Iterator[object]]]) -> Iterator[bytes]:
    """The fields as one JSON object on many lines."""
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
