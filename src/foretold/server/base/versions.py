"""Version numbers that several packages compare."""

from __future__ import annotations

JOURNAL = 4  # of journal entries; one more when a kind or a field is added: a process that does not know it lets go
