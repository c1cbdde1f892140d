"""The examples work: the bot plays whole matches on a real server, and what the pages say to type runs."""

from __future__ import annotations

import ast
import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import foretold
from foretold.fair import verify
from tests.server.serving import Player, Server, command, make_table, serving

REPOSITORY = Path(__file__).parents[2]
EXAMPLES = REPOSITORY / "examples"
BOT = EXAMPLES / "bot.py"
PATIENCE = 120  # seconds, for a busy machine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@contextmanager
def bots(server: Server, host: httpx.Client, table: str, seats: range) -> Iterator[list[subprocess.Popen[str]]]:
    """The example at these seats, each in its own process; none is left afterwards."""
    running: list[subprocess.Popen[str]] = []
    try:
        for seat in seats:
            token = host.post(f"/api/tables/{table}/seats/{seat}/token", json={"name": "Robin"}).json()["token"]
            running.append(start(server.url, table, token))
        yield running
    finally:
        for process in running:
            process.kill()
            process.communicate()


def start(*arguments: str) -> subprocess.Popen[str]:
    line = [sys.executable, "-W", "error", str(BOT), *arguments]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def outcome(bot: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code, and all that was printed."""
    printed, _ = bot.communicate(timeout=PATIENCE)
    return bot.returncode, printed


@pytest.mark.parametrize(
    ("game", "players", "person"),
    [
        ("seven-prophecies", 4, False),
        ("seven-prophecies-2017", 3, True),
        pytest.param("prophecy", 4, False, marks=pytest.mark.long),
    ],
)
def test_the_bot_plays_a_whole_match(server: Server, game: str, players: int, person: bool) -> None:
    host = server.client()
    host.post("/api/me", json={"name": "Ann"})
    seats = ["me" if person else "external", *["external"] * (players - 1)]
    table = make_table(host, seats, game=game, players=players, public=True)
    with bots(server, host, table, range(int(person), players)) as running:
        if person:
            assert command(host, table, type="ready").status_code == 200
            asyncio.run(play(server, table, host.cookies["foretold"]))
        assert [outcome(bot) for bot in running] == [(0, "")] * len(running)
    view = host.get(f"/api/tables/{table}/views").json()["views"][0]
    record = host.get(f"/api/matches/{view['table']['match']}").json()
    check(record, view["view"]["scores"], person)


async def play(server: Server, table: str, cookie: str) -> None:
    player = await Player(server.url, table, cookie).connect()
    await player.play(timeout=PATIENCE)
    await player.close()


def check(record: dict[str, Any], scores: list[int], person: bool) -> None:
    """The match was played to its end, by the bots themselves, with deals that hold."""
    state = foretold.replay(record)
    assert state.over
    assert list(state.scores) == scores
    assert verify(record).shared == ((0,) if person else ())
    assert {seat["kind"] for seat in record["seats"]} == ({"person", "bot"} if person else {"bot"})
    assert not [event for event in record["events"] if "by" in event]


def test_the_bot_says_why_it_can_not_play(server: Server) -> None:
    table = make_table(server.client(), ["me", "external", "bot:novice"], players=3)
    tries = [start(server.url, table, "void"), start(server.url, "nowhere", "void")]
    try:
        assert [outcome(bot) for bot in tries] == [
            (1, "this token doesn't open a seat at this table: ask the host for a new one\n"),
            (1, "this table doesn't exist: ask for its link again\n"),
        ]
    finally:
        for bot in tries:
            bot.kill()
            bot.communicate()


def test_the_example_bot_is_short_and_needs_only_websockets() -> None:
    text = BOT.read_text("utf-8")
    assert len(text.splitlines()) <= 40
    modules = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names])
    }
    assert modules - set(sys.stdlib_module_names) == {"websockets"}


@pytest.mark.parametrize("line", ["pettingzoo_random.py prophecy 3 5", "pettingzoo_random.py", "openspiel_ismcts.py 3"])
def test_the_research_examples_run(line: str) -> None:
    done = subprocess.run(
        [sys.executable, *line.split()], cwd=EXAMPLES, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert re.search(r"^returns [\[{].*[\]}]$", done.stdout, re.M)
    assert len((EXAMPLES / line.split()[0]).read_text("utf-8").splitlines()) <= 40


def test_every_example_is_documented() -> None:
    page = (EXAMPLES / "README.md").read_text("utf-8")
    files = {path.name for path in EXAMPLES.iterdir() if path.name not in ("README.md", "__pycache__")}
    assert set(re.findall(r"^\| \[(.*?)\]", page, re.M)) == files
    for target in re.findall(r"\]\(([^)\s]+)\)", page):
        assert (EXAMPLES / target).exists(), target


@pytest.mark.skipif(shutil.which("curl") is None or shutil.which("bash") is None, reason="needs curl and bash")
def test_commands_on_the_research_pages_run(server: Server, tmp_path: Path) -> None:
    pages = {"examples": EXAMPLES / "README.md", "protocol": REPOSITORY / "docs" / "protocol.md"}
    shells = {name: typed(server, tmp_path / name, page) for name, page in pages.items()}  # side by side: one sleeps
    printed = {name: shell.communicate(timeout=PATIENCE)[0] for name, shell in shells.items()}
    assert [shell.returncode for shell in shells.values()] == [0, 0], printed
    assert '"phase":"over"' in printed["examples"]
    assert '"decision":0,"legal":[{"action":"7-0-0-0"}' in printed["protocol"]
    assert re.search(r'{"number":\d+}\Z', printed["protocol"])
    assert "error" not in printed["examples"] + printed["protocol"]


def typed(server: Server, directory: Path, page: Path) -> subprocess.Popen[str]:
    """All shell blocks of a page, in one shell beside the examples, with this server instead of the usual one."""
    directory.mkdir()
    shutil.copy(BOT, directory)
    text = "".join(re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.S))
    assert "http://127.0.0.1:8421" in text
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", text.replace("http://127.0.0.1:8421", server.url)],
        cwd=directory,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
