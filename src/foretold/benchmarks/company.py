"""The cost of finding company: the lists that the first page and groups ask for, and notifications of a new table.

Both beside tables at which people play. The push service is a process of its own, with a certificate of its own.
"""

from __future__ import annotations

import asyncio
import gc
import http.client
import json
import os
import ssl
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import TYPE_CHECKING
from unittest.mock import patch

import msgspec
import uvloop

from foretold.benchmarks.people import newcomers, post
from foretold.benchmarks.server import SPREAD, Process, filled, running, serve
from foretold.server.base.clock import date
from foretold.server.base.identity import COOKIE
from foretold.server.features.notifications.notifier import Address
from foretold.server.store import AddPerson, AddSubscription, KeepSeeker, Operation, open_store

if TYPE_CHECKING:
    from foretold.benchmarks.people import Room

SUBSCRIBERS = 10_000
AT_ONCE = 500  # people that are written in one transaction
GAMES = ("prophecy", "seven-prophecies-2017")  # half of the subscribers want each; the tables play another game
MEMBERS = 8  # of the group whose page is asked for
VISITORS = 200  # who look at the first page, and as many at the page of their group
LABELS = ("an answer that says nothing", "the list of people who would like to play", "a group")
EVERY = 30.0  # seconds after which a page asks again: AGAIN in the client, and of a group where nobody gathers
PATIENCE = 3600.0  # seconds that a fan-out may take
# A server that may send to this machine, where the push service is.
SERVER = (
    "from foretold.server.features.notifications import safe_http; safe_http.LOOPBACK = True; import sys; "
    "from foretold.cli import main; raise SystemExit(main(sys.argv[1:]))"
)


def figures(seconds: float, tables: int, subscribers: int = SUBSCRIBERS) -> dict[str, object]:
    """What the lists cost, and moves while nobody and while everybody is notified of a new table."""
    measured: dict[str, object] = {"tables": tables, "subscribers": subscribers}
    with TemporaryDirectory(prefix="foretold-bench-") as name:
        directory = Path(name)
        certificate(directory)
        collecting = gc.isenabled()
        gc.disable()  # its pauses would count as the server's
        try:
            with (
                patch.dict(os.environ, SSL_CERT_FILE=str(directory / "push.pem")),
                asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
            ):
                measured.update(runner.run(measure(directory, seconds, tables, subscribers)))
        finally:
            if collecting:
                gc.enable()
    return measured


async def measure(directory: Path, seconds: float, tables: int, subscribers: int) -> dict[str, object]:
    """Moves at all tables, one a second at each: alone, while lists are asked for, while subscribers are notified."""
    async with AsyncExitStack() as held:
        push = held.enter_context(running(directory, "-m", "foretold.benchmarks.push_service", str(directory)))
        subscribe(directory / "bench.sqlite", push.port, subscribers)
        command = ("-c", SERVER, *serve(directory)[2:], "--push-hosts", "localhost")
        own = held.enter_context(running(directory, *command))
        people = (await filled(held, own, tables, newcomers)).people
        await people.spread(SPREAD)
        await people.pace(seconds)
        result: dict[str, object] = {}
        with asker(own.port) as ask:
            result |= await lists(own, people, ask, seconds)
        result |= await fan_outs(own, people, push.port, subscribers, seconds)
        return result


# Lists ---------------------------------------------------------------------------------------------------------------


@contextmanager
def asker(port: int) -> Iterator[list[tuple[http.client.HTTPConnection, str, str]]]:
    """What a member of a group asks for: a connection, a path and a cookie, as the labels have them."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    try:
        made, owner = post(connection, "/api/groups", {"title": "Fridays", "name": "Ann", "zone": "UTC"})
        invitation = str(made["invite"]).rpartition("/")[2]
        for number in range(1, MEMBERS):
            post(connection, f"/api/invitations/{invitation}", {"name": f"Ben {number}"})
        paths = ("/api/health", "/api/company", f"/api/groups/{made['id']}")
        yield [(connection, path, owner) for path in paths]
    finally:
        connection.close()


async def lists(
    server: Process, people: Room, pages: list[tuple[http.client.HTTPConnection, str, str]], seconds: float
) -> dict[str, object]:
    """CPU time of the server for a list, beside people who play, and the share of a core that visitors' lists take."""
    loop = asyncio.get_running_loop()
    rate = VISITORS / EVERY
    measured: dict[str, object] = {}
    share = 0.0
    for label, (connection, path, cookie) in zip(LABELS, pages, strict=True):
        spent = asked = 0.0
        for _ in range(3):  # in turns: what moves cost is measured beside it each time
            before = server.cpu_seconds()
            await people.pace(seconds)
            alone = server.cpu_seconds() - before
            before = server.cpu_seconds()
            asking = loop.run_in_executor(None, ask_often, connection, path, cookie, 8 * rate, seconds)
            await people.pace(seconds)
            asked += await asking
            spent += server.cpu_seconds() - before - alone
        cost = max(spent, 0.0) / asked
        share += cost * rate if label != LABELS[0] else 0.0
        measured[f"{label}: CPU milliseconds"] = 1000 * cost
    measured[f"both lists for {VISITORS} visitors each: per cent of a core"] = 100 * share
    return measured


