"""What operators are shown: tables, people, reports and the rest, from what is public and what is stored.

Nothing here reads hands, bids or records: of a running match only its phase and its round are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from foretold.server import store
from foretold.server.base import identity
from foretold.server.features.admin import types
from foretold.server.features.admin.limits import RANGES, RunningLimits
from foretold.server.features.people.reports import ReportedLine
from foretold.server.live.rebuild import UNREADABLE
from foretold.server.table import journal
from foretold.server.table.table import Table

LISTED = 100  # tables and people in a list
BEFORE, AFTER = 4, 3  # chat lines around a reported one
_WINDOW_BEFORE, _WINDOW_AFTER = 300, 150  # entries searched for them
HANDLED = 86_400_000  # ms that reports are listed after they are done


def table_counts(tables: Iterable[Table]) -> types.TableCounts:
    """Counts tables by their phase."""
    phases = [(table.phase, table.settings.pace.kind == "days") for table in tables]
    return types.TableCounts(
        open=len(phases),
        waiting=sum(phase == "open" for phase, _ in phases),
        running=sum(phase in ("sharing", "playing") for phase, _ in phases),
        over=sum(phase == "over" for phase, _ in phases),
        days=sum(days for _, days in phases),
    )


def table_facts(table: Table, created: int, watching: int) -> types.AdminTable:
    """A table without anything hidden."""
    seats = table.seats
    return types.AdminTable(
        id=table.id,
        game=table.settings.game,
        phase=table.phase,
        round=table.round,
        people=sum(seat.manned for seat in seats),
        bots=sum(seat.kind == "bot" for seat in seats),
        free=sum(seat.kind == "open" for seat in seats),
        names=tuple(seat.name for seat in seats if seat.kind == "person"),
        watching=watching,
        created=created,
        days=table.settings.pace.kind == "days",
        public=table.settings.public,
        spectators=table.settings.spectators,
        evening=bool(table.evening),
    )


def found_tables(
    tables: Mapping[str, Table], created: Mapping[str, int], watching: Mapping[str, int], find: str
) -> types.AdminTables:
    """The open tables whose id begins so, or where somebody's name contains this text; the newest first."""
    wanted = find.casefold()
    matching = [
        table
        for table in tables.values()
        if not wanted
        or table.id.startswith(wanted)
        or any(wanted in seat.name.casefold() for seat in table.seats if seat.kind == "person")
    ]
    matching.sort(key=lambda table: (-created.get(table.id, 0), table.id))
    facts = (table_facts(table, created.get(table.id, 0), watching.get(table.id, 0)) for table in matching[:LISTED])
    return types.AdminTables(tuple(facts), len(matching))


