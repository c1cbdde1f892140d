"""Orca, a real screen reader, and a browser with a window that it reads from: what was said is kept in a file.

Nothing of the desktop of whoever runs the tests is touched: X server, message bus, accessibility bus and settings are
of the test's own and end with it. There is no voice: Orca writes each utterance to its log when it would be spoken.

Keys are pressed by Playwright, so they reach the page and not Orca. Orca says nothing of the keys themselves, and
whatever silences it here is done by the page: a reader whose user presses no key is silenced by a change of the focus.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser

PATIENCE = 60.0  # seconds in which something has to happen
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-gpu", "--force-renderer-accessibility", "--no-first-run", "--disable-sync")
SPEECH = re.compile(r"^[\d:.]+ - SPEECH OUTPUT: '(.*)'(?:\s*(?:voice=\w+)?\{.*\})?$")

# Orca loads this from the directory of its settings: each line of its log is written at once.
CUSTOMIZATIONS = "from orca import debug\n\ndebug.debugFile.reconfigure(line_buffering=True)\n"


def _browser() -> str | None:
    """A Chromium that can open a window."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def _launcher() -> str | None:
    """What starts the accessibility bus."""
    return next((path for path in LAUNCHERS if os.access(path, os.X_OK)), None)


def missing() -> str:
    """What a screen reader needs here and is not installed; nothing if all is there."""
    programs = {name: shutil.which(name) for name in ("orca", "Xvfb", "dbus-daemon")}
    programs |= {"at-spi-bus-launcher": _launcher(), "chromium": _browser()}
    return ", ".join(name for name, path in programs.items() if path is None)


class Reader:
    """A running Orca, and the environment of programs that it reads."""

    def __init__(self, log: Path, environment: dict[str, str]) -> None:
        self.log = log
        self.environment = environment
        self._read = 0

    def heard(self) -> list[str]:
        """What it has said since somebody asked last, utterance by utterance."""
        with self.log.open("rb") as log:
            log.seek(self._read)
            lines = log.read()
        whole = lines.rfind(b"\n") + 1  # the last line may still be written
        self._read += whole
        matches = map(SPEECH.match, lines[:whole].decode("utf-8", "replace").splitlines())
        return [" ".join(match[1].split()) for match in matches if match]

    def wait_for(self, text: str) -> list[str]:
        """Waits until it has said this; what it has said since somebody asked last."""
        deadline = time.monotonic() + PATIENCE
        said: list[str] = []
        while not any(text in each for each in said):
            assert time.monotonic() < deadline, f"{text!r} is not among {said}"
            time.sleep(0.05)
            said += self.heard()
        return said

    @contextmanager
    def browsing(self, browser: Browser) -> Iterator[Browser]:
        """A browser with a window on this screen, launched as the other one was."""
        program = _browser()
        window = browser.browser_type.launch(
            executable_path=program, headless=False, args=list(FLAGS), env=dict(self.environment)
        )
        try:
            yield window
        finally:
            window.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the process and those that it has started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            break
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            continue
    process.wait(10)
    if process.stdout is not None:
        process.stdout.close()


@contextmanager
def reading(directory: Path) -> Iterator[Reader]:
    """A running Orca, all of whose files are in the directory; it and what it needs are gone afterwards."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
    runtime = directory / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {
        **kept,
        "HOME": str(directory),
        "XDG_RUNTIME_DIR": str(runtime),
        "LANG": "C.UTF-8",
        "GSETTINGS_BACKEND": "memory",
        "SPEECHD_ADDRESS": f"unix_socket:{directory / 'no-voice'}",
    }
    log, settings = directory / "orca.log", directory / "orca"
    settings.mkdir()
    (settings / "orca-customizations.py").write_text(CUSTOMIZATIONS)
    with ExitStack() as running:

        def start(*command: str, told: int | None = None, silent: bool = True) -> subprocess.Popen[bytes]:
            with (directory / f"{Path(command[0]).name}.txt").open("w") as errors:
                process = subprocess.Popen(
                    command,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=errors if silent else subprocess.PIPE,
                    stderr=errors,
                    start_new_session=True,
                    pass_fds=() if told is None else (told,),
                )
            running.callback(_end, process)
            return process

        ours, its = os.pipe()
        with os.fdopen(ours) as answer:
            with os.fdopen(its, "w"):
                start("Xvfb", "-displayfd", str(its), "-screen", "0", "1440x1000x24", "-nolisten", "tcp", told=its)
            environment["DISPLAY"] = f":{answer.readline().strip()}"
        bus = start("dbus-daemon", "--session", "--nofork", "--print-address", silent=False)
        assert bus.stdout is not None
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        launcher = _launcher()
        assert launcher is not None
        start(launcher, "--launch-immediately")
        start("orca", "--user-prefs", str(settings), "--debug-file", str(log))
        reader = Reader(log, environment)
        deadline = time.monotonic() + PATIENCE
        while not log.exists():
            assert time.monotonic() < deadline, (directory / "orca.txt").read_text()
            time.sleep(0.05)
        reader.wait_for("Screen reader on.")
        yield reader
