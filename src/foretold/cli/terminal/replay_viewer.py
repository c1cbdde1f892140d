"""Steps through a recorded match in the terminal: from any seat, or with all hands open."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from foretold.cli.terminal import results, tables
from foretold.cli.terminal.round_end import shown_after
from foretold.cli.terminal.screen import Screen
from foretold.cli.terminal.style import LETTERS, spaced
from foretold.cli.terminal.typed_input import seat_of
from foretold.cli.terminal.what_if import play_on
from foretold.games import State
from foretold.games.prophecy.view import ProphecyView
from foretold.games.replay import steps
from foretold.games.seven.view import SevenView
from foretold.records import Record
from foretold.views import Took, View


@dataclass(frozen=True)
class Step:
    """The match after a deal (`before` and `took` are None), an action, or once more at its end (`took` is None)."""

    state: State
    before: State | None
    took: Took | None

    def view(self, seat: int | None) -> View:
        """Returns what a seat saw; at the end of a round the round as it ended."""
        after = self.state.view(seat)
        if self.before is None or self.took is None:
            return after
        return shown_after(self.before.view(seat), self.took, after)

    @property
    def ends_match(self) -> bool:
        """True for the summary of the whole match after its last action."""
        return self.before is not None and self.took is None

    @property
    def ends_round(self) -> bool:
        return self.before is not None and len(self.state.finished) > len(self.before.finished)

    @property
    def ends_trick(self) -> bool:
        """True if a trick, a round or the choosing is complete, where a reader wants to stop."""
        if self.before is None or self.ends_round or self.ends_match or self.before.phase != self.state.phase:
            return True
        return _tricks(self.state.view(None)) > _tricks(self.before.view(None))


def _tricks(view: View) -> int:
    """Returns the number of completed tricks of the round."""
    assert isinstance(view, SevenView | ProphecyView)
    return len(view.tricks)


def recorded_steps(record: Record) -> list[Step]:
    """Returns all steps of a record, checked; the first is the first deal, the last a summary if the match is over."""
    events = [event for event in record.events if "deal" in event or "action" in event]
    states = list(steps(record))
    shown = []
    for event, before, after in zip(events, states, states[1:], strict=False):
        if "deal" in event:
            shown.append(Step(after, None, None))
        else:
            shown.append(Step(after, before, Took(event["seat"], after.game.parse(event["action"]))))
    return [*shown, Step(shown[-1].state, shown[-1].state, None)] if shown and shown[-1].state.over else shown


class Stepping:
    """Steps through a record on a screen; `seat` None shows all hands."""

    def __init__(self, screen: Screen, record: Record, seat: int | None) -> None:
        """Starts at the first deal; raises BadRecord if the record is invalid."""
        self._screen, self._record = screen, record
        self._steps = recorded_steps(record)
        self._seat = seat
        self._at = 0
        names = record.names or tuple(LETTERS[number] for number in range(record.players))
        self._look = screen.look(record.game, tuple(_printable(name) for name in names))

    # In a terminal ---------------------------------------------------------------------------------------------

    def walk(self, notice: str = "") -> None:
        """Shows steps as the person asks until they leave; the first screen shows the notice."""
        screen = self._screen
        if not self._steps:
            return screen.tell(screen.say("show.start"))
        while True:
            screen.clear()
            screen.show(*self.parts(self._steps[self._at]))
            if notice:
                screen.tell(notice)
            prompt = screen.say("show.prompt", at=self._at + 1, last=len(self._steps))
            answer = screen.ask(prompt + " ")
            if answer is None or answer.strip().lower() in ("q", "quit"):
                return None
            notice = "" if self._go(answer.strip()) else screen.say("show.help")

    def _go(self, answer: str) -> bool:
        """Moves according to the answer; returns False if it is not possible."""
        verb, rest = answer[:1].lower(), answer[1:].strip()
        if verb in ("", "a", "b", "r") and not rest:
            self._at = {"": self._next_trick, "a": self._next, "b": self._back, "r": self._next_round}[verb]()
            return True
        if verb == "g" and rest.isdecimal():
            rounds = [number for number, step in enumerate(self._steps) if step.before is None]
            if 1 <= int(rest) <= len(rounds):
                self._at = rounds[int(rest) - 1]
                return True
        if verb == "s" and (seat := seat_of(rest, self._look.names)) is not None:
            self._seat = seat
            return True
        if verb == "s" and rest.lower() in ("all", ""):
            self._seat = None
            return True
        if verb == "w" and (seat := seat_of(rest, self._look.names) if rest else self._next_seat()) is not None:
            return self._play_on(seat)
        return False

    def _next_seat(self) -> int | None:
        """Returns the seat being shown, else the seat to act."""
        return self._seat if self._seat is not None else next(iter(self._steps[self._at].state.actors), None)

    def _play_on(self, seat: int) -> bool:
        """Starts a what-if in which the person plays this seat; False if the match is over."""
        if self._steps[self._at].state.over:
            return False
        play_on(self._screen, self._record, self._at + 1, seat, self._look.names)
        return True

    def _next(self) -> int:
        return min(self._at + 1, len(self._steps) - 1)

    def _back(self) -> int:
        return max(self._at - 1, 0)

    def _next_trick(self) -> int:
        later = range(self._at + 1, len(self._steps))
        return next((number for number in later if self._steps[number].ends_trick), len(self._steps) - 1)

    def _next_round(self) -> int:
        later = range(self._at + 1, len(self._steps))
        return next((number for number in later if self._steps[number].before is None), len(self._steps) - 1)

    def parts(self, step: Step) -> list[RenderableType]:
        """Returns the screen of a step: table, hands, and what just happened."""
        look = self._look
        view = self._open_view(step) if self._seat is None else step.view(self._seat)
        if step.ends_match:
            return results.match_end(look, view)
        if step.ends_round:
            return [*tables.table(look, view)[:2], *results.round_end(look, view), *self._ending(step)]
        parts = tables.table(look, view)
        if self._seat is None:
            parts.append(self._hands(step))
        else:
            parts.append(tables.hand(look, view, numbered=False))
        return [*parts, Text(look.fit(self._happened(step, view)), style="bold"), *self._ending(step)]

    def _open_view(self, step: Step) -> View:
        """Returns a spectator's view with all bids revealed."""
        view = step.view(None)
        if isinstance(view, ProphecyView) and not step.ends_round:
            seen = [step.state.view(seat) for seat in range(view.players)]
            bids = tuple(own.bids[seat] for seat, own in enumerate(seen) if isinstance(own, ProphecyView))
            return replace(view, bids=bids)
        return view

    def _hands(self, step: Step) -> Table:
        """Returns the hands of all seats, in the prophecy phase with their prophecies."""
        look = self._look
        made = Table.grid(padding=(0, 1))
        for seat in range(len(look.names)):
            view = step.view(seat)
            cards = spaced((look.card(card) for card in view.hand), " ")
            if isinstance(view, SevenView) and view.phase == "prophecy" and view.prophecy is not None:
                cards.append(f"  {view.prophecy}", "bold")
            made.add_row(look.mark(seat), cards)
        return made

    def _happened(self, step: Step, view: View) -> str:
        look = self._look
        if step.before is None or step.took is None:
            return look.say("show.dealt", round=view.round)
        if step.before.phase == "tricks" and step.ends_trick:
            return tables.trick_summary(look, view)
        hidden = step.before.phase != "tricks" and self._seat not in (None, step.took.seat)
        chosen = "note.has-bid" if isinstance(view, ProphecyView) else "note.chosen"
        action = look.say(chosen) if hidden else str(step.took.action)
        return look.say("show.took", name=look.names[step.took.seat], action=action)

    def _ending(self, step: Step) -> list[RenderableType]:
        """Returns a notice if the record breaks off here."""
        ends_here = step is self._steps[-1] and not step.state.over
        return [Text(self._look.say("show.unfinished"))] if ends_here else []

    # In a pipe -------------------------------------------------------------------------------------------------

    def print_all(self, notice: str = "") -> None:
        """Prints the whole match as one text, after the notice."""
        screen, look = self._screen, self._look
        if notice:
            screen.tell(notice)
        if not self._steps:
            return screen.tell(screen.say("show.start"))
        for number, step in enumerate(self._steps):
            last = number + 1 == len(self._steps)
            view = self._open_view(step) if self._seat is None else step.view(self._seat)
            if step.before is None:
                screen.clear()
                screen.show(tables.heading(look, view))
                screen.show(self._hands(step) if self._seat is None else tables.hand(look, view, numbered=False))
            elif step.ends_match:
                screen.clear()
                screen.show(*results.match_end(look, view))
            elif step.before.phase != "tricks":
                screen.tell(look.fit(self._happened(step, view)))
            elif step.ends_trick:
                screen.show(tables.trick_line(look, view, _tricks(view) - 1))
            if step.ends_round:
                screen.show(*results.round_end(look, view))
            if last:
                screen.show(*self._ending(step))
        return None


def _printable(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable())[:40] or "?"
