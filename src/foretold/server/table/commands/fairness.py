"""Commands by which players contribute random bytes to a fair deal: commit, then reveal."""

from __future__ import annotations

import hashlib

from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.table.commands.handlers import Handlers
from foretold.server.table.journal import AnyEntry
from foretold.server.table.match import TableMatch
from foretold.server.table.permissions import NotNow, own_seats
from foretold.server.table.table import Table


def commit(table: Table, person: str, command: messages.Commit) -> list[AnyEntry]:
    match, seat = _sharing(table, person)
    if match.asked or match.commitments.get(seat, command.commitment) != command.commitment:
        raise NotNow("too-late-for-bytes")
    return [] if seat in match.commitments else [journal.Committed(seat, command.commitment)]


def reveal(table: Table, person: str, command: messages.Reveal) -> list[AnyEntry]:
    match, seat = _sharing(table, person)
    if not match.asked or seat not in match.commitments:
        raise NotNow("bytes-not-asked")
    if hashlib.sha256(bytes.fromhex(command.bytes)).hexdigest() != match.commitments[seat]:
        raise NotNow("bytes-do-not-fit")
    return [] if seat in match.revealed else [journal.Revealed(seat, command.bytes)]


def _sharing(table: Table, person: str) -> tuple[TableMatch, int]:
    """The match and the seat whose bytes count: the person's first seat."""
    seats = own_seats(table, person)
    if table.phase != "sharing" or table.match is None:
        raise NotNow("too-late-for-bytes")
    shares = table.match.shares(silent=False)
    counts = [seat for seat in seats if "none" not in shares[seat]]
    if not counts:
        raise NotNow("too-late-for-bytes")
    return table.match, counts[0]


HANDLERS: Handlers = {
    messages.Commit: commit,
    messages.Reveal: reveal,
}
