"""What is told: updates add up to the view, missed ones can be had again, and nothing hidden shapes a message."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any, get_args

import pytest

from foretold.games import Game
from foretold.server.protocol import messages
from foretold.server.protocol.messages import Rematch, Say
from foretold.server.table import journal
from foretold.server.table.permissions import NotNow
from foretold.server.table.table import Table
from foretold.server.updates import derived
from foretold.server.updates.stream import KEPT, PublicSnapshot, UpdateStream
from tests.conftest import GAMES, random_states, some_games
from tests.server.at_tables import MINUTE, PEOPLE, SECOND, Room
from tests.server.conforming import conform


class Client:
    """What a careful client holds of one seat: a fresh view, changed by every update as docs/protocol.md says."""

    def __init__(self, data: bytes) -> None:
        self.hear(data)

    def hear(self, data: bytes) -> None:
        message = json.loads(data)
        conform(message, messages.ServerMessage)
        if message["type"] == "view":
            self.held = {"view": None, "history": [], "turn": None, "chat": [], **message}
            return
        assert message["type"] == "update"
        assert message["number"] > self.held["number"]
        held = self.held
        held["number"] = message["number"]
        held["table"] = {**held["table"], **message.get("table", {})}
        held["chat"] = [*held["chat"], *message.get("chat", [])][-50:]
        if "view" in message:
            held["view"] = {**(held["view"] or {}), **message["view"]}
        if "history" in message:
            held["history"] = held["history"][: message["history"]["keep"]] + message["history"]["add"]
        held["turn"] = message.get("turn", held["turn"])


def stream(table: Table, seat: int | None) -> UpdateStream:
    """Who tells a seat; every other seat wants the cards to bid, not all bids."""
    return UpdateStream(table, seat, "list" if seat is None or seat % 2 == 0 else "cards")


class Comparing(UpdateStream):
    """As a teller, but it never takes the short way: it compares the views before and now."""

    def _after_step(self, facts: PublicSnapshot) -> None:
        return None


class Audience:
    """Everybody at a table, told of every change; checks that all hold what they should.

    Every message is held to the one that comparing views gives.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.short_ways = 0  # how often no view of a spectator was needed
        facts = PublicSnapshot(table)
        self.streams = {seat: stream(table, seat) for seat in (None, *range(len(table.seats)))}
        self.comparing = {seat: Comparing(table, seat, stream._bids) for seat, stream in self.streams.items()}
        self.clients = {seat: Client(stream.fresh(facts)) for seat, stream in self.streams.items()}
        for seat, comparing in self.comparing.items():
            assert comparing.fresh(facts) == self.streams[seat].fresh(facts)

    def tell(self) -> dict[int | None, bytes]:
        """Everybody hears of the change; the bytes that each got."""
        facts = PublicSnapshot(self.table)
        updates = {seat: stream.update(facts) for seat, stream in self.streams.items()}
        self.short_ways += self.table.state is not None and self.streams[None]._seen is None
        for seat, data in updates.items():
            assert json.loads(data) == json.loads(self.comparing[seat].update(PublicSnapshot(self.table)))
            self.clients[seat].hear(data)
        return updates

    def check(self) -> None:
        """A new fresh view says what the client holds."""
        facts = PublicSnapshot(self.table)
        for seat, client in self.clients.items():
            assert client.held == Client(stream(self.table, seat).fresh(facts)).held
            assert client.held == Client(self.streams[seat].fresh(facts)).held


def room_for(game: Game, *seats: str, **settings: Any) -> Room:
    """A table for this game before its match begins; all seats are of one device unless told otherwise."""
    made = seats or ("me",) * game.players
    return Room(*made, game=game.name, players=game.players, options=dict(game.given), chat="free", **settings)


def steps(room: Room, rng: Random, most: int) -> Iterator[int]:
    """Random play; a number after each thing that happened at the table."""
    for number in range(most):
        if not room.table.actors():
            return
        if number % 7 == 3:
            room.do("ann", Say(text=f"line {number}"))
        else:
            room.play(rng, most=1)
        yield number


