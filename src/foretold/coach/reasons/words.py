"""Reasons in words, in every language; `web/src/text/reasons.ts` does the same in the browser."""

from __future__ import annotations

from collections.abc import Sequence

from foretold import i18n
from foretold.cards import Action, Bid, Card
from foretold.coach.reasons.measure import Reason
from foretold.coach.wording import action_name, card_name
from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame

COUNTED = ("tricks", "no-bid", "bid-tricks")  # kinds that tell how many tricks are gained, not how often they come
POINTS = ("bid-worth",)  # kinds that tell points; like `card-token`, `card-wins`, `card-unwanted` in old reviews only
CERTAIN = {  # kinds with a form of its own if it is proved that it comes after one choice, not after the other
    **dict.fromkeys(("token-now", "last-lead", "win-now", "every-trick"), (1.0, 0.0)),  # after the best
    **dict.fromkeys(("ends-now", "gives-token", "duck-now", "bid-full"), (0.0, 1.0)),  # after the other one
}
LEAST = 0.01  # smaller chances are told as less than 1 %, and greater than the rest as more than 99 %


def worded(reason: Reason, game: Game, language: str, names: Sequence[str]) -> str:
    """Returns a reason as a sentence; `names` are those of the seats. Its shares are counted, so none is 'about'."""
    values, title = reason.values, game.name
    said: dict[str, object] = {
        "best": _named(reason.best, reason.other, game, language),
        "other": _named(reason.other, reason.best, game, language),
        "often": f"{reason.often:.0f}" if reason.kind in POINTS else _chance(reason.often, reason.sure),
        "instead": f"{reason.instead:.0f}" if reason.kind in POINTS else _chance(reason.instead, reason.sure),
        "n": values.get("count", 0),
        "fewer": values.get("fewer", 0),
        "more": values.get("more", 0),
        "bid": values.get("bid", 0),
        "tricks": values.get("tricks", 0),
        "trick": values.get("trick", 0),
    }
    if "seat" in values:
        said["who"] = names[values["seat"]]
    if "place" in values:
        said["place"] = i18n.say(language, f"terminal.place.{values['place']}")
    if "gain" in values:
        said["gain"] = i18n.say(language, f"terminal.place.{values['gain']}")
        said["gained"] = _chance(values["gained"])
    if reason.kind in COUNTED:
        said["apart"] = f"{max(reason.often - reason.instead, 0.1):.1f}"
    if "suit" in values:
        said["suit"] = i18n.suit_name(language, title, values["suit"])
    if "card" in values:
        said["card"] = card_name(language, title, _card(game, values["card"]))
    sentence = i18n.say(language, f"reason.{form_of(reason)}", **said)
    return sentence[:1].upper() + sentence[1:]


def form_of(reason: Reason) -> str:
    """Returns the name of the phrase of a reason: its kind, with a suffix for a special form of it."""
    kind, values = reason.kind, reason.values
    if reason.sure and CERTAIN.get(kind) == (reason.often, reason.instead):
        return f"{kind}-sure"
    if kind == "too-many":  # reviews of before have no `gain`
        return ("too-many" if values["fewer"] else "too-many-any") + ("-for" if "gain" in values else "")
    if kind == "too-few" and values["fewer"] == 0:
        return "too-few-none"
    if kind == "bid-high" and values["fewer"] == 0:
        return "bid-high-none"
    if kind in ("denies", "denies-leader") and "bid" in values:
        return f"{kind}-open"
    return kind


def _named(action: Action, beside: Action, game: Game, language: str) -> str:
    """Returns the name of an action; a bid by its number, if the other one has another."""
    if isinstance(action, Bid) and isinstance(beside, Bid):
        assert isinstance(game, ProphecyGame)
        bid = game.bid_of(action.cards)
        if bid != game.bid_of(beside.cards):
            return i18n.say(language, "reason.bid", bid=bid)
    return action_name(language, game.name, action)


def _card(game: Game, name: str) -> Card:
    return next(card for card in game.deck if card == name)


def _chance(chance: float, sure: bool = False) -> str:
    if sure and chance in (0.0, 1.0):
        return f"{100 * chance:.0f}%"
    if chance < LEAST:
        return "<1%"
    return ">99%" if chance > 1 - LEAST else f"{100 * chance:.0f}%"
