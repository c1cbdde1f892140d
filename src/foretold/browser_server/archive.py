"""Builds the ZIP archive of the package for the browser; pure-Python modules replace those that can't run there."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import foretold
from foretold import __version__
from foretold.browser_server.equity_files import chances

HERE = Path(foretold.__file__).parent
PARTS = (  # of the package that run in a page; the others are for commands and research
    *(
        "bots",
        "calibration",
        "cards",
        "coach",
        "fair",
        "games",
        "browser_server",
        "kernels",
        "records",
        "server",
        "views",
    ),
    *("ratings", "i18n", "json_types", "errors", "challenges", "evenings"),
)
EXCLUDED = (  # modules and packages that need sockets, processes or NumPy
    *("server/jobs/worker_process", "server/maintenance", "server/store/postgres", "server/web"),
    *("server/store/sqlite/lock", "server/live/cluster", "server/features/challenges/worker"),
    *("bots/company", "bots/effort", "bots/levels", "kernels/compiler", "kernels/rng", "kernels/equity"),
    *("kernels/matches", "kernels/prophecy_matches", "kernels/selection", "kernels/seven_matches", "kernels/warm"),
    *("kernels/batch_prophecy", "kernels/batch_seven", "kernels/deal_streams"),
    *("kernels/prophecy_lessons", "kernels/seven_lessons", "kernels/student_kernels"),
    *("coach/page", "coach/page_charts", "coach/review_text", "browser_server/archive", "browser_server/site"),
)
PLAIN = {  # by module: its replacement
    "numpy/__init__": "numpy/__init__",
    "numpy/typing": "numpy/typing",
    "numpy/polynomial/__init__": "numpy/polynomial/__init__",
    "numpy/polynomial/hermite": "numpy/polynomial/hermite",
    "foretold/bots/effort": "effort",
    "foretold/kernels/compiler": "compiler",
    "foretold/kernels/rng": "rng",
    "foretold/kernels/equity": "equity",
    "foretold/kernels/warm": "warm",
}
LEVELS = {
    "adept": "foretold.browser_server.adept:AdeptBot",
    "greedy": "foretold.bots.greedy:GreedyBot",
    "novice": "foretold.bots.novice:NoviceBot",
    "random": "foretold.bots.random:RandomBot",
    "student": "foretold.bots.student:StudentBot",
}
_TIME = (1980, 1, 1, 0, 0, 0)  # of each file, so that the same sources give the same bytes


def archive(compiled: Path | None = None, whole: bool = True) -> bytes:
    """Returns a ZIP archive to unpack into a page's site-packages; `whole` includes the files that need NumPy to
    make.

    `compiled` is an archive of compiled modules: each whose source is unchanged replaces its source, so that no page
    has to compile it.
    """
    buffer = io.BytesIO()
    known = {} if compiled is None else _compiled(compiled)
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        more = ((f"foretold/kernels/chances/{name}", body) for name, body in chances()) if whole else ()
        for name, source in sorted([*_files(), *more]):
            body = known.get((name, hashlib.sha256(source).hexdigest()))
            place = zipfile.ZipInfo(name if body is None else f"{name}c", _TIME)
            packed.writestr(place, source if body is None else body, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _compiled(path: Path) -> dict[tuple[str, str], bytes]:
    """Returns the compiled modules by name and hash of their source."""
    with zipfile.ZipFile(path) as packed:
        sources: dict[str, str] = json.loads(packed.read("sources.json"))
        return {(name, source): packed.read(f"{name}c") for name, source in sources.items()}


def _files() -> Iterator[tuple[str, bytes]]:
    yield "foretold/__init__.py", (HERE / "__init__.py").read_bytes()
    for part in PARTS:
        single = HERE / f"{part}.py"
        for path in [single] if single.exists() else sorted((HERE / part).rglob("*")):
            inside = path.relative_to(HERE)
            module = inside.with_suffix("").as_posix()
            wanted = (
                path.suffix in (".py", ".json", ".jsonl")
                and not f"{module}/".startswith(tuple(f"{name}/" for name in EXCLUDED))
                and inside.parts[:2] != ("browser_server", "pure_python")
            )
            if wanted and "__pycache__" not in inside.parts:
                yield f"foretold/{inside.as_posix()}", path.read_bytes()
    for module, plain in PLAIN.items():
        yield f"{module}.py", (HERE / "browser_server" / "pure_python" / f"{plain}.py").read_bytes()
    about = f"foretold-{__version__}.dist-info"
    yield f"{about}/METADATA", f"Metadata-Version: 2.1\nName: foretold\nVersion: {__version__}\n".encode()
    entries = "".join(f"{name} = {where}\n" for name, where in LEVELS.items())
    yield f"{about}/entry_points.txt", f"[foretold.bots]\n{entries}".encode()
