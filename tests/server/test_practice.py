"""One person and bots on real servers: taking back over kills and ends of matches, bots that hurry, names of bots."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foretold.server.base.text import BOTS, bot_name
from foretold.server.live import bot_runner
from foretold.server.live.bot_runner import QUICK, SHARE, TEMPO
from foretold.server.live.hub import Hub
from foretold.server.protocol import messages
from foretold.server.protocol.messages import Fill, Hurry, SetTempo
from foretold.server.table import commands, journal, lobby
from tests.server.at_tables import OPEN, Room, dump
from tests.server.lining import ask, hear_until, lines, person
from tests.server.live.test_hub import eventually, in_hub, join, say, table
from tests.server.serving import Player, Server, make_table, serving

SHORT: dict[str, Any] = {"game": "seven-prophecies-2017", "players": 3, "options": {"variant": "single-round"}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--bot-delay", "0.02") as running:
        yield running


def mine(player: Player) -> bool:
    return bool((player.turns.get(0) or {}).get("legal"))


def test_a_take_back_survives_a_kill(server: Server) -> None:
    client = server.client()
    table = make_table(client, ["me", "bot:greedy", "bot:greedy"], **SHORT)
    player = person(server, client, table)

    async def test() -> None:
        async with lines(player):
            await player.play(lambda player: len(player.histories.get(0, ())) > 12 and mine(player))
            before, hand = player.turns[0]["decision"], player.views[0]["hand"]
            assert await ask(player, type="take-back") == {"reason": "done"}
            await hear_until(player, mine)
            assert len(player.views[0]["hand"]) == len(hand) + 1
            assert player.turns[0]["decision"] > before
        kept = player.views[0], player.histories[0]
        server.kill()
        server.start()
        again = person(server, client, table)
        async with lines(again):
            await hear_until(again, mine)
            assert (again.views[0], again.histories[0], again.facts["practised"]) == (*kept, True)
            await again.play()
            match = again.facts["match"]
            first = client.get(f"/api/matches/{match}").json()
            # The last card again, after the end: the record is that of how it ended last.
            assert await ask(again, type="take-back") == {"reason": "done"}
            assert again.facts["phase"] == "playing"
            await again.play()
            assert again.facts["match"] == match
        record = client.get(f"/api/matches/{match}").json()
        assert (first["practised"], record["practised"]) == (True, True)
        (line,) = [line for line in client.get("/api/matches").json()["mine"] if line["id"] == match]
        assert (line["practised"], line["seats"]) == (True, [0])
        for kind in ("check", "verify"):
            file = server.directory / "practised.jsonl"
            file.write_text(json.dumps(record) + "\n", "utf-8")
            subprocess.run([sys.executable, "-m", "foretold", kind, str(file)], check=True, capture_output=True)

    asyncio.run(test())


def test_a_bots_choice_for_a_vanished_position_is_ignored(tmp_path: Path) -> None:
    """The person takes back while all bots think: each acts once, in the position that is there."""
    with serving(tmp_path, "--bot-delay", "0.4") as slow:
        client = slow.client()
        table = make_table(client, ["me", "bot:adept", "bot:adept"], **SHORT)
        player = person(slow, client, table)

        async def test() -> None:
            async with lines(player):
                await player.play(mine)
                for _ in range(3):
                    await player.act()
                    await hear_until(player, lambda player: not mine(player))
                    assert await ask(player, type="take-back") == {"reason": "done"}
                await player.play(lambda player: len(player.histories.get(0, ())) > 8)
                chosen = [event["seat"] for event in player.histories[0] if "-" in event.get("action", "")]
                assert sorted(chosen) == [0, 1, 2]

        asyncio.run(test())


# Tempo ------------------------------------------------------------------------------------------------------------


def test_only_the_host_changes_the_tables_tempo() -> None:
    room = Room(players=3, tempo="slow")
    assert room.table.tempo == "slow"
    assert room.do("ann", SetTempo(tempo="at-once")) == [journal.Paced("at-once")]
    assert room.do("ann", SetTempo(tempo="at-once")) == []
    assert (room.table.tempo, dump(room.rebuilt())) == ("at-once", dump(room.table))
    assert list(TEMPO) == ["slow", "normal", "at-once"]
    assert TEMPO["slow"] > TEMPO["normal"] > TEMPO["at-once"] == QUICK > QUICK * SHARE > 0


def test_a_hurry_lasts_until_it_is_the_persons_turn() -> None:
    room = Room(players=3)
    room.begin()
    assert room.do("ann", Hurry()) == [], "nobody waits for a bot while it is one's own turn"
    room.act(0)
    assert room.do("ann", Hurry()) == [journal.Hurried()]
    assert room.do("ann", Hurry()) == []
    assert dump(room.table)["hurried"] is True
    rng = Random(1)
    while 0 not in room.table.actors():
        room.bot_acts(room.table.actors()[0], rng)
    assert dump(room.table)["hurried"] is False
    assert dump(room.rebuilt()) == dump(room.table)


@pytest.mark.parametrize("way", [SetTempo(tempo="at-once"), Hurry()], ids=["tempo", "hurry"])
def test_a_hurry_ends_the_bots_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: messages.TableCommand
) -> None:
    """Bots that would let days pass, though they have soon thought, act; no other time could be meant by that."""
    days = 1_000_000.0  # seconds
    monkeypatch.setattr(bot_runner, "SHARE", 0.01 / days)

    async def test(hub: Hub) -> None:
        live = await table(hub, ["me", "bot:greedy", "bot:greedy"])
        await join(hub, "ann")
        assert live.table.match is not None
        live.table.match.began -= 10_000
        hub._wake(live)
        await eventually(lambda: 0 in live.table.actors())
        await say(hub, live, "ann", messages.Act(seat=0, decision=0, action="3-2-2"))
        assert live.table.actors() == (1, 2), "they wait"
        await say(hub, live, "ann", way)
        await eventually(lambda: live.table.state is not None and live.table.state.phase == "tricks")

    in_hub(tmp_path, test, bot_delay=days)


def test_a_bot_never_waits_longer_than_planned() -> None:
    """Without a hurry the whole time, with one what a bot needs to think; never is either waited for in vain."""
    days = 1_000_000.0

    async def test() -> None:
        committed, untold = asyncio.Event(), asyncio.Event()
        committed.set()
        async with asyncio.timeout(60):
            await bot_runner._let_pass(days, committed, 0.0)
            await bot_runner._let_pass(0.0, untold, days)
            await bot_runner._let_pass(0.0, committed, days)

    asyncio.run(test())


# Names ------------------------------------------------------------------------------------------------------------


def test_bots_have_distinct_names_at_a_table() -> None:
    for players in range(2, 7):
        room = Room(game="prophecy", players=players, name="Mika")
        names = [seat.name for seat in room.table.seats]
        assert len(set(names)) == players
        assert set(names[1:]) <= set(BOTS) - {"Mika"}
        assert [seat.bot for seat in room.table.seats[1:]] == ["adept"] * (players - 1)
    made = lobby.make(messages.NewTable(), "ann", "Ann", "b")[0]
    assert isinstance(made, journal.Made)
    assert [chair.name for chair in made.chairs] == ["Ann", *[bot_name("b", BOTS[:0])], *made_names(made)[2:]]
    assert made_names(made) != made_names(lobby.make(messages.NewTable(), "ann", "Ann", "c")[0])


def made_names(entry: journal.AnyEntry) -> list[str]:
    assert isinstance(entry, journal.Made)
    return [chair.name for chair in entry.chairs]


def test_a_later_bot_gets_an_unused_name() -> None:
    room = Room(*OPEN)
    for seat in (1, 2, 3):
        room.do("ann", Fill(seat=seat, bot="novice"))
    names = [seat.name for seat in room.table.seats]
    assert len(set(names)) == 4
    assert dump(room.rebuilt()) == dump(room.table)
    room.do("ann", Fill(seat=1))
    assert room.table.seats[1].name == ""
    assert commands.handle(room.table, "ann", Fill(seat=1, bot="seer")) == [journal.Filled(1, "bot", "seer", names[1])]


def test_bot_names_are_short_plain_and_distinct() -> None:
    assert all(name.isascii() and name.isalpha() and 3 <= len(name) <= 6 for name in BOTS)
    assert len(BOTS) == len(set(map(str.casefold, BOTS))) >= 18
    for language in ("en", "ja"):
        words = (Path(__file__).parents[2] / "web" / "src" / "i18n" / f"{language}.ts").read_text("utf-8")
        assert set(re.findall(r"'bot\.own\.(\w+)': '\w+'", words)) == set(BOTS)
    assert not {"Hinata", "Christopher", "Bob"} & set(BOTS)
