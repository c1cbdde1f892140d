"""A match that looks from one seat as what a server told of it: what that seat can't see is made up, by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from foretold.errors import IllegalAction
from foretold.games import Game, State

Told = dict[str, Any]  # what a server tells, as JSON
_FOLLOW = ("must-follow", "must-follow-or-specialist")


def imagined(game: Game, seat: int, history: Sequence[Told]) -> State:
    """A state whose view from the seat has this history; others hold what they have shown, and any cards that fit."""
    state = game.start()
    for events in _rounds(history):
        state = _round(state, seat, events)
    return state


def _rounds(history: Sequence[Told]) -> Iterator[Sequence[Told]]:
    deals = [number for number, event in enumerate(history) if "deal" in event]
    for begin, end in zip(deals, [*deals[1:], len(history)], strict=True):
        yield history[begin:end]


def _round(before: State, seat: int, events: Sequence[Told]) -> State:
    """The state after a round, or in it; whoever did not follow a suit has none of it left."""
    acts, bidders = _acts(before.game, seat, events)
    voids: set[tuple[int, str]] = set()
    while True:
        deal, bids = _deal(before.game, seat, events, acts, bidders, voids)
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


def _acts(game: Game, seat: int, events: Sequence[Told]) -> tuple[list[tuple[int, str]], list[int]]:
    """What was done, in order, and who has bid what nobody shows; their bids are empty."""
    told: list[str] = next((event["round"].get("bids", []) for event in events if "round" in event), [])
    acts: list[tuple[int, str]] = []
    for event in events:
        if "action" in event:
            acts.append((event["seat"], event["action"]))
        elif "chosen" in event and len({*event["chosen"], *(mover for mover, _ in acts)}) == game.players:
            shown = {mover for mover, _ in acts}
            acts += [(mover, told[mover] if told else "") for mover in game.seats if mover not in shown]
    return acts, [mover for mover, action in acts if not action]


def _deal(
    game: Game,
    seat: int,
    events: Sequence[Told],
    acts: Sequence[tuple[int, str]],
    bidders: Sequence[int],
    voids: set[tuple[int, str]],
) -> tuple[dict[str, object], dict[int, str]]:
    """The object of a deal in which everybody holds what they have shown, and the bids that nobody shows."""
    facts = dict(events[0]["deal"])
    own = facts.pop("hand")
    hands: list[list[str]] = [[] for _ in game.seats]
    for mover, action in acts:
        if "-" not in action and action:
            cards = ["Shaman"] if action == "surrender" else action.partition(":")[0].split("+")
            hands[mover] += [card for card in cards if card not in hands[mover]]
    hands[seat] = list(own)
    aside = {*facts.get("open", ()), *(card for card in facts.get("future", ()) if len(card) > 1)}
    unseen = [str(card) for card in game.deck if card not in aside and not any(card in hand for hand in hands)]
    size = len(acts and next((action for _, action in acts if "+" in action), "").split("+"))
    wanted = [(mover, True) for mover in bidders for _ in range(size)]
    for mover in game.seats:
        lacking = len(own) - len(hands[mover]) - size * (mover in bidders)
        wanted += [(mover, False)] * lacking
    given = _matched(wanted, unseen, voids)
    bids: dict[int, list[str]] = {mover: [] for mover in bidders}
    for (mover, bid), card in zip(wanted, given, strict=True):
        hands[mover].append(card)
        if bid:
            bids[mover].append(card)
    order = {str(card): number for number, card in enumerate(game.deck)}
    facts |= {"hands": hands, "hidden": [card for card in unseen if card not in given]}
    if facts.get("future") and len(facts["future"][0]) == 1:
        suits = [str(card)[0] for card in game.deck]
        rest = Counter(dict.fromkeys(suits, 3)) - Counter(facts["future"])
        facts["future_hidden"] = list(rest.elements())
    return facts, {mover: "+".join(sorted(cards, key=order.__getitem__)) for mover, cards in bids.items()}


def _matched(wanted: Sequence[tuple[int, bool]], cards: Sequence[str], voids: set[tuple[int, str]]) -> list[str]:
    """A card for each that is wanted: a suited one for a bid, else none of a suit that its seat has not."""
    holder: dict[str, int] = {}

    def fits(number: int, card: str) -> bool:
        mover, bid = wanted[number]
        suited = card[1:].isdecimal()
        return suited if bid else not (suited and (mover, card[0]) in voids)

    def find(number: int, tried: set[str]) -> bool:
        for card in cards:
            if card not in tried and fits(number, card):
                tried.add(card)
                if card not in holder or find(holder[card], tried):
                    holder[card] = number
                    return True
        return False

    for number in range(len(wanted)):
        find(number, set())
    found = {number: card for card, number in holder.items()}
    return [found[number] for number in range(len(wanted))]
