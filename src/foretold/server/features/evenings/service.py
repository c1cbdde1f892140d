"""Runs evenings: starts rounds, collects results, ends them.

Each evening is a journal. Entries are appended under the next number; of several processes one succeeds, and the
others read its entry and decide again. A round starts in one transaction with its tables, so it exists whole or not
at all; results are read from stored matches. So it does not matter which process runs an evening, or when one is
killed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial

import msgspec

from foretold import fair
from foretold.challenges import Challenge, NoKernels, budgeted
from foretold.games import load
from foretold.server import store
from foretold.server.base import identity, metrics
from foretold.server.base.address_blocks import Blocks, shares
from foretold.server.base.clock import date
from foretold.server.base.text import bot_name, short
from foretold.server.features.evenings import journal as entries_of
from foretold.server.features.evenings.evening import Evening, checked
from foretold.server.features.evenings.journal import AnyEntry, EveningSettings
from foretold.server.features.ratings.service import rated_in_round
from foretold.server.jobs.queue import Work
from foretold.server.live.commit_queue import NotStored
from foretold.server.live.hub import Hub
from foretold.server.protocol.messages import Pace, Settings
from foretold.server.table import journal
from foretold.server.table.credit import lent
from foretold.server.table.follow_ups import Entropy
from foretold.server.table.permissions import NoSuch, NotNow
from foretold.server.table.table import DAY, Table

LOOK = 1.0  # seconds between two checks of what is due
TRIES = 20  # retries after another process was quicker
SEALED = 30 * DAY  # ms that records stay hidden at most, should a round never end
AHEAD = 60 * DAY  # ms that an evening can be planned ahead
OPEN, OWN = 200, 5  # open evenings at most: in total, and per host
NEAR = 10  # the same per address block, since this process started

Rule = Callable[[Evening], list[AnyEntry]]
log = logging.getLogger("foretold.server")


class _Event(msgspec.Struct):
    """The part of a record's event that says who acted, and how the match ended."""

    seat: int = -1
    action: str = ""
    by: str = ""
    match: dict[str, list[int]] | None = None


class _Kept(msgspec.Struct):
    events: list[_Event]


_KEPT = msgspec.json.Decoder(_Kept)


