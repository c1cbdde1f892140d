"""Names and chat as plain text: one line, no control characters, no direction marks, of bounded length."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

NAME_LENGTH = 24
TEXT_LENGTH = 200
_JOINER = "\u200d"  # holds emoji together


def clean(text: str, length: int) -> str:
    """The text on one line without anything invisible, at most so many characters."""
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(each if _shown(each) else " " for each in normal)
    return " ".join(kept.split())[:length].strip()


def _shown(character: str) -> bool:
    return character == _JOINER or unicodedata.category(character)[0] not in "CZ"


def unlike(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it where another at the table is called the same."""
    known = {each.casefold() for each in taken}
    number, found = 2, name
    while found.casefold() in known:
        found = f"{name[: NAME_LENGTH - 3]} {number}"
        number += 1
    return found
