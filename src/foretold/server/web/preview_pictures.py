"""Pictures of link previews: shapes drawn with NumPy and written as PNG.

Messengers and social sites show no SVG, and anything that turns SVG into PNG would be the server's largest
dependency. These pictures consist of discs, bars, rings and corners, whose distance to every pixel can be computed.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Plane = NDArray[np.float32]

WIDTH, HEIGHT = 1200, 630
GROUND, DEEP, LAMP, PANEL = (0x13, 0x1A, 0x2A), (0x0C, 0x11, 0x1D), (0xFF, 0xCF, 0x8A), (0x22, 0x2B, 0x40)
SEATS = (
    *((0x62, 0xB2, 0xFF), (0xFF, 0x86, 0xBD), (0x3F, 0xD0, 0xC4)),
    *((0xB4, 0x94, 0xFF), (0xFF, 0x9A, 0x4D), (0xC9, 0xDE, 0x5E)),
)
Colour = tuple[int, int, int]
Point = tuple[float, float]
Kind = Literal["table", "challenge", "daily", "match", "puzzle"]


class Chair(NamedTuple):
    """A seat in a picture: whether it is taken, and after a match its points relative to the best."""

    taken: bool = True
    height: float = 0.0
    won: bool = False


class Picture(NamedTuple):
    """The contents of a picture; nothing in it is secret, as everybody with the link sees it."""

    kind: Kind
    chairs: tuple[Chair, ...] = ()


@lru_cache(maxsize=64)
def png(picture: Picture) -> bytes:
    """The picture as a PNG of 1200 × 630 pixels; equal pictures give equal bytes."""
    canvas = _Canvas()
    _sky(canvas)
    if picture.kind == "match":
        _columns(canvas, picture.chairs)
    else:
        if picture.kind != "table":
            _cards(canvas, picture.kind)
        _row(canvas, picture.chairs, 500 if picture.kind != "table" else 440)
    return canvas.png()


class _Canvas:
    """A pixel buffer on which anti-aliased shapes are drawn."""

    def __init__(self) -> None:
        import numpy as np

        self._np = np
        down = np.linspace(0, 1, HEIGHT, dtype=np.float32)[:, None, None]
        top, low = (np.array(colour, np.float32) for colour in (GROUND, DEEP))
        y, x = np.ogrid[0:HEIGHT, 0:WIDTH]
        light = np.clip(1 - np.hypot(x - 600, y - 250) / 420, 0, 1).astype(np.float32)[:, :, None] ** 2 * 0.16
        ground = top * (1 - down) + low * down
        self.pixels: Plane = ground + (np.array(LAMP, np.float32) - ground) * light

    def lay(
        self, points: Sequence[Point], colour: Colour, grow: float = 0.0, ring: float = 0.0, strength: float = 1.0
    ) -> None:
        """Draws a polygon, its edge moved out by `grow`; one point gives a disc; `ring` draws only the outline."""
        np = self._np
        reach = grow + ring + 2
        left, right = (int(f(x for x, _ in points) + d) for f, d in ((min, -reach), (max, reach)))
        top, low = (int(f(y for _, y in points) + d) for f, d in ((min, -reach), (max, reach)))
        left, right, top, low = max(0, left), min(WIDTH, right), max(0, top), min(HEIGHT, low)
        if left >= right or top >= low:
            return
        y, x = np.mgrid[top:low, left:right].astype(np.float32)
        distance = self._distance(points, x, y) - grow
        if ring:
            distance = np.abs(distance) - ring / 2
        cover = (np.clip(0.5 - distance, 0, 1) * strength)[:, :, None]
        part = self.pixels[top:low, left:right]
        part += (np.array(colour, np.float32) - part) * cover

    def _distance(self, points: Sequence[Point], x: Plane, y: Plane) -> Plane:
        """The signed distance of every pixel to the shape, negative inside."""
        np = self._np
        nearest = np.full(x.shape, np.inf, np.float32)
        inside = np.zeros(x.shape, bool)
        for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
            dx, dy = x2 - x1, y2 - y1
            length = dx * dx + dy * dy
            along = np.clip(((x - x1) * dx + (y - y1) * dy) / length, 0, 1) if length else np.float32(0)
            nearest = np.minimum(nearest, np.hypot(x - x1 - along * dx, y - y1 - along * dy))
            if y1 != y2:
                inside ^= ((y1 > y) != (y2 > y)) & (x < (y - y1) * dx / dy + x1)
        signed: Plane = np.where(inside, -nearest, nearest)
        return signed

    def png(self) -> bytes:
        np = self._np
        rows = np.clip(self.pixels + 0.5, 0, 255).astype(np.uint8).reshape(HEIGHT, -1)
        above = np.vstack([np.zeros((1, rows.shape[1]), np.uint8), rows[:-1]])
        filtered = np.hstack(
            [np.full((HEIGHT, 1), 2, np.uint8), rows - above]
        )  # each row as its difference to the one above
        parts = (
            (b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)),
            (b"IDAT", zlib.compress(filtered.tobytes(), 6)),
            (b"IEND", b""),
        )
        chunks = (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
            for name, body in parts
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _sky(canvas: _Canvas) -> None:
    """Draws the logo: seven tokens on an arc, the spark below them, and the horizon."""
    for token in range(7):
        turn = pi * (1 - token / 6)
        canvas.lay([(600 + 150 * cos(turn), 235 - 150 * sin(turn))], LAMP, grow=18 if token == 3 else 13)
    canvas.lay(_spark(600, 205, 52), LAMP)
    canvas.lay([(470, 262), (730, 262)], LAMP, grow=6)


def _spark(x: float, y: float, size: float) -> list[Point]:
    points = []
    for corner in range(8):
        turn, reach = pi * corner / 4, size if corner % 2 == 0 else size * 0.26
        points.append((x + reach * sin(turn), y - reach * cos(turn)))
    return points


def _sign(seat: int, x: float, y: float, size: float) -> list[Point]:
    """The symbol of a seat: a disc, then shapes with 3, 4, 4, 5 and 6 corners."""
    if seat == 0:
        return [(x, y)]
    corners, first = ((3, 0.0), (4, pi / 4), (4, 0.0), (5, 0.0), (6, 0.0))[seat - 1]
    turns = [first + 2 * pi * corner / corners for corner in range(corners)]
    return [(x + size * sin(turn), y - size * cos(turn)) for turn in turns]


def _seat(canvas: _Canvas, seat: int, chair: Chair, x: float, y: float, size: float) -> None:
    points, grow = _sign(seat, x, y, size), size * 0.85 if seat == 0 else size * 0.06
    if chair.taken:
        canvas.lay(points, SEATS[seat], grow=grow)
    else:
        canvas.lay(points, SEATS[seat], grow=grow - 3, ring=6, strength=0.75)


def _row(canvas: _Canvas, chairs: Sequence[Chair], y: float) -> None:
    for seat, chair in enumerate(chairs):
        _seat(canvas, seat, chair, 600 + 150 * (seat - (len(chairs) - 1) / 2), y, 44)


def _columns(canvas: _Canvas, chairs: Sequence[Chair]) -> None:
    """Draws a result: a column for each seat with its symbol above, and a ring around winners."""
    for seat, chair in enumerate(chairs):
        x, top = 600 + 160 * (seat - (len(chairs) - 1) / 2), 560 - 130 * max(0.0, min(1.0, chair.height))
        canvas.lay(
            [(x - 40, top + 14), (x + 40, top + 14), (x + 40, 590), (x - 40, 590)], SEATS[seat], grow=10, strength=0.9
        )
        if chair.won:
            canvas.lay([(x, top - 46)], LAMP, grow=50, ring=6)
        _seat(canvas, seat, chair, x, top - 46, 30)


def _cards(canvas: _Canvas, kind: Kind) -> None:
    """Draws card backs: a hand of seven; for a puzzle one is raised, for a challenge two hands are alike."""
    for card in range(7):
        lit = kind == "puzzle" and card == 4
        x, y = 600 + 92 * (card - 3), 362 - (26 if lit else 0)
        corners = [(x - 28, y - 34), (x + 28, y - 34), (x + 28, y + 34), (x - 28, y + 34)]
        if kind == "challenge":
            canvas.lay([(a + 14, b - 14) for a, b in corners], PANEL, grow=12, strength=0.8)
        canvas.lay(corners, LAMP if lit else PANEL, grow=12)
        canvas.lay(corners, DEEP if lit else LAMP, grow=4, ring=3, strength=0.55)
