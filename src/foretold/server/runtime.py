"""Puts a server together: store, live tables, features and background jobs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from functools import partial

from foretold.server import store
from foretold.server.base.clock import date
from foretold.server.features.admin.backups import BackupInfo
from foretold.server.features.admin.figures import LoadMeter
from foretold.server.features.admin.limits import AdminLimits, RunningLimits
from foretold.server.features.admin.service import Operators
from foretold.server.features.admin.types import LimitName
from foretold.server.features.challenges.bot_attempts import BotAttempts
from foretold.server.features.challenges.dailies import Dailies
from foretold.server.features.challenges.limits import ChallengeLimits
from foretold.server.features.days.automatic_play import AutomaticPlay
from foretold.server.features.evenings.service import Evenings
from foretold.server.features.groups.limits import GroupLimits
from foretold.server.features.groups.posts import GroupPosts
from foretold.server.features.groups.service import Groups
from foretold.server.features.matches.finish import finished
from foretold.server.features.notifications.notifier import Notifier
from foretold.server.features.notifications.policy import NotificationPolicy
from foretold.server.features.people.limits import PeopleLimits
from foretold.server.features.reviews.service import QUALITY, Quality, Reviews
from foretold.server.features.seekers.announcements import Announcements
from foretold.server.features.seekers.service import Company
from foretold.server.jobs.backups import Backups
from foretold.server.jobs.queue import JobQueue
from foretold.server.live.commit_queue import OpenStore
from foretold.server.live.hub import Hub
from foretold.server.rest.call import Services
from foretold.server.store.sqlite.backups import BackupPolicy
from foretold.server.table import follow_ups
from foretold.server.table.quota import LIMITS, Limits
from foretold.server.table.table import DAY, Dealer, deal_fairly

ALIVE = 5.0  # seconds between two notes that the server runs
EXPIRY = 6 * 3600.0  # seconds between two deletions of what is kept no longer
IDLE = 60.0  # seconds between two deletions of people who never did anything
IDLE_SOME, IDLE_MANY = 200, 1000  # people deleted at a time: of the last days, and of any time


class Runtime:
    """One server."""

    def __init__(
        self,
        database: store.Database,
        *,
        bot_delay: float = 0.9,
        bot_workers: int = 2,
        reviews: Quality = QUALITY,
        limits: Limits = LIMITS,
        notifications: NotificationPolicy | None = None,  # None: nobody is notified
        ladder: bool = False,  # whether everybody sees the ratings of those who want one
        keep_people: int = 400,  # days
        keep_tables: int = 30,
        backups: BackupPolicy | None = None,  # None: no daily copies
        dealer: Dealer = deal_fairly,
        entropy: follow_ups.Entropy = secrets.token_bytes,
        open_store: OpenStore = store.open_store,
        about: Mapping[str, object] | None = None,  # fields added to the records of this server
        operated: Mapping[LimitName, float] | None = None,  # limits of the web server; None: there are no operators
    ) -> None:
        self.hub = hub = Hub(
            database,
            bot_delay=bot_delay,
            bot_workers=bot_workers,
            limits=limits,
            dealer=dealer,
            entropy=entropy,
            open_store=open_store,
        )
        self.commits = hub.commits
        self.services = Services(hub, entropy, ladder=ladder)
        self.jobs = JobQueue(hub.pipeline.owns, shared=hub.commits.store.shared)
        self._keep_people, self._keep_tables = keep_people * DAY, keep_tables * DAY
        self._chores: dict[Callable[[], store.Operation], asyncio.TimerHandle] = {}
        self._evenings = Evenings(hub, entropy)
        notifier = Notifier(hub, notifications)
        posts = GroupPosts(hub, notifications)
        announcements = Announcements(hub, notifier)
        jobs = (
            Reviews(hub.commits, hub.busy, reviews),
            BotAttempts(hub.commits, hub.busy, reviews.nice),
            Dailies(hub.commits, entropy),
            self._evenings,
            notifier,
            posts,
            announcements,
        )
        for job in jobs:
            job.wake = self.jobs.add(job)
            self.services.add(job)
        if backups is not None:
            self.jobs.add(Backups(backups))
        company = Company(hub)
        for feature in (PeopleLimits(), ChallengeLimits(), GroupLimits(), Groups(hub, posts, notifier), company):
            self.services.add(feature)
        self._limits = RunningLimits(
            {
                "most-tables": limits.most,
                "tables-per-person": limits.per_person,
                "tables-per-address": limits.per_address,
                **(operated or {}),
            }
        )
        self._limits.changed.append(self._take_limits)
        self._operators = Operators(hub, self._limits, LoadMeter(hub, company.browsing, self._limits))
        self._operators.meter.jobs = self.jobs.running
        if operated is not None:
            self._operators.wake = self.jobs.add(self._operators)
        for part in (self._operators, AdminLimits(), BackupInfo(backups)):
            self.services.add(part)
        self._automatic = AutomaticPlay(hub, entropy, bot_delay)
        hub.hooks.match_ended += [
            partial(finished, about=about or {}),
            notifier.match_ended,
            self._automatic.match_ended,
            posts.match_ended,
        ]
        hub.hooks.table_changed += [notifier.attend, self._automatic.attend, posts.attend, announcements.attend]
        hub.hooks.table_closed += [notifier.leave, self._automatic.leave, posts.leave, announcements.leave]

    def start(self) -> None:
        """Continues every open table and every job where it was."""
        self._operators.load()
        down = self.hub.start()
        self._evenings.start(down)
        self._every(ALIVE, lambda: store.Alive(self.hub.clock.now()))
        self._every(EXPIRY, lambda: store.Expire(self._date(), self._keep_people, self._keep_tables))
        self._every(IDLE, lambda: store.DropIdle(self._date() - 3 * DAY, self._date() - DAY, IDLE_SOME))
        self._every(EXPIRY, lambda: store.DropIdle(0, self._date() - DAY, IDLE_MANY))
        self.jobs.start()

    def _take_limits(self) -> None:
        """Applies the limits on tables that operators have changed."""
        value = self._limits.value
        most, person, address = value("most-tables"), value("tables-per-person"), value("tables-per-address")
        self.hub.quota.take(Limits(round(most), round(person), round(address)))

    async def farewell(self) -> None:
        """Stops all work, and asks every client to reconnect."""
        self.hub.stopping = True
        for timer in self._chores.values():
            timer.cancel()
        await self.jobs.stop()
        await self._automatic.stop()
        await self.hub.farewell()

    async def stop(self) -> None:
        """Stops the server; everything is stored."""
        if not self.hub.stopping:
            await self.farewell()
        await self.hub.stop()

    def _every(self, seconds: float, chore: Callable[[], store.Operation]) -> None:
        """Stores the operation now and every so many seconds, if this process owns chores of its kind."""
        operation = chore()
        if self.hub.pipeline.owns(type(operation).__name__):
            self.commits.write([operation], [])
        self._chores[chore] = asyncio.get_running_loop().call_later(seconds, self._every, seconds, chore)

    def _date(self) -> int:
        """The date, unless it is set far ahead: nothing may be deleted because of that."""
        return min(date(), self.hub.clock.now())
