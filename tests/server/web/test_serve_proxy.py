"""The server behind a reverse proxy that ends TLS and shows it under a path, which it cuts off or not."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from foretold.server.web.process import Forwarded
from tests.server.serving import Player, Server, serving

PUBLIC = "https://cards.example.org/foretold"
ORIGIN = "https://cards.example.org"


class Proxy:
    """A small reverse proxy: one request for each connection, websockets passed through byte by byte."""

    def __init__(self, target: int, cut: str) -> None:
        self._target = target
        self._cut = cut  # what it takes from the beginning of paths
        self._begun = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self.port = 0

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._begun.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        assert self._end is not None
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    async def _run(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._pass, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            self._begun.set()
            await self._end.wait()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        inward, outward = await asyncio.open_connection("127.0.0.1", self._target)
        outward.write(self._rewritten(head).encode("latin-1"))
        await asyncio.gather(_pump(reader, outward), _pump(inward, writer))

    def _rewritten(self, head: str) -> str:
        """The request as it is passed on: another host, another path, and what the proxy knows in headers."""
        request, *lines = head.split("\r\n")[:-2]
        method, path, version = request.split(" ")
        websocket = any(line.lower() == "upgrade: websocket" for line in lines)
        own = (
            "host",
            "x-forwarded-for",
            "x-forwarded-proto",
            "x-forwarded-host",
            *(() if websocket else ("connection",)),
        )
        kept = [line for line in lines if line.partition(":")[0].lower() not in own]
        added = [
            f"Host: 127.0.0.1:{self._target}",
            "X-Forwarded-For: 198.51.100.7",
            "X-Forwarded-Proto: https",
            "X-Forwarded-Host: cards.example.org",
            *(() if websocket else ("Connection: close",)),
        ]
        shown = path.removeprefix(self._cut)
        path = shown if shown.startswith("/") else f"/{shown}"
        return "\r\n".join([f"{method} {path} {version}", *kept, *added, "", ""])


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError), closing(writer):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


@pytest.fixture(scope="module", params=["public", "forwarded"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows its public address, and one that takes the proxy's word for it."""
    known = ("--public-url", PUBLIC) if request.param == "public" else ("--prefix", "/foretold")
    with serving(tmp_path_factory.mktemp("server"), *known, "--proxies", "127.0.0.1") as running:
        yield running


@pytest.fixture(params=["", "/foretold"], ids=["kept", "cut"])
def proxy(request: pytest.FixtureRequest, server: Server) -> Iterator[str]:
    with Proxy(server.port, request.param) as running:
        yield f"http://127.0.0.1:{running.port}/foretold"


def test_a_match_can_be_played_through_a_proxy(proxy: str) -> None:
    assert httpx.get(proxy).status_code == httpx.get(f"{proxy}/").status_code == 200
    assert httpx.get(f"{proxy}/api/openapi.json").json()["servers"] == [{"url": "/foretold"}]
    wish = {"name": "Ann", "seats": ["me", "bot:greedy", "bot:greedy", "bot:greedy"]}
    made = httpx.post(f"{proxy}/api/tables", json=wish, headers={"Origin": ORIGIN})
    assert made.status_code == 201, made.text
    table = made.json()["table"]
    assert made.json()["url"] == f"{PUBLIC}/tables/{table}"
    cookie, *flags = made.headers["set-cookie"].split("; ")
    assert {"Secure", "HttpOnly", "Path=/foretold", "SameSite=lax"} <= set(flags)
    assert cookie.startswith("__Secure-foretold=")
    assert made.headers["strict-transport-security"] == "max-age=31536000"
    link = httpx.post(f"{proxy}/api/tables/{table}/seats/0/link", headers={"Cookie": cookie})
    assert link.json()["url"].startswith(f"{PUBLIC}/tables/{table}#move=")
    player = asyncio.run(begin(proxy, table, cookie.partition("=")[2]))
    assert (player.seats, player.bye) == ([0], None)
    gone = httpx.delete(f"{proxy}/api/me", headers={"Cookie": cookie, "Origin": ORIGIN})
    dropped = gone.headers.get_list("set-cookie")
    assert all("Path=/foretold" in cookie_line for cookie_line in dropped)
    assert {cookie_line.partition("=")[0] for cookie_line in dropped} == {"__Secure-foretold", "foretold"}


async def begin(url: str, table: str, cookie: str) -> Player:
    player = await Player(url, table, cookie).connect()
    await player.play(until=lambda player: len(player.histories.get(0) or ()) > 6)
    await player.close()
    return player


