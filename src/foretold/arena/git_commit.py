"""Which commit plays: for files that say how they were made."""

from __future__ import annotations

import subprocess
from pathlib import Path


def commit() -> str | None:
    """The commit that the package's source stands at; None where it was installed without one."""
    try:
        asked = ["git", "rev-parse", "--short", "HEAD"]
        found = subprocess.run(asked, capture_output=True, text=True, cwd=Path(__file__).parent)
    except OSError:
        return None
    return found.stdout.strip() or None if found.returncode == 0 else None
