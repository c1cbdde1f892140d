"""JSON as Python holds it: what records, views and messages are written in. It has no types: who reads it checks."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Json]
