"""What people read, per language: sentences are made from a key and its values, never written in code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

LANGUAGES = ("en", "ja")


@cache
def phrases(language: str) -> Mapping[str, str]:
    """All phrases of a language by key."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: choose from {', '.join(LANGUAGES)}")
    table: Mapping[str, str] = import_module(f"foretold.words.{language}").PHRASES
    return table


def say(language: str, key: str, /, **values: Any) -> str:
    """The phrase `key` with its values filled in."""
    return phrases(language)[key].format(**values)


def suit_name(language: str, game: str, letter: str) -> str:
    """The name of a suit of a game: Broom, ほうき."""
    return phrases(language)[f"suit.{game}.{letter}"]


def refusal(language: str, reason: str, game: str, values: Mapping[str, Any]) -> str:
    """The sentence that says what is wrong and what would be right, from a reason key and its values."""
    named = {name: _spoken(language, game, name, value) for name, value in values.items()}
    return phrases(language)[f"no.{reason}"].format(**named)


def _spoken(language: str, game: str, name: str, value: Any) -> str:
    if name in ("suit", "trump") and isinstance(value, str) and value:
        return suit_name(language, game, value)
    if name == "expected":
        return phrases(language)[f"type.{value}"]
    if name == "specialist":
        return phrases(language)[f"specialist.{value}"]
    if name == "seat":
        return phrases(language)["seat"].format(number=value)
    if isinstance(value, list | tuple):
        return phrases(language)["join"].join(_spoken(language, game, name.removesuffix("s"), each) for each in value)
    return str(value)
