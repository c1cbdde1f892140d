"""A challenge in the terminal: the same match for everyone who makes the same decisions; no undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foretold.challenges import Challenge, acts_of, in_order
from foretold.cli.terminal.solo import SoloMatch
from foretold.records import Record
from foretold.views import Took

if TYPE_CHECKING:
    from foretold.cli.terminal.screen import Screen


class ChallengeMatch(SoloMatch):
    """A match of one person against the bots of a challenge, which wait for their kernels."""

    def __init__(self, challenge: Challenge, names: list[str], name: str) -> None:
        others = tuple(bot.partition(":")[0] for bot in challenge.bots if bot)
        seated = tuple(name if seat == challenge.seat else names[seat] for seat in challenge.game.seats)
        super().__init__(challenge.game, 0, challenge.seat, others, seated)
        self.challenge = challenge
        self._line = [(challenge.start(), -1)]

    def bot_acts(self) -> Took:
        made = [sum(mover == seat for _, mover in self._line) for seat in self.game.seats]
        acted = self.challenge.bot_acts(self.state, made)
        assert acted is not None
        return self._take(*acted)

    def undo(self) -> bool:
        return False

    def record(self) -> Record:
        state, _ = in_order(self.game, self.challenge.start(), acts_of(self.state))
        return self.challenge.record(state, self.names[self.seat])


def shared(screen: Screen, match: SoloMatch) -> list[str]:
    """Returns the result to share: symbols only, no card."""
    from foretold.server.features.challenges.attempts import results_of

    result = results_of(match.state, match.seat)
    full, hollow = ("●", "○") if screen.symbols else ("*", "-")
    rounds = [f"{full * round_.met}{hollow * (round_.of - round_.met)} {round_.points:+d}" for round_ in result.rounds]
    return [*rounds, screen.say("daily.result" if not result.won else "daily.won", points=result.points)]
