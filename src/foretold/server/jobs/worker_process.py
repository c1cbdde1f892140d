"""Worker process of low priority that answers each line with a line."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress


class WorkerProcess:
    """A low-priority subprocess that answers requests line by line; started on first use."""

    def __init__(self, module: str, nice: int) -> None:
        self._module, self._nice = module, nice
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=module.rpartition(".")[2])
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        """True if the process runs."""
        return self._process is not None

    async def answer(self, line: bytes) -> bytes:
        """The process's answer to a line, without the newline; empty if it has ended."""
        if self._process is None:
            self._process = _process(self._module, self._nice)
        return await asyncio.get_running_loop().run_in_executor(self._thread, _answer, self._process, line)

    def end(self) -> None:
        """Kills the process; the next request starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    assert pipe is not None
                    pipe.close()

    def stop(self) -> None:
        """Kills the process and shuts its thread down."""
        self.end()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _process(module: str, nice: int) -> subprocess.Popen[bytes]:
    """Starts the subprocess with low priority."""
    priority = 0
    if sys.platform == "win32":
        priority = subprocess.IDLE_PRIORITY_CLASS
    command = [sys.executable, "-m", module, str(nice)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, creationflags=priority)


def _answer(process: subprocess.Popen[bytes], line: bytes) -> bytes:
    """The process's answer to a line, without the newline; empty if it has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(line)
        process.stdin.flush()
        reply = process.stdout.readline()
    except (OSError, ValueError):  # it ended in the meantime
        return b""
    return reply.strip() if reply.endswith(b"\n") else b""
