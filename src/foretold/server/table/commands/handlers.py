"""The type of the handlers of table commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from foretold.server.table.journal import AnyEntry
from foretold.server.table.table import Table

# By message type: (table, person, command) gives the entries to add, or raises a Refusal.
Handlers: TypeAlias = dict[type, Callable[[Table, str, Any], list[AnyEntry]]]
