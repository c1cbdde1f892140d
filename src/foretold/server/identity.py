"""Who is who without an account: a secret in a cookie, of which only the hash is stored; tokens of the same kind."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Mapping

COOKIE = "foretold"
COOKIE_AGE = 400 * 86_400  # seconds: the most that browsers grant
CARRY_AGE = 10 * 60_000  # ms that the words wait that carry a person to another device
LINK_AGE = 15 * 60_000  # ms that a personal link waits
_SECRET_SIZE = 32
_HOST, _SECURE = f"__Host-{COOKIE}", f"__Secure-{COOKIE}"  # browsers keep pages of other hosts from setting these


def cookie_name(*, secure: bool, prefix: str) -> str:
    """What the cookie is called: over https by a name that only this host, or a secure page of it, can set."""
    if not secure:
        return COOKIE
    return _SECURE if prefix else _HOST


def secret_in(cookies: Mapping[str, str]) -> str:
    """The secret that a browser has sent, '' if none; under the plain name, too, as earlier versions set it."""
    return next((cookies[name] for name in (_HOST, _SECURE, COOKIE) if cookies.get(name)), "")


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
