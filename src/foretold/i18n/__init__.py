"""What people read, per language: sentences are made from a key and its values, never written in code.

A language is there because its file is: `en.py` is English, `pt_BR.py` would be Brazilian Portuguese. A phrase names
its values in braces, and the forms of a word that depend on one of them, in the order of the language's plural
categories: `"{count} {count:match|matches}"`. A phrase that a language lacks is said in English.
"""

from __future__ import annotations

import re
import string
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeGuard

DEFAULT = "en"
_DECIMAL = re.compile(r"([+−-]?\d+)\.(\d+)(%?)")


@dataclass(frozen=True)
class Language:
    """One language: its own name, its phrases by key, its plural categories, which one a number takes, its decimals."""

    name: str
    phrases: dict[str, str]  # its own: without those that English stands in for
    forms: tuple[str, ...]
    form: Callable[[str], str]
    decimal: str  # the sign between a number's whole part and its decimals


@cache
def languages() -> tuple[str, ...]:
    """The languages that are there, by their tags, English first."""
    names = sorted(module.name.replace("_", "-") for module in iter_modules(__path__))
    return (DEFAULT, *(tag for tag in names if tag != DEFAULT))


@cache
def language(tag: str) -> Language:
    """The language of that tag."""
    if tag not in languages():
        raise ValueError(f"no language {tag!r}: choose from {', '.join(languages())}")
    file = import_module(f"{__name__}.{tag.replace('-', '_')}")
    return Language(file.NAME, dict(file.PHRASES), file.FORMS, file.form, getattr(file, "DECIMAL", "."))


def known(wish: str) -> str | None:
    """The language that fits a wish such as `ja`, `ja-JP` or `ja_JP.UTF-8` best, if one does."""
    parts = wish.split(".")[0].split("@")[0].replace("_", "-").lower().split("-")
    tags = {tag.lower(): tag for tag in languages()}
    for length in range(len(parts), 0, -1):
        if "-".join(parts[:length]) in tags:
            return tags["-".join(parts[:length])]
    return next((tag for tag in languages() if tag.lower().split("-")[0] == parts[0]), None)


def accepted(header: str) -> str:
    """The language that the header Accept-Language likes best of those that are there, else English."""
    wishes = [(_quality(weight), tag.strip()) for tag, _, weight in (wish.partition(";") for wish in header.split(","))]
    for quality, tag in sorted(wishes, key=lambda wish: -wish[0]):
        chosen = DEFAULT if tag == "*" else known(tag)
        if chosen is not None and quality > 0:
            return chosen
    return DEFAULT


def _quality(weight: str) -> float:
    """The number of `q=0.8`; 1 where there is none, 0 where it can't be read."""
    text = weight.strip().removeprefix("q=") or "1"
    return float(text) if len(text) <= 5 and text.isascii() and text.replace(".", "", 1).isdigit() else 0.0


def phrases(tag: str) -> Mapping[str, str]:
    """All phrases of a language by key; those that it lacks are English."""
    return ChainMap(language(tag).phrases, language(DEFAULT).phrases)


def missing(tag: str) -> list[str]:
    """The keys of the phrases that a language lacks."""
    own = language(tag).phrases
    return [key for key in language(DEFAULT).phrases if key not in own]


def add(tag: str, more: Mapping[str, str]) -> None:
    """More phrases are in a language, until the process ends: those of a variant from elsewhere."""
    language(tag).phrases.update(more)


def say(tag: str, key: str, /, **values: object) -> str:
    """The phrase `key` with its values filled in."""
    return fill(_speaker(tag, key), phrases(tag)[key], values)


def _speaker(tag: str, key: str) -> str:
    """The language that a phrase is said in: the one asked for, or English where that one lacks it."""
    return tag if key in language(tag).phrases else DEFAULT


def fill(tag: str, phrase: str, values: Mapping[str, object]) -> str:
    """The phrase with its values in place of their names, and the forms of words that go with them."""
    decimal = language(tag).decimal
    if decimal != ".":
        values = {
            name: _DECIMAL.sub(rf"\1{decimal}\2\3", value) if _is_figure(value) else value
            for name, value in values.items()
        }
    if "|" not in phrase:
        return phrase.format(**values)
    return _Filler(language(tag)).vformat(phrase, (), values)


def _is_figure(value: object) -> TypeGuard[str]:
    """True for a number with decimals that was written for a sentence."""
    return isinstance(value, str) and _DECIMAL.fullmatch(value) is not None


class _Filler(string.Formatter):
    """Fills in values as `str.format` does; `{count:match|matches}` is the form of a word for that count."""

    def __init__(self, speaking: Language) -> None:
        self._speaking = speaking

    def format_field(self, value: object, format_spec: str) -> str:
        if not format_spec:
            return str(value)
        forms = format_spec.split("|")
        at = self._speaking.forms.index(self._speaking.form(str(value)))
        return forms[min(at, len(forms) - 1)]


def own(tag: str, key: str, game: str) -> str:
    """The key of what a title says in words of its own, `key.title`, where it does; else the key that all share."""
    return f"{key}.{game}" if f"{key}.{game}" in phrases(tag) else key


def suit_name(tag: str, game: str, letter: str) -> str:
    """The name of a suit of a game: Broom, ほうき."""
    return phrases(tag).get(f"suit.{game}.{letter}", letter)


def title_name(tag: str, game: str) -> str:
    """The name of a title; one without words goes by its plain name."""
    return phrases(tag).get(f"title.{game}", game)


def variant_name(tag: str, game: str, variant: str) -> str:
    """The name of a variant; one without words goes by its plain name."""
    return phrases(tag).get(f"variant.{game}.{variant}", variant)


def refusal(tag: str, reason: str, game: str, values: Mapping[str, object]) -> str:
    """The sentence that says what is wrong and what would be right, from a reason key and its values."""
    named = {name: _spoken(tag, game, name, value) for name, value in values.items()}
    key = own(tag, f"no.{reason}", game)
    return fill(_speaker(tag, key), phrases(tag)[key], named)


def _spoken(tag: str, game: str, name: str, value: object) -> str:
    if name in ("suit", "trump") and isinstance(value, str) and value:
        return suit_name(tag, game, value)
    if name == "expected":
        return phrases(tag)[f"type.{value}"]
    if name == "specialist":
        return phrases(tag)[f"specialist.{value}"]
    if name == "seat":
        return say(tag, "seat", number=value)
    if isinstance(value, list | tuple):
        return phrases(tag)["join"].join(_spoken(tag, game, name.removesuffix("s"), item) for item in value)
    return str(value)
