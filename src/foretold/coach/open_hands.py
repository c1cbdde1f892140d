"""How a round ends with all hands open and every seat playing for itself; for finished matches only."""

from __future__ import annotations

from foretold.bots.effort import OPEN_LINES
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.games.state import State
from foretold.kernels import prophecy_endgame, seven_endgame, warm
from foretold.kernels.positions import prophecy_position, seven_position
from foretold.kernels.values import lines_of_play


def open_end(state: State) -> tuple[int, ...] | None:
    """Returns the points of the round by seat; None before the last tricks, and until the kernels are ready.

    Each seat maximises its points above the mean of the others; ties go to the first choice in deck order.
    """
    if state.phase != "tricks" or not warm.ready():
        return None
    view = state.view(state.actors[0])
    assert isinstance(view, SevenView | ProphecyView)
    if lines_of_play(view) > OPEN_LINES:
        return None
    return _seven_end(state, view) if isinstance(view, SevenView) else _prophecy_end(state, view)


def _seven_end(state: State, view: SevenView) -> tuple[int, ...]:
    at, players = seven_position(view), view.players
    line = seven_endgame.seven_line(players)
    line.hands[:] = [view.rules.mask(state.view(seat).hand) for seat in range(players)]
    line.left[0], line.strengths[0], line.leaders[0] = at.left, at.trick, at.turn.leader
    seven_endgame.best_end(at.tables, at.turn, line, sum(view.rules.bits[action] for action in view.legal))
    gained = seven_endgame.GAINED
    return tuple(line.ends[0, gained * players : (gained + 1) * players].tolist())


def _prophecy_end(state: State, view: ProphecyView) -> tuple[int, ...]:
    at, players = prophecy_position(view), view.players
    line = prophecy_endgame.prophecy_line(players)
    for seat in range(players):
        own = state.view(seat)
        assert isinstance(own, ProphecyView)
        line.hands[seat], line.bids[seat] = view.rules.mask(own.hand), own.bid_value(seat) or 0
    line.won[0] = at.won
    prophecy_endgame.best_end(at.tables, at.turn, line, prophecy_endgame.ANY_ACTION)
    gained = prophecy_endgame.GAINED
    return tuple(line.ends[0, gained * players : (gained + 1) * players].tolist())
