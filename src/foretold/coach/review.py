"""The review of a match: what each decision lost, and how expectation, cards, others and own decisions make the
result.

Each seat's chance to win is followed through the match as that seat could know it. Every change has one cause: a
deal (`cards`), an own decision (`choice` for a prophecy or bid, `play` for a card: the loss against the best), or
events between own decisions (`others`: what they did with their cards). So the changes sum to the result minus the
expectation.

Luck is unbiased: among strong players `cards` and `others` are 0 on average. Strong players lose something at their
decisions too (par, measured in self-play), which is part of the even share at the start. So `choice` and `play` are
losses beyond par; below 0, less was lost than strong players lose.
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
TURNS = 5  # maximum number of turning points
LEAST_TURN = 0.05  # minimum share of the match of a turning point
LEAST_ERROR = 0.0001  # figures have four digits


class Change(NamedTuple):
    """A change of a seat's chance to win: its event, its cause, the amount, and the new chance."""

    event: int
    seat: int
    cause: Cause
    amount: float
    chance: float


class Seat(NamedTuple):
    """The components of a seat's result, in shares of the match: result = expected + cards + others - choice - play.

    `choice` and `play` are what own decisions lost beyond what strong players lose.
    """

    expected: float
    cards: float
    others: float
    choice: float
    play: float
    result: float
    error: float  # standard error of the cost of own decisions
    accuracy: float  # share kept of what was at stake in own decisions; 1 if nothing was
    decisions: int
    marks: dict[Mark, int]
    loss: float  # points per decision, on average
    curve: tuple[tuple[int, float], ...]  # events, and the chance to win after each: those of all seats sum to 1
    known: tuple[tuple[int, float], ...]  # the same as this seat could know it
    steps: dict[Literal["match", "points"], Steps]  # the sum as displayed, in shares of the match and in points

    def to_dict(self) -> JsonObject:
        return {
            **self._asdict(),
            "curve": [list(point) for point in self.curve],
            "known": [list(point) for point in self.known],
            "marks": dict(self.marks),
            "steps": {unit: steps.to_dict() for unit, steps in self.steps.items()},
        }


class Review(NamedTuple):
    """The review of a match; of an unfinished one the result is the current standing."""

    seats: tuple[Seat, ...]
    decisions: tuple[Judged, ...]
    turns: tuple[Change, ...]  # the greatest changes, in order
    told: tuple[Told, ...]  # by round and seat: prophecy or bid, the best in foresight and in hindsight
    over: bool

    def to_dict(self) -> JsonObject:
        """Returns the review as `foretold review --json` prints it."""
        return {
            "seats": [seat.to_dict() for seat in self.seats],
            "decisions": [told_of(judged) for judged in self.decisions],
            "turns": [{**turn._asdict()} for turn in self.turns],
            "told": [told.to_dict() for told in self.told],
            "over": self.over,
        }


def review(record: Record, worlds: int = WORLDS, seed: int = 0) -> Review:
    """Reviews a record in this process; the same record, worlds and seed give the same review."""
    return assemble(record, [weigh_decision(decision, worlds, seed) for decision in decisions(record)])


def assemble(record: Record, weighed: Iterable[Weighed]) -> Review:
    """Assembles the review of a record from its valued decisions."""
    judged = {decision.event: judge(decision) for decision in weighed}
    states = list(moves(record))
    players = record.players
    changes: list[list[Change]] = [[] for _ in range(players)]
    last = states[-1][2] if states else None
    for seat in range(players):
        own = {event: decision for event, decision in judged.items() if decision.weighed.seat == seat}
        changes[seat] = list(_changes(seat, states, own))
    begun = round(1 / players, 4)
    curves_known = [((-1, begun), *((change.event, change.chance) for change in own)) for own in changes]
    curves = together(curves_known)
    points = [None] * players if last is None else point_steps(last, judged.values())
    seats = tuple(
        _seat(
            begun,
            changes[seat],
            [decision for decision in judged.values() if decision.weighed.seat == seat],
            tuple(curves[seat]),
            curves_known[seat],
            points[seat],
        )
        for seat in range(players)
    )
    every = sorted((change for own in changes for change in own), key=lambda change: -abs(change.amount))
    turns = sorted(decision for decision in every[:TURNS] if abs(decision.amount) >= LEAST_TURN)
    prophecies = told_in(last, judged.values()) if last is not None else ()
    return Review(seats, tuple(judged.values()), tuple(turns), prophecies, last is not None and last.over)


def _changes(seat: int, states: Sequence[tuple[int, State, State]], judged: dict[int, Judged]) -> Iterator[Change]:
    """Returns the changes of a seat's chance in order; they sum to its last chance minus the first."""
    chance = round(1 / len(states[0][1].scores), 4) if states else 0.0
    dealt = False  # nothing has been decided since the deal

    def change(event: int, cause: Cause, to: float) -> Change:
        nonlocal chance
        changed = Change(event, seat, cause, round(to - chance, 4), to)
        chance = to
        return changed

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
    """Returns the chance before a decision, given the mean loss of strong players there."""
    calibrated, played = calibration(game), judged.weighed.played
    kind = "play" if judged.weighed.trick else "choice"
    par = 0.0 if calibrated is None else calibrated.par_of(kind, None if played.exact else played.worlds)
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
    sums = {
        cause: round(sum(change.amount for change in changes if change.cause == cause), 4) + 0.0 for cause in causes
    }
    result = changes[-1].chance if changes else begun
    choice, play = -sums["choice"] + 0.0, -sums["play"] + 0.0
    # Losing less than strong players is attributed to the others: own decisions never gain anything.
    match_sum = match_steps(begun, sums["cards"], max(choice, 0.0), max(play, 0.0), result)
    error = max(LEAST_ERROR, round(hypot(*(decision.error_match for decision in judged)), 4))
    stake = sum(decision.stake for decision in judged)
    return Seat(
        begun,
        sums["cards"],
        sums["others"],
        choice,
        play,
        result,
        error,
        round(1 - sum(decision.match for decision in judged) / stake, 4) if stake else 1.0,
        len(judged),
        {name: count for name, count in Counter(decision.mark for decision in judged).items() if name is not None},
        round(sum(decision.points for decision in judged) / len(judged), 4) if judged else 0.0,
        curve,
        known,
        {"match": match_sum, "points": points or Steps(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)},
    )
