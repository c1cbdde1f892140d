"""Calibration plot: predicted chances against observed frequencies, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import sqrt

from foretold.arena.calibration_check import Bin
from foretold.arena.plot import BAD, FAINT, FONT, GOOD, INK, LINE

SIDE, LEFT, TOP, BELOW = 420, 76, 92, 92
LARGEST = 16.0  # radius of the largest bin


def draw(
    title: str,
    subtitle: str,
    words: Sequence[str],
    raw: Sequence[Bin],
    read: Sequence[Bin],
    intervals: Sequence[float] = (),
) -> str:
    """Draws raw chances as rings and calibrated ones as discs, sized by count; perfect ones lie on the diagonal.

    `words`: labels of both axes, of a ring and of a disc. `intervals`: vertical error bars of the discs.
    """
    width, height = LEFT + SIDE + 40, TOP + SIDE + BELOW
    across, up, ring, disc = map(escape, words)

    def at(predicted: float, observed: float) -> tuple[float, float]:
        return round(LEFT + SIDE * predicted, 1), round(TOP + SIDE * (1 - observed), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}" {FONT} font-size="14" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="24" y="34" font-size="19" font-weight="600">{escape(title)}</text>',
        f'<text x="24" y="58" fill="{FAINT}">{escape(subtitle)}</text>',
    ]
    for tenth in range(0, 11, 2):
        x, y = at(tenth / 10, tenth / 10)
        parts.append(f'<path d="M{x} {TOP}V{TOP + SIDE}M{LEFT} {y}H{LEFT + SIDE}" stroke="{LINE}" fill="none"/>')
        parts.append(f'<text x="{x}" y="{TOP + SIDE + 20}" text-anchor="middle" fill="{FAINT}">{tenth * 10} %</text>')
        parts.append(f'<text x="{LEFT - 10}" y="{y + 5}" text-anchor="end" fill="{FAINT}">{tenth * 10} %</text>')
    parts.append(
        f'<path d="M{LEFT} {TOP + SIDE}L{LEFT + SIDE} {TOP}" stroke="{FAINT}" stroke-dasharray="5 5" fill="none"/>'
    )
    most = max(count for *_, count in [*raw, *read])
    for bins, style in (
        (raw, f'fill="none" stroke="{BAD}" stroke-width="2.5"'),
        (read, f'fill="{GOOD}" opacity="0.85"'),
    ):
        for predicted, observed, count in bins:
            x, y = at(predicted, observed)
            parts.append(f'<circle cx="{x}" cy="{y}" r="{max(3.0, LARGEST * sqrt(count / most)):.1f}" {style}/>')
    for (predicted, observed, _), half in zip(read, intervals, strict=False):
        x, high = at(predicted, min(1.0, observed + half))
        parts.append(
            f'<path d="M{x} {high}V{at(predicted, max(0.0, observed - half))[1]}" stroke="{INK}" fill="none"/>'
        )
    middle, low = LEFT + SIDE / 2, TOP + SIDE
    if raw:
        parts += [
            f'<circle cx="{LEFT + 8}" cy="{low + 70}" r="6" fill="none" stroke="{BAD}" stroke-width="2.5"/>',
            f'<text x="{LEFT + 22}" y="{low + 75}">{ring}</text>',
        ]
    parts += [
        f'<text x="{middle}" y="{low + 44}" text-anchor="middle">{across}</text>',
        f'<text text-anchor="middle" transform="translate(20 {TOP + SIDE / 2}) rotate(-90)">{up}</text>',
        f'<circle cx="{middle + 28}" cy="{low + 70}" r="7" fill="{GOOD}"/>',
        f'<text x="{middle + 42}" y="{low + 75}">{disc}</text>',
    ]
    return "\n".join([*parts, "</svg>", ""])
