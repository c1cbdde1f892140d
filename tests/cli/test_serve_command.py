"""`foretold serve` as people run it: start, a second start, stop, and the next start that goes on."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path

import httpx
import pytest
import segno

from foretold import cli
from foretold.cli.addresses import EVERYWHERE, drawn, local_url, network_urls, own_addresses
from foretold.server.store.sqlite.lock import Holder, holder, lock_path, take
from foretold.server.web.process import listen
from tests.server.serving import CLOSED, PATIENCE, Player, Server, make_table, serving, wait_for

pytestmark = pytest.mark.usefixtures("plain_environment")


def foretold(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    command = [sys.executable, "-m", "foretold", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **environment})


# Start -----------------------------------------------------------------------------------------------------------


@contextmanager
def running(*arguments: object, lines: int, **environment: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server with only these arguments, and the first lines that it printed; it is gone afterwards."""
    command = [sys.executable, "-m", "foretold", "serve", *map(str, arguments)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
    )
    assert process.stdout is not None
    try:
        yield process, [process.stdout.readline().rstrip("\n") for _ in range(lines)]
    finally:
        process.kill()
        process.communicate()


def test_the_server_prints_its_address_and_reads_the_environment(tmp_path: Path) -> None:
    database, log = tmp_path / "deep" / "my.sqlite", tmp_path / "serve.log"
    environment = {
        "FORETOLD_HOST": "0.0.0.0",
        "FORETOLD_PORT": "0",
        "FORETOLD_DATABASE": str(database),
        "FORETOLD_MOST_TABLES": "1",
        "FORETOLD_LOG_FILE": str(log),
    }
    addresses = own_addresses(EVERYWHERE["0.0.0.0"])
    with running("--most-tables", 2, lines=3 + max(1, len(addresses)), **environment) as (process, lines):
        match = re.fullmatch(r"On this machine: (http://127\.0\.0\.1:(\d+))", lines[0])
        assert match is not None
        port = int(match[2])
        if addresses:
            assert lines[1:-2] == [f"For friends on the same network: http://{address}:{port}" for address in addresses]
        assert lines[-2] == f"Everything is stored in {database}"
        assert "Ctrl-C" in lines[-1]
        for url in [match[1], *(f"http://{address}:{port}" for address in addresses)]:
            assert httpx.get(url).status_code == 200
        with httpx.Client(base_url=match[1]) as client:
            made = [client.post("/api/tables", json={"seats": ["me", *["open"] * 3]}) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 409]  # the flag's two tables, not the variable's
        assert holder(database) == Holder(process.pid, match[1])
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, output, errors) == (0, "", "")
    events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    asked = ["request", "request", "limit reached", "request"]
    assert [event["event"] for event in events] == ["started", *asked, "stopping", "stopped"]
    assert events[3]["reason"] == "too-many-tables"
    assert events[1].keys() == {"at", "level", "event", "request", "method", "route", "status", "ms"}


def test_a_terminal_gets_a_qr_code_dark_on_light(tmp_path: Path) -> None:
    controller, terminal = pty.openpty()
    flags = ("--host", "127.0.0.1", "--port", "0", "--public-url", "https://cards.example.org", "--lang", "ja")
    process = subprocess.Popen(
        [sys.executable, "-m", "foretold", "serve", *flags, "--no-browser"], stdout=terminal, stderr=subprocess.PIPE
    )
    os.close(terminal)
    shown = b""
    try:
        while b"Ctrl-C" not in shown:
            shown += os.read(controller, 4096)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.communicate()
        os.close(controller)
    text = shown.decode().replace("\r\n", "\n")
    assert "公開アドレス: https://cards.example.org\n" in text
    assert code_in(re.sub("\x1b\\[97;40m|\x1b\\[0m", "", text)) == code("https://cards.example.org")
    assert text.count("\x1b[97;40m") == text.count("\x1b[0m") == len(code("https://cards.example.org"))


def code(url: str) -> list[str]:
    """The modules of the QR code of an address, two rows a line, drawn light on dark with two light ones around."""
    rows = [[0, 0, *row, 0, 0] for row in segno.make(url, micro=False).matrix]
    none = [0] * len(rows[0])
    rows = [none, none, *rows, none, none, [1] * len(none)]
    return ["".join("█▀▄ "[2 * upper + lower] for upper, lower in zip(*pair, strict=True))
            for pair in zip(rows[::2], rows[1::2], strict=True)]  # fmt: skip


def code_in(text: str) -> list[str]:
    return [line for line in text.split("\n") if line and set(line) <= set("█▀▄ ")]


