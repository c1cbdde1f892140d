"""Variants that are registered while a test runs, and forgotten after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from foretold.games import TITLES, register
from foretold.games.seven.edition import FIRST_TO_TWO, Scoring, SevenEdition

FIRST_EDITION: Final = "seven-prophecies-2017"
NAME = "first-to-three"
FIRST_TO_THREE = replace(FIRST_TO_TWO, target=3)  # what a real one would have in games/seven/edition.py


def register_variant(title: str, variant: str, scoring: Scoring) -> None:
    """The title has one variant more, in this process."""
    known = TITLES[title]
    assert isinstance(known.edition, SevenEdition)
    variants = {**known.edition.variants, variant: scoring}
    register(replace(known, edition=replace(known.edition, variants=variants)))


@contextmanager
def registered(title: str, variant: str, scoring: Scoring) -> Iterator[None]:
    """As long as this is open, the title has one variant more."""
    before = TITLES[title]
    register_variant(title, variant, scoring)
    try:
        yield
    finally:
        register(before)
