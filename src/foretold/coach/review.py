"""The review of a match: what each decision lost, and how expectation, cards, others and own decisions make the result.

For each seat its chance to win runs through the match as that seat could know it. Whatever changes it has one cause:
a deal (`cards`), an own decision (`choice` for a prophecy or bid, `play` for a card: what it lost against the best), or
what came between own decisions (`others`: what they did with the cards they had). So the sum of all changes is the
result less the expectation.

Luck has no bias: among strong players `cards` and `others` are 0 on average. Strong players lose something at their
decisions themselves (par, as self-play has it), which is in the even share that all begin with, so `choice` and `play`
are what was lost beyond that; below 0 less was lost than strong players lose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Literal, NamedTuple

from foretold.calibration import calibration
from foretold.coach import WORLDS
from foretold.coach.between_rounds import chances
from foretold.coach.decisions import Weighed, decisions, moves, weigh_decision
from foretold.coach.figures import Steps, match_steps, point_steps, together
from foretold.coach.hindsight import Told, told_in
from foretold.coach.json_format import told_of
from foretold.coach.marks import Judged, Mark, judge
from foretold.games import Game
from foretold.games.state import State
from foretold.json_types import JsonObject
from foretold.records import Record

Cause = Literal["cards", "others", "choice", "play"]
TURNS = 5  # turning points that are told
LEAST_TURN = 0.05  # share of the match by which one changes a chance
LEAST_ERROR = 0.0001  # figures have four digits


class Change(NamedTuple):
    """A seat's chance to win changed: seen at which event, by what, how much, to what."""

    event: int
    seat: int
    cause: Cause
    amount: float
    chance: float


class Seat(NamedTuple):
    """What made the result of a seat, in shares of the match: result = expected + cards + others - choice - play.

    `choice` and `play` are what own decisions lost beyond what strong players lose.
    """

    expected: float
    cards: float
    others: float
    choice: float
    play: float
    result: float
    error: float  # standard error of what own decisions cost
    accuracy: float  # what was kept of what was at stake in own decisions; 1 where nothing was
    decisions: int
    marks: dict[Mark, int]
    loss: float  # points, of a decision on average
    curve: tuple[tuple[int, float], ...]  # events, and the chance to win after each: those of all seats sum to 1
    known: tuple[tuple[int, float], ...]  # the same as this seat could know it
    steps: dict[Literal["match", "points"], Steps]  # the sum that is shown, in shares of the match and in points

    def to_dict(self) -> JsonObject:
        return {
            **self._asdict(),
            "curve": [list(each) for each in self.curve],
            "known": [list(each) for each in self.known],
            "marks": dict(self.marks),
            "steps": {unit: steps.to_dict() for unit, steps in self.steps.items()},
        }


class Review(NamedTuple):
    """What is told of a match; without an end the result is how it stood."""

    seats: tuple[Seat, ...]
    decisions: tuple[Judged, ...]
    turns: tuple[Change, ...]  # the greatest changes, in order
    told: tuple[Told, ...]  # by round and seat: prophecy or bid, the best in foresight and in hindsight
    over: bool

    def to_dict(self) -> JsonObject:
        """As `foretold review --json` prints it."""
        return {
            "seats": [seat.to_dict() for seat in self.seats],
            "decisions": [told_of(judged) for judged in self.decisions],
            "turns": [{**turn._asdict()} for turn in self.turns],
            "told": [told.to_dict() for told in self.told],
            "over": self.over,
        }


def review(record: Record, worlds: int = WORLDS, seed: int = 0) -> Review:
    """The review of a record, weighed in this process; the same record, worlds and seed give the same."""
    return assemble(record, [weigh_decision(each, worlds, seed) for each in decisions(record)])


def assemble(record: Record, weighed: Iterable[Weighed]) -> Review:
    """The review of a record whose decisions were weighed."""
    judged = {each.event: judge(each) for each in weighed}
    states = list(moves(record))
    players = record.players
    changes: list[list[Change]] = [[] for _ in range(players)]
    last = states[-1][2] if states else None
    for seat in range(players):
        own = {event: each for event, each in judged.items() if each.weighed.seat == seat}
        changes[seat] = list(_changes(seat, states, own))
    begun = round(1 / players, 4)
    known = [((-1, begun), *((each.event, each.chance) for each in own)) for own in changes]
    curves = together(known)
    points = [None] * players if last is None else point_steps(last, judged.values())
    seats = tuple(
        _seat(
            begun,
            changes[seat],
            [each for each in judged.values() if each.weighed.seat == seat],
            tuple(curves[seat]),
            known[seat],
            points[seat],
        )
        for seat in range(players)
    )
    every = sorted((change for own in changes for change in own), key=lambda change: -abs(change.amount))
    turns = sorted(each for each in every[:TURNS] if abs(each.amount) >= LEAST_TURN)
    told = told_in(last, judged.values()) if last is not None else ()
    return Review(seats, tuple(judged.values()), tuple(turns), told, last is not None and last.over)


def _changes(seat: int, states: Sequence[tuple[int, State, State]], judged: dict[int, Judged]) -> Iterator[Change]:
    """What changed the chance of a seat, in order; the sum of all is its last chance less the first."""
    chance = round(1 / len(states[0][1].scores), 4) if states else 0.0
    dealt = False  # whether nothing was decided since the deal

    def change(event: int, cause: Cause, to: float) -> Change:
        nonlocal chance
        found = Change(event, seat, cause, round(to - chance, 4), to)
        chance = to
        return found

    for event, before, after in states:
        dealt = dealt or before.awaits_deal
        own = judged.get(event)
        if own is not None:
            cause: Cause = "play" if own.weighed.trick else "choice"
            yield change(event, "cards" if dealt else "others", round(_expected(before.game, own), 4))
            yield change(event, cause, round(own.after, 4))
            dealt = False
        if len(after.finished) > len(before.finished):
            yield change(event, "others", round(chances(after)[seat], 4))
            dealt = False


def _expected(game: Game, judged: Judged) -> float:
    """The chance before a decision, if as much is lost there as strong players lose on average."""
    known, played = calibration(game), judged.weighed.played
    kind = "play" if judged.weighed.trick else "choice"
    par = 0.0 if known is None else known.par_of(kind, None if played.exact else played.worlds)
    return min(max(judged.before - par, 0.0), 1.0)


def _seat(
    begun: float,
    changes: Sequence[Change],
    judged: Sequence[Judged],
    curve: tuple[tuple[int, float], ...],
    known: tuple[tuple[int, float], ...],
    points: Steps | None,
) -> Seat:
    causes = ("cards", "others", "choice", "play")
    sums = {cause: round(sum(each.amount for each in changes if each.cause == cause), 4) + 0.0 for cause in causes}
    result = changes[-1].chance if changes else begun
    choice, play = -sums["choice"] + 0.0, -sums["play"] + 0.0
    # What was lost less than strong players lose is shown with what the others did: own decisions gain nothing.
    shown = match_steps(begun, sums["cards"], max(choice, 0.0), max(play, 0.0), result)
    error = max(LEAST_ERROR, round(hypot(*(each.error_match for each in judged)), 4))
    stake = sum(each.stake for each in judged)
    return Seat(
        begun,
        sums["cards"],
        sums["others"],
        choice,
        play,
        result,
        error,
        round(1 - sum(each.match for each in judged) / stake, 4) if stake else 1.0,
        len(judged),
        {name: count for name, count in Counter(each.mark for each in judged).items() if name is not None},
        round(sum(each.points for each in judged) / len(judged), 4) if judged else 0.0,
        curve,
        known,
        {"match": shown, "points": points or Steps(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)},
    )
