"""Who starts or deals in round 1: by lot, chosen, or found by drawing cards (ALL-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from foretold.cards import Card, Draws, Seed, seed_key
from foretold.cards.chance import DRAWING
from foretold.errors import BadOption
from foretold.games.game import Game
from foretold.json_types import Json, JsonObject

First = Literal["lot", "drawn"] | int  # by lot, by drawing cards, or the seat that was chosen


class Drawn(NamedTuple):
    """A card that a seat drew."""

    seat: int
    card: Card

    def to_dict(self) -> JsonObject:
        return {"seat": self.seat, "card": str(self.card)}


class Opening(NamedTuple):
    """The seat that starts or deals first, and how that was decided; `draws` is empty if it was chosen."""

    by: Literal["chosen", "drawn"]
    seat: int
    draws: tuple[tuple[Drawn, ...], ...] = ()

    def to_dict(self) -> JsonObject:
        """Returns the `first` field of a record."""
        fields: JsonObject = {"by": self.by, "seat": self.seat}
        return {**fields, **({"draws": plain_draws(self.draws)} if self.by == "drawn" else {})}


def plain_draws(draws: Sequence[Sequence[Drawn]]) -> list[Json]:
    """Returns the drawn cards as JSON: a list for each time that cards were drawn."""
    return [[drawn.to_dict() for drawn in turn] for turn in draws]


def draw_cards(game: Game, seed: Seed) -> tuple[tuple[Drawn, ...], ...]:
    """Draws a card for each seat; those who tie for the highest number draw again, each time from the whole deck.

    Specialists have no number and lose to every card that has one. The stream is not that of the deals, so the cards
    say nothing about the hands.
    """
    draws = Draws(seed_key(seed), 0, DRAWING)
    left: tuple[int, ...] = game.seats
    turns: list[tuple[Drawn, ...]] = []
    while len(left) > 1:
        deck = draws.shuffle(list(game.deck))
        turn = tuple([Drawn(seat, card) for seat, card in zip(left, deck, strict=False)])
        turns.append(turn)
        highest = max(drawn.card.number or 0 for drawn in turn)
        left = tuple([drawn.seat for drawn in turn if (drawn.card.number or 0) == highest])
    return tuple(turns)


def opening(game: Game, seed: Seed, first: First) -> Opening | None:
    """Returns who starts or deals first; None: the deals say it, by lot."""
    if first == "lot":
        return None
    if first == "drawn":
        draws = draw_cards(game, seed)
        best = max(draws[-1], key=lambda drawn: drawn.card.number or 0)
        return Opening("drawn", best.seat, draws)
    if type(first) is not int or first not in game.seats:
        raise BadOption("no-such-seat", {"found": str(first), "last": game.players - 1})
    return Opening("chosen", first)


def claimed(game: Game, seed: Seed, source: Mapping[str, Json]) -> Opening | None:
    """Returns the opening that the `first` field of a record claims; None if the seed or the game don't allow it."""
    by, seat = source.get("by"), source.get("seat")
    if by == "chosen" and type(seat) is int and seat in game.seats:
        return Opening("chosen", seat)
    drawn = opening(game, seed, "drawn")
    return drawn if drawn is not None and by == "drawn" and drawn.to_dict() == dict(source) else None
