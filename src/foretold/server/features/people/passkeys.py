"""Passkeys: a person without an account comes back on any device (WebAuthn).

A passkey is made by the browser, which keeps its private key; the server stores its public key. It is bound to the
host under which people reach this server, and browsers want https for it, or this very machine.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit

from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import TooMany
from foretold.server.features.people import types as people_types
from foretold.server.features.people.limits import PeopleLimits
from foretold.server.features.people.routes import DEVICES, known, passkey_name
from foretold.server.live.commit_queue import NotStored
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch, NotNow

PASSKEYS = 10  # per person
CHALLENGE_AGE = 5 * 60_000  # ms in which a challenge can be signed


class Site(NamedTuple):
    """Whom passkeys are made for: the server's origin as browsers see it, and its host."""

    origin: str
    host: str


def site_of(base: str) -> Site | None:
    """The site at this URL; None where browsers make no passkeys: over plain http, or at a numeric address."""
    parts = urlsplit(base)
    host = (parts.hostname or "").lower()
    local = host == "localhost" or host.endswith(".localhost")
    if not host or _numeric(host) or not (parts.scheme == "https" or local):
        return None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return Site(f"{parts.scheme}://{host}{port}", host)


def _numeric(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


# My passkeys -----------------------------------------------------------------------------------------------------


async def passkeys(call: Call) -> people_types.Passkeys:
    """My passkeys, and whether one can be added at this address."""
    stored = await call.commits.read(call.commits.store.passkeys_of, known(call))
    return people_types.Passkeys(
        site_of(call.base) is not None,
        tuple(people_types.OwnPasskey(passkey_name(row.id), row.created, row.used) for row in stored),
    )


async def offer_passkey(call: Call) -> people_types.PasskeyOffer:
    """What my browser needs to make a passkey: it is valid for five minutes."""
    person, site = known(call), _site(call)
    _limit(call)
    stored = await call.commits.read(call.commits.store.passkeys_of, person)
    if len(stored) >= PASSKEYS:
        raise NotNow("too-many-passkeys", {"limit": PASSKEYS})
    user = hashlib.sha256(b"passkey:" + person.encode()).digest()
    known_ids = tuple(_text(passkey.id) for passkey in stored)
    challenge = await _challenge(call, person)
    return people_types.PasskeyOffer(challenge, site.host, _text(user), call.caller.name or "?", known_ids)


async def add_passkey(call: Call, wish: people_types.NewPasskey) -> people_types.OwnPasskey:
    """Adds the passkey that my browser has made."""
    person, site = known(call), _site(call)
    await _take(call, wish.challenge, person)
    try:
        made = await asyncio.to_thread(_registered, wish, site)
    except Exception:  # the library raises many types for what it can't read
        raise NotNow("passkey-refused") from None
    stored = await call.commits.read(call.commits.store.passkeys_of, person)
    if len(stored) >= PASSKEYS:
        raise NotNow("too-many-passkeys", {"limit": PASSKEYS})
    added = store.AddPasskey(made.id, person, made.key, made.counter, date())
    await call.commits.durable([added])
    return people_types.OwnPasskey(passkey_name(added.id), added.at, None)


class _MadeKey(NamedTuple):
    """A passkey as the browser made it."""

    id: bytes
    key: bytes
    counter: int


def _registered(wish: people_types.NewPasskey, site: Site) -> _MadeKey:
    """The new passkey; raises if it was not made for this challenge and site."""
    from webauthn import verify_registration_response

    made = verify_registration_response(
        credential=wish.credential,
        expected_challenge=_bytes(wish.challenge),
        expected_rp_id=site.host,
        expected_origin=site.origin,
    )
    return _MadeKey(made.credential_id, made.credential_public_key, made.sign_count)


async def drop_passkey(call: Call) -> rest_types.Nothing:
    """Removes a passkey of mine: nobody comes back with it any more."""
    person = known(call)
    stored = await call.commits.read(call.commits.store.passkeys_of, person)
    ids = [passkey.id for passkey in stored if passkey_name(passkey.id) == call.path["passkey"]]
    if not ids:
        raise NoSuch("no-such-passkey")
    await call.commits.durable([store.DropPasskey(ids[0], person)])
    return rest_types.Nothing()


# Coming back -----------------------------------------------------------------------------------------------------


async def ask_passkey(call: Call) -> people_types.PasskeyQuestion:
    """What a browser needs to sign with a passkey of this server."""
    site = _site(call)
    _limit(call)
    return people_types.PasskeyQuestion(await _challenge(call, None), site.host)


async def use_passkey(call: Call, wish: people_types.UsedPasskey) -> rest_types.Me:
    """Makes this device one of the passkey's person; who I was here before is dropped."""
    site = _site(call)
    _limit(call)
    passkey = await call.commits.read(call.commits.store.passkey, _bytes_or_none(wish.credential.get("rawId")))
    if passkey is None:
        raise NoSuch("no-such-passkey")
    try:
        counter = await asyncio.to_thread(_signed, wish, site, passkey)
    except Exception:  # the library raises many types for what it can't read
        raise NotNow("passkey-refused") from None
    secret, at = identity.new_secret(), date()
    operations: list[store.Operation] = [store.TakeChallenge(_hash(wish.challenge), None, at)]
    devices = await call.commits.read(call.commits.store.devices, passkey.person)
    if len(devices) >= DEVICES:  # whoever has lost them all must not be kept out
        operations.append(store.DropDevice(min(devices, key=lambda device: device.seen).secret))
    operations.append(store.UsePasskey(passkey.id, counter, identity.hashed(secret), wish.kind, at))
    await _attempt(call, operations)
    if call.caller.secret:
        await call.commits.durable([store.DropDevice(identity.hashed(call.caller.secret))])
    await call.caller.become(secret)
    return rest_types.Me(True, call.caller.name)


def _signed(wish: people_types.UsedPasskey, site: Site, passkey: store.Passkey) -> int:
    """The passkey's new counter; raises if the signature is not the passkey's."""
    from webauthn import verify_authentication_response

    verified = verify_authentication_response(
        credential=wish.credential,
        expected_challenge=_bytes(wish.challenge),
        expected_rp_id=site.host,
        expected_origin=site.origin,
        credential_public_key=passkey.key,
        credential_current_sign_count=passkey.counter,
    )
    return verified.new_sign_count


# What both share -------------------------------------------------------------------------------------------------


def _site(call: Call) -> Site:
    site = site_of(call.base)
    if site is None:
        raise NotNow("no-passkeys-here")
    return site


def _limit(call: Call) -> None:
    wait = call.feature(PeopleLimits).passkeys.take(call.where, asyncio.get_running_loop().time())
    if wait > 0:
        raise TooMany("too-many-requests", wait)


async def _challenge(call: Call, person: str | None) -> str:
    """A new challenge that can be signed once."""
    challenge = identity.new_secret()  # in base64url
    await call.commits.durable([store.OfferChallenge(_hash(challenge), person, date() + CHALLENGE_AGE)])
    return challenge


async def _take(call: Call, challenge: str, person: str | None) -> None:
    await _attempt(call, [store.TakeChallenge(_hash(challenge), person, date())])


async def _attempt(call: Call, operations: list[store.Operation]) -> None:
    error = await call.commits.attempt(operations)
    if isinstance(error, store.NoOffer):
        raise NotNow("passkey-refused")
    if error is not None:
        raise NotStored("not-stored")


def _hash(challenge: str) -> bytes:
    return hashlib.sha256(challenge.encode()).digest()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _bytes_or_none(text: object) -> bytes:
    """The bytes of a text in base64url; none for anything else."""
    try:
        return _bytes(text) if isinstance(text, str) and len(text) <= 2000 else b""
    except ValueError:
        return b""
