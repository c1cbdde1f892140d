"""Hints: a seat's best choices, each with a plain reason, from what it can know alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from foretold import i18n
from foretold.bots.bounds import certain_of
from foretold.bots.calibrated import Found, phase_of
from foretold.bots.effort import HINT_WORLDS as WORLDS
from foretold.bots.weighing import outcomes_of, weigh
from foretold.cards import Action, Bid, Play, Surrender
from foretold.coach.reasons.measure import Reason, Shown, reasons_between
from foretold.coach.wording import action_name
from foretold.games.prophecy.view import ProphecyProspect, ProphecyView
from foretold.games.seven.edition import PROPHECIES
from foretold.games.seven.view import SevenProspect, SevenView
from foretold.json_types import JsonObject
from foretold.kernels.outcomes import BITS, TAKEN
from foretold.views import View

BEST = 3  # choices in a hint
AS_GOOD = 2.0  # standard errors within which a choice is as good as the best
LEAST_POINTS = 0.05  # points by which a choice is said to score more
LEAST = 0.01  # smaller chances are shown as less than 1 %, and greater than the rest as more than 99 %
HELD = 0.5 / WORLDS  # half a deal, for what was never or always sampled but could differ


class Advice(NamedTuple):
    """One of the best choices: expected points, chance to win the match, reason, and consequences.

    `error` and `match_error` are those of the differences to the best. In a trick of Seven Prophecies it has the
    chance of each place and of confirming a token; in Prophecy that of winning the trick.
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
    why: tuple[Reason, ...] = ()  # of the first: why it is better than the next; of another: why it is worse

    def to_dict(self) -> JsonObject:
        """Returns the advice as JSON, without empty fields."""
        why = [reason.to_dict() for reason in self.why] or None
        fields = {**self._asdict(), "action": str(self.action), "why": why}
        return {name: value for name, value in fields.items() if value is not None}


class Hint(NamedTuple):
    """The best choices by the chance to win the match, ties by points, over so many consistent deals.

    Before the first trick it also has what the hand is likely to score. `counts`: by place the chances to take it 0,
    1, … 7 or more times in the round. `won`: by number of tricks the chance to win so many, with the best bid.
    """

    deals: int
    exact: bool
    best: tuple[Advice, ...]
    counts: tuple[tuple[float, ...], ...] | None = None
    won: tuple[float, ...] | None = None
    yours: Advice | None = None  # the prophecy or bid that the seat has laid out, if that was asked for


def hint(view: View, language: str, strong: float | None = None, laid: str = "") -> Hint | None:
    """Returns the hint for the seat of a view; None if it may not act. The same view gives the same hint.

    `laid` is the prophecy or bid that lies before the seat but is not yet given: it is rated as well, if it is legal.
    """
    if not view.legal:
        return None
    assert isinstance(view, SevenView | ProphecyView)
    rated = [action for action in view.legal if action == laid and view.phase != "tricks"]
    choices = weigh(view, worlds=WORLDS, seed=len(view.history), strong=strong, actions=rated)
    best = choices[0]
    best_choices = _told(view, choices)
    own = [choice for choice in choices if choice.action in rated]
    shown = [*best_choices, *(choice for choice in own if choice not in best_choices)]
    advice = _with_gain(
        view,
        best_choices,
        _with_reasons(
            view,
            tuple(_advice(view, choice, best, language, as_good=_as_good(choice, best)) for choice in shown),
            shown,
        ),
        language,
    )
    yours = next((row for row in advice if row.action in rated), None)
    counts = _counts(view, best) if view.phase == "prophecy" else None
    won = None
    if view.phase == "bid":
        chances: dict[int, float] = best.chances["won"]
        won = tuple(round(chances.get(count, 0.0), 4) for count in range(view.tricks_left + 1))
    return Hint(best.worlds, best.exact, advice[: len(best_choices)], counts, won, yours)


def explained(view: View, actions: Sequence[str], language: str) -> tuple[Advice, ...]:
    """Explains each of these choices, of which the first is the best; the same view gives the same result."""
    assert isinstance(view, SevenView | ProphecyView)
    weighed = {choice.action: choice for choice in weigh(view, worlds=WORLDS, seed=len(view.history), actions=actions)}
    choices = [weighed[view.rules.parse(action)] for action in actions]
    advice = tuple(_advice(view, choice, choices[0], language, as_good=False) for choice in choices)
    return _with_gain(view, choices, _with_reasons(view, advice, choices), language)


