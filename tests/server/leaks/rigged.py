"""A server whose deals the test has chosen, run as a script: `foretold serve`, but the cards come from files.

The first 16 bytes of seat 0 are no chance here: they are the number of a file, `<number>.json` in the directory of
`--deals`, with the deals of the match, round by round. From LEAKY on the table's facts tell what they must not.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from foretold.cli.database import database
from foretold.games import State
from foretold.server.live import live_table
from foretold.server.table import follow_ups
from foretold.server.table.match import TableMatch
from foretold.server.table.quota import Limits
from foretold.server.table.table import Table
from foretold.server.updates.stream import PublicSnapshot
from foretold.server.web.app import Config
from foretold.server.web.process import run

LEAKY = 1 << 64


def number_of(match: TableMatch) -> int:
    """The number that seat 0 gave as its bytes."""
    return int(match.revealed[0], 16)


class LeakyFacts(PublicSnapshot):
    """Facts that tell of one table in how many suits each seat holds cards: a leak as it might happen."""

    def __init__(self, table: Table, before: PublicSnapshot | None = None) -> None:
        super().__init__(table)
        state = table.state
        if table.match is not None and state is not None and number_of(table.match) >= LEAKY:
            for number, seat in enumerate(self.fields["seats"]):  # within what is declared: types do not find it
                seat["bot"] = f"{len({card.suit for card in state.view(number).hand})}"


def main() -> None:
    """Serves until it is told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    parser.add_argument("--database", type=database)
    parser.add_argument("--bot-delay", type=float)
    parser.add_argument("--deals", type=Path)
    given = parser.parse_args()

    def deal(state: State, match: TableMatch) -> State:
        deals: list[dict[str, Any]] = json.loads((given.deals / f"{number_of(match) % LEAKY}.json").read_text())
        dealt: State = state.deal(deals[len(state.finished)])
        return dealt

    live_table.PublicSnapshot = LeakyFacts  # type: ignore[attr-defined]
    follow_ups.SHARING = 600_000  # type: ignore[attr-defined]  # many play at once: nobody is too late with their bytes
    config = Config(
        given.database,
        bot_delay=given.bot_delay,
        limits=Limits(100_000, 100_000, 100_000),
        message_rate=10_000.0,
        request_rate=10_000.0,
        dealer=deal,
    )
    run(config, given.host, given.port, listening=lambda port, hub: print(f"port {port}", flush=True))


if __name__ == "__main__":
    main()
