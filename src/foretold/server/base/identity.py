"""Identity without accounts: a secret in a cookie, stored only as its hash, and tokens of the same kind."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping

COOKIE = "foretold"
COOKIE_AGE = 400 * 86_400  # seconds: the maximum that browsers allow
PAIRING_AGE = 10 * 60_000  # ms that a pairing code is valid
LINK_AGE = 15 * 60_000  # ms that a personal link is valid
_SECRET_SIZE = 32
_NONCE_SIZE = 16
_HOST, _SECURE = f"__Host-{COOKIE}", f"__Secure-{COOKIE}"  # browsers don't let other hosts set these


def cookie_name(*, secure: bool, prefix: str) -> str:
    """The name of the cookie; over HTTPS one that only this host, or a secure page of it, can set."""
    if not secure:
        return COOKIE
    return _SECURE if prefix else _HOST


def secret_in(cookies: Mapping[str, str]) -> str:
    """The secret in a browser's cookies, '' if none; the plain name of earlier versions counts too."""
    return next((cookies[name] for name in (_HOST, _SECURE, COOKIE) if cookies.get(name)), "")


def operator_cookie(*, secure: bool, prefix: str) -> str:
    """The name of an operator's cookie, chosen like that of people."""
    return f"{cookie_name(secure=secure, prefix=prefix)}-admin"


def operator_in(cookies: Mapping[str, str]) -> str:
    """The secret of an operator's session in a browser's cookies, '' if none."""
    return next((cookies[f"{name}-admin"] for name in (_HOST, _SECURE, COOKIE) if cookies.get(f"{name}-admin")), "")


def new_secret() -> str:
    """A random secret of 256 bits, as text for a cookie or a link."""
    return secrets.token_urlsafe(_SECRET_SIZE)


def new_id() -> str:
    """A random, unguessable id of 128 bits."""
    return base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def hashed(secret: str) -> bytes:
    """The hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).digest()


def share_token(record: bytes, nonce: bytes) -> str:
    """The token of a share link, derived from a nonce and the record that the link shows anyway."""
    digest = hmac.digest(hashlib.sha256(record).digest(), b"foretold-share/1:" + nonce, "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def new_share(record: bytes) -> bytes:
    """What is stored for a new share link: the hash of its token, and the nonce that derives it again."""
    nonce = secrets.token_bytes(_NONCE_SIZE)
    return hashed(share_token(record, nonce)) + nonce


def shared_by(share: bytes | None, token: str) -> bool:
    """True if the token belongs to this stored share link."""
    return share is not None and hmac.compare_digest(share[:_SECRET_SIZE], hashed(token))


def token_of(share: bytes | None, record: bytes) -> str:
    """The token of a stored share link; '' if there is none or it can't be derived."""
    token = share_token(record, share[_SECRET_SIZE:]) if share is not None and len(share) > _SECRET_SIZE else ""
    return token if shared_by(share, token) else ""


def device(secret: bytes) -> str:
    """The public name of a device, derived one-way from the hash of its secret."""
    return hashlib.sha256(b"device:" + secret).hexdigest()[:16]


def external(token: str) -> str:
    """The person id of an external bot, derived from its token."""
    return "external:" + hashed(token).hex()[:32]