def test_a_qr_code_is_drawn_on_request() -> None:
    flags = ("--host", "127.0.0.1", "--port", 0, "--public-url", "https://cards.example.org/foretold")
    expected = code("https://cards.example.org/foretold")
    with running(*flags, "--qr", lines=4 + len(expected)) as (_, lines):
        assert code_in("\n".join(lines)) == expected
        assert "For everyone: https://cards.example.org/foretold" in lines
    with running(*flags, lines=4, PYTHONIOENCODING="ascii", FORETOLD_QR="yes") as (_, lines):
        assert "Ctrl-C" in lines[-1]  # no code where there are no such characters


def test_the_server_names_its_local_and_network_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    assert local_url("0.0.0.0", 8421, "") == local_url("localhost", 8421, "") == "http://127.0.0.1:8421"
    assert local_url("::", 8421, "/cards") == "http://[::1]:8421/cards"
    assert network_urls("127.0.0.1", 1, "") == network_urls("localhost", 1, "") == network_urls("::1", 1, "") == []
    assert network_urls("192.168.1.5", 80, "/x") == ["http://192.168.1.5:80/x"]
    for address in own_addresses(EVERYWHERE["0.0.0.0"]):
        with socket.create_server((address, 0)):
            assert not address.startswith("127.")
    monkeypatch.setattr(sys, "stdout", StringIO())
    assert code_in(drawn("http://192.168.1.5:8421")) in ([], code("http://192.168.1.5:8421"))


def test_a_taken_port_and_a_foreign_address_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = foretold("serve", "--host", "127.0.0.1", "--port", port)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"foretold serve: port {port} is in use: "
            "stop the program that uses it, or choose another port with --port\n"
        )
        assert error_of(capsys, "--host", "203.0.113.7", "--port", str(port)).startswith("can't listen at 203.0.113.7:")
        assert error_of(capsys, "--host", "a" * 300).startswith("can't listen at aaa")
    assert holder(tmp_path / "foretold.sqlite") is None


def error_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence with which a start is refused."""
    assert cli.main(["serve", *arguments]) == 2
    output, errors = capsys.readouterr()
    assert (output, errors.count("\n"), errors[:16]) == ("", 1, "foretold serve: ")
    return errors[16:]


def test_every_address_of_a_host_has_the_same_port() -> None:
    sockets = listen("localhost", 0)
    assert len({listener.getsockname()[1] for listener in sockets}) == 1
    for listener in sockets:
        listener.close()


def test_unusable_databases_and_log_files_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diary = tmp_path / "diary"
    diary.write_text("Dear diary, " * 1000)
    assert "isn't a Foretold database" in error_of(capsys, "--database", str(diary))
    for place in (diary / "x.sqlite", tmp_path):
        assert f"can't use the database {place}:" in error_of(capsys, "--database", str(place))
    assert list(tmp_path.iterdir()) == [diary]
    log = tmp_path / "none" / "log"
    assert f"can't write {log}:" in error_of(capsys, "--log-file", str(log))
    assert holder(tmp_path / "foretold.sqlite") is None


# A second start --------------------------------------------------------------------------------------------------


def test_a_second_start_opens_the_running_server(tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o700)
    with serving(tmp_path) as server:
        same = tmp_path / "same.sqlite"
        same.symlink_to(server.database)
        for flags, page in (((), False), (("--no-browser",), False), (("--open",), True)):
            done = foretold("serve", "--database", same, *flags, BROWSER=str(browser))
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout == f"Foretold is already running at {server.url}\n"
            assert opened.exists() == page
        assert opened.read_text() == f"{server.url}\n"
        assert httpx.get(server.url).status_code == 200


def test_a_killed_server_leaves_no_lock(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert server.process is not None
        assert holder(server.database) == Holder(server.process.pid, server.url)
        assert take(server.database) is None
        assert lock_path(server.database).stat().st_mode & 0o777 == 0o600
        server.kill()
        assert server.url in lock_path(server.database).read_text()  # it could not tidy up
        assert holder(server.database) is None
        server.start()
        assert httpx.get(server.url).status_code == 200
        assert server.stop() == 0
        assert lock_path(server.database).read_text() == ""


def test_a_start_waits_for_a_server_that_is_stopping(tmp_path: Path) -> None:
    lock = take(tmp_path / "foretold.sqlite")
    assert lock is not None
    with running("--host", "127.0.0.1", "--port", 0, lines=0) as (process, _):
        time.sleep(0.3)
        assert process.poll() is None
        lock.free()
        assert process.stdout is not None
        assert "http://127.0.0.1:" in process.stdout.readline()


# Stop and go on --------------------------------------------------------------------------------------------------


def test_a_match_survives_a_stop_and_the_next_start(tmp_path: Path) -> None:
    with serving(tmp_path, "--request-rate", "1000") as server:
        client = server.client()
        table = make_table(client, ["me", "bot:greedy", "bot:greedy", "bot:greedy"])
        asyncio.run(stopped_and_started(server, table, client.cookies["foretold"]))
        assert server.stop() == 0
        assert "Traceback" not in server.log.read_text()


async def stopped_and_started(server: Server, table: str, cookie: str) -> None:
    hesitant = [await Player(server.url, table).connect() for _ in range(30)]  # spectators
    player = await Player(server.url, table, cookie).connect()
    await player.play(until=lambda player: len(player.histories.get(0) or ()) > 12 and 0 in player.views[0]["actors"])
    player.choice = None  # the match waits for it, so nothing happens between the last word and the stop
    stopping = asyncio.create_task(asyncio.to_thread(server.stop))
    for client in (player, *hesitant):
        with suppress(*CLOSED):
            while True:
                await client.hear()
        assert client.bye is not None
        assert (client.bye["reason"], client.bye["retry"]) == ("restart", 1.0)
    assert await stopping == 0
    left = {path.name for path in server.directory.iterdir()}
    assert left == {"foretold.sqlite", "foretold.sqlite.lock", "server.log"}  # the database's own log is merged
    await asyncio.to_thread(server.start)
    again = await Player(server.url, table, cookie).connect(last=player.number)
    await again.play(until=lambda player: 0 in player.views)
    assert again.number > player.number  # that it was down is in the journal, and nothing else
    assert again.facts["match"] == player.facts["match"]
    assert again.views[0] == player.views[0]
    assert again.histories[0] == player.histories[0]
    assert again.turns[0] == player.turns[0]
    await again.play(until=lambda again: len(again.histories[0]) > len(player.histories[0]) + 8)
    await again.close()


@pytest.mark.parametrize("patient", [True, False])
def test_a_request_under_way_is_finished_unless_stopped_twice(patient: bool, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert server.process is not None
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            head = "POST /api/me HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: 14"
            line.sendall("\r\n".join((*head, "Expect: 100-continue", "", "")).encode())
            assert line.recv(4096).startswith(b"HTTP/1.1 100")  # it waits for the body
            server.process.send_signal(signal.SIGINT)
            wait_for(lambda: "stopping" in server.log.read_text())
            if patient:
                line.sendall(b'{"name":"Ann"}')
                assert line.recv(4096).startswith(b"HTTP/1.1 200")
            else:
                server.process.send_signal(signal.SIGINT)
                assert server.process.wait(PATIENCE) == 0
        assert server.stop() == 0
        assert "stopped" in server.log.read_text()
        assert "Traceback" not in server.log.read_text()
        assert not Path(f"{server.database}-wal").exists()


# What a start takes ----------------------------------------------------------------------------------------------

FIRST_PAGE = """
import json, os, signal, socket, sys, threading, time
from foretold.cli import main

