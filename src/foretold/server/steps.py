"""A card was played, and nothing else happened: most of what is told.

What changed is then the same in every view, but for the hand of who played and the turns: it is worked out and written
once, from the view of a spectator. `telling` tells the rest from whole views; a test holds the two together.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Raw

from foretold.cards import Play
from foretold.games import State
from foretold.games.prophecy.view import ProphecyView
from foretold.games.refusals import refuse_turn
from foretold.games.seven.view import SevenView
from foretold.server.beside import Fields
from foretold.server.wire import Turn, WhyNot, write_part
from foretold.views import Took, View


class Step(NamedTuple):
    """What everybody sees of a card that was played."""

    seat: int  # who played it
    card: str | None  # that left the hand; None: the lead was given up
    actors: tuple[int, ...]
    fields: Fields  # of the view, that are others now
    written: Raw  # the same
    event: Raw  # the addition to the history
    refusal: WhyNot  # why who is not to act can't play; of no cards

    def waiting(self, made: int, cards: tuple[str, ...]) -> Turn:
        """The turn of who is not to act, with these cards in hand."""
        reason, clause, values = self.refusal.reason, self.refusal.clause, self.refusal.values
        return Turn(made, (), (WhyNot(cards, reason, clause, values),) if cards else ())


def last_play(before: State, now: State) -> Took | None:
    """The play that leads from one moment of a round to the next; None where it is not one play that does."""
    if before.game is not now.game or len(before.finished) != len(now.finished):
        return None
    old, new = before.view(None), now.view(None)
    if not old.phase == new.phase == "tricks":
        return None
    assert isinstance(old, SevenView | ProphecyView)
    assert isinstance(new, SevenView | ProphecyView)
    if new.tricks == old.tricks and new.trick[:-1] == old.trick and new.trick:
        return new.trick[-1]
    if new.tricks[:-1] == old.tricks and not new.trick and new.tricks and new.tricks[-1].plays[:-1] == old.trick:
        return new.tricks[-1].plays[-1]
    return None


def step_of(took: Took, view: View, fields: Fields) -> Step:
    """The step by this play to the moment that a spectator's view shows; `fields` of it are others than before."""
    waiting = next(seat for seat in range(view.players) if seat not in view.actors)
    refusal = refuse_turn(view.game, view.players, view, waiting, took.action)
    assert refusal is not None
    return Step(
        seat=took.seat,
        card=str(took.action.card) if isinstance(took.action, Play) else None,
        actors=view.actors,
        fields=fields,
        written=write_part(fields),
        event=write_part((took.to_dict(),)),
        refusal=WhyNot((), refusal.reason, refusal.clause, refusal.values),
    )
