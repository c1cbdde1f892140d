"""Hints: the best choices of a seat with a plain reason each, from what it can know alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from foretold import i18n
from foretold.bots.calibrated import Found, phase_of
from foretold.bots.effort import HINT_WORLDS as WORLDS
from foretold.bots.weighing import outcomes_of, weigh
from foretold.cards import Action, Bid, Play, Surrender
from foretold.coach.wording import action_name
from foretold.games.prophecy.view import ProphecyProspect, ProphecyView
from foretold.games.seven.edition import PROPHECIES
from foretold.games.seven.view import SevenProspect, SevenView
from foretold.json_types import JsonObject
from foretold.kernels.outcomes import BITS, TAKEN
from foretold.views import View

BEST = 3  # choices that are told
AS_GOOD = 2.0  # standard errors within which a choice is as good as the best
LEAST_POINTS = 0.05  # points by which a choice is said to bring more
LEAST = 0.01  # a chance below is told as less than 1 %, and above the rest as more than 99 %
HELD = 0.5 / WORLDS  # half a deal, for what was never or always seen but could be otherwise


class Advice(NamedTuple):
    """One of the best choices: points to expect and the chance to win the match, why, and what comes of it.

    `error` and `match_error` are those of their differences to the best.

    In the running trick of Seven Prophecies the chance of each place, and that a prophecy comes true; in
    that of Prophecy to win it.
    """

    action: Action
    points: float
    error: float
    match: float
    as_good: bool  # as the best, as far as can be told
    reason: str
    places: tuple[float, ...] | None = None
    token: float | None = None
    wins: float | None = None
    match_error: float = 0.0

    def to_dict(self) -> JsonObject:
        """As JSON: what it has nothing to say of is left out."""
        found = {**self._asdict(), "action": str(self.action)}
        return {name: value for name, value in found.items() if value is not None}


class Hint(NamedTuple):
    """The best choices by the chance to win the match, of equal ones by points, over so many deals that fit.

    Before the first trick also what the hand is likely to bring.

    `counts`: by place the chance to take it 0, 1, … 7 or more times in the round. `won`: by number of tricks the
    chance to win so many, with the best bid.
    """

    deals: int
    exact: bool
    best: tuple[Advice, ...]
    counts: tuple[tuple[float, ...], ...] | None = None
    won: tuple[float, ...] | None = None


def hint(view: View, language: str, strong: float | None = None) -> Hint | None:
    """What the seat of a view may be told; None where it may not act. The same view gives the same."""
    if not view.legal:
        return None
    assert isinstance(view, SevenView | ProphecyView)
    found = weigh(view, worlds=WORLDS, seed=len(view.history), strong=strong)
    best = found[0]
    told = _told(view, found)
    advice = _with_gain(
        view,
        told,
        tuple(_advice(view, each, best, language, as_good=_as_good(each, best)) for each in told),
        language,
    )
    counts = _counts(view, best) if view.phase == "prophecy" else None
    won = None
    if view.phase == "bid":
        chances: dict[int, float] = best.chances["won"]
        won = tuple(round(chances.get(count, 0.0), 4) for count in range(view.tricks_left + 1))
    return Hint(best.worlds, best.exact, advice, counts, won)


def explained(view: View, actions: Sequence[str], language: str) -> tuple[Advice, ...]:
    """Why each of these choices, of which the first is the best, is what it is; the same view gives the same."""
    assert isinstance(view, SevenView | ProphecyView)
    weighed = {each.action: each for each in weigh(view, worlds=WORLDS, seed=len(view.history), actions=actions)}
    found = [weighed[view.rules.parse(action)] for action in actions]
    advice = tuple(_advice(view, each, found[0], language, as_good=False) for each in found)
    return _with_gain(view, found, advice, language)


def _with_gain(
    view: SevenView | ProphecyView, found: Sequence[Found], advice: tuple[Advice, ...], language: str
) -> tuple[Advice, ...]:
    """The advice, its first reason with what the best gains where another is better for what the seat foretold."""
    best, first = found[0], advice[0]
    rival = max(found, key=_own_chance)
    if _own_chance(best) >= _own_chance(rival) - LEAST:
        return advice
    if best.points > rival.points + LEAST_POINTS:
        gain, told, less = "points", f"{best.points:.1f}", f"{rival.points:.1f}"
    elif best.match > rival.match + LEAST:
        gain, told, less = "match", f"{100 * best.match:.0f}%", f"{100 * rival.match:.0f}%"
    else:
        return advice
    named = action_name(language, view.game, rival.action)
    kind = "seven" if isinstance(view, SevenView) else "bid"
    more = i18n.say(language, f"hint.gains-{gain}-{kind}", rival=named, told=told, less=less)
    return (first._replace(reason=i18n.say(language, "hint.and", reason=first.reason, more=more)), *advice[1:])


def _own_chance(found: Found) -> float:
    """The chance that all seven come true, or that the bid is met."""
    return float(found.chances["met"] if "met" in found.chances else found.chances["fulfilled"])


def _told(view: SevenView | ProphecyView, found: tuple[Found, ...]) -> list[Found]:
    """The best three; of bids those of different numbers first, as far as there are some."""
    if not isinstance(view, ProphecyView) or view.phase != "bid":
        return list(found[:BEST])
    seen: dict[int, Found] = {}
    for each in found:
        assert isinstance(each.action, Bid)
        seen.setdefault(view.rules.bid_of(each.action.cards), each)
    chosen = [*seen.values(), *(each for each in found if each not in seen.values())][:BEST]
    return [each for each in found if each in chosen]


def _as_good(found: Found, best: Found) -> bool:
    return found is not best and best.match - found.match <= AS_GOOD * found.error["match"]


def _advice(view: SevenView | ProphecyView, found: Found, best: Found, language: str, *, as_good: bool) -> Advice:
    reason = _reason(view, found, language, "" if found is best else "-too")
    if as_good:
        named = action_name(language, view.game, best.action)
        reason = i18n.say(language, "hint.as-good", best=named, reason=reason)
    errors = found.error
    told = Advice(
        found.action, found.points, errors["points"], found.match, as_good, reason, match_error=errors["match"]
    )
    if view.phase != "tricks":
        return told
    if isinstance(view, SevenView):
        places = _places(view, found)
        return told._replace(places=places, token=_token(view, places))
    return told._replace(wins=_wins(view, found))


def _places(view: SevenView, found: Found) -> tuple[float, ...]:
    """The chance of each place in the running trick; what can't be is 0, what is proved is 1."""
    possible = next(each.places for each in _prospects(view) if each.action == found.action)
    counted: list[float] = found.chances["places"][phase_of(view)]
    held = [_held(chance) if place in possible else 0.0 for place, chance in enumerate(counted, 1)]
    return (
        tuple(round(each / sum(held), 4) for each in held)
        if len(possible) > 1
        else tuple(float(place in possible) for place in range(1, view.players + 1))
    )


