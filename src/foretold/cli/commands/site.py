"""`foretold site`: the whole game as files for any web host; it runs in the browser, offline too."""

from __future__ import annotations

import argparse
from pathlib import Path

from foretold.cli import Usage
from foretold.cli.options import add_language_argument, language, writing
from foretold.cli.record_chunks import printable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold site`."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder; an older site there is updated")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Writes the site."""
    from foretold.browser_server.site import NotBuilt, write
    from foretold.i18n import say

    folder: Path = arguments.folder
    try:
        with writing(folder):
            size = write(folder)
    except NotBuilt as error:
        raise Usage(error.reason) from None
    print(printable(say(language(arguments), "site.done", folder=folder, size=f"{size / 1e6:.1f}")))
    return 0
