"""Copies everything from one store to another of either kind, and checks the copy."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from foretold.server.store import PARTS, Alive, KeepPushKey, Row, Store


class Differs(Exception):
    """A part of the copy that differs from its source."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def copy(source: Store, target: Store) -> int:
    """Copies everything from the source to the empty target, verifies it, and returns the number of rows."""
    count = 0
    for part in PARTS:
        expected, actual = hashlib.sha256(), hashlib.sha256()
        for page in source.rows_of(part):
            target.add_rows(part, page)
            count += len(page)
            _add(expected, page)
        for page in target.rows_of(part):
            _add(actual, page)
        if expected.digest() != actual.digest():
            raise Differs(part)
    alive = source.alive()
    if alive is not None:
        target.write([Alive(alive)])
    key = source.push_key()
    if key is not None:  # browsers have subscribed with this one
        target.write([KeepPushKey(key)])
    return count


def _add(digest: hashlib._Hash, page: Sequence[Row]) -> None:
    for row in page:
        digest.update(repr(row).encode())
