"""A walk through all requests, part by part: about oneself, days and challenges, evenings, groups, passkeys."""

from __future__ import annotations

import hashlib
from typing import Any, Protocol

import httpx

from foretold.server.features.groups.service import GROUPS
from tests.server.by_days import ByDays
from tests.server.called import Browser
from tests.server.requesting import SHORT, played, refused
from tests.server.rest.authenticator import Authenticator
from tests.server.serving import Server

PUSH = "push.invalid"  # a host that no name server knows: nothing is ever sent
CARRY, OF_DAY, CHALLENGE = "/api/me/carry", "/api/daily/{day}/{game}", "/api/challenges/{challenge}"


class PendingCommand(Protocol):
    """A request by its path as it is listed, held to what is described."""

    def __call__(
        self, client: httpx.Client, method: str, path: str, body: object = None, **values: Any
    ) -> httpx.Response: ...


def walk_profile(ask: PendingCommand, server: Server, ann: httpx.Client, nobody: httpx.Client) -> None:
    words = "acorn-apple"
    assert ask(ann, "POST", CARRY, {"hash": hashlib.sha256(words.encode()).hexdigest()}).json()["expires"]
    other = server.client()
    assert ask(other, "POST", "/api/carries", {"words": words, "kind": "phone"}).json() == {
        "known": True,
        "name": "Ann",
    }
    assert refused(ask(nobody, "POST", "/api/carries", {"words": words})) == (404, "no-such-words")
    assert refused(ask(nobody, "POST", CARRY, {"hash": "0" * 64})) == (403, "nobody-known")
    gone = next(device["id"] for device in ask(ann, "GET", "/api/me/profile").json()["devices"] if not device["this"])
    device = "/api/me/devices/{device}"
    assert refused(ask(nobody, "DELETE", device, device=gone)) == (403, "nobody-known")
    assert refused(ask(ann, "DELETE", device, device="x")) == (404, "no-such-device")
    assert ask(ann, "DELETE", device, device=gone).json() == {}
    assert ask(ann, "GET", "/api/me/export").json()["name"] == "Ann"
    listeners = "/api/me/listeners"
    hook = {"kind": "hook", "url": "https://x", "wants": []}
    assert refused(ask(ann, "POST", listeners, hook)) == (409, "not-called")
    keys = Browser(f"https://{PUSH}", "ann").wish()
    listener = ask(ann, "POST", listeners, keys).json()
    assert ask(ann, "GET", listeners).json()["listeners"] == [listener]
    one = listeners + "/{listener}"
    assert refused(ask(nobody, "DELETE", one, listener="x")) == (403, "nobody-known")
    assert refused(ask(ann, "DELETE", one, listener="x")) == (404, "no-such-listener")
    assert ask(ann, "DELETE", one, listener=listener["id"]).json() == {}
    assert refused(ask(nobody, "POST", listeners, keys)) == (403, "nobody-known")
    ratings = "/api/me/ratings"
    assert ask(ann, "POST", ratings, {"rated": True}).json() == ask(ann, "GET", ratings).json()
    assert refused(ask(nobody, "POST", ratings, {"rated": True})) == (403, "nobody-known")
    assert ask(nobody, "GET", "/api/ladder/{game}", game="prophecy").json()["lines"] == []
    assert refused(ask(ann, "GET", "/api/ladder/{game}", game="x")) == (404, "no-ladder")
    for path in ("/api/me/profile", "/api/me/export", listeners, ratings):
        assert refused(ask(nobody, "GET", path)) == (403, "nobody-known")


def walk_reports(ask: PendingCommand, server: Server, ann: httpx.Client, nobody: httpx.Client) -> None:
    eve, reports = server.client(), "/api/tables/{table}/reports"
    seats = {"name": "Eve", "seats": ["me", "open", "open"], "settings": {"players": 3, "chat": "free"}}
    table = eve.post("/api/tables", json=seats).json()["table"]
    assert eve.post(f"/api/tables/{table}/commands", json={"type": "say", "text": "rude"}).status_code == 200
    line = {"seat": 0, "name": "Eve", "text": "rude"}
    assert ask(ann, "POST", reports, line, table=table).json() == {}
    assert refused(ask(nobody, "POST", reports, line, table=table)) == (403, "nobody-known")
    assert refused(ask(ann, "POST", reports, {**line, "text": "x"}, table=table)) == (404, "no-such-line")
    bo = server.client()
    assert bo.post(f"/api/tables/{table}/commands", json={"type": "sit", "seat": 1, "name": "Bo"}).status_code == 200
    assert ask(eve, "GET", reports, table=table).json() == {"lines": []}  # none of one's own
    assert refused(ask(bo, "GET", reports, table=table)) == (403, "not-host")
    assert refused(ask(eve, "GET", reports, table="x")) == (404, "no-such-table")