def ask_often(connection: http.client.HTTPConnection, path: str, cookie: str, rate: float, seconds: float) -> int:
    """Asks for a page so many times a second; returns how often it was answered."""
    begun, asked = perf_counter(), 0
    while (now := perf_counter() - begun) < seconds:
        if asked < now * rate:
            connection.request("GET", path, headers={"Cookie": f"{COOKIE}={cookie}"})
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                raise RuntimeError(f"{path}: {body[:200]!r}")
            asked += 1
        else:
            sleep(max(0.0, asked / rate - now))
    return asked


# Notifications -------------------------------------------------------------------------------------------------------


async def fan_outs(server: Process, people: Room, push: int, subscribers: int, seconds: float) -> dict[str, object]:
    """How long moves take while nobody is notified and while everybody is, in turns; and who was notified how often."""
    loop = asyncio.get_running_loop()
    quiet: list[float] = []
    busy: list[float] = []
    spent = lasted = 0.0
    due = 0  # notifications that there are when the fan-out is done
    for number, game in enumerate(GAMES):
        due += len(range(number, subscribers, len(GAMES)))
        people.clear()
        before = server.cpu_seconds()
        begun = perf_counter()
        await people.pace(4 * seconds)
        alone = (server.cpu_seconds() - before) / (perf_counter() - begun)
        quiet += people.latencies
        people.clear()
        await loop.run_in_executor(None, open_table, server.port, game)
        before, begun = server.cpu_seconds(), perf_counter()
        while (await loop.run_in_executor(None, counted, push))["told"] < due:
            if perf_counter() - begun > PATIENCE:
                raise RuntimeError("not everybody was notified in time")
            await people.pace(1.0)
        took = perf_counter() - begun
        lasted += took
        spent += server.cpu_seconds() - before - alone * took
        busy += people.latencies
    await asyncio.sleep(3.0)  # whoever would be notified twice is notified now
    heard = await loop.run_in_executor(None, counted, push)
    measured: dict[str, object] = {}
    for label, times in (("nobody", quiet), ("everybody", busy)):
        times.sort()
        measured[f"moves while {label} is notified"] = len(times)
        for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0)):
            milliseconds = 1000 * times[int(share * (len(times) - 1))]
            measured[f"a move known to all four while {label} is notified: {name}, milliseconds"] = milliseconds
    measured |= {
        "notifications: seconds for all": lasted,
        "notifications: CPU milliseconds for one": 1000 * max(spent, 0.0) / max(1, heard["told"]),
        "subscribers notified once": heard["once"],
        "subscribers notified more than once": heard["more"],
    }
    return measured


def subscribe(path: Path, port: int, subscribers: int) -> None:
    """People who want to be notified of new tables, half of them of each game."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    shown = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    p256dh, auth = (urlsafe_b64encode(part).decode().rstrip("=") for part in (shown, b"authentication.."))
    now = date()  # who was not seen for long is forgotten
    with open_store(path) as store:
        for first in range(0, subscribers, AT_ONCE):
            done: list[Operation] = []
            for number in range(first, min(subscribers, first + AT_ONCE)):
                person = f"person-{number:06}"
                url = f"https://localhost:{port}/push/{number}"
                body = msgspec.json.encode(Address(url, ("opened",), p256dh, auth))
                games = f" {GAMES[number % len(GAMES)]} "
                done += [
                    AddPerson(person, str(number).encode().rjust(32), f"Person {number}", now),
                    AddSubscription(f"listener-{number:06}", person, "push", body, "en", now),
                    KeepSeeker(person, games, True, False, 0, 1, 0, 0, "UTC", now),
                ]
            store.write(done)


def open_table(port: int, game: str) -> None:
    """Somebody opens a table to everybody."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    try:
        settings = {"game": game, "players": 4, "public": True}
        post(connection, "/api/tables", {"name": "Ann", "seats": ["me", "open", "open", "open"], "settings": settings})
    finally:
        connection.close()


def counted(port: int) -> dict[str, int]:
    """What the push service has heard so far."""
    connection = http.client.HTTPSConnection("localhost", port, context=ssl.create_default_context())
    try:
        connection.request("GET", "/counts")
        heard: dict[str, int] = json.loads(connection.getresponse().read())
        return heard
    finally:
        connection.close()


def certificate(directory: Path) -> None:
    """A certificate for localhost and its key, in one file."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (directory / "push.pem").write_bytes(made.public_bytes(Encoding.PEM) + private)
