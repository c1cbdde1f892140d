"""Tables with given deals and bots: the same match for whoever decides the same, and one that can count."""

from __future__ import annotations

from random import Random

import foretold
from foretold.challenges import Challenge, choose
from foretold.server.protocol import messages
from foretold.server.table import journal, lobby
from foretold.server.table.commands import play
from foretold.server.table.table import Table
from foretold.server.updates.stream import PublicSnapshot
from tests.server.at_tables import DAY, HOUR, Room, refused

GAME = foretold.load("seven-prophecies", players=4)
CHALLENGE = Challenge.against("novice", GAME, 11, seat=2)


class Given(Room):
    """A table at which Ann plays a challenge."""

    def __init__(self, challenge: Challenge = CHALLENGE, counts: bool = True, secret: str = "") -> None:
        super().__init__(game=challenge.game.name, players=challenge.game.players)
        self.challenge = challenge
        self.table = type(self.table)("t")
        self.written = []
        self.add(*lobby.make_given(challenge, "ann", "Ann", id="c1", secret=secret, counts=counts))
        self.join("ann")

    def play_on(self, rng: Random, decisions: list[str] | None = None) -> None:
        """To the end; of those who may act at once anybody is the quicker."""
        wanted = iter(decisions or ())
        while self.table.phase == "playing":
            state, match = self.table.state, self.table.match
            assert state is not None
            assert match is not None
            seat = rng.choice(state.actors)
            made = self.table.seats[seat].made
            if seat == self.challenge.seat:
                action = next(wanted) if decisions else rng.choice([str(action) for action in state.legal(seat)])
                self.do("ann", messages.Act(seat=seat, decision=made, action=action))
            else:
                action = str(choose(self.challenge.bots[seat], state.view(seat), match.chance(seat)))
                self.add(*play.bot_acts(self.table, seat, made, action))


def test_the_match_begins_at_once_with_the_given_deals_and_nobody_adds_bytes() -> None:
    room = Given()
    assert room.table.phase == "playing"
    assert room.table.state == CHALLENGE.start()
    fields = PublicSnapshot(room.table).fields
    assert fields["fair"] is None
    assert not fields["aids"]
    assert CHALLENGE.seed.hex() not in repr(fields)


def test_the_same_decisions_leave_the_same_record_whoever_was_quicker() -> None:
    first = Given()
    first.play_on(Random(1))
    record = first.table.record()
    mine = [event["action"] for event in record.events if event.get("seat") == CHALLENGE.seat]
    decisions = iter(mine)
    alone = CHALLENGE.play(lambda view, chance: next(decisions))
    for seed in (2, 3):
        other = Given()
        other.play_on(Random(seed), mine)
        for fair_record in (record, other.table.record()):
            plain = [{key: value for key, value in event.items() if key != "at"} for event in fair_record.events]
            assert plain == list(alone.record().events)
    assert record.extra["challenge"] == {"id": "c1", "seat": 2, "seed": CHALLENGE.seed.hex()}
    assert "fair" not in record.extra
    foretold.replay(record)


def test_a_promised_secret_opens_the_deals() -> None:
    secret = bytes(range(32))
    seed = foretold.fair.match_seed(secret, ())
    room = Given(Challenge.against("novice", GAME, seed), secret=secret.hex())
    room.play_on(Random(4))
    verdict = foretold.fair.verify(room.table.record())
    assert (verdict.seed, verdict.deals) == (seed, len(room.table.state.finished if room.table.state else ()))


def test_what_counts_is_not_taken_back_and_played_once() -> None:
    room = Given()
    state = room.table.state
    assert state is not None
    room.do("ann", messages.Act(seat=2, decision=0, action=str(state.legal(2)[0])))
    assert refused(room, "ann", messages.TakeBack()) == "challenge-counts"
    assert refused(room, "ann", messages.Remove(seat=2)) == "challenge-alone"
    assert room.do("ann", messages.Leave()) == []
    room.part("ann")
    room.wait(30 * DAY)
    room.join("ann")
    assert room.table.phase == "playing"
    room.play_on(Random(5))
    assert refused(room, "ann", messages.Rematch()) == "challenge-once"


def test_practice_can_be_taken_back_and_has_aids() -> None:
    room = Given(counts=False)
    assert room.table.aided()
    state = room.table.state
    assert state is not None
    room.do("ann", messages.Act(seat=2, decision=0, action=str(state.legal(2)[0])))
    room.do("ann", messages.TakeBack())
    assert room.table.state == CHALLENGE.start()
    room.play_on(Random(6))
    assert room.table.record().extra["practised"] is True


def test_the_journal_makes_the_table_again() -> None:
    room = Given()
    room.play_on(Random(7))
    again = Table("t")
    for at, body in room.written:
        again.apply(journal.read(body), at)
    assert again.record() == room.table.record()
    assert again.given == room.table.given


def test_nobody_else_may_watch() -> None:
    room = Given()
    assert not room.table.settings.spectators
    assert not room.table.settings.public
    assert refused(room, "bob", messages.Sit(seat=0, name="Bob")) in ("needs-open", "seat-taken")
    room.wait(HOUR)
