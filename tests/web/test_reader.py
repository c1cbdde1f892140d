"""A real screen reader: Orca reads the page in a Chromium with a window, and what it would say is written to a file.

Needs Orca, a display (Xvfb), a window manager (openbox), D-Bus, AT-SPI, and Chromium with windows; on Debian or Ubuntu:

    apt install orca xvfb openbox dbus at-spi2-core chromium
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.server.serving import Server

LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
PROGRAMS = ("Xvfb", "openbox", "dbus-daemon", "orca")
PATIENCE = 120.0  # seconds in which Orca says something: it is slow on a busy machine
SAID = re.compile(r"SPEECH OUTPUT: '(.*?)' ?(?:voice=\w+ ?)?[\[{]")


def _window() -> str | None:
    """A Chromium that can open windows."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


def _missing() -> list[str]:
    """What this machine lacks."""
    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    if not any(Path(each).exists() for each in LAUNCHERS):
        lacking.append("at-spi2-core")
    return lacking if _window() else [*lacking, "chromium"]


class Orca:
    """What Orca has said, from its debug file."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.known = 0

    def wait(self, text: str) -> list[str]:
        """Waits until a sentence fits this expression; all that was said until then since the last time."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            said = SAID.findall(self.log.read_text("utf-8", "replace")) if self.log.exists() else []
            for number, each in enumerate(said[self.known :], self.known + 1):
                if re.search(text, each):
                    heard, self.known = said[self.known : number], number
                    return heard
            time.sleep(0.2)
        raise AssertionError(f"Orca does not say {text!r} but {said[self.known :]}")


@contextmanager
def reading(folder: Path, url: str) -> Iterator[tuple[Page, Orca]]:
    """A page of its own window, read by Orca."""
    quiet = folder / "quiet"
    quiet.mkdir()
    (quiet / "speechd.py").write_text("raise ImportError('nothing is to sound here')\n")  # Orca goes on without
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(folder),
        "ACCESSIBILITY_ENABLED": "1",
        "LANG": "C.UTF-8",
    }
    with ExitStack() as stack:

        def start(*command: str, out: int = subprocess.DEVNULL, **more: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                command, stdout=out, stderr=subprocess.DEVNULL, env={**environment, **more}, text=True
            )
            stack.callback(process.wait)
            stack.callback(process.terminate)
            return process

        def first_line(process: subprocess.Popen[str]) -> str:
            assert process.stdout is not None
            return process.stdout.readline().strip()

        screen = ("-screen", "0", "1440x900x24", "-nolisten", "tcp")
        environment["DISPLAY"] = f":{first_line(start('Xvfb', '-displayfd', '1', *screen, out=subprocess.PIPE))}"
        bus = start("dbus-daemon", "--session", "--nofork", "--print-address=1", out=subprocess.PIPE)
        environment["DBUS_SESSION_BUS_ADDRESS"] = first_line(bus)
        start("openbox")
        launcher = next(each for each in LAUNCHERS if Path(each).exists())
        start(launcher, "--launch-immediately", "--a11y=1", "--screen-reader=1")
        time.sleep(2)  # who asks too early waits for ever
        log = folder / "orca.log"
        start("orca", "--replace", "--disable", "braille", "--debug-file", str(log), PYTHONPATH=str(quiet))
        orca = Orca(log)
        orca.wait("Screen reader on")
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch_persistent_context(
            folder / "profile",
            executable_path=_window(),
            headless=False,
            no_viewport=True,
            locale="en-GB",
            args=["--no-sandbox", "--force-renderer-accessibility", "--disable-gpu", f"--app={url}"],
            env={key: str(value) for key, value in environment.items()},
        )
        stack.callback(browser.close)
        yield browser.pages[0], orca


@pytest.mark.long
def test_a_match_is_played_by_what_orca_says(server: Server, tmp_path: Path) -> None:
    if lacking := _missing():
        pytest.skip(
            f"no screen reader can be run here: {', '.join(lacking)} not found (Debian: see the head of this file)"
        )
    with reading(tmp_path, server.url) as (page, orca):
        page.wait_for_selector(".game")
        orca.wait("Finished loading")
        wish = {
            "game": "seven-prophecies-2017",
            "players": 3,
            "options": {"variant": "single-round"},
            "tempo": "at-once",
        }
        made = page.request.post(f"{server.url}/api/tables", data={"name": "Ines", "settings": wish})
        page.goto(f"{server.url}/tables/{made.json()['table']}")
        page.wait_for_selector(".hand .card")
        orca.wait("Finished loading")

        def type(text: str, answer: str) -> str:
            page.keyboard.type(text)
            page.keyboard.press("Enter")
            return orca.wait(answer)[-1]

        page.keyboard.press("/")
        orca.wait("Command")
        type("legal", "Split seven cubes over 3 places")
        type("prophesy 3 2 2", "You predicted|prophesied")
        played, over = 0, "The match is over"
        for _ in range(80):
            turn = type("turn", f"Your turn|type next|Waiting for|{over}")
            if over in turn:
                break
            if "type next" in turn:
                type("next", ".")
            elif "Your turn" in turn:
                card = re.search(r"You may play (\w+) (\d+)", type("legal", "You may play|type next|Waiting for"))
                if card:
                    type(f"play {card[1]} {card[2]}", f"You .*play.* {card[1]} {card[2]}")
                    played += 1
        assert played >= 7
        assert over in turn
        type("scores", "prophecies fulfilled")
