"""Web Push: encryption for one browser (RFC 8291, aes128gcm of RFC 8188) and the sender's identity (VAPID, RFC 8292).

`cryptography` is imported when it is used: a server that notifies nobody does without it.
"""

from __future__ import annotations

import base64
import json
import secrets
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

LENGTH = 1024  # bytes of every message, so that its length reveals nothing
TOKEN_AGE = 12 * 3600  # seconds
_RECORD = 4096
_POINT, _AUTH, _SALT, _SCALAR = 65, 16, 16, 32  # sizes in bytes


class Unsealable(ValueError):
    """Keys of a browser that don't follow the standard."""


class Keys(NamedTuple):
    """A browser's subscription keys in base64url."""

    p256dh: str
    auth: str


def new_key() -> str:
    """A new private key for a server, as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(_SCALAR, "big"))


def public_key(key: str) -> str:
    """The public key that browsers get."""
    return _text(_point(_private(key).public_key()))


def check(keys: Keys) -> None:
    """Checks that messages can be encrypted with these keys; raises Unsealable if not."""
    _read(keys)


def sealed(word: bytes, keys: Keys) -> bytes:
    """Encrypts a message so that only the browser with these keys can read it."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    public_key, auth = _read(keys)
    own = ec.generate_private_key(ec.SECP256R1())
    shared = own.exchange(ec.ECDH(), public_key)
    sender, salt = _point(own.public_key()), secrets.token_bytes(_SALT)
    material = _derived(shared, auth, b"WebPush: info\0" + _point(public_key) + sender, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
    padded = (word + b"\2").ljust(LENGTH, b"\0")
    if len(padded) > LENGTH:
        raise ValueError("the word is too long")
    head = salt + _RECORD.to_bytes(4, "big") + len(sender).to_bytes(1, "big") + sender
    return head + AESGCM(key).encrypt(nonce, padded, None)


@lru_cache(maxsize=64)
def authorization(key: str, origin: str, contact: str, now: int) -> str:
    """The header that identifies the sender to a push service; valid for half a day from `now`, in seconds."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": origin, "exp": now + TOKEN_AGE, **({"sub": contact} if contact else {})}
    parts = [json.dumps(part, separators=(",", ":")).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(map(_text, parts))
    numbers = decode_dss_signature(_private(key).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(_SCALAR, "big") for number in numbers)
    return f"vapid t={signed}.{_text(signature)}, k={public_key(key)}"


def _private(key: str) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(_bytes(key), "big"), ec.SECP256R1())


def _point(key: EllipticCurvePublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _read(keys: Keys) -> tuple[EllipticCurvePublicKey, bytes]:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, auth = _bytes(keys.p256dh), _bytes(keys.auth)
        if len(point) != _POINT or len(auth) != _AUTH:
            raise ValueError
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point), auth
    except ValueError:
        raise Unsealable from None


def _derived(secret: bytes, salt: bytes, about: bytes, size: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), size, salt, about).derive(secret)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text.encode("ascii", "replace") + b"=" * (-len(text) % 4), b"-_", validate=True)
