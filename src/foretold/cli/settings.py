"""Settings of `foretold serve`, by flag or environment variable: a flag beats a variable beats the default."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypedDict, cast

from foretold.cli import Usage
from foretold.cli.record_chunks import printable

LEVELS = ("debug", "info", "warning", "error")
OWN_PATHS = (
    *("api", "ws", "metrics", "tables", "matches", "replay", "learn", "rules", "puzzles"),
    *(
        "embed",
        "shared",
        "daily",
        "challenges",
        "evenings",
        "groups",
        "g",
        "profile",
        "ladder",
        "admin",
        "here",
        "assets",
    ),
)
PUSH_HOSTS = "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com"
_PORTS = {"http": 80, "https": 443}


class Wrong(ValueError):
    """An unusable value: the reason's key, and the values of its sentence."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values


class Setting(NamedTuple):
    """One setting: its flag is `--` and the name, its variable FORETOLD_ and the name."""

    name: str
    metavar: str
    default: object
    read: Callable[[str], object]
    help: str

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        return "FORETOLD_" + self.name.upper().replace("-", "_")

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Adds the flag to a parser; `value` interprets flags and variables alike."""
        default = "" if self.default in ("", None) else f", else {self.default}"
        parser.add_argument(self.flag, metavar=self.metavar, help=f"{self.help} (default: {self.variable}{default})")

    def value(self, arguments: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> object:
        """Returns the value of flag, variable or default; raises Usage if it is unusable."""
        source, text = self.flag, getattr(arguments, self.name.replace("-", "_"))
        if text is None:
            source, text = self.variable, environment.get(self.variable, "").strip()
            if not text:
                return self.default
        try:
            return self.read(text.strip())
        except Wrong as wrong:
            raise Usage(wrong.reason, {"name": source, "found": printable(text), **wrong.values}) from None


Chosen = TypedDict(
    "Chosen",
    {
        "host": str,
        "port": int,
        "public-url": str,
        "names": str,
        "prefix": str,
        "proxies": str,
        "workers": int,
        "bot-delay": float,
        "bot-workers": int,
        "review-worlds": int,
        "review-nice": int,
        "most-tables": int,
        "tables-per-person": int,
        "tables-per-address": int,
        "message-rate": float,
        "request-rate": float,
        "connections-per-address": int,
        "keep-people": int,
        "keep-tables": int,
        "backups": bool,
        "backup-dir": Path | None,
        "push-hosts": str,
        "webhook-hosts": str,
        "contact": str,
        "call-delay": float,
        "ladder": bool,
        "metrics": tuple[str, int] | None,
        "log-level": str,
        "log-file": Path | None,
        "qr": bool | None,
        "open": bool | None,
    },
)


def whole(least: int, most: int) -> Callable[[str], int]:
    """Parses an integer within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
            raise Wrong("serve-whole", least=least, most=most)
        return int(text)

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """Parses a number within bounds."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            raise Wrong("serve-number", least=f"{least:g}", most=f"{most:.0f}")
        return value

    return read


def host(text: str) -> str:
    """Parses an address or name of this machine; listening shows whether it is one."""
    if not text or any(character.isspace() or character in "/@" for character in text):
        raise Wrong("serve-host")
    return text.removeprefix("[").removesuffix("]")


def place(text: str) -> tuple[str, int]:
    """Parses an address with a port, or a port of this machine alone."""
    name, _, digits = text.rpartition(":")
    if not (digits.isascii() and digits.isdigit() and int(digits) <= 65535):
        raise Wrong("serve-place")
    return host(name) if name else "127.0.0.1", int(digits)


def level(text: str) -> str:
    """Parses a log level."""
    if text.lower() not in LEVELS:
        raise Wrong("serve-level", known=LEVELS)
    return text.lower()


def truth(text: str) -> bool:
    """Parses yes or no."""
    known = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
    if text.lower() not in known:
        raise Wrong("serve-yes-no")
    return known[text.lower()]


def public_url(text: str) -> str:
    """Normalises the public URL of the server as browsers write it: no default port, no trailing slash."""
    import ipaddress
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        name, port = parts.hostname or "", parts.port
        name = f"[{ipaddress.IPv6Address(name)}]" if ":" in name else name.encode("idna").decode("ascii")
    except ValueError:
        raise Wrong("serve-public-url") from None
    fit = parts.scheme in _PORTS and name and not (parts.query or parts.fragment or parts.username or parts.password)
    if not fit or any(character.isspace() for character in text):
        raise Wrong("serve-public-url")
    place = name if port in (None, _PORTS[parts.scheme]) else f"{name}:{port}"
    return f"{parts.scheme}://{place}{prefix(parts.path)}"


def names(text: str) -> str:
    """Parses comma-separated names of this server; or * for any."""
    parsed = [name.strip().lower().removesuffix(".") for name in text.split(",")]
    if parsed != ["*"] and not all(re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", name) for name in parsed):
        raise Wrong("serve-names")
    return ",".join(parsed)


def hosts(text: str) -> str:
    """Parses comma-separated host names, each with *. in front for all its subdomains; or none."""
    names = [] if text == "none" else [name.strip().lower() for name in text.split(",")]
    if not all(re.fullmatch(r"(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*", name) for name in names):
        raise Wrong("serve-hosts")
    return ",".join(names)


def contact(text: str) -> str:
    """Parses the operator's contact address."""
    if not re.fullmatch(r"(mailto:[^@\s]+@|https://)[\x21-\x7e]+", text):
        raise Wrong("serve-contact")
    return text


