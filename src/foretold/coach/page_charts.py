"""Charts of a review: chances over the match, and the steps from an even share to the result."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from foretold.coach.figures import Steps
from foretold.coach.review_text import Reviewed
from foretold.coach.wording import signed_figure

WIDTH, HEIGHT = 960, 340
LEFT, RIGHT, TOP, BOTTOM = 44, 150, 16, 300
LABEL = 18  # minimum distance of two names at the end of lines
STEPS_WIDTH, STEPS_HEIGHT = 340, 190
DASHES = ("", "10 4", "3 4", "12 4 3 4", "6 3", "1 4")  # line styles, so that lines differ without colour


def curve(reviewed: Reviewed) -> str:
    """Draws every seat's chance to win, event by event."""
    review = reviewed.review
    last = max(event for seat in review.seats for event, _ in seat.curve)

    def across(event: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * max(0, event) / max(1, last), 1)

    def up(chance: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * chance, 1)

    parts = []
    for tenth in (0, 25, 50, 75, 100):
        y = up(tenth / 100)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{tenth}%</text>')
    deals = [number for number, event in enumerate(reviewed.record.events) if "deal" in event]
    for number, event in enumerate(deals, 1):
        x = across(event)
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{BOTTOM + 8}"/>')
        label = escape(reviewed.say("round", round=number))
        parts.append(f'<text class="tick" x="{x + 4}" y="{BOTTOM + 22}">{label}</text>')
    ends = _apart([up(seat.curve[-1][1]) for seat in review.seats])
    for seat, figures in enumerate(review.seats):
        path = "M" + "L".join(f"{across(event)} {up(chance)}" for event, chance in figures.curve)
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        parts.append(f'<path class="line" style="--c:var(--s{seat})"{dash} d="{path}"/>')
        x = WIDTH - RIGHT + 8
        parts.append(shape(seat, x + 6, ends[seat]))
        parts.append(f'<text x="{x + 18}" y="{ends[seat] + 4}">{escape(reviewed.name(seat)[:18])}</text>')
    for judged in reviewed.marked:
        seat = judged.weighed.seat
        x, y = across(judged.weighed.event), up(judged.after)
        title = f"{reviewed.name(seat)}, {reviewed.where(judged)}: {reviewed.instead(judged)}"
        parts.append(f'<circle class="moment" cx="{x}" cy="{y}" r="4.5"><title>{escape(title)}</title></circle>')
    title = escape(reviewed.say("curve"))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">{"".join(parts)}</svg>'


def _apart(wished: list[float]) -> list[float]:
    """Moves labels apart so that they do not overlap, close to where they should be."""
    order = sorted(range(len(wished)), key=lambda seat: wished[seat])
    positions = list(wished)
    for before, seat in pairwise(order):
        positions[seat] = max(positions[seat], positions[before] + LABEL)
    room = float(BOTTOM)
    for seat in reversed(order):
        positions[seat] = min(positions[seat], room)
        room = positions[seat] - LABEL
    return [round(position, 1) for position in positions]


def shape(seat: int, x: float, y: float, size: float = 6) -> str:
    """Draws the symbol of a seat."""
    corners = {
        1: ((0, -1.1), (1.1, 0.9), (-1.1, 0.9)),
        2: ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
        3: ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
        4: ((0, -1.1), (1.05, -0.34), (0.65, 0.9), (-0.65, 0.9), (-1.05, -0.34)),
        5: ((-0.55, -1), (0.55, -1), (1.1, 0), (0.55, 1), (-0.55, 1), (-1.1, 0)),
    }.get(seat)
    style = f'style="--c:var(--s{seat})" class="shape"'
    if corners is None:
        return f'<circle {style} cx="{round(x, 1)}" cy="{round(y, 1)}" r="{size}"/>'
    points = " ".join(f"{round(x + size * dx, 1)},{round(y + size * dy, 1)}" for dx, dy in corners)
    return f'<polygon {style} points="{points}"/>'


def steps(reviewed: Reviewed, seat: int) -> str:
    """Draws the steps from even to a seat's result, in chances to win and in points: luck plain, own cost hatched."""
    by_unit = reviewed.review.seats[seat].steps
    shares, points = by_unit["match"].rounded(100, 0), by_unit["points"].rounded(1, 1)
    return _steps(reviewed, seat, "steps-match", shares, "%") + _steps(reviewed, seat, "steps-points", points, "")


def _steps(reviewed: Reviewed, seat: int, unit: str, summed: Steps, sign: str) -> str:
    digits = 0 if sign else 1
    running = summed.even
    bars: list[tuple[str, float, float, str, str]] = [("expected", 0.0, running, f"{running:.{digits}f}{sign}", "even")]
    for name in ("cards", "choice", "play", "others"):
        amount = float(getattr(summed, name))
        kind = "luck" if name in ("cards", "others") else "cost"
        bars.append((name, running, running + amount, signed_figure(amount, digits) + sign, kind))
        running += amount
    result = signed_figure(summed.result, 0).removeprefix("+")
    bars.append(("result", 0.0, summed.result, f"{result}{sign}", "result"))
    low = min(0.0, *(min(start, end) for _, start, end, _, _ in bars))
    high = max(1e-9, *(max(start, end) for _, start, end, _, _ in bars))
    top, bottom = 24, STEPS_HEIGHT - 34
    wide = STEPS_WIDTH / len(bars)

    def up(share: float) -> float:
        return round(bottom - (bottom - top) * (share - low) / (high - low), 1)

    parts = [f'<line class="base" x1="0" x2="{STEPS_WIDTH}" y1="{up(0)}" y2="{up(0)}"/>']
    for number, (name, start, end, label, kind) in enumerate(bars):
        x, y = round(wide * number + 5, 1), min(up(start), up(end))
        height = max(2.0, round(abs(up(start) - up(end)), 1))
        fill = f' style="--c:var(--s{seat})"' if kind == "result" else ""
        parts.append(
            f'<rect class="{kind}"{fill} x="{x}" y="{y}" width="{round(wide - 10, 1)}" height="{height}" rx="2"/>'
        )
        middle = round(wide * (number + 0.5), 1)
        parts.append(f'<text class="value" x="{middle}" y="{y - 5}" text-anchor="middle">{label}</text>')
        label = escape(reviewed.say(name))
        parts.append(f'<text class="tick" x="{middle}" y="{STEPS_HEIGHT - 8}" text-anchor="middle">{label}</text>')
    title = escape(reviewed.say(unit))
    name = escape(f"{reviewed.name(seat)}: {reviewed.say('results')}, {reviewed.say(unit)}")
    drawn = f'<svg viewBox="0 0 {STEPS_WIDTH} {STEPS_HEIGHT}" role="img" aria-label="{name}">{"".join(parts)}</svg>'
    return f'<p class="unit">{title}</p>{drawn}'
