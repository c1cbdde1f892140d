"""The id of the request under way: in its answer's headers and in every line that it logs."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

HEADER = "x-request-id"
request_id: ContextVar[str] = ContextVar("request_id", default="")


def begin_request(given: str = "") -> str:
    """Sets the id of a new request: the one that a trusted proxy gave it if it is well-formed, else a random one."""
    chosen = given if re.fullmatch(r"[A-Za-z0-9._-]{1,64}", given) else secrets.token_hex(8)
    request_id.set(chosen)
    return chosen
