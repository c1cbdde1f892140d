"""A server on which matches with given cards go by a script, run as one: `foretold serve` on a date that is set.

In the directory named by SCRIPTS `<game>-<players>.json` is a record: whatever the seed, its cards are dealt (in rounds
that it has not the same ones always), and bots do what their seats do in it. Where a match has left the script, bots do
the first thing that is legal. One thing happens after the other: bots act once somebody is at their table, in the order
of seats. Guests of an evening sit as they came.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import foretold
from foretold import challenges
from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import SevenGame
from foretold.games.state import Deal
from foretold.server.base.text import bot_name
from foretold.server.features.challenges import bot_attempts
from foretold.server.features.evenings import evening
from foretold.server.features.notifications import safe_http
from foretold.server.jobs.queue import Work
from foretold.server.live import bot_runner, bot_warmup
from foretold.server.live.live_table import LiveTable
from foretold.server.table import lobby
from foretold.views import View
from tests.server import shifted


@cache
def script(game: str, players: int) -> dict[str, Any]:
    """The record that such matches go by; one without events is none."""
    file = Path(os.environ["SCRIPTS"]) / f"{game}-{players}.json"
    kept: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {"events": []}
    return kept


def moment(view: View) -> tuple[object, ...]:
    """By which a seat's decision in a script is found again."""
    return view.seat, view.round, view.phase, view.hand


@cache
def decisions(game: str, players: int) -> dict[tuple[object, ...], str]:
    """What seats do in the script."""
    record, moves = script(game, players), {}
    if record["events"]:
        state = foretold.load(game, players, options=record.get("options", {})).start()
        for event in record["events"]:
            if "action" in event:
                moves[moment(state.view(event["seat"]))] = str(event["action"])
                state = state.apply(event["seat"], event["action"])
            elif "deal" in event:
                state = state.deal(event["deal"])
    return moves


def rig(kind: type[Game]) -> None:
    """Games of this kind are dealt by the script."""
    drawn = kind.draw_deal

    def draw_deal(self: Game, key: bytes, number: int, before: Deal | None, first: int | None = None) -> Deal:
        deals = [event["deal"] for event in script(self.name, self.players)["events"] if "deal" in event]
        if number < len(deals):
            return self.read_deal(deals[number], number, before)
        return drawn(self, bytes(len(key)), number, before, first)

    kind.draw_deal = draw_deal  # type: ignore[method-assign]


def choose(bot: str, view: View, chance: Random) -> str:
    """What the script says, else the first thing that is legal."""
    wanted = decisions(view.game, view.players).get(moment(view))
    return wanted if wanted in view.legal else str(view.legal[0])


def attend(self: bot_runner.BotRunner, live: LiveTable) -> None:
    """The first bot whose turn it is at this table thinks, if none does."""
    table = live.table
    waiting = [seat for seat in table.actors() if table.seats[seat].by_bot]
    if not waiting or any(key[0] == table.id for key in self._thinking):
        return
    if not live.connections:
        if table.id in self._hub.live_tables:
            asyncio.get_running_loop().call_later(0.02, self.attend, live)
        return
    key, hurry = (table.id, waiting[0], table.seats[waiting[0]].made), asyncio.Event()
    thinking = asyncio.create_task(self._think(live, waiting[0], key, hurry))
    self._thinking[key] = bot_runner._Thought(thinking, hurry)


async def nothing_due(_: object) -> list[Work]:
    """Bots attempt nothing by themselves."""
    return []


def seat_round(here: Sequence[int], sizes: Sequence[int], *_: object) -> tuple[tuple[int | None, ...], ...]:
    """All sit as they came."""
    left = iter(here)
    return tuple(tuple(next(left, None) for _ in range(size)) for size in sizes)


if __name__ == "__main__":
    rig(SevenGame)
    rig(ProphecyGame)
    challenges.choose = choose  # type: ignore[assignment]
    challenges.needs_kernels = lambda *_: False
    evening.seat_round = seat_round  # type: ignore[attr-defined,assignment]
    lobby.bot_name = lambda _, taken: bot_name("", taken)  # type: ignore[attr-defined,assignment]  # names follow from the id of a challenge
    bot_runner.BotRunner.attend = attend  # type: ignore[method-assign]
    bot_warmup.BotWarmup.tell = lambda *_: None  # type: ignore[method-assign]  # bots need nothing
    bot_attempts.BotAttempts.due = nothing_due  # type: ignore[method-assign,assignment]
    safe_http.LOOPBACK = True
    sys.exit(shifted.main())
