"""Reports of chat lines: stored for the operator, shown to the host, counted, and logged without content."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from foretold.server import store
from foretold.server.base import metrics
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import TooMany
from foretold.server.base.text import short
from foretold.server.features.people.limits import PeopleLimits
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch, NotYours, needs_host
from foretold.server.table.seats import Talk
from foretold.server.table.table import Table

log = logging.getLogger("foretold.server")

BEFORE = 5  # lines of context stored with a reported one


class ReportedLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat line in a report, without its name."""

    seat: int
    phrase: str = ""
    text: str = ""
    reported: bool = False


async def report(call: Call, wish: rest_types.NewReport) -> rest_types.Nothing:
    """Reports a chat line to the table's host and the server's operator."""
    live = await call.hub.at(call.path["table"])
    person = call.caller.person
    if not person:
        raise NotYours("nobody-known")
    if live.shuts_out(person):
        raise NotYours("no-spectators")
    line = _line(live.table, wish)
    if line is None or line.person == person:
        raise NoSuch("no-such-line")
    limits, now = call.feature(PeopleLimits), asyncio.get_running_loop().time()
    wait = limits.reports.take(person, now)
    wait = wait if wait > 0 else limits.reports_from.take(call.where, now)
    if wait > 0:
        raise TooMany("too-many-requests", wait)
    said = [remark for remark in live.table.talk if not remark.notice and remark.number <= line.number][-BEFORE - 1 :]
    lines = [ReportedLine(remark.seat, remark.phrase, remark.text, remark is line) for remark in said]
    added = store.AddReport(live.table.id, line.number, date(), line.person, person, msgspec.json.encode(lines))
    await call.commits.durable([added])
    metrics.REPORTS.inc()
    log.warning("chat reported", extra={"table": short(live.table.id), "seat": line.seat})
    return rest_types.Nothing()


async def reported(call: Call) -> rest_types.Reports:
    """The lines that were reported at my table, except my own; who reported them is not said."""
    table = (await call.hub.at(call.path["table"])).table
    needs_host(table, call.caller.person)
    stored = await call.commits.read(call.commits.store.reports_at, table.id)
    said = {remark.number: remark for remark in table.talk}
    lines: list[rest_types.ReportedChat] = []
    for row in stored:
        line = reported_line(row.body)
        if row.person == call.caller.person:
            continue
        name = said[row.number].name if row.number in said else ""
        lines.append(rest_types.ReportedChat(row.at, line.seat, name, line.phrase, line.text))
    return rest_types.Reports(tuple(lines))


def _line(table: Table, wish: rest_types.NewReport) -> Talk | None:
    """The newest chat line that matches; None if nobody said so."""
    meant = (wish.seat, wish.name, wish.phrase, wish.text)
    lines = (remark for remark in reversed(table.talk) if not remark.notice)
    return next((remark for remark in lines if (remark.seat, remark.name, remark.phrase, remark.text) == meant), None)


def reported_line(body: bytes) -> ReportedLine:
    """The chat line that a stored report is about."""
    lines = msgspec.json.decode(body, type=list[ReportedLine])
    return next(line for line in lines if line.reported)
