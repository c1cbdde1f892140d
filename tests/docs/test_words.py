"""English and Japanese say the same things; every reason that code can give has a sentence."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import foretold
from foretold import words
from foretold.games import TITLES

ROOT = Path(foretold.__file__).parent
ENGLISH, JAPANESE = (words.phrases(language) for language in words.LANGUAGES)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_phrases() -> None:
    assert set(ENGLISH) == set(JAPANESE)


@pytest.mark.parametrize("key", sorted(ENGLISH))
def test_a_phrase_uses_the_same_values_in_both_languages(key: str) -> None:
    assert fields(ENGLISH[key]) == fields(JAPANESE[key])
    assert ENGLISH[key].strip()
    assert JAPANESE[key].strip()


def reasons() -> set[str]:
    """The first argument of every refusal in the source, where it is a text."""
    kinds = {
        "Refusal",
        "UnknownGame",
        "BadOption",
        "UnknownBot",
        "NotationError",
        "IllegalAction",
        "BadRecord",
        "Usage",
        "no",
    }
    found = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name) and node.func.id in kinds:
                reason = node.args[0]
                if isinstance(reason, ast.Constant) and isinstance(reason.value, str):
                    found.add(reason.value)
    return found


def test_every_reason_has_a_sentence() -> None:
    assert len(reasons()) > 40
    assert {f"no.{reason}" for reason in reasons()} <= set(ENGLISH)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_suit_of_a_game_has_its_own_name(language: str) -> None:
    for title in TITLES.values():
        assert len({words.suit_name(language, title.name, letter) for letter in title.suits}) == len(title.suits) == 4


def test_a_refusal_speaks_both_languages() -> None:
    game = foretold.load("seven-prophecies")
    with pytest.raises(foretold.IllegalAction) as refused:
        game.start(seed=7).apply(0, "2-1-0-3")
    error = refused.value
    assert (error.clause, error.reason) == ("SP2-4", "not-seven")
    assert error.sentence() == "that places 6 tokens: place all 7"
    assert error.sentence("ja") == "6個のトークンになっています。7個すべてを置いてください"
    assert str(error) == "that places 6 tokens: place all 7 (SP2-4)"
    with pytest.raises(ValueError, match="no language"):
        error.sentence("fr")