def walk_days(ask: PendingCommand, bo: httpx.Client, nobody: httpx.Client) -> None:
    today = ask(nobody, "GET", "/api/daily").json()["today"]
    assert ask(bo, "POST", OF_DAY, {}, day=today, game="prophecy").status_code == 201
    assert refused(ask(bo, "POST", OF_DAY, {}, day="x", game="prophecy")) == (404, "no-such-day")
    made = ask(bo, "POST", "/api/challenges", {"bot": "novice"}).json()["id"]
    assert refused(ask(bo, "POST", "/api/challenges", {"match": "x"})) == (404, "no-such-match")
    assert ask(nobody, "GET", CHALLENGE, challenge=made).json()["tries"] == []
    assert ask(bo, "POST", CHALLENGE, {}, challenge=made).status_code == 201
    for method, body in (("GET", None), ("POST", {})):
        assert refused(ask(nobody, method, CHALLENGE, body, challenge="x")) == (404, "no-such-challenge")


def walk_evenings(ask: PendingCommand, bo: httpx.Client, nobody: httpx.Client) -> None:
    one = "/api/evenings/{evening}"
    made = ask(bo, "POST", "/api/evenings", {"title": "Friday"}).json()["id"]
    after = {"title": "Saturday", "after": "unknown"}  # an earlier evening that isn't there
    assert refused(ask(bo, "POST", "/api/evenings", after)) == (404, "no-such-evening")
    assert [evening["id"] for evening in ask(bo, "GET", "/api/evenings").json()["evenings"]] == [made]
    assert ask(nobody, "GET", one, evening=made).json()["title"] == "Friday"
    assert ask(bo, "POST", one + "/commands", {"type": "pause"}, evening=made).json()["paused"]
    assert refused(ask(nobody, "POST", one + "/commands", {"type": "pause"}, evening=made))[0] == 403
    assert refused(ask(bo, "POST", one + "/commands", {"type": "begin"}, evening=made))[0] == 409
    for method, path, body in (("GET", one, None), ("POST", one + "/commands", {"type": "end"})):
        assert refused(ask(bo, method, path, body, evening="x")) == (404, "no-such-evening")


def walk_plans(ask: PendingCommand, server: Server, ann: httpx.Client, nobody: httpx.Client) -> None:
    plans, forced = "/api/tables/{table}/plans", "/api/tables/{table}/forced"
    match = ByDays(server)
    match.choose_all()
    [leader] = match.actors()
    second, third = (leader + 1) % 3, (leader + 2) % 3
    one = match.people[second]
    wish: dict[str, Any] = {"seat": second, "decision": match.decision(second), "action": match.hand(second)[0]}
    planned = ask(one, "POST", plans, wish, table=match.table).json()
    assert planned == {"forced": False, "cards": [wish]}
    assert ask(one, "GET", plans, table=match.table).json() == planned
    assert refused(ask(one, "POST", plans, {**wish, "action": "x"}, table=match.table)) == (409, "plan-not-in-hand")
    assert refused(ask(match.people[third], "POST", plans, wish, table=match.table)) == (403, "not-your-seat")
    assert ask(one, "POST", forced, {"forced": True}, table=match.table).json()["forced"]
    quick = ann.post("/api/tables", json={"settings": SHORT}).json()["table"]
    body: object
    for method, path, body in (("GET", plans, None), ("POST", forced, {"forced": True})):
        assert refused(ask(nobody, method, path, body, table=match.table)) == (403, "not-seated")
        assert refused(ask(ann, method, path, body, table=quick)) == (409, "days-only")
    for method, path, body in (("GET", plans, None), ("POST", plans, wish), ("POST", forced, {"forced": True})):
        assert refused(ask(one, method, path, body, table="x")) == (404, "no-such-table")


