"""Rounds about to end with a moment to remember: found in matches of bots, and played on from the last card."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

import foretold
from foretold.bots.greedy import GreedyBot
from foretold.games.what_if import deals_and_actions
from foretold.records import Record
from tests.web.browsing import Person

MATCHES = 400  # in which one is looked for


class Ending(NamedTuple):
    """A match, the step before the last card of a round, whose card that is, and which."""

    record: Record
    step: int
    seat: int
    card: str


@cache
def ending(game: str, players: int, *, mine: bool) -> Ending:
    """A round that ends with a card of a seat: its own seven come true, or its bid is met; or only those of another."""
    for seed in range(MATCHES):
        state = foretold.load(game, players=players).start(seed=seed)
        rng = Random(seed)
        while not state.finished:
            before, seat = state, state.actors[0]
            action = GreedyBot().choose(state.view(seat), rng)
            state = state.apply(seat, action)
        fulfilled = state.finished[0].end.fulfilled
        if fulfilled[seat] if mine else not fulfilled[seat] and any(fulfilled):
            record = state.record(names=tuple(f"P{number}" for number in range(players)))
            return Ending(record, len(deals_and_actions(before.record().events)), seat, str(action))
    raise AssertionError("no such round")


def sit_at(person: Person, end: Ending) -> None:
    """Sits down where only the last card of the round is to be played."""
    wish: dict[str, Any] = {"record": end.record.to_dict(), "step": end.step, "seat": end.seat, "bot": "greedy"}
    answer = person.context.request.post("/api/what-ifs", data={**wish, "name": "Ines"})
    assert answer.status == 201, answer.text()
    person.page.goto(f"/tables/{answer.json()['table']}")


def end_round(person: Person, end: Ending) -> None:
    """Plays the last card; what ends the round is in sight."""
    selector = f'.hand button[data-card="{end.card.partition(":")[0]}"]'
    person.page.wait_for_selector(f"{selector}.legal")
    person.tap_card(selector)
    if person.touch:
        person.tap_card(selector)
    person.page.wait_for_selector(".climax, .moment")
