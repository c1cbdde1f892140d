"""What a browser and its device do for a passkey, in software."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import encode_cbor

from tests.server.called import text

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey (ES256) for one site."""

    def __init__(self, origin: str, host: str) -> None:
        self._origin, self._host = origin, host
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(16)
        self._counter = 0

    def made(self, challenge: str) -> dict[str, Any]:
        """The new passkey, as WebAuthn writes it in JSON."""
        public = self._key.public_key().public_numbers()
        point = {-2: public.x.to_bytes(32, "big"), -3: public.y.to_bytes(32, "big")}
        key = encode_cbor({1: 2, 3: -7, -1: 1, **point})
        about = self._about(_PRESENT | _VERIFIED | _ATTESTED) + bytes(16) + len(self._id).to_bytes(2, "big")
        statement = {"fmt": "none", "attStmt": {}, "authData": about + self._id + key}
        return self._credential("create", challenge, attestationObject=text(encode_cbor(statement)))

    def signed(self, challenge: str) -> dict[str, Any]:
        """The challenge signed with the passkey."""
        self._counter += 1
        about = self._about(_PRESENT | _VERIFIED)
        digest = hashlib.sha256(self._said("get", challenge)).digest()
        signature = self._key.sign(about + digest, ec.ECDSA(hashes.SHA256()))
        return self._credential("get", challenge, authenticatorData=text(about), signature=text(signature))

    def _about(self, flags: int) -> bytes:
        return hashlib.sha256(self._host.encode()).digest() + bytes([flags]) + self._counter.to_bytes(4, "big")

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": self._origin}).encode()

    def _credential(self, kind: str, challenge: str, **response: str) -> dict[str, Any]:
        id = text(self._id)
        said = {"clientDataJSON": text(self._said(kind, challenge)), **response}
        return {"id": id, "rawId": id, "type": "public-key", "response": said}
