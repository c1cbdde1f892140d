"""Names and chat as plain text: one line, no control or direction characters, bounded length."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

NAME_LENGTH = 24
TEXT_LENGTH = 200
_JOINER = "\u200d"  # holds emoji together
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # characters without a visible shape
_UNSEEN = {ord(_JOINER): None} | dict.fromkeys(range(0xFE00, 0xFE10))  # the range holds the variation selectors


def clean(text: str, length: int) -> str:
    """The text on one line without invisible characters, cut to this length."""
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(character if _shown(character) else " " for character in normal)
    return " ".join(kept.split())[:length].strip(f" {_JOINER}")


def _shown(character: str) -> bool:
    return character == _JOINER or (unicodedata.category(character)[0] not in "CZ" and character not in _BLANK)


# Names for bots: short, easy to say in English and Japanese, and easy to tell apart.
BOTS = (
    *("Mika", "Toto", "Runa", "Kiki", "Soren", "Nori", "Emmi", "Pico", "Tama", "Rio", "Yuna", "Koto"),
    *("Lulu", "Haru", "Nemo", "Suzu", "Taro", "Mimi", "Juno", "Reko", "Popo", "Kai", "Momo", "Zenzo"),
)


def bot_name(table: str, taken: Iterable[str]) -> str:
    """A name for a bot that nobody at the table has; each table starts elsewhere in the list."""
    known = {_look(other) for other in taken}
    first = sum(table.encode()) % len(BOTS)
    return next(name for name in BOTS[first:] + BOTS[:first] if _look(name) not in known)


def unlike(name: str, taken: Iterable[str]) -> str:
    """The name, with a number appended if another name at the table looks the same."""
    known = {_look(other) for other in taken}
    number, unique = 2, name
    while _look(unique) in known:
        unique = f"{name[: NAME_LENGTH - 3]} {number}"
        number += 1
    return unique


def _look(name: str) -> str:
    """The name as it looks: without letter case, width or joiners."""
    return unicodedata.normalize("NFKC", name.translate(_UNSEEN)).casefold()


def short(id: str) -> str:
    """The part of a table's id that may be logged: too short to join by."""
    return id[:6]
