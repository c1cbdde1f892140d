"""Checks shared by all titles for the deal in a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foretold.errors import BadRecord
from foretold.games.game import Game
from foretold.json_types import Json
from foretold.records import checked_texts, wrong_type


def checked_seat(game: Game, source: Mapping[str, Json], key: str, before: int | None, clause: str) -> int:
    """Returns the starter or dealer: any seat in the first round, then the left neighbour of the previous one."""
    if key not in source:
        raise BadRecord("missing-key", {"key": key}, game=game.name)
    seat = source[key]
    if type(seat) is not int:
        raise wrong_type(key, "integer", seat)
    if seat not in game.seats:
        raise BadRecord("no-such-seat", {"found": str(seat), "last": game.players - 1}, clause=clause, game=game.name)
    if before is not None and seat != (before + 1) % game.players:
        values: dict[str, Json] = {"key": key, "found": seat, "expected_seat": (before + 1) % game.players}
        raise BadRecord("wrong-rotation", values, clause=clause, game=game.name)
    return seat


def checked_hands(game: Game, source: Mapping[str, Json], size: int, clause: str) -> tuple[int, ...]:
    """Returns the hands as masks, one per seat, each of the right size."""
    if "hands" not in source:
        raise BadRecord("missing-key", {"key": "hands"}, game=game.name)
    hands = source["hands"]
    if type(hands) is not list:
        raise wrong_type("hands", "list", hands)
    if len(hands) != game.players:
        raise BadRecord(
            "wrong-count",
            {"key": "hands", "found": len(hands), "expected_count": game.players},
            clause=clause,
        )
    return tuple(
        card_mask(game, f"hands[{seat}]", checked_texts({"hands": hand}, "hands"), size, clause)
        for seat, hand in enumerate(hands)
    )


def card_mask(game: Game, key: str, cards: Sequence[str], size: int, clause: str) -> int:
    """Returns the cards as a mask: all known, no duplicates, exactly the expected number."""
    if len(cards) != size:
        values: dict[str, Json] = {"key": key, "found": len(cards), "expected_count": size}
        raise BadRecord("wrong-count", values, clause=clause, game=game.name)
    mask = 0
    for card in cards:
        bit = game.bits.get(card)
        if bit is None:
            raise BadRecord("no-such-card", {"key": key, "card": card[:40]}, clause=clause, game=game.name)
        if mask & bit:
            raise BadRecord("card-twice", {"card": card}, clause=clause, game=game.name)
        mask |= bit
    return mask


def check_whole_deck(game: Game, groups: Sequence[int], clause: str) -> None:
    """Checks that the groups together are the whole deck, without a card in two of them."""
    seen = 0
    for group in groups:
        if seen & group:
            raise BadRecord("card-twice", {"card": str(game.cards(seen & group)[0])}, clause=clause, game=game.name)
        seen |= group
    if seen != game.whole:
        missing = str(game.cards(game.whole & ~seen)[0])
        raise BadRecord("card-missing", {"card": missing}, clause=clause, game=game.name)
