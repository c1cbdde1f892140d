"""The server of one page: requests and messages come in as text, answers and updates go out as text."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import NamedTuple
from urllib.parse import parse_qsl

import msgspec

from foretold import i18n
from foretold.browser_server.reviews import Coach, CoachWorker, keep_record
from foretold.browser_server.store import Keep, PageStore
from foretold.errors import Refusal
from foretold.server.base import identity
from foretold.server.base.rate_limits import Bucket
from foretold.server.features.reviews.service import QUALITY, Quality
from foretold.server.live import session
from foretold.server.live.connection import Connection
from foretold.server.rest.call import Call, Caller
from foretold.server.rest.errors import decoded, failure, status_of
from foretold.server.routes import ENDPOINTS, Endpoint
from foretold.server.runtime import Runtime
from foretold.server.store import Committed, Database
from foretold.server.table.permissions import NoSuch
from foretold.server.table.quota import Limits

TABLES = Limits(200, 200, 200)  # that may be open at the same time
KEPT = 100_000  # days that a page remembers its own people
RATE = 1000.0  # messages per second: a page need not be protected from itself
OWN = (Endpoint("POST", "/api/records", keep_record, dict[str, str], takes=bytes, status=201),)  # no server has these

Tell = Callable[[int, str], object]  # sends text on a connection; '' closes it


class Answered(NamedTuple):
    """The answer to a request: status, text, and the secret that identifies the page from then on."""

    status: int
    text: str
    secret: str


class _Line(NamedTuple):
    """The sending end of a connection; the page is always there to receive."""

    number: int
    hears: Tell

    @property
    def open(self) -> bool:
        """True if messages can be sent."""
        return True

    def tell(self, *texts: bytes) -> None:
        """Sends a message to the page."""
        for data in texts:
            self.hears(self.number, data.decode())


class Page:
    """The server of one page, its only client."""

    def __init__(
        self,
        snapshot: bytes,
        kept: Sequence[str],
        keep: Keep,
        tell: Tell,
        coach: Coach,
        secret: str = "",
        base: str = "",
    ) -> None:
        """`snapshot` and `kept` are what the browser has stored, `keep` stores more; `secret` identifies the page."""
        self._given, self._coach = (snapshot, kept, keep), coach
        self._tell, self._secret, self._base = tell, secret, base
        self._lines: dict[int, Connection] = {}
        self._routes = [
            (endpoint, re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", endpoint.path)))
            for endpoint in (*ENDPOINTS, *OWN)
        ]

    def start(self, bot_delay: float = 0.9, seed: str = "", worlds: int = QUALITY.worlds) -> bytes:
        """Resumes all open tables; returns a new snapshot to replace everything stored before, b'' if not needed.

        A seed makes all randomness deterministic. Reviews use so many worlds.
        """
        stores: list[PageStore] = []

        def open_store(_: Database, committed: Committed) -> PageStore:
            stores.append(PageStore(*self._given, committed))
            return stores[-1]

        self._runtime = Runtime(
            Path(),
            bot_delay=bot_delay,
            bot_workers=0,
            reviews=Quality(worlds, maker=lambda _: CoachWorker(self._coach)),
            limits=TABLES,
            keep_people=KEPT,
            entropy=Random(seed).randbytes if seed else token_bytes,
            open_store=open_store,
            about={"chance": "seed" if seed else "browser"},
        )
        snapshot = stores[-1].snapshot() if stores[-1].long else b""
        self._runtime.start()
        self._hub = self._runtime.hub
        return snapshot

    async def stop(self) -> None:
        """Stops the server."""
        for number in list(self._lines):
            self.close(number)
        await self._runtime.stop()

    # Requests --------------------------------------------------------------------------------------------------

    async def request(self, method: str, path: str, query: str, language: str, body: str) -> Answered:
        """Answers a request of the HTTP API."""
        try:
            endpoint, values = self._route(method, path)
            given: tuple[object, ...] = ()
            if endpoint.takes is bytes:
                given = (body.encode(),)
            elif endpoint.takes is not None:
                given = (decoded(msgspec.json.Decoder(endpoint.takes), body.encode()),)
            caller = await Caller.of(self._hub.commits, self._secret)
            spoken = i18n.accepted(language)
            call = Call(self._runtime.services, caller, values, dict(parse_qsl(query)), (), self._base, spoken)
            result = await endpoint.answer(call, *given)
        except Refusal as error:
            text = msgspec.json.encode(failure(error, i18n.accepted(language))).decode()
            return Answered(status_of(error), text, self._secret)
        self._secret = "" if (method, path) == ("DELETE", "/api/me") else caller.secret
        data = result if isinstance(result, bytes) else msgspec.json.encode(result)
        return Answered(endpoint.status, data.decode(), self._secret)

    def _route(self, method: str, path: str) -> tuple[Endpoint, dict[str, str]]:
        for endpoint, pattern in self._routes:
            match = pattern.fullmatch(path)
            if match is not None and endpoint.method == method:
                return endpoint, match.groupdict()
        raise NoSuch("no-such-page")

    # Connections -----------------------------------------------------------------------------------------------

    def open(self, number: int) -> None:
        """Opens a connection of the page."""
        person = self._hub.commits.store.person_by_secret(identity.hashed(self._secret)) if self._secret else None
        line = _Line(number, self._tell)
        connection = Connection("" if person is None else person.id, "en", Bucket(RATE, RATE), line)
        connection.ended = partial(self._farewell, number)
        self._lines[number] = connection

    def hear(self, number: int, text: str) -> None:
        """Handles a message from the page."""
        connection = self._lines.get(number)
        if connection is None or connection.closing is not None:
            return
        if connection.live is None:
            hello = session.hello_of(connection, text)
            if hello is not None:
                session.join(self._hub, connection, hello)
        else:
            person = self._hub.commits.store.person(connection.person)
            session.answer(self._hub, connection, text, "" if person is None else person.name)

    def close(self, number: int) -> None:
        """Closes a connection at the page's request."""
        connection = self._lines.pop(number, None)
        if connection is not None:
            self._hub.presence.part(connection)

    def _farewell(self, number: int) -> None:
        asyncio.get_running_loop().call_soon(self._end, number)  # after all messages about the same event

    def _end(self, number: int) -> None:
        """Ends a connection after its last message."""
        connection = self._lines.pop(number, None)
        if connection is not None:
            connection.flush()
            self._hub.presence.part(connection)
            self._tell(number, "")
