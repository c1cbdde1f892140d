"""Tournament plot: how far each bot is ahead of the others, with intervals, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, ROW, TOP, BOTTOM, RIGHT = 860, 46, 84, 62, 110
FONT = "font-family=\"'Noto Sans','Noto Sans CJK JP','Hiragino Sans',Meiryo,sans-serif\""
INK, FAINT, LINE, GOOD, BAD, OPEN = "#1d2733", "#5b6875", "#dfe4ea", "#1a7f4b", "#b3342c", "#5b6875"


class Bar(NamedTuple):
    """One bot: its name, its mean and half its interval."""

    label: str
    mean: float
    half: float


def draw(title: str, subtitle: str, axis: str, bars: Sequence[Bar]) -> str:
    """Draws the plot on a light background."""
    left = min(330, 40 + 8 * max(_width(bar.label) for bar in bars))
    low, high, step = _scale(bars)
    height = TOP + ROW * len(bars) + BOTTOM
    bottom = TOP + ROW * len(bars)

    def across(value: float) -> float:
        return round(left + (WIDTH - RIGHT - left) * (value - low) / (high - low), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title)}" {FONT} font-size="14" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="24" y="34" font-size="19" font-weight="600">{escape(title)}</text>',
        f'<text x="24" y="58" fill="{FAINT}">{escape(subtitle)}</text>',
    ]
    digits = max(0, -floor(log10(step)))
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        at = across(value)
        zero = abs(value) < step / 2
        parts.append(
            f'<line x1="{at}" x2="{at}" y1="{TOP - 6}" y2="{bottom}" stroke="{INK if zero else LINE}"'
            f' stroke-width="{1.5 if zero else 1}"/>'
        )
        parts.append(
            f'<text x="{at}" y="{bottom + 20}" text-anchor="middle" fill="{FAINT}">'
            f"{'0' if zero else _signed(value, digits)}</text>"
        )
    middle = (left + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{bottom + 46}" text-anchor="middle">{escape(axis)}</text>')
    for number, bar in enumerate(bars):
        parts += _bar(bar, TOP + ROW * number + ROW / 2, left, across)
    return "\n".join([*parts, "</svg>", ""])


def _bar(bar: Bar, y: float, left: float, across: Callable[[float], float]) -> list[str]:
    start, middle, end = across(bar.mean - bar.half), across(bar.mean), across(bar.mean + bar.half)
    colour = GOOD if bar.mean - bar.half > 0 else BAD if bar.mean + bar.half < 0 else OPEN
    return [
        f'<text x="{left - 14}" y="{y + 5}" text-anchor="end">{escape(bar.label)}</text>',
        f'<path d="M{start} {y}H{end}M{start} {y - 7}V{y + 7}M{end} {y - 7}V{y + 7}" stroke="{colour}" '
        f'stroke-width="2.5" fill="none"/>',
        f'<circle cx="{middle}" cy="{y}" r="5.5" fill="{colour}"/>',
        f'<text x="{WIDTH - RIGHT + 18}" y="{y + 5}" fill="{colour}">{_signed(bar.mean, 3)}</text>',
    ]


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _width(label: str) -> int:
    """Estimates the width of a text, in half ems."""
    return sum(1 if character.isascii() else 2 for character in label)


def _scale(bars: Sequence[Bar]) -> tuple[float, float, float]:
    """Returns start, end and step of an axis with round numbers that includes zero."""
    low = min(0.0, *(bar.mean - bar.half for bar in bars))
    high = max(0.0, *(bar.mean + bar.half for bar in bars))
    rough = max(high - low, 0.01) / 6
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first, last = floor(low / step - 0.1), ceil(high / step + 0.1)
    return first * step, last * step, step
