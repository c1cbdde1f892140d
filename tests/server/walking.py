"""A walk through all requests, part by part: what is asked about oneself, about days and challenges, about evenings."""

from __future__ import annotations

import hashlib
from typing import Any, Protocol

import httpx

from tests.server.called import Browser
from tests.server.requesting import refused
from tests.server.serving import Server

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
    gone = next(each["id"] for each in ask(ann, "GET", "/api/me/profile").json()["devices"] if not each["this"])
    device = "/api/me/devices/{device}"
    assert refused(ask(nobody, "DELETE", device, device=gone)) == (403, "nobody-known")
    assert refused(ask(ann, "DELETE", device, device="x")) == (404, "no-such-device")
    assert ask(ann, "DELETE", device, device=gone).json() == {}
    assert ask(ann, "GET", "/api/me/export").json()["name"] == "Ann"
    listeners = "/api/me/listeners"
    hook = {"kind": "hook", "url": "https://x", "wants": []}
    assert refused(ask(ann, "POST", listeners, hook)) == (409, "not-called")
    keys = Browser("https://fcm.googleapis.com", "ann").wish()
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
    assert [each["id"] for each in ask(bo, "GET", "/api/evenings").json()["evenings"]] == [made]
    assert ask(nobody, "GET", one, evening=made).json()["title"] == "Friday"
    assert ask(bo, "POST", one + "/commands", {"type": "pause"}, evening=made).json()["paused"]
    assert refused(ask(nobody, "POST", one + "/commands", {"type": "pause"}, evening=made))[0] == 403
    assert refused(ask(bo, "POST", one + "/commands", {"type": "begin"}, evening=made))[0] == 409
    for method, path, body in (("GET", one, None), ("POST", one + "/commands", {"type": "end"})):
        assert refused(ask(bo, method, path, body, evening="x")) == (404, "no-such-evening")