def _with_reasons(view: View, advice: tuple[Advice, ...], choices: Sequence[Found]) -> tuple[Advice, ...]:
    """Adds to each choice why it is worse than the first, and to the first why it is better than the next one."""
    first, *others = advice
    worse = [row for row in others if not row.as_good]
    shown = {choice.action: Shown(choice.success, choice.points) for choice in choices}
    measured = reasons_between(view, first.action, [row.action for row in worse], len(view.history), shown)
    reasons = {row.action: reason for row, reason in zip(worse, measured, strict=True)}
    best_reasons = next(iter(measured), ())
    return (first._replace(why=best_reasons), *(row._replace(why=reasons.get(row.action, ())) for row in others))


def _with_gain(
    view: SevenView | ProphecyView, choices: Sequence[Found], advice: tuple[Advice, ...], language: str
) -> tuple[Advice, ...]:
    """Adds to the first reason what the best choice gains if another is better for the seat's prophecy or bid."""
    best, first = choices[0], advice[0]
    rival = max(choices, key=lambda choice: choice.success)
    if best.success >= rival.success - LEAST:
        return advice
    if best.points > rival.points + LEAST_POINTS:
        gain, best_text, less = "points", f"{best.points:.1f}", f"{rival.points:.1f}"
    elif best.match > rival.match + LEAST:
        gain, best_text, less = "match", f"{100 * best.match:.0f}%", f"{100 * rival.match:.0f}%"
    elif round(1000 * best.match) > round(1000 * rival.match):
        gain, best_text, less = "match", f"{100 * best.match:.1f}%", f"{100 * rival.match:.1f}%"
    elif round(100 * best.points) > round(100 * rival.points):
        gain, best_text, less = "points", f"{best.points:.2f}", f"{rival.points:.2f}"
    else:
        return advice  # neither in the match nor in points: they are as good
    named = action_name(language, view.game, rival.action)
    kind = "seven" if isinstance(view, SevenView) else "bid"
    more = i18n.say(language, f"hint.gains-{gain}-{kind}", rival=named, told=best_text, less=less)
    return (first._replace(reason=i18n.say(language, "hint.and", reason=first.reason, more=more)), *advice[1:])


def _told(view: SevenView | ProphecyView, choices: tuple[Found, ...]) -> list[Found]:
    """Returns the best three; bids of different numbers first, if there are some."""
    if not isinstance(view, ProphecyView) or view.phase != "bid":
        return list(choices[:BEST])
    seen: dict[int, Found] = {}
    for choice in choices:
        assert isinstance(choice.action, Bid)
        seen.setdefault(view.rules.bid_of(choice.action.cards), choice)
    chosen = [*seen.values(), *(choice for choice in choices if choice not in seen.values())][:BEST]
    return [choice for choice in choices if choice in chosen]


def _as_good(choice: Found, best: Found) -> bool:
    return choice is not best and best.match - choice.match <= AS_GOOD * choice.error["match"]


def _advice(view: SevenView | ProphecyView, choice: Found, best: Found, language: str, *, as_good: bool) -> Advice:
    reason = _reason(view, choice, language, "" if choice is best else "-too")
    if as_good:
        named = action_name(language, view.game, best.action)
        reason = i18n.say(language, "hint.as-good", best=named, reason=reason)
    errors = choice.error
    advice = Advice(
        choice.action, choice.points, errors["points"], choice.match, as_good, reason, match_error=errors["match"]
    )
    if view.phase != "tricks":
        return advice
    if isinstance(view, SevenView):
        places = _places(view, choice)
        return advice._replace(places=places, token=_token(view, places))
    return advice._replace(wins=_wins(view, choice))


def _places(view: SevenView, choice: Found) -> tuple[float, ...]:
    """Returns the chance of each place in the current trick; 0 if impossible, 1 if proved."""
    possible = next(prospect.places for prospect in _prospects(view) if prospect.action == choice.action)
    counted: list[float] = choice.chances["places"][phase_of(view)]
    held = [_held(chance) if place in possible else 0.0 for place, chance in enumerate(counted, 1)]
    return (
        tuple(round(chance / sum(held), 4) for chance in held)
        if len(possible) > 1
        else tuple(float(place in possible) for place in range(1, view.players + 1))
    )


