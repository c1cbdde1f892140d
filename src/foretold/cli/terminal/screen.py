"""The terminal: its capabilities, output and input."""

from __future__ import annotations

import io
import sys
from typing import Literal

from rich.console import Console, RenderableType
from rich.text import Text

from foretold.cli.terminal.plain import lines_of
from foretold.cli.terminal.style import Look
from foretold.i18n import say

SYMBOLS = "│─╭╮╰╯├┤┼┬┴✓½→"


class _Console(Console):
    """A console that leaves handling of a closed output to the command."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """A terminal or a pipe: on a terminal every screen starts at the top, in a pipe lines follow each other."""

    def __init__(self, wished_language: str, *, fast: bool = False, plain: bool = False) -> None:
        """Sets the streams up so that they never fail on a character they can't show."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        encoding = self._encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        self.symbols = _shows(encoding, SYMBOLS)
        self.wished_language = wished_language
        self.language = wished_language if _shows(encoding, say(wished_language, "terminal.sample")) else "en"
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.fast, self.plain = fast, plain
        colours: Literal["auto"] | None = None if plain else "auto"
        self.console = _Console(
            highlight=False, markup=False, emoji=False, soft_wrap=plain, color_system=colours, no_color=plain or None
        )
        if not sys.stdout.isatty():
            self.console.width = 80

    def look(self, game: str, names: tuple[str, ...]) -> Look:
        """The style of a table on this screen."""
        shown = tuple(name.encode(self._encoding, "replace").decode(self._encoding) for name in names)
        return Look(self.language, self.symbols, game, shown, self.plain)

    def say(self, key: str, **values: object) -> str:
        """Returns the phrase `terminal.key` with its values."""
        return say(self.language, f"terminal.{key}", **values)

    def clear(self) -> None:
        """Clears the terminal; what is read line by line stays."""
        if self.plain:
            return
        if self.interactive:
            self.console.clear()
        else:
            self.console.print()

    def show(self, *parts: RenderableType) -> None:
        """Prints the parts, one below the other."""
        for part in parts:
            for line in lines_of(part) if self.plain else (part,):
                self.console.print(line)

    def tell(self, sentence: str) -> None:
        """Prints a sentence, wrapped between words."""
        self.console.print(Text(sentence))

    def ask(self, prompt: str) -> str | None:
        """Asks the person; None if they leave (end of input, Ctrl-C)."""
        try:
            answer = input(prompt)
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        if not sys.stdin.isatty():
            print(answer)  # echoed, so that question and answer can be read later
        return answer

    def pause(self) -> str | None:
        """Waits for Enter on a terminal; returns what was typed before it, None if the person leaves."""
        return self.ask(self.say("go-on") + " ") if self.interactive else ""


def _shows(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
