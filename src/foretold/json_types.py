"""JSON values in Python, used for records, views and messages. They are untyped: the reader checks them."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Json]