class Presences:
    """Where people are: seats of all tables, and connections to this process."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self.seated: dict[str, str] = {}  # by person, a table
        self.here: set[str] = set()
        self.watching: dict[str, str] = {}
        self.networks: dict[str, set[str]] = {}
        for table in tables:
            for seat in table.seats:
                if seat.kind == "person" and seat.person:
                    if seat.person not in self.seated or seat.away is None:
                        self.seated[seat.person] = table.id
                    if seat.away is None:
                        self.here.add(seat.person)

    def people(self) -> list[str]:
        """Everybody who is at a table: present ones first."""
        return list(dict.fromkeys([*sorted(self.here), *self.watching, *self.seated]))


def people_facts(
    database: store.Store, presences: Presences, restrictions: Sequence[store.Restriction], find: str
) -> types.AdminPeople:
    """People by name, or everybody at tables and then those who came last."""
    listed = database.people_listed(find, LISTED)
    if not find:
        known = {row.id for row in listed}
        listed += database.people_of_ids([id for id in presences.people() if id not in known][:LISTED])
    order = {id: number for number, id in enumerate(presences.people())}
    listed.sort(key=lambda row: (order.get(row.id, len(order)), -row.seen))
    muted = {row.person for row in restrictions if row.kind == "mute"}
    blocked = {row.person for row in restrictions if row.kind == "block"}
    people = tuple(
        types.AdminPerson(
            id=row.id,
            name=row.name,
            created=row.created,
            seen=row.seen,
            reports=row.reports,
            online=row.id in presences.here or row.id in presences.watching,
            seated=row.id in presences.seated,
            table=presences.seated.get(row.id) or presences.watching.get(row.id, ""),
            networks=tuple(sorted(presences.networks.get(row.id, ()))),
            muted=row.id in muted,
            blocked=row.id in blocked,
        )
        for row in listed[:LISTED]
    )
    return types.AdminPeople(people, len(people) if find else max(len(people), database.count("people")))


def report_facts(database: store.Store, games: Mapping[str, str], now: int) -> types.AdminReports:
    """Reports that are not done, and those done within a day; `games` are those of the open tables."""
    rows = [row for row in database.reports(10 * LISTED) if row.handled is None or row.handled >= now - HANDLED]
    rows.sort(key=lambda row: (row.handled is not None, -row.at))
    names: dict[str, str] = {}

    def name(person: str | None) -> str:
        if person is None:
            return ""
        if person not in names:
            person_row = database.person(person)
            names[person] = "" if person_row is None else person_row.name
        return names[person]

    about = [row.person for row in database.reports(10 * LISTED) if row.person]
    return types.AdminReports(
        tuple(
            types.AdminReport(
                table=row.table,
                number=row.number,
                at=row.at,
                person=row.person or "",
                name=name(row.person),
                reporter=name(row.reporter),
                lines=_lines(database, row),
                game=games.get(row.table, ""),
                open=row.table in games,
                earlier=max(0, about.count(row.person) - 1) if row.person else 0,
                handled=row.handled,
                handler=row.handler,
                outcome=row.outcome,
            )
            for row in rows[:LISTED]
        )
    )


def _lines(database: store.Store, report: store.KeptReport) -> tuple[types.ReportLine, ...]:
    """The reported line and its neighbours, with names, from the journal; without one, as the report holds them."""
    number = report.number
    entries = database.entries_between(report.table, number - _WINDOW_BEFORE, number + _WINDOW_AFTER)
    spoken: list[tuple[int, types.ReportLine]] = []
    for entry in entries:
        line = _spoken(entry, number)
        if line is not None:
            spoken.append((entry.number, line))
    if not any(line.reported for _, line in spoken):
        lines = msgspec.json.decode(report.body, type=list[ReportedLine])
        return tuple(types.ReportLine(None, one.seat, "", one.phrase, one.text, one.reported) for one in lines)
    before = [line for at, line in spoken if at < number][-BEFORE:]
    after = [line for at, line in spoken if at > number][:AFTER]
    return (*before, *(line for at, line in spoken if at == number), *after)


def _spoken(entry: store.KeptEntry, reported: int) -> types.ReportLine | None:
    """The chat line that an entry is, None for anything else."""
    if b'"spoke"' not in entry.body:
        return None
    try:
        spoke = journal.read(entry.body)
    except UNREADABLE:
        return None
    if not isinstance(spoke, journal.Spoke) or spoke.reaction:
        return None
    return types.ReportLine(entry.at, spoke.seat, spoke.name, spoke.phrase, spoke.text, entry.number == reported)


def restriction_facts(rows: Iterable[store.Restriction]) -> types.AdminRestrictions:
    """Restrictions as they are shown."""
    return types.AdminRestrictions(
        tuple(
            types.AdminRestriction(
                *(row.id, row.kind, row.person or "", row.name or "", row.network),
                *(row.at, row.until, row.operator, row.reason),
            )
            for row in rows
        )
    )


def announcement_facts(rows: Iterable[store.Announcement]) -> types.AdminAnnouncements:
    """Announcements as operators see them."""
    return types.AdminAnnouncements(tuple(types.AdminAnnouncement(*row) for row in rows))


def limit_facts(limits: RunningLimits, rows: Iterable[store.ChangedLimit]) -> types.AdminLimits:
    """The limits with their defaults and who changed them."""
    changed = {row.name: row for row in rows}
    facts = []
    for name, (least, most) in RANGES.items():
        row = changed.get(name)
        default = round(limits.defaults.get(name, 0))
        value = default if row is None else row.value
        at, operator = (None, "") if row is None else (row.at, row.operator)
        facts.append(types.AdminLimit(name, value, default, least, most, at, operator))
    return types.AdminLimits(tuple(facts))


def log_facts(rows: Iterable[store.OperatorLine]) -> types.AdminLog:
    """The operators' log as it is shown."""
    return types.AdminLog(
        tuple(
            types.AdminLogLine(
                *(row.number, row.at, row.operator, row.action, row.target),
                *(row.person or "", row.name or "", row.reason),
            )
            for row in rows
        )
    )


def session_facts(database: store.Store, now: int, this: bytes = b"") -> types.AdminSessions:
    """Sessions, and links that can still be opened."""
    sessions = [
        types.AdminSession(identity.device(row.token), row.name, row.created, row.expires, False, row.token == this)
        for row in database.operator_sessions(now)
    ]
    links = [
        types.AdminSession(identity.device(row.token), row.name, row.created, row.expires, True, False)
        for row in database.operator_links(now)
    ]
    return types.AdminSessions((*sessions, *links))


def stored_counts(database: store.Store, now: int) -> types.StoredCounts:
    """What the database counts."""
    return types.StoredCounts(**database.count_open(now), orders=len(database.orders()))


def read_figures(rows: Iterable[store.Figures]) -> tuple[types.ProcessFigures, ...]:
    """The figures of all processes; those that another version wrote differently are left out."""
    figures = []
    for row in rows:
        try:
            figures.append(msgspec.json.decode(row.body, type=types.ProcessFigures))
        except msgspec.DecodeError:
            continue
    return tuple(figures)
