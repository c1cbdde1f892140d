"""What a person would see at once: something outside the window, text over text, a text that is cut off."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import Person

# The windows that everything fits: laptops, desks, tablets, phones both ways with and without the browser's bars, and
# a laptop at 200 %.
SIZES = [
    *((1280, 600), (1366, 657), (1440, 900), (1920, 1080)),
    *((820, 1180), (1180, 820)),
    *((360, 560), (360, 740), (390, 844), (740, 360), (667, 375), (720, 450)),
]

# Those in which there is least room.
TIGHT = [(1280, 600), (820, 1180), (360, 560), (667, 375)]
USUAL = [*TIGHT, (1366, 657), (360, 740), (740, 360)]  # and those most have
FINGER = 44  # pixels

# The languages, each with a locale of it.
TONGUES = {"en": "en-GB", "ja": "ja-JP", "de": "de-DE", "fr": "fr-FR", "es": "es-MX", "zh-Hant": "zh-TW"}


def crossed(*axes: Iterable[Any], at: Iterable[int] | None = None) -> list[Any]:
    """All combinations for a test; in the short run each value of each axis in turn, the others with `--long`.

    Of these turns the short run has only those `at` these numbers, if there are any: turns go round in each axis.
    """
    values = [list(axis) for axis in axes]
    turns = range(max(map(len, values))) if at is None else at
    short = {tuple(number % len(axis) for axis in values) for number in turns}
    return [
        pytest.param(
            *(axis[number] for axis, number in zip(values, numbers, strict=True)),
            id="-".join(str(axis[number]) for axis, number in zip(values, numbers, strict=True)),
            marks=[] if numbers in short else [pytest.mark.long],
        )
        for numbers in product(*(range(len(axis)) for axis in values))
    ]


# Where the slots of the hand are, by the card that lies in them.
_SLOTS = """() => Object.fromEntries([...document.querySelectorAll('.hand [data-card]')].map((each) => {
    const box = each.closest('li').getBoundingClientRect()
    return [each.dataset.card, [box.left, box.top, box.width, box.height].map(Math.round)]
}))"""

# Two frames, or so many milliseconds: a browser without a screen may draw none.
_DRAWN = """() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done))
    setTimeout(done, 3000)
})"""

_FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")


def faults(person: Person, inside: tuple[str, ...], *, scrolls: bool = False) -> list[str]:
    """What is wrong with what this person sees; what `inside` selects has to be there, whole, within the window."""
    size = person.page.viewport_size
    finger = FINGER if size and (size["width"] <= 640 or size["height"] <= 480) else 0
    problems: list[str] = person.page.evaluate(_FAULTS, [list(inside), scrolls, finger])
    return problems


def slots(person: Person) -> dict[str, Any]:
    """Where each card of the hand has its place."""
    boxes: dict[str, Any] = person.page.evaluate(_SLOTS)
    return boxes


def resize(person: Person, size: tuple[int, int]) -> None:
    """The window has this size, and the page is laid out for it."""
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.evaluate(_DRAWN)
