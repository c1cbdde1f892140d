"""Fast path for the most frequent update: one card was played and nothing else happened.

The change is then the same in every view, apart from the player's own hand and the turns, so it is computed and
encoded once, from a spectator's view. `stream` handles everything else from whole views; a test compares the two.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from foretold.cards import Action, Play
from foretold.games.prophecy.view import ProphecyView
from foretold.games.refusals import refuse_turn
from foretold.games.seven.view import SevenView
from foretold.server.protocol.messages import Turn, Update, WhyNot, write, write_part
from foretold.server.updates.derived import Fields
from foretold.views import Took, View


class WrittenUpdate(NamedTuple):
    """An encoded update for any seat: the bytes before and after the seat's number."""

    head: bytes
    rest: bytes

    def of(self, seat: int | None, turn: Turn | UnsetType | None) -> bytes:
        """The update for this seat, with its turn if that has changed."""
        whose = b"null" if seat is None else b"%d" % seat
        return b"".join((self.head, whose, b"" if turn is UNSET else b',"turn":' + write_part(turn), self.rest))


def written(update: Update) -> WrittenUpdate:
    """The encoded update, without its seat."""
    head, mark, rest = write(update).partition(b'"seat":')
    return WrittenUpdate(head + mark, rest[rest.index(b",") :])


class Step(NamedTuple):
    """What everybody sees of a card being played."""

    seat: int  # who played it
    card: str | None  # the card played; None: the lead was passed on
    actors: tuple[int, ...]
    fields: Fields  # the changed fields of the view
    event: Fields  # the addition to the history
    refusal: WhyNot  # why the other seats can't play; without cards
    # Keyed by the number and history length sent before, and the seat if it is the player's:
    written: dict[tuple[int, int, int | None], WrittenUpdate]

    def waiting(self, made: int, cards: tuple[str, ...]) -> Turn:
        """The turn of a seat that is not to act, with these cards in hand."""
        reason, clause, values = self.refusal.reason, self.refusal.clause, self.refusal.values
        return Turn(made, (), (WhyNot(cards, reason, clause, values),) if cards else ())


def last_play(before: View, now: View) -> Took | None:
    """The play that leads from one view of a round to the next; None if it isn't exactly one."""
    if not before.phase == now.phase == "tricks" or before.round != now.round:
        return None
    assert isinstance(before, SevenView | ProphecyView)
    assert isinstance(now, SevenView | ProphecyView)
    if now.tricks is before.tricks:
        return now.trick[-1] if now.trick[:-1] == before.trick and now.trick else None
    ended = now.tricks[-1].plays if len(now.tricks) == len(before.tricks) + 1 and not now.trick else ()
    return ended[-1] if ended and ended[:-1] == before.trick and now.tricks[:-1] == before.tricks else None


def step_of(took: Took, view: View, fields: Fields) -> Step:
    """The step made by this play, from a spectator's view after it and its changed `fields`."""
    return Step(
        seat=took.seat,
        card=str(took.action.card) if isinstance(took.action, Play) else None,
        actors=view.actors,
        fields=fields,
        event=took.to_dict(),
        refusal=_waiting(view.game, view.players, view.actors, took.action),
        written={},
    )


@lru_cache(maxsize=1024)
def _waiting(game: str, players: int, actors: tuple[int, ...], action: Action) -> WhyNot:
    """Why seats that are not to act in a trick can't play; without cards."""
    seat = next(seat for seat in range(players) if seat not in actors)
    refusal = refuse_turn(game, players, _Tricks(actors), seat, action)
    assert refusal is not None
    return WhyNot((), refusal.reason, refusal.clause, refusal.values)


class _Tricks(NamedTuple):
    """A position in a trick, reduced to whose turn it is."""

    actors: tuple[int, ...]
    over: bool = False
    phase: str = "tricks"
    chosen: tuple[int, ...] = ()
