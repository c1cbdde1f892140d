"""Bots at tables: they think off the event loop, and act after a time that their cards and thoughts don't change."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING

from foretold import bots
from foretold.bots.greedy import GreedyBot
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.server import metrics, rulings
from foretold.server.failures import Failures, IllegalChoice
from foretold.server.table import STAND_IN
from foretold.views import View

if TYPE_CHECKING:
    from foretold.server.desks import Desk
    from foretold.server.hub import Hub

SHARE = 0.6  # of the delay that a bot may think


class Robots:
    """The bots of all tables."""

    def __init__(self, hub: Hub, delay: float, workers: int) -> None:
        self._hub = hub
        self._delay = delay
        self._pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="bot")
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        self._failures = Failures()

    def attend(self, desk: Desk) -> None:
        """Every bot whose turn it is at this table thinks."""
        table = desk.table
        if table.paused is not None:
            return
        for seat in table.actors():
            key = (table.id, seat, table.seats[seat].made)
            if table.seats[seat].by_bot and key not in self._thinking:
                self._thinking[key] = asyncio.create_task(self._think(desk, seat, key))

    async def _think(self, desk: Desk, seat: int, key: tuple[str, int, int]) -> None:
        table = desk.table
        try:
            state = table.state
            assert state is not None
            view = state.view(seat)
            name = table.seats[seat].bot or STAND_IN
            wait = self._delay * _delays(view)
            left = table.seats[seat].since / 1000 + wait - self._hub.now() / 1000
            chance = table.stand_in_random(seat)
            loop = asyncio.get_running_loop()
            thought = loop.run_in_executor(self._pool, self._choose, name, view, chance, self._delay * SHARE)
            await asyncio.sleep(min(wait, max(0.0, left)))  # the clock of the machine may have been set back
            # A bot that is not done by now, for a busy machine or a fault of its own, plays as greedy does: a later
            # action would tell of its thoughts.
            chosen: str | None = None
            if thought.done():
                chosen = thought.result()
            else:
                thought.cancel()
                metrics.BOTS_LATE.inc()
            action = str(GreedyBot().choose(view, chance)) if chosen is None else chosen
        finally:
            self._thinking.pop(key, None)
        current = self._hub.desks.get(table.id)
        if current is None or self._hub.stopping:
            return
        entries = rulings.bot_acts(table, seat, key[2], action) if current is desk else []
        if entries:
            self._hub.perform(desk, entries)
        else:  # the seat is no longer the bot's, or the table was read anew meanwhile
            self.attend(current)

    def _choose(self, name: str, view: View, chance: Random, seconds: float) -> str | None:
        """What the bot chooses; None if it fails, which is noted."""
        try:
            return _choose(name, view, chance, seconds)
        except BaseException as error:  # a bot may come from elsewhere: whatever it raises ends its thought alone
            self._failures.note(name, error)
            return None

    async def stop(self) -> None:
        """No bot thinks any more."""
        for task in self._thinking.values():
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def _delays(view: View) -> int:
    """How many delays a bot lets pass: more after a trick or a round that people want to look at. Public facts only."""
    assert isinstance(view, SevenView | ProphecyView)
    if view.phase != "tricks":
        return 2 if view.round > 1 else 1
    return 1 if view.trick or not view.tricks else 2


def _choose(name: str, view: View, chance: Random, seconds: float) -> str:
    bot = bots.bot(name)
    if hasattr(bot, "patience"):
        bot.patience = 0.0  # nobody waits for kernels that are being compiled
    action = str(bot.choose(view, chance, seconds))
    if action not in view.legal:
        raise IllegalChoice
    return action
