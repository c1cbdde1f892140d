"""Commands at a table: each gives the entries that it adds to the journal, or a Refusal. No I/O.

A new command is a message in `protocol/messages.py`, and a handler with a line in `HANDLERS` in one of these modules.
"""

from __future__ import annotations

from foretold.server.protocol import messages
from foretold.server.table.commands import chat, fairness, play, seating, tempo
from foretold.server.table.commands.handlers import Handlers
from foretold.server.table.journal import AnyEntry
from foretold.server.table.permissions import NotNow
from foretold.server.table.table import Table

HANDLERS: Handlers = {
    **seating.HANDLERS,
    **play.HANDLERS,
    **fairness.HANDLERS,
    **tempo.HANDLERS,
    **chat.HANDLERS,
}


def handle(table: Table, person: str, command: messages.TableCommand) -> list[AnyEntry]:
    """The entries that this person's command adds; raises a Refusal if it isn't allowed."""
    if table.phase == "closed":
        raise NotNow("table-closed")
    table.wake()
    return HANDLERS[type(command)](table, person, command)
