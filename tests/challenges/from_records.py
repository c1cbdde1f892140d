"""Reads challenges back from records, which hold all that is needed to play them again."""

from __future__ import annotations

from collections.abc import Mapping

from foretold.challenges import Challenge
from foretold.games import load
from foretold.json_types import Json
from foretold.records import Record


def of_record(record: Record) -> Challenge | None:
    """Returns the challenge that a record belongs to; None if it names none, or if several people played."""
    facts, seats = record.extra.get("challenge"), record.extra.get("seats")
    if not isinstance(facts, Mapping) or not isinstance(seats, list | tuple) or len(seats) != record.players:
        return None
    game = load(record.game, record.players, options=record.options)
    named = tuple(_named(seat) for seat in seats)
    if named.count("") != 1:
        return None  # a table of an evening
    return Challenge(game, int(facts["seat"]), bytes.fromhex(str(facts["seed"])), named)


def _named(seat: Mapping[str, Json]) -> str:
    if seat.get("kind") != "bot":
        return ""
    return f"{seat['bot']}:{seat['worlds']}" if "worlds" in seat else str(seat["bot"])
