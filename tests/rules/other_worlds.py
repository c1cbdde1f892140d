"""Other worlds: matches that look the same from a seat but hide other cards and choices."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import foretold
from foretold.games import State


def other_worlds(state: State, seat: int | None, rng: Random, tries: int) -> Iterator[State]:
    """States with the same number of events in which what the seat can't see is different, as far as found."""
    source = state.record().to_dict()
    for _ in range(tries):
        changed = foretold.Record.from_dict(source).to_dict()
        rounds = _rounds(changed["events"])
        for number, events in enumerate(rounds):
            if rng.random() < 0.5:
                _hide_order(state, events, running=number == len(rounds) - 1, rng=rng)
        number = rng.randrange(len(rounds))
        current = number == len(rounds) - 1 and not state.over
        for _ in range(rng.randint(1, 3)):
            _swap_unseen(state, rounds[number], seat, current, rng)
        if current and rng.random() < 0.5:
            _change_secret_prophecies(state, rounds[number], seat, rng)
        changed["events"] = [event for events in rounds for event in events]
        try:
            other = foretold.replay(changed)
        except foretold.BadRecord:
            continue  # a seat would have had to follow suit, or a Specialist got into a bid
        if other != state:
            yield other


def _rounds(events: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    rounds: list[list[dict[str, Any]]] = []
    for event in events:
        if "deal" in event:
            rounds.append([])
        rounds[-1].append(event)
    return rounds


def _is_choice(event: dict[str, Any]) -> bool:
    return "action" in event and ("-" in event["action"] or "+" in event["action"])


def _hide_order(state: State, events: list[dict[str, Any]], running: bool, rng: Random) -> None:
    """Shuffles simultaneous choices; Prophecy's face-up bids stay before the others."""
    places = [i for i, event in enumerate(events) if _is_choice(event)]
    if state.game.name == "prophecy" and running:
        first = getattr(state, "_open_bidders", ())
        if state.game.options.get("early_bids"):
            first = ()  # they come in any order
        places = [i for i in places if events[i]["seat"] in first] if rng.random() < 0.5 else places
        groups = [
            [i for i in places if events[i]["seat"] in first],
            [i for i in places if events[i]["seat"] not in first],
        ]
    else:
        groups = [places] if state.game.name != "prophecy" else []
    for group in groups:
        shuffled = [events[i] for i in group]
        rng.shuffle(shuffled)
        for i, event in zip(group, shuffled, strict=True):
            events[i] = event


def _seen(state: State, events: list[dict[str, Any]], seat: int | None, current: bool) -> set[str]:
    """The cards of a round that the seat has seen."""
    deal = events[0]["deal"]
    seen = set(deal["hands"][seat]) if seat is not None else set()
    seen |= set(deal.get("open", ())) | set(deal.get("future", ()))
    laid = {event["seat"] for event in events if _is_choice(event)}
    for event in events:
        if "action" not in event or "-" in event["action"]:
            continue
        cards = event["action"].split(":")[0].split("+")
        if len(cards) > 1:
            first = getattr(state, "_open_bidders", ())
            public = not current or (event["seat"] in first and set(first) <= laid)
            if not public and event["seat"] != seat:
                continue
        seen |= {"Shaman"} if cards == ["surrender"] else set(cards)
    return seen


def _swap_unseen(state: State, events: list[dict[str, Any]], seat: int | None, current: bool, rng: Random) -> None:
    """Swaps two cards that the seat has not seen, wherever they lie."""
    deal = events[0]["deal"]
    seen = _seen(state, events, seat, current)
    unseen = [card for hand in deal["hands"] for card in hand if card not in seen]
    unseen += [card for card in deal["hidden"] if card not in seen]
    if len(deal.get("future_hidden", ())) == 2 and rng.random() < 0.5:
        deal["future_hidden"].reverse()
    if len(unseen) < 2:
        return
    a, b = rng.sample(unseen, 2)
    renamed = {a: b, b: a}
    deal["hands"] = [[renamed.get(card, card) for card in hand] for hand in deal["hands"]]
    deal["hidden"] = [renamed.get(card, card) for card in deal["hidden"]]
    for event in events:
        if _is_choice(event) and "+" in event["action"]:
            cards = [renamed.get(card, card) for card in event["action"].split("+")]
            event["action"] = "+".join(sorted(cards, key=lambda card: state.game.index[card]))


def _change_secret_prophecies(state: State, events: list[dict[str, Any]], seat: int | None, rng: Random) -> None:
    """Gives other seats other prophecies while they are still hidden."""
    choices = [event for event in events if _is_choice(event) and "-" in event["action"]]
    if len(choices) < state.game.players:
        for event in choices:
            if event["seat"] != seat:
                event["action"] = str(rng.choice(state.game.prophecies))  # type: ignore[attr-defined]