def prefix(text: str) -> str:
    """Parses the path under which the server is mounted: a slash before each part, none at the end."""
    path = "/" + text.strip("/")
    if path == "/":
        return ""
    if not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", path) or path.split("/")[1] in (*OWN_PATHS, ".", ".."):
        raise Wrong("serve-prefix", own=OWN_PATHS)
    return path


def proxies(text: str) -> str:
    """Parses comma-separated addresses and networks; or * for any."""
    import ipaddress

    networks = [network.strip() for network in text.split(",")]
    for network in [] if networks == ["*"] else networks:
        try:
            ipaddress.ip_network(network)
        except ValueError:
            raise Wrong("serve-proxies") from None
    return ",".join(networks)


SETTINGS = (
    Setting("host", "ADDRESS", "0.0.0.0", host, "address to listen on; 0.0.0.0 is the whole network"),
    Setting("port", "N", 8421, whole(0, 65535), "port to listen on; 0 is any free one"),
    Setting("public-url", "URL", "", public_url, "where people reach the server through a proxy"),
    Setting("names", "NAMES", "", names, "other host names of the server, or * for any"),
    Setting("prefix", "PATH", "", prefix, "path under which a proxy shows the server, if not that of --public-url"),
    Setting("proxies", "ADDRESSES", "", proxies, "proxies whose X-Forwarded-For, -Proto and -Host are trusted"),
    Setting("workers", "N", 1, whole(1, 64), "number of processes, with a PostgreSQL database"),
    Setting("bot-delay", "S", 0.9, number(0.01, 60), "seconds before a bot acts"),
    Setting("bot-workers", "N", 2, whole(1, 64), "how many bots think at the same time"),
    Setting("review-worlds", "N", 600, whole(0, 100_000), "deals in which a review weighs a decision; 0: no reviews"),
    Setting("review-nice", "N", 19, whole(0, 19), "niceness of the review process"),
    Setting("most-tables", "N", 5_000, whole(1, 1_000_000), "maximum number of open tables"),
    Setting("tables-per-person", "N", 20, whole(1, 1_000_000), "maximum number of open tables per person"),
    Setting(
        "tables-per-address", "N", 100, whole(1, 1_000_000), "maximum number of open tables per block of addresses"
    ),
    Setting("message-rate", "N", 20, number(1, 1_000_000), "messages per second that one WebSocket may send"),
    Setting("request-rate", "N", 20, number(1, 1_000_000), "requests per second that one address may send"),
    Setting(
        "connections-per-address",
        "N",
        500,
        whole(0, 1_000_000),
        "websockets from one block of addresses at most, and twice as many connections; 0: any number",
    ),
    Setting("keep-people", "DAYS", 400, whole(1, 36_500), "days after which a person who hasn't come back is deleted"),
    Setting("keep-tables", "DAYS", 30, whole(1, 36_500), "days after which a closed table is deleted"),
    Setting("backup-dir", "FOLDER", None, Path, "where daily copies of an SQLite database go, if not beside it"),
    Setting("push-hosts", "HOSTS", PUSH_HOSTS, hosts, "browser push services that may be used, or none"),
    Setting("webhook-hosts", "HOSTS", "", hosts, "chat servers whose webhooks may be called"),
    Setting("contact", "ADDRESS", "", contact, "mailto: or https: contact for push services"),
    Setting("call-delay", "S", 20, number(0, 86_400), "seconds from the start of a turn to the notification"),
    Setting(
        "metrics",
        "ADDRESS",
        None,
        place,
        "address and port for Prometheus, such as 127.0.0.1:9464; default: no metrics",
    ),
    Setting("log-level", "LEVEL", "info", level, f"how much is logged: {', '.join(LEVELS)}"),
    Setting("log-file", "FILE", None, Path, "write the log to this file instead of standard error"),
)
QR = Setting("qr", "", None, truth, "")
LADDER = Setting("ladder", "", False, truth, "")
BACKUPS = Setting("backups", "", True, truth, "")
OPEN = Setting("open", "", None, truth, "")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Adds all settings as flags."""
    for setting in SETTINGS:
        setting.add_to(parser)
    drawn = parser.add_mutually_exclusive_group()
    drawn.add_argument(
        "--qr",
        action="store_const",
        const="yes",
        help="draw the address as a QR code (default: FORETOLD_QR, else on a terminal)",
    )
    drawn.add_argument("--no-qr", action="store_const", const="no", dest="qr", help="don't draw one")
    parser.add_argument(
        "--ladder",
        action="store_const",
        const="yes",
        help="show everyone the ratings of those who want one (default: FORETOLD_LADDER, else no)",
    )
    parser.add_argument(
        "--no-backups",
        action="store_const",
        const="no",
        dest="backups",
        help="make no daily copies of the database (default: FORETOLD_BACKUPS, else they are made)",
    )
    opened = parser.add_mutually_exclusive_group()
    opened.add_argument(
        "--open",
        action="store_const",
        const="yes",
        help="open the page in the browser (default: FORETOLD_OPEN, else if a server runs already, on a terminal)",
    )
    opened.add_argument("--no-browser", action="store_const", const="no", dest="open", help="don't open it")


def settings(arguments: argparse.Namespace) -> Chosen:
    """Returns the value of every setting by name."""
    from urllib.parse import urlsplit

    chosen = cast(
        "Chosen", {setting.name: setting.value(arguments) for setting in (*SETTINGS, QR, LADDER, BACKUPS, OPEN)}
    )
    path = urlsplit(chosen["public-url"]).path
    if chosen["public-url"] and chosen["prefix"] not in ("", path):
        raise Usage("serve-prefix-differs", {"prefix": chosen["prefix"], "url": chosen["public-url"]})
    return {**chosen, "prefix": chosen["prefix"] or path}
