"""`foretold serve`: the table server."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage, program
from foretold.cli.database import add_database_argument, chosen_database, working_on
from foretold.cli.options import add_language_argument, language, writing
from foretold.cli.record_chunks import printable
from foretold.cli.settings import Chosen, add_settings, settings

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub
    from foretold.server.store import Database
    from foretold.server.store.sqlite.lock import Lock

CHANGING = 10.0  # seconds that another server may take to start or stop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold serve`."""
    add_database_argument(parser)
    add_settings(parser)
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serves until stopped; if a server already runs on the database, points to that one."""
    chosen, spoken = settings(arguments), language(arguments)
    database = chosen_database(arguments)
    if chosen["workers"] > 1 and (isinstance(database, Path) or not hasattr(os, "fork")):
        raise Usage("serve-workers")
    if not isinstance(database, Path):  # any number of processes may serve it
        return _serve(database, chosen, spoken)
    database = database.absolute()
    with working_on(database):
        _check(database)
        lock_or_url = _lock(database)
    if isinstance(lock_or_url, str):
        return _already(lock_or_url, chosen, spoken)
    with lock_or_url as lock:
        return _serve(database, chosen, spoken, lock.tell)


def _check(database: Path) -> None:
    """Refuses a file that is not our database before anything is written next to it."""
    from foretold.server.store.sqlite.schema import connect

    if database.exists():
        connect(database).close()


def _lock(database: Path) -> Lock | str:
    """Returns the lock of the database, or the URL of the server that holds it."""
    from foretold.server.store.sqlite.lock import holder, take

    end = time.monotonic() + CHANGING
    while True:
        lock = take(database)
        if lock is not None:
            return lock
        other = holder(database)
        if other is not None and other.url:
            return other.url
        if time.monotonic() > end:
            raise Usage("serve-changing", {"file": str(database)})
        time.sleep(0.1)


def _already(url: str, chosen: Chosen, spoken: str) -> int:
    from foretold.cli.addresses import may_open, open_browser
    from foretold.i18n import say

    print(printable(say(spoken, "serve.already", url=url)), flush=True)
    if chosen["open"] or (chosen["open"] is None and may_open()):
        open_browser(url)
    return 0


def _serve(database: Database, chosen: Chosen, spoken: str, found_at: Callable[[str], None] = lambda url: None) -> int:
    """Serves; whoever looks for the server finds it by the address that `found_at` is told."""
    from foretold.server.features.notifications.policy import NotificationPolicy
    from foretold.server.features.reviews.service import Quality
    from foretold.server.store import open_store
    from foretold.server.store.sqlite.backups import FOLDER, BackupPolicy
    from foretold.server.table.quota import Limits
    from foretold.server.web.app import Config
    from foretold.server.web.metrics_port import MetricsAddress
    from foretold.server.web.process import CannotListen
    from foretold.server.web.process import run as serve

    with working_on(database):
        open_store(database).close()  # made or upgraded, or said to be unusable, before anyone can come
    backups = None
    if isinstance(database, Path) and chosen["backups"]:
        backups = BackupPolicy(database, chosen["backup-dir"] or database.parent / FOLDER)
    config = Config(
        database,
        public_url=chosen["public-url"],
        names=chosen["names"],
        prefix=chosen["prefix"],
        bot_delay=chosen["bot-delay"],
        bot_workers=chosen["bot-workers"],
        reviews=Quality(chosen["review-worlds"], chosen["review-nice"]),
        limits=Limits(chosen["most-tables"], chosen["tables-per-person"], chosen["tables-per-address"]),
        outreach=NotificationPolicy(
            chosen["push-hosts"], chosen["webhook-hosts"], chosen["contact"], chosen["call-delay"]
        ),
        ladder=chosen["ladder"],
        message_rate=chosen["message-rate"],
        request_rate=chosen["request-rate"],
        connections_per_address=chosen["connections-per-address"],
        people_days=chosen["keep-people"],
        table_days=chosen["keep-tables"],
        backups=backups,
        here=_here,
    )
    if chosen["log-file"] is not None:
        with writing(chosen["log-file"]), chosen["log-file"].open("a"):
            pass
    try:
        began = serve(
            config,
            chosen["host"],
            chosen["port"],
            proxies=chosen["proxies"],
            level=chosen["log-level"],
            log_file=chosen["log-file"],
            listening=lambda port, hub: _begun(port, hub, database, chosen, spoken, found_at),
            leaving=lambda: found_at(""),
            workers=chosen["workers"],
            metrics=None if chosen["metrics"] is None else MetricsAddress(*chosen["metrics"]),
        )
    except CannotListen as error:
        raise Usage(error.reason, error.values) from None
    return 0 if began else 1


def _here() -> Mapping[str, bytes]:
    """The game without a server, for people who keep it."""
    from foretold.browser_server.site import files

    return files()


def _begun(
    port: int, hub: Hub, database: Database, chosen: Chosen, spoken: str, found_at: Callable[[str], None]
) -> None:
    """Others find the server, and the person at the terminal knows where it is."""
    from foretold.cli.addresses import local_url, open_browser

    url = local_url(chosen["host"], port, chosen["prefix"])
    found_at(url)
    try:
        print(_welcome(url, port, database, chosen, spoken), *_worries(hub, database, spoken), sep="\n", flush=True)
    except BrokenPipeError:  # nobody reads it: the server runs all the same
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if chosen["open"]:
        from threading import Thread

        Thread(target=open_browser, args=(url,), name="browser", daemon=True).start()


def _worries(hub: Hub, database: Database, spoken: str) -> list[str]:
    """What is damaged or gone, and what to do about it."""
    from foretold.i18n import say
    from foretold.server.store import shown

    lines = []
    if hub.damaged:
        lines.append(say(spoken, "serve.damaged", count=len(hub.damaged)))
    elif hub.commits.store.damaged:
        lines.append(say(spoken, "serve.unreadable"))
    lines += [say(spoken, "serve.gone", count=len(hub.gone))] if hub.gone else []
    how = say(spoken, "serve.restore", command=f"{program()} doctor {printable(shown(database))}")
    return [*lines, how] if lines else []


def _welcome(url: str, port: int, database: Database, chosen: Chosen, spoken: str) -> str:
    from foretold.cli.addresses import EVERYWHERE, drawn, network_urls
    from foretold.i18n import say
    from foretold.server.store import shown

    public = chosen["public-url"]
    others = [public] if public else network_urls(chosen["host"], port, chosen["prefix"])
    lines = [say(spoken, "serve.here", url=url)]
    lines += [say(spoken, "serve.public" if public else "serve.network", url=other) for other in others]
    if not others:
        lines.append(say(spoken, "serve.no-network" if chosen["host"] in EVERYWHERE else "serve.alone"))
    elif chosen["qr"] or (chosen["qr"] is None and sys.stdout.isatty()):
        lines += [drawn(others[0])]
    lines += [say(spoken, "serve.database", file=printable(shown(database))), say(spoken, "serve.stop")]
    return "\n".join(line for line in lines if line)
