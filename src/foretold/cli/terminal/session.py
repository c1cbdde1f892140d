"""A session at the table: shows, asks, lets the bots act, saves the match."""

from __future__ import annotations

import shlex
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from foretold.cli import program
from foretold.cli.terminal import hints, plain, results, tables
from foretold.cli.terminal.opening import opening_lines
from foretold.cli.terminal.round_end import shown_after
from foretold.cli.terminal.saves import Shelf, append_record
from foretold.cli.terminal.screen import Screen
from foretold.cli.terminal.solo import SoloMatch
from foretold.cli.terminal.style import WIDTH
from foretold.cli.terminal.typed_input import Unclear, bid_cards, command, notation, rated_by_hint
from foretold.errors import Refusal
from foretold.games.prophecy.lying_open import lying_open
from foretold.games.prophecy.view import ProphecyView
from foretold.views import Took, View


class Left(Exception):
    """Raised if the person leaves the table."""


class Session:
    """A person, a screen and a match; `run` plays until the match is over or the person leaves."""

    def __init__(self, screen: Screen, shelf: Shelf | None, match: SoloMatch, record_file: Path | None) -> None:
        """Without a shelf nothing is saved, as in a what-if."""
        self._screen = screen
        self._shelf = shelf
        self._match = match
        self._record_file = record_file
        self._look = screen.look(match.game.name, match.names)
        self._notices: list[str] = []  # for the next screen
        self._picked: list[str] = []  # cards of an incomplete bid
        self._keeps = shelf is not None
        self._heard: set[str] = set()  # the lines of the last screen, where nothing is drawn

    def run(self) -> int:
        """Plays the match to its end, or saves it when the person leaves."""
        try:
            self._greet()
            while not self._match.state.over:
                if self._match.persons_turn:
                    self._decide()
                else:
                    view = self._match.view()
                    self._tell_result(view, self._match.bot_acts())
        except (Left, KeyboardInterrupt):
            self._leave()
            return 0
        return self._finish()

    def _greet(self) -> None:
        """Shows the first screen, which says who plays."""
        look, match = self._look, self._match
        others = [look.names[seat] for seat in match.game.seats if seat != match.seat]
        if len(set(match.bots)) == 1:
            names = f"{look.join(others)} ({match.bots[0]})"
        else:
            names = look.join(f"{name} ({bot})" for name, bot in zip(others, match.bots, strict=True))
        self._notices.append(look.say("greet", names=names))
        if match.opening is not None:
            self._notices += opening_lines(look, match.game, match.opening)
        if match.warming_up:
            self._notices.append(look.say("warming"))

    # Deciding --------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """Lets the person take an action or undo the last one."""
        view = self._match.view()
        self._picked = []
        self._keep()
        self._draw(view)
        while True:
            answer = self._screen.ask(tables.prompt(self._look, view))
            if answer is None:
                raise Left
            rated = rated_by_hint(answer)
            if rated:
                self._rate(rated, view)
                continue
            wish = command(answer)
            if wish == "undo":
                return self._undo()
            if wish == "wait" and self._match.may_wait:
                return self._tell_result(view, self._match.bot_acts())
            if wish is not None:
                self._obey(wish, view)
                continue
            try:
                action = self._read(view, answer)
                if action is not None:
                    took = self._match.take(action)
                    self._keep()  # what the bots do next follows from the seed
                    return self._tell_result(view, took)
                self._draw(view)
            except Refusal as refused:
                clause = f" ({refused.clause})" if refused.clause else ""
                self._complain(refused.sentence(self._look.language) + clause, view)

    def _read(self, view: View, answer: str) -> str | None:
        """Parses an action; None if a bid still lacks cards."""
        if not isinstance(view, ProphecyView) or view.phase != "bid" or not answer.strip():
            return notation(view, answer)
        picked = bid_cards(view, answer, self._picked)
        size = len(view.legal[0].split("+"))
        wrong = [card for card in picked if card not in view.hand or not card[1:].isdecimal()]
        if len(picked) < size and not wrong:
            self._picked = picked
            return None
        return "+".join(picked)

    def _undo(self) -> None:
        undone = self._match.undo()
        self._notices = [self._look.say("undone" if undone else "nothing-to-undo")]

    def _obey(self, wish: str, view: View) -> None:
        """Runs a command; the question stays open."""
        if wish == "quit":
            raise Left
        if wish == "clear":
            self._picked = []
        elif wish == "wait":
            self._complain(self._look.say("nothing-to-wait-for"), view)
        elif wish == "hint":
            self._page(hints.lines(self._look, view))
        elif wish == "help":
            self._page([Text(line) for line in tables.rules_now(self._look, view)])
        elif wish in plain.ASKED:
            self._page(plain.table(self._look, view, plain.ASKED[wish]))
        elif not self._match.look_back:
            self._complain(self._look.say("no-look-back"), view)
        elif wish == "last":
            last = [Text(tables.trick_summary(self._look, view))] if view.tricks else [Text(self._look.say("no-trick"))]
            self._page([*last])
        else:
            self._page(tables.history(self._look, view))
        if self._screen.interactive or wish == "clear":
            self._draw(view)

    def _rate(self, typed: str, view: View) -> None:
        """Shows the hint with a rating of the prophecy or bid that was typed."""
        try:
            laid = self._read(view, typed) or ""
            if laid not in view.legal or view.phase == "tricks":
                raise Unclear("terminal-unknown", {"text": typed[:40]})
            self._page(hints.lines(self._look, view, laid))
        except Refusal as refused:
            self._complain(refused.sentence(self._look.language), view)
        if self._screen.interactive:
            self._draw(view)

    def _page(self, lines: list[RenderableType]) -> None:
        self._screen.clear()
        self._screen.show(*lines)
        if self._screen.pause() is None:
            raise Left

    def _complain(self, sentence: str, view: View) -> None:
        """Says in one sentence what is wrong; on a terminal below the table, in a pipe at the end."""
        if self._screen.interactive:
            self._notices.append(sentence)
            self._draw(view)
        else:
            self._screen.tell(self._look.fit(sentence))

    # Acting ----------------------------------------------------------------------------------------------------

    def _tell_result(self, before: View, took: Took) -> None:
        """Shows the result of an action."""
        after = self._match.view()
        revealed = tables.revealed(self._look, before, after)
        if revealed is not None:
            self._tell_later(revealed)
        shown = shown_after(before, took, after)
        if len(shown.tricks) > len(before.tricks):
            self._after_trick(shown, ends_round=shown is not after)

    def _after_trick(self, shown: View, *, ends_round: bool) -> None:
        summary = tables.trick_summary(self._look, shown)
        goes_on = self._screen.fast or self._match.persons_turn  # then the summary is on the next screen
        if not self._screen.interactive or (goes_on and not ends_round):
            self._tell_later(summary)
        else:
            self._notices += [summary, results.round_over(self._look, shown)] if ends_round else [summary]
            self._draw(shown)
            if not self._wait():
                return
        if ends_round:
            self._screen.clear()
            self._screen.show(*results.round_end(self._look, shown))
            self._wait()

    def _wait(self) -> bool:
        """Waits for Enter on a terminal; False if the person undid something instead."""
        answer = self._screen.pause()
        wish = None if answer is None else command(answer)
        if answer is None or wish == "quit":
            raise Left
        if wish == "undo":
            self._undo()
        return wish != "undo"

    def _tell_later(self, sentence: str) -> None:
        """Shows the sentence on the next screen; in a pipe at once."""
        if self._screen.interactive:
            self._notices.append(sentence)
        else:
            self._screen.tell(self._look.fit(sentence))

    def _draw(self, view: View) -> None:
        """Draws the whole screen: table, hand, messages."""
        self._screen.clear()
        self._screen.show(*self.parts(view))

    def parts(self, view: View) -> list[RenderableType]:
        """Returns all parts of the screen above the prompt; messages are shown once."""
        look = self._look
        if not self._match.look_back and isinstance(view, ProphecyView):
            view = lying_open(view)
        asked = view.seat in view.actors
        parts = tables.table(look, view)
        parts.append(tables.hand(look, view, numbered=asked, picked=self._picked))
        hints = [Text(look.fit(hint), style="dim") for hint in (tables.hint(look, view, self._picked) if asked else ())]
        if self._match.may_wait:
            waiting = [look.names[seat] for seat in self._match.state.awaited]
            hints.append(Text(look.fit(look.say("hint.wait", names=look.join(waiting))), style="dim"))
        notices = [Text(look.fit(notice), style="bold") for notice in self._notices]
        self._notices = []
        if look.plain:
            return [*notices, *self._changed([*parts, *hints])]
        return [*parts, *hints, *_last_lines(notices, 4 - len(hints))]

    def _changed(self, parts: list[RenderableType]) -> list[RenderableType]:
        """Returns the lines that were not on the last screen: who hears them need not hear the rest again."""
        lines = [line for part in parts for line in plain.lines_of(part)]
        fresh = [Text(line) for line in lines if line not in self._heard]
        self._heard = set(lines)
        return [*fresh]

    # Keeping ---------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Saves the match; a failure is reported once, and play continues."""
        if not self._keeps or self._shelf is None:
            return
        try:
            self._shelf.keep(self._match.to_dict())
        except OSError as error:
            self._keeps = False
            self._tell_later(self._look.say("not-kept", why=error.strerror or type(error).__name__))

    def _leave(self) -> None:
        if self._shelf is None:
            return
        self._screen.tell(self._look.say("left" if self._keeps else "left-unkept", program=program()))

    def _finish(self) -> int:
        """Ends the match: who won and why, all its rounds, and where its record is."""
        look, screen = self._look, self._screen
        record = self._match.record()
        screen.clear()
        screen.show(*results.match_end(look, self._match.view()))
        if self._shelf is None:
            return 0
        code = 0
        try:
            line_number = self._shelf.finish(record)
            file = shlex.quote(str(self._shelf.matches))
            screen.tell(look.say("kept", program=program(), file=file, line=line_number))
        except OSError as error:
            problem = error.strerror or type(error).__name__
            screen.tell(look.say("record-not-written", file=self._shelf.matches, why=problem))
        if self._record_file is not None:
            try:
                append_record(self._record_file, record)
            except OSError as error:
                problem = error.strerror or type(error).__name__
                screen.tell(look.say("record-not-written", file=self._record_file, why=problem))
                code = 1
        return code


def _last_lines(notices: list[Text], room: int) -> list[Text]:
    """Returns the last notices that fit into so many lines of the screen."""
    fitting: list[Text] = []
    for notice in reversed(notices):
        room -= -(-max(1, notice.cell_len) // (WIDTH - 2))
        if room < 0 and fitting:
            break
        fitting.insert(0, notice)
    return fitting
