"""A server on a machine whose date is set, run as a script: `foretold serve`, but the date is off by what a file says.

The file, named by SHIFT, holds seconds and may change at any moment.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from foretold import cli


def main() -> int:
    """Serves until it is told to stop."""
    file, real = Path(os.environ["SHIFT"]), time.time_ns

    def shifted() -> int:
        """The date of this machine."""
        return real() + int(file.read_text()) * 10**9

    time.time_ns = shifted
    time.time = lambda: shifted() / 10**9
    return cli.main(["serve", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
