"""Commands at a table: each gives the entries that it adds to the journal, or a Refusal. No I/O.

A new command is a message in `protocol/messages.py`, a handler in one of these modules, and a line in `HANDLERS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from foretold.server.protocol import messages
from foretold.server.table.commands import chat, fairness, play, seating, tempo
from foretold.server.table.journal import AnyEntry
from foretold.server.table.permissions import NotNow
from foretold.server.table.table import Table

HANDLERS: dict[type, Callable[[Table, str, Any], list[AnyEntry]]] = {
    messages.Sit: seating.sit,
    messages.Leave: seating.leave,
    messages.Ready: seating.ready,
    messages.Fill: seating.fill,
    messages.Swap: seating.swap,
    messages.Remove: seating.remove,
    messages.Change: seating.change,
    messages.Queue: seating.queue,
    messages.TakeOver: seating.take_over,
    messages.Pause: play.pause,
    messages.Resume: play.resume,
    messages.Close: play.close,
    messages.Rematch: play.rematch,
    messages.Commit: fairness.commit,
    messages.Reveal: fairness.reveal,
    messages.Act: play.act,
    messages.Back: play.back,
    messages.Release: play.release,
    messages.GoOn: tempo.go_on,
    messages.TakeBack: tempo.take_back,
    messages.Hurry: tempo.hurry,
    messages.SetTempo: tempo.set_tempo,
    messages.Say: chat.say,
}


def handle(table: Table, person: str, command: messages.TableCommand) -> list[AnyEntry]:
    """The entries that this person's command adds; raises a Refusal if it isn't allowed."""
    if table.phase == "closed":
        raise NotNow("table-closed")
    table.wake()
    return HANDLERS[type(command)](table, person, command)
