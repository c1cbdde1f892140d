"""A seat: who holds it, and whether they are here; and lines of chat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from foretold.server.protocol.messages import Notice, PlayedFor, SeatKind, Successor

MANNED = ("person", "external")  # the kinds of seats at which somebody outside the server plays
LATE = 2  # decisions in a row that the clock takes until a person counts as gone
WATCHER = -1  # the seat of a remark by somebody who watches
IDS = 32  # decisions of a seat whose ids are known: nobody sends an older one again


@dataclass(slots=True)
class Seat:
    """One seat: who has it, and how it stands with its person."""

    kind: SeatKind = "open"
    person: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False
    away: int | None = None  # since when nobody is connected for the seat
    stood_in: bool = False
    misses: int = 0  # decisions in a row that the clock took
    bank: int = 0  # ms
    since: int = 0  # when the decision that is due began
    waited: int | None = None  # since when somebody who is there waits for this seat, which nobody plays
    made: int = 0  # decisions so far, at this table
    decided: bool = False  # whether its person has taken a decision in this match
    played_for: list[PlayedFor] = field(default_factory=list)  # since the person's last own decision, in this match
    votes: dict[str, Successor] = field(default_factory=dict)  # by person who is to have this seat instead
    ids: dict[int, str] = field(default_factory=dict)  # of the last decisions the client's own ids
    before: str = ""  # of an open seat in a match: the name of the person who had it
    borrowed: set[int] = field(default_factory=set)  # rounds in which somebody else decided for its person

    def note_id(self, id: str) -> None:
        """The decision that is being made has this id of its client's; of those long ago it is forgotten."""
        self.ids[self.made] = id
        if len(self.ids) > IDS:
            del self.ids[next(iter(self.ids))]

    @property
    def manned(self) -> bool:
        """Whether somebody outside the server plays here."""
        return self.kind in MANNED

    @property
    def by_bot(self) -> bool:
        """Whether a bot of the server acts for this seat now: one that stands in does while somebody waits."""
        return self.kind == "bot" or (self.stood_in and self.waited is not None)

    @property
    def present(self) -> bool:
        """Whether a person is there who plays this seat."""
        return self.kind == "person" and self.away is None and self.misses < LATE and self.person != ""


class Talk(NamedTuple):
    """A remark in the chat."""

    number: int
    seat: int  # WATCHER: of somebody who watches
    name: str
    phrase: str = ""
    text: str = ""
    notice: Notice = ""  # what happened to the seat, where nobody said anything
    reaction: str = ""
    person: str = ""  # who said it; never told