def _token(view: SevenView, places: tuple[float, ...]) -> float:
    assert view.seat is not None
    return round(sum(chance for chance, tokens in zip(places, view.left[view.seat], strict=True) if tokens), 4)


def _wins(view: ProphecyView, choice: Found) -> float:
    sure = next(prospect.wins for prospect in _wins_of(view) if prospect.action == choice.action)
    return float(sure) if sure is not None else round(_held(choice.chances["tricks"][phase_of(view)]), 4)


def _prospects(view: SevenView) -> tuple[SevenProspect, ...]:
    return tuple(prospect for prospect in view.prospects() if isinstance(prospect, SevenProspect))


def _wins_of(view: ProphecyView) -> tuple[ProphecyProspect, ...]:
    return tuple(prospect for prospect in view.prospects() if isinstance(prospect, ProphecyProspect))


def _held(chance: float) -> float:
    """Keeps a counted chance off 0 and 1."""
    return min(max(chance, HELD), 1 - HELD)


def _counts(view: SevenView | ProphecyView, best: Found) -> tuple[tuple[float, ...], ...]:
    """Returns by place how often the hand takes it, over fresh deals, with the best prophecy."""
    number = view.legal.index(best.action)
    outcomes = outcomes_of(view, Random(f"hint:{len(view.history)}"), np.array([number]), WORLDS)
    taken = outcomes[:, 0, TAKEN].astype(np.int64)
    tricks = np.stack([taken >> BITS * trick & (1 << BITS) - 1 for trick in range(view.tricks_left)], axis=1)
    by_place = []
    for place in range(1, view.players + 1):
        times = np.minimum((tricks == place).sum(axis=1), PROPHECIES)
        by_place.append(tuple(round(float((times == count).mean()), 4) for count in range(PROPHECIES + 1)))
    return tuple(by_place)


# Reasons -----------------------------------------------------------------------------------------------------------


def chance_text(chance: float) -> str:
    """Formats a counted chance: 71%, and never exactly nothing or everything."""
    if chance < LEAST:
        return "<1%"
    return ">99%" if chance > 1 - LEAST else f"{100 * chance:.0f}%"


def about_text(language: str, chance: float, exact: bool, certain: bool = False) -> str:
    """Formats a calibrated chance: about 58%; without 'about' if every deal was counted, as it is if it is certain."""
    if certain:
        return f"{100 * chance:.0f}%"
    text = chance_text(chance)
    return text if exact or not LEAST <= chance <= 1 - LEAST else i18n.say(language, "hint.about", chance=text)


def _reason(view: SevenView | ProphecyView, choice: Found, language: str, too: str) -> str:
    """Returns the reason for a choice; `too` if another one was explained before."""

    def say(key: str, **values: object) -> str:
        return i18n.say(language, f"hint.{key}", **values)

    def about(chance: float, *, certain: bool = False) -> str:
        return about_text(language, chance, choice.exact, certain)

    proved = certain_of(view, choice.action)
    known = proved.ends or proved.chance[0] == proved.chance[1]

    chances = choice.chances
    if isinstance(view, SevenView):
        fulfilled: float = chances["fulfilled"]
        if view.phase == "prophecy":
            return say("prophecy", fulfilled=about(fulfilled), seven=about(chances["by_trick"][PROPHECIES]))
        places = _places(view, choice)
        place = max(range(view.players), key=lambda number: places[number])
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
        return say(waits, comes=comes, fulfilled=about(fulfilled, certain=known))
    met = about(chances["met"], certain=known)
    if isinstance(choice.action, Bid):
        won: dict[int, float] = chances["won"]
        likely = max(won, key=lambda count: won[count])
        return say("bid", bid=view.rules.bid_of(choice.action.cards), met=met, likely=likely)
    assert view.seat is not None
    bid = view.bid_value(view.seat)
    if isinstance(choice.action, Surrender):
        return say("surrender")
    assert isinstance(choice.action, Play)
    wins = _wins(view, choice)
    if wins in (0.0, 1.0):
        return say("wins-sure" if wins else "loses-sure", bid=bid, met=met)
    return say(f"wins{too}", chance=chance_text(wins), bid=bid, met=met)
