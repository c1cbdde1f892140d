"""`foretold admin`: what operators see and do, on the database of a server that runs or not."""

from __future__ import annotations

import argparse
import getpass
import os
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from foretold.cli import Usage
from foretold.cli.database import add_database_argument, changing, existing_database
from foretold.cli.options import add_language_argument, language
from foretold.cli.record_chunks import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from foretold.server.features.admin import types
    from foretold.server.store import Database, Store
    from foretold.server.table.table import Table

_MOST_HOURS, _MOST_MINUTES = 87_600, 525_600
_UNTIL_LIFTED = "forever"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold admin`."""
    common = argparse.ArgumentParser(add_help=False)
    add_database_argument(common)
    common.add_argument("--json", action="store_true", help="print JSON")
    common.add_argument("--name", metavar="NAME", default=None, help="your name in the log (default: your user name)")
    add_language_argument(common)
    actions = parser.add_subparsers(dest="admin", metavar="WHAT", required=True)

    def command(name: str, summary: str, *, reason: bool = False) -> argparse.ArgumentParser:
        made = actions.add_parser(name, help=summary, description=summary, parents=[common])
        if reason:
            made.add_argument("--reason", required=True, help="why; it's kept in the log")
        return made

    command("status", "who and what is there; exit code 1 if no server runs")
    for name, summary in (("tables", "the open tables"), ("people", "people, those who came last first")):
        command(name, summary).add_argument("find", nargs="?", default="", metavar="TEXT", help="a part of a name")
    command("reports", "reported chat lines with their neighbours")
    dismiss = command("dismiss", "mark a report as done", reason=True)
    dismiss.add_argument("table", metavar="TABLE")
    dismiss.add_argument("number", type=int, metavar="NUMBER", help="of the line, as `reports` prints it")
    command("close", "close a table", reason=True).add_argument("table", metavar="TABLE")
    mute = command("mute", "mute a person", reason=True)
    mute.add_argument("person", metavar="PERSON", help="an id, as `people` prints it")
    mute.add_argument("--hours", type=_hours, default=24, metavar="N", help=f"how long, or {_UNTIL_LIFTED} (24)")
    remove = command("remove", "free a person's seats and end their connections", reason=True)
    remove.add_argument("person", metavar="PERSON")
    remove.add_argument("--table", default="", metavar="TABLE", help="at this table alone")
    block = command("block", "block a person or a network", reason=True)
    block.add_argument("whom", metavar="PERSON|NETWORK", help="an id, or a network: 192.0.2.0/24, 2001:db8::/48")
    block.add_argument("--hours", type=_hours, default=24, metavar="N", help=f"how long, or {_UNTIL_LIFTED} (24)")
    command("blocks", "who is muted or blocked")
    command("unblock", "end a mute or a block", reason=True).add_argument("id", metavar="ID", help="as `blocks` prints")
    announce = command("announce", "show a text on every page, or list what is shown")
    announce.add_argument("text", nargs="?", metavar="TEXT")
    announce.add_argument("--minutes", type=_minutes, default=60, metavar="N", help=f"or {_UNTIL_LIFTED} (60)")
    announce.add_argument("--remove", metavar="ID", help="remove an announcement")
    limits = command("limits", "limits that can be changed while the server runs")
    limits.add_argument("limit", nargs="?", metavar="NAME")
    limits.add_argument("value", nargs="?", metavar="N", help="a number, or `default`")
    limits.add_argument("--reason", help="why; it's kept in the log")
    log = command("log", "what operators did")
    log.add_argument("--lines", type=int, default=50, metavar="N", help="how many (50)")
    link = command("link", "print a link that signs an operator in once")
    link.add_argument("--hours", type=_session_hours, default=8, metavar="N", help="how long the session lasts (8)")
    link.add_argument("--public-url", metavar="URL", help="of the server (default: FORETOLD_PUBLIC_URL)")
    command("sessions", "operators who are signed in")
    command("revoke", "end a session, or withdraw a link").add_argument("session", metavar="ID")


def run(arguments: argparse.Namespace) -> int:
    """Prints what was asked for, or stores what an operator decided."""
    from foretold.server.table.permissions import NoSuch

    database = existing_database(arguments)
    try:
        if arguments.admin == "link":
            return _link(arguments, database)
        if arguments.admin in _SHOWN and not _changes(arguments):
            return _show(arguments, database)
        return _act(arguments, database)
    except NoSuch as error:
        raise Usage(error.reason, error.values) from None


def _changes(arguments: argparse.Namespace) -> bool:
    """True if `announce` or `limits` has something to change."""
    if arguments.admin == "announce":
        return bool(arguments.text or arguments.remove)
    return arguments.admin == "limits" and arguments.limit is not None


# Doing --------------------------------------------------------------------------------------------------------------


def _act(arguments: argparse.Namespace, database: Database) -> int:
    from foretold.i18n import say
    from foretold.server.features.admin import actions

    action = _action(arguments)
    with changing(database) as (store, write):
        write(actions.operations(store, action, _operator(arguments), _now()))
        running = bool(store.figures(_now() - _STALE))
    if arguments.json:
        print("{}")
        return 0
    waits = not running and arguments.admin in ("close", "remove", "block")
    print(say(language(arguments), "admin.waits" if waits else "admin.done"))
    return 0


def _action(arguments: argparse.Namespace) -> types.AnyOperatorAction:
    from foretold.server.features.admin import types

    reason = getattr(arguments, "reason", None) or ""
    match arguments.admin:
        case "close":
            return types.CloseTableAction(table=arguments.table, reason=reason)
        case "mute":
            return types.MuteAction(person=arguments.person, hours=arguments.hours, reason=reason)
        case "remove":
            return types.RemoveAction(person=arguments.person, table=arguments.table, reason=reason)
        case "block":
            network = "/" in arguments.whom or ":" in arguments.whom or "." in arguments.whom
            whom = {"network": arguments.whom} if network else {"person": arguments.whom}
            return types.BlockAction(**whom, hours=arguments.hours, reason=reason)
        case "unblock":
            return types.LiftAction(restriction=arguments.id, reason=reason)
        case "dismiss":
            report = types.OfReport(table=arguments.table, number=arguments.number)
            return types.DismissAction(report=report, reason=reason)
        case "announce" if arguments.remove:
            return types.UnannounceAction(announcement=arguments.remove, reason=reason or "removed")
        case "announce":
            return types.AnnounceAction(text=arguments.text, minutes=arguments.minutes)
        case "limits":
            return types.LimitAction(name=_limit_name(arguments.limit), value=_limit(arguments.value), reason=reason)
    return types.RevokeAction(session=arguments.session)


def _limit_name(text: str) -> types.LimitName:
    from foretold.server.features.admin.limits import RANGES

    for name in RANGES:
        if name == text:
            return name
    raise Usage("admin-no-limit", {"found": text, "known": list(RANGES)})


def _limit(text: str | None) -> int | None:
    if text == "default":
        return None
    if text is None or not (text.isascii() and text.isdigit()):
        raise Usage("admin-limit-value")
    return int(text)


def _link(arguments: argparse.Namespace, database: Database) -> int:
    import json

    from foretold.i18n import say
    from foretold.server.features.admin import actions

    token, operations = actions.new_link(_operator(arguments), arguments.hours, _now())
    with changing(database) as (_, write):
        write(operations)
    link = f"{_address(arguments, database)}/admin#link={token}"
    if arguments.json:
        print(json.dumps({"link": link, "hours": arguments.hours}))
    else:
        print(link)
        print(say(language(arguments), "admin.link", minutes=actions.LINK_AGE // 60_000, hours=arguments.hours))
    return 0


def _address(arguments: argparse.Namespace, database: Database) -> str:
    """Where the server is reached: the public URL, else what the running server says of itself."""
    from foretold.server.store.sqlite.lock import holder

    url = arguments.public_url or os.environ.get("FORETOLD_PUBLIC_URL") or ""
    if not url and isinstance(database, Path):
        address = holder(database)
        url = "" if address is None else address.url
    return (url or f"http://localhost:{os.environ.get('FORETOLD_PORT') or 8421}").rstrip("/")


def _operator(arguments: argparse.Namespace) -> str:
    if arguments.name:
        return str(arguments.name)
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container without a user of this number
        return "operator"


# Showing ------------------------------------------------------------------------------------------------------------

_STALE = 15_000  # ms after which a process without new figures counts as ended


class _Shown(NamedTuple):
    """What a command shows: for programs, and as lines for people."""

    facts: object
    lines: list[str]


def _show(arguments: argparse.Namespace, database: Database) -> int:
    import msgspec

    from foretold.i18n import say

    with changing(database) as (store, _):
        shown = _SHOWN[arguments.admin](store, arguments, language(arguments), database)
        running = bool(store.figures(_now() - _STALE))
    if arguments.json:
        print(msgspec.json.encode(shown.facts).decode())
    else:
        for line in shown.lines or [say(language(arguments), "admin.none")]:
            print(printable(line))
    return 1 if arguments.admin == "status" and not running else 0


def _status(store: Store, arguments: argparse.Namespace, spoken: str, database: Database) -> _Shown:
    from msgspec.structs import asdict

    from foretold import __version__
    from foretold.i18n import say
    from foretold.server.features.admin import facts
    from foretold.server.features.admin.backups import backup_facts
    from foretold.server.store.sqlite.backups import FOLDER, BackupPolicy

    now = _now()
    folder = os.environ.get("FORETOLD_BACKUP_DIR")
    policy = None
    if isinstance(database, Path):
        policy = BackupPolicy(database, Path(folder) if folder else database.parent / FOLDER)
    tables, stored = facts.table_counts(_tables(store).values()), facts.stored_counts(store, now)
    processes, backups = facts.read_figures(store.figures(now - _STALE)), backup_facts(policy)
    lines = [
        say(spoken, "admin.status.tables", **asdict(tables)),
        say(spoken, "admin.status.people", **asdict(stored)),
        say(spoken, "admin.status.queues", **asdict(stored)),
    ]
    for one in processes:
        rounded = {"cpu": round(100 * one.cpu), "memory": round(one.memory / 1e6), "started": _when(one.started)}
        lines.append(say(spoken, "admin.status.process", **{**asdict(one), **rounded}))
        if one.move_p95_ms is not None:
            lines.append(say(spoken, "admin.status.moves", ms=one.move_p95_ms))
    if not processes:
        lines.append(say(spoken, "admin.status.stopped"))
    if backups is not None and backups.made is not None:
        lines.append(say(spoken, "admin.status.backup", kept=backups.kept, made=_when(backups.made)))
    parts = {"version": __version__, "store": "postgresql" if store.shared else "sqlite", "now": now}
    return _Shown({**parts, "tables": tables, "stored": stored, "processes": processes, "backups": backups}, lines)


def _tables(store: Store) -> dict[str, Table]:
    """The open tables as their journals make them; those that can't be read are left out."""
    from foretold.server.live.rebuild import UNREADABLE, rebuild
    from foretold.server.store import TooNew
    from foretold.server.table.table import Table, deal_fairly

    tables = {}
    for id in store.open_tables():
        table = Table(id, deal_fairly)
        try:
            rebuild(table, store.entries(id))
        except (*UNREADABLE, TooNew):
            continue
        if table.number >= 0 and table.phase != "closed":
            table.rest()  # there may be many
            tables[id] = table
    return tables


def _listed_tables(store: Store, arguments: argparse.Namespace, spoken: str, _: Database) -> _Shown:
    from msgspec.structs import asdict

    from foretold.i18n import say
    from foretold.server.features.admin import facts

    tables = facts.found_tables(_tables(store), store.open_tables(), {}, arguments.find)
    lines = [say(spoken, "admin.tables", **{**asdict(row), "names": ", ".join(row.names)}) for row in tables.tables]
    return _Shown(tables, lines)


def _people(store: Store, arguments: argparse.Namespace, spoken: str, _: Database) -> _Shown:
    from msgspec.structs import asdict

    from foretold.i18n import say
    from foretold.server.features.admin import facts

    presences = facts.Presences(_tables(store).values())
    people = facts.people_facts(store, presences, store.restrictions(_now()), arguments.find)
    lines = [say(spoken, "admin.people", **{**asdict(row), "seen": _when(row.seen)}) for row in people.people]
    return _Shown(people, lines)


def _reports(store: Store, arguments: argparse.Namespace, spoken: str, _: Database) -> _Shown:
    from msgspec.structs import asdict

    from foretold.i18n import say
    from foretold.server.features.admin import facts

    games = {id: table.settings.game for id, table in _tables(store).items()}
    reports = facts.report_facts(store, games, _now())
    lines = []
    for row in reports.reports:
        lines.append(say(spoken, "admin.reports", **{**asdict(row), "at": _when(row.at)}))
        for line in row.lines:
            mark = ">" if line.reported else " "
            lines.append(f"  {mark} {line.name or line.seat}: {line.text or line.phrase}")
    return _Shown(reports, lines)


def _blocks(store: Store, arguments: argparse.Namespace, spoken: str, _: Database) -> _Shown:
    from msgspec.structs import asdict

    from foretold.i18n import say
    from foretold.server.features.admin import facts

    restrictions = facts.restriction_facts(store.restrictions(_now()))
    lines = []
    for row in restrictions.restrictions:
        whom = {"whom": row.network or row.name or row.person, "until": _until(row.until, spoken)}
        lines.append(say(spoken, "admin.blocks", **{**asdict(row), **whom}))
    return _Shown(restrictions, lines)


def _announcements(store: Store, arguments: argparse.Namespace, spoken: str, _: Database) -> _Shown:
    from msgspec.structs import asdict

    from foretold.i18n import say
    from foretold.server.features.admin import facts

    listing = facts.announcement_facts(store.announcements(_now()))
    rows = [{**asdict(row), "until": _until(row.until, spoken)} for row in listing.announcements]
    return _Shown(listing, [say(spoken, "admin.announce", **row) for row in rows])


def _limits(store: Store, arguments: argparse.Namespace, spoken: str, _: Database) -> _Shown:
    from msgspec.structs import asdict

    from foretold.i18n import say
    from foretold.server.features.admin import facts
    from foretold.server.features.admin.limits import RunningLimits
    from foretold.server.table.quota import LIMITS
    from foretold.server.web.app import Config

    config = Config(Path())
    defaults: dict[types.LimitName, float] = {
        "most-tables": LIMITS.most,
        "tables-per-person": LIMITS.per_person,
        "tables-per-address": LIMITS.per_address,
        "request-rate": config.request_rate,
        "message-rate": config.message_rate,
        "connections-per-address": config.connections_per_address,
    }
    running = facts.read_figures(store.figures(_now() - _STALE))  # as they were started, whatever is built in
    for one in sorted(running, key=lambda one: one.started):
        defaults |= {name: one.started_with[name] for name in defaults if name in one.started_with}
    limits = facts.limit_facts(RunningLimits(defaults), store.changed_limits())
    lines = []
    for row in limits.limits:
        changed = "" if row.at is None else f"  ({row.operator}, {_when(row.at)})"
        lines.append(say(spoken, "admin.limits", **asdict(row), changed=changed))
    return _Shown(limits, lines)


def _log(store: Store, arguments: argparse.Namespace, spoken: str, _: Database) -> _Shown:
    from foretold.i18n import say
    from foretold.server.features.admin import facts

    listing = facts.log_facts(store.operator_log(max(1, arguments.lines)))
    lines = []
    for row in listing.lines:
        about = " ".join(part for part in (row.name, row.target) if part)
        parts = {"about": f" {about}" if about else "", "why": f": {row.reason}" if row.reason else ""}
        lines.append(say(spoken, "admin.log", at=_when(row.at), operator=row.operator, action=row.action, **parts))
    return _Shown(listing, lines)


def _sessions(store: Store, arguments: argparse.Namespace, spoken: str, _: Database) -> _Shown:
    from foretold.i18n import say
    from foretold.server.features.admin import facts

    sessions = facts.session_facts(store, _now())
    lines = [
        say(spoken, "admin.sessions", id=row.id, name=row.name, created=_when(row.created), expires=_when(row.expires))
        for row in sessions.sessions
    ]
    return _Shown(sessions, lines)


_SHOWN: dict[str, Callable[[Store, argparse.Namespace, str, Database], _Shown]] = {
    "status": _status,
    "tables": _listed_tables,
    "people": _people,
    "reports": _reports,
    "blocks": _blocks,
    "announce": _announcements,
    "limits": _limits,
    "log": _log,
    "sessions": _sessions,
}


def _when(time: int) -> str:
    return datetime.fromtimestamp(time / 1000).strftime("%Y-%m-%d %H:%M")


def _until(time: int | None, spoken: str) -> str:
    from foretold.i18n import say

    return say(spoken, "admin.lifted") if time is None else _when(time)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _number(text: str, most: int) -> int | None:
    if text == _UNTIL_LIFTED:
        return None
    if text.isascii() and text.isdigit() and 1 <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"a whole number from 1 to {most}, or {_UNTIL_LIFTED}")


def _hours(text: str) -> int | None:
    return _number(text, _MOST_HOURS)


def _minutes(text: str) -> int | None:
    return _number(text, _MOST_MINUTES)


def _session_hours(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 168:
        return int(text)
    raise argparse.ArgumentTypeError("hours are a whole number from 1 to 168")
