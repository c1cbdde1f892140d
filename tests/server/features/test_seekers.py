"""People who would like to play: the list, how many are there, and who is notified of a new table, once and when."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from foretold.server import store
from foretold.server.features.seekers import announcements
from foretold.server.features.seekers.announcements import Announcements, opened, room
from foretold.server.features.seekers.quiet_hours import quiet
from foretold.server.features.seekers.types import Company, OwnSearch
from foretold.server.live.live_table import LiveTable
from foretold.server.table.permissions import NoSuch
from tests.conftest import chosen
from tests.server.at_tables import Room
from tests.server.called import COMMAND, Browser, Service, certificate, service
from tests.server.conforming import conform
from tests.server.requesting import SHORT, refused
from tests.server.serving import Server, command, make_table, serving

FLAGS = ("--push-hosts", "localhost", "--contact", "mailto:ann@example.org")
GAME = str(SHORT["game"])
WISH: dict[str, Any] = {"games": [GAME], "live": True, "calls": 1, "quiet": None}
HOUR = 3_600_000


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = certificate(tmp_path_factory.mktemp("trust"))
    with patch.dict(os.environ, SSL_CERT_FILE=str(path)):
        yield path


@pytest.fixture(params=chosen(["sqlite", "postgres"], "postgres"))
def server(request: pytest.FixtureRequest, pem: Path, tmp_path: Path) -> Iterator[Server]:
    place = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new()
    with serving(tmp_path, *FLAGS, command=COMMAND, database=place) as running:
        yield running


@pytest.fixture
def push(pem: Path) -> Iterator[Service]:
    with service(pem) as pushing:
        yield pushing


def somebody(server: Server, name: str, language: str = "en") -> httpx.Client:
    client = server.client()
    client.headers["accept-language"] = language
    assert client.post("/api/me", json={"name": name}).status_code == 200
    return client


def search(client: httpx.Client, **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/me/search", json={**WISH, **wish})
    assert answer.status_code == 200, answer.text
    conform(answer.json(), OwnSearch)
    return dict(answer.json())


def company(client: httpx.Client) -> dict[str, Any]:
    answer = client.get("/api/company").raise_for_status().json()
    conform(answer, Company)
    return dict(answer)


def listen(client: httpx.Client, push: Service, name: str, *wants: str) -> Browser:
    browser = Browser(push.url, name)
    assert client.post("/api/me/listeners", json=browser.wish(*(wants or ("opened",)))).status_code == 201
    return browser


# At a server ------------------------------------------------------------------------------------------------------


def test_one_list_shows_seekers_of_all_games_and_paces_but_never_yourself(server: Server) -> None:
    ann, bo, eve = somebody(server, "Ann"), somebody(server, "Bo"), server.client()
    assert company(eve)["seekers"] == []
    search(ann, games=["prophecy"])
    search(bo, games=[GAME, "seven-prophecies"], live=False, days=True)
    seen = company(eve)
    assert {(seeker["name"], *seeker["games"], seeker["live"], seeker["days"]) for seeker in seen["seekers"]} == {
        ("Ann", "prophecy", True, False),
        ("Bo", "seven-prophecies", GAME, False, True),
    }
    assert (seen["looking"], seen["mine"]) == (2, None)
    company(bo)
    own = company(ann)
    assert ([seeker["name"] for seeker in own["seekers"]], own["looking"]) == (["Bo"], 1)
    assert own["mine"]["games"] == ["prophecy"]
    assert own["online"] == 1, "Bo has just looked; Eve, without a name at the same address, may be Ann herself"
    assert own["playing"] == 0
    assert ann.get("/api/me/export").json()["search"]["games"] == " prophecy "
    search(ann, listed=False)
    assert company(eve)["looking"] == 1
    assert bo.delete("/api/me/search").status_code == 200
    assert company(eve)["looking"] == 0
    search(ann)
    assert ann.delete("/api/me").status_code == 200
    assert server.run("SELECT * FROM seekers") == []


def test_a_search_for_nothing_or_in_no_time_zone_is_refused(server: Server) -> None:
    nobody = server.client()
    for wish, reason in (
        ({"games": []}, "search-nothing"),
        ({"live": False}, "search-nothing"),
        ({"games": ["chess"]}, "unknown-game"),
        ({"zone": "Atlantis/Poseidonis"}, "unknown-zone"),
        ({"zone": "../../etc/passwd"}, "unknown-zone"),
    ):
        assert refused(nobody.post("/api/me/search", json={**WISH, **wish})) == (400, reason)
    assert "foretold" not in nobody.cookies, "a refused request registers nobody"


def test_frequent_changes_of_a_search_are_limited(server: Server) -> None:
    ann = somebody(server, "Ann")
    answers = [ann.post("/api/me/search", json=WISH).status_code for _ in range(14)]
    assert answers.count(200) == 10
    assert answers[-1] == 429


def test_seekers_are_notified_once_of_a_new_table(server: Server, push: Service) -> None:
    """Of a table with free seats and of one with bots' seats; nobody else, and at most once a day."""
    people = {name: somebody(server, name, language) for name, language in (("Ann", "en"), ("Bo", "ja"))}
    browsers = {name: listen(client, push, name) for name, client in people.items()}
    for client in people.values():
        search(client)
    others: dict[str, dict[str, Any]] = {
        "other game": {"games": ["prophecy"]},
        "by days": {"live": False, "days": True},
        "no calls": {"calls": 0},
        "asleep": {"quiet": {"begin": 0, "end": 1439}},
    }
    for name, wish in others.items():
        client = somebody(server, name)
        listen(client, push, name.replace(" ", "-"))
        search(client, **wish)
    turns = somebody(server, "turns")
    listen(turns, push, "turns", "turn")
    search(turns)
    host = somebody(server, "Hana")
    listen(host, push, "host")
    search(host)
    make_table(host, ["me", "bot:random", "bot:random"], name="Hana", drop_in=False, **SHORT)
    table = make_table(host, ["me", "bot:random", "bot:random"], name="Hana", drop_in=True, **SHORT)
    titles = {}
    for _ in people:
        asked = push.heard()
        name = asked.path.rpartition("/")[2]
        word = browsers[name].read(asked.body)
        assert word["path"] == f"tables/{table}"
        assert int(asked.headers["ttl"]) <= 3600
        titles[name] = word["title"]
    assert titles == {
        "Ann": "Hana has opened a table of Seven Prophecies, first edition: 2 seats free",
        "Bo": "Hanaが七つの予言（初版）の卓を開きました（空席2）",
    }
    assert command(host, table, type="close").status_code == 200  # or Cy might still hear of it
    listen(somebody(server, "new"), push, "new")
    late = somebody(server, "Cy")
    browser = listen(late, push, "Cy")
    search(late)
    second = make_table(host, ["me", "open", "open"], name="Hana", public=True, **SHORT)
    asked = push.heard()
    assert browser.read(asked.body)["path"] == f"tables/{second}", "the others had theirs today"
    with pytest.raises(Empty):
        push.asked.get(timeout=2)