def test_pages_of_other_sites_are_kept_out(proxy: str) -> None:
    for origin in ("https://evil.example", "https://cards.example.org.evil.example", "https://cards.example.org:444"):
        refused = httpx.post(f"{proxy}/api/me", json={"name": "Eve"}, headers={"Origin": origin})
        assert (refused.status_code, refused.json()["error"]["reason"]) == (403, "other-origin")
        assert asyncio.run(greeted(proxy, origin)) == 403
    assert asyncio.run(greeted(proxy, ORIGIN)) == 101


async def greeted(url: str, origin: str) -> int:
    """The status with which a websocket from a page of that site is answered."""
    try:
        async with connect(url.replace("http", "ws", 1) + "/ws", additional_headers={"Origin": origin}):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_the_whole_page_is_served_under_the_prefix(proxy: str) -> None:
    page = httpx.get(f"{proxy}/").text
    links = re.findall(r'(?:src|href)="(?:\./)?(assets/[^"]+)"', page)
    for name in links:
        assert httpx.get(f"{proxy}/{name}").status_code == 200
    assert ('<base href="/foretold/"' in page) or not links  # without a built client there is the plain page


# Whose word is taken ---------------------------------------------------------------------------------------------


def seen(proxies: str, peer: str, **headers: str) -> tuple[str, str, str]:
    """The client, the scheme and the host that the app sees."""
    by_name: dict[str, Any] = {}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        by_name.update(scope)

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        raise AssertionError

    given = [(b"host", b"127.0.0.1:8421")]
    given += [(f"x-forwarded-{name}".encode(), value.encode()) for name, value in headers.items()]
    scope: Scope = {"type": "http", "scheme": "http", "client": (peer, 1), "headers": given}
    asyncio.run(Forwarded(app, proxies)(scope, receive, send))
    [host] = [value.decode() for name, value in by_name["headers"] if name == b"host"]
    return by_name["client"][0], by_name["scheme"], host


def test_only_named_proxies_are_trusted() -> None:
    headers = {"for": "198.51.100.7", "proto": "https", "host": "cards.example.org"}
    believed = ("198.51.100.7", "https", "cards.example.org")
    assert seen("127.0.0.1", "127.0.0.1", **headers) == believed
    assert seen("10.0.0.0/8,::1", "10.1.2.3", **headers) == believed
    assert seen("*", "203.0.113.5", **headers) == believed
    assert seen("127.0.0.1", "203.0.113.5", **headers) == ("203.0.113.5", "http", "127.0.0.1:8421")
    assert seen("127.0.0.1", "127.0.0.1") == ("127.0.0.1", "http", "127.0.0.1:8421")
    # What a visitor has put into the headers stands before what the proxy adds.
    headers = {"for": "192.0.2.66, 198.51.100.7", "host": "evil.example, cards.example.org"}
    assert seen("127.0.0.1", "127.0.0.1", **headers) == ("198.51.100.7", "http", "cards.example.org")
    # Where any address may be a proxy, too: the first one in the list was believed before.
    assert seen("*", "203.0.113.5", **headers) == ("198.51.100.7", "http", "cards.example.org")
    assert seen("*", "203.0.113.5", **{"for": " "}) == ("203.0.113.5", "http", "127.0.0.1:8421")


def test_without_named_proxies_nobody_is_trusted(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example.org"}
        made = httpx.post(f"{server.url}/api/tables", json={"seats": ["me", *["open"] * 3]}, headers=headers)
        assert made.json()["url"].startswith(f"{server.url}/tables/")
        assert "Secure" not in made.headers["set-cookie"]
        assert "Path=/;" in made.headers["set-cookie"]


def test_over_https_only_this_host_can_set_the_cookie(tmp_path: Path) -> None:
    """Under its plain name any page of a neighbouring name could set it, and did not have to be secure."""
    with serving(tmp_path, "--public-url", "https://cards.example.org", "--proxies", "127.0.0.1") as server:
        asked = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example.org"}
        made = httpx.post(f"{server.url}/api/me", json={"name": "Ann"}, headers=asked)
        cookie, *flags = made.headers["set-cookie"].split("; ")
        assert cookie.startswith("__Host-foretold=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(flags)
        assert httpx.get(f"{server.url}/", headers=asked).headers["strict-transport-security"]
        secret = cookie.partition("=")[2]
        # Who has the cookie of an earlier version stays who they are, and gets the other one in its place.
        old = httpx.get(f"{server.url}/api/me", headers={**asked, "Cookie": f"foretold={secret}"})
        assert old.json() == {"known": True, "name": "Ann"}
        new, dropped = old.headers.get_list("set-cookie")
        assert new.startswith(f"__Host-foretold={secret};")
        assert dropped.startswith('foretold="";')
        # Where there are both, the one that others can set counts for nothing.
        both = {**asked, "Cookie": f"foretold=planted; __Host-foretold={secret}"}
        assert httpx.get(f"{server.url}/api/me", headers=both).json()["name"] == "Ann"
