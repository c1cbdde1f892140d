"""Serves the game without a server, which browsers keep and offer while the server is away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from foretold.errors import Refusal
from foretold.server.web.static_files import File, file_of

PLACE = "/here/"
Files = Callable[[], Mapping[str, bytes]]  # all files of the site by path


class Offline:
    """The files of the offline site, built on first use, as they are large and rarely needed."""

    def __init__(self, files: Files | None) -> None:
        self._files = files
        self._made: Mapping[str, File] | None = None
        self._making = asyncio.Lock()

    async def answer(self, request: Request) -> Response:
        """Serves the requested file."""
        async with self._making:
            if self._made is None:
                self._made = await asyncio.to_thread(self._all)
        file = self._made.get(request.path_params["name"] or "index.html")
        if file is None:
            raise HTTPException(404)
        return file.answer(request)

    def _all(self) -> dict[str, File]:
        try:
            files = {} if self._files is None else self._files()
        except Refusal:  # an uninstalled source tree
            files = {}
        return {name: file_of(name, body) for name, body in files.items()}