# The job, without a server ----------------------------------------------------------------------------------------


class Sent:
    """A notifier that notes what it is to send."""

    policy = object()

    def __init__(self) -> None:
        self.to: list[str] = []
        self.fails = 0

    async def send(self, listener: store.Subscription, kind: str, path: str, text: str, lasting: int) -> bool:
        self.to.append(listener.id)
        if self.fails:
            self.fails -= 1
            raise ConnectionError
        return True


class Desk:
    """The job with a store of its own and one table."""

    def __init__(self, kept: store.Store, table: LiveTable) -> None:
        self.kept, self.live, self.sent = kept, table, Sent()
        self.now = table.table.at
        self.reads = self.writes = 0

        async def read(question: Any, *about: Any) -> Any:
            self.reads += 1
            return question(*about)

        async def durable(operations: list[store.Operation]) -> None:
            self.writes += 1
            kept.write([*operations, store.Alive(self.writes)])
            deadline = time.monotonic() + 10
            while (kept.alive() or 0) < self.writes:
                assert time.monotonic() < deadline
                await asyncio.sleep(0.001)

        def open_table(id: str) -> LiveTable:
            if id != table.table.id:
                raise NoSuch("no-such-table")
            return table

        hub: Any = SimpleNamespace(
            commits=SimpleNamespace(read=read, durable=durable, store=kept),
            clock=SimpleNamespace(now=lambda: self.now),
            live_tables={table.table.id: table},
            open_table=open_table,
            busy=lambda: False,
        )
        self.hub = hub

    def job(self) -> Announcements:
        return Announcements(self.hub, self.sent)  # type: ignore[arg-type]

    async def announce(self, job: Announcements | None = None) -> None:
        """The job does all that is due three seconds later."""
        job = job or self.job()
        job.attend(self.live)
        self.now += announcements.SETTLING
        for work in await job.due():
            await work.run()


def seekers(kept: store.Store, count: int, **fields: Any) -> None:
    """So many people who want to be notified, each with one subscription."""
    wish = {"games": f" {GAME} ", "live": 1, "days": 0, "until": 0, "calls": 1, "quiet_from": 0, "quiet_to": 0}
    operations: list[store.Operation] = []
    for number in range(count):
        id = f"p{number:05}"
        operations.append(store.AddPerson(id, id.encode(), id, 1))
        operations.append(store.AddSubscription(id, id, "push", b"{}", "en", 1))
        operations.append(store.KeepSeeker(person=id, zone="UTC", at=1, **{**wish, **fields}))
    kept.write(operations)
    deadline = time.monotonic() + 60
    while kept.count("seekers") < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(announcements, "PAUSE", 0)
    monkeypatch.setattr(announcements, "BREATH", 0)
    room = Room("me", "bot:random", "bot:random", **SHORT, drop_in=True)
    room.begin()
    with store.open_store(tmp_path / "it.db") as kept:
        yield Desk(kept, LiveTable(room.table))


