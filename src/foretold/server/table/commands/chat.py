"""The command to talk: phrases, free text, reactions."""

from __future__ import annotations

from foretold.server.base.text import TEXT_LENGTH, clean, unlike
from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.table.commands.handlers import Handlers
from foretold.server.table.journal import AnyEntry
from foretold.server.table.permissions import NotNow, NotYours
from foretold.server.table.seats import WATCHER
from foretold.server.table.table import Table


def say(table: Table, person: str, command: messages.Say) -> list[AnyEntry]:
    seats = table.seats_of(person)
    allowed = table.settings.chat
    text = clean(command.text, TEXT_LENGTH)
    if not seats:
        _may_talk_watching(table, person)
    if allowed == "off":
        raise NotNow("no-chat")
    if command.phrase and command.phrase not in messages.PHRASES:
        raise NotNow("no-such-phrase", {"found": clean(command.phrase, 24), "known": list(messages.PHRASES)})
    if command.reaction and (command.reaction not in messages.REACTIONS or not seats):
        known = list(messages.REACTIONS) if seats else []
        raise NotNow("no-such-reaction", {"found": clean(command.reaction, 24), "known": known})
    if text and (allowed == "phrases" or not seats):
        raise NotNow("phrases-only")
    if not text and not command.phrase and not command.reaction:
        raise NotNow("nothing-said")
    if seats:
        seat, name = seats[0], table.seats[seats[0]].name
    else:
        seat, name = WATCHER, unlike(command.name or "?", (other.name for other in table.seats))
    spoke: list[AnyEntry] = []
    if text or command.phrase:
        spoke.append(journal.Spoke(seat=seat, person=person, name=name, phrase=command.phrase, text=text))
    if command.reaction:
        spoke.append(journal.Spoke(seat=seat, person=person, name=name, reaction=command.reaction))
    return spoke


def _may_talk_watching(table: Table, person: str) -> None:
    """Refuses spectators where they have to be silent."""
    if table.phase == "open" or person.startswith("external:"):
        raise NotYours("not-seated")
    if not person:
        raise NotYours("nobody-known")
    # In an evening, people who play the same cards elsewhere could give them away.
    if table.settings.watchers == "silent" or not table.settings.spectators or table.evening:
        raise NotYours("watchers-silent")


HANDLERS: Handlers = {
    messages.Say: say,
}
