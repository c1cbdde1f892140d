"""A server of the next version, run as a script: `foretold serve`, but this version can't read its entries."""

from __future__ import annotations

import sys

from foretold import cli
from foretold.server.protocol import messages

if __name__ == "__main__":
    messages.JOURNAL += 1
    sys.exit(cli.main(["serve", *sys.argv[1:]]))
