"""`foretold service install`: a hardened unit for systemd that runs the server, of the system or of a user."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from foretold.cli import Usage
from foretold.cli.options import add_language_argument, language, writing
from foretold.cli.record_chunks import printable

NAME = "foretold.service"
SYSTEM = Path("/etc/systemd/system")
SETTINGS = Path("/etc/foretold.conf")
HOMES = (Path("/home"), Path("/root"), Path("/run/user"))  # what ProtectHome= hides

# Compiled code of the bots needs memory that is first written and then run: no MemoryDenyWriteExecute=.
_ANYONE = (  # what a user's own systemd can do as well
    "UMask=0077",
    "NoNewPrivileges=yes",
    "LockPersonality=yes",
    "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
    "RestrictNamespaces=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "SystemCallArchitectures=native",
    "SystemCallFilter=@system-service",
    "SystemCallFilter=~@privileged",
    "SystemCallErrorNumber=EPERM",
)
_ROOT = (
    "DynamicUser=yes",
    "StateDirectory=foretold",
    "StateDirectoryMode=0700",
    "CacheDirectory=foretold",
    "CapabilityBoundingSet=",
    "AmbientCapabilities=",
    "DevicePolicy=closed",
    "PrivateDevices=yes",
    "PrivateTmp=yes",
    "PrivateUsers=yes",
    "ProcSubset=pid",
    "ProtectClock=yes",
    "ProtectControlGroups=yes",
    "ProtectHome=yes",
    "ProtectHostname=yes",
    "ProtectKernelLogs=yes",
    "ProtectKernelModules=yes",
    "ProtectKernelTunables=yes",
    "ProtectProc=invisible",
    "ProtectSystem=strict",
    "RemoveIPC=yes",
)


def unit(command: str, *, user: bool) -> str:
    """The text of the unit file; the command is what ExecStart= runs, with `serve` behind it."""
    lines = [
        "[Unit]",
        "Description=Foretold table server",
        "Wants=network-online.target",
        "After=network-online.target",
        "",
        "[Service]",
        f"ExecStart={command} serve",
        "Environment=FORETOLD_QR=no FORETOLD_OPEN=no",
    ]
    if user:
        lines.append("EnvironmentFile=-%E/foretold.conf")
    else:
        lines.append("Environment=FORETOLD_DATA=%S/foretold FORETOLD_CACHE=%C/foretold")
        lines.append(f"EnvironmentFile=-{SETTINGS}")
    lines += ["Restart=on-failure", "RestartSec=2", "TimeoutStopSec=20", "LimitNOFILE=65536"]
    lines += [*_ANYONE, *(() if user else _ROOT)]
    lines += ["", "[Install]", f"WantedBy={'default.target' if user else 'multi-user.target'}"]
    return "\n".join(lines) + "\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold service`."""
    parser.add_argument("action", choices=["install"], help="install: write the unit file for systemd")
    parser.add_argument("--user", action="store_true", help="a unit of yours alone, which needs no root")
    parser.add_argument("--print", action="store_true", help="print the unit file and write nothing")
    parser.add_argument("--force", action="store_true", help="replace a unit file that is there and differs")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Writes the unit file, and says how to start the server."""
    from foretold.i18n import say

    text = unit(_command(), user=arguments.user)
    if arguments.print:
        print(text, end="")
        return 0
    executable = Path(_command().split()[0])
    if not arguments.user and any(home in executable.parents for home in HOMES):
        raise Usage("service-in-home", {"file": str(executable)})
    target = _user_units() / NAME if arguments.user else SYSTEM / NAME
    if target.exists() and target.read_text("utf-8") != text and not arguments.force:
        raise Usage("file-exists", {"file": str(target)})
    with writing(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
        target.chmod(0o644)
    systemctl = "systemctl --user" if arguments.user else "systemctl"
    start = f"{systemctl} daemon-reload && {systemctl} enable --now foretold"
    settings = _user_units().parents[1] / SETTINGS.name if arguments.user else SETTINGS
    print(printable(say(language(arguments), "service.done", file=target, command=start, settings=settings)))
    return 0


def _command() -> str:
    """How this program is called by its full path: the script beside this Python, else the module."""
    script = Path(sys.executable).parent / "foretold"
    return str(script) if script.exists() else f"{sys.executable} -m foretold"


def _user_units() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user"
