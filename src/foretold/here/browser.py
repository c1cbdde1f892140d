"""A page as its worker, which is no Python, opens it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from foretold.here.coaching import Coach
from foretold.here.keeping import Keep
from foretold.here.page import Page, Tell


class _Bytes(Protocol):
    def to_bytes(self) -> bytes: ...


def open_page(
    snapshot: _Bytes, kept: Iterable[str], keep: Keep, tell: Tell, coach: Coach, secret: str, base: str
) -> Page:
    """The server of the page, with what the browser has kept."""
    return Page(snapshot.to_bytes(), list(kept), keep, tell, coach, secret, base.rstrip("/"))
