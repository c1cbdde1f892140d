"""The static site: client, Python for the browser and this package as files for any web host."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

from foretold.browser_server.archive import HERE, archive
from foretold.errors import Refusal

CLIENT, PYTHON, SERVICE = HERE / "web", HERE / "browser_server" / "python", HERE / "browser_server" / "service.js"
COMPILED = PYTHON / "compiled.zip"
_PAGE, _BASE = '<html lang="en"', '<base href="/" />'


class NotBuilt(Refusal):
    """Raised if the package lacks the built client, as in a source tree that was not installed."""


def files() -> dict[str, bytes]:
    """Returns all files of the site by path; the version in two of them is a hash of the others."""
    if not (CLIENT / "index.html").exists() or not PYTHON.is_dir():
        raise NotBuilt("site-not-built")
    files = {name: body for name, body in _folder(CLIENT).items() if name not in (".built", "embed.html", "service.js")}
    files |= {f"python/{name}": body for name, body in _folder(PYTHON).items() if name != COMPILED.name}
    files["python/foretold.zip"] = archive(COMPILED)
    page = files.pop("index.html").decode()
    hashes = {name: _hash(name, body) for name, body in sorted(files.items())}
    service = SERVICE.read_text("utf-8")
    version = hashlib.sha256(f"{page}{service}{hashes}".encode()).hexdigest()[:12]
    page = page.replace(_PAGE, f'{_PAGE} data-here="{version}"', 1).replace(_BASE, '<base href="./" />', 1)
    files["index.html"] = page.encode()
    hashes["index.html"] = _hash("index.html", files["index.html"])
    named = f"const VERSION = {json.dumps(version)}\nconst FILES = {json.dumps(hashes, indent=0)}\n"
    files["service.js"] = (named + service).encode()
    return files


def _hash(name: str, body: bytes) -> str:
    """Returns the hash of a file as a browser stores it, that is uncompressed."""
    return hashlib.sha256(gzip.decompress(body) if name.endswith(".gz") else body).hexdigest()[:32]


def _folder(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def write(folder: Path) -> int:
    """Writes the site to this folder, replacing an older one; returns its size in bytes.

    The service worker and the page come last: a client that loads meanwhile gets the old version or the new one.
    """
    made = files()
    size = 0
    for name in sorted(made, key=lambda name: (name in ("index.html", "service.js"), name)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != made[name]:
            path.write_bytes(made[name])
        size += len(made[name])
    return size
