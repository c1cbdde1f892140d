"""Servers of an earlier commit, from the repository's own history: what the tests of upgrades start from.

Run as a script it keeps a database which such a server has written, with an open match of each game:
`python -m tests.server.faults.earlier_version`.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import subprocess
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

from tests.server.faults.companies import BRIEF, FIRST_EDITION, SINGLE, Company, company
from tests.server.serving import Player, Server

COMMIT = "d084644"
REPOSITORY = Path(__file__).parents[3]
DATABASE = Path(__file__).parent / "databases" / f"{COMMIT}.sqlite.gz"
PEOPLE = DATABASE.with_name(f"{COMMIT}.json")  # by game the table and the cookies of those who sit at it
FEW = 3  # actions of each person before the server ends: all have prophesied or bid, and the first trick is under way


def checked_out(directory: Path) -> Path | None:
    """The Python sources of the earlier commit; None in a clone without its history."""
    packed = subprocess.run(["git", "archive", COMMIT, "src"], cwd=REPOSITORY, capture_output=True, check=False)
    if packed.returncode:
        return None
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(directory, filter="data")
    return directory / "src"


class Upgradable(Server):
    """A server that runs the sources of an earlier commit until it is upgraded."""

    sources: Path | None = None

    def start(self) -> Upgradable:
        before = os.environ.get("PYTHONPATH")
        if self.sources is not None:
            os.environ["PYTHONPATH"] = str(self.sources)
        try:
            return super().start()
        finally:
            if before is None:
                os.environ.pop("PYTHONPATH", None)
            else:
                os.environ["PYTHONPATH"] = before

    def upgrade(self) -> None:
        """Stops the server and starts it again with today's sources."""
        assert self.stop() == 0
        self.sources = None
        self.start()


def open_matches(server: Server) -> dict[str, Company]:
    """A table of each game with two people and a bot, by game."""
    seats = ["me", "open", "bot:random"]
    wishes = {"seven-prophecies": {}, FIRST_EDITION: {"options": SINGLE}, "prophecy": {"options": BRIEF}}
    companies = {game: company(server, seats, 1, game=game, players=3, **wish) for game, wish in wishes.items()}
    for table in companies.values():
        for player in table.players:
            player.conforming = False
    return companies


async def play_a_little(companies: list[Company]) -> None:
    """Everybody acts a few times, then all connections break."""

    async def play(player: Player) -> None:
        await player.connect()
        await player.hear()
        await player.send({"type": "ready"})
        await player.play(until=lambda player: len(player.done) >= FEW)
        await player.drop()

    async with asyncio.timeout(120), asyncio.TaskGroup() as group:
        for table in companies:
            for player in table.players:
                group.create_task(play(player))


def keep() -> None:
    """Writes the database and who sits at its tables."""
    with tempfile.TemporaryDirectory() as directory:
        sources = checked_out(Path(directory))
        assert sources is not None, f"this clone does not have {COMMIT}"
        server = Upgradable(Path(directory))
        server.sources = sources
        server.start()
        try:
            companies = open_matches(server)
            asyncio.run(play_a_little(list(companies.values())))
            server.stop()
            DATABASE.write_bytes(gzip.compress(server.database.read_bytes(), 9, mtime=0))
        finally:
            server.clear()
    people = {
        game: {"table": table.table, "cookies": [player.cookie for player in table.players]}
        for game, table in companies.items()
    }
    PEOPLE.write_text(json.dumps(people, indent=2) + "\n")


if __name__ == "__main__":
    keep()
