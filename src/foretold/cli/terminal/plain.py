"""The terminal for screen readers and scripts: no frames, no colours, one fact a line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from foretold.cli.terminal.style import Look
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.games.view_text import facts
from foretold.views import View

# What each word that asks about the table shows.
ASKED = {
    "hand": ("hand",),
    "scores": ("scores", "last-round"),
    "trick": ("trick-now", "winning"),
    "tokens": ("prophecies", "left", "bids", "won"),
    "row": ("future", "open", "wheel", "trump"),
    "legal": ("legal",),
    "turn": ("to-act",),
}
_SETUP = {"game", "options", "suits", "seat", "unseen", "trick"}  # what somebody at the table knows, or asks for


def lines_of(part: RenderableType) -> list[str]:
    """A part of a screen as lines: a table has one for each of its rows."""
    if isinstance(part, Table):
        return _rows(part)
    text = part.plain if isinstance(part, Text) else str(part)
    return [re.sub(r"\s{2,}", ", ", line.strip()) for line in re.split(r"\n| \| ", text) if line.strip()]


def _rows(table: Table) -> list[str]:
    """The rows of a table: the first cell, then each other one after the head of its column."""
    heads = [_text(column.header) if table.show_header else "" for column in table.columns]
    rows = zip(*(list(column.cells) for column in table.columns), strict=True)
    cells = [[_text(cell) for cell in row] for row in rows]
    if table.show_header:
        cells = [row for row in cells if row != heads]
    return [line for row in cells if (line := _row(heads, row))]


def _row(heads: Sequence[str], row: Sequence[str]) -> str:
    first, *rest = row
    cells = [" ".join(filter(None, pair)) for pair in zip(heads[1:], rest, strict=True) if pair[1]]
    subject = " ".join(filter(None, [heads[0] if first.isdecimal() else "", first]))
    return ": ".join(filter(None, [subject, ", ".join(cells)]))


def _text(cell: RenderableType) -> str:
    text = cell.plain if isinstance(cell, Text) else str(cell)
    return re.sub(r"\s*\n\s*", " ", re.sub(r" {2,}", ", ", text.strip()))


def table(look: Look, view: View, keys: Sequence[str] = ()) -> list[RenderableType]:
    """The position, one fact a line: all that changes during a match, or what these keys stand for."""
    assert isinstance(view, SevenView | ProphecyView)
    view_facts = facts(view, look.language, look.called)
    hidden = _SETUP if view.phase == "tricks" else {*_SETUP, "legal"}  # of prophecies and bids there are too many
    return [Text(line) for key, line in view_facts if (key in keys if keys else key not in hidden)]
