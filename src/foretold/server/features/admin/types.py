"""Request and answer types of the operator's page."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.protocol.messages import Name

Reason = Annotated[str, msgspec.Meta(max_length=200)]
NoticeText = Annotated[str, msgspec.Meta(max_length=300)]
Hours = Annotated[int, msgspec.Meta(ge=1, le=87_600)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=525_600)]
RestrictionKind = Literal["mute", "block"]
LimitName = Literal[
    "most-tables",
    "tables-per-person",
    "tables-per-address",
    "request-rate",
    "message-rate",
    "connections-per-address",
]


class ShownAnnouncement(msgspec.Struct, frozen=True):
    """An announcement of the operator; `until` is null if it stays until it is removed."""

    id: str
    text: str
    at: int
    until: int | None


class ShownAnnouncements(msgspec.Struct, frozen=True):
    """What the operator announces now, oldest first."""

    announcements: tuple[ShownAnnouncement, ...]


class OperatorToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link that `foretold admin link` printed."""

    token: Name


class SignedIn(msgspec.Struct, frozen=True):
    """The operator's name, and when the session ends."""

    name: str
    expires: int


class JobLoad(msgspec.Struct, frozen=True):
    """A background job, and how many pieces of its work run."""

    name: str
    running: int


class ProcessFigures(msgspec.Struct, frozen=True):
    """One process of the server; everything is of this process alone, `moves` and `cpu` of the last seconds.

    `cpu` is a share of one core, `memory` in bytes. `move_p95_ms`: 95 % of people's last 1,000 moves took no longer
    from their arrival until they were stored and sent; null before the first. `started_with`: the limits before
    operators changed any.
    """

    process: str
    version: str
    started: int
    at: int
    people: int  # connected to tables, each person once
    seated: int
    watching: int  # connections
    browsing: int  # on the first page
    connections: int
    most_connections: int
    moves: float  # per second
    cpu: float
    cores: int
    memory: int
    commits: int  # writes under way
    heavy: int  # heavy requests that run
    heavy_waiting: int
    jobs: tuple[JobLoad, ...]
    move_p95_ms: float | None = None
    started_with: dict[str, float] = {}


class Moment(msgspec.Struct, frozen=True):
    """What the process that answers had a minute long."""

    at: int
    people: int
    tables: int
    cpu: float
    moves: float


class TableCounts(msgspec.Struct, frozen=True):
    """Tables that are not closed; `days` are those of them where decisions may take days."""

    open: int
    waiting: int
    running: int
    over: int
    days: int


class StoredCounts(msgspec.Struct, frozen=True):
    """Counts from the database: what is there, and what waits to be done."""

    evenings: int
    people: int
    people_today: int
    people_new: int  # since a day ago
    reports: int  # not done
    reviews: int  # waiting
    calls: int  # notifications that are due
    orders: int  # tables to close and seats to free


class BackupFacts(msgspec.Struct, frozen=True):
    """Daily copies of an SQLite database; `made` is null before the first one."""

    kept: int
    made: int | None
    size: int


class AdminStatus(msgspec.Struct, frozen=True):
    """The state of the server: what the database knows, and each of its processes."""

    operator: str
    expires: int
    version: str
    store: Literal["sqlite", "postgresql"]
    schema: int
    now: int
    tables: TableCounts
    stored: StoredCounts
    processes: tuple[ProcessFigures, ...]
    backups: BackupFacts | None  # null: this server makes none
    history: tuple[Moment, ...]


class AdminTable(msgspec.Struct, frozen=True):
    """A table as anybody who may watch it could see it."""

    id: str
    game: str
    phase: str
    round: int
    people: int
    bots: int
    free: int
    names: tuple[str, ...]
    watching: int  # connections to the process that answers
    created: int
    days: bool
    public: bool
    spectators: bool
    evening: bool


class AdminTables(msgspec.Struct, frozen=True):
    """Open tables, the newest first, as far as they are listed; `all` counts those that match."""

    tables: tuple[AdminTable, ...]
    all: int


class AdminPerson(msgspec.Struct, frozen=True):
    """A person; `table` is where they sit or watch, `networks` those of their connections to the answering process."""

    id: str
    name: str
    created: int
    seen: int
    reports: int
    online: bool
    seated: bool
    table: str
    networks: tuple[str, ...]
    muted: bool
    blocked: bool


class AdminPeople(msgspec.Struct, frozen=True):
    """People: those at tables first, then by their last visit."""

    people: tuple[AdminPerson, ...]
    all: int


class ReportLine(msgspec.Struct, frozen=True):
    """A chat line in a report; `at` is null if the table is gone."""

    at: int | None
    seat: int
    name: str
    phrase: str
    text: str
    reported: bool


