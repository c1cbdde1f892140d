"""Unbiased luck: reviews matches of strong players so that neither cards nor others favour anybody on average.

Two things are measured. *Starts*: the chance after the prophecy or bid must be even on average, since every match
has one victory to share. *Par*: what strong players lose at a decision, as a review counts it. The even share at the
start already contains those losses, so a review charges only what goes beyond.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import NamedTuple, TypedDict

from foretold import __version__
from foretold.arena.calibrate import even_shift
from foretold.arena.pool import in_order
from foretold.arena.simulate import match_seed, play_match
from foretold.bots.calibrated import phase_of
from foretold.bots.seer import SeerBot
from foretold.calibration import Calibration, calibration, chance_at, log_odds, third_of
from foretold.coach.decisions import Decision, weigh_decision
from foretold.coach.marks import judge
from foretold.coach.review import review
from foretold.games import Game
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView

FORMAT = "foretold-luck-rows/1"
FEW, MANY = 60, 240  # worlds of a reviewed decision: spurious losses shrink with the root of their number
FEWEST_MATCHES = 40  # with fewer nothing is written
EVERY = 4  # one match in this many has all its decisions reviewed, the others their prophecies or bids


@dataclass(frozen=True)
class LuckPlan:
    """What is played: a game, the worlds of strong players, a seed, the number of matches."""

    game: Game
    worlds: int
    seed: int
    games: int

    def header(self) -> dict[str, object]:
        """Returns what must be equal for matches to belong to the same file."""
        return {
            "format": FORMAT,
            "version": __version__,
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "worlds": self.worlds,
            "seed": self.seed,
        }


class Loss(NamedTuple):
    """The loss of a decision, reviewed in few worlds and in many; exact ones are not sampled."""

    trick: int  # 0 for a prophecy or bid
    few: float
    many: float
    exact: bool


class Line(TypedDict):
    """A line of a file of reviewed matches."""

    match: int
    starts: list[list[float]]
    losses: list[tuple[int, float, float, bool]]


class Reviewed(NamedTuple):
    """A match: the chances after each prophecy or bid, before any shift, and the losses of its decisions."""

    number: int
    starts: list[list[float]]  # by round, in the order of play
    losses: list[Loss]

    def to_dict(self) -> dict[str, object]:
        """Returns the match as a line of a file."""
        return {"match": self.number, "starts": self.starts, "losses": self.losses}

    @classmethod
    def from_dict(cls, source: Line, number: int) -> Reviewed | None:
        """Reads a match from a line."""
        if source["match"] != number:
            return None
        starts = [[float(share) for share in shares] for shares in source["starts"]]
        return cls(number, starts, [Loss(*loss) for loss in source["losses"]])


def review_matches(plan: LuckPlan, numbers: range, executor: Executor | None, ahead: int) -> Iterator[Reviewed]:
    """Yields the matches of these numbers in order, whatever executor plays them."""
    return in_order(executor, _review, ((plan, number) for number in numbers), ahead)


def _review(task: tuple[LuckPlan, int]) -> Reviewed:
    plan, number = task
    game = plan.game
    rolls = [Random(f"luck:{plan.seed}:{number}:{seat}") for seat in game.seats]
    state = game.start(seed=match_seed(plan.seed, number))
    seer, known = SeerBot(worlds=plan.worlds), calibration(game)
    starts: list[list[float]] = []
    losses: list[Loss] = []
    event = 0
    while not state.over:
        seat, event = state.awaited[0], event + 1
        view = state.view(seat)
        assert isinstance(view, SevenView | ProphecyView)
        action = seer.choose(view, rolls[seat])
        if len(view.legal) > 1 and (phase_of(view) == 0 or number % EVERY == 0):
            decision = Decision(event, seat, view, action)
            few, many = (judge(weigh_decision(decision, worlds, plan.seed)) for worlds in (FEW, MANY))
            losses.append(Loss(many.weighed.trick, few.match, many.match, many.weighed.played.exact))
            if many.weighed.trick == 0:
                if len(starts) < view.round:
                    starts.append([])
                shifted = 0.0 if known is None else known.starts.get(third_of(game, view.round), 0.0)
                starts[-1].append(round(chance_at(log_odds(many.after) - shifted), 4))
        state = state.apply(seat, action)
    return Reviewed(number, starts, losses)


def without_bias(
    game: Game, known: Calibration, matches: Sequence[Reviewed], made: Mapping[str, object]
) -> Calibration:
    """Returns the calibration with starts and par from these matches."""
    shares: dict[int, list[float]] = {}
    for match in matches:
        for round_, chances in enumerate(match.starts, 1):
            shares.setdefault(third_of(game, round_), []).extend(chances)
    starts = {third: round(even_shift(chances, 1 / game.players), 4) for third, chances in sorted(shares.items())}
    par = {
        kind: _par([loss for match in matches for loss in match.losses if (loss.trick > 0) is played])
        for kind, played in (("choice", False), ("play", True))
    }
    return replace(known, starts=starts, par=par, made={**known.made, "luck": dict(made)})


def _par(losses: Sequence[Loss]) -> tuple[float, float]:
    """Fits the mean loss of a decision as a line over 1/√worlds: its intercept and slope.

    Exact decisions contribute to the intercept: they have no sampling error.
    """
    if not losses:
        return 0.0, 0.0
    drawn = [loss for loss in losses if not loss.exact]
    rise = 1 / sqrt(FEW) - 1 / sqrt(MANY)
    slope = max(0.0, sum(loss.few - loss.many for loss in drawn) / max(1, len(drawn)) / rise)
    intercept = sum(loss.many for loss in losses) / len(losses) - slope * len(drawn) / len(losses) / sqrt(MANY)
    return round(intercept, 6), round(slope, 6)


class Parts(NamedTuple):
    """Mean effect of each part of luck on the seats of a reviewed match, in shares of it; 0 in the long run."""

    cards: float
    others: float


def parts_of(game: Game, seed: int, number: int, strong: int, worlds: int) -> Parts:
    """Reviews a match of strong players and returns the mean of each part of luck over its seats."""
    bots = [SeerBot(worlds=strong) for _ in game.seats]
    state = play_match(game, bots, match_seed(seed, number), f"luck:{seed}:{number}")
    seats = review(state.record(), worlds, seed).seats
    return Parts(*(sum(part) / len(seats) for part in zip(*((seat.cards, seat.others) for seat in seats), strict=True)))
