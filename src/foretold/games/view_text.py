"""Views as text, for language models and people: the form `foretold-text/1` (docs/adapters.md).

One fact a line, `label: value`, always in the same order; cards and actions stand in notation. A line that has nothing
to say is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from foretold.cards import Action, Card
from foretold.errors import BadOption
from foretold.i18n import known, languages, say, suit_name, title_name
from foretold.views import Took, View

if TYPE_CHECKING:
    from foretold.games.prophecy.view import ProphecyTrick, ProphecyView
    from foretold.games.seven.view import SevenTrick, SevenView

FORM = "foretold-text/1"
MOST_ACTIONS = 200  # that are listed; the bids of a large hand are described instead


class _Lines:
    """The lines of a view in one language."""

    def __init__(self, view: View, lang: str, names: Sequence[str] = ()) -> None:
        """Seats go by their numbers, or by these names."""
        language = known(lang)
        if language is None:
            raise BadOption("no-such-language", {"found": str(lang)[:40], "known": list(languages())})
        self.view, self.lang, self.names = view, language, names
        self.keys: list[str] = []  # of the lines, in their order

    def say(self, key: str, **values: object) -> str:
        return say(self.lang, f"text.{key}", **values)

    def line(self, key: str, value: str, **values: object) -> str:
        self.keys.append(key)
        return self.say("line", label=self.say(f"label.{key}", **values), value=value)

    def seat(self, seat: int) -> str:
        if self.names:
            return self.names[seat]
        return self.say("you" if seat == self.view.seat else "seat", seat=seat)

    def seats(self, seats: Iterable[int]) -> str:
        return ", ".join(map(self.seat, seats))

    def by_seat(self, values: Iterable[object]) -> str:
        return ", ".join(f"{self.seat(seat)} {value}" for seat, value in enumerate(values))

    def plays(self, plays: Sequence[Took], notes: Sequence[str] = ()) -> str:
        noted = notes or [""] * len(plays)
        return ", ".join(f"{self.seat(took.seat)} {took.action}{note}" for took, note in zip(plays, noted, strict=True))

    def head(self, suits: str) -> Iterator[str]:
        view = self.view
        yield FORM
        yield self.line(
            "game", self.say("game", title=title_name(self.lang, view.game), name=view.game, players=view.players)
        )
        if view.settings:
            yield self.line("options", " ".join(f"{name}={_plain(value)}" for name, value in view.settings))
        yield self.line("suits", ", ".join(f"{suit} {suit_name(self.lang, view.game, suit)}" for suit in suits))
        yield self.line("seat", self.say("spectator") if view.seat is None else self.seat(view.seat))
        if view.round:
            yield self.line("round", str(view.round) if view.rounds is None else f"{view.round} / {view.rounds}")
        yield self.line("phase", self.say(f"phase.{view.phase}"))
        yield self.line("scores", self.by_seat(view.scores))
        if (last := view.ended) is not None:
            notes = (
                f"{points:+d}{self.say('met') if met else ''}"
                for points, met in zip(last.points, last.fulfilled, strict=True)
            )
            yield self.line("last-round", self.by_seat(notes))

    def foot(self, voids: Sequence[str], unseen: Iterable[Card], describe: str) -> Iterator[str]:
        view = self.view
        if any(voids):
            known_voids = (f"{self.seat(seat)} {' '.join(suits)}" for seat, suits in enumerate(voids) if suits)
            yield self.line("voids", ", ".join(known_voids))
        if view.phase not in ("deal", "over"):
            yield self.line("unseen", " ".join(unseen))
        if view.seat is not None and view.hand:
            yield self.line("hand", " ".join(view.hand))
        if view.actors:
            yield self.line("to-act", self.seats(view.actors))
        if view.over:
            yield self.line("winners", self.seats(view.winners))
        if view.legal:
            yield self.line("legal", _listed(view.legal) or describe, count=len(view.legal))

    def chosen(self, seat: int) -> str:
        return self.say("chosen" if seat in self.view.chosen else "not-chosen")


def _plain(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _listed(legal: Sequence[Action]) -> str:
    """The actions in notation; nothing if there are too many."""
    return " ".join(legal) if len(legal) <= MOST_ACTIONS else ""


def facts(view: SevenView | ProphecyView, lang: str, names: Sequence[str] = ()) -> list[tuple[str, str]]:
    """The lines of a view without the name of the form, each with the key of its label."""
    lines = _Lines(view, lang, names)
    _, *sentences = _prophecy(view, lines) if view.game == "prophecy" else _seven(view, lines)  # type: ignore[arg-type]
    return list(zip(lines.keys, sentences, strict=True))


def seven_text(view: SevenView, lang: str) -> str:
    """The text of a view of Seven Prophecies."""
    lines = _Lines(view, lang)
    return "\n".join(_seven(view, lines)) + "\n"


def _seven(view: SevenView, lines: _Lines) -> Iterator[str]:
    yield from lines.head(view.rules.title.suits)
    if view.future:
        now = len(view.tricks) if view.phase == "tricks" else -1
        row = (f"[{face}]" if number == now else face for number, face in enumerate(view.future))
        yield lines.line("future", " ".join(row))
    if view.open:
        yield lines.line("open", " ".join(view.open))
    if view.phase in ("prophecy", "tricks"):
        yield lines.line("prophecies", lines.by_seat(_prophecy_of(view, lines, seat) for seat in range(view.players)))
    if view.left:
        yield lines.line("left", lines.by_seat("-".join(map(str, left)) for left in view.left))
    for number, trick in enumerate(view.tricks, 1):
        yield lines.line("trick", _seven_trick(trick, lines), number=number, lead=view.future[number - 1][0])
    if view.phase == "tricks":
        notes = [lines.say("place", place=place) for place in view.standing()]
        value = lines.plays(view.trick, notes) if view.trick else lines.say("nothing-played")
        yield lines.line("trick-now", value, number=len(view.tricks) + 1, lead=view.lead)
    elif view.starter is not None and view.phase == "prophecy":
        yield lines.line("starter", lines.seat(view.starter))
    yield from lines.foot(view.voids if view.future else (), view.unseen, "")


def _prophecy_of(view: SevenView, lines: _Lines, seat: int) -> str:
    known_one = view.prophecies[seat] if view.prophecies else view.prophecy if seat == view.seat else None
    return lines.chosen(seat) if known_one is None else str(known_one)


def _seven_trick(trick: SevenTrick, lines: _Lines) -> str:
    met = lines.say("token")
    notes = [
        lines.say("place", place=trick.places[took.seat]) + (met if trick.confirmed[took.seat] else "")
        for took in trick.plays
    ]
    return lines.plays(trick.plays, notes)


def prophecy_text(view: ProphecyView, lang: str) -> str:
    """The text of a view of Prophecy."""
    lines = _Lines(view, lang)
    return "\n".join(_prophecy(view, lines)) + "\n"


def _prophecy(view: ProphecyView, lines: _Lines) -> Iterator[str]:
    yield from lines.head(view.rules.title.suits)
    none = lines.say("none")
    if view.dealer is not None:
        yield lines.line("wheel", " ".join(trump or none for trump in view.wheel))
        yield lines.line("trump", view.trump or none)
        yield lines.line("dealer", lines.seat(view.dealer))
    if view.open_bidders:
        yield lines.line("open-bidders", lines.seats(view.open_bidders))
    if view.phase in ("bid", "tricks"):
        yield lines.line("bids", lines.by_seat(_bid_of(view, lines, seat) for seat in range(view.players)))
    if view.phase == "tricks":
        yield lines.line("won", lines.by_seat(view.won))
    for number, trick in enumerate(view.tricks, 1):
        yield lines.line("trick", _prophecy_trick(trick, lines), number=number, lead=trick.lead or none)
    if view.phase == "tricks":
        value = lines.plays(view.trick) if view.trick else lines.say("nothing-played")
        yield lines.line("trick-now", value, number=len(view.tricks) + 1, lead=view.lead or none)
        if (best := view.standing()) is not None:
            yield lines.line("winning", lines.seat(best))
    describe = lines.say("any-bid", size=view.rules.bid_size, example=view.legal[0] if view.legal else "")
    yield from lines.foot(view.voids if view.dealer is not None else (), view.unseen, describe)


def _bid_of(view: ProphecyView, lines: _Lines, seat: int) -> str:
    bid = view.bids[seat]
    return lines.chosen(seat) if bid is None else f"{bid} = {view.bid_value(seat)}"


def _prophecy_trick(trick: ProphecyTrick, lines: _Lines) -> str:
    return lines.plays(trick.plays, [lines.say("takes") if took.seat == trick.winner else "" for took in trick.plays])
