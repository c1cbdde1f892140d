"""Clients that don't give up: they ask again, of whichever server, until one that is up has answered."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import asyncpg
import httpx

from tests.server.serving import PATIENCE, Server


class PatientClient(httpx.Client):
    """A person's client; what it asks for can be asked again without harm."""

    def __init__(self, place: Callable[[], str]) -> None:
        super().__init__(timeout=PATIENCE)
        self._place = place

    def request(self, method: str, url: Any, **options: Any) -> httpx.Response:
        """The first answer of a server that could do it, wherever it is."""
        end = time.monotonic() + 2 * PATIENCE
        problems: Counter[str] = Counter()
        while time.monotonic() < end:
            place = self._place()
            try:
                answer = super().request(method, f"{place}{url}", **options)
            except httpx.TransportError as error:
                problems[f"{place}: {type(error).__name__}"] += 1
                time.sleep(0.05)
                continue
            if answer.status_code != 503:
                return answer
            problems[f"{place}: {answer.text}"] += 1
            time.sleep(0.1)
        raise AssertionError(f"nobody has answered {method} {url}: {dict(problems)}")


class PatientServers:
    """Servers that are killed meanwhile, as a test that plays over HTTP reaches them."""

    def __init__(self, server: Server, place: Callable[[], str] | None = None) -> None:
        self._server, self._place = server, place or (lambda: server.url)

    def client(self) -> httpx.Client:
        return self._server.keep(PatientClient(self._place))

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        end = time.monotonic() + 2 * PATIENCE
        while True:
            try:
                return self._server.run(statement)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, sqlite3.OperationalError):
                assert time.monotonic() < end
                time.sleep(0.1)
