"""Refusals as HTTP answers: status, reason, sentence."""

from __future__ import annotations

import msgspec

from foretold.errors import IllegalAction, Refusal
from foretold.server.base.hosts import OtherHost
from foretold.server.base.text import clean
from foretold.server.live.commit_queue import NotStored
from foretold.server.rest import types as rest_types
from foretold.server.store import BadDatabase
from foretold.server.table.permissions import NoSuch, NotNow, NotYours


class Unreadable(Refusal):
    """A request body that is too large or not valid JSON."""

    def __init__(self, reason: str, status: int, **values: object) -> None:
        super().__init__(reason, values)
        self.status = status


def decoded(decoder: msgspec.json.Decoder[object], body: bytes) -> object:
    """Decodes a request body."""
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("bad-message", 400, found=clean(str(error), 200)) from None


def status_of(error: Refusal) -> int:
    """The HTTP status for a refusal."""
    own: int | None = getattr(error, "status", None)
    if own is not None:
        return own
    if isinstance(error, NotStored | BadDatabase):
        return 503
    if isinstance(error, NoSuch):
        return 404
    if isinstance(error, OtherHost):
        return 421
    if isinstance(error, NotYours):
        return 403
    return 409 if isinstance(error, NotNow | IllegalAction) else 400


def failure(error: Refusal, language: str) -> rest_types.Failure:
    """The body of an error response, with the seconds until a retry where that helps."""
    wait: float | None = getattr(error, "wait", 1.0 if isinstance(error, NotStored) else None)
    retry = None if wait is None else round(wait, 3)
    return rest_types.Failure(
        rest_types.Problem(error.reason, error.sentence(language), error.clause, error.values, retry)
    )
