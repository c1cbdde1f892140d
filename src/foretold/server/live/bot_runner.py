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

SHARE = 0.6  # share of the delay that a bot may think
MARGIN = 1.2  # times its thinking time: the bot is done by then
QUICK = 0.35  # share of the delay that a bot takes when it acts at once
BREATH = 0.02  # share of the delay left to everything else before a bot blocks the event loop
TEMPO: dict[Tempo, float] = {"slow": 2.0, "normal": 1.0, "at-once": QUICK}  # delays before a bot acts


class _Thought(NamedTuple):
    """A bot at work: its task, and an event that makes it act at once."""

    task: asyncio.Task[None]
    hurry: asyncio.Event


class _TooLate(Exception):
    """Raised if the table changed before the bot began: another process acted, or a decision was taken back."""


class BotRunner:
    """The bots of all tables."""

    def __init__(self, hub: Hub, delay: float, workers: int) -> None:
        self._hub = hub
        self._delay = delay
        # Without workers (in a browser) a bot blocks the event loop, so it thinks after all updates are sent.
        self._pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="bot") if workers else None
        self._thinking: dict[tuple[str, int, int], _Thought] = {}
        self._choosing: set[asyncio.Future[str | None]] = set()
        self._failures = Failures("bot", metrics.BOTS_FAILED)

    def attend(self, live: LiveTable) -> None:
        """Starts every bot whose turn it is at this table."""
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
        """Like `_think`, without threads: waits until all updates are sent, as nothing runs while the bot thinks."""
        with suppress(NotStored):
            await self._hub.commits.durable()
        await asyncio.sleep(self._delay * BREATH)
        await self._think(live, seat, key, hurry)

    async def _think(self, live: LiveTable, seat: int, key: tuple[str, int, int], hurry: asyncio.Event) -> None:
        table = live.table
        try:
            state = table.state
            if state is None or seat not in state.awaited or table.seats[seat].made != key[2]:
                raise _TooLate
            view = table.view(seat)
            given = None if table.given is None else table.given.bots[seat]
            if given is not None and challenges.needs_kernels(given, view):
                previews.get_ready()
                await compiled()  # not in a thread: other bots need the threads, and shutdown waits for them
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
            # The system clock may have been set back.
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
            return play.bot_acts(now, seat, key[2], action) if now.state == state else []

        if action and current is live and rule(live.table):
            self._hub.perform(live, rule)
        else:  # the seat is no longer the bot's, or the table was reloaded
            self._hub.attend(current)

    def _choose(self, name: str, view: View, chance: Random, seconds: float, given: str | None) -> str | None:
        """The bot's choice, None if it fails, which is logged; a challenge's bot takes as long as it needs."""
        try:
            return str(challenges.choose(given, view, chance)) if given else _choose(name, view, chance, seconds)
        except BaseException as error:  # plugin bots may raise anything; it must end this choice only
            self._failures.note(name, error)
            return None

    @property
    def busy(self) -> bool:
        """True while a bot is choosing."""
        return bool(self._choosing)

    async def stop(self) -> None:
        """Cancels all bots and shuts the thread pool down."""
        for thought in self._thinking.values():
            thought.task.cancel()
        await asyncio.gather(*(thought.task for thought in self._thinking.values()), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


async def _let_pass(seconds: float, hurry: asyncio.Event, least: float) -> None:
    """Sleeps for so many seconds; after `hurry`, only until the `least` that a bot needs to think."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await hurry.wait()
            await asyncio.sleep(begun + least - loop.time())


def _at_once(table: Table) -> bool:
    """True if bots act as soon as they can."""
    return table.hurried or table.tempo == "at-once"


def _delays(view: View) -> int:
    """How many delays a bot waits, by public facts only: longer after a trick or round that people want to see."""
    assert isinstance(view, SevenView | ProphecyView)
    if view.phase != "tricks":
        return 2 if view.round > 1 else 1
    return 1 if view.trick or not view.tricks else 2


def _choose(name: str, view: View, chance: Random, seconds: float) -> str:
    bot = bots.bot(name)
    if hasattr(bot, "patience"):
        bot.patience = 0.0  # don't wait for kernels to compile
    action = str(bot.choose(view, chance, seconds))
    if action not in view.legal:
        raise IllegalChoice
    return action