@some_games
def test_a_fresh_view_plus_updates_equals_a_new_fresh_view(game: Game) -> None:
    room = room_for(game)
    audience = Audience(room.table)
    audience.check()
    room.wait(5 * SECOND)  # nobody speaks: the cards are dealt
    audience.tell()
    audience.check()
    thorough = 2 * game.players + 2
    for number in steps(room, Random(repr(game)), 60):
        audience.tell()
        if number < thorough or number % 11 == 0 or len(room.table.actors()) > 1:
            audience.check()
    audience.check()
    assert audience.short_ways > 15


def test_updates_stay_consistent_through_the_whole_life_of_a_table() -> None:
    """Seats change, people come and go, a match ends, another begins, is paused and given up."""
    settings: dict[str, Any] = {"game": "seven-prophecies-2017", "options": {"variant": "single-round"}}
    pace = messages.Pace(kind="seconds", seconds=10, bank=20)
    room = Room("me", "open", "open", players=3, chat="free", pace=pace, **settings)
    audience = Audience(room.table)

    def then(happened: object = None) -> None:
        audience.tell()
        audience.check()

    room.join("ann")
    then()
    for number in (1, 2):
        then(room.do(PEOPLE[number], messages.Sit(seat=number, name="Ann")))
        room.join(PEOPLE[number])
        then()
    then(room.do("ann", messages.Swap(seat=0, other=1)))
    for person in PEOPLE[:3]:
        then(room.do(person, messages.Ready()))
    room.share_all()
    then()
    for _ in range(2):
        room.play(Random(1), most=3)
        then()
        room.part("bob")
        then()
        then(room.wait(34 * SECOND))
        then(room.wait(MINUTE))
        room.join("bob")
        then()
        then(room.do("ann", messages.Pause()))
        then(room.do("ann", messages.Resume()))
    room.play(Random(1))
    then()
    assert room.table.phase == "over"
    for person in PEOPLE[:3]:
        then(room.do(person, Rematch()))
    room.share_all()
    then()
    room.play(Random(1), most=5)
    then()
    then(room.add(journal.GivenUp()))
    then(room.do("ann", Rematch()))
    then(room.do("ann", messages.Close()))


@some_games
def test_a_client_that_missed_updates_gets_them_or_a_fresh_view(game: Game) -> None:
    room = room_for(game)
    room.wait(10 * SECOND)
    audience = Audience(room.table)
    rng = Random(repr(game))
    seats: list[int | None] = [None, *game.seats]
    behind = {seat: Client(audience.streams[seat].fresh(PublicSnapshot(room.table))) for seat in seats}
    caught_up = fresh = 0
    for number in steps(room, rng, 60):
        audience.tell()
        if number % 5:
            continue
        seat = rng.choice(seats)
        stream, client = audience.streams[seat], behind[seat]
        missed = stream.missed(client.held["number"])
        if missed is None:
            fresh += 1
            client.hear(stream.fresh(PublicSnapshot(room.table)))
        else:
            caught_up += 1
            for data in missed:
                client.hear(data)
        assert client.held == audience.clients[seat].held
        assert stream.missed(client.held["number"]) == []
    assert caught_up > 0
    assert fresh > 0


def test_a_limited_number_of_updates_is_kept_and_none_for_new_clients() -> None:
    room = Room(chat="free")
    stream = UpdateStream(room.table, 0)
    assert stream.missed(-1) is None, "whoever has no message has no view"
    stream.fresh(PublicSnapshot(room.table))
    first = room.table.number
    assert stream.missed(first) == []
    for number in range(KEPT + 1):
        room.do("ann", Say(text=str(number)))
        stream.update(PublicSnapshot(room.table))
    assert stream.missed(first) is None
    assert stream.missed(first + 1) is None
    assert len(stream.missed(first + 2) or ()) == KEPT - 1
    assert stream.missed(10_000) is None


