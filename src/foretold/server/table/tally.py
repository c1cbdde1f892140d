"""Matches played to the end at one table, and who won how many. No I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Self

from foretold.server.protocol.table_parts import PastMatch, TallyLine
from foretold.server.table.seats import Seat

if TYPE_CHECKING:
    from foretold.server.table.match import TableMatch

SHOWN = 12  # past matches that are told of


class Played(NamedTuple):
    """A match that was played to its end: by seat who played it, and how it ended."""

    match: str
    game: str
    ended: int
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @classmethod
    def of(cls, match: TableMatch, game: str, at: int) -> Self:
        """The match that has just ended."""
        assert match.state is not None
        names = tuple(match.later.get(seat, ("", name))[1] for seat, (_, _, name, _) in enumerate(match.chairs))
        bots = tuple(kind != "person" for kind, *_ in match.chairs)
        return cls(match.id, game, at, names, bots, match.state.scores, match.state.winners)


def past(played: Sequence[Played]) -> list[PastMatch]:
    """The last matches, the newest first."""
    return [
        {
            "match": each.match,
            "game": each.game,
            "ended": each.ended,
            "names": list(each.names),
            "scores": list(each.scores),
            "winners": list(each.winners),
        }
        for each in reversed(played[-SHOWN:])
    ]


def tally(played: Sequence[Played], seats: Sequence[Seat]) -> list[TallyLine]:
    """Who has won how many matches; names tell people apart, since no two at a table have the same.

    Who leaves and comes back under the name has the wins back; who has no name any more is not listed.
    """
    sitting = {seat.name: number for number, seat in enumerate(seats) if seat.name}
    lines: dict[str, TallyLine] = {}
    for match in played:
        for seat, name in enumerate(match.names):
            if not name:
                continue
            line = lines.setdefault(
                name, {"name": name, "seat": sitting.get(name), "bot": match.bots[seat], "wins": 0, "matches": 0}
            )
            line["matches"] += 1
            line["wins"] += seat in match.winners
    counted = [line for line in lines.values() if line["wins"] or not line["bot"]]
    return sorted(counted, key=lambda line: (-line["wins"], line["bot"], line["seat"] is None, line["seat"] or 0))
