"""Runs bots off the event loop; how long they take to act reveals nothing about their cards."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from foretold import bots, challenges
from foretold.bots import previews
from foretold.bots.greedy import GreedyBot
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.server.base import metrics
from foretold.server.base.failure_log import Failures, IllegalChoice
from foretold.server.live.commit_queue import NotStored
from foretold.server.live.previews import compiled
from foretold.server.protocol.messages import Tempo
from foretold.server.table.commands import play
from foretold.server.table.journal import AnyEntry
from foretold.server.table.table import STAND_IN, Table
from foretold.views import View

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub
    from foretold.server.live.live_table import LiveTable

SHARE = 0.6  # of the delay that a bot may think
MARGIN = 1.2  # of the time that a bot may think: by then it is done
QUICK = 0.35  # of the delay: how long a bot takes that acts at once
BREATH = 0.02  # of the delay that everything else has before a bot thinks where nothing runs beside it
TEMPO: dict[Tempo, float] = {"slow": 2.0, "normal": 1.0, "at-once": QUICK}  # delays before a bot acts


class _Thought(NamedTuple):
    """A bot that thinks: what it does, and what is set when it is to act at once."""

    task: asyncio.Task[None]
    hurry: asyncio.Event


class _TooLate(Exception):
    """Before the bot began to think another process was quicker, or something was taken back."""


class BotRunner:
    """The bots of all tables."""

    def __init__(self, hub: Hub, delay: float, workers: int) -> None:
        self._hub = hub
        self._delay = delay
        # Without workers, in a page, a bot thinks when all that happened was told: nothing goes on meanwhile.
        self._pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="bot") if workers else None
        self._thinking: dict[tuple[str, int, int], _Thought] = {}
        self._choosing: set[asyncio.Future[str | None]] = set()
        self._failures = Failures("bot", metrics.BOTS_FAILED)

    def attend(self, live: LiveTable) -> None:
        """Every bot whose turn it is at this table thinks."""
        table = live.table
        if table.paused:
            return
        for seat in table.actors():
            key = (table.id, seat, table.seats[seat].made)
            if table.seats[seat].by_bot and key not in self._thinking:
                hurry = asyncio.Event()
                think = self._think_alone if self._pool is None else self._think
                self._thinking[key] = _Thought(asyncio.create_task(think(live, seat, key, hurry)), hurry)
            elif key in self._thinking and _at_once(table):
                self._thinking[key].hurry.set()

    async def _think_alone(self, live: LiveTable, seat: int, key: tuple[str, int, int], hurry: asyncio.Event) -> None:
        """As `_think`, where nothing goes on meanwhile: first everybody hears what has happened."""
        with suppress(NotStored):
            await self._hub.commits.durable()
        await asyncio.sleep(self._delay * BREATH)
        await self._think(live, seat, key, hurry)

    async def _think(self, live: LiveTable, seat: int, key: tuple[str, int, int], hurry: asyncio.Event) -> None:
        table = live.table
        try:
            state = table.state
            if state is None or seat not in state.actors or table.seats[seat].made != key[2]:
                raise _TooLate
            view = state.view(seat)
            given = None if table.given is None else table.given.bots[seat]
            if given is not None and challenges.needs_kernels(given, view):
                previews.get_ready()
                await compiled()  # here and not in a thread: other bots need those, and a server ends after them
            name = table.seats[seat].bot or STAND_IN
            quick = _at_once(table)
            wait = self._delay * (QUICK if quick else TEMPO[table.tempo] * _delays(view))
            seconds = self._delay * SHARE * (QUICK if quick else 1)
            left = table.seats[seat].since / 1000 + wait - self._hub.clock.now() / 1000
            chance = table.stand_in_random(seat)
            loop = asyncio.get_running_loop()
            if self._pool is None:
                thought: asyncio.Future[str | None] = loop.create_future()
                thought.set_result(self._choose(name, view, chance, seconds, given))
            else:
                thought = loop.run_in_executor(self._pool, self._choose, name, view, chance, seconds, given)
            self._choosing.add(thought)
            thought.add_done_callback(self._choosing.discard)
            # The clock of the machine may have been set back.
            await _let_pass(min(wait, max(0.0, left)), hurry, seconds * MARGIN)
            # A bot that is not done by now, for a busy machine or a fault of its own, plays as greedy does: a later
            # action would tell of its thoughts.
            chosen: str | None = None
            if given is not None:  # any other choice would be another match
                chosen = await thought
            elif thought.done():
                chosen = thought.result()
            else:
                thought.cancel()
                metrics.BOTS_LATE.inc()
            action = str(GreedyBot().choose(view, chance)) if chosen is None else chosen
        except _TooLate:
            action = ""
        finally:
            self._thinking.pop(key, None)
        current = self._hub.live_tables.get(table.id)
        if current is None or self._hub.stopping:
            return

        def rule(now: Table) -> list[AnyEntry]:
            return play.bot_acts(now, seat, key[2], action) if now.state is state else []

        if action and current is live and rule(live.table):
            self._hub.perform(live, rule)
        else:  # the seat is no longer the bot's, or the table was read anew meanwhile
            self._hub.attend(current)

    def _choose(self, name: str, view: View, chance: Random, seconds: float, given: str | None) -> str | None:
        """What the bot chooses; None if it fails, which is noted. One that is given takes the time that it takes."""
        try:
            return str(challenges.choose(given, view, chance)) if given else _choose(name, view, chance, seconds)
        except BaseException as error:  # a bot may come from elsewhere: whatever it raises ends its thought alone
            self._failures.note(name, error)
            return None

    @property
    def busy(self) -> bool:
        """Whether a bot is choosing."""
        return bool(self._choosing)

    async def stop(self) -> None:
        """No bot thinks any more."""
        for thought in self._thinking.values():
            thought.task.cancel()
        await asyncio.gather(*(thought.task for thought in self._thinking.values()), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


async def _let_pass(seconds: float, hurry: asyncio.Event, least: float) -> None:
    """So much time passes; once it is to hurry, no more than what a bot needs to think."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await hurry.wait()
            await asyncio.sleep(begun + least - loop.time())


def _at_once(table: Table) -> bool:
    """Whether bots let no more time pass than they need."""
    return table.hurried or table.tempo == "at-once"


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
