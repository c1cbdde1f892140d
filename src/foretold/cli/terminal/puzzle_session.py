"""Solving puzzles in the terminal: position, question, answer with its figures, streak."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from foretold.bots import previews
from foretold.cards import Action
from foretold.cli.terminal import tables
from foretold.cli.terminal.screen import Screen
from foretold.cli.terminal.style import LETTERS, Look
from foretold.cli.terminal.typed_input import bid_cards, command, notation
from foretold.cli.terminal.what_if import play_on
from foretold.coach.hints import explained
from foretold.coach.puzzles import Choice, Puzzle
from foretold.coach.reasons.words import worded
from foretold.coach.wording import action_name
from foretold.errors import Refusal
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.games.what_if import deals_and_actions
from foretold.views import View

SHOWN = 5  # answers shown with their worth


class Puzzling:
    """A person at a terminal solving puzzles one after the other."""

    def __init__(self, screen: Screen, puzzles: Sequence[Puzzle]) -> None:
        self._screen, self._puzzles = screen, puzzles
        self._streak = 0

    def run(self, first: int) -> None:
        """Asks puzzles from this one to the last, or until the person leaves."""
        previews.get_ready()
        for number in range(first, len(self._puzzles)):
            if not self._one(number):
                return

    def _one(self, number: int) -> bool:
        """Asks one puzzle; true if it was answered."""
        puzzle = self._puzzles[number]
        view = puzzle.view()
        look = self._screen.look(view.game, tuple(LETTERS[: view.players]))
        self._screen.clear()
        self._screen.show(*tables.table(look, view), tables.hand(look, view))
        self._screen.show(*(Text(look.fit(line), style="dim") for line in tables.hint(look, view)))
        missed, seat = f"{puzzle.difficulty:.0%}", LETTERS[puzzle.seat]
        head = look.say(
            "puzzle", number=puzzle.number or number + 1, count=len(self._puzzles), difficulty=missed, seat=seat
        )
        self._screen.show(Text(look.fit(f"{head} {look.say(f'puzzle-find.{puzzle.kind}')}"), style="bold"))
        answer = self._asked(look, view)
        if answer is None:
            return False
        right = puzzle.solves(answer)
        self._streak = self._streak + 1 if right else 0
        key = "puzzle.right" if right else "puzzle.wrong"
        self._screen.tell(look.fit(look.say(key, answer=self._named(look, puzzle, puzzle.answer), streak=self._streak)))
        if previews.settled():  # its kernels are compiled
            self._explain(look, puzzle, view, answer)
        for choice in _told(puzzle, answer):
            self._screen.tell(look.fit(self._worth(look, puzzle, choice)))
        wish = self._screen.ask(look.say("puzzle.go-on") + " ") if self._screen.interactive else ""
        if wish is not None and wish.strip().lower() == "w":
            last, names = len(deals_and_actions(puzzle.record.events)), tuple(LETTERS[: view.players])
            play_on(self._screen, puzzle.record, last, puzzle.seat, names)
        return wish is not None and command(wish) != "quit"

    def _explain(self, look: Look, puzzle: Puzzle, view: View, answer: Action) -> None:
        """Says why the answer is right: against the one given, or against the natural one."""
        assert isinstance(view, SevenView | ProphecyView)
        other = puzzle.natural if puzzle.solves(answer) else str(answer)
        best, *_ = explained(view, (puzzle.answer, other), look.language)
        for reason in best.why:
            self._screen.tell(look.fit(worded(reason, view.rules, look.language, look.names)))
        self._screen.tell(best.reason)

    def _asked(self, look: Look, view: View) -> Action | None:
        """Asks for a legal action; None if the person leaves."""
        while True:
            answer = self._screen.ask(tables.prompt(look, view))
            wish = None if answer is None else command(answer)
            if answer is None or wish == "quit":
                return None
            if wish == "help":
                self._screen.show(*(Text(line) for line in tables.rules_now(look, view)))
            elif wish == "history":
                self._screen.show(*tables.history(look, view))
            elif wish is not None:
                self._screen.tell(look.say("puzzle.alone"))
            if wish is not None:
                continue
            try:
                action = self._read(view, answer)
                if action in view.legal:
                    return view.legal[view.legal.index(action)]
                self._screen.tell(look.say("puzzle.not-now"))
            except Refusal as refused:
                self._screen.tell(look.fit(refused.sentence(look.language)))

    @staticmethod
    def _read(view: View, answer: str) -> Action:
        """Parses the answer; a bid is given all at once."""
        assert isinstance(view, SevenView | ProphecyView)
        if isinstance(view, ProphecyView) and view.phase == "bid" and answer.strip():
            return view.rules.parse("+".join(bid_cards(view, answer, ())))
        return view.rules.parse(notation(view, answer))

    @staticmethod
    def _named(look: Look, puzzle: Puzzle, action: str) -> str:
        return action_name(look.language, puzzle.record.game, puzzle.game.parse(action))

    def _worth(self, look: Look, puzzle: Puzzle, choice: Choice) -> str:
        error = f" ±{choice.error:.2f}" if choice.error else ""
        mark = look.say("puzzle.natural") if choice.action == puzzle.natural else ""
        named = self._named(look, puzzle, choice.action)
        return look.say("puzzle.worth", action=named, points=f"{choice.points:.2f}{error}", note=mark).rstrip()


def _told(puzzle: Puzzle, answer: Action) -> list[Choice]:
    """Returns the best answers, the natural one and the one given."""
    wanted = {puzzle.natural, str(answer)}
    return [choice for at, choice in enumerate(puzzle.choices) if at < SHOWN or choice.action in wanted]