def _token(view: SevenView, places: tuple[float, ...]) -> float:
    assert view.seat is not None
    return round(sum(chance for chance, tokens in zip(places, view.left[view.seat], strict=True) if tokens), 4)


def _wins(view: ProphecyView, found: Found) -> float:
    sure = next(each.wins for each in _wins_of(view) if each.action == found.action)
    return float(sure) if sure is not None else round(_held(found.chances["tricks"][phase_of(view)]), 4)


def _prospects(view: SevenView) -> tuple[SevenProspect, ...]:
    return tuple(each for each in view.prospects() if isinstance(each, SevenProspect))


def _wins_of(view: ProphecyView) -> tuple[ProphecyProspect, ...]:
    return tuple(each for each in view.prospects() if isinstance(each, ProphecyProspect))


def _held(chance: float) -> float:
    """A chance that was only counted: never 0 or 1."""
    return min(max(chance, HELD), 1 - HELD)


def _counts(view: SevenView | ProphecyView, best: Found) -> tuple[tuple[float, ...], ...]:
    """By place how often the hand takes it, over fresh deals, with the best prophecy."""
    number = view.legal.index(best.action)
    outcomes = outcomes_of(view, Random(f"hint:{len(view.history)}"), np.array([number]), WORLDS)
    taken = outcomes[:, 0, TAKEN].astype(np.int64)
    tricks = np.stack([taken >> BITS * trick & (1 << BITS) - 1 for trick in range(view.tricks_left)], axis=1)
    found = []
    for place in range(1, view.players + 1):
        times = np.minimum((tricks == place).sum(axis=1), PROPHECIES)
        found.append(tuple(round(float((times == count).mean()), 4) for count in range(PROPHECIES + 1)))
    return tuple(found)


# Reasons -----------------------------------------------------------------------------------------------------------


def chance_text(chance: float) -> str:
    """A chance that was counted: 71%, and never quite nothing or everything."""
    if chance < LEAST:
        return "<1%"
    return ">99%" if chance > 1 - LEAST else f"{100 * chance:.0f}%"


def about_text(language: str, chance: float, exact: bool) -> str:
    """A chance that was read with what self-play taught: about 58%; where every deal was counted, just that."""
    text = chance_text(chance)
    return text if exact or not LEAST <= chance <= 1 - LEAST else i18n.say(language, "hint.about", chance=text)


def _reason(view: SevenView | ProphecyView, found: Found, language: str, too: str) -> str:
    """Why a choice is what it is; `too` where another was told of before, and of what the chances are is known."""

    def say(key: str, **values: object) -> str:
        return i18n.say(language, f"hint.{key}", **values)

    def about(chance: float) -> str:
        return about_text(language, chance, found.exact)

    chances = found.chances
    if isinstance(view, SevenView):
        fulfilled: float = chances["fulfilled"]
        if view.phase == "prophecy":
            return say("prophecy", fulfilled=about(fulfilled), seven=about(chances["by_trick"][PROPHECIES]))
        places = _places(view, found)
        place = max(range(view.players), key=lambda each: places[each])
        named = i18n.say(language, f"terminal.place.{place + 1}")
        sure = places[place] == 1.0
        comes = (
            say("comes-sure", place=named)
            if sure
            else say(f"comes{too}", place=named, chance=chance_text(places[place]))
        )
        assert view.seat is not None
        waits = "token" if view.left[view.seat][place] else "no-token"
        if fulfilled < LEAST:
            return say(f"{waits}-past", comes=comes)
        return say(waits, comes=comes, fulfilled=about(fulfilled))
    met = about(chances["met"])
    if isinstance(found.action, Bid):
        won: dict[int, float] = chances["won"]
        likely = max(won, key=lambda count: won[count])
        return say("bid", bid=view.rules.bid_of(found.action.cards), met=met, likely=likely)
    assert view.seat is not None
    bid = view.bid_value(view.seat)
    if isinstance(found.action, Surrender):
        return say("surrender")
    assert isinstance(found.action, Play)
    wins = _wins(view, found)
    if wins in (0.0, 1.0):
        return say("wins-sure" if wins else "loses-sure", bid=bid, met=met)
    return say(f"wins{too}", chance=chance_text(wins), bid=bid, met=met)
