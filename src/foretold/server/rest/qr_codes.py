"""QR codes for the browser, drawn by the same library as those in the terminal."""

from __future__ import annotations

from itertools import groupby

from foretold.server.rest.types import Code

_QUIET = 2  # light modules around a code: enough for cameras


def drawn(text: str) -> Code:
    """The text as a QR code, with each horizontal run of dark modules as one rectangle."""
    import segno  # on first use: keeps startup fast

    rows = list(segno.make(text, micro=False).matrix_iter(border=_QUIET))
    path = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                path.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return Code(len(rows), "".join(path))