def walk_form(ask: PendingCommand, server: Server, ann: httpx.Client, nobody: httpx.Client, with_people: str) -> None:
    assert ask(ann, "GET", "/api/me/form").json() == {"games": []}
    assert refused(ask(nobody, "GET", "/api/me/form")) == (403, "nobody-known")
    bots = "/api/matches/{match}/bots"
    match = played(server, ann, seats=["me", "bot:novice", "bot:novice"])
    assert not ask(ann, "GET", bots, match=match).json()["asked"]
    assert ask(ann, "POST", bots, match=match).json()["asked"]
    for method in ("GET", "POST"):
        assert refused(ask(nobody, method, bots, match=match)) == (404, "no-such-match")
        assert refused(ask(ann, method, bots, match=with_people)) == (409, "comparison-of-people")


def walk_search(ask: PendingCommand, ann: httpx.Client, nobody: httpx.Client) -> None:
    search, wish = "/api/me/search", {"games": ["prophecy"], "live": True, "calls": 1, "quiet": None}
    assert ask(ann, "POST", search, wish).json()["games"] == ["prophecy"]
    assert [seeker["name"] for seeker in ask(nobody, "GET", "/api/company").json()["seekers"]] == ["Ann"]
    assert refused(ask(ann, "POST", search, {**wish, "games": []})) == (400, "search-nothing")
    assert ask(ann, "DELETE", search).json() == {}
    while (answer := ask(ann, "POST", search, wish)).is_success:
        pass
    assert refused(answer) == (429, "too-many-requests")
    assert refused(ask(ann, "DELETE", search)) == (429, "too-many-requests")


def walk_groups(ask: PendingCommand, server: Server, ann: httpx.Client, bo: httpx.Client, nobody: httpx.Client) -> None:
    one, invitation, member = "/api/groups/{group}", "/api/invitations/{invite}", "/api/groups/{group}/members/{member}"
    made = ask(ann, "POST", "/api/groups", {"title": "Thursdays"}).json()
    group, invite = made["id"], made["invite"].rpartition("/")[2]
    assert ask(nobody, "GET", invitation, invite=invite).json()["title"] == "Thursdays"
    bos = ask(bo, "POST", invitation, {}, invite=invite).json()["me"]
    assert [group["id"] for group in ask(bo, "GET", "/api/groups").json()["groups"]] == [group]
    assert ask(bo, "GET", one, group=group).json()["owner"] == made["me"]
    assert refused(ask(ann, "GET", one + "/calendar", group=group)) == (404, "no-schedule")
    evening = {"type": "set-schedule", "schedule": {"weekday": 3, "hour": 20, "zone": "Asia/Tokyo"}}
    assert ask(ann, "POST", one + "/commands", evening, group=group).json()["schedule"]
    assert "BEGIN:VCALENDAR" in ask(bo, "GET", one + "/calendar", group=group).json()["text"]
    assert refused(ask(bo, "POST", one + "/commands", evening, group=group)) == (403, "not-group-owner")
    assert refused(ask(ann, "POST", one + "/commands", {"type": "test-hook"}, group=group)) == (409, "no-hook")
    table = {"seats": ["me", "open", "open"], "settings": SHORT}
    assert ask(bo, "POST", one + "/tables", table, group=group).json()["seats"] == [0]
    full = _with_many_groups(server)
    assert refused(ask(full, "POST", "/api/groups", {"title": "x"})) == (409, "too-many-groups")
    assert refused(ask(full, "POST", invitation, {}, invite=invite)) == (409, "too-many-groups")
    body: object
    for method, body in (("GET", None), ("POST", {})):
        assert refused(ask(nobody, method, invitation, body, invite="x")) == (404, "no-such-invitation")
    for method, path, body in (
        *(("GET", one, None), ("DELETE", one, None), ("GET", one + "/calendar", None)),
        *(("POST", one + "/commands", evening), ("POST", one + "/tables", table), ("DELETE", member, None)),
    ):
        assert refused(ask(nobody, method, path, body, group=group, member=bos)) == (404, "no-such-group")
    assert refused(ask(bo, "DELETE", member, group=group, member=made["me"])) == (403, "not-group-owner")
    assert refused(ask(bo, "DELETE", one, group=group)) == (403, "not-group-owner")
    assert ask(bo, "DELETE", member, group=group, member=bos).json() == {}
    assert ask(ann, "DELETE", one, group=group).json() == {}


