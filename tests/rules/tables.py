"""Positions for the rule tests, built through the public calls only: `start`, `deal`, `apply`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import foretold
from foretold.games import Game, State
from tests.rules.oracle import BID_SIZE, HAND_SIZE, SPECIALISTS, SUITS, deck_of, seven_places, splits

Hands = Mapping[int, str]  # by seat the cards it must hold, separated by spaces
TRIES = 400


def load(name: str, players: int, **options: str | bool) -> Game:
    """`foretold.load`, typed."""
    return foretold.load(name, players=players, **options)


# Deals ------------------------------------------------------------------------------------------------------------


def fill(cards: Sequence[str], sizes: Sequence[int], banned: Sequence[str]) -> list[list[str]]:
    """The cards spread over groups of these sizes, no card of a banned suit in a group; fails if there is no way."""
    slots = [group for group, size in enumerate(sizes) for _ in range(size)]
    assert len(slots) == len(cards), f"{len(cards)} cards for {len(slots)} slots"
    taker: dict[int, int] = {}  # by card the slot that has it

    def find(slot: int, tried: set[int]) -> bool:
        fitting = [i for i, card in enumerate(cards) if card in SPECIALISTS or card[0] not in banned[slots[slot]]]
        for i in sorted(fitting, key=lambda i: i in taker):  # free cards first
            if i not in tried:
                tried.add(i)
                if i not in taker or find(taker[i], tried):
                    taker[i] = slot
                    return True
        return False

    for slot in range(len(slots)):
        assert find(slot, set()), "no such deal"
    return [[card for i, card in enumerate(cards) if slots[taker[i]] == group] for group in range(len(sizes))]


def seven_deal(
    game: Game,
    hands: Hands | None = None,
    future: str | Sequence[str] | None = None,
    starter: int = 0,
    void: Mapping[int, str] | None = None,
    aside: str = "",
) -> dict[str, Any]:
    """A deal with these cards in these hands, this future row (suit letters, or the cards of the first edition), some
    suits missing from a hand, and some cards aside unseen; the rest is filled up in deck order."""
    name, players = game.name, game.players
    suits = SUITS[name]
    given = {seat: cards.split() for seat, cards in (hands or {}).items()}
    taken = {card for cards in given.values() for card in cards} | set(aside.split())
    free = [card for card in deck_of(name, players) if card not in taken]
    row = list(future if future is not None else (suits * 3)[:10])
    deal: dict[str, Any] = {"starter": starter, "future": row}
    if name == "seven-prophecies":
        spare = Counter(suits * 3)
        spare.subtract(row)
        deal["future_hidden"] = list(spare.elements())
    else:
        for at, face in enumerate(row):
            if len(face) == 1:
                row[at] = max((card for card in free if card[0] == face and card not in row), key=lambda c: int(c[1:]))
        free = [card for card in free if card not in row]
        open_size = 2 if players == 3 else 0
    sizes = [10 - len(given.get(seat, ())) for seat in range(players)]
    banned = [(void or {}).get(seat, "") for seat in range(players)]
    rest = len(free) - sum(sizes)
    groups = fill(free, [*sizes, rest], [*banned, ""])
    deal["hands"] = [[*given.get(seat, ()), *groups[seat]] for seat in range(players)]
    left = groups[players]
    if name != "seven-prophecies":
        deal["open"], left = left[:open_size], left[open_size:]
    return {**deal, "hidden": [*aside.split(), *left]}


def prophecy_deal(
    game: Game,
    hands: Hands | None = None,
    trump: str | None = "S",
    dealer: int = 0,
    void: Mapping[int, str] | None = None,
    aside: str = "",
) -> dict[str, Any]:
    """A deal of Prophecy with these cards in these hands and some suits missing; the rest in deck order."""
    given = {seat: cards.split() for seat, cards in (hands or {}).items()}
    taken = {card for cards in given.values() for card in cards} | set(aside.split())
    free = [card for card in deck_of(game.name, game.players) if card not in taken]
    sizes = [HAND_SIZE[game.players] - len(given.get(seat, ())) for seat in range(game.players)]
    banned = [(void or {}).get(seat, "") for seat in range(game.players)]
    groups = fill(free, [*sizes, len(free) - sum(sizes)], [*banned, ""])
    return {
        "dealer": dealer,
        "trump": trump,
        "hands": [[*given.get(seat, ()), *groups[seat]] for seat in range(game.players)],
        "hidden": [*aside.split(), *groups[game.players]],
    }


def dealt(game: Game, deal: Mapping[str, Any]) -> State:
    """The match after its first deal."""
    state: State = game.start().deal(deal)
    return state


def seen(state: State, seat: int | None = None) -> Any:
    """The view of a seat, or of a spectator, with the fields that its title adds."""
    return state.view(seat)


# Moves ------------------------------------------------------------------------------------------------------------


def texts(actions: Sequence[object]) -> list[str]:
    """The notation of actions or cards."""
    return [str(action) for action in actions]


def act(state: State, seat: int, action: str) -> State:
    """`state.apply`, typed."""
    new: State = state.apply(seat, action)
    return new


def play(state: State, actions: str) -> State:
    """The state after these actions, each taken by the first seat that may act."""
    for action in actions.split():
        state = act(state, state.actors[0], action)
    return state


def prophesied(state: State, prophecies: str | None = None) -> State:
    """The state after all seats prophesied, in seat order; all on 1st place if not told otherwise."""
    return play(state, prophecies or " ".join(["-".join(["7", *"0" * (state.game.players - 1)])] * state.game.players))


def seven_trick(game: Game, lead: str, leader: int, cards: str, prophecies: str | None = None) -> State:
    """The state after one trick: these cards in order from the leader, off-suit cards from hands without the suit."""
    order = [(leader + i) % game.players for i in range(game.players)]
    plays = dict(zip(order, cards.split(), strict=True))
    others = "".join(suit for suit in SUITS[game.name] * 3 if suit != lead)
    led = 1  # cards of the lead suit in the row: in the first edition all that are free, so that hands can be void
    if game.name == "seven-prophecies-2017":
        led = min(10, sum(card[0] == lead for card in {*deck_of(game.name, game.players)} - {*plays.values()}))
    row = (lead * led + others)[:10]
    void = {seat: lead for seat, card in plays.items() if card[0] != lead}
    state = dealt(game, seven_deal(game, plays, row, leader, void))
    return play(prophesied(state, prophecies), cards)


def bid_keeping(state: State, seat: int, kept: Sequence[str], value: int | None = None) -> State:
    """The state after the seat bid suited cards other than these, worth `value` if one is given."""
    options = (bid for bid in state.legal(seat) if not set(str(bid).split("+")) & set(kept))
    fitting = [bid for bid in options if value in (None, bid_value(str(bid)))]
    assert fitting, "no such bid"
    return act(state, seat, str(fitting[0]))


def bid_value(bid: str) -> int:
    """PR-4: Sun 0, Spear 1, Viper 2, Eagle 3."""
    return sum("SPVE".index(card[0]) for card in bid.split("+"))


def all_bid(state: State, kept: Hands | None = None) -> State:
    """The state after everybody bid, keeping these cards in hand."""
    while state.phase == "bid":
        seat = state.actors[0]
        state = bid_keeping(state, seat, (kept or {}).get(seat, "").split())
    return state


def refused(state: State, seat: int, action: str, clause: str) -> foretold.IllegalAction:
    """The refusal of an action: it names its clause, speaks both languages, and leaves the state as it was."""
    record, moves = state.record().to_dict(), [state.legal(player) for player in range(state.game.players)]
    with pytest.raises(foretold.IllegalAction) as caught:
        state.apply(seat, action)
    error = caught.value
    assert error.clause == clause, f"{error} names {error.clause}"
    english, japanese = error.sentence("en"), error.sentence("ja")
    assert english.isascii()
    assert len(english.split()) > 4
    assert not japanese.isascii()
    assert "{" not in english + japanese
    assert state.record().to_dict() == record
    assert [state.legal(player) for player in range(state.game.players)] == moves
    if state.actors:
        state.apply(state.actors[0], state.legal(state.actors[0])[0])
    return error


# Rounds of Seven Prophecies with a wanted end -----------------------------------------------------------------------


class Ended(NamedTuple):
    """A state after a round, the prophecies of it and the places of each trick, by seat."""

    state: State
    prophecies: list[tuple[int, ...]]
    places: list[list[int]]


def tokens_left(prophecy: Sequence[int], places: Sequence[int]) -> int:
    """SP1-9: how many tokens are left after taking these places."""
    taken = Counter(places)
    return sum(max(0, tokens - taken[place]) for place, tokens in enumerate(prophecy, 1))


def seven_round(state: State, trick: int, left: Sequence[int], edges: Sequence[int | None] | None = None) -> Ended:
    """A round that ends in `trick` with these tokens left by seat; `edges` are the tokens that a seat placed on the
    first and the last place. Looks for it among random rounds, and fails if it finds none."""
    for attempt in range(TRIES):
        deal, plays, places = _random_round(state, Random(attempt))
        prophecies = []
        for seat in state.game.seats:
            own = [places[t][seat] for t in range(trick)]
            edge = edges[seat] if edges else None
            for split in splits(state.game.players):
                fulfilled_before = tokens_left(split, own[:-1]) == 0
                if tokens_left(split, own) == left[seat] and not fulfilled_before and edge in (
                    None, split[0] + split[-1]
                ):  # fmt: skip
                    prophecies.append(split)
                    break
        if len(prophecies) == state.game.players:
            new = prophesied(state.deal(deal), " ".join("-".join(map(str, split)) for split in prophecies))
            return Ended(play(new, " ".join(plays[: trick * state.game.players])), prophecies, places[:trick])
    raise AssertionError("no such round found")


def _random_round(state: State, rng: Random) -> tuple[dict[str, Any], list[str], list[list[int]]]:
    """A random deal with ten tricks of random play, and the places of each trick by seat."""
    game = state.game
    deck, starter = deck_of(game.name, game.players), len(state.finished) % game.players
    rng.shuffle(deck)
    hands = {seat: " ".join(deck[10 * seat : 10 * seat + 10]) for seat in game.seats}
    colours = list(SUITS[game.name] * 3)
    row = rng.sample(colours, 10) if game.name == "seven-prophecies" else deck[10 * game.players :][:10]
    deal = seven_deal(game, hands, row, starter)
    held = [cards.split() for cards in hands.values()]
    plays, places, leader = [], [], starter
    for face in row:
        trick = []
        for seat in [*range(leader, game.players), *range(leader)]:
            card = rng.choice([card for card in held[seat] if card[0] == face[0]] or held[seat])
            held[seat].remove(card)
            trick.append((seat, card))
        ranks = seven_places(face[0], trick)
        leader = next(seat for seat, place in ranks.items() if place == 1)
        plays += [card for _, card in trick]
        places.append([ranks[seat] for seat in game.seats])
    return deal, plays, places


# Rounds of Prophecy --------------------------------------------------------------------------------------------------


def quick_bid(state: State, seat: int, rng: Random) -> State:
    """The state after a random bid, without listing the thousands that a hand allows."""
    deal = next(event["deal"] for event in reversed(state.record().events) if "deal" in event)
    hand = [card for card in deal["hands"][seat] if card not in SPECIALISTS]
    chosen = sorted(rng.sample(range(len(hand)), BID_SIZE[state.game.players]))
    return act(state, seat, "+".join(hand[i] for i in chosen))


Choice = Callable[[list[str], Random], str]


def any_card(legal: list[str], rng: Random) -> str:
    """Random play."""
    return rng.choice(legal)


def keep_shaman(legal: list[str], rng: Random) -> str:
    """Random play that parts with the Shaman last."""
    return rng.choice([action for action in legal if action != "Shaman"] or legal)


def step(state: State, rng: Random, choose: Choice = any_card) -> State:
    """The state after one action of some seat that may act."""
    seat = rng.choice(state.actors)
    if state.phase == "bid":
        return quick_bid(state, seat, rng)
    return act(state, seat, choose(texts(state.legal(seat)), rng))


def after_rounds(game: Game, rounds: int, seed: int, choose: Choice = any_card) -> State:
    """The first state after so many rounds of random play from this seed (the next round is dealt)."""
    rng, state = Random(seed), game.start(seed=seed)
    while len(state.finished) < rounds:
        state = step(state, rng, choose)
    return state


@cache
def before_round(game: Game, number: int) -> State:
    """A match that awaits the deal of round `number` (from 1)."""
    record = after_rounds(game, number - 1, seed=1).record().to_dict()
    ends = [i for i, event in enumerate(record["events"]) if "round" in event]
    events = record["events"][: ends[-1] + 1] if ends else []
    state: State = foretold.replay({**record, "events": events})
    return state


def prophecy_trick(plays: str, trump: str | None = "S", before: State | None = None) -> State:
    """The state after these plays, in order from the leader, in the first trick of a round: a first round with this
    trump, or the round that `before` awaits. Each seat that plays off-suit holds no card of the lead suit."""
    actions = plays.split()
    state = before or load("prophecy", len(actions), wheel=str(trump) * 8).start()
    players = state.game.players
    dealer = next((event["deal"]["dealer"] for event in state.record().events[::-1] if "deal" in event), -2) + 1
    leader = (dealer + 1) % players
    card, _, named = actions[0].partition(":")
    lead = trump if card == "Jaguar" else named or card[0]
    cards = {(leader + i) % players: action.partition(":")[0] for i, action in enumerate(actions)}
    void = {seat: lead for seat, card in cards.items() if lead and card not in SPECIALISTS and card[0] != lead}
    deal = prophecy_deal(state.game, cards, trump, dealer % players, void)
    return play(all_bid(state.deal(deal), cards), plays)


def winner_of(state: State) -> int:
    """Which card won the last finished trick: 0 the led one, 1 the next, and so on."""
    trick = seen(state).tricks[-1]
    return [took.seat for took in trick.plays].index(trick.winner)


def surrender_position(last: Sequence[str]) -> State:
    """The last trick of a first round with trump Sun: seat 0 won all before it and holds nothing but the Shaman,
    the others, from seat 1 on, one of these cards each."""
    game = load("prophecy", len(last) + 1)
    tricks = HAND_SIZE[game.players] - BID_SIZE[game.players]
    top = ["Jaguar", *(f"S{number}" for number in range(14, 0, -1))]
    winners = [card for card in top if card not in last][: tricks - 1]
    hands = {0: " ".join([*winners, "Shaman"]), **dict(enumerate(last, 1))}
    state = all_bid(dealt(game, prophecy_deal(game, hands, dealer=game.players - 1)), hands)
    for card in winners:
        state = act(state, 0, card)
        for seat in range(1, game.players):
            state = act(state, seat, next(text for text in texts(state.legal(seat)) if text != last[seat - 1]))
    return state