def visit():
    while True:
        try:
            url = json.loads(open(sys.argv[1] + ".lock").read())["url"]
            break
        except (OSError, ValueError, KeyError):
            time.sleep(0.01)
    while not url:
        time.sleep(0.01)
        url = json.loads(open(sys.argv[1] + ".lock").read() or '{"url": ""}')["url"]
    with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as line:
        line.sendall(b"GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n")
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    found = {"answer": answer[:15].decode(), "cpu": time.process_time(), "modules": sorted(sys.modules)}
    open(sys.argv[2], "w").write(json.dumps(found))
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=visit).start()
raise SystemExit(main(["serve", "--host", "127.0.0.1", "--port", "0", "--database", sys.argv[1]]))
"""


def test_the_first_page_imports_nothing_heavy(tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    command = [sys.executable, "-c", FIRST_PAGE, str(tmp_path / "foretold.sqlite"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    output = json.loads(file.read_text())
    assert output["answer"] == "HTTP/1.1 200 OK"
    heavy = {"numba", "numpy", "scipy", "llvmlite", "rich", "segno", "openskill", "httpx", "webbrowser"}
    assert not heavy & {name.split(".")[0] for name in output["modules"]}
    print("CPU seconds from start to first page:", output["cpu"])  # measured, never judged here


def test_bare_foretold_opens_the_table_on_this_machine(tmp_path: Path) -> None:
    seen = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    environment = {**os.environ, "BROWSER": str(browser)}
    command = [sys.executable, "-m", "foretold", "--port", "0"]
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdout=pipe, stderr=none, text=True, env=environment) as run:
        assert run.stdout is not None
        url = wait_for(lambda: seen.exists() and seen.read_text().strip())
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/?", url)
        assert httpx.get(url).status_code == 200
        run.send_signal(signal.SIGTERM)
        run.stdout.read()
        assert run.wait(PATIENCE) == 0