def _with_many_groups(server: Server) -> httpx.Client:
    """Somebody who is in as many groups as one can be."""
    client = server.client()
    mine = client.post("/api/groups", json={"title": "Mine", "name": "Many"}).json()["me"]
    [(person,)] = server.run(f"SELECT person_id FROM group_members WHERE member = '{mine}'")
    ids = [f"many{number}" for number in range(GROUPS - 1)]
    groups = ", ".join(f"('{id}', 'x', '{id}', '{person}', 'UTC', 1)" for id in ids)
    server.run(f"INSERT INTO groups (id, name, invite, owner_id, zone, created) VALUES {groups}")
    members = ", ".join(f"('{id}', '{person}', 'm', 1)" for id in ids)
    server.run(f"INSERT INTO group_members (group_id, person_id, member, joined) VALUES {members}")
    return client


def walk_companions(ask: PendingCommand, ann: httpx.Client, bo: httpx.Client, nobody: httpx.Client, match: str) -> None:
    """Ann had the first seat of the match, Bo the second."""
    calls, wish = "/api/companions/calls", {"match": match, "seat": 1}
    assert [companion["name"] for companion in ask(ann, "GET", "/api/companions").json()["companions"]] == ["Bo"]
    assert refused(ask(nobody, "GET", "/api/companions")) == (403, "nobody-known")
    assert refused(ask(nobody, "POST", calls, wish)) == (403, "nobody-known")
    assert refused(ask(ann, "POST", calls, {**wish, "seat": 5})) == (404, "no-such-companion")
    assert refused(ask(ann, "POST", calls, wish)) == (409, "not-callable")
    assert bo.post("/api/me/listeners", json=Browser(f"https://{PUSH}", "bo").wish("call")).status_code == 201
    assert ask(ann, "POST", calls, wish).json() == {}


def walk_passkeys(ask: PendingCommand, server: Server, ann: httpx.Client, nobody: httpx.Client) -> None:
    """Browsers make none for a numeric address, such as Ann's; they do for localhost."""
    mine, challenge = "/api/me/passkeys", "/api/passkeys/challenge"
    assert refused(ask(ann, "POST", mine + "/challenge")) == (409, "no-passkeys-here")
    assert refused(ask(nobody, "POST", challenge)) == (409, "no-passkeys-here")
    origin = server.url.replace("127.0.0.1", "localhost")
    with httpx.Client(base_url=origin) as dee, httpx.Client(base_url=origin) as other:
        assert dee.post("/api/me", json={"name": "Dee"}).status_code == 200
        key = Authenticator(origin, "localhost")
        offered = ask(dee, "POST", mine + "/challenge").json()["challenge"]
        wish = {"challenge": offered, "credential": key.made(offered)}
        added = ask(dee, "POST", mine, wish).json()
        assert refused(ask(dee, "POST", mine, wish)) == (409, "passkey-refused")  # a challenge works once
        assert ask(dee, "GET", mine).json() == {"offered": True, "passkeys": [added]}
        asked = ask(other, "POST", challenge).json()["challenge"]
        signed = {"challenge": asked, "credential": key.signed(asked)}
        assert refused(ask(other, "POST", "/api/passkeys", {**signed, "credential": {}})) == (404, "no-such-passkey")
        assert ask(other, "POST", "/api/passkeys", signed).json() == {"known": True, "name": "Dee"}
        assert refused(ask(other, "POST", "/api/passkeys", signed)) == (409, "passkey-refused")
        one = mine + "/{passkey}"
        assert refused(ask(dee, "DELETE", one, passkey="x")) == (404, "no-such-passkey")
        assert ask(dee, "DELETE", one, passkey=added["id"]).json() == {}
    for method, path, body in (
        *(("GET", mine, None), ("POST", mine, wish)),
        *(("POST", mine + "/challenge", None), ("DELETE", one, None)),
    ):
        assert refused(ask(nobody, method, path, body, passkey="x")) == (403, "nobody-known")
