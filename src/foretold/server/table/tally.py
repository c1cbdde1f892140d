"""Matches played to the end at one table, and who won how many. No I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Self

from foretold.server.protocol.table_parts import PastMatch, TallyLine
from foretold.server.table.seats import Seat

if TYPE_CHECKING:
    from foretold.server.table.match import TableMatch

SHOWN = 12  # past matches listed


class Played(NamedTuple):
    """A match that was played to its end: who played each seat, and how it ended."""

    match: str
    game: str
    ended: int
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    late: tuple[int, ...] = ()  # seats taken over from bots during the match, which count for nobody

    @classmethod
    def of(cls, match: TableMatch, game: str, at: int) -> Self:
        """The match that has just ended."""
        assert match.state is not None
        names = tuple(match.later.get(seat, ("", name))[1] for seat, (_, _, name, _) in enumerate(match.chairs))
        bots = tuple(kind != "person" for kind, *_ in match.chairs)
        return cls(match.id, game, at, names, bots, match.state.scores, match.state.winners, match.late())


def past(played: Sequence[Played]) -> list[PastMatch]:
    """The last matches, newest first."""
    return [
        {
            "match": match.match,
            "game": match.game,
            "ended": match.ended,
            "names": list(match.names),
            "scores": list(match.scores),
            "winners": list(match.winners),
        }
        for match in reversed(played[-SHOWN:])
    ]


def tally(played: Sequence[Played], seats: Sequence[Seat]) -> list[TallyLine]:
    """Wins by player; people are told apart by name, as names at a table are distinct.

    People who return under the same name keep their wins; people whose name was deleted are not listed.
    """
    sitting = {seat.name: number for number, seat in enumerate(seats) if seat.name}
    lines: dict[str, TallyLine] = {}
    for match in played:
        for seat, name in enumerate(match.names):
            if not name or seat in match.late:
                continue
            line = lines.setdefault(
                name, {"name": name, "seat": sitting.get(name), "bot": match.bots[seat], "wins": 0, "matches": 0}
            )
            line["matches"] += 1
            line["wins"] += seat in match.winners
    counted = [line for line in lines.values() if line["wins"] or not line["bot"]]
    return sorted(counted, key=lambda line: (-line["wins"], line["bot"], line["seat"] is None, line["seat"] or 0))