@some_games
def test_a_turn_explains_every_legal_action_and_every_illegal_card(game: Game) -> None:
    room = room_for(game)
    room.wait(10 * SECOND)
    audience = Audience(room.table)
    reasons = set()
    for number in steps(room, Random(f"turn {game!r}"), 50):
        audience.tell()
        state = room.table.state
        assert state is not None
        if number > 2 * game.players and number % 3:
            continue
        assert audience.clients[None].held["turn"] is None, "a spectator has none"
        for seat in game.seats:
            turn, view = audience.clients[seat].held["turn"], state.view(seat)
            if turn is None:
                assert state.over
                continue
            assert turn["decision"] == room.table.seats[seat].made
            if state.phase == "bid" and seat in state.actors and seat % 2:
                assert turn["legal"] == []
                assert list(bids_from(turn["bid"])) == [str(action) for action in state.legal(seat)]
                continue
            assert [choice["action"] for choice in turn["legal"]] == [str(action) for action in state.legal(seat)]
            assert ("bid" in turn) == (state.phase == "bid" and seat in state.actors)
            outlooks = [outlook.to_dict() for outlook in view.outlooks()] or [{}] * len(turn["legal"])
            for said, meant in zip(turn["legal"], outlooks, strict=True):
                known = {name: value for name, value in meant.items() if value is not None}
                if suit := meets_lizard(said["action"], view.to_dict().get("lead")):
                    known["lowest"] = suit
                assert said == {"action": said["action"], **known}
            said_not = {card: refusal for refusal in turn["why_not"] for card in refusal["cards"]}
            why_not = view.why_not()
            assert list(said_not) == [str(card) for card in view.hand if card in why_not] or len(turn["why_not"]) > 1
            assert set(said_not) == {str(card) for card in why_not}
            for card, why in why_not.items():
                said = said_not[str(card)]
                reasons.add(why.reason)
                assert (said["reason"], said["clause"], said["values"]) == (why.reason, why.clause, dict(why.values))
    assert len(reasons) > 2


def meets_lizard(action: str, lead: str | None) -> str | None:
    """PR-10: the suit of which a Lizard is the lowest card, named when it is led; None for other cards."""
    card, _, named = action.partition(":")
    return (named or lead) if card == "Lizard" else None