class AdminReport(msgspec.Struct, frozen=True):
    """A reported chat line among its neighbours; `earlier`: other reports about the same person.

    `open`: whether the table can still be closed.
    """

    table: str
    number: int
    at: int
    person: str
    name: str
    reporter: str
    lines: tuple[ReportLine, ...]
    game: str
    open: bool
    earlier: int
    handled: int | None
    handler: str
    outcome: str


class AdminReports(msgspec.Struct, frozen=True):
    """Reports: those that are not done first, newest first."""

    reports: tuple[AdminReport, ...]


class AdminRestriction(msgspec.Struct, frozen=True):
    """A person who is muted or blocked, or a blocked network."""

    id: str
    kind: RestrictionKind
    person: str
    name: str
    network: str
    at: int
    until: int | None
    operator: str
    reason: str


class AdminRestrictions(msgspec.Struct, frozen=True):
    """The restrictions in force, newest first."""

    restrictions: tuple[AdminRestriction, ...]


class AdminAnnouncement(msgspec.Struct, frozen=True):
    """An announcement, and who made it."""

    id: str
    text: str
    at: int
    until: int | None
    operator: str


class AdminAnnouncements(msgspec.Struct, frozen=True):
    """The announcements in force, oldest first."""

    announcements: tuple[AdminAnnouncement, ...]


class AdminLimit(msgspec.Struct, frozen=True):
    """A limit: its value now, what the server was started with, and who changed it when."""

    name: LimitName
    value: int
    default: int
    least: int
    most: int
    at: int | None
    operator: str


class AdminLimits(msgspec.Struct, frozen=True):
    """The limits that can be changed while the server runs."""

    limits: tuple[AdminLimit, ...]


class AdminLogLine(msgspec.Struct, frozen=True):
    """What an operator did; `target` is a table, a network, a limit or a text, `name` the person's name now."""

    number: int
    at: int
    operator: str
    action: str
    target: str
    person: str
    name: str
    reason: str


class AdminLog(msgspec.Struct, frozen=True):
    """What operators did, newest first."""

    lines: tuple[AdminLogLine, ...]


class AdminSession(msgspec.Struct, frozen=True):
    """A session of an operator, or a link that waits to be opened."""

    id: str
    name: str
    created: int
    expires: int
    link: bool
    this: bool


class AdminSessions(msgspec.Struct, frozen=True):
    """The sessions of operators and the links that can still be opened, oldest first."""

    sessions: tuple[AdminSession, ...]


# What operators do --------------------------------------------------------------------------------------------------


class OfReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The report that an action answers."""

    table: Name
    number: int


class OperatorAction(msgspec.Struct, tag_field="type", kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Something that an operator does; the reason lands in the log."""

    reason: Reason = ""
    report: OfReport | None = None  # which is done then


class CloseTableAction(OperatorAction, tag="close", kw_only=True, frozen=True):
    """Closes a table; everybody at it is told."""

    table: Name


class MuteAction(OperatorAction, tag="mute", kw_only=True, frozen=True):
    """Mutes a person at all tables; null hours: until it is lifted."""

    person: Name
    hours: Hours | None


class RemoveAction(OperatorAction, tag="remove", kw_only=True, frozen=True):
    """Frees a person's seats, at one table or at all, and ends their connections; they may come again."""

    person: Name
    table: Name = ""


class BlockAction(OperatorAction, tag="block", kw_only=True, frozen=True):
    """Blocks a person or a network; null hours: until it is lifted."""

    person: Name = ""
    network: Name = ""
    hours: Hours | None


class LiftAction(OperatorAction, tag="lift", kw_only=True, frozen=True):
    """Ends a restriction."""

    restriction: Name


class AnnounceAction(OperatorAction, tag="announce", kw_only=True, frozen=True):
    """Shows a text to everybody; null minutes: until it is removed."""

    text: NoticeText
    minutes: Minutes | None


class UnannounceAction(OperatorAction, tag="unannounce", kw_only=True, frozen=True):
    """Removes an announcement."""

    announcement: Name


class LimitAction(OperatorAction, tag="limit", kw_only=True, frozen=True):
    """Changes a limit; null: what the server was started with."""

    name: LimitName
    value: int | None


class DismissAction(OperatorAction, tag="dismiss", kw_only=True, frozen=True):
    """Marks a report as done without doing anything else."""


class RevokeAction(OperatorAction, tag="revoke", kw_only=True, frozen=True):
    """Ends a session of an operator, or withdraws a link."""

    session: Name


AnyOperatorAction = (
    CloseTableAction
    | MuteAction
    | RemoveAction
    | BlockAction
    | LiftAction
    | AnnounceAction
    | UnannounceAction
    | LimitAction
    | DismissAction
    | RevokeAction
)
