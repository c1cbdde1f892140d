"""Version numbers that several packages compare."""

from __future__ import annotations

JOURNAL = 5  # of the journal format; raised when an entry or field is added, so that older processes let the table go
