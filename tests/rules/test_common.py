"""The clauses that hold for all games: ALL-1 … ALL-6."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

import foretold
from foretold.games import Game, State
from tests.conftest import every_game, random_states
from tests.rules.oracle import deck_of
from tests.rules.tables import act, load, refused, seen, step, texts

CHOICE = {"prophecy": "S1+S2", "seven-prophecies": "7-0-0-0", "seven-prophecies-2017": "7-0-0-0"}


def first_trick(game: Game, seed: int = 1) -> State:
    """The first state of a match in which a card may be played."""
    rng, state = Random(seed), game.start(seed=seed)
    while state.phase != "tricks":
        state = step(state, rng)
    return state


def finished_match(game: Game) -> State:
    """A match played to its end."""
    rng, state = Random(1), game.start(seed=1)
    while not state.over:
        state = step(state, rng)
    return state


@every_game
def test_all_1_only_the_seat_whose_turn_it_is_plays(game: Game) -> None:
    state = first_trick(game)
    for _ in range(2 * game.players):
        (seat,) = state.actors
        for other in set(game.seats) - {seat}:
            assert state.legal(other) == ()
            assert state.view(other).legal == ()
            error = refused(state, other, str(state.view(other).hand[0]), "ALL-1")
            assert error.values == {"seats": [seat]}
        state = act(state, seat, str(state.legal(seat)[0]))


@every_game
def test_all_1_in_a_simultaneous_phase_every_seat_that_has_not_chosen_may_in_any_order(game: Game) -> None:
    for order in (game.seats, game.seats[::-1]):
        state = game.start(seed=1)
        for count, seat in enumerate(order):
            assert state.actors == tuple(sorted(order[count:]))
            assert state.legal(seat)
            state = act(state, seat, str(state.legal(seat)[count]))
        assert state.phase == "tricks"


@every_game
def test_all_1_there_are_no_other_seats_and_nobody_acts_before_the_deal(game: Game) -> None:
    state = game.start(seed=1)
    for seat in (-1, game.players):
        assert state.legal(seat) == ()
        refused(state, seat, str(state.legal(0)[0]), "ALL-1")
    before = game.start()
    assert (before.awaits_deal, before.actors, before.legal(0)) == (True, (), ())
    refused(before, 0, str(state.legal(0)[0]), "ALL-1")


@pytest.mark.parametrize("name", CHOICE)
@pytest.mark.parametrize("seat", [True, 1.0, "1", None])
def test_all_1_a_seat_is_an_int_and_nothing_equal_to_one(name: str, seat: Any) -> None:
    state = load(name, 4).start(seed=1)
    with pytest.raises(foretold.IllegalAction) as caught:
        state.apply(seat, state.legal(1)[0])
    assert caught.value.clause == "ALL-1"


@every_game
def test_all_2_a_seat_plays_only_cards_of_its_own_hand(game: Game) -> None:
    state = first_trick(game)
    seat = state.actors[0]
    hand = texts(state.view(seat).hand)
    for card in deck_of(game.name, game.players):
        if card not in hand:
            assert refused(state, seat, card, "ALL-2").values == {"card": card}


@every_game
def test_all_2_a_card_once_played_is_no_longer_in_hand(game: Game) -> None:
    state, played = first_trick(game), dict[int, str]()
    for _ in range(game.players):
        seat = state.actors[0]
        played[seat] = str(state.legal(seat)[0]).partition(":")[0]
        state = act(state, seat, str(state.legal(seat)[0]))
    seat = state.actors[0]
    assert played[seat] not in texts(state.view(seat).hand)
    refused(state, seat, played[seat], "ALL-2")


@every_game
def test_all_3_no_card_is_played_before_all_have_chosen(game: Game) -> None:
    state = game.start(seed=1)
    refused(state, 0, str(state.view(0).hand[0]), "ALL-3")
    state = act(state, 1, str(state.legal(1)[0]))
    refused(state, 0, str(state.view(0).hand[0]), "ALL-3")


@every_game
def test_all_3_nothing_is_chosen_in_the_trick_phase(game: Game) -> None:
    state = first_trick(game)
    refused(state, state.actors[0], CHOICE[game.name], "ALL-3")


@every_game
def test_all_3_a_choice_once_made_stands(game: Game) -> None:
    state = game.start(seed=1)
    for seat in game.seats[:-1]:
        choices = state.legal(seat)
        state = act(state, seat, str(choices[0]))
        refused(state, seat, str(choices[0]), "ALL-3")
        refused(state, seat, str(choices[1]), "ALL-3")


@every_game
def test_all_4_nothing_is_played_after_the_match_is_over(game: Game) -> None:
    state = finished_match(game)
    assert (state.actors, state.awaits_deal) == ((), False)
    deal = state.record().events[0]["deal"]
    for seat in game.seats:
        assert state.legal(seat) == ()
        refused(state, seat, CHOICE[game.name], "ALL-4")
        refused(state, seat, deck_of(game.name, game.players)[0], "ALL-4")
    with pytest.raises(foretold.BadRecord) as caught:
        state.deal(deal)
    assert caught.value.clause == "ALL-4"


@every_game
def test_all_5_every_view_carries_all_cards_played_and_who_played_them(game: Game) -> None:
    for state in random_states(game, seed=5, rounds=2)[::9]:
        events = [event for event in state.record().events if "action" in event]
        public = [event for event in events if "+" not in event["action"] and "-" not in event["action"]]
        for viewer in (None, *game.seats):
            shown = [event.to_dict() for event in state.view(viewer).history]
            plays = [event for event in shown if "action" in event]
            plays = [event for event in plays if "+" not in event["action"] and "-" not in event["action"]]
            assert plays == public


@every_game
def test_all_5_cards_gone_are_those_that_lay_face_up_in_the_round(game: Game) -> None:
    for state in random_states(game, seed=6, rounds=1):
        view = seen(state)
        if state.finished or state.phase != "tricks":
            continue
        plays = [took for trick in view.tricks for took in trick.plays] + list(view.trick)
        cards = {str(took.action).partition(":")[0].replace("surrender", "Shaman") for took in plays}
        if game.name != "prophecy":
            cards |= {face for face in (*view.future, *view.open) if len(face) > 1}
        assert set(texts(view.gone)) == cards


def swapped(record: dict[str, Any], one: str, other: str) -> dict[str, Any]:
    """The record with two cards exchanged everywhere."""
    exchange = {one: other, other: one}

    def change(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: change(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [change(inner) for inner in value]
        return exchange.get(value, value) if isinstance(value, str) else value

    changed: dict[str, Any] = change(record)
    return changed


def unseen_pairs(record: dict[str, Any]) -> list[tuple[str, str, set[int]]]:
    """Pairs of unplayed cards of one suit in different hands or aside, with the seats that hold one of them."""
    actions = " ".join(event.get("action", "") for event in record["events"])
    gone = actions.replace("+", " ").replace(":", " ").split()
    deal = record["events"][0]["deal"]
    places = {card: seat for seat, hand in enumerate(deal["hands"]) for card in hand} | dict.fromkeys(
        deal["hidden"], -1
    )
    cards = [card for card in places if card not in gone and card[1:].isdigit()]
    return [
        (one, other, {places[one], places[other]})
        for one, other in combinations(cards, 2)
        if one[0] == other[0] and places[one] != places[other]
    ]


@every_game
def test_all_5_unplayed_cards_show_in_no_view_until_the_match_is_over(game: Game) -> None:
    """Two unplayed cards of one suit change places: no view of a seat that held neither changes."""
    compared, rng = 0, Random(1)
    for seed in range(3):
        record = random_states(game, seed, rounds=1)[-1].record().to_dict()
        scored = next(i for i, event in enumerate(record["events"]) if "round" in event)
        over = any("match" in event for event in record["events"])
        for length in range(1, scored + (1 if over else 2), 5):
            cut = {**record, "events": record["events"][:length]}
            pairs = unseen_pairs(cut)
            for one, other, holders in rng.sample(pairs, min(2, len(pairs))):
                ways = [foretold.replay(cut), foretold.replay(swapped(cut, one, other))]
                for viewer in {None, *game.seats} - holders:
                    assert ways[0].view(viewer) == ways[1].view(viewer)
                    compared += 1
    assert compared > 20


@every_game
def test_all_5_the_whole_record_is_there_once_the_match_is_over(game: Game) -> None:
    state = finished_match(game)
    record = state.record()
    for event in record.events:
        if "deal" in event:
            known = [card for hand in event["deal"]["hands"] for card in hand] + event["deal"]["hidden"]
            known += [card for card in (*event["deal"].get("future", ()), *event["deal"].get("open", ())) if card[1:]]
            assert sorted(known) == sorted(deck_of(game.name, game.players))
    assert record.events[-1]["match"] == {"scores": list(state.scores), "winners": list(state.winners)}


@every_game
def test_all_6_hands_and_legal_cards_come_in_deck_order(game: Game) -> None:
    deck = deck_of(game.name, game.players)
    for state in random_states(game, seed=7, rounds=1):
        for seat in game.seats:
            hand = texts(state.view(seat).hand) if state.phase == "tricks" else []
            assert hand == sorted(hand, key=deck.index)
            if seat in state.actors and state.phase == "tricks" and texts(state.legal(seat)) != ["surrender"]:
                cards = [str(action).partition(":")[0] for action in state.legal(seat)]
                assert cards == sorted(cards, key=deck.index)


@every_game
def test_all_6_a_deal_is_read_in_any_order_and_written_in_deck_order(game: Game) -> None:
    deal = game.start(seed=3).record().events[0]["deal"]
    mixed = {**deal, "hands": [hand[::-1] for hand in deal["hands"]]}
    state = game.start().deal(mixed)
    assert state.record().events[0]["deal"]["hands"] == deal["hands"]
    assert state == game.start().deal(deal)


def test_all_6_the_four_specialists_come_last() -> None:
    assert deck_of("prophecy", 2)[-5:] == ["E14", "Jaguar", "Monkey", "Shaman", "Lizard"]
    assert texts(foretold.load("prophecy", players=2).deck) == deck_of("prophecy", 2)