def bids_from(choice: dict[str, Any]) -> dict[str, int]:
    """Every bid that these cards make, and what it adds up to, as docs/protocol.md says."""
    return {
        "+".join(card["card"] for card in cards): sum(card["worth"] for card in cards)
        for cards in combinations(choice["cards"], choice["size"])
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_cards_to_bid_make_every_legal_bid_with_its_sum_and_take_little_room(players: int) -> None:
    room = Room(*["me"] * players, game="prophecy", players=players)
    room.wait(10 * SECOND)
    for seat in range(players):
        listed, short = (
            UpdateStream(room.table, seat, bids).fresh(PublicSnapshot(room.table)) for bids in get_args(messages.Bids)
        )
        whole, brief = json.loads(listed)["turn"], json.loads(short)["turn"]
        assert brief == {**whole, "legal": []}
        assert {choice["action"]: choice["bid"] for choice in whole["legal"]} == bids_from(brief["bid"])
        assert len(whole["legal"]) > 20
        assert len(short) < 3_000
    room.play(Random(players), most=players)
    for seat in range(players):
        turn = json.loads(UpdateStream(room.table, seat, "cards").fresh(PublicSnapshot(room.table)))["turn"]
        assert "bid" not in turn, "the bids are laid"
        assert bool(turn["legal"]) == (seat in room.table.actors())


@some_games
def test_derived_public_fields_are_the_same_for_every_viewer(game: Game) -> None:
    """It is worked out once, from the view of whoever is told first."""
    for state in random_states(game, 3, rounds=2)[::4]:
        fields = [derived.public(state, state.view(seat)) for seat in (None, *game.seats)]
        assert fields.count(fields[0]) == game.players + 1


# Hidden choices ---------------------------------------------------------------------------------------------------

every_size = pytest.mark.parametrize(  # variants choose alike
    "game", [game for game in GAMES if not game.given], ids=lambda game: f"{game.name}-{game.players}"
)


def dealt(game: Game) -> tuple[Room, Audience]:
    room = room_for(game)
    room.wait(10 * SECOND)
    return room, Audience(room.table)


def choose(
    game: Game, choices: dict[int, str], order: tuple[int, ...]
) -> tuple[Audience, list[dict[int | None, bytes]]]:
    """The audience after these choices came in in this order, and what everybody was told after each."""
    room, audience = dealt(game)
    messages = []
    for seat in order:
        room.act(seat, choices[seat])
        messages.append(audience.tell())
    return audience, messages


def some_choices(game: Game, number: int) -> dict[int, str]:
    state = dealt(game)[0].table.state
    assert state is not None
    rng = Random(number)
    return {seat: str(rng.choice(state.legal(seat))) for seat in game.seats}


@every_size
def test_messages_do_not_reveal_the_order_of_hidden_choices(game: Game) -> None:
    """Once all are in, everybody holds the same bytes for every order; and the last update, which says what has changed
    since all but one were in, is the same for every order of those."""
    choices = some_choices(game, 1)
    rng = Random(1)
    final = rng.choice(game.seats)
    orders = [order for order in permutations(game.seats) if order[-1] == final]
    orders = rng.sample(orders, min(4, len(orders))) + rng.sample(list(permutations(game.seats)), 2)
    last: dict[Any, set[bytes]] = {}
    now: dict[int | None, set[bytes]] = {}
    for order in orders:
        audience, updates = choose(game, choices, order)
        for seat, data in updates[-1].items():
            last.setdefault((seat, order[-1]), set()).add(data)
            now.setdefault(seat, set()).add(stream(audience.table, seat).fresh(PublicSnapshot(audience.table)))
    assert {len(part) for part in last.values()} == {1}
    assert {len(part) for part in now.values()} == {1}


@every_size
def test_no_message_reveals_a_choice_before_all_have_chosen(game: Game) -> None:
    """Whatever the others choose, a seat and a spectator get the same bytes until the last choice is in."""
    order = tuple(Random(2).sample(game.seats, game.players))
    mine = some_choices(game, 0)
    streams = []
    for seat in Random(game.players).sample(game.seats, 2):
        for number in (1, 2):
            others = {**some_choices(game, number), seat: mine[seat]}
            _, updates = choose(game, others, order)
            streams.append((seat, [update[seat] for update in updates[:-1]], [update[None] for update in updates[:-1]]))
    assert len({str(spectator) for _, _, spectator in streams}) == 1
    for seat in game.seats:
        assert len({str(own) for whose, own, _ in streams if whose == seat}) <= 1


@every_size
def test_a_seat_sees_its_own_choice_and_everyone_sees_all_in_the_end(game: Game) -> None:
    """The other direction: the tests above would see a difference."""
    one, other = some_choices(game, 1), some_choices(game, 2)
    (_, updates), (_, told_other) = choose(game, one, game.seats), choose(game, other, game.seats)
    assert one[0] != other[0]
    assert updates[0][0] != told_other[0][0]
    if game.name != "prophecy":  # its bids stay face down
        assert updates[-1][None] != told_other[-1][None]


def test_facts_are_the_same_for_everyone_and_hold_no_secret_before_the_end() -> None:
    room = Room("me", "me", "bot:greedy", "bot:greedy", game="seven-prophecies-2017")
    room.begin()
    assert room.table.match is not None
    secret = room.table.match.secret
    for _ in range(50):
        room.play(Random(1), most=1)
        for seat in (None, 0, 1, 2, 3):
            assert secret not in UpdateStream(room.table, seat).fresh(PublicSnapshot(room.table)).decode()
    room.add(journal.GivenUp())
    fair = PublicSnapshot(room.table).fields["fair"]
    assert fair is not None
    assert fair["secret"] == secret
    with pytest.raises(NotNow):
        room.do("ann", messages.Act(seat=0, decision=room.table.seats[0].made, action="7-0-0-0"))
