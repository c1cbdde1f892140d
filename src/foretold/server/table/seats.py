"""A seat: who holds it, and whether they are here; and lines of chat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from foretold.server.protocol.messages import Notice, PlayedFor, SeatKind, Successor

MANNED = ("person", "external")  # kinds of seats played from outside the server
NO_ROUNDS: frozenset[int] = frozenset()
LATE = 2  # decisions in a row by the clock after which a person counts as gone
WATCHER = -1  # the seat number of a spectator's remark
IDS = 32  # decisions whose ids are kept: older ones are not resent


@dataclass(slots=True)
class Seat:
    """One seat: who has it, and whether they are present."""

    kind: SeatKind = "open"
    person: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False
    away: int | None = None  # since when nobody is connected for the seat
    stood_in: bool = False
    misses: int = 0  # decisions in a row that the clock took
    bank: int = 0  # ms
    since: int = 0  # when the current decision began
    waited: int | None = None  # since when somebody present has waited for this absent person
    made: int = 0  # decisions so far, at this table
    decided: bool = False  # whether its person has taken a decision in this match
    played_for: list[PlayedFor] = field(default_factory=list)  # since the person's last own decision, in this match
    votes: dict[str, Successor] = field(default_factory=dict)  # by voter, who should get this seat instead
    ids: dict[int, str] = field(default_factory=dict)  # the client's ids of the last decisions
    before: str = ""  # for a seat opened during a match: the name of its last person
    borrowed: frozenset[int] = NO_ROUNDS  # rounds in which somebody else decided for its person
    entered: int = 1  # the first round of the match whose hidden part its person may see

    def note_id(self, id: str) -> None:
        """Notes the client's id of the decision being made; old ids are dropped."""
        self.ids[self.made] = id
        if len(self.ids) > IDS:
            del self.ids[next(iter(self.ids))]

    @property
    def manned(self) -> bool:
        """True if somebody outside the server plays here."""
        return self.kind in MANNED

    @property
    def by_bot(self) -> bool:
        """True if a bot of the server acts for this seat now; a stand-in acts only while somebody waits."""
        return self.kind == "bot" or (self.stood_in and self.waited is not None)

    @property
    def present(self) -> bool:
        """True if a person is present and plays this seat."""
        return self.kind == "person" and self.away is None and self.misses < LATE and self.person != ""


class Talk(NamedTuple):
    """A remark in the chat."""

    number: int
    seat: int  # WATCHER: a spectator's
    name: str
    phrase: str = ""
    text: str = ""
    notice: Notice = ""  # for an automatic line: what happened to the seat
    reaction: str = ""
    person: str = ""  # who said it; never sent
