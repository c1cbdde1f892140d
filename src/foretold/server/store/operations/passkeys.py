"""Operations and rows about passkeys."""

from __future__ import annotations

from typing import NamedTuple


class OfferChallenge(NamedTuple):
    """Stores the hash of a challenge that a passkey is to sign, once; `person` None: whoever owns the passkey."""

    token: bytes
    person: str | None
    expires: int


class TakeChallenge(NamedTuple):
    """Uses up a challenge; `NoOffer` if it is unknown, has expired, or is somebody else's."""

    token: bytes
    person: str | None
    at: int


class AddPasskey(NamedTuple):
    """Adds a passkey to a person: its id, public key and signature counter."""

    id: bytes
    person: str
    key: bytes
    counter: int
    at: int


class UsePasskey(NamedTuple):
    """Notes that a passkey was used, and adds the device with this secret to its person.

    With the second device, the first one is listed too. `NoOffer` if the passkey is gone.
    """

    id: bytes
    counter: int
    secret: bytes
    kind: str
    at: int


class DropPasskey(NamedTuple):
    """Removes a passkey of a person."""

    id: bytes
    person: str


class Passkey(NamedTuple):
    """A passkey as stored; `used`: when somebody last came back with it."""

    id: bytes
    person: str
    key: bytes
    counter: int
    created: int
    used: int | None
