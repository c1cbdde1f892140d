"""Tables by days: cards chosen in advance, and forced cards that are played by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from foretold.server.protocol import messages
from foretold.server.table.planning import automatic_action
from tests.server.at_tables import OPEN, Room
from tests.server.by_days import ByDays
from tests.server.lining import SHORT
from tests.server.requesting import refused
from tests.server.serving import Server, command, make_table, serving, wait_for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000", database=database) as running:
        yield running


@pytest.fixture
def match(server: Server) -> ByDays:
    """A match whose first trick begins."""
    made = ByDays(server)
    made.choose_all()
    return made


def in_order(match: ByDays) -> tuple[int, int, int]:
    """Who leads, who follows, who comes last."""
    [leader] = match.actors()
    return leader, (leader + 1) % 3, (leader + 2) % 3


def suited(match: ByDays, seat: int, lead: str) -> list[str]:
    """The cards of the seat that follow the lead; any where there are none."""
    hand = match.hand(seat)
    return [card for card in hand if card[0] == lead] or hand


def test_a_card_chosen_in_advance_is_played_when_the_turn_comes(match: ByDays) -> None:
    leader, second, _ = in_order(match)
    card = suited(match, second, match.sight(0)["view"]["future"][0][0])[0]
    assert match.plan(second, card).json() == {
        "forced": False,
        "cards": [{"seat": second, "decision": 1, "action": card}],
    }
    before = len(match.acted())
    match.act(leader)
    match.wait_for_acts(before + 2)
    assert match.acted()[-1] == (second, card)
    assert match.planned(second) == []
    assert match.server.run(f"SELECT * FROM plans WHERE table_id = '{match.table}'") == []


def test_a_choice_can_be_changed_and_withdrawn(match: ByDays) -> None:
    leader, second, third = in_order(match)
    hand = match.hand(second)
    for card in hand[:2]:
        assert match.plan(second, card).status_code == 200
    assert [plan["action"] for plan in match.planned(second)] == [hand[1]]
    assert match.plan(second, "").json()["cards"] == []
    card = suited(match, third, match.sight(0)["view"]["future"][0][0])[-1]
    assert match.plan(third, card).status_code == 200
    match.act(leader)
    match.act(second)  # nothing is played for the second seat: it has withdrawn
    match.wait_for_acts(6)
    assert match.acted()[-1] == (third, card)


def test_an_illegal_card_chosen_in_advance_is_dropped_and_the_player_is_waited_for(server: Server) -> None:
    for _ in range(12):  # until somebody has cards both of the lead suit and of others
        match = ByDays(server)
        match.choose_all()
        leader, second, _ = in_order(match)
        lead = match.sight(0)["view"]["future"][0][0]
        others = [card for card in match.hand(second) if card[0] != lead]
        if others and len(others) < len(match.hand(second)):
            break
    assert match.plan(second, others[0]).status_code == 200
    match.act(leader)
    wait_for(lambda: not match.server.run(f"SELECT * FROM plans WHERE table_id = '{match.table}'"))
    assert match.actors() == [second]
    match.act(second)


def test_forced_cards_are_played_for_players_who_want_it(match: ByDays) -> None:
    match.until(lambda: all(len(match.hand(seat)) == 1 for seat in range(3)))
    leader, second, third = in_order(match)
    last = match.hand(second)
    match.play_forced(second)
    assert match.people[third].get(f"{match.path}/plans").json() == {"forced": False, "cards": []}
    before = len(match.acted())
    match.act(leader)
    match.wait_for_acts(before + 2)
    assert match.acted()[-1] == (second, last[0])
    assert match.actors() == [third]
    match.play_forced(second, False)
    assert match.people[second].get(f"{match.path}/plans").json()["forced"] is False
    assert match.act(third) == match.acted()[-1][1], "this one plays its last card by hand"


def test_forced_cards_wait_again_after_the_clock_has_decided_for_a_player() -> None:
    room = Room(*OPEN[:3], game="seven-prophecies", players=3, pace=messages.Pace(kind="days", days=1))
    room.begin()
    rng = Random(1)
    while room.table.state is None or len(room.table.state.legal(room.table.actors()[0])) > 1:
        room.play(rng, 1)
    [seat] = room.table.actors()
    assert automatic_action(room.table, seat, None, forced=True) is not None
    room.table.seats[seat].misses = 1
    assert automatic_action(room.table, seat, None, forced=True) is None
    card = str(room.table.state.legal(seat)[0])
    assert automatic_action(room.table, seat, card, forced=True) == card, "who has chosen a card was here since"


def test_choices_in_advance_are_checked_and_only_for_tables_by_days(server: Server, match: ByDays) -> None:
    leader, second, third = in_order(match)
    mine = match.hand(second)
    elsewhere = match.hand(third)[0]
    assert refused(match.plan(leader, match.hand(leader)[0])) == (409, "plan-in-turn")
    assert refused(match.plan(second, elsewhere)) == (409, "plan-not-in-hand")
    assert refused(match.plan(second, "nonsense")) == (409, "plan-not-in-hand")
    assert refused(match.plan(second, mine[0], decision=7)) == (409, "stale")
    wish = {"seat": second, "decision": 1, "action": mine[0]}
    assert refused(match.people[third].post(f"{match.path}/plans", json=wish)) == (403, "not-your-seat")
    assert refused(server.client().get(f"{match.path}/plans")) == (403, "not-seated")
    ann = server.client()
    table = make_table(ann, **SHORT)
    assert refused(ann.get(f"/api/tables/{table}/plans")) == (409, "days-only")
    assert refused(ann.post(f"/api/tables/{table}/forced", json={"forced": True})) == (409, "days-only")


def test_the_export_has_choices_in_advance_and_deletion_removes_them(match: ByDays) -> None:
    _, second, third = in_order(match)
    card = match.hand(second)[0]
    assert match.plan(second, card).status_code == 200
    match.play_forced(second)
    own = match.people[second].get("/api/me/export").json()
    assert [(plan["table"], plan["action"]) for plan in own["plans"]] == [(match.table, card)]
    assert [forced["table"] for forced in own["forced"]] == [match.table]
    theirs = match.people[third].get("/api/me/export").json()
    assert (theirs["plans"], theirs["forced"]) == ([], [])
    assert match.people[second].delete("/api/me").status_code == 200
    for part in ("plans", "forced_play"):
        assert match.server.run(f"SELECT * FROM {part} WHERE table_id = '{match.table}'") == []


def test_nothing_is_played_while_the_host_has_paused_the_table(match: ByDays) -> None:
    leader, second, _ = in_order(match)
    card = suited(match, second, match.sight(0)["view"]["future"][0][0])[0]
    assert match.plan(second, card).status_code == 200
    match.act(leader)
    assert command(match.people[0], match.table, type="pause").status_code == 200
    before = match.acted()
    if before[-1][0] == leader:  # it was quicker than the delay
        assert command(match.people[0], match.table, type="resume").status_code == 200
        match.wait_for_acts(len(before) + 1)
    assert match.acted()[-1] == (second, card)
