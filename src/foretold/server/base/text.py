"""Names and chat as plain text: one line, no control or direction characters, bounded length."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

NAME_LENGTH = 24
TEXT_LENGTH = 200
_JOINER = "\u200d"  # holds emoji together
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs without a shape
_UNSEEN = {ord(_JOINER): None} | dict.fromkeys(range(0xFE00, 0xFE10))  # the latter choose the shape of an emoji


def clean(text: str, length: int) -> str:
    """The text on one line without anything invisible, at most so many characters."""
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(each if _shown(each) else " " for each in normal)
    return " ".join(kept.split())[:length].strip(f" {_JOINER}")


def _shown(character: str) -> bool:
    return character == _JOINER or (unicodedata.category(character)[0] not in "CZ" and character not in _BLANK)


# Of bots: short, easy to say in English and in Japanese, and easy to tell apart.
BOTS = (
    *("Mika", "Toto", "Runa", "Kiki", "Soren", "Nori", "Emmi", "Pico", "Tama", "Rio", "Yuna", "Koto"),
    *("Lulu", "Haru", "Nemo", "Suzu", "Taro", "Mimi", "Juno", "Reko", "Popo", "Kai", "Momo", "Zenzo"),
)


def bot_name(table: str, taken: Iterable[str]) -> str:
    """A name for a bot of this table that nobody there has; each table begins at another place of the list."""
    known = {_look(each) for each in taken}
    first = sum(table.encode()) % len(BOTS)
    return next(name for name in BOTS[first:] + BOTS[:first] if _look(name) not in known)


def unlike(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it where another at the table looks the same."""
    known = {_look(each) for each in taken}
    number, found = 2, name
    while _look(found) in known:
        found = f"{name[: NAME_LENGTH - 3]} {number}"
        number += 1
    return found


def _look(name: str) -> str:
    """The name without what nobody sees: letter case, width, joiners."""
    return unicodedata.normalize("NFKC", name.translate(_UNSEEN)).casefold()


def short(id: str) -> str:
    """As much of a table's id as may stand in a log: too little to join by."""
    return id[:6]
