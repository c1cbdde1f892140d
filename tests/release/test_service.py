"""`foretold service install`: what is written, where, and how systemd judges it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from foretold.cli.commands import service
from tests.cli.running import Argument, clean_environment, in_process, text_of

HARDEST = 3.0  # of systemd-analyze security: 10 is open, 0 is shut


def foretold(*arguments: Argument, **environment: str) -> subprocess.CompletedProcess[str]:
    return text_of(in_process(*arguments, environment=clean_environment(**environment)))


def test_the_unit_is_printed_and_nothing_is_written(tmp_path: Path) -> None:
    done = foretold("service", "install", "--user", "--print", XDG_CONFIG_HOME=str(tmp_path))
    assert done.returncode == 0
    assert re.search(r"^ExecStart=/\S+/foretold serve$", done.stdout, re.M)
    assert list(tmp_path.iterdir()) == []


def test_a_user_unit_is_replaced_only_on_request(tmp_path: Path) -> None:
    place = tmp_path / "systemd" / "user" / "foretold.service"
    for _ in range(2):
        done = foretold("service", "install", "--user", XDG_CONFIG_HOME=str(tmp_path))
        assert done.returncode == 0
        assert "systemctl --user enable --now foretold" in done.stdout
        assert str(tmp_path / "foretold.conf") in done.stdout
    assert "WantedBy=default.target" in place.read_text()
    assert "DynamicUser" not in place.read_text()
    place.write_text("mine")
    assert foretold("service", "install", "--user", XDG_CONFIG_HOME=str(tmp_path)).returncode == 2
    assert place.read_text() == "mine"
    assert foretold("service", "install", "--user", "--force", XDG_CONFIG_HOME=str(tmp_path)).returncode == 0
    assert "ExecStart=" in place.read_text()


def test_a_system_unit_needs_a_program_outside_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SYSTEM", tmp_path)
    monkeypatch.setattr(service, "_command", lambda: "/home/ann/.local/bin/foretold")
    done = foretold("service", "install")
    assert (done.returncode, "home directory" in done.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(service, "_command", lambda: "/usr/local/bin/foretold")
    assert foretold("service", "install").returncode == 0
    text = (tmp_path / "foretold.service").read_text()
    assert "ExecStart=/usr/local/bin/foretold serve\n" in text
    assert "EnvironmentFile=-/etc/foretold.conf\n" in text
    assert (tmp_path / "foretold.service").stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd judges the unit")
def test_systemd_finds_the_unit_sound_and_little_exposed(tmp_path: Path) -> None:
    path = tmp_path / "foretold.service"
    path.write_text(service.unit("/bin/true", user=False))
    verified = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True)
    assert [line for line in verified.stderr.splitlines() if "foretold.service" in line] == []
    command = ["systemd-analyze", "security", "--offline=true", str(path)]
    judged = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout
    level = re.search(r"Overall exposure level for foretold\.service: ([\d.]+)", judged)
    assert level is not None, judged
    assert float(level[1]) <= HARDEST
