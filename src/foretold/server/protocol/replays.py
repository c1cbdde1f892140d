"""Message types of replays: the steps of a record as views."""

from __future__ import annotations

import msgspec

from foretold.server.protocol.messages import History, Turn
from foretold.server.protocol.views import ViewChanges


class ReplayedView(msgspec.Struct, frozen=True):
    """What one step of a replay changed for a seat, or a spectator (seat null), with its turn if it was to act."""

    seat: int | None
    view: ViewChanges
    history: History | None
    turn: Turn | msgspec.UnsetType = msgspec.UNSET


class ReplayedStep(msgspec.Struct, frozen=True):
    """One deal or action of a record, for all viewers.

    `ends`, with all hands open in the last tricks: by seat, the points of the round if every seat plays on for itself.
    """

    step: int
    views: tuple[ReplayedView, ...]
    ends: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
