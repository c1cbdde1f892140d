"""The commit of this checkout, for files that say how they were made."""

from __future__ import annotations

import subprocess
from pathlib import Path


def commit() -> str | None:
    """Returns the commit of the package's source; None if it was installed without one."""
    try:
        asked = ["git", "rev-parse", "--short", "HEAD"]
        process = subprocess.run(asked, capture_output=True, text=True, cwd=Path(__file__).parent)
    except OSError:
        return None
    return process.stdout.strip() or None if process.returncode == 0 else None
