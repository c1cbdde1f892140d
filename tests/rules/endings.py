"""The ways in which rounds and matches end, read off a replayed match."""

from __future__ import annotations

from typing import Any

from foretold.games import State
from foretold.games.state import Round

SEVEN = ("seven-prophecies", "seven-prophecies-2017")

ROUND_ENDS = (
    "round ended in trick 7",
    "round ended in trick 8",
    "round ended in trick 9",
    "round ended in trick 10",
    "round ended by nobody",
    "round ended by two at once",
)

REQUIRED = {
    "seven-prophecies": (
        *ROUND_ENDS,
        "match by 7 points",
        "match by the last round",
        "tie broken",
        "victory shared",
    ),
    "seven-prophecies-2017": (
        *ROUND_ENDS,
        "match by the last round",
        "victory shared",
        "first-to-two: one winner",
        "first-to-two: victory shared",
        "single-round: tie broken",
        "single-round: victory shared",
    ),
    "prophecy": (
        "surrender",
        "all bids open",
        "one bid open",
        "no trump, Jaguar led",
        "tie broken",
        "victory shared",
    ),
}


def endings(state: State) -> set[str]:
    """All ways to end that the match shows."""
    kinds: set[str] = set()
    for number, ended in enumerate(state.finished):
        kinds |= _seven_round(ended) if state.game.name in SEVEN else _prophecy_round(state, number, ended)
    return kinds | _match_end(state) if state.over else kinds


def _seven_round(ended: Round) -> set[str]:
    finishers = sum(ended.fulfilled)
    if finishers == 0:
        return {"round ended by nobody"}
    return {f"round ended in trick {len(ended.tricks)}"} | ({"round ended by two at once"} if finishers > 1 else set())


def _prophecy_round(state: State, number: int, ended: Round) -> set[str]:
    game: Any = state.game
    deal: Any = ended.deal
    kinds = set()
    actions = [took.action for trick in ended.tricks for took in trick.plays]
    if "surrender" in actions:
        kinds.add("surrender")
    if game.reveals_bids(number):
        before = state.finished[number - 1].scores
        leaders = before.count(max(before))
        kinds |= {"all bids open"} if leaders == game.players else {"one bid open"} if leaders == 1 else set()
    if game.letter(deal.trump) is None and any(trick.plays[0].action == "Jaguar" for trick in ended.tricks):
        kinds.add("no trump, Jaguar led")
    return kinds


def _match_end(state: State) -> set[str]:
    variant = str(state.game.options.get("variant", "standard"))
    prefix = f"{variant}: " if variant in ("first-to-two", "single-round") else ""
    tied = state.scores.count(max(state.scores)) > 1
    kinds = set()
    if len(state.winners) > 1:
        kinds.add(prefix + "victory shared")
    elif tied:
        kinds.add(prefix + "tie broken")
    else:
        kinds.add(prefix + "one winner")
    if state.game.name in SEVEN and variant == "standard":
        early = state.game.name == "seven-prophecies" and max(state.scores) >= 7
        kinds.add("match by 7 points" if early else "match by the last round")
    return kinds
