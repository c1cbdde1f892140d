"""Valued decisions as JSON, as `foretold review --json` prints them, and back, so that reviews can be made in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foretold.bots.calibrated import Found
from foretold.coach.decisions import Weighed, by_match, decisions, weigh_decision
from foretold.coach.marks import Judged, judge
from foretold.coach.reasons.measure import Reason
from foretold.games import Game
from foretold.json_types import JsonObject
from foretold.records import Record


def told_of(judged: Judged) -> JsonObject:
    """Returns a valued decision as JSON."""
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
        "reasons": [reason.to_dict() for reason in weighed.reasons],
        "actions": [
            {
                "action": str(choice.action),
                "points": choice.points,
                "match": choice.match,
                "error": choice.error,
                "chances": choice.chances,
            }
            for choice in weighed.found
        ],
    }


def weighed_of(source: JsonObject, game: Game) -> Weighed:
    """Reads a decision from JSON, as a review needs it."""
    choices = tuple(
        Found(
            game.parse(choice["action"]),
            choice["points"],
            choice["match"],
            choice["chances"],
            choice["error"],
            source["worlds"],
            source["exact"],
            game.players - 1.0,
        )
        for choice in source["actions"]
    )
    action, legal = game.parse(source["action"]), source.get("legal", 0)
    reasons = tuple(Reason.from_dict(reason, game) for reason in source.get("reasons", ()))
    at = (source["event"], source["seat"], source["round"], source["trick"])
    return Weighed(*at, action, by_match(choices), legal, reasons)


def weigh_rest(record: Record, known: Iterable[int], worlds: int, seed: int) -> Iterator[JsonObject]:
    """Yields the JSON of each decision of a record, in order, except those at the known events."""
    done = set(known)
    for decision in decisions(record):
        if decision.event not in done:
            yield told_of(judge(weigh_decision(decision, worlds, seed)))
