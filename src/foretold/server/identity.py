"""Who is who without an account: a secret in a cookie, of which only the hash is stored; tokens of the same kind."""

from __future__ import annotations

import base64
import hashlib
import secrets

COOKIE = "foretold"
COOKIE_AGE = 400 * 86_400  # seconds: the most that browsers grant
CARRY_AGE = 10 * 60_000  # ms that the words wait that carry a person to another device
LINK_AGE = 15 * 60_000  # ms that a personal link waits
_SECRET_SIZE = 32


def new_secret() -> str:
    """256 bits that nobody can guess, as text for a cookie or a link."""
    return secrets.token_urlsafe(_SECRET_SIZE)


def new_id() -> str:
    """An id that nobody can guess: 128 bits."""
    return base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def hashed(secret: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def device(secret: bytes) -> str:
    """What a device is called, by the hash of its secret, which does not follow from it."""
    return hashlib.sha256(b"device:" + secret).hexdigest()[:16]


def external(token: str) -> str:
    """The person that an external bot is at its table, by its token."""
    return "external:" + hashed(token).hex()[:32]
