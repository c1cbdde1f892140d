"""Daily copies, as operators see them."""

from __future__ import annotations

from contextlib import suppress

from foretold.server.features.admin.types import BackupFacts
from foretold.server.store.sqlite.backups import BackupPolicy, daily_copies


class BackupInfo:
    """Where the daily copies are, if this server makes any."""

    def __init__(self, policy: BackupPolicy | None) -> None:
        self.policy = policy


def backup_facts(policy: BackupPolicy | None) -> BackupFacts | None:
    """The newest daily copy, and how many there are."""
    if policy is None:
        return None
    copies = daily_copies(policy)
    size, made = 0, None
    if copies:
        made = round(copies[-1].made * 1000)
        with suppress(OSError):  # it was just replaced by a newer one
            size = copies[-1].path.stat().st_size
    return BackupFacts(len(copies), made, size)
