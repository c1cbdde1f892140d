"""Small SVG charts for narrow columns, coloured by the page's styles, with a text alternative."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from foretold.statistics.intervals import Interval

WIDTH = 360  # narrow enough to be legible on a phone
LEFT, RIGHT, TOP = 12, 14, 10
MOST_BINS = 36

Format = Callable[[float], str]


class Words(NamedTuple):
    """The texts of a chart: its name, a sentence that says what it shows, and its axes."""

    title: str
    description: str
    across: str = ""
    up: str = ""


class Scale(NamedTuple):
    """Start, end and step of an axis with round numbers."""

    low: float
    high: float
    step: float

    def ticks(self) -> list[float]:
        """Returns the round numbers of the axis."""
        return [self.low + self.step * number for number in range(round((self.high - self.low) / self.step) + 1)]

    def at(self, value: float, start: float, end: float) -> float:
        """Maps a value to a position between two positions."""
        return round(start + (end - start) * (value - self.low) / (self.high - self.low), 2)


def scale(low: float, high: float, steps: int = 5, least: float = 1e-9) -> Scale:
    """Returns an axis that includes both values, with about `steps` steps, none smaller than `least`."""
    rough = max(max(high - low, abs(high) * 1e-6) / steps, least)
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return Scale(first * step, max(last, first + 1) * step, step)


def text_width(text: str) -> float:
    """Estimates the width of a text."""
    return sum(6.4 if letter.isascii() else 12 for letter in text)


def ridges(words: Words, rows: Sequence[tuple[str, Mapping[int, int]]], key: str) -> str:
    """Draws a row per label: how often each whole number occurs, with the mean as a line."""
    values = [value for _, counts in rows for value in counts]
    low, high = min(values), max(values)
    size = max(1, ceil((high - low + 1) / MOST_BINS))
    first = low // size * size
    bins = (high - first) // size + 1
    binned = [_binned(counts, first, size, bins) for _, counts in rows]
    tallest = max(max(shares) for shares in binned) or 1.0
    left = LEFT + max(text_width(label) for label, _ in rows) + 10
    end, step = WIDTH - RIGHT - 34, 120 if len(rows) == 1 else 46 if len(rows) <= 4 else 38
    wide = (end - left) / bins
    bottom = TOP + step * len(rows) + 6
    axis = scale(first, first + bins * size, 6, least=1)

    def across(value: float) -> float:
        return round(left + wide * (value - first) / size, 2)

    parts = []
    for tick in axis.ticks():
        centre = tick + size / 2
        if first <= tick < first + bins * size:
            parts.append(_line(across(centre), across(centre), TOP, bottom, "grid"))
            parts.append(_text(across(centre), bottom + 16, _whole(tick), "middle", "tick"))
    for at, ((label, counts), shares) in enumerate(zip(rows, binned, strict=True)):
        base = TOP + step * (at + 1)
        path = f"M{across(first)} {base}"
        for number, part in enumerate(shares):
            height = round(base - (step - 8) * part / tallest, 2)
            path += f"V{height}H{round(left + wide * (number + 1), 2)}"
        mean = sum(value * count for value, count in counts.items()) / max(1, sum(counts.values()))
        middle = across(mean + size / 2)
        parts.append(f'<path class="area" d="{path}V{base}Z"/>')
        parts.append(_line(left, end, base, base, "base"))
        parts.append(_line(middle, middle, base - step + 8, base + 3, "mean"))
        parts.append(_text(left - 8, base - 8, label, "end"))
        parts.append(_text(end + 6, base - 8, f"{mean:.1f}", "start", "value"))
    parts.append(_text((left + end) / 2, bottom + 36, words.across, "middle", "axis"))
    return _svg(words, key, bottom + 44, parts)


def _binned(counts: Mapping[int, int], first: int, size: int, bins: int) -> list[float]:
    shares = [0.0] * bins
    total = sum(counts.values()) or 1
    for value, count in counts.items():
        shares[(value - first) // size] += count / total
    return shares


def dots(
    words: Words,
    rows: Sequence[tuple[str, Interval]],
    key: str,
    percent: bool,
    reference: float | None = None,
    colours: Sequence[str] = (),
) -> str:
    """Draws a dot with its interval per label; `reference` is a line to compare with."""
    ends = [end for _, interval in rows for end in (interval.low, interval.high)]
    ends += [] if reference is None else [reference]
    room = (max(ends) - min(ends) or abs(max(ends)) * 0.1 or 0.1) * 0.08
    axis = scale(min(ends) - room, max(ends) + room, 4)
    digits = max(0, -floor(log10(axis.step * (100 if percent else 1)) + 1e-9))
    widest = max(text_width(label) for label, _ in rows)
    above = widest > WIDTH / 3  # long labels are above their dots
    left = LEFT + (8 if above else widest + 12)
    step, down = (44, 30) if above else (32, 18)
    end = WIDTH - RIGHT - max(text_width(_figure(interval.value, digits + 1, percent)) for _, interval in rows) - 10
    bottom = TOP + step * len(rows) + 4
    parts = []
    for tick in axis.ticks():
        x = axis.at(tick, left, end)
        parts.append(_line(x, x, TOP, bottom, "grid"))
        parts.append(_text(x, bottom + 16, _figure(tick, digits, percent), "middle", "tick"))
    if reference is not None:
        x = axis.at(reference, left, end)
        parts.append(_line(x, x, TOP - 4, bottom, "reference"))
    for at, (label, interval) in enumerate(rows):
        y = TOP + step * at + down
        x, low, high = (axis.at(value, left, end) for value in interval)
        own = f' style="--c:{colours[at]}"' if colours else ""
        ended = f"M{low} {y}H{high}M{low} {y - 5}V{y + 5}M{high} {y - 5}V{y + 5}"
        parts.append(f'<g{own}><path class="span" d="{ended}"/><circle class="dot" cx="{x}" cy="{y}" r="4.5"/></g>')
        parts.append(_text(LEFT, y - 14, label, "start") if above else _text(left - 10, y + 4, label, "end"))
        parts.append(_text(WIDTH - RIGHT, y + 4, _figure(interval.value, digits + 1, percent), "end", "value"))
    parts.append(_text((left + end) / 2, bottom + 36, words.across, "middle", "axis"))
    return _svg(words, key, bottom + 44, parts)


def _figure(value: float, digits: int, percent: bool) -> str:
    return (f"{100 * value:.{digits}f}%" if percent else f"{value + 0.0:.{digits}f}").replace("-", "−")


def columns(
    words: Words,
    bars: Sequence[tuple[str, float]],
    key: str,
    form: Format,
    top: float | None = None,
    strong: Iterable[str] = (),
) -> str:
    """Draws a column per label, from zero up; `top` is a value the axis must include."""
    highest = max([value for _, value in bars] + [top or 0.0]) or 1.0
    axis = scale(0.0, highest, 4)
    left = LEFT + 16 + max(text_width(form(tick)) for tick in axis.ticks()) + 6
    start, bottom, end = TOP + 8, TOP + 168, WIDTH - RIGHT
    wide = (end - left) / len(bars)
    parts = []
    for tick in axis.ticks():
        y = axis.at(tick, bottom, start)
        parts.append(_line(left, end, y, y, "base" if tick == 0 else "grid"))
        parts.append(_text(left - 6, y + 4, form(tick), "end", "tick"))
    fits = ceil(max(text_width(label) for label, _ in bars) * 1.35 / wide)
    bold = set(strong)
    for at, (label, value) in enumerate(bars):
        gap = max(min(wide * 0.16, 8), (wide - 72) / 2)
        x, y = round(left + wide * at + gap, 2), axis.at(value, bottom, start)
        kind = "bar strong" if label in bold else "bar"
        parts.append(
            f'<rect class="{kind}" x="{x}" y="{y}" width="{round(wide - 2 * gap, 2)}" height="{round(bottom - y, 2)}"/>'
        )
        if at % fits == 0:
            parts.append(_text(left + wide * (at + 0.5), bottom + 16, label, "middle", "tick"))
        if len(bars) <= 4 or (len(bars) <= 8 and value > highest / 50):
            parts.append(_text(left + wide * (at + 0.5), y - 5, form(value), "middle", "value"))
    parts.append(_text((left + end) / 2, bottom + 36, words.across, "middle", "axis"))
    middle = (start + bottom) / 2
    turned = f'<text class="axis" text-anchor="middle" transform="translate({LEFT + 2} {middle}) rotate(-90)">'
    parts.append(f"{turned}{escape(words.up)}</text>")
    return _svg(words, key, bottom + 44, parts)


def bars(words: Words, rows: Sequence[tuple[str, float]], key: str, form: Format) -> str:
    """Draws a bar per label, from the left, with its value at the end; the axis goes to 1."""
    left = LEFT + max(text_width(label) for label, _ in rows) + 10
    end, step = WIDTH - RIGHT - 46, 32
    bottom = TOP + step * len(rows) + 2
    axis = Scale(0.0, 1.0, 0.25)
    parts = []
    for tick in axis.ticks():
        x = axis.at(tick, left, end)
        parts.append(_line(x, x, TOP, bottom, "base" if tick == 0 else "grid"))
        parts.append(_text(x, bottom + 16, form(tick), "middle", "tick"))
    for at, (label, value) in enumerate(rows):
        y, x = TOP + step * at + step / 2, axis.at(value, left, end)
        parts.append(f'<rect class="bar" x="{round(left, 2)}" y="{y - 9}" width="{round(x - left, 2)}" height="18"/>')
        parts.append(_text(left - 8, y + 4, label, "end"))
        parts.append(_text(x + 6, y + 4, form(value), "start", "value"))
    parts.append(_text((left + end) / 2, bottom + 36, words.across, "middle", "axis"))
    return _svg(words, key, bottom + 44, parts)


def pairs(
    words: Words, rows: Sequence[tuple[str, float, Interval]], key: str, form: Format, heads: tuple[str, str]
) -> str:
    """Draws per label a bar on the left and a dot with its interval on the right."""
    left = LEFT + max(text_width(label) for label, _, _ in rows) + 10
    half = (WIDTH - RIGHT - left) / 2
    one = scale(0.0, max(share for _, share, _ in rows) or 1.0, 3)
    two = scale(0.0, max(interval.high for _, _, interval in rows) or 1.0, 3)
    spans = ((left, left + half - 24, one), (left + half + 12, WIDTH - RIGHT - 6, two))
    top, step = TOP + 18, 21
    bottom = top + step * len(rows) + 4
    parts = []
    for (start, end, axis), head in zip(spans, heads, strict=True):
        parts.append(_text(start, TOP + 6, head, "start", "axis"))
        for tick in axis.ticks():
            x = axis.at(tick, start, end)
            parts.append(_line(x, x, top, bottom, "base" if tick == 0 else "grid"))
            parts.append(_text(x, bottom + 16, form(tick), "middle", "tick"))
    for at, (label, share, interval) in enumerate(rows):
        y = top + step * at + step / 2 + 1
        start, end, axis = spans[0]
        width = round(axis.at(share, start, end) - start, 2)
        parts.append(_text(left - 8, y + 4, label, "end"))
        parts.append(f'<rect class="bar" x="{round(start, 2)}" y="{y - 6}" width="{width}" height="12"/>')
        start, end, axis = spans[1]
        x, low, high = (axis.at(value, start, end) for value in interval)
        parts.append(f'<path class="span" d="M{low} {y}H{high}"/><circle class="dot" cx="{x}" cy="{y}" r="3.6"/>')
    return _svg(words, key, bottom + 24, parts)


def _svg(words: Words, key: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {round(height)}" role="img" aria-labelledby="{key}-t {key}-d">'
        f'<title id="{key}-t">{escape(words.title)}</title><desc id="{key}-d">{escape(words.description)}</desc>'
        + "".join(parts)
        + "</svg>"
    )


def _line(x1: float, x2: float, y1: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{round(x1, 2)}" x2="{round(x2, 2)}" y1="{round(y1, 2)}" y2="{round(y2, 2)}"/>'


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{round(x, 2)}" y="{round(y, 2)}" text-anchor="{anchor}">{escape(text)}</text>'


def _whole(value: float) -> str:
    return f"{round(value)}".replace("-", "−")
