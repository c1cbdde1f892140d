"""A card was played, and nothing else happened: most of what is told.

What changed is then the same in every view, but for the hand of who played and the turns: it is worked out and written
once, from the view of a spectator. `telling` tells the rest from whole views; a test holds the two together.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Raw

from foretold.cards import Play
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


def last_play(before: View, now: View) -> Took | None:
    """The play that leads from one moment of a round to the next; None where it is not one play that does."""
    if not before.phase == now.phase == "tricks" or before.round != now.round:
        return None
    assert isinstance(before, SevenView | ProphecyView)
    assert isinstance(now, SevenView | ProphecyView)
    if now.tricks is before.tricks:
        return now.trick[-1] if now.trick[:-1] == before.trick and now.trick else None
    ended = now.tricks[-1].plays if len(now.tricks) == len(before.tricks) + 1 and not now.trick else ()
    return ended[-1] if ended and ended[:-1] == before.trick and now.tricks[:-1] == before.tricks else None


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
