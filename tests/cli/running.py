"""Commands as people run them: most in this process, whose imports are paid for; some in one of their own, as proof."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO, BinaryIO, cast

from foretold.cli import main

LANGUAGES = ("LANG", "LC_ALL", "FORETOLD_LANG")
Argument = str | bytes | os.PathLike[str]


def clean_environment(*hidden: str, **more: str) -> dict[str, str]:
    """The environment without a language and without what is hidden, in UTF-8, and more."""
    kept = {name: value for name, value in os.environ.items() if name not in (*LANGUAGES, *hidden)}
    return {**kept, "LC_ALL": "C.UTF-8", **more}


def in_process(
    *arguments: Argument, environment: Mapping[str, str], feed: bytes = b"", run: Callable[[list[str]], int] = main
) -> subprocess.CompletedProcess[bytes]:
    """What `foretold` with these arguments writes and how it ends, in this process.

    The three standard files are files of its own down to their numbers, so that devices like /dev/stdin and the
    processes that a command starts have them too; the environment is the given one and no other.
    """
    given = [os.fsdecode(argument) for argument in arguments]
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        stdin.write(feed)
        stdin.seek(0)
        with _environment(environment), _handlers(), _files(stdin, stdout, stderr):
            try:
                code = run(given)
            except SystemExit as ended:  # of the parser
                code = ended.code if isinstance(ended.code, int) else 1
        stdout.seek(0)
        stderr.seek(0)
        return subprocess.CompletedProcess(given, code, stdout.read(), stderr.read())


def own_process(
    *arguments: Argument, environment: Mapping[str, str], feed: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """What `foretold` with these arguments writes and how it ends, as its own process."""
    line = [sys.executable, "-m", "foretold", *arguments]
    return subprocess.run(line, input=feed, capture_output=True, env=environment, check=False)


def text_of(done: subprocess.CompletedProcess[bytes]) -> subprocess.CompletedProcess[str]:
    """The same as text; a traceback is never an answer."""
    text = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in text.stderr, text.stderr
    return text


@contextmanager
def _environment(wanted: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(wanted)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _handlers() -> Iterator[None]:
    """The handlers of signals are afterwards those of before."""
    before = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE)}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


@contextmanager
def _files(*wanted: IO[bytes]) -> Iterator[None]:
    """The standard files are the wanted ones, by name and by number."""
    before = sys.stdin, sys.stdout, sys.stderr
    kept = [os.dup(number) for number in range(3)]
    encoding = os.environ.get("PYTHONIOENCODING") or "utf-8"
    for number, file in enumerate(wanted):
        os.dup2(file.fileno(), number)
    sys.stdin = _text(0, "rb", encoding, "surrogateescape")
    sys.stdout = _text(1, "wb", encoding, "surrogateescape")
    sys.stderr = _text(2, "wb", encoding, "backslashreplace")
    try:
        yield
    finally:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.close()
        sys.stdin, sys.stdout, sys.stderr = before
        for number, old in enumerate(kept):
            os.dup2(old, number)
            os.close(old)


def _text(number: int, mode: str, encoding: str, errors: str) -> io.TextIOWrapper:
    """A standard file of a command as text; what goes to the last one is written at once, as lines are."""
    file = cast("BinaryIO", os.fdopen(number, mode, closefd=False))
    return io.TextIOWrapper(file, encoding, errors, line_buffering=number == 2)
