"""What if: a table that goes on from a moment of another match, with the same cards and no more than its seat knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import foretold
from foretold.errors import BadOption
from foretold.games import Game, State
from foretold.games.what_if import deals_and_actions
from foretold.records import Event, Record
from foretold.server.live.hints import message
from foretold.server.protocol.messages import AskHint, Close, Rematch, Sit, TakeBack
from foretold.server.table import lobby
from foretold.server.table.commands import play
from foretold.server.table.lobby import Leaving
from foretold.server.updates.stream import PublicSnapshot, UpdateStream
from tests.conftest import GAMES, random_states
from tests.rules.other_worlds import other_worlds
from tests.server.at_tables import Room, check_rest, dump, refused

TITLES: list[Game] = [
    foretold.load("seven-prophecies", players=3),
    foretold.load("seven-prophecies-2017", players=4, options={"variant": "first-to-two"}),
    foretold.load("prophecy", players=4, options={"variant": "short"}),
]


class Line(Room):
    """A table at which Ann plays on from a moment of a match."""

    def __init__(self, record: Record, step: int, seat: int, bot: str = "greedy") -> None:
        super().__init__(game=record.game, players=record.players, options=dict(record.options or {}))
        self.table = type(self.table)("t")
        self.written = []
        self.add(*lobby.make_what_if(Leaving(record, step, seat, bot), "ann", "Ann", "t", self.entropy))
        self.join("ann")

    @property
    def state(self) -> State:
        """Where it stands."""
        assert self.table.state is not None
        return self.table.state

    @property
    def fields(self) -> dict[str, Any]:
        """What everybody may know of where it comes from."""
        fields = PublicSnapshot(self.table).fields["what_if"]
        assert fields is not None
        return dict(fields)


def played(game: Game, seed: int = 3) -> Record:
    """A whole match."""
    state, rng = game.start(seed=seed), Random(seed)
    while not state.over:
        seat = rng.choice(state.actors)
        state = state.apply(seat, rng.choice(state.legal(seat)))
    return Record.from_dict({**state.record().to_dict(), "id": "m1"})


def events_of(state: State) -> list[Event]:
    return deals_and_actions(state.record().events)


def names_at(record: Record, seat: int) -> list[str]:
    """What the seats of a line are called."""
    return [seat.name for seat in Line(record, 1, seat).table.seats]


def test_bots_keep_their_names_and_people_are_named_by_seat() -> None:
    record = played(TITLES[1])
    met = Record.from_dict({**record.to_dict(), "names": ["Nemo", "Ben", "Suzu", "Mika"]})
    assert names_at(met, 1) == ["Nemo", "Ann", "Suzu", "Mika"]
    assert names_at(met, 0) == ["Ann", "Toto", "Suzu", "Mika"], "Ben was a person, and Mika is there already"
    assert names_at(record, 2) == ["Toto", "Runa", "Ann", "Mika"], "as a puzzle shows them: from the seat on"
    assert names_at(record, 2) == names_at(record, 2)


@pytest.mark.parametrize("game", TITLES, ids=repr)
def test_every_seat_can_branch_off_at_every_step(game: Game) -> None:
    record = played(game)
    taken = deals_and_actions(record.events)
    for step in range(0, len(taken), 7):
        line = Line(record, step, step % game.players)
        events = events_of(line.state)
        assert events[:step] == taken[:step]
        assert all("deal" in event for event in events[step:]), "nobody has acted yet"
        assert (line.table.phase, line.fields["step"], line.fields["match"]) == ("playing", step, "m1")


@pytest.mark.parametrize("game", TITLES, ids=repr)
def test_deals_come_from_the_match_while_it_has_some_and_repeat_after_taking_back(
    game: Game,
) -> None:
    record = played(game)
    dealt = [event["deal"] for event in record.events if "deal" in event]
    for seed in range(3):
        line = Line(record, 9, 0)
        line.play(Random(seed))
        assert line.table.phase == "over"
        deals = [event["deal"] for event in line.table.record().events if "deal" in event]
        assert deals[: len(dealt)] == dealt[: len(deals)]
        line.do("ann", Rematch())
        line.play(Random(seed + 50))
        again = [event["deal"] for event in line.table.record().events if "deal" in event]
        line.table.rest()
        assert line.table.branched
        shared = min(len(deals), len(again))
        assert again[:shared] == deals[:shared]
        assert dump(line.rebuilt()) == dump(line.table)
        assert foretold.replay(line.table.record()).over


def test_a_line_can_be_taken_back_only_to_where_it_branched_off() -> None:
    record = played(TITLES[0])
    line = Line(record, 12, 1)
    left = events_of(line.state)
    assert refused(line, "ann", TakeBack()) == "nothing-to-take-back"
    line.play(Random(1))
    own = [event for event in events_of(line.state)[len(left) :] if event.get("seat") == 1]
    for _ in own:
        line.do("ann", TakeBack())
    assert refused(line, "ann", TakeBack()) == "nothing-to-take-back"
    assert line.table.phase == "playing"
    now = events_of(line.state)
    assert now[: len(left)] == left
    assert all(event["seat"] != 1 for event in now[len(left) :]), "what bots did before stands"


def test_both_outcomes_are_shown_once_a_round_and_the_line_are_over() -> None:
    record = played(TITLES[0])
    happened = foretold.replay(record)
    line = Line(record, 12, 1)
    stream = UpdateStream(line.table, 1)
    stream.fresh(PublicSnapshot(line.table))
    assert (line.fields["round"], line.fields["rounds"], line.fields["scores"], line.fields["winners"]) == (
        1,
        [],
        None,
        None,
    )
    rng = Random(2)
    while not line.state.finished:
        line.play(rng, most=1)
    assert line.fields["rounds"] == [list(happened.finished[0].points)]
    assert b'"rounds":[[' in stream.update(PublicSnapshot(line.table)), "it is news for who looks"
    line.play(rng)
    assert (line.fields["scores"], line.fields["winners"]) == ([*happened.scores], [*happened.winners])
    kept = line.table.record()
    assert kept.extra["what_if"] == line.fields
    assert kept.extra["practised"] is True
    assert "fair" not in kept.extra


def test_a_line_closed_early_keeps_the_whole_record() -> None:
    record = played(TITLES[2])
    line = Line(record, 20, 0)
    line.play(Random(1), most=3)
    line.do("ann", Close())
    kept = line.table.record()
    assert kept.extra["ended"] == "given-up"
    assert kept.extra["what_if"] == line.fields
    assert line.fields["scores"] == [*foretold.replay(record).scores]


def test_impossible_branches_are_refused() -> None:
    record = played(TITLES[0])
    last = len(deals_and_actions(record.events))
    for step, seat, reason in ((last, 0, "what-if-over"), (last + 1, 0, "what-if-step"), (3, 3, "no-such-seat")):
        with pytest.raises(BadOption) as error:
            Line(record, step, seat)
        assert error.value.reason == reason
    with pytest.raises(foretold.UnknownBot):
        Line(record, 3, 0, bot="nobody")
    broken = {**record.to_dict(), "events": record.to_dict()["events"][1:]}
    with pytest.raises(foretold.BadRecord):
        Line(Record.from_dict(broken), 3, 0)
    with pytest.raises(foretold.Refusal):
        Line(record, 3, 0).do("bob", Sit(seat=1, name="Bob"))


# Hidden means hidden -----------------------------------------------------------------------------------------------


def test_a_line_and_its_hints_reveal_nothing_its_seat_could_not_know(request: pytest.FixtureRequest) -> None:
    """To the byte: the same moment in other worlds, then the same actions in both, and back again."""
    wanted, hints = (1_000, 300) if request.config.getoption("--long") else (40, 4)
    rng, compared, asked, acted, seed = Random(5), 0, 0, 0, 0
    while compared < wanted:
        game = GAMES[seed % len(GAMES)]
        seed += 1
        for state in rng.sample(random_states(game, seed, rounds=1)[1:-1], 2):
            if not state.actors:
                continue
            seat = rng.choice(range(game.players))
            other = next(iter(other_worlds(state, seat, rng, 12)), None)
            if other is None:
                continue
            lines = [Line(played.record(), len(events_of(played)), seat) for played in (state, other)]
            streams = [UpdateStream(line.table, seat) for line in lines]
            one, two = (stream.fresh(PublicSnapshot(line.table)) for stream, line in zip(streams, lines, strict=True))
            assert one == two
            if seat in state.actors and asked < hints:
                asked += 1
                answers = [message(line.state.view(seat), AskHint(id="1", seat=seat), 1, "en") for line in lines]
                assert answers[0] == answers[1]
            acted += play_alike(lines, streams, seat, rng)
            compared += 1
    assert asked == hints
    assert acted >= wanted, "there was something to tell"


def play_alike(lines: list[Line], streams: list[UpdateStream], seat: int, rng: Random) -> int:
    """Plays the same actions in both worlds, as long as both allow some, and takes back: the seat hears the same."""
    done = 0
    for _ in range(6):
        actors, phase = lines[0].state.actors, lines[0].state.phase
        mover = rng.choice(actors) if actors else -1
        both = [action for action in lines[0].state.legal(mover) if action in lines[1].state.legal(mover)]
        if mover < 0 or lines[1].state.actors != actors or not both or lines[0].state.finished:
            break
        action = str(rng.choice(both))
        for line in lines:
            if mover == seat:
                line.act(seat, action)
            else:
                line.add(*play.bot_acts(line.table, mover, line.table.seats[mover].made, action))
        if lines[0].state.phase != phase or any(line.state.finished for line in lines):
            break  # what the seat could not see is told: the choices of all, or the end of a round
        done += 1
        heard = [stream.update(PublicSnapshot(line.table)) for stream, line in zip(streams, lines, strict=True)]
        assert heard[0] == heard[1]
        if mover == seat and rng.random() < 0.5:
            for line in lines:
                line.do("ann", TakeBack())
            heard = [stream.update(PublicSnapshot(line.table)) for stream, line in zip(streams, lines, strict=True)]
            assert heard[0] == heard[1]
    return done


def test_a_line_rests_and_wakes_whatever_integers_its_record_holds() -> None:
    source = played(TITLES[0]).to_dict()
    source["events"][0]["deal"]["remark"] = 10**30  # extra keys are kept, and JSON bounds no integer
    line = Line(Record.from_dict(source), 10, 1)
    twin = line.rebuilt()
    check_rest(line.table, twin)
    assert dump(line.table) == dump(twin)
