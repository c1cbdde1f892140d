"""What a person types, as notation: numbers, small letters, spaces and any order are fine at a prompt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from foretold.cards import SPECIALISTS
from foretold.cli.terminal import prophecy_table, seven_table
from foretold.cli.terminal.style import LETTERS
from foretold.errors import Refusal
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.views import View

COMMANDS = {
    "?": "help",
    "help": "help",
    "h": "history",
    "history": "history",
    "hint": "hint",
    "u": "undo",
    "undo": "undo",
    "q": "quit",
    "quit": "quit",
    "exit": "quit",
    "clear": "clear",
    "w": "wait",
    "wait": "wait",
    "hand": "hand",
    "scores": "scores",
    "trick": "trick",
    "tokens": "tokens",
    "bids": "tokens",
    "row": "row",
    "wheel": "row",
    "legal": "legal",
    "turn": "turn",
    "last": "last",
}
_VERBS = re.compile(r"(?:play|prophesy|bid) +", re.IGNORECASE)


class Unclear(Refusal):
    """An answer that this prompt can't take."""


def command(text: str) -> str | None:
    """The command that a text gives, None if it is none."""
    return COMMANDS.get(normal(text).lower())


def rated_by_hint(text: str) -> str:
    """The prophecy or bid that a hint is to rate ('hint 3-1-1-2'), '' if the text asks for none."""
    word, _, rest = normal(text).partition(" ")
    return rest.strip() if word.lower() == "hint" else ""


def normal(text: str) -> str:
    """The text as it would be typed on a plain keyboard, without spaces around it and without a verb before it."""
    return _VERBS.sub("", unicodedata.normalize("NFKC", text).strip().lstrip("/"), count=1)


def seat_of(text: str, names: Sequence[str]) -> int | None:
    """The seat that a number, a letter, a name or the beginning of one name alone means; None if there is none."""
    wished = normal(text).casefold()
    if wished.isdecimal() and len(wished) < 4:
        return int(wished) if int(wished) < len(names) else None
    known = [normal(name).casefold() for name in names]
    letters = [letter.casefold() for letter in LETTERS[: len(names)]]
    for matches in (known, letters):
        if matches.count(wished) == 1:
            return matches.index(wished)
    begun = [seat for seat, name in enumerate(known) if name.startswith(wished)]
    return begun[0] if wished and len(begun) == 1 else None


def notation(view: View, text: str) -> str:
    """The action that an answer means, in notation; whether it is legal the engine says."""
    typed = normal(text)
    if not typed:
        raise Unclear("terminal-empty")
    if view.phase == "prophecy":
        assert isinstance(view, SevenView)
        return _prophecy(view, typed)
    if typed.isdecimal():
        return _numbered([str(action) for action in view.legal], typed)
    if len(typed) <= 3 and typed.isalpha() and typed.title() not in SPECIALISTS:
        raise Unclear("terminal-unknown", {"text": typed[:40]})
    return spelled(typed)


def spelled(typed: str) -> str:
    """Cards with their capital letters: b11, monkey:v."""
    name, colon, suit = typed.partition(":")
    if name.title() in SPECIALISTS:
        return name.title() + colon + suit.strip().upper()
    if typed.lower() == "surrender":
        return "surrender"
    return typed.upper() if re.fullmatch(r"[A-Za-z] ?[0-9]+", typed) else typed


def _numbered(choices: Sequence[str], typed: str) -> str:
    number = int(typed) if len(typed) <= 4 else 0
    if not 1 <= number <= len(choices):
        raise Unclear("terminal-number", {"found": typed[:10], "last": len(choices)})
    return choices[number - 1]


def _prophecy(view: SevenView, typed: str) -> str:
    """2-1-1-3, 2113, '2 1 1 3', or the number of an even split."""
    parts = re.split(r"[-,;/ +]+", typed)
    if len(parts) > 1 and all(part.isdecimal() for part in parts):
        return "-".join(str(int(part)) if len(part) < 3 else part for part in parts)
    if typed.isdecimal() and len(typed) == view.players:
        return "-".join(typed)
    if typed.isdecimal() and len(typed) == 1:
        return _numbered(seven_table.even_splits(view), typed)
    if typed.isdecimal():
        raise Unclear("terminal-split", {"places": view.players})
    return spelled(typed)


def bid_cards(view: ProphecyView, text: str, picked: Sequence[str]) -> list[str]:
    """The cards that an answer picks for a bid, by notation or number, added to those picked before."""
    typed = normal(text)
    choices = prophecy_table.choices(view, picked)
    game = view.rules
    cards: list[str] = []
    for part in re.split(r"[+,; ]+", typed):
        card = _numbered(choices, part) if part.isdecimal() else spelled(part)
        if card not in game.actions:
            raise Unclear("terminal-unknown", {"text": typed[:40]})
        if card not in cards:
            cards.append(card)
    size = view.rules.bid_size
    together = [*picked, *(card for card in cards if card not in picked)] if len(cards) < size else cards
    held = [str(card) for card in view.hand]
    return sorted(together, key=lambda card: held.index(card) if card in held else -1)
