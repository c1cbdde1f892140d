"""Reconstructs a match from what a server sends to one seat; cards that the seat can't see are invented.

`foretold daily --server` needs a state to draw its table, and a server never sends hidden cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from foretold.errors import IllegalAction
from foretold.games import Game, State
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.edition import COLOUR_CARDS
from foretold.games.seven.game import SevenGame
from foretold.games.unknown import ANY_SUIT, NO_SPECIALIST, Unknown
from foretold.kernels.worlds import Count

Told = dict[str, Any]  # a server's message, as JSON
_FOLLOW = ("must-follow", "must-follow-or-specialist")


def imagined(game: Game, seat: int, history: Sequence[Told]) -> State:
    """Returns a state whose view from the seat has this history; others hold what they have shown and any cards that
    fit."""
    state = game.start()
    for events in _rounds(history):
        state = _round(state, seat, events)
    return state


def _rounds(history: Sequence[Told]) -> Iterator[Sequence[Told]]:
    deals = [number for number, event in enumerate(history) if "deal" in event]
    for begin, end in zip(deals, [*deals[1:], len(history)], strict=True):
        yield history[begin:end]


def _round(before: State, seat: int, events: Sequence[Told]) -> State:
    """Replays a round, complete or not; a seat that did not follow a suit gets no more of it."""
    game = before.game
    assert isinstance(game, SevenGame | ProphecyGame)
    acts, bidders = _acts(game, events)
    voids: set[tuple[int, str]] = set()
    while True:
        deal, bids = _deal(game, seat, events, acts, bidders, voids)
        state = before.deal(deal)
        try:
            for mover, action in acts:
                state = state.apply(mover, action or bids[mover])
            return state
        except IllegalAction as error:
            void = (mover, str(error.values.get("suit")))
            if error.reason not in _FOLLOW or void in voids:
                raise
            voids.add(void)


def _acts(game: Game, events: Sequence[Told]) -> tuple[list[tuple[int, str]], list[int]]:
    """Returns the actions in order, with empty ones for hidden bids, and the seats that made these."""
    bids: list[str] = next((event["round"].get("bids", []) for event in events if "round" in event), [])
    acts: list[tuple[int, str]] = []
    for event in events:
        if "action" in event:
            acts.append((event["seat"], event["action"]))
        elif "chosen" in event and len({*event["chosen"], *(mover for mover, _ in acts)}) == game.players:
            shown = {mover for mover, _ in acts}
            acts += [(mover, bids[mover] if bids else "") for mover in game.seats if mover not in shown]
    return acts, [mover for mover, action in acts if not action]


def _deal(
    game: SevenGame | ProphecyGame,
    seat: int,
    events: Sequence[Told],
    acts: Sequence[tuple[int, str]],
    bidders: Sequence[int],
    voids: set[tuple[int, str]],
) -> tuple[dict[str, object], dict[int, str]]:
    """Returns a deal in which everybody holds what they have shown, and the hidden bids."""
    facts = dict(events[0]["deal"])
    own: list[str] = facts.pop("hand")
    hands = [0] * game.players
    for mover, action in acts:
        if "-" not in action and action:
            hands[mover] |= game.mask(["Shaman"] if action == "surrender" else action.partition(":")[0].split("+"))
    hands[seat] = game.mask(own)
    aside = game.mask([*facts.get("open", ()), *(card for card in facts.get("future", ()) if len(card) > 1)])
    unseen = game.whole & ~(aside | sum(hands))
    size = game.bid_size if isinstance(game, ProphecyGame) else 0
    lacking = [len(own) - hands[mover].bit_count() - size * (mover in bidders) for mover in game.seats]
    places = [*(size for _ in bidders), *lacking]
    bits = {suit: 1 << number for number, suit in enumerate(game.title.suits)}
    closed = [sum(bits[suit] for holder, suit in voids if holder == mover) for mover in game.seats]
    suits = [unseen & mask for mask in game.suit_masks]
    unknown = Unknown(
        (*suits, unseen & ~sum(suits)),
        (*places, unseen.bit_count() - sum(places)),
        (*(NO_SPECIALIST for _ in bidders), *(ANY_SUIT & ~void_bits for void_bits in closed), ANY_SUIT),
    )
    drawn = Count(unknown).draw(Random(0))
    bids = dict(zip(bidders, drawn, strict=False))
    for mover, rest in zip(game.seats, drawn[len(bidders) :], strict=False):
        hands[mover] |= rest | bids.get(mover, 0)
    facts |= {"hands": [_names(game, hand) for hand in hands], "hidden": _names(game, drawn[-1])}
    if facts.get("future") and len(facts["future"][0]) == 1:
        colours = Counter(dict.fromkeys(game.title.suits, COLOUR_CARDS)) - Counter(facts["future"])
        facts["future_hidden"] = list(colours.elements())
    return facts, {mover: "+".join(_names(game, cards)) for mover, cards in bids.items()}


def _names(game: Game, cards: int) -> list[str]:
    return [str(card) for card in game.cards(cards)]
