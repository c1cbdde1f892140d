"""The operator's page over HTTP and `foretold admin` beside it: signing in, restrictions, reports, limits, the log."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.cli.running import clean_environment, in_process
from tests.postgres import Postgres
from tests.server.lining import SHORT
from tests.server.requesting import refused
from tests.server.serving import PROTOCOL, Player, Server, command, make_table, serving

ENVIRONMENT = clean_environment("FORETOLD_DATABASE", "FORETOLD_DATA", "FORETOLD_PUBLIC_URL")


def until(read: Callable[[], object]) -> bool:
    """True once it is so, within seconds."""
    end = time.monotonic() + 20
    while not read():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000", database=database) as running:
        yield running


@pytest.fixture(scope="module")
def operator(server: Server) -> httpx.Client:
    return signed_in(server, "Ana")


def admin(server: Server, *arguments: str, code: int = 0) -> Any:
    """What `foretold admin … --json` prints beside the running server."""
    done = in_process("admin", *arguments, "--database", server.place, "--json", environment=ENVIRONMENT)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout) if code == 0 else done.stderr.decode()


def token(server: Server, name: str = "Ana", *flags: str) -> str:
    link: str = admin(server, "link", "--name", name, *flags)["link"]
    return link.partition("#link=")[2]


def signed_in(server: Server, name: str) -> httpx.Client:
    client = server.client()
    answer = client.post("/api/admin/session", json={"token": token(server, name)})
    assert (answer.status_code, answer.json()["name"]) == (200, name), answer.text
    return client


def act(operator: httpx.Client, **action: Any) -> None:
    answer = operator.post("/api/admin/actions", json={"reason": "a test", **action})
    assert answer.status_code == 200, answer.text


def person_of(operator: httpx.Client, name: str) -> dict[str, Any]:
    people = operator.get("/api/admin/people", params={"find": name}).json()["people"]
    return next(person for person in people if person["name"] == name)


ANSWERS = ("status", "tables", "people", "reports", "restrictions", "announcements", "limits", "log", "sessions")


def test_nothing_is_answered_without_a_session_and_a_link_works_once(server: Server) -> None:
    stranger = server.client()
    for path in ANSWERS:
        answer = stranger.get(f"/api/admin/{path}")
        assert refused(answer) == (403, "admin-link")
        assert "foretold admin link" in answer.json()["error"]["sentence"]
    close = {"type": "close", "table": "x", "reason": "y"}
    assert refused(stranger.post("/api/admin/actions", json=close)) == (403, "admin-link")
    link = token(server, "Once", "--hours", "2")
    made = stranger.post("/api/admin/session", json={"token": link})
    assert made.json()["name"] == "Once"
    cookie = made.headers["set-cookie"]
    for part in ("foretold-admin=", "HttpOnly", "SameSite=strict", "Max-Age=7200", "Path=/"):
        assert part in cookie
    assert stranger.get("/api/admin/status").status_code == 200
    assert refused(server.client().post("/api/admin/session", json={"token": link})) == (404, "admin-no-link")
    hashed = [row[0] for row in server.run("SELECT token FROM operator_sessions")]
    assert all(len(bytes(token)) == 32 for token in hashed)
    assert stranger.delete("/api/admin/session").status_code == 200
    assert refused(stranger.get("/api/admin/status")) == (403, "admin-link")
    wrong = server.client()
    wrong.cookies.set("foretold-admin", "made-up")
    assert refused(wrong.get("/api/admin/status")) == (403, "admin-link")
    metrics = "".join(server.metrics())
    assert 'foretold_admin_refused_total{how="link"}' in metrics
    assert 'foretold_admin_refused_total{how="session"}' in metrics
    assert "operator refused" in server.log.read_text()
    other = {"origin": "https://elsewhere.example"}
    assert refused(wrong.post("/api/admin/session", json={"token": "x"}, headers=other)) == (403, "other-origin")


def test_the_status_counts_tables_and_people(server: Server, operator: httpx.Client) -> None:
    ann = server.client()
    table = make_table(ann, ["me", "open", "open"], **SHORT)
    status = operator.get("/api/admin/status").json()
    assert status["operator"] == "Ana"
    assert status["tables"]["open"] >= status["tables"]["waiting"] >= 1
    [process] = status["processes"]
    assert process["memory"] > 0
    assert {job["name"] for job in process["jobs"]} >= {"operators", "reviews"}
    [line] = operator.get("/api/admin/tables", params={"find": table[:8]}).json()["tables"]
    assert (line["id"], line["phase"], line["people"], line["free"]) == (table, "open", 1, 2)
    assert until(lambda: admin(server, "status")["processes"])
    assert admin(server, "status")["tables"]["open"] == status["tables"]["open"]
    assert any(line["id"] == table for line in admin(server, "tables")["tables"])


def test_a_table_is_closed_with_a_reason_from_the_page_and_by_a_command(server: Server, operator: httpx.Client) -> None:
    ann = server.client()
    for way in ("page", "command"):
        table = make_table(ann, ["me", "open", "open"], **SHORT)
        assert refused(operator.post("/api/admin/actions", json={"type": "close", "table": table, "reason": " "})) == (
            *(400, "admin-reason"),
        )
        if way == "page":
            act(operator, type="close", table=table)
        else:
            assert "reason" in admin(server, "close", table, code=2)
            admin(server, "close", table, "--reason", "empty", "--name", "Ben")
        assert until(lambda table=table: ann.get(f"/api/tables/{table}").status_code == 404)  # type: ignore[misc]
    newest, *_ = operator.get("/api/admin/log").json()["lines"]
    assert (newest["operator"], newest["action"], newest["target"]) == ("Ben", "close", table)
    assert newest["reason"] == "empty"
    assert refused(operator.post("/api/admin/actions", json={"type": "close", "table": table, "reason": "z"})) == (
        *(404, "no-such-table"),
    )


def test_a_report_shows_its_neighbouring_lines_and_is_closed_by_the_action(
    server: Server, operator: httpx.Client
) -> None:
    ann, bo = server.client(), server.client()
    table = make_table(ann, ["me", "open", "open"], chat="free", **SHORT)
    assert command(bo, table, type="sit", seat=1, name="Boris").status_code == 200
    assert command(ann, table, type="say", text="good luck").status_code == 200
    assert command(bo, table, type="say", text="something rude").status_code == 200
    assert command(ann, table, type="say", text="be friendly").status_code == 200
    reports = f"/api/tables/{table}/reports"
    assert ann.post(reports, json={"seat": 1, "name": "Boris", "text": "something rude"}).status_code == 200
    [report] = [one for one in operator.get("/api/admin/reports").json()["reports"] if one["table"] == table]
    assert [(line["text"], line["reported"]) for line in report["lines"]] == [
        *[("good luck", False), ("something rude", True), ("be friendly", False)]
    ]
    assert [line["name"] for line in report["lines"]][1] == "Boris"
    assert (report["name"], report["earlier"], report["handled"]) == ("Boris", 0, None)
    assert [one["table"] for one in admin(server, "reports")["reports"]] == [table]
    number = {"table": table, "number": report["number"]}
    act(operator, type="mute", person=report["person"], hours=24, report=number)
    answer = command(bo, table, type="say", text="again")
    assert refused(answer) == (409, "muted")
    assert "UTC" in answer.json()["error"]["sentence"]
    own = bo.get("/api/me/export").json()
    assert [(one["kind"], one["reason"]) for one in own["restrictions"]] == [("mute", "a test")]
    assert [one["action"] for one in own["operations"]] == ["mute"]
    [report] = [one for one in operator.get("/api/admin/reports").json()["reports"] if one["table"] == table]
    assert (report["handler"], report["outcome"]) == ("Ana", "mute")
    [muted] = [one for one in operator.get("/api/admin/restrictions").json()["restrictions"] if one["name"] == "Boris"]
    act(operator, type="lift", restriction=muted["id"])
    assert command(bo, table, type="say", text="again").status_code == 200


def test_a_blocked_person_is_refused_everywhere_and_loses_the_seat(server: Server, operator: httpx.Client) -> None:
    ann, bo = server.client(), server.client()
    table = make_table(ann, ["me", "open", "open"], **SHORT)
    assert command(bo, table, type="sit", seat=1, name="Blocked Bo").status_code == 200
    person = person_of(operator, "Blocked Bo")
    assert (person["table"], person["seated"], person["blocked"]) == (table, True, False)
    with line_of(server, bo, table) as line:
        admin(server, "block", person["id"], "--hours", "2", "--reason", "spam")
        assert farewell(line)["reason"] == "blocked"
    for answer in (bo.get("/api/me"), bo.get("/api/tables"), command(bo, table, type="ready")):
        assert refused(answer) == (403, "blocked")
    japanese = bo.get("/api/me", headers={"accept-language": "ja"}).json()["error"]["sentence"]
    assert "運営者" in japanese
    assert until(lambda: ann.get(f"/api/tables/{table}").json()["free"] == 2)
    assert ann.get("/api/me").status_code == 200
    server.stop()
    server.start()
    assert refused(bo.get("/api/me", timeout=30)) == (403, "blocked"), "it survives a restart"
    [block] = [one for one in admin(server, "blocks")["restrictions"] if one["name"] == "Blocked Bo"]
    admin(server, "unblock", block["id"], "--reason", "sorry")
    assert until(lambda: bo.get("/api/me").status_code == 200)


@contextmanager
def line_of(server: Server, client: httpx.Client, table: str) -> Iterator[ClientConnection]:
    """A WebSocket of this person at the table."""
    cookie = {"Cookie": f"foretold={client.cookies['foretold']}"}
    with connect(server.url.replace("http", "ws", 1) + "/ws", additional_headers=cookie) as line:
        line.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table}))
        assert json.loads(line.recv(timeout=30))["type"] == "welcome"
        yield line


def farewell(line: ClientConnection) -> dict[str, Any]:
    """The last message of a connection that the server ends."""
    while True:
        message: dict[str, Any] = json.loads(line.recv(timeout=30))
        if message["type"] == "bye":
            return message


def test_a_removed_person_loses_the_seat_and_may_come_again(server: Server, operator: httpx.Client) -> None:
    ann, bo = server.client(), server.client()
    table = make_table(ann, ["me", "open", "open"], **SHORT)
    assert command(bo, table, type="sit", seat=1, name="Removed").status_code == 200
    act(operator, type="remove", person=person_of(operator, "Removed")["id"], table=table)
    assert until(lambda: ann.get(f"/api/tables/{table}").json()["free"] == 2)
    assert command(bo, table, type="sit", seat=1, name="Removed").status_code == 200


def test_limits_are_changed_kept_and_reset(server: Server, operator: httpx.Client) -> None:
    act(operator, type="limit", name="tables-per-person", value=1)
    ann = server.client()
    make_table(ann, ["me", "open", "open"], **SHORT)
    again = {"settings": {"game": "seven-prophecies", "players": 3}, "seats": ["me", "open", "open"], "name": "Ann"}
    assert refused(ann.post("/api/tables", json=again)) == (409, "too-many-of-yours")
    [limit] = [one for one in admin(server, "limits")["limits"] if one["name"] == "tables-per-person"]
    assert (limit["value"], limit["operator"]) == (1, "Ana")
    assert limit["default"] == 100_000, "what this server was started with, which is not what is built in"
    [limit] = [one for one in operator.get("/api/admin/limits").json()["limits"] if one["name"] == "tables-per-person"]
    assert (limit["value"], limit["default"]) == (1, 100_000)
    low = {"type": "limit", "name": "request-rate", "value": 0, "reason": "x"}
    assert refused(operator.post("/api/admin/actions", json=low)) == (400, "admin-limit")
    admin(server, "limits", "tables-per-person", "default", "--reason", "enough")
    assert until(lambda: ann.post("/api/tables", json=again).status_code == 201)


def test_status_tells_how_long_moves_take(server: Server, operator: httpx.Client) -> None:
    ann = server.client()
    table = make_table(ann, ["me", "bot:random", "bot:random"], **SHORT)

    async def play_a_little() -> None:
        player = await Player(server.url, table, ann.cookies["foretold"]).connect()
        await player.play(until=lambda player: len(player.done) > 2)
        await player.close()

    asyncio.run(play_a_little())
    [process] = operator.get("/api/admin/status").json()["processes"]
    assert 0 < process["move_p95_ms"] < 60_000

    def measured() -> bool:
        [process] = admin(server, "status")["processes"]
        return process["move_p95_ms"] is not None

    assert until(measured)


def test_announcements_are_shown_until_they_are_removed(server: Server, operator: httpx.Client) -> None:
    anyone = server.client()
    admin(server, "announce", "Restart at 22:00", "--minutes", "60")
    assert until(lambda: anyone.get("/api/announcements").json()["announcements"])
    [shown] = anyone.get("/api/announcements").json()["announcements"]
    assert (shown["text"], "operator" in shown) == ("Restart at 22:00", False)
    act(operator, type="unannounce", announcement=shown["id"])
    assert anyone.get("/api/announcements").json()["announcements"] == []


def test_sessions_are_listed_and_revoked(server: Server) -> None:
    guest = signed_in(server, "Guest")
    [session] = [one for one in admin(server, "sessions")["sessions"] if one["name"] == "Guest" and not one["link"]]
    admin(server, "revoke", session["id"])
    assert until(lambda: guest.get("/api/admin/status").status_code == 403)
    assert "there's no such session or link" in admin(server, "revoke", session["id"], code=2)
    actions = [line["action"] for line in admin(server, "log")["lines"]]
    assert actions[0] == "revoke"


def test_a_blocked_network_is_refused_but_operators_get_through(server: Server, operator: httpx.Client) -> None:
    anyone = server.client()
    table = make_table(anyone, ["me", "open", "open"], **SHORT)
    for wrong in ("127.0.0.0/8", "elsewhere"):
        block = {"type": "block", "network": wrong, "hours": 1, "reason": "x"}
        assert refused(operator.post("/api/admin/actions", json=block)) == (400, "admin-network")
    with line_of(server, anyone, table) as line:
        act(operator, type="block", network="127.0.0.9/24", hours=1)
        assert farewell(line)["reason"] == "blocked-network"
    assert refused(anyone.get("/api/tables")) == (403, "blocked-network")
    page = anyone.get("/", headers={"sec-fetch-mode": "navigate", "accept-language": "ja"})
    assert (page.status_code, "ネットワーク" in page.text) == (403, True)
    assert operator.get("/api/admin/status").status_code == 200
    [block] = [one for one in operator.get("/api/admin/restrictions").json()["restrictions"] if one["network"]]
    assert block["network"] == "127.0.0.0/24"
    act(operator, type="lift", restriction=block["id"])
    assert anyone.get("/api/tables").status_code == 200


def test_wrong_links_are_slowed_down(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("own")) as own:
        client = own.client()
        tried = [client.post("/api/admin/session", json={"token": str(attempt)}).status_code for attempt in range(7)]
        assert (tried[0], tried[-1]) == (404, 429)


def test_over_https_only_this_host_can_set_the_cookie(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("own"), "--public-url", "https://cards.example") as own:
        answer = own.client().post("/api/admin/session", json={"token": token(own)}, headers={"host": "cards.example"})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-foretold-admin=")
        assert "Secure" in cookie


def test_commands_work_without_a_server_and_wait_for_one(tmp_path_factory: pytest.TempPathFactory) -> None:
    own = Server(tmp_path_factory.mktemp("own"))
    own.start()
    try:
        ann = own.client()
        table = make_table(ann, ["me", "open", "open"], **SHORT)
        own.stop()
        assert "no server is running" in shown(own, "status", code=1)
        assert "No server is running" in shown(own, "close", table, "--reason", "nobody there")
        assert "1 orders" in shown(own, "status", code=1)
        own.start()
        assert until(lambda: ann.get(f"/api/tables/{table}").status_code == 404)
        assert table not in shown(own, "tables")
        assert "close" in shown(own, "log")
        assert "停止できません" in shown(own, "block", "10.0.0.0/8", "--reason", "x", "--lang", "ja", code=2)
    finally:
        own.clear()


def shown(server: Server, *arguments: str, code: int = 0) -> str:
    """What the command prints for people."""
    done = in_process("admin", *arguments, "--database", server.place, environment=ENVIRONMENT)
    assert done.returncode == code, done.stderr
    return (done.stdout + done.stderr).decode()


def test_processes_sharing_a_database_know_each_other_and_all_blocks(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = postgres.new()
    with (
        serving(tmp_path_factory.mktemp("one"), database=place) as one,
        serving(tmp_path_factory.mktemp("two"), database=place) as two,
    ):
        operator = signed_in(one, "Ana")
        elsewhere = two.client()
        elsewhere.cookies.update(operator.cookies)
        assert until(lambda: len(elsewhere.get("/api/admin/status").json()["processes"]) == 2)
        ann, bo = one.client(), two.client()
        table = make_table(ann, ["me", "open", "open"], **SHORT)
        assert command(bo, table, type="sit", seat=1, name="Bo").status_code == 200
        with line_of(two, bo, table) as line:
            act(operator, type="block", person=person_of(elsewhere, "Bo")["id"], hours=1)
            asked = time.monotonic()
            assert farewell(line)["reason"] == "blocked"
        assert refused(bo.get("/api/me")) == (403, "blocked")
        assert time.monotonic() - asked < 5
        assert until(lambda: ann.get(f"/api/tables/{table}").json()["free"] == 2)
        act(elsewhere, type="close", table=table)
        assert until(lambda: ann.get(f"/api/tables/{table}").status_code == 404)
