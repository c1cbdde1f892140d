"""A recorded match, moment by moment: from any seat, or with all hands open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from foretold.cli import tables
from foretold.cli.closing import shown_after
from foretold.cli.look import LETTERS, spaced
from foretold.cli.screen import Screen
from foretold.games import State
from foretold.games.prophecy.view import ProphecyView
from foretold.games.replay import steps
from foretold.records import Record
from foretold.views import Took, View


@dataclass(frozen=True)
class Moment:
    """The match after a deal or an action; `before` and `took` are None after a deal."""

    state: State
    before: State | None
    took: Took | None

    def view(self, seat: int | None) -> View:
        """What a seat saw; at the end of a round the round as it ended."""
        after = self.state.view(seat)
        if self.before is None or self.took is None:
            return after
        return shown_after(self.before.view(seat), self.took, after)

    @property
    def ends_round(self) -> bool:
        return self.before is not None and len(self.state.finished) > len(self.before.finished)

    @property
    def ends_trick(self) -> bool:
        """Whether a trick, a round or the choosing is complete: where a reader wants to stop."""
        if self.before is None or self.ends_round or self.before.phase != self.state.phase:
            return True
        return len(_tricks(self.state)) > len(_tricks(self.before))


def _tricks(state: State) -> tuple[Any, ...]:
    view: Any = state.view(None)
    return tuple(view.tricks)


def moments(record: Record) -> list[Moment]:
    """All moments of a record, checked; the first is the first deal."""
    events = [event for event in record.events if "deal" in event or "action" in event]
    states = list(steps(record))
    found = []
    for event, before, after in zip(events, states, states[1:], strict=False):
        if "deal" in event:
            found.append(Moment(after, None, None))
        else:
            found.append(Moment(after, before, Took(event["seat"], after.game.parse(event["action"]))))
    return found


class Stepping:
    """A walk through a record on a screen; `seat` None shows all hands."""

    def __init__(self, screen: Screen, record: Record, seat: int | None) -> None:
        """Ready at the first deal; BadRecord if the record does not hold."""
        self._screen = screen
        self._moments = moments(record)
        self._seat = seat
        self._at = 0
        names = record.names or tuple(LETTERS[number] for number in range(record.players))
        self._look = screen.look(record.game, tuple(_printable(name) for name in names))

    # In a terminal ---------------------------------------------------------------------------------------------

    def walk(self, notice: str = "") -> None:
        """Shows moment after moment as the person asks, until they leave; the notice stands on the first screen."""
        screen = self._screen
        if not self._moments:
            return screen.tell(screen.say("show.start"))
        while True:
            screen.clear()
            screen.show(*self.parts(self._moments[self._at]))
            if notice:
                screen.tell(notice)
            prompt = screen.say("show.prompt", at=self._at + 1, last=len(self._moments))
            answer = screen.ask(prompt + " ")
            if answer is None or answer.strip().lower() in ("q", "quit"):
                return None
            notice = "" if self._go(answer.strip().lower()) else screen.say("show.help")

    def _go(self, answer: str) -> bool:
        """Moves as the answer says; False if it says nothing that is possible."""
        verb, _, rest = answer.replace("g", "g ").replace("s", "s ").partition(" ")
        rest = rest.strip()
        if verb in ("", "a", "b", "r") and not rest:
            self._at = {"": self._next_trick, "a": self._next, "b": self._back, "r": self._next_round}[verb]()
            return True
        if verb == "g" and rest.isdecimal():
            rounds = [number for number, moment in enumerate(self._moments) if moment.before is None]
            if 1 <= int(rest) <= len(rounds):
                self._at = rounds[int(rest) - 1]
                return True
        if verb == "s" and rest.isdecimal() and int(rest) < len(self._look.names):
            self._seat = int(rest)
            return True
        if verb == "s" and rest in ("all", ""):
            self._seat = None
            return True
        return False

    def _next(self) -> int:
        return min(self._at + 1, len(self._moments) - 1)

    def _back(self) -> int:
        return max(self._at - 1, 0)

    def _next_trick(self) -> int:
        later = range(self._at + 1, len(self._moments))
        return next((number for number in later if self._moments[number].ends_trick), len(self._moments) - 1)

    def _next_round(self) -> int:
        later = range(self._at + 1, len(self._moments))
        return next((number for number in later if self._moments[number].before is None), len(self._moments) - 1)

    def parts(self, moment: Moment) -> list[RenderableType]:
        """The screen of a moment: table, hands, and what has just happened."""
        look = self._look
        view = self._open_view(moment) if self._seat is None else moment.view(self._seat)
        if moment.ends_round:
            return [*tables.table(look, view)[:2], *tables.round_summary(look, view), *self._ending(moment)]
        parts = tables.table(look, view)
        if self._seat is None:
            parts.append(self._hands(moment))
        else:
            parts.append(tables.hand(look, view, numbered=False))
        return [*parts, Text(look.fit(self._happened(moment, view)), style="bold"), *self._ending(moment)]

    def _open_view(self, moment: Moment) -> View:
        """What a spectator saw, with all bids turned over."""
        view = moment.view(None)
        if isinstance(view, ProphecyView) and not moment.ends_round:
            seen: list[Any] = [moment.state.view(seat) for seat in range(view.players)]
            return replace(view, bids=tuple(seen[seat].bids[seat] for seat in range(view.players)))
        return view

    def _hands(self, moment: Moment) -> Table:
        """The hands of all seats, in the prophecy phase with what they have foretold."""
        look = self._look
        made = Table.grid(padding=(0, 1))
        for seat in range(len(look.names)):
            view: Any = moment.view(seat)
            cards = spaced((look.card(card) for card in view.hand), " ")
            foretold = getattr(view, "prophecy", None)
            if view.phase == "prophecy" and foretold is not None:
                cards.append(f"  {foretold}", "bold")
            made.add_row(look.mark(seat), cards)
        return made

    def _happened(self, moment: Moment, view: View) -> str:
        look = self._look
        if moment.before is None or moment.took is None:
            return look.say("show.dealt", round=view.round)
        if moment.before.phase == "tricks" and moment.ends_trick:
            return tables.trick_summary(look, view)
        hidden = moment.before.phase != "tricks" and self._seat not in (None, moment.took.seat)
        chosen = "note.has-bid" if view.game == "prophecy" else "note.chosen"
        action = look.say(chosen) if hidden else str(moment.took.action)
        return look.say("show.took", name=look.names[moment.took.seat], action=action)

    def _ending(self, moment: Moment) -> list[RenderableType]:
        look = self._look
        if moment.state.over:
            return [Text(look.fit(line), style="bold") for line in tables.match_summary(look, moment.view(None))]
        if moment is self._moments[-1]:
            return [Text(look.say("show.unfinished"))]
        return []

    # In a pipe -------------------------------------------------------------------------------------------------

    def print_all(self, notice: str = "") -> None:
        """The whole match as one text, after the notice."""
        screen, look = self._screen, self._look
        if notice:
            screen.tell(notice)
        if not self._moments:
            return screen.tell(screen.say("show.start"))
        for number, moment in enumerate(self._moments):
            last = number + 1 == len(self._moments)
            view: Any = self._open_view(moment) if self._seat is None else moment.view(self._seat)
            if moment.before is None:
                screen.clear()
                screen.show(tables.table(look, view)[0])
                screen.show(self._hands(moment) if self._seat is None else tables.hand(look, view, numbered=False))
            elif moment.before.phase != "tricks":
                screen.tell(look.fit(self._happened(moment, view)))
            elif moment.ends_trick:
                screen.show(tables.trick_line(look, view, len(view.tricks) - 1))
            if moment.ends_round:
                screen.show(*tables.round_summary(look, view))
            if last:
                screen.show(*self._ending(moment))
        return None


def _printable(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable())[:40] or "?"
