"""Chooses how many tables a round of an evening has, and their sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

LONELY = 3  # bots that are worth adding so that a table has another one of its size to compare with
ALONE = 1  # the same if all people sit at one table
PAIR = 1  # extra cost of a table for two
MOST_BOTS = 5


@cache
def table_sizes(people: int, allowed: tuple[int, ...], wished: int) -> tuple[int, ...]:
    """Returns the table sizes for so many people, largest first; bots fill the empty seats.

    Prefers few bots, but a table is compared with others of its size, so one more bot is better than a table that is
    the only one of its size. Ties go to sizes near `wished`.
    """
    candidates = (
        sizes
        for bots in range(MOST_BOTS + 1)
        for sizes in _sums(people + bots, tuple(sorted(allowed, reverse=True)))
        if bots <= len(sizes)  # at most one per table
    )
    return min(candidates, key=lambda sizes: _cost(sizes, people, wished))


def _sums(total: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yields all ways to write the total as a sum of these sizes, largest first."""
    if not total:
        yield ()
    elif sizes:
        first, *others = sizes
        for count in range(total // first, -1, -1):
            for rest in _sums(total - count * first, others):
                yield (first,) * count + rest


def _cost(sizes: tuple[int, ...], people: int, wished: int) -> tuple[int, ...]:
    counts = Counter(sizes)
    bots = sum(sizes) - people
    lonely = sum(count == 1 for count in counts.values())
    price = bots + (ALONE if len(sizes) == 1 else LONELY * lonely) + PAIR * counts[2]
    return (price, bots, sum((size - wished) ** 2 for size in sizes), len(counts))
