"""Groups on a real server: joining by link, tables, results, calls, the chat's webhook; nothing for anybody else."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from foretold.server.features.groups.service import MEMBERS
from tests.conftest import chosen
from tests.server.called import COMMAND, Browser, Service, certificate, service
from tests.server.requesting import SHORT, play, refused
from tests.server.serving import Player, Server, command, serving

FLAGS = ("--push-hosts", "localhost", "--webhook-hosts", "localhost", "--call-delay", "0.2", "--request-rate", "1000")
CARDS = ("hands", "hand", "cards", "deal", "secret", "seed")


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = certificate(tmp_path_factory.mktemp("trust"))
    with patch.dict(os.environ, SSL_CERT_FILE=str(path)):
        yield path


@pytest.fixture(scope="module", params=chosen(["sqlite", "postgres"], "postgres"))
def server(request: pytest.FixtureRequest, pem: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new()
    with serving(tmp_path_factory.mktemp("groups"), *FLAGS, command=COMMAND, database=place) as running:
        yield running


@pytest.fixture
def chat(pem: Path) -> Iterator[Service]:
    with service(pem) as running:
        yield running


class Friend:
    """Somebody with a device."""

    def __init__(self, server: Server, name: str) -> None:
        self.name, self.client = name, server.client()
        self.client.headers["accept-language"] = "en"

    def make(self, title: str = "Thursday table", **more: Any) -> dict[str, Any]:
        return self.done(self.client.post("/api/groups", json={"title": title, "name": self.name, **more}), 201)

    def join(self, facts: dict[str, Any]) -> dict[str, Any]:
        return self.done(self.client.post(f"/api/invitations/{invite(facts)}", json={"name": self.name}))

    def see(self, facts: dict[str, Any], span: str = "recent") -> dict[str, Any]:
        return self.done(self.client.get(f"/api/groups/{facts['id']}", params={"span": span}))

    def do(self, facts: dict[str, Any], type: str, **more: Any) -> httpx.Response:
        return self.client.post(f"/api/groups/{facts['id']}/commands", json={"type": type, **more})

    def leave(self, facts: dict[str, Any], member: str) -> httpx.Response:
        return self.client.delete(f"/api/groups/{facts['id']}/members/{member}")

    @staticmethod
    def done(answer: httpx.Response, status: int = 200) -> dict[str, Any]:
        assert answer.status_code == status, answer.text
        body: dict[str, Any] = answer.json()
        return body


def invite(facts: dict[str, Any]) -> str:
    return str(facts["invite"]).rpartition("/")[2]


def until(read: Callable[[], object], wanted: object) -> None:
    end = time.monotonic() + 30
    while (now := read()) != wanted:
        assert time.monotonic() < end, now
        time.sleep(0.02)


def called(facts: dict[str, Any], name: str) -> dict[str, Any]:
    """The member with this name."""
    return next(member for member in facts["members"] if member["name"] == name)


def open_table(host: Friend, facts: dict[str, Any], seats: tuple[str, ...] = ("me", "open", "bot:greedy")) -> str:
    """A short match for two members and a bot, at a table of the group."""
    wish = {"name": host.name, "seats": seats, "settings": SHORT}
    return str(host.done(host.client.post(f"/api/groups/{facts['id']}/tables", json=wish), 201)["table"])


def play_together(server: Server, facts: dict[str, Any], host: Friend, guest: Friend) -> tuple[str, str]:
    """A match of two members to its end: the table, and the match."""
    table = open_table(host, facts)
    assert command(guest.client, table, type="sit", seat=1, name="").status_code == 200
    for friend in (host, guest):
        assert command(friend.client, table, type="ready").status_code == 200
    people = (Player(server.url, table, friend.client.cookies["foretold"]) for friend in (host, guest))
    return table, asyncio.run(play(*people))


# Members ---------------------------------------------------------------------------------------------------------


def test_a_group_can_be_created_joined_by_its_link_and_left(server: Server) -> None:
    ann, ben, cai = (Friend(server, name) for name in ("Ann", "Ben", "Cai"))
    made = ann.make("  Thursday\ttable ", zone="Europe/Berlin")
    assert (made["title"], len(made["members"]), made["me"] == made["owner"]) == ("Thursday table", 1, True)
    assert made["invite"].startswith(f"{server.url}/g/")
    shown = ben.client.get(f"/api/invitations/{invite(made)}")
    assert shown.json() == {"title": "Thursday table", "members": 1, "group": None}
    assert not ben.client.cookies  # looking registers nobody
    joined = ben.join(made)
    assert [member["name"] for member in joined["members"]] == ["Ann", "Ben"]
    assert joined["me"] == called(joined, "Ben")["id"] != joined["owner"]
    assert ben.join(made)["me"] == joined["me"]  # once more changes nothing
    assert ben.client.get(f"/api/invitations/{invite(made)}").json()["group"] == made["id"]
    [listed] = ben.client.get("/api/groups").json()["groups"]
    assert (listed["id"], listed["title"], listed["members"], listed["tables"]) == (made["id"], "Thursday table", 2, 0)
    cai.join(made)
    assert ben.leave(made, joined["me"]).status_code == 200
    assert [member["name"] for member in ann.see(made)["members"]] == ["Ann", "Cai"]
    assert ben.client.get("/api/groups").json() == {"groups": []}
    assert refused(ben.client.get(f"/api/groups/{made['id']}")) == (404, "no-such-group")


def test_who_was_here_just_now_was_seen_today_wherever_the_group_is(server: Server) -> None:
    ann = Friend(server, "Ann")
    groups = [ann.make(zone=zone) for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago")]  # 25 hours apart
    assert [group["members"][0]["seen"] for group in groups] == [group["today"] for group in groups]
    assert groups[0]["today"] > groups[1]["today"]


def test_only_the_owner_changes_removes_hands_over_and_deletes(server: Server) -> None:
    ann, ben, cai = (Friend(server, name) for name in ("Ann", "Ben", "Cai"))
    made = ann.make()
    ben.join(made)
    facts = cai.join(made)
    ids = {member["name"]: member["id"] for member in facts["members"]}
    schedule = {"weekday": 3, "hour": 20, "zone": "Europe/Berlin"}
    for type, more in (
        *(("rename", {"title": "x"}), ("renew-link", {}), ("hand-over", {"member": ids["Ben"]})),
        *(("set-hook", {"url": "https://localhost/x"}), ("drop-hook", {}), ("test-hook", {})),
        *(("set-schedule", {"schedule": schedule}), ("drop-schedule", {})),
    ):
        assert refused(ben.do(made, type, **more)) == (403, "not-group-owner"), type
    assert refused(ben.leave(made, ids["Cai"])) == (403, "not-group-owner")
    assert refused(ben.client.delete(f"/api/groups/{made['id']}")) == (403, "not-group-owner")
    assert Friend.done(ann.do(made, "rename", title="Fridays"))["title"] == "Fridays"
    renewed = Friend.done(ann.do(made, "renew-link"))
    assert renewed["invite"] != made["invite"]
    assert refused(ben.client.get(f"/api/invitations/{invite(made)}")) == (404, "no-such-invitation")
    assert refused(ben.client.post(f"/api/invitations/{invite(made)}", json={})) == (404, "no-such-invitation")
    assert ann.leave(made, ids["Cai"]).status_code == 200
    assert refused(cai.client.get(f"/api/groups/{made['id']}")) == (404, "no-such-group")
    assert Friend.done(ann.do(made, "hand-over", member=ids["Ben"]))["owner"] == ids["Ben"]
    assert refused(ann.do(made, "rename", title="x")) == (403, "not-group-owner")
    assert ben.leave(made, ids["Ben"]).status_code == 200  # the owner leaves: the group is Ann's again
    assert ann.see(made)["owner"] == ids["Ann"]
    assert ann.client.delete(f"/api/groups/{made['id']}").status_code == 200
    assert refused(ann.client.get(f"/api/groups/{made['id']}")) == (404, "no-such-group")
    assert refused(ann.client.get(f"/api/invitations/{invite(renewed)}")) == (404, "no-such-invitation")


def test_an_export_lists_my_groups_and_deletion_leaves_nothing(server: Server) -> None:
    ann, ben = Friend(server, "Ann"), Friend(server, "Ben")
    made = ann.make()
    ben.join(made)
    facts = Friend.done(ann.do(made, "set-schedule", schedule={"weekday": 3, "hour": 20, "zone": "Asia/Tokyo"}))
    start = facts["schedule"]["next"][0]
    Friend.done(ben.do(made, "answer", start=start, coming=False))
    [mine] = ben.client.get("/api/me/export").json()["groups"]
    assert (mine["id"], mine["owner"], mine["answers"]) == (made["id"], False, [{"start": start, "coming": False}])
    assert ann.client.get("/api/me/export").json()["groups"][0]["owner"] is True
    assert ann.client.delete("/api/me").status_code == 200
    left = ben.see(made)
    assert ([member["name"] for member in left["members"]], left["owner"]) == (["Ben"], left["me"])
    assert ben.client.delete("/api/me").status_code == 200
    assert server.run(f"SELECT count(*) FROM groups WHERE id = '{made['id']}'") == [(0,)]


def test_joining_needs_a_name_and_a_free_place(server: Server) -> None:
    ann = Friend(server, "Ann")
    assert refused(ann.client.post("/api/groups", json={"title": " \u200b "})) == (400, "group-name")
    assert refused(ann.client.post("/api/groups", json={"title": "x", "zone": "Mars/City"})) == (400, "unknown-zone")
    assert not ann.client.cookies
    made = ann.make()
    place = server.run(f"SELECT id FROM groups WHERE id = '{made['id']}'")[0][0]
    rows = [(f"person{number}", f"m{number}") for number in range(MEMBERS - 1)]
    values = ", ".join(f"('{id}', '{_secret(id, server)}', 'x', 1, 9999999999999)" for id, _ in rows)
    server.run(f"INSERT INTO people (id, secret, name, created, seen) VALUES {values}")
    joined = ", ".join(f"('{place}', '{id}', '{member}', 1)" for id, member in rows)
    server.run(f"INSERT INTO group_members (group_id, person_id, member, joined) VALUES {joined}")
    ben = Friend(server, "Ben")
    assert refused(ben.client.post(f"/api/invitations/{invite(made)}", json={"name": "Ben"})) == (409, "group-full")


def _secret(id: str, server: Server) -> str:
    return id if "://" not in server.place else f"\\x{id.encode().hex()}"


# Hidden from everybody else --------------------------------------------------------------------------------------


def test_strangers_get_the_same_answer_as_for_an_unknown_group(server: Server) -> None:
    ann, ben, out, eve = (Friend(server, name) for name in ("Ann", "Ben", "Out", "Eve"))
    made = ann.make("Secret society")
    ben.join(made)
    gone = out.join(made)
    Friend.done(ann.do(made, "set-schedule", schedule={"weekday": 3, "hour": 20, "zone": "Asia/Tokyo"}))
    table = open_table(ann, made)
    assert ann.leave(made, gone["me"]).status_code == 200  # a removed member
    assert eve.client.post("/api/me", json={"name": "Eve"}).status_code == 200
    nowhere = {"id": "a" * 26}
    for friend in (out, eve, Friend(server, "")):
        for path in ("", "/calendar"):
            answers = [friend.client.get(f"/api/groups/{facts['id']}{path}") for facts in (made, nowhere)]
            assert refused(answers[0]) == (404, "no-such-group")
            assert answers[0].content == answers[1].content
        for type, more in (("call", {}), ("answer", {"start": 1, "coming": True}), ("rename", {"title": "x"})):
            answers = [friend.do(facts, type, **more) for facts in (made, nowhere)]
            assert refused(answers[0]) == (404, "no-such-group")
            assert answers[0].content == answers[1].content
        wish = {"name": "x", "seats": ["me", "open", "open"], "settings": SHORT}
        assert refused(friend.client.post(f"/api/groups/{made['id']}/tables", json=wish)) == (404, "no-such-group")
        assert refused(friend.leave(made, gone["me"])) == (404, "no-such-group")
        assert refused(friend.client.delete(f"/api/groups/{made['id']}")) == (404, "no-such-group")
        for path in (
            "/api/tables",
            "/api/matches",
            "/api/groups",
            "/api/openapi.json",
            "/metrics",
            f"/groups/{made['id']}",
        ):
            said = friend.client.get(path).text
            assert "Secret society" not in said, path
            assert table not in said, path
        page = friend.client.get(f"/groups/{made['id']}")
        assert "og:title" not in page.text
    assert eve.client.get(f"/api/invitations/{invite(made)}").json() == {
        "title": "Secret society",
        "members": 2,
        "group": None,
    }
    shown = json.dumps(ben.see(made))
    ids = [row[0] for row in server.run("SELECT person_id FROM group_members")]
    assert not [id for id in ids if id in shown]  # people are known to each other by names and numbers of the group
    assert "Secret society" not in server.log.read_text()
    assert made["id"] not in server.log.read_text()
    assert invite(made) not in server.log.read_text()


def test_a_group_shows_table_summaries_and_never_a_card(server: Server) -> None:
    ann, ben = Friend(server, "Ann"), Friend(server, "Ben")
    made = ann.make()
    ben.join(made)
    assert ben.see(made)["again"] == 30
    table = open_table(ann, made)
    until(lambda: [table["id"] for table in ben.see(made)["tables"]], [table])
    assert command(ben.client, table, type="sit", seat=1, name="").status_code == 200
    for friend in (ann, ben):
        assert command(friend.client, table, type="ready").status_code == 200
    until(lambda: ben.see(made)["tables"][0]["actors"], [0, 1])  # the bot has prophesied: nothing moves any more
    shown = ben.see(made)["tables"][0]
    assert shown == ben.client.get(f"/api/tables/{table}").json()  # what everybody with the link is told
    assert not [key for key in CARDS if key in json.dumps(shown)]
    [listed] = ben.client.get("/api/groups").json()["groups"]
    assert (listed["tables"], listed["turn"]) == (1, 1 in shown["actors"])
    assert ben.see(made)["again"] == 10  # members gather: the page looks more often


# Results ---------------------------------------------------------------------------------------------------------


def test_results_are_counted_by_evenings_and_only_members_see_them(server: Server) -> None:
    ann, ben = Friend(server, "Ann"), Friend(server, "Ben")
    made = ann.make()
    ben.join(made)
    _, match = play_together(server, made, ann, ben)
    until(lambda: ann.see(made)["evenings"], 1)
    facts = ann.see(made)
    record = ann.client.get(f"/api/matches/{match}").json()
    scores = record["events"][-1]["match"]["scores"]
    best = "Ann" if scores[0] > scores[1] else "Ben"
    results = facts["results"]
    assert (results["span"], results["total"], results["shown"][0]["matches"]) == ("recent", 1, 1)
    by_name = {member["name"]: member["id"] for member in facts["members"]}
    if scores[0] != scores[1]:
        assert results["lines"][0]["member"] == by_name[best]
        assert [(line["place"], line["points"], line["places"]) for line in results["lines"]] == [
            (1, 4, [1]),
            (2, 3, [2]),
        ]
    for span in ("year", "all"):
        assert ann.see(made, span)["results"]["lines"] == results["lines"]
    answer = ann.client.get(f"/api/groups/{made['id']}", params={"span": "ever"})
    assert refused(answer) == (400, "option-value")
    cai = Friend(server, "Cai")
    cai.join(made)
    assert refused(cai.client.get(f"/api/matches/{match}"))[0] == 404  # a record is for those who played
    seen = [line["member"] for line in cai.see(made)["results"]["lines"]]
    assert by_name["Ann"] in seen


# Evenings --------------------------------------------------------------------------------------------------------


def test_evenings_can_be_scheduled_answered_and_exported_as_a_calendar(server: Server) -> None:
    ann, ben = Friend(server, "Ann"), Friend(server, "Ben")
    made = ann.make()
    ben.join(made)
    assert refused(ann.client.get(f"/api/groups/{made['id']}/calendar")) == (404, "no-schedule")
    bad = ann.do(made, "set-schedule", schedule={"weekday": 3, "hour": 20, "zone": "No/Where"})
    assert refused(bad) == (400, "unknown-zone")
    schedule = {"weekday": 3, "hour": 20, "minute": 0, "zone": "America/New_York", "minutes": 150}
    facts = Friend.done(ann.do(made, "set-schedule", schedule=schedule))
    assert facts["schedule"]["schedule"] == schedule
    start = facts["schedule"]["next"][0]
    assert sorted(facts["schedule"]["next"]) == facts["schedule"]["next"]
    assert called(Friend.done(ben.do(made, "answer", start=start, coming=True)), "Ben")["coming"] is True
    assert called(Friend.done(ben.do(made, "answer", start=start, coming=False)), "Ben")["coming"] is False
    assert called(ann.see(made), "Ann")["coming"] is None
    assert refused(ben.do(made, "answer", start=start + 1, coming=True)) == (409, "no-such-start")
    text = ben.client.get(f"/api/groups/{made['id']}/calendar").json()["text"]
    assert "RRULE:FREQ=WEEKLY;BYDAY=TH" in text
    assert "SUMMARY:Thursday table" in text
    assert Friend.done(ann.do(made, "drop-schedule"))["schedule"] is None


# The chat --------------------------------------------------------------------------------------------------------


def said(chat: Service) -> str:
    """The next message to the chat; both fields that chat servers read say the same."""
    body = json.loads(chat.heard().body)
    assert set(body) == {"text", "content"}
    assert body["text"] == body["content"]
    return str(body["text"])


def test_the_groups_chat_gets_tables_turns_and_results_but_never_cards(server: Server, chat: Service) -> None:
    ann, ben = Friend(server, "Ann"), Friend(server, "[B](x)@all")
    made = ann.make("<Thursday> table")
    ben.join(made)
    facts = Friend.done(ann.do(made, "set-hook", url=f"{chat.url}/hook?key=secret"))
    assert facts["hook"] == {
        "host": "localhost",
        "wants": ["full", "opened", "result", "turn"],
        "state": "new",
        "sent": None,
    }
    assert "secret" not in json.dumps(ben.see(made))
    Friend.done(ann.do(made, "test-hook"))
    assert said(chat) == "‹Thursday› table: this chat now hears from Foretold."
    until(lambda: ann.see(made)["hook"]["state"], "sent")
    Friend.done(ann.do(made, "set-hook", wants=["opened", "full", "result"]))  # the address stays
    table, match = play_together(server, made, ann, ben)
    heard = [said(chat) for _ in range(3)]
    game = "Seven Prophecies, first edition"
    opened, full, won = sorted(heard, key=lambda text: ("won" in text, "full" in text))
    assert opened == f"‹Thursday› table: Ann opened a table of {game}. Free seats: 1. {server.url}/tables/{table}"
    assert full == f"‹Thursday› table: the table of {game} is full."
    record = ann.client.get(f"/api/matches/{match}").json()
    end = record["events"][-1]["match"]
    winners = [record["names"][seat] for seat in end["winners"]]
    assert " won Seven Prophecies, first edition (" in won
    assert all(str(score) in won for score in end["scores"])
    assert ("Ann" in winners) == (" Ann" in won.partition(" won ")[0])
    assert "[" not in won
    assert "@all" not in won
    cards = {card for event in record["events"] if "deal" in event for hand in event["deal"]["hands"] for card in hand}
    assert not [text for text in heard if any(f" {card}" in text or f"({card}" in text for card in cards)]
    assert chat.asked.empty()
    texts = f"SELECT count(*) FROM group_posts WHERE group_id = '{made['id']}' AND body <> ''"
    until(lambda: server.run(texts), [(0,)])  # none is kept


def test_the_groups_chat_is_told_once_that_an_absent_member_must_act(server: Server, chat: Service) -> None:
    ann, ben = Friend(server, "Ann"), Friend(server, "Ben")
    made = ann.make()
    ben.join(made)
    Friend.done(ann.do(made, "set-hook", url=f"{chat.url}/hook", wants=["turn"]))
    table = open_table(ann, made)
    assert command(ben.client, table, type="sit", seat=1, name="").status_code == 200
    for friend in (ann, ben):
        assert command(friend.client, table, type="ready").status_code == 200
    asyncio.run(_begun(Player(server.url, table, ann.client.cookies["foretold"], choice=None)))
    assert said(chat) == "Thursday table: Ben, it's your turn in Seven Prophecies, first edition."
    time.sleep(0.5)
    turns = server.run(f"SELECT key FROM group_posts WHERE group_id = '{made['id']}' AND key LIKE 'turn 1 %'")
    assert len(turns) == 1


async def _begun(player: Player) -> None:
    await player.connect()
    while player.facts.get("phase") != "playing":
        await player.hear()
    await player.close()


def test_a_webhook_goes_only_where_the_operator_allows_it(server: Server, chat: Service) -> None:
    ann = Friend(server, "Ann")
    made = ann.make()
    for url in (
        *("https://chat.example/x", "http://localhost/x", "https://localhost@evil.example/", "https://127.0.0.1/x"),
        *("ftp://localhost/", "", "https://localhost/#x"),
    ):
        assert refused(ann.do(made, "set-hook", url=url)) == (409, "not-called"), url
    assert refused(ann.do(made, "test-hook")) == (409, "no-hook")
    chat.status = 307
    facts = Friend.done(ann.do(made, "set-hook", url=f"{chat.url}/hook"))
    assert facts["hooks"] == ["localhost"]


def test_a_failing_webhook_is_retried_and_shown_as_failing(server: Server, chat: Service) -> None:
    ann = Friend(server, "Ann")
    made = ann.make()
    Friend.done(ann.do(made, "set-hook", url=f"{chat.url}/hook"))
    chat.status = 404
    Friend.done(ann.do(made, "test-hook"))
    assert chat.heard().path == "/hook"
    until(lambda: ann.see(made)["hook"]["state"], "failed")
    chat.status = 500
    Friend.done(ann.do(made, "test-hook"))
    assert chat.heard().path == "/hook"
    until(lambda: server.run(f"SELECT count(*) FROM group_posts WHERE group_id = '{made['id']}' AND tries = 1"), [(1,)])
    assert ann.see(made)["hook"]["state"] == "waiting"
    assert Friend.done(ann.do(made, "drop-hook"))["hook"] is None


# Calls -----------------------------------------------------------------------------------------------------------


def test_members_who_allow_it_are_notified_at_most_once_an_hour(server: Server, chat: Service) -> None:
    ann, ben, cai = (Friend(server, name) for name in ("Ann", "Ben", "Cai"))
    made = ann.make()
    for friend in (ben, cai):
        friend.join(made)
    browser = Browser(chat.url, "ben")
    answer = ben.client.post("/api/me/listeners", json=browser.wish("turn", "call"))
    assert answer.status_code == 201
    assert cai.client.post("/api/me/listeners", json=Browser(chat.url, "cai").wish("turn")).status_code == 201
    facts = ann.see(made)
    assert [member["reach"] for member in facts["members"]] == ["none", "device", "none"]
    ids = {member["name"]: member["id"] for member in facts["members"]}
    assert refused(ann.do(made, "call", member=ids["Cai"])) == (409, "not-callable")
    assert refused(ann.do(made, "call", member=ids["Ann"])) == (409, "not-callable")
    assert refused(ann.do(made, "call", member="nobody")) == (404, "no-such-group-member")
    Friend.done(ann.do(made, "call", member=ids["Ben"]))
    word = browser.read(chat.heard().body)
    assert (word["title"], word["path"]) == ("Thursday table: Ann would like to play", f"groups/{made['id']}")
    assert called(ann.see(made), "Ben")["called"] is True
    assert refused(cai.do(made, "call", member=ids["Ben"])) == (409, "not-callable")
    assert refused(ann.do(made, "call")) == (409, "nobody-callable")
    with_chat = Friend.done(ann.do(made, "set-hook", url=f"{chat.url}/hook"))
    assert [member["reach"] for member in with_chat["members"]] == ["chat", "device", "chat"]
    Friend.done(ann.do(made, "call", member=ids["Cai"]))  # without a device that may be called: in the chat
    assert said(chat) == "Thursday table: Cai, Ann would like to play."
    assert chat.asked.empty()


def test_companions_can_be_invited_to_my_table(server: Server, chat: Service) -> None:
    ann, ben, eve = (Friend(server, name) for name in ("Ann", "Ben", "Eve"))
    made = ann.make()
    ben.join(made)
    _, match = play_together(server, made, ann, ben)
    until(lambda: [companion["name"] for companion in ann.client.get("/api/companions").json()["companions"]], ["Ben"])
    [line] = ann.client.get("/api/companions").json()["companions"]
    assert (line["match"], line["seat"], line["matches"], line["reach"]) == (match, 1, 1, "none")
    wish = {"match": match, "seat": 1}
    assert refused(ann.client.post("/api/companions/calls", json=wish)) == (409, "not-callable")
    browser = Browser(chat.url, "ben")
    assert ben.client.post("/api/me/listeners", json=browser.wish("call")).status_code == 201
    assert eve.client.post("/api/me", json={"name": "Eve"}).status_code == 200
    assert refused(eve.client.post("/api/companions/calls", json=wish)) == (404, "no-such-companion")
    assert eve.client.get("/api/companions").json()["companions"] == []
    table = open_table(ann, made)
    assert refused(ben.client.post("/api/companions/calls", json={**wish, "seat": 0, "table": table}))[0] == 403
    assert ann.client.post("/api/companions/calls", json={**wish, "table": table}).status_code == 200
    word = browser.read(chat.heard().body)
    assert (word["title"], word["path"]) == ("Ann would like to play with you", f"tables/{table}?called")
    assert refused(ann.client.post("/api/companions/calls", json=wish)) == (409, "called-already")


# Kills and limits ------------------------------------------------------------------------------------------------


def test_a_kill_loses_neither_a_table_of_the_group_nor_its_message(pem: Path, chat: Service, tmp_path: Path) -> None:
    with serving(tmp_path, *FLAGS, command=COMMAND) as server:
        ann = Friend(server, "Ann")
        made = ann.make()
        Friend.done(ann.do(made, "set-hook", url=f"{chat.url}/hook"))
        for _ in range(3):
            table = open_table(ann, made, ("me", "open", "open"))
            server.kill()
            server.start()
            heard = said(chat)
            while not heard.endswith(table):  # one that was sent when the server was killed may come again
                heard = said(chat)
        until(lambda: server.run("SELECT count(*) FROM group_posts WHERE told IS NULL"), [(0,)])
        assert len(ann.see(made)["tables"]) == 3  # which table belongs to which group is in its journal


def test_groups_invitations_and_webhooks_are_limited_per_person_and_per_block(tmp_path: Path) -> None:
    with serving(tmp_path, "--request-rate", "1000") as alone:
        ann = Friend(alone, "Ann")
        assert ann.client.post("/api/me", json={"name": "Ann"}).status_code == 200
        made = ann.make()
        for _ in range(9):
            ann.make()
        assert refused(ann.client.post("/api/groups", json={"title": "x"})) == (429, "too-many-requests")
        made_by_others = [Friend(alone, "Ben").client.post("/api/groups", json={"title": "x"}) for _ in range(21)]
        assert [answer.status_code for answer in made_by_others] == [201] * 20 + [429]
        statuses = [ann.do(made, "set-hook", url="https://nowhere.example/").status_code for _ in range(11)]
        assert statuses == [409] * 10 + [429]
        statuses = [ann.do(made, "call").status_code for _ in range(11)]
        assert statuses == [409] * 10 + [429]
        fresh = [Friend(alone, "Cy").client.post(f"/api/invitations/{invite(made)}", json={}) for _ in range(61)]
        assert [answer.status_code for answer in fresh].count(429) == 1
