"""What if in the terminal: somebody plays on from a moment of a match, then sees both outcomes."""

from __future__ import annotations

import secrets

from foretold.cli.terminal.screen import Screen
from foretold.cli.terminal.session import Session
from foretold.cli.terminal.solo import SoloMatch
from foretold.games.replay import replay
from foretold.games.what_if import WhatIf, deals_and_actions
from foretold.records import Record

LEVEL = "adept"


def play_on(screen: Screen, record: Record, step: int, seat: int, names: tuple[str, ...]) -> None:
    """From the step on the person has the seat, until the match is over or they leave; then what happened is told."""
    game = replay(record).game
    left = WhatIf(game, tuple(deals_and_actions(record.events)), step, secrets.randbits(64))
    match = SoloMatch.leaving(left, seat, (LEVEL,) * (game.players - 1), names)
    Session(screen, None, match, None).run()
    lines = compared(screen, left, match)
    for line in lines:
        screen.tell(line)
    if lines:
        screen.pause()


def compared(screen: Screen, left: WhatIf, match: SoloMatch) -> list[str]:
    """The rounds that both have played, and the totals once both are over."""
    look, then, now = screen.look(match.game.name, match.names), left.happened, match.state
    lines = []
    for was, came in zip(then.finished[left.round - 1 :], now.finished[left.round - 1 :], strict=False):
        points = [f"{name} {a}{look.arrow}{b}" for name, a, b in zip(look.names, was.points, came.points, strict=True)]
        lines.append(screen.say("whatif.round", round=was.number, points=", ".join(points)))
    if then.over and now.over:
        totals = [f"{name} {a}{look.arrow}{b}" for name, a, b in zip(look.names, then.scores, now.scores, strict=True)]
        lines.append(screen.say("whatif.total", points=", ".join(totals)))
    return [screen.say("whatif.sums"), *lines] if lines else []
