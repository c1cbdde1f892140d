"""Weighed decisions as JSON, as `foretold review --json` prints them, and back: a review may be made piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foretold.bots.calibrated import Found
from foretold.coach.decisions import Weighed, by_match, decisions, weigh_decision
from foretold.coach.marks import Judged, judge
from foretold.games import Game
from foretold.json_types import JsonObject
from foretold.records import Record


def told_of(judged: Judged) -> JsonObject:
    """What is told of a decision."""
    weighed = judged.weighed
    return {
        "event": weighed.event,
        "seat": weighed.seat,
        "round": weighed.round,
        "trick": weighed.trick,
        "action": str(weighed.action),
        "best": str(weighed.found[0].action),
        "loss": {"points": judged.points, "match": judged.match},
        "error": {"points": judged.error_points, "match": judged.error_match},
        "mark": judged.mark,
        "only": judged.only,
        "exact": weighed.found[0].exact,
        "worlds": weighed.found[0].worlds,
        "legal": weighed.legal,
        "actions": [
            {
                "action": str(each.action),
                "points": each.points,
                "match": each.match,
                "error": each.error,
                "chances": each.chances,
            }
            for each in weighed.found
        ],
    }


def weighed_of(told: JsonObject, game: Game) -> Weighed:
    """The decision of which this was told, as a review needs it."""
    found = tuple(
        Found(
            game.parse(each["action"]),
            each["points"],
            each["match"],
            each["chances"],
            each["error"],
            told["worlds"],
            told["exact"],
            game.players - 1.0,
        )
        for each in told["actions"]
    )
    action, legal = game.parse(told["action"]), told.get("legal", 0)
    return Weighed(told["event"], told["seat"], told["round"], told["trick"], action, by_match(found), legal)


def weigh_rest(record: Record, known: Iterable[int], worlds: int, seed: int) -> Iterator[JsonObject]:
    """What is told of each decision of a record, in order, but of those at the known events."""
    done = set(known)
    for decision in decisions(record):
        if decision.event not in done:
            yield told_of(judge(weigh_decision(decision, worlds, seed)))
