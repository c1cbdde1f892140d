"""Entry points for the page's JavaScript worker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import foretold.server.features.reviews.worker  # noqa: F401 - the worker that makes reviews begins with the same memory
from foretold import bots
from foretold.browser_server.page import Page, Tell
from foretold.browser_server.reviews import Coach
from foretold.browser_server.store import Keep
from foretold.server.table import lobby


class _Bytes(Protocol):
    def to_bytes(self) -> bytes: ...


def prepare() -> None:
    """Imports and loads everything a page needs, before the browser stores a snapshot of Python's memory."""
    lobby.titles()
    for name in bots.names():
        bots.bot(name)


def open_page(
    snapshot: _Bytes, kept: Iterable[str], keep: Keep, tell: Tell, coach: Coach, secret: str, base: str
) -> Page:
    """Opens the page's server with what the browser has stored."""
    return Page(snapshot.to_bytes(), list(kept), keep, tell, coach, secret, base.rstrip("/"))