class Evenings:
    """All evenings of a server: a background job that carries each of them on."""

    name = "evenings"
    at_once = 1

    def __init__(self, hub: Hub, entropy: Entropy) -> None:
        self._hub, self._commits, self._store, self._entropy = hub, hub.commits, hub.commits.store, entropy
        self._known: dict[str, tuple[int, Evening]] = {}  # by id, the revision and the evening built so far
        self._locks: dict[str, asyncio.Lock] = {}
        self._made: dict[str, Blocks] = {}  # by open evening, where it was made from
        self._tended: dict[str, float] = {}  # by open evening, when it was last carried on
        self._down: int | None = None  # milliseconds that the server was down, not yet noted in the journals
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    def start(self, down: int | None) -> None:
        """Does not count the milliseconds that the server was down; None: other processes were running."""
        self._down = down

    # Reading and writing ---------------------------------------------------------------------------------------

    async def at(self, id: str) -> Evening:
        """The evening as stored now."""
        standing = await self._commits.read(self._store.evening, id)
        if standing is None or standing.number < 0:
            raise NoSuch("no-such-evening")
        revision, known = self._known.get(id, (-1, None))
        if known is None or revision != standing.revision or known.number != standing.number:
            known = Evening(id)
            for entry in await self._commits.read(self._store.evening_entries, id):
                known.apply(entries_of.read(entry.body), entry.at)
            self._known[id] = standing.revision, known
        return known

    async def perform(self, id: str, rule: Rule) -> Evening:
        """Stores the entries that the rule decides, and updates the tables; raises the rule's Refusal."""
        evening = await self._perform(id, rule)
        await self._attend(evening)
        return evening

    async def _perform(self, id: str, rule: Rule) -> Evening:
        async with self._lock(id):
            for _ in range(TRIES):
                evening = await self.at(id)
                entries = rule(evening)
                if not entries or await self._write(evening, entries):
                    return evening
        raise NotStored("not-stored")

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    async def _write(self, evening: Evening, entries: Sequence[AnyEntry], more: Sequence[store.Operation] = ()) -> bool:
        """Stores entries together with operations; False if another process was quicker."""
        now = max(self._hub.clock.now(), evening.at)
        operations = [*more]
        for entry in entries:
            if isinstance(entry, entries_of.Made | entries_of.Joined):
                operations.append(store.JoinEvening(evening.id, entry.person, len(evening.members)))
            evening.apply(entry, now)
            operations.append(store.AddEveningEntry(evening.id, evening.number, now, entries_of.write(entry)))
            if isinstance(entry, entries_of.RoundEnded):
                operations.append(store.UnsealRound(evening.id, len(evening.rounds) - 1))
                operations += await self._rated(evening)
        if evening.phase == "over":
            operations.append(store.CloseEvening(evening.id, date()))
        outcome = await self._commits.attempt(operations)
        if outcome is None:
            return True
        self._known.pop(evening.id, None)
        if isinstance(outcome, store.Conflict):
            metrics.RULED_AGAIN.inc()
            return False
        log.error("not stored", extra={"error": type(outcome).__name__, "evening": short(evening.id)})
        raise NotStored("not-stored")

    async def _rated(self, evening: Evening) -> list[store.Operation]:
        """Operations that rate the matches of the last round."""
        operations: list[store.Operation] = []
        for seating in evening.rounds[-1].tables:
            match = await self._commits.read(self._store.match, seating.match)
            people = {
                seat: evening.members[member].person
                for seat, member in enumerate(seating.members)
                if member is not None
            }
            operations += [] if match is None else await asyncio.to_thread(rated_in_round, match, people)
        return operations

    # Commands --------------------------------------------------------------------------------------------------

    async def make(
        self,
        person: str,
        name: str,
        title: str,
        settings: EveningSettings,
        where: Blocks = (),
        planned: int = 0,
        after: str = "",
    ) -> Evening:
        """Makes an evening; the person, from these address blocks, is its host.

        If it follows the evening `after`, that one's members are invited; each evening has one successor.
        """
        if after:
            before = await self.at(after)
            before.check_follow(person)
            if before.followed_by:
                return await self.perform(before.followed_by, lambda evening: evening.join(person, name))
        settings = checked(settings)
        budgeted(settings.bot)
        open_now = await self._commits.read(self._store.open_evenings)
        own = {*open_now} & {*await self._commits.read(self._store.evenings_of, person, OPEN)}
        self._made = {id: made for id, made in self._made.items() if id in open_now}
        near = [(sum(name in made for made in self._made.values()), limit) for name, limit in shares(where, NEAR)]
        if len(own) >= OWN:
            raise NotNow("too-many-evenings")
        if any(count >= limit for count, limit in near):
            raise NotNow("too-many-evenings-here")
        if len(open_now) >= OPEN:
            raise NotNow("too-many-evenings-open")
        evening = Evening(identity.new_id())
        self._made[evening.id] = where
        secret = self._entropy(32).hex()
        planned = min(max(planned, 0), self._hub.clock.now() + AHEAD)
        made = entries_of.Made(settings=settings, title=title, secret=secret, person=person, name=name, planned=planned)
        await self._write(evening, [made], [store.AddEvening(evening.id, date())])
        if after:
            await self._perform(after, lambda previous: previous.follow(evening.id))
        self.wake()
        return evening

    async def begin(self, id: str, check: Callable[[Evening], None]) -> Evening:
        """Begins the next round and creates its tables, unless the check refuses."""
        async with self._lock(id):
            for _ in range(TRIES):
                evening = await self.at(id)
                check(evening)
                tables = await asyncio.to_thread(evening.seating)
                if await self._begin(evening, tables):
                    break
        return evening

    async def _begin(self, evening: Evening, tables: Sequence[tuple[int | None, ...]]) -> bool:
        hub = self._hub
        if len(hub.live_tables) + len(tables) > hub.quota.most:
            raise NotNow("too-many-tables")
        opened, operations, seatings = [], [], []
        for members in tables:
            id = identity.new_id()
            live, stored = hub.prepare(id, _table(evening, members, id, date() + SEALED))
            assert live.table.match is not None
            match = live.table.match.id
            operations += [*stored, store.SeatEvening(match, evening.id, len(evening.rounds))]
            seatings.append(entries_of.Seating(id, match, members))
            opened.append(live)
        resumed: list[AnyEntry] = [entries_of.Resumed()] if evening.paused else []
        if not await self._write(evening, [*resumed, entries_of.Began(tuple(seatings))], operations):
            return False
        for live in opened:
            hub.adopt(live)
        return True

    async def forget(self, person: str) -> None:
        """Removes a person from all evenings."""
        for id in await self._commits.read(self._store.evenings_of, person, OPEN):
            with suppress(NotNow):
                await self.perform(id, lambda evening: evening.leave(person))

    async def was_at(self, match: str, person: str) -> bool:
        """True if the match belongs to an evening of which the person is a member."""
        place = await self._commits.read(self._store.evening_of, match)
        return place is not None and (await self.at(place[0])).member(person) is not None

    # The job ---------------------------------------------------------------------------------------------------

    async def due(self) -> Sequence[Work]:
        """The open evenings that were not carried on within the last second."""
        now = asyncio.get_running_loop().time()
        open_now = await self._commits.read(self._store.open_evenings)
        if self._down is not None:
            down, self._down = self._down, None
            for id in open_now:
                await self._look(id, self._perform(id, _restarted(down)))
        self._tended = {id: self._tended.get(id, 0.0) for id in open_now}
        return [Work(id, partial(self._tend, id)) for id, at in self._tended.items() if now - at >= LOOK]

    async def _tend(self, id: str) -> None:
        await self._look(id, self.tend(id))
        self._tended[id] = asyncio.get_running_loop().time()

    async def idle(self) -> float | None:
        """A second, as long as an evening is open."""
        return LOOK if self._tended else None

    async def stop(self) -> None:
        """Holds nothing."""

    async def _look(self, id: str, work: Awaitable[object]) -> None:
        """Does the work; a failure affects only this evening."""
        try:
            await work
        except NotStored:
            pass  # try again next time
        except Exception as error:
            log.exception("evening job failed", extra={"error": type(error).__name__, "evening": short(id)})

    async def tend(self, id: str) -> None:
        """Does what is due at an evening."""
        evening = await self.at(id)
        if evening.playing is not None:
            evening = await self._gather(evening)
        await self._attend(evening)
        if evening.due(self._hub.clock.now()):
            with suppress(NotNow):
                await self.begin(id, _check_due(self._hub.clock.now()))
        elif evening.idle(self._hub.clock.now()):
            await self._perform(id, lambda current: [entries_of.Ended()] if current.number == evening.number else [])

    async def _attend(self, evening: Evening) -> None:
        """Applies departures and pauses of the evening to the tables of its round."""
        playing = evening.playing
        for seating in () if playing is None else playing.tables:
            live = self._hub.live_tables.get(seating.table)
            if live is not None and _follows(live.table, evening, seating):
                self._hub.perform(live, lambda table, seating=seating: _follows(table, evening, seating))  # type: ignore[misc]

    async def _gather(self, evening: Evening) -> Evening:
        """Collects the results of the round's tables, and ends the round once all are in."""
        round = evening.rounds[-1]
        for number, seating in enumerate(round.tables):
            if number in round.ended:
                continue
            ended = await self._ended(number, seating)
            if ended is not None:
                evening = await self._perform(evening.id, _unless_known(ended, len(evening.rounds)))
        if evening.playing is None or len(evening.rounds[-1].ended) < len(round.tables):
            return evening
        bots = [await asyncio.to_thread(_bots, evening, size) for size in evening.rounds[-1].lonely()]
        over = entries_of.RoundEnded(tuple([points for points in bots if points]))
        rounds = len(evening.rounds)

        def end(current: Evening) -> list[AnyEntry]:
            still = current.playing is not None and len(current.rounds) == rounds
            return [*current.absent(), over] if still else []

        return await self._perform(evening.id, end)

    async def _ended(self, number: int, seating: entries_of.Seating) -> entries_of.TableEnded | None:
        """The result of a table of the round; None while it is being played."""
        match = await self._commits.read(self._store.match, seating.match)
        if match is None:
            gone = seating.table not in self._hub.live_tables
            lost = gone and seating.table not in await self._commits.read(self._store.open_tables)
            return entries_of.TableEnded(table=number) if lost else None
        events = _KEPT.decode(match.record).events
        result = events[-1].match
        if result is None:  # given up
            return entries_of.TableEnded(table=number)
        acts = [(event.seat, event.by) for event in events if event.action]
        played_by_others, decided = lent(acts), {seat for seat, by in acts if not by}
        seats = range(len(seating.members))
        return entries_of.TableEnded(
            table=number,
            points=tuple(result["scores"]),
            own=tuple([seat in decided and seat not in played_by_others for seat in seats]),
            decided=tuple([seat in decided for seat in seats]),
        )


