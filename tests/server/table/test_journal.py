"""Whatever happens at a table, its journal makes the same table again, and nothing is played twice."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import foretold
from foretold.errors import Refusal
from foretold.fair import verify
from foretold.server.protocol import messages
from foretold.server.table import commands, journal
from foretold.server.table.commands import seating
from foretold.server.table.journal import AnyEntry
from foretold.server.table.table import Table
from tests.server.at_tables import DAY, HOUR, MINUTE, SECOND, Room, check_rest, dump

PEOPLE = ("ann", "bob", "cem", "", "external:1")
PACES = (
    messages.Pace(),
    messages.Pace(kind="seconds", seconds=10, bank=15),
    messages.Pace(kind="days", days=1),
)
TABLES: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("me", "open", "open"), {"players": 3}),
    (("me", "me", "open"), {"players": 3, "game": "seven-prophecies-2017", "options": {"variant": "single-round"}}),
    (("me", "bot:greedy", "external", "open"), {"game": "prophecy", "options": {"variant": "short"}}),
    (("me", "bot:greedy", "bot:greedy"), {"players": 3}),
)
TIMES = (1, 999, 5 * SECOND, 11 * SECOND, MINUTE, 3 * HOUR, DAY - 1, 8 * DAY)

seats = st.integers(0, 5)
numbers = st.integers(0, 2**16)
COMMANDS: st.SearchStrategy[messages.TableCommand] = st.one_of(
    st.builds(messages.Sit, seat=seats, name=st.sampled_from(["Ann", "ann", "Bo\u200db", "?"])),
    st.builds(messages.Leave, seat=st.none() | seats),
    st.builds(messages.Ready, ready=st.booleans()),
    st.builds(messages.Fill, seat=seats, bot=st.sampled_from([None, "greedy", "external", "oracle"])),
    st.builds(messages.Swap, seat=seats, other=seats),
    st.builds(messages.Remove, seat=seats),
    st.builds(
        messages.Change,
        game=st.sampled_from([None, "prophecy", "chess"]),
        players=st.none() | st.integers(2, 6),
        pace=st.sampled_from([None, messages.Pace("seconds", 30, 60)]),
    ),
    st.builds(messages.Queue, name=st.sampled_from(["", "Fay"]), wait=st.booleans()),
    st.builds(messages.Pause),
    st.builds(messages.Resume),
    st.builds(messages.Close),
    st.builds(messages.Rematch),
    st.builds(messages.Commit, commitment=st.sampled_from(["0" * 64, "f" * 64])),
    st.builds(messages.Reveal, bytes=st.just("0" * 32)),
    st.builds(
        messages.Act, seat=seats, decision=st.integers(0, 3), action=st.sampled_from(["7-0-0", "B1", "nonsense"])
    ),
    st.builds(messages.Back),
    st.builds(messages.GoOn),
    st.builds(messages.TakeBack),
    st.builds(messages.Hurry),
    st.builds(messages.SetTempo, tempo=st.sampled_from(["slow", "normal", "at-once"])),
    st.builds(messages.Say, phrase=st.sampled_from(["", "hello", "boo"]), text=st.sampled_from(["", "hi", " \n"])),
)
STEPS = st.one_of(
    st.tuples(st.just("command"), st.sampled_from(PEOPLE), COMMANDS),
    st.tuples(st.just("wait"), st.sampled_from(TIMES)),
    st.tuples(st.sampled_from(["join", "part"]), st.sampled_from(PEOPLE)),
    st.tuples(st.just("rest"), st.booleans()),
    st.tuples(st.just("restart"), st.sampled_from(TIMES)),
    st.tuples(st.just("move"), st.sampled_from(PEOPLE), seats),
    st.tuples(st.just("admit"), seats),
    st.tuples(st.just("prepare")),
    st.tuples(st.just("share")),
    st.tuples(st.just("play"), st.sampled_from([1, 5, 20, 1000]), numbers),
    st.tuples(st.just("resend"), numbers),
    st.tuples(st.just("practise"), st.integers(1, 9)),
)


class Watched(Room):
    """A room whose every entry also goes, as bytes, to a second table, which stays equal to the first.

    The first may rest whenever nothing happens, the second never does.
    """

    def __init__(self, *seats: str, **settings: Any) -> None:
        self.shadow = Table("t")
        self.rests = False
        self.sent: list[tuple[str, messages.Act]] = []  # actions that were taken, with who sent them
        super().__init__(*seats, **settings)

    def add(self, *entries: AnyEntry) -> list[AnyEntry]:
        if self.rests:
            self.table.rest()
        done = super().add(*entries)
        for entry in done:
            body = journal.write(entry)
            assert journal.read(body) == entry
            self.shadow.apply(journal.read(body), self.now)
        return done

    def do(self, person: str, command: messages.TableCommand) -> list[AnyEntry]:
        done = super().do(person, command)
        if isinstance(command, messages.Act):
            assert any(isinstance(entry, journal.Acted) for entry in done)
            self.sent.append((person, command))
        return done

    def step(self, kind: str, *details: Any) -> None:
        """One thing that may happen; what is refused changes nothing."""
        before = self.table.number
        try:
            getattr(self, f"_{kind}")(*details)
        except Refusal:
            assert kind in ("prepare", "share", "play", "practise") or self.table.number == before
        assert dump(self.shadow) == dump(self.table)
        if self.rests:
            check_rest(self.table, self.shadow)

    def _command(self, person: str, command: messages.TableCommand) -> None:
        self.do(person, command)

    def _wait(self, milliseconds: int) -> None:
        self.wait(milliseconds)

    def _rest(self, rests: bool) -> None:
        self.rests = rests

    def _join(self, person: str) -> None:
        self.join(person)

    def _part(self, person: str) -> None:
        self.part(person)

    def _restart(self, down: int) -> None:
        if self.table.phase != "closed":
            self.now += down
            self.add(journal.Restarted(down))

    def _move(self, person: str, seat: int) -> None:
        if person:
            self.add(*seating.move(self.table, person, seat))

    def _admit(self, seat: int) -> None:
        self.add(*seating.admit(self.table, self.table.host, seat, "Bot", "external:1"))

    def _prepare(self) -> None:
        """All seats are taken, and everybody is ready."""
        for number, seat in enumerate(self.table.seats):
            if seat.kind == "open":
                self.do("bob" if number % 2 else "cem", messages.Sit(seat=number, name="Bob"))
            if seat.kind == "external" and not seat.person:
                self._admit(number)
        self.ready_all()

    def _share(self) -> None:
        if self.table.phase == "sharing":
            self.share_all()

    def _play(self, most: int, number: int) -> None:
        rng = Random(number)
        for at in range(most):
            if not self.table.actors() or self.table.paused:
                return
            seat = rng.choice(self.table.actors())
            state = self.table.state
            assert state is not None
            if self.table.seats[seat].by_bot:
                self.bot_acts(seat, rng)
            elif self.table.seats[seat].person:
                self.act(seat, str(rng.choice(state.legal(seat))), id=f"{number}.{at}" if number % 3 else "")
            else:  # an external bot that never came
                self.wait(DAY // 2)

    def _practise(self, times: int) -> None:
        """Ann takes back as often as she can, and plays a little."""
        for number in range(times):
            self.do("ann", messages.TakeBack())
            self._play(2, number)

    def _resend(self, number: int) -> None:
        """An action that was taken comes once more: it is not taken again."""
        if not self.sent:
            return
        person, command = self.sent[number % len(self.sent)]
        assert not any(
            isinstance(entry, journal.Acted) for entry in self.add(*commands.handle(self.table, person, command))
        )


@given(
    st.sampled_from(TABLES),
    st.sampled_from(PACES),
    st.booleans(),
    st.lists(STEPS, max_size=40),
)
def test_the_journal_makes_the_same_table_again(
    table: tuple[tuple[str, ...], dict[str, Any]], pace: messages.Pace, playing: bool, steps: list[tuple[Any, ...]]
) -> None:
    """Any sequence of commands, times and lines: no crash, no entry that can't be applied, no waking for nothing
    (`Room.add` and `Room.wait` see to that), no action taken twice; and the bytes are enough to know it all."""
    room = Watched(*table[0], pace=pace, chat="free", **table[1])
    for step in [("join", "ann"), ("prepare",), ("share",)] if playing else []:
        room.step(*step)
    for step in steps:
        room.step(*step)
    assert dump(room.rebuilt()) == dump(room.table)
    match = room.table.match
    if match is not None and match.ended:
        record = room.table.record()
        verify(record)
        assert foretold.replay(record).over != match.given_up


@pytest.mark.parametrize("number", range(4))
def test_whole_matches_with_everything_that_can_happen_come_back_from_their_journal(number: int) -> None:
    """The same for long sequences that get far: people come and go, clocks run out, matches end and begin again."""
    rng = Random(number)
    times: list[tuple[Any, ...]] = [("wait", 11 * SECOND), ("wait", MINUTE), ("restart", HOUR)]
    shares: list[tuple[Any, ...]] = [("share",), ("wait", 5 * SECOND)]
    made, settings = TABLES[number]
    room = Watched(*made, pace=PACES[rng.randrange(3)], **settings)
    ended = 0
    for _ in range(80):
        if room.table.phase == "closed":
            break
        room.join(*PEOPLE[:3])
        room.step("command", "ann", messages.Rematch())
        room.step("prepare")
        room.step(*rng.choice(shares))
        room.step("play", rng.choice([1, 7, 40]), rng.randrange(2**16))
        room.step("resend", rng.randrange(2**16))
        room.step(rng.choice(["part", "join"]), rng.choice(PEOPLE))
        room.step(*rng.choice([*times, ("command", "bob", messages.Leave())]))
        last: list[tuple[Any, ...]] = [("practise", 3), ("command", "ann", messages.GoOn())]
        room.step(*rng.choice(last))
        room.step("rest", rng.random() < 0.5)
        ended += room.table.phase == "over"
    assert ended > 1
    assert dump(room.rebuilt()) == dump(room.table)
