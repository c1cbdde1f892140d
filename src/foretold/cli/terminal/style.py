"""How things look at a table: marks, colours, names and words, as far as the terminal can show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.text import Text

from foretold import i18n
from foretold.views import View

LETTERS = "ABCDEF"  # the mark of a seat; its colour only helps
SEAT_STYLES = ("bright_cyan", "bright_magenta", "bright_yellow", "bright_green", "bright_blue", "bright_red")
SUIT_STYLES = {
    "seven-prophecies": {"B": "yellow", "M": "white", "P": "green", "S": "red"},
    "seven-prophecies-2017": {"S": "yellow", "M": "cyan", "E": "green", "R": "red"},
    "prophecy": {"S": "yellow", "P": "red", "V": "green", "E": "cyan"},
}
NAME_CELLS = 12
WIDTH = 80
PLAIN = {"…": "...", "½": ".5", "–": "-", "→": ">", "✓": "*", "“": '"', "”": '"', "’": "'"}


@dataclass(frozen=True)
class Look:
    """One table's looks: the language, whether more than ASCII can be shown, the game and the names by seat."""

    language: str
    symbols: bool
    game: str
    names: tuple[str, ...]
    plain: bool = False  # for readers and scripts: names in place of letters, no frames

    def say(self, key: str, **values: object) -> str:
        """The phrase `terminal.key` with its values filled in, in this title's own words where it has some."""
        return i18n.say(self.language, i18n.own(self.language, f"terminal.{key}", self.game), **values)

    def join(self, parts: Iterable[str]) -> str:
        """The parts as a list in a sentence."""
        return i18n.phrases(self.language)["join"].join(parts)

    @property
    def title(self) -> str:
        """The name of the game."""
        return i18n.title_name(self.language, self.game)

    @property
    def true(self) -> str:
        """The mark of what came, or would come, true."""
        return "✓" if self.symbols else "*"

    @property
    def arrow(self) -> str:
        return "→" if self.symbols else ">"

    @property
    def table_box(self) -> box.Box:
        """The frame of a table with lines between its columns."""
        return box.ROUNDED if self.symbols else box.ASCII

    @property
    def list_box(self) -> box.Box:
        """The frame of a table with a line under its heads only."""
        return box.SIMPLE_HEAD if self.symbols else _ASCII_HEAD

    def place(self, place: int) -> str:
        """1st, 2nd; 1位."""
        return self.say(f"place.{place}")

    def suit(self, letter: str) -> str:
        """The name of a suit."""
        return i18n.suit_name(self.language, self.game, letter)

    def suit_text(self, letter: str) -> Text:
        """The name of a suit in its colour."""
        return Text(self.suit(letter), style=self.suit_style(letter))

    def suit_style(self, letter: str | None) -> str:
        return SUIT_STYLES[self.game].get(letter or "", "bright_magenta")

    def card(self, card: str, style: str = "") -> Text:
        """A card in the colour of its suit; Specialists have a colour of their own."""
        suit = card[0] if card[1:2].isdigit() else None
        return Text(card, style=f"{style} {self.suit_style(suit)}".strip())

    def mark(self, seat: int, style: str = "") -> Text:
        """The letter of a seat in its colour; its name where nothing is drawn."""
        if self.plain:
            return Text(self.called[seat])
        return Text(LETTERS[seat], style=f"bold {SEAT_STYLES[seat]} {style}".strip())

    @property
    def called(self) -> tuple[str, ...]:
        """The names of all seats, those that several have with the letter of the seat."""
        return tuple(
            name if self.names.count(name) == 1 else f"{LETTERS[seat]} {name}" for seat, name in enumerate(self.names)
        )

    def name(self, seat: int) -> str:
        """The name of a seat, cut where it is too long for a table."""
        return shorten(self.names[seat], NAME_CELLS)

    def who(self, seat: int) -> Text:
        """Mark and name of a seat."""
        if self.plain:
            return Text(self.called[seat])
        return Text.assemble(self.mark(seat), " ", self.name(seat))

    def fit(self, text: str) -> str:
        """The text in signs that the terminal can show, as far as there are plain ones for it."""
        if self.symbols:
            return text
        for sign, plain in PLAIN.items():
            text = text.replace(sign, plain)
        return text

    def titled(self, view: View) -> str:
        """The name of the game with its variant; beside one a long name is a shorter one, so that both have room."""
        variant = str(view.options.get("variant", "standard"))
        if variant == "standard":
            return self.title
        short = i18n.phrases(self.language).get(f"terminal.short-title.{self.game}", self.title)
        return f"{short} ({i18n.variant_name(self.language, self.game, variant)})"

    def heading(self, view: View, *parts: Text | str) -> Text:
        """The first line of a screen: the game, the round, and what else there is to say."""
        key = "round" if view.rounds is not None else "round-open"
        rounds = [] if view.rounds == 1 else [self.say(key, round=view.round, rounds=view.rounds)]
        rest = Text()
        for part in (*rounds, *parts):
            rest.append(" | ", "dim")
            rest.append_text(part if isinstance(part, Text) else Text(part, "not dim"))
        return Text(shorten(self.titled(view), WIDTH - rest.cell_len), style="bold").append_text(rest)


_ASCII_HEAD = box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)


def shorten(text: str, cells: int) -> str:
    """The text, cut to that many cells of the terminal."""
    return text if cell_len(text) <= cells else set_cell_size(text, cells - 1).rstrip() + "."


def spaced(parts: Iterable[Text], gap: str = "  ") -> Text:
    """The parts in one line, to be broken between them only."""
    return Text(gap).join(parts)
