"""A server that leaves nothing to chance, run as a module: `foretold serve`, but its part of every deal is the same.

What the pages of a test add is the same as well (`browsing.Person`), and no page is too late with it: a test meets the
same cards each time, and what it finds wrong it finds again. With `--long` chance is real, and finds what these deals
do not show.
"""

from __future__ import annotations

import secrets
import sys
from functools import partial
from unittest.mock import patch

from foretold.cli import main
from foretold.fair import SECRET_SIZE
from foretold.server.table import follow_ups
from foretold.server.web import app

COMMAND = ("-m", "tests.web.certain")


def entropy(size: int) -> bytes:
    """Nothing for a secret; names of matches differ."""
    return bytes(size) if size == SECRET_SIZE else secrets.token_bytes(size)


def serve() -> int:
    """Runs `foretold serve` with the arguments of this process."""
    with patch.object(app, "Config", partial(app.Config, entropy=entropy)), patch.object(follow_ups, "SHARING", 60_000):
        return main(["serve", *sys.argv[1:]])


if __name__ == "__main__":
    raise SystemExit(serve())
