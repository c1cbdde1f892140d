"""Builds the package and installs it into environments of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.serving import PATIENCE, Server

REPOSITORY = Path(__file__).parents[2]
UV = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


def run(*command: object, **environment: str) -> str:
    """What a command prints; it has to succeed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def build_wheel(folder: Path, source: Path = REPOSITORY) -> Path:
    """The wheel, built from this source tree or sdist."""
    if UV is not None:
        run(UV, "build", "--quiet", "--wheel", "--out-dir", folder, source)
    else:
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source)
    [wheel] = folder.glob("foretold-*.whl")
    return wheel


class Installed:
    """A new environment with a package in it; its commands find no Node, and nothing of this tree."""

    def __init__(self, folder: Path, *wishes: object) -> None:
        self.folder = folder
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        if UV is not None:
            run(UV, "venv", "--quiet", "--python", sys.executable, folder)
            run(UV, "pip", "install", "--quiet", "--python", self.bin / "python", *wishes)
        else:
            run(sys.executable, "-m", "venv", folder)
            run(self.bin / "python", "-m", "pip", "install", "--quiet", *wishes)

    def environment(self, data: Path) -> dict[str, str]:
        """The environment of its commands."""
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ}
        more = {"FORETOLD_DATA": str(data), "FORETOLD_CACHE": str(data / "cache"), "FORETOLD_LANG": "en"}
        return {**kept, **more, "PATH": str(self.bin), "PYTHONSAFEPATH": "1"}

    def foretold(self, data: Path, *arguments: str, by: tuple[str, ...] = ("foretold",)) -> str:
        """What a command of it prints; it has to succeed."""
        command = [str(self.bin / by[0]), *by[1:], *arguments]
        done = subprocess.run(command, cwd=data, env=self.environment(data), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout


class InstalledServer(Server):
    """`foretold serve` of a command that is given, with an environment that is given."""

    def __init__(self, directory: Path, command: list[str], environment: dict[str, str]) -> None:
        super().__init__(directory)
        self.line, self.environment = command, environment

    def start(self) -> InstalledServer:
        flags = ("--host", "127.0.0.1", "--port", str(self.port), "--bot-delay", "0.02")
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*self.line, *flags], stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            address = re.search(r"127\.0\.0\.1:(\d+)", line)
            if address:
                self.port = int(address[1])
                return self
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")


@contextmanager
def serving_installed(installed: Installed, data: Path) -> Iterator[InstalledServer]:
    """A running server of an installed package; it is gone afterwards."""
    server = InstalledServer(data, [str(installed.bin / "foretold"), "serve"], installed.environment(data))
    try:
        yield server.start()
    finally:
        server.clear()


__all__ = ["PATIENCE", "REPOSITORY", "UV", "Installed", "InstalledServer", "build_wheel", "run", "serving_installed"]
