"""How many tables a round of an evening has, and of which sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

LONELY = 3  # bots that it is worth to give a table another one of its size, to compare with
ALONE = 1  # the same where all people sit at one table
PAIR = 1  # and to keep a game for many from being one for two
MOST_BOTS = 5


@cache
def table_sizes(people: int, allowed: tuple[int, ...], wished: int) -> tuple[int, ...]:
    """The sizes of the tables at which so many people sit, largest first; what they lack in people are bots.

    Fewest bots; but a table is compared with others of its size, so that one bot more is better than a table alone of
    its size. Among equals as near to the size that is wished as can be.
    """
    found = (
        sizes
        for bots in range(MOST_BOTS + 1)
        for sizes in _sums(people + bots, tuple(sorted(allowed, reverse=True)))
        if bots <= len(sizes)  # no more than one at a table
    )
    return min(found, key=lambda sizes: _cost(sizes, people, wished))


def _sums(total: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to make the total of these sizes, each with the largest first."""
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
