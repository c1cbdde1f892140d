"""Anything at all is said at tables of daily matches, challenges and evenings, whose cards others have as well."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from foretold.fair import verify
from foretold.games import TITLES
from foretold.records import Record
from tests.challenges.from_records import of_record
from tests.server.evening_guests import Guest
from tests.server.leaks.fuzzing import LAUNCH
from tests.server.leaks.test_fuzz import FREE, PLACES, Rough, check_journals, crashes, talk_all, views
from tests.server.serving import Player, serving


class Watching(list[str]):
    """What a line hears: nothing of it says how today's cards were made."""

    def __init__(self, hidden: list[str]) -> None:
        super().__init__()
        self._hidden = hidden

    def append(self, text: str) -> None:
        assert not any(word in text for word in self._hidden), text


class GivenRough(Rough):
    """The same at tables with given cards: daily ones, one of a challenge, one of an evening."""

    def make(self, place: int) -> str:
        host = self.people[place % len(self.people)]
        if place < len(TITLES):
            today = host.get("/api/daily").json()["today"]
            made = host.post(f"/api/daily/{today}/{[*TITLES][place]}", json={})
        elif place == len(TITLES):
            challenge = host.post("/api/challenges", json={"bot": "novice"}).json()["id"]
            made = host.post(f"/api/challenges/{challenge}", json={})
        else:
            return self._evening()
        assert made.status_code == 201, made.text
        return str(made.json()["table"])

    def hidden(self) -> list[str]:
        """The secrets and seeds of the daily matches of today and tomorrow."""
        kept = [json.loads(body) for (body,) in self.server.run("SELECT body FROM challenges")]
        secrets = [terms[name] for terms in kept if "secret" in terms for name in ("secret", "seed")]
        assert len(secrets) == 4 * len(TITLES)
        return secrets

    async def talk(self, player: Player, until: int) -> None:
        player.raw = Watching(self.hidden())
        await super().talk(player, until)

    def _evening(self) -> str:
        """A table of an evening of three of the people."""
        guests = [Guest(self.server, f"Guest {number}") for number in range(3)]
        for guest, client in zip(guests, self.people, strict=False):
            guest.client = client
        evening = guests[0].make(rounds=1)
        for guest in guests[1:]:
            guest.join(evening)
        assert guests[0].say("begin").status_code == 200
        return str(guests[0].place(guests[0].facts()))


def test_any_message_at_tables_with_given_cards_is_answered_without_leaking_a_secret(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foretold.server.table.table.STAND_IN", "random")
    messages = 100_000 if request.config.getoption("--long") else 800
    seed = random.randrange(10**9) if request.config.getoption("--long") else 1
    assert len(PLACES) == len(TITLES) + 2
    with serving(tmp_path, *FREE, "--bot-delay", "0.01", command=("-c", LAUNCH)) as server:
        rough = GivenRough(server, seed)
        asyncio.run(talk_all(rough, messages))
        assert crashes(server) == []
        said = {table: views(rough, table) for table in rough.tables}
        answers = [
            client.get(path).text
            for client in rough.people
            for path in ("/api/daily", "/api/matches", "/api/me/export")
        ]
        assert not any(word in text for word in rough.hidden() for text in answers)
        assert httpx.get(server.url + "/api/health").json()["ok"]
        assert server.stop() == 0
        assert crashes(server) == []
    print(f"\nseed {seed}, {rough.sent} messages", rough.answers)
    for record in check_journals(server, said):
        check_deals(record)


def check_deals(record: dict[str, Any]) -> None:
    """What was promised is verified; a challenge among friends promises nothing, but says the seed of its cards."""
    challenge = of_record(Record.from_dict(record))
    assert (challenge is None) == ("evening" in record)
    if "fair" in record:
        verify(record)
    else:
        assert challenge is not None
        assert record["events"][0] == challenge.start().record().to_dict()["events"][0]
