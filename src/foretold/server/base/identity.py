"""Identity without accounts: a secret in a cookie, stored only as its hash, and tokens of the same kind."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping

COOKIE = "foretold"
COOKIE_AGE = 400 * 86_400  # seconds: the most that browsers grant
CARRY_AGE = 10 * 60_000  # ms that the words wait that carry a person to another device
LINK_AGE = 15 * 60_000  # ms that a personal link waits
_SECRET_SIZE = 32
_NONCE_SIZE = 16
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


def share_token(record: bytes, nonce: bytes) -> str:
    """The token of a share link: it follows from the record, which whoever has the link sees anyway, and a nonce."""
    digest = hmac.digest(hashlib.sha256(record).digest(), b"foretold-share/1:" + nonce, "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def new_share(record: bytes) -> bytes:
    """What is stored of a new share link: the hash of its token, and the nonce by which it can be given again."""
    nonce = secrets.token_bytes(_NONCE_SIZE)
    return hashed(share_token(record, nonce)) + nonce


def shared_by(share: bytes | None, token: str) -> bool:
    """Whether a token is that of the share link of which this is stored."""
    return share is not None and hmac.compare_digest(share[:_SECRET_SIZE], hashed(token))


def token_of(share: bytes | None, record: bytes) -> str:
    """The token of the share link of which this is stored; '' if there is none, or it can't be given again."""
    token = share_token(record, share[_SECRET_SIZE:]) if share is not None and len(share) > _SECRET_SIZE else ""
    return token if shared_by(share, token) else ""


def device(secret: bytes) -> str:
    """What a device is called, by the hash of its secret, which does not follow from it."""
    return hashlib.sha256(b"device:" + secret).hexdigest()[:16]


def external(token: str) -> str:
    """The person that an external bot is at its table, by its token."""
    return "external:" + hashed(token).hex()[:32]
