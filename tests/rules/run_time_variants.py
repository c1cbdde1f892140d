"""Variants that are registered while a test runs, and forgotten after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from foretold.games import TITLES, load, register
from foretold.games.seven.edition import FIRST_TO_TWO, Scoring, SevenEdition
from foretold.games.seven.game import SevenGame

FIRST_TO_THREE = replace(FIRST_TO_TWO, target=3)


@contextmanager
def registered(title: str, variant: str, scoring: Scoring, players: int) -> Iterator[SevenGame]:
    """A game of a variant that nothing else knows of."""
    before = TITLES[title]
    assert isinstance(before.edition, SevenEdition)
    register(replace(before, edition=replace(before.edition, variants={**before.edition.variants, variant: scoring})))
    try:
        game = load(title, players, variant=variant)
        assert isinstance(game, SevenGame)
        yield game
    finally:
        register(before)