def test_everyone_is_notified_once_in_pages_and_never_twice_after_a_failure(desk: Desk) -> None:
    seekers(desk.kept, 130)
    desk.sent.fails = 1
    with pytest.raises(ConnectionError):
        asyncio.run(desk.announce())
    assert 0 < len(desk.sent.to) < 130
    desk.now -= announcements.SETTLING
    asyncio.run(desk.announce())  # as after a restart: the job knows nothing
    assert len(desk.sent.to) == len(set(desk.sent.to)), "nobody twice"
    assert len(desk.sent.to) >= 130 - announcements.PAGE, "at most the page that failed is not notified"
    before = len(desk.sent.to)
    desk.now += 20 * HOUR
    desk.live.table.listed_at = desk.now
    asyncio.run(desk.announce())
    assert len(desk.sent.to) == before, "at most one a day"
    desk.now += 5 * HOUR
    desk.live.table.listed_at = desk.now
    asyncio.run(desk.announce())
    assert len(desk.sent.to) == before + 130


def test_processes_that_announce_at_once_notify_nobody_twice(desk: Desk) -> None:
    seekers(desk.kept, 120)

    async def both() -> None:
        await asyncio.gather(desk.announce(), desk.announce())

    asyncio.run(both())
    assert sorted(desk.sent.to) == sorted(set(desk.sent.to))
    assert len(desk.sent.to) == 120


def test_a_slow_push_service_gets_few_notifications_at_a_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    seekers(desk.kept, 60)
    on_their_way: list[int] = []

    async def send(*_: Any) -> bool:
        desk.sent.to.append("")
        on_their_way.append(len(desk.sent.to) - done.total())
        await asyncio.sleep(0.01)
        done["all"] += 1
        return True

    done: Counter[str] = Counter()
    monkeypatch.setattr(desk.sent, "send", send)
    asyncio.run(desk.announce())
    assert len(on_their_way) == done.total() == 60
    assert 1 < max(on_their_way) <= announcements.AT_ONCE


def test_a_full_or_closed_table_is_no_longer_announced(desk: Desk) -> None:
    seekers(desk.kept, 60)
    for seat in desk.live.table.seats:
        seat.kind = "person"
    asyncio.run(desk.announce())
    assert desk.sent.to == []


def test_an_old_table_is_not_announced_after_a_restart(desk: Desk) -> None:
    seekers(desk.kept, 1)
    desk.now += announcements.FRESH
    asyncio.run(desk.announce())
    assert desk.sent.to == []


def test_people_seated_here_or_playing_elsewhere_are_not_notified(desk: Desk) -> None:
    seekers(desk.kept, 3)
    desk.live.table.seats[0].person = "p00001"
    asyncio.run(desk.announce())
    assert sorted(desk.sent.to) == ["p00000", "p00002"]


@pytest.mark.long
def test_ten_thousand_people_are_notified_with_two_reads_a_page(desk: Desk) -> None:
    seekers(desk.kept, 10_000)
    asyncio.run(desk.announce())
    assert len(set(desk.sent.to)) == len(desk.sent.to) == 10_000
    assert desk.reads <= 2 * (10_000 / announcements.PAGE) + 2, "whatever the number of people"


def test_free_seats_are_counted() -> None:
    assert room(Room("me", "open", "bot:random", **SHORT).table) == 0, "only with the link"
    assert room(Room("me", "open", "bot:random", **SHORT, public=True).table) == 1
    begun = Room("me", "bot:random", "bot:random", **SHORT, drop_in=True)
    assert begun.table.phase == "sharing"
    assert room(begun.table) == 2
    begun.begin()
    assert room(begun.table) == 2
    assert opened("en", begun.table) == "Ann has opened a table of Seven Prophecies, first edition: 2 seats free"


def test_quiet_hours_follow_local_time() -> None:
    summer = 1_752_004_800_000  # 2025-07-08 20:00 UTC
    winter = 1_736_366_400_000  # 2025-01-08 20:00 UTC
    night = (22 * 60, 8 * 60)
    assert quiet(*night, "Europe/Berlin", summer), "22:00 in summer"
    assert not quiet(*night, "Europe/Berlin", winter), "21:00 in winter"
    assert quiet(*night, "Asia/Tokyo", summer), "5:00 of the next day"
    assert not quiet(0, 0, "Asia/Tokyo", summer), "no quiet hours"
    assert quiet(20 * 60, 21 * 60, "UTC", summer)
    assert not quiet(20 * 60, 21 * 60, "UTC", summer + HOUR)
    assert quiet(20 * 60, 21 * 60, "Mars/Olympus", summer), "a zone that the system has no longer counts as UTC"
