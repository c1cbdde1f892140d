"""What people ask about themselves: their profile, their devices, all that is stored about them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Iterable

import msgspec

from foretold.server import answers, answers_people, identity, results, store
from foretold.server.api import Call
from foretold.server.asking import NoSuch, NotNow, NotYours
from foretold.server.clock import date
from foretold.server.delivery import NotStored
from foretold.server.forgetting import facts_about
from foretold.server.limits import TooMany
from foretold.server.tries import rounds_in

REVIEWS = 24  # matches with a review that a profile shows at most
DEVICES = 12  # that one person may have
_ALL = 1_000_000  # matches
_LATE = 2**62  # later than all that is stored


class _Seat(msgspec.Struct):
    accuracy: answers.Share


class _Review(msgspec.Struct):
    """As much of a review as a profile needs."""

    seats: list[_Seat]


_REVIEW = msgspec.json.Decoder(_Review)


# Profile ---------------------------------------------------------------------------------------------------------


async def profile(call: Call) -> answers_people.Profile:
    """My statistics, from my own finished matches, and my devices."""
    person = known(call)
    found = await call.hub.read(call.hub.store.person, person)
    if found is None:
        raise NotYours("nobody-known")
    own = await call.hub.read(call.hub.store.own_matches, person)
    missing = {each.match for each in own if each.result is None}
    if missing:  # of matches that ended before results were noted
        made = await asyncio.to_thread(_made, await call.hub.read(_kept, call.hub.store, missing))
        await call.hub.durable([store.KeepResult(match, body) for match, body in made.items()])
        own = [each._replace(result=made.get(each.match, each.result)) for each in own]
    reviews = await call.hub.read(call.hub.store.reviews_of, person, REVIEWS)
    return answers_people.Profile(
        found.name,
        found.created,
        len({each.match for each in own}),
        _games(own),
        tuple(
            answers_people.OwnReview(match, ended, _REVIEW.decode(body).seats[seat].accuracy)
            for match, ended, seat, body in reversed(reviews)
        ),
        await _devices(call),
    )


def known(call: Call) -> str:
    """Who calls; a Refusal if that is not known."""
    if not call.caller.person:
        raise NotYours("nobody-known")
    return call.caller.person


def _kept(kept: store.Store, matches: Iterable[str]) -> list[store.KeptMatch]:
    return [found for match in matches if (found := kept.match(match)) is not None]


def _made(matches: Iterable[store.KeptMatch]) -> dict[str, bytes]:
    return {match.id: results.written(results.of_line(match.record)) for match in matches}


def _games(own: Iterable[store.OwnMatch]) -> tuple[answers_people.OwnGame, ...]:
    """By game what counts of these matches."""
    by_game: defaultdict[str, list[tuple[str, results.SeatResult, float]]] = defaultdict(list)
    for each in own:
        result = None if each.result is None else results.read(each.result)
        if result is not None and each.seat in result.counted:
            by_game[each.game].append((each.match, result.seats[each.seat], 1 / len(result.seats)))
    return tuple(_game(game, found) for game, found in sorted(by_game.items()))


def _game(game: str, found: list[tuple[str, results.SeatResult, float]]) -> answers_people.OwnGame:
    rounds, met = Counter[int](), Counter[int]()
    for _, seat, _ in found:
        for at, true in seat.rounds:
            rounds[at] += 1
            met[at] += true
    return answers_people.OwnGame(
        game,
        len({match for match, _, _ in found}),
        sum(seat.won for _, seat, _ in found),
        sum(even for _, _, even in found),
        sum(seat.score for _, seat, _ in found),
        rounds.total(),
        met.total(),
        tuple(answers_people.Tally(at, rounds[at], met[at]) for at in sorted(rounds)),
    )


# Devices ---------------------------------------------------------------------------------------------------------


async def _devices(call: Call) -> tuple[answers_people.OwnDevice, ...]:
    devices = await call.hub.read(call.hub.store.devices, call.caller.person)
    this = identity.hashed(call.caller.secret)
    return tuple(
        answers_people.OwnDevice(identity.device(each.secret), each.kind, each.created, each.seen, each.secret == this)
        for each in devices
    )


async def offer_carry(call: Call, wish: answers_people.NewCarry) -> answers_people.Carry:
    """Another device becomes mine with words of which this is the hash: once, and within ten minutes."""
    person = known(call)
    if len(await call.hub.read(call.hub.store.devices, person)) >= DEVICES:
        raise NotNow("too-many-devices", {"limit": DEVICES})
    expires = date() + identity.CARRY_AGE
    await call.hub.durable([store.OfferCarry(bytes.fromhex(wish.hash), person, expires)])
    return answers_people.Carry(expires)


async def take_carry(call: Call, wish: answers_people.CarryWords) -> answers.Me:
    """This device becomes that of who has made these words; who I was here before is not known here any more."""
    wait = call.hub.guesses.take(call.block, asyncio.get_running_loop().time())
    if wait > 0:
        raise TooMany("too-many-requests", wait)
    secret = identity.new_secret()
    taken = store.TakeCarry(identity.hashed(wish.words), identity.hashed(secret), wish.kind, date())
    error = await call.hub.attempt([taken])
    if isinstance(error, store.NoOffer):
        raise NoSuch("no-such-words")
    if error is not None:
        raise NotStored("not-stored")
    if call.caller.secret:
        await call.hub.durable([store.DropDevice(identity.hashed(call.caller.secret))])
    await call.caller.become(secret)
    return answers.Me(True, call.caller.name)


async def drop_device(call: Call) -> answers.Nothing:
    """A device of mine, not this one, is mine no more."""
    devices = await call.hub.read(call.hub.store.devices, known(call))
    this = identity.hashed(call.caller.secret)
    found = [each.secret for each in devices if identity.device(each.secret) == call.path["device"]]
    if not found or found[0] == this:
        raise NoSuch("no-such-device")
    await call.hub.durable([store.DropDevice(found[0])])
    call.hub.part_with(call.caller.person)  # lines of it are open still; the others come back
    return answers.Nothing()


# All that is stored ----------------------------------------------------------------------------------------------


async def export(call: Call) -> bytes:
    """All that is stored about me, as one file."""
    devices = await _devices(call)
    return await asyncio.to_thread(_exported, call.hub.store, known(call), devices)


def _exported(kept: store.Store, person: str, devices: tuple[answers_people.OwnDevice, ...]) -> bytes:
    found = kept.person(person)
    if found is None:
        raise NotYours("nobody-known")
    matches = tuple(
        answers_people.ExportedMatch(
            each.id,
            each.ended,
            each.how,
            each.public,
            each.share is not None,
            kept.seats_of(each.id, person),
            json.loads(each.record),
        )
        for each in kept.matches_of(person, _ALL)
        if kept.sealed_until(each.id) <= date()  # others are still to play the same cards
    )
    entries = kept.entries_with(json.dumps(person).encode())
    tables = tuple(
        answers_people.ExportedEntry(table, at, says)
        for table, at, body in entries
        for says in facts_about(body, person)
    )
    links = tuple(answers_people.ExportedLink(each.table, each.seat, each.expires) for each in kept.links_of(person))
    listeners = tuple(
        answers_people.ExportedListener(each.id, each.kind, each.language, each.created, json.loads(each.body))
        for each in kept.listeners(person)
    )
    about = (found.id, found.name, found.created, found.seen, devices, kept.carry(person))
    tries = tuple(
        answers_people.ExportedTry(
            each.challenge, each.begun, each.ended, each.counted, each.points, each.won, rounds_in(each.rounds)
        )
        for each in kept.tries_of(person, 0, _LATE)
    )
    made = tuple(answers_people.ExportedChallenge(each.id, each.made, each.ends) for each in kept.challenges_of(person))
    ratings = tuple(
        answers_people.ExportedRating(
            *(each.game, each.since, each.mu, each.sigma),
            tuple(
                answers_people.ExportedRated(*(then.match, then.seat, then.at), *then[-5:])
                for then in kept.rated_of(person, each.game, _ALL)
            ),
        )
        for each in kept.ratings_of(person)
    )
    evenings = tuple(
        answers_people.ExportedEvening(id, entry.at, says)
        for id in kept.evenings_of(person, _ALL)
        for entry in kept.evening_entries(id)
        for says in facts_about(entry.body, person)
    )
    whole = answers_people.Export(*about, matches, tables, links, listeners, tries, made, ratings, evenings)
    return msgspec.json.format(msgspec.json.encode(whole), indent=1)
