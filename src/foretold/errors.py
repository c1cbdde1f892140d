"""The errors that Foretold raises.

ValueError
└── Refusal            a reason key and its values, from which each language makes a sentence
    ├── UnknownGame    no game of that name
    ├── BadOption      a player count, an option or a seed that does not fit the game
    ├── UnknownBot     no bot of that name, or one that may not sit at a table
    ├── NotationError  text that is not the notation of any action
    ├── IllegalAction  an action that this seat may not take now; names the clause it breaks
    └── BadRecord      a record that breaks the format or the rules; says where
        └── Unfair     a record without promised deals, or with deals other than promised
"""

from __future__ import annotations

from collections.abc import Mapping

from foretold import i18n
from foretold.json_types import Json


class Refusal(ValueError):
    """An error with a stable `reason` key and the `values` that its sentence needs."""

    def __init__(
        self,
        reason: str,
        values: Mapping[str, Json] | None = None,
        *,
        clause: str | None = None,
        game: str = "",
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values: dict[str, Json] = dict(values or {})
        self.clause = clause
        self.game = game

    def sentence(self, language: str = "en") -> str:
        """Returns one sentence that says what is wrong and what would be right."""
        return i18n.refusal(language, self.reason, self.game, self.values)

    def __str__(self) -> str:
        return self.sentence() + (f" ({self.clause})" if self.clause else "")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.__dict__.copy())


def _rebuild(kind: type[Refusal], state: dict[str, object]) -> Refusal:
    error = kind.__new__(kind)
    ValueError.__init__(error, state["reason"])
    error.__dict__.update(state)
    return error


class UnknownGame(Refusal):
    """No game of that name."""


class BadOption(Refusal):
    """A player count, an option or a seed that does not fit the game."""


class UnknownBot(Refusal):
    """No bot of that name, or one that may not sit at a table."""


class NotationError(Refusal):
    """Text that is not the notation of any action."""


class IllegalAction(Refusal):
    """An action that is not legal for that seat now; the state does not change."""

    clause: str


class BadRecord(Refusal):
    """A record that breaks the format or the rules; `file`, `line` and `event` say where, if known."""

    def __init__(
        self,
        reason: str,
        values: Mapping[str, Json] | None = None,
        *,
        clause: str | None = None,
        game: str = "",
        event: int | None = None,
        line: int | None = None,
        file: str | None = None,
    ) -> None:
        super().__init__(reason, values, clause=clause, game=game)
        self.event = event
        self.line = line
        self.file = file

    def at(self, *, file: str | None = None, line: int | None = None, event: int | None = None) -> BadRecord:
        """Returns the same error with the position filled in where it was unknown."""
        return type(self)(
            self.reason,
            self.values,
            clause=self.clause,
            game=self.game,
            event=self.event if self.event is not None else event,
            line=self.line if self.line is not None else line,
            file=self.file if self.file is not None else file,
        )

    @classmethod
    def of(cls, error: Refusal, *, event: int | None = None) -> BadRecord:
        """Turns a refusal raised during replay into an error of the record."""
        return cls(error.reason, error.values, clause=error.clause, game=error.game, event=event)

    def where(self, language: str = "en") -> str:
        """Returns the position, such as 'games.jsonl, line 3, event 17', as far as it is known."""
        parts = [self.file] if self.file is not None else []
        parts += [i18n.say(language, "where.line", line=self.line)] if self.line is not None else []
        parts += [i18n.say(language, "where.event", event=self.event)] if self.event is not None else []
        return i18n.phrases(language)["join"].join(parts)

    def __str__(self) -> str:
        where = self.where()
        return (f"{where}: " if where else "") + super().__str__()


class Unfair(BadRecord):
    """A record without promised deals, or with deals other than promised."""
