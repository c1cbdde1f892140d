"""A push service for `foretold bench company`: takes what is sent to it, and counts how often each address was sent to.

Like those of browsers, it leaves connections open.

`python -m foretold.benchmarks.push_service DIRECTORY`: the directory has its certificate.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path


async def serve(directory: Path) -> None:
    """Answers until it is ended."""
    heard: Counter[str] = Counter()

    async def answer(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):  # the connection ends
            while True:
                head = (await reading.readuntil(b"\r\n\r\n")).decode("ascii")
                method, path, _ = head.split(" ", 2)
                if method == "POST":
                    [length] = [line for line in head.splitlines() if line.lower().startswith("content-length:")]
                    await reading.readexactly(int(length.partition(":")[2]))
                    heard[path] += 1
                    writing.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
                else:
                    body = json.dumps(
                        {
                            "told": heard.total(),
                            "once": sum(count == 1 for count in heard.values()),
                            "more": sum(count > 1 for count in heard.values()),
                        }
                    ).encode()
                    writing.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
                await writing.drain()
        writing.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(directory / "push.pem")
    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    print(f"push service on port {server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(Path(sys.argv[1])))
