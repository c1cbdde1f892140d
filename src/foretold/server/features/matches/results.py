"""Result of each seat of a finished match: stored when it ends, or computed from an older record."""

from __future__ import annotations

import msgspec

from foretold.games import State
from foretold.games.prophecy.state import ProphecyRound
from foretold.games.replay import replay
from foretold.games.state import Round
from foretold.records import Record
from foretold.server.table.credit import late, lent

Told = tuple[int, bool]  # of a round: the key it is counted by, and whether the prophecy came true


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat: its points, its share of the win, and by round whether its prophecy came true.

    Rounds are keyed by the trick in which all seven were fulfilled, 0 if never; those of Prophecy by the bid.
    """

    score: int
    won: float
    rounds: tuple[Told, ...]


class Result(msgspec.Struct, frozen=True):
    """The results of all seats, and which count: played to the end, without take-backs, by their own people.

    `bots` names the bot of each seat, '' for people; None in results of older versions.
    """

    seats: tuple[SeatResult, ...]
    counted: tuple[int, ...]
    bots: tuple[str, ...] | None = None
    challenge: bool = False  # whether it was played with the cards of a challenge
    late: tuple[int, ...] = ()  # seats that a person took over from a bot after the first round


_RESULT = msgspec.json.Decoder(Result)


def of(state: State, record: Record) -> Result:
    """The result of a match, from its final state and its record."""
    shares = {seat: 1 / len(state.winners) for seat in state.winners}
    seats = tuple(
        SeatResult(
            state.scores[seat], shares.get(seat, 0.0), tuple(_told(finished, seat) for finished in state.finished)
        )
        for seat in state.game.seats
    )
    lost = lent((int(event["seat"]), str(event.get("by", ""))) for event in record.events if "action" in event)
    taken_over = late(record.extra.get("joined", ()))
    lost += taken_over
    complete = state.over and not {"practised", "what_if", "ended"} & record.extra.keys()
    counted = tuple(seat for seat in state.game.seats if complete and seat not in lost)
    return Result(seats, counted, _bots(record), "challenge" in record.extra, taken_over)


def _bots(record: Record) -> tuple[str, ...]:
    """By seat the bot that sat there, '' for people; none if the record does not say."""
    chairs = record.extra.get("seats")
    return tuple(str(chair.get("bot", "")) for chair in chairs) if isinstance(chairs, list | tuple) else ()


def _told(ended: Round, seat: int) -> Told:
    if isinstance(ended, ProphecyRound):
        return ended.end.bid_values[seat], ended.fulfilled[seat]
    return len(ended.tricks) if ended.fulfilled[seat] else 0, ended.fulfilled[seat]


def of_line(line: bytes) -> Result:
    """The result of a stored record."""
    record = Record.from_line(line)
    return of(replay(record), record)


def written(result: Result) -> bytes:
    """Encodes a result."""
    return msgspec.json.encode(result)


def read(body: bytes) -> Result:
    """Decodes a result."""
    return _RESULT.decode(body)
