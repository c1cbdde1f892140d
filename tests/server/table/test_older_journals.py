"""Journals that an older version has written: bots without names, rounds without intervals, tables without a tempo."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import foretold
from foretold.fair import verify
from foretold.server.protocol.messages import TakeBack
from foretold.server.table import follow_ups, journal
from foretold.server.table.table import INTERVAL, Table
from foretold.server.updates.stream import PublicSnapshot
from tests.server.at_tables import HOUR, SECOND, Room
from tests.server.table.waiting import left

JOURNALS = Path(__file__).parent / "journals"


class Older(Room):
    """A room that goes on from a journal as a server does after its start."""

    def __init__(self, name: str) -> None:
        self.table = Table("t")
        self.written = []
        self._drawn = 100
        for line in (JOURNALS / f"{name}.jsonl").read_text("utf-8").splitlines():
            kept = json.loads(line)
            self.now = kept["at"]
            self.written.append((self.now, json.dumps(kept["entry"]).encode()))
            self.table.apply(journal.read(self.written[-1][1]), self.now)
        self.now += HOUR
        self.add(journal.Restarted(HOUR))

    def play_on(self) -> None:
        """All come back and play to the end of the match; its record holds."""
        self.join(*{seat.person for seat in self.table.seats if seat.person})
        self.play(Random(1))
        assert self.table.phase == "over"
        record = self.table.record()
        verify(record)
        assert foretold.replay(record).over


def test_an_older_match_against_bots_continues_and_can_be_taken_back() -> None:
    room = Older("bots")
    assert room.table.state is not None
    assert (room.table.state.round, room.table.phase) == (2, "playing")
    assert [seat.name for seat in room.table.seats] == ["Ann", "", ""], "as they were called then"
    facts = PublicSnapshot(room.table).fields
    assert (facts["tempo"], facts["interval"], facts["practised"], facts["lent"]) == ("normal", None, False, [])
    room.do("ann", TakeBack())
    room.play_on()
    assert room.table.record().names == ("Ann", "Adept", "Greedy")


def test_an_older_match_with_clocks_continues_with_all_its_time() -> None:
    room = Older("people")
    assert room.table.state is not None
    assert (room.table.state.round, room.table.actors()) == (2, (2, 3))
    assert [seat.made for seat in room.table.seats] == [12, 12, 11, 11]
    room.join("ann", "bob", "dan")
    assert PublicSnapshot(room.table).fields["interval"] == {"left": INTERVAL - 15 * SECOND, "waiting": [3]}
    room.wait(INTERVAL - 15 * SECOND)
    assert left(room) == {3: (30_000, 120_000)}
    assert follow_ups.next_due(room.table) is not None
    room.play_on()


def test_an_older_second_match_at_a_table_continues() -> None:
    room = Older("again")
    assert room.table.phase == "playing"
    room.play_on()
    assert room.table.record().names == ("Ann", "Ann 2", "Greedy")
