"""A push service and a chat server of the tests' own, on this machine, and the server that may call them.

Run as a module it is `foretold serve`, which may call this machine.
"""

from __future__ import annotations

import base64
import datetime
import json
import ssl
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from queue import Queue
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from foretold.cli import main
from foretold.server.features.notifications import safe_http

COMMAND = ("-m", "tests.server.called")
_SCALAR = 32


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(written: str) -> bytes:
    return base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))


def certificate(folder: Path) -> Path:
    """A certificate for localhost, and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "localhost.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(made.public_bytes(Encoding.PEM) + private)
    return path


class Asked(NamedTuple):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Service:
    """Takes what is sent, and answers with the status that is set; 0: it never answers."""

    def __init__(self, pem: Path) -> None:
        self.asked: Queue[Asked] = Queue()
        self.status = 201
        self.connections = 0
        self.stays = True  # whether a connection stays open after a response
        self.ended = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                service.connections += 1
                super().setup()

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.asked.put(Asked(self.path, headers, body))
                if not service.status:
                    service.ended.wait(60)
                    return
                self.send_response(service.status)
                self.send_header("content-length", "0")
                if not service.stays:
                    self.close_connection = True  # without saying so
                if 300 <= service.status < 400:
                    self.send_header("location", f"https://localhost:{service.port}/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    def heard(self) -> Asked:
        """The next request."""
        return self.asked.get(timeout=30)

    def close(self) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def service(pem: Path) -> Iterator[Service]:
    """A service that runs."""
    push = Service(pem)
    try:
        yield push
    finally:
        push.close()


class Browser:
    """The keys of a browser that wants to be called, and what it reads."""

    def __init__(self, service: str, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = name.encode().ljust(16, b".")
        self.url = f"{service}/push/{name}"

    @property
    def _point(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wish(self, *wants: str) -> dict[str, Any]:
        """What its page posts."""
        keys = {"p256dh": text(self._point), "auth": text(self._auth)}
        return {"kind": "push", "url": self.url, "wants": wants or ("turn",), **keys}

    def read(self, body: bytes) -> dict[str, Any]:
        """What was sealed for it, as RFC 8291 has it."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        about = b"WebPush: info\0" + self._point + sender
        material = HKDF(hashes.SHA256(), 32, self._auth, about).derive(self._key.exchange(ec.ECDH(), theirs))
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        word, end, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\2")
        assert end
        assert not padding.strip(b"\0")
        claims: dict[str, Any] = json.loads(word)
        return claims


def signed_by(header: str, public: str) -> dict[str, Any]:
    """The claims of a VAPID header, which this key has signed."""
    kind, _, rest = header.partition(" ")
    parts = dict(field.strip().split("=", 1) for field in rest.split(","))
    assert (kind, parts["k"]) == ("vapid", public)
    signed, _, signature = parts["t"].rpartition(".")
    numbers = [int.from_bytes(data(signature)[at : at + _SCALAR], "big") for at in (0, _SCALAR)]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(public))
    key.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(data(signed.split(".")[1]))
    return claims


if __name__ == "__main__":
    safe_http.LOOPBACK = True
    raise SystemExit(main(["serve", *sys.argv[1:]]))