def _restarted(down: int) -> Rule:
    return lambda _: [entries_of.Restarted(down)]


def _unless_known(ended: entries_of.TableEnded, rounds: int) -> Rule:
    def rule(evening: Evening) -> list[AnyEntry]:
        new = evening.playing is not None and len(evening.rounds) == rounds
        return [ended] if new and ended.table not in evening.rounds[-1].ended else []

    return rule


def _check_due(now: int) -> Callable[[Evening], None]:
    def check(evening: Evening) -> None:
        if not evening.due(now):
            raise NotNow("round-running")

    return check


def _table(evening: Evening, members: Sequence[int | None], id: str, sealed: int) -> list[journal.AnyEntry]:
    """The first entries of a table of the next round: everybody is seated, and the match begins.

    Its record is shown once the round is over, or at that time at the latest.
    """
    settings, round = evening.settings, len(evening.rounds)
    names = ["" if member is None else evening.members[member].name for member in members]
    chairs = []
    for seat, member in enumerate(members):
        if member is None:
            names[seat] = bot_name(id, names)
            chairs.append(journal.Chair("bot", name=names[seat], bot=settings.bot))
        else:
            chairs.append(journal.Chair("person", evening.members[member].person, names[seat]))
    secret = evening.round_secret(round)
    made = journal.Made(
        settings=Settings(
            settings.game,
            len(members),
            dict(settings.options),
            spectators=False,
            pace=Pace("seconds", settings.seconds, settings.bank),
            grace=settings.grace,
            aids=False,
        ),
        person="",
        chairs=tuple(chairs),
        given=journal.Given(
            seed=fair.match_seed(secret, ()).hex(),
            bots=(budgeted(settings.bot),) * len(members),
            secret=secret.hex(),
            counts=True,
            sealed=sealed,
            evening=evening.id,
        ),
    )
    people = tuple(seat for seat, member in enumerate(members) if member is not None)
    return [made, journal.Readied(people, True)]


def _follows(table: Table, evening: Evening, seating: entries_of.Seating) -> list[journal.AnyEntry]:
    """Entries that bring a table of the round in line with the evening."""
    if table.phase != "playing":
        return []
    entries: list[journal.AnyEntry] = [
        journal.Vacated(seat)
        for seat, member in enumerate(seating.members)
        if member is not None and table.seats[seat].kind == "person" and not evening.members[member].here
    ]
    if evening.paused != table.paused:
        entries.append(journal.Paused() if evening.paused else journal.Resumed())
    return entries


def _bots(evening: Evening, size: int) -> tuple[int, ...]:
    """The points of bots playing the last round's cards at a table of their own; () if they can't run here."""
    settings = evening.settings
    game = load(settings.game, size, options=settings.options)
    seed = fair.match_seed(evening.round_secret(len(evening.rounds) - 1), ())
    try:
        return Challenge.against(settings.bot, game, seed).played_by(budgeted(settings.bot)).scores
    except NoKernels:
        return ()
