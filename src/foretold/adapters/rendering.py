"""Renders a view as text, pixels and SVG, without a drawing library."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.views import View

# Letters of 3 × 5 pixels: five rows of three bits, as octal digits from the top.
_DOTS = {
    "A": "25755", "B": "65656", "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553", "H": "55755",
    "I": "72227", "J": "11152", "K": "55655", "L": "44447", "M": "57755", "N": "65555", "O": "25552", "P": "65644",
    "Q": "25563", "R": "65655", "S": "34216", "T": "72222", "U": "55557", "V": "55552", "W": "55775", "X": "55255",
    "Y": "55222", "Z": "71247", "0": "75557", "1": "26227", "2": "61247", "3": "61216", "4": "55711", "5": "74616",
    "6": "34757", "7": "71222", "8": "75757", "9": "75716", "-": "00700", "+": "02720", ":": "02020", ",": "00024",
    ".": "00002", "/": "11244", "[": "64446", "]": "31113", ">": "42124", "_": "00007", "*": "05250",
}  # fmt: skip
_SCALE = 2
_COLUMNS, _ROWS = 4 * _SCALE, 7 * _SCALE  # pixels for a letter, including the space around it
_WIDTH, _LINES = 96, 14  # letters and lines of a picture: a fixed size, as videos need
_INK, _PAPER = (32, 32, 40), (250, 248, 240)


def as_text(view: View) -> list[str]:
    """Renders the table as this seat sees it, as lines of text."""
    lines = [f"{view.game}, round {view.round}, {view.phase}"]
    lines.append("scores " + " ".join(map(str, view.scores)))
    if isinstance(view, SevenView):
        lines += _seven(view)
    elif isinstance(view, ProphecyView):
        lines += _prophecy(view)
    if view.seat is not None:
        lines.append(f"hand of seat {view.seat}: " + " ".join(map(str, view.hand)))
    if view.over:
        lines.append("won by seat " + ", ".join(map(str, view.winners)))
    return lines


def _seven(view: SevenView) -> list[str]:
    row = [f"[{face}]" if at == len(view.tricks) else face for at, face in enumerate(view.future)]
    lines = ["future " + " ".join(row)] if row else []
    cards = {took.seat: str(took.action) for took in view.trick}
    for seat in range(view.players):
        known = view.prophecies[seat] if view.prophecies else view.prophecy if seat == view.seat else None
        text = str(known) if known is not None else "chosen" if seat in view.chosen else "-"
        left = "-".join(map(str, view.left[seat])) if view.left else ""
        lines.append(f"{_turn(view, seat)} seat {seat}: {text:8} left {left:8} {cards.get(seat, '')}".rstrip())
    return lines


def _prophecy(view: ProphecyView) -> list[str]:
    lines = [f"trump {view.trump or '-'} lead {view.lead or '-'}"]
    cards = {took.seat: str(took.action) for took in view.trick}
    for seat in range(view.players):
        bid = view.bids[seat]
        text = f"{bid} = {view.bid_value(seat)}" if bid is not None else "chosen" if seat in view.chosen else "-"
        lines.append(
            f"{_turn(view, seat)} seat {seat}: won {view.won[seat]} bid {text:18} {cards.get(seat, '')}".rstrip()
        )
    return lines


def _turn(view: View, seat: int) -> str:
    return ">" if seat in view.actors else " "


def as_pixels(lines: Sequence[str]) -> Any:
    """Renders lines as pixels: height × width × red, green, blue."""
    picture = np.empty((_LINES * _ROWS, _WIDTH * _COLUMNS, 3), np.uint8)
    picture[:] = _PAPER
    for row, line in enumerate(lines[:_LINES]):
        for column, letter in enumerate(line.upper()[:_WIDTH]):
            top, left = row * _ROWS + _SCALE, column * _COLUMNS + _SCALE
            for down, dots in enumerate(_DOTS.get(letter, "00000")):
                for right in range(3):
                    if int(dots) >> 2 - right & 1:
                        at = top + down * _SCALE, left + right * _SCALE
                        picture[at[0] : at[0] + _SCALE, at[1] : at[1] + _SCALE] = _INK
    return picture


def as_svg(lines: Sequence[str]) -> str:
    """Renders lines as SVG."""
    width, height = 9 * max(map(len, lines)) + 20, 20 * len(lines) + 20
    ink, paper = (f"rgb{colour}" for colour in (_INK, _PAPER))
    texts = "".join(
        f'<text x="10" y="{20 * number + 24}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="100%" height="100%" fill="{paper}"/>'
        f'<g font-family="monospace" font-size="15" fill="{ink}">{texts}</g></svg>'
    )
