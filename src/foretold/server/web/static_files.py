"""Serves the built browser client from memory, compressed where that pays."""

from __future__ import annotations

import gzip
import mimetypes
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import foretold

BUILT = Path(foretold.__file__).parent / "web"
PAGES = (
    *(
        "/",
        "/tables/{table}",
        "/matches/{match}",
        "/matches/{match}/review",
        "/shared/{match}/{token}",
        "/shared/{match}/{token}/review",
        "/replay",
        "/profile",
        "/learn",
        "/learn/{game}",
    ),
    *("/rules", "/rules/{game}", "/puzzles", "/puzzles/{game}", "/puzzles/{set}/{name}"),
    *("/daily", "/daily/{day}", "/challenges/{challenge}"),
    *("/evenings", "/evenings/{evening}", "/ladder", "/ladder/{game}"),
    *("/groups", "/groups/{group}", "/g/{invite}"),
    "/admin",
)
EMBEDDED = (  # pages that other sites may embed
    *("/embed/matches/{match}", "/embed/shared/{match}/{token}", "/embed/puzzles/{set}/{name}"),
    *("/embed/daily", "/embed/daily/{day}"),
)
_BASE = '<base href="/" />'
_TITLE = "<title>Foretold</title>"
_DESCRIPTION = re.compile(r'<meta name="description"[^>]*>')
_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class File:
    """One file as it is served."""

    body: bytes
    packed: bytes | None
    kind: str
    lasting: bool  # its name holds a hash of its content

    def answer(self, request: Request) -> Response:
        """The response with the file, compressed if the client accepts it."""
        headers = {
            "cache-control": "public, max-age=31536000, immutable" if self.lasting else "no-cache",
            "vary": "accept-encoding",
        }
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, headers={**headers, "content-encoding": "gzip"}, media_type=self.kind)
        return Response(self.body, headers=headers, media_type=self.kind)


class Client:
    """All files of the web client by path; every page is the same file, which reads its URL."""

    def __init__(self, prefix: str, directory: Path | None = None) -> None:
        self._files: dict[str, File] = {}
        directory = directory or BUILT
        for path in sorted(directory.rglob("*")) if directory.is_dir() else ():
            if path.is_file():
                name = path.relative_to(directory).as_posix()
                self._files[name] = file_of(name, path.read_bytes())
        self._texts: dict[str, str] = {}
        for name in ("index.html", "embed.html"):
            page = self._files.pop(name, None)
            if page is not None:
                self._texts[name] = page.body.decode().replace(_BASE, f'<base href="{escape(prefix)}/" />')
        self._pages = {name: _file(text.encode(), "text/html", lasting=False) for name, text in self._texts.items()}

    @property
    def built(self) -> bool:
        """True if the client is built; a source tree may lack it."""
        return "index.html" in self._pages

    def page(self, request: Request, status: int = 200) -> Response:
        """The page, whichever it is; with 404 it shows by itself that nothing is there."""
        answer = self._pages["index.html"].answer(request)
        answer.status_code = answer.status_code if status == 200 else status
        return answer

    def told_page(self, request: Request, title: str, text: str, head: str) -> Response:
        """The page with a link preview in its head."""
        page = self._texts["index.html"].replace(_TITLE, f"<title>{escape(title)} · Foretold</title>\n    {head}", 1)
        page = _DESCRIPTION.sub(lambda _: f'<meta name="description" content="{escape(text)}" />', page, count=1)
        return _file(page.encode(), "text/html", lasting=False).answer(request)

    def embedded(self, request: Request) -> Response:
        """The page that other sites may embed."""
        return self._pages["embed.html"].answer(request)

    def file(self, name: str) -> File | None:
        """The file of that name."""
        return self._files.get(name)

    def names(self) -> list[str]:
        """The paths of all files but the page."""
        return list(self._files)


def file_of(name: str, body: bytes) -> File:
    """A file as it is served under this name."""
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return _file(body, kind, lasting=name.startswith("assets/"))


def _file(body: bytes, kind: str, *, lasting: bool) -> File:
    texts = kind.startswith("text/") or kind.endswith(("json", "svg+xml"))
    packed = gzip.compress(body, 9, mtime=0) if texts and len(body) > 600 else None
    return File(body, packed, kind, lasting)
