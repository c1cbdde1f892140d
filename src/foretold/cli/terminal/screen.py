"""The terminal itself: what it can show, how it is written to, how a person is asked."""

from __future__ import annotations

import io
import sys

from rich.console import Console, RenderableType
from rich.text import Text

from foretold.cli.terminal.style import Look
from foretold.i18n import say

SYMBOLS = "│─╭╮╰╯├┤┼┬┴✓½→"


class _Console(Console):
    """A console that leaves it to the command what to do when nobody reads its output any more."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """A terminal, or a pipe: in a terminal every screen starts at the top, in a pipe lines follow each other."""

    def __init__(self, wished_language: str, *, fast: bool = False) -> None:
        """A screen whose streams never fail on a letter that they can't show."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        encoding = self._encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        self.symbols = _shows(encoding, SYMBOLS)
        self.wished_language = wished_language
        self.language = wished_language if _shows(encoding, say(wished_language, "terminal.sample")) else "en"
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.fast = fast
        self.console = _Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        if not sys.stdout.isatty():
            self.console.width = 80

    def look(self, game: str, names: tuple[str, ...]) -> Look:
        """The looks of a table on this screen."""
        shown = tuple(name.encode(self._encoding, "replace").decode(self._encoding) for name in names)
        return Look(self.language, self.symbols, game, shown)

    def say(self, key: str, **values: object) -> str:
        """The phrase `terminal.key` with its values filled in."""
        return say(self.language, f"terminal.{key}", **values)

    def clear(self) -> None:
        """What comes next stands at the top of the terminal."""
        if self.interactive:
            self.console.clear()
        else:
            self.console.print()

    def show(self, *parts: RenderableType) -> None:
        """The parts, one below the other."""
        for part in parts:
            self.console.print(part)

    def tell(self, sentence: str) -> None:
        """A sentence on lines of its own, broken between words."""
        self.console.print(Text(sentence))

    def ask(self, prompt: str) -> str | None:
        """What the person answers; None when they leave (end of input, Ctrl-C)."""
        try:
            answer = input(prompt)
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        if not sys.stdin.isatty():
            print(answer)  # so that what was asked and answered can be read later
        return answer

    def pause(self) -> str | None:
        """Waits for Enter on a terminal; what was typed before it, None when the person leaves."""
        return self.ask(self.say("go-on") + " ") if self.interactive else ""


def _shows(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
