"""A deal as a sequence of explicit chance nodes: card by card in deck order, each with the place it goes to.

Hands are sets: dealing in deck order gives every deal in exactly one way, with few outcomes per node. A card goes to a
place with a probability in proportion to its free slots, which makes all deals equally likely. Nodes with a single
outcome are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.edition import COLOUR_CARDS, TRICKS
from foretold.games.seven.game import HAND, SevenGame
from foretold.games.state import Deal


class Dealing(NamedTuple):
    """A deal in progress: who is first, where the cards have gone so far, the colours of the row so far.

    Places are the seats, then cards set aside unseen, those set aside face up, and the slots of a future row of cards.
    """

    game: Game
    number: int  # number of the round, from 0
    first: int | None  # starter or dealer, once known
    given: tuple[int, ...]  # by card: its place
    free: tuple[int, ...]  # by place: number of cards it still takes
    row: tuple[int, ...]  # colours laid out so far
    colours: tuple[int, ...]  # remaining colour cards, by suit

    def outcomes(self) -> list[tuple[int, float]]:
        """Returns the possible next outcomes with their probabilities."""
        if self.first is None:
            return [(seat, 1 / self.game.players) for seat in self.game.seats]
        counts = self.free if any(self.free) else self.colours
        total = sum(counts)
        return [(outcome, count / total) for outcome, count in enumerate(counts) if count]

    def after(self, outcome: int) -> Dealing:
        """Returns the deal after this outcome and all forced ones after it."""
        return self._take(outcome)._forced()

    def _take(self, outcome: int) -> Dealing:
        if self.first is None:
            return self._replace(first=outcome)
        if any(self.free):
            return self._replace(given=(*self.given, outcome), free=_less(self.free, outcome))
        return self._replace(row=(*self.row, outcome), colours=_less(self.colours, outcome))

    def _forced(self) -> Dealing:
        dealing = self
        while dealing.first is not None and not dealing.done:
            counts = dealing.free if any(dealing.free) else dealing.colours
            if sum(map(bool, counts)) > 1:
                break
            dealing = dealing._take(next(outcome for outcome, count in enumerate(counts) if count))
        return dealing

    @property
    def done(self) -> bool:
        return self.first is not None and not any(self.free) and (not self.colours or len(self.row) == TRICKS)

    def to_dict(self) -> dict[str, Any]:
        """Returns the deal as it stands in a record."""
        game = self.game
        players = game.players
        places: list[list[str]] = [[] for _ in self.free]
        for card, place in zip(dealt_cards(game), self.given, strict=True):
            places[place].append(str(card))
        hands, hidden = places[:players], places[players]
        if isinstance(game, ProphecyGame):
            trump = game.letter(game.wheel[self.number])
            return {"dealer": self.first, "trump": trump, "hands": hands, "hidden": hidden}
        deal = {"starter": self.first, "hands": hands, "hidden": hidden}
        if not self.colours:
            return {**deal, "open": places[players + 1], "future": [place[0] for place in places[players + 2 :]]}
        suits = game.title.suits
        spare = [suit for suit, count in zip(suits, self.colours, strict=True) for _ in range(count)]
        return {**deal, "future": [suits[suit] for suit in self.row], "future_hidden": spare}


def _less(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] - 1, *counts[at + 1 :])


def dealt_cards(game: Game) -> tuple[Any, ...]:
    """Returns the cards a round is dealt from, in deck order."""
    cards: tuple[Any, ...] = getattr(game, "dealt_cards", game.deck)
    return cards


def begin(game: Game, number: int, before: Deal | None) -> Dealing:
    """Returns the deal of round `number` (from 0) before anything is dealt."""
    players, cards = game.players, len(dealt_cards(game))
    first = getattr(game, "first_dealer", None) if before is None else (before.first + 1) % players
    row: tuple[int, ...] = ()
    colours: tuple[int, ...] = ()
    aside = 0
    size = HAND
    if isinstance(game, ProphecyGame):
        size = game.hand_size
    elif isinstance(game, SevenGame):
        aside = game.edition.open_aside[players]
        if game.edition.future_of_deck:
            row = (1,) * TRICKS
        else:
            colours = (COLOUR_CARDS,) * 4
    hidden = cards - size * players - aside - len(row)
    free = (*(size,) * players, hidden, *((aside, *row) if row else ()))
    return Dealing(game, number, first, (), free, (), colours)


def outcomes_of(game: Game, number: int, before: Deal | None, deal: Any) -> Iterator[int]:
    """Returns the sequence of outcomes that gives this deal."""
    dealing = begin(game, number, before)
    if dealing.first is None:
        yield deal.first
    free = list(dealing.free)
    places: dict[str, int] = {}
    for seat, hand in enumerate(deal.hands):
        for card in game.cards(hand):
            places[str(card)] = seat
    if isinstance(game, SevenGame) and game.edition.future_of_deck:
        places.update(dict.fromkeys(deal.open, game.players + 1))
        places.update({face: game.players + 2 + at for at, face in enumerate(deal.future)})
    for card in dealt_cards(game):
        if sum(map(bool, free)) == 1:
            break
        place = places.get(str(card), game.players)
        free[place] -= 1
        yield place
    if dealing.colours:
        colours = list(dealing.colours)
        for suit in deal.row:
            if sum(map(bool, colours)) == 1:
                break
            colours[suit] -= 1
            yield suit


def most_nodes(game: Game) -> int:
    """Returns the maximum number of chance nodes of a deal."""
    dealing = begin(game, 0, None)
    return 1 + len(dealt_cards(game)) + (TRICKS if dealing.colours else 0)
