"""Values that a store writes and returns, the same for every database.

Ids are short ASCII strings made by the server; times are milliseconds since the epoch; secrets, tokens and share links
are only ever stored as their SHA-256.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from foretold.server.store.operations.challenges import (
    AddChallenge,
    AskBotTry,
    BeginTry,
    EndTry,
    KeepBotTry,
    KeptChallenge,
    KeptTry,
    MoveTry,
)
from foretold.server.store.operations.evenings import (
    AddEvening,
    AddEveningEntry,
    CloseEvening,
    EveningStanding,
    JoinEvening,
    SeatEvening,
    UnsealRound,
)
from foretold.server.store.operations.matches import (
    AskReview,
    How,
    KeepDecision,
    KeepMatch,
    KeepResult,
    KeepReview,
    KeptMatch,
    KeptReview,
    OwnMatch,
    SealMatch,
    ShareMatch,
)
from foretold.server.store.operations.notifications import (
    AddCall,
    AddListener,
    CallKind,
    DelayCall,
    DropCall,
    DropListener,
    KeepPushKey,
    KeptCall,
    Listener,
    ListenerKind,
    SayCall,
)
from foretold.server.store.operations.people import (
    AddPerson,
    AddReport,
    Device,
    DeviceKind,
    DropDevice,
    ForgetPerson,
    ForgetTraces,
    KeptReport,
    NoOffer,
    OfferCarry,
    Person,
    RenamePerson,
    RenewSecret,
    SeeDevice,
    SeePerson,
    TakeCarry,
)
from foretold.server.store.operations.ratings import (
    PEOPLE,
    JoinRatings,
    KeptRated,
    KeptRating,
    LeaveRatings,
    RatedSeat,
    RateMatch,
    ReviseRatings,
)
from foretold.server.store.operations.tables import (
    AddEntry,
    AddLink,
    AddTable,
    CloseTable,
    DropLink,
    DropTable,
    KeptEntry,
    Link,
    LinkKind,
    NamingEntry,
)
from foretold.server.store.operations.upkeep import Alive, Conflict, DropIdle, Expire, TooNew

Operation: TypeAlias = (
    AddPerson
    | RenamePerson
    | SeePerson
    | SeeDevice
    | OfferCarry
    | TakeCarry
    | DropDevice
    | AddListener
    | DropListener
    | AddCall
    | SayCall
    | DelayCall
    | DropCall
    | KeepPushKey
    | ForgetPerson
    | ForgetTraces
    | RenewSecret
    | AddTable
    | AddEntry
    | CloseTable
    | DropTable
    | KeepMatch
    | KeepResult
    | ShareMatch
    | AskReview
    | KeepDecision
    | KeepReview
    | AddReport
    | AddLink
    | DropLink
    | AddChallenge
    | AskBotTry
    | BeginTry
    | MoveTry
    | EndTry
    | KeepBotTry
    | SealMatch
    | Alive
    | Expire
    | DropIdle
    | AddEvening
    | AddEveningEntry
    | JoinEvening
    | SeatEvening
    | CloseEvening
    | UnsealRound
    | JoinRatings
    | LeaveRatings
    | RateMatch
    | ReviseRatings
)


class Call(NamedTuple):
    """Operations to write atomically, with the token that identifies them."""

    operations: tuple[Operation, ...]
    token: object


class Written(NamedTuple):
    """The outcome of one call of `Store.write`: stored, or refused with an error and not stored at all."""

    token: object
    error: Exception | None


__all__ = [
    "PEOPLE",
    "AddCall",
    "AddChallenge",
    "AddEntry",
    "AddEvening",
    "AddEveningEntry",
    "AddLink",
    "AddListener",
    "AddPerson",
    "AddReport",
    "AddTable",
    "Alive",
    "AskBotTry",
    "AskReview",
    "BeginTry",
    "Call",
    "CallKind",
    "CloseEvening",
    "CloseTable",
    "Conflict",
    "DelayCall",
    "Device",
    "DeviceKind",
    "DropCall",
    "DropDevice",
    "DropIdle",
    "DropLink",
    "DropListener",
    "DropTable",
    "EndTry",
    "EveningStanding",
    "Expire",
    "ForgetPerson",
    "ForgetTraces",
    "How",
    "JoinEvening",
    "JoinRatings",
    "KeepBotTry",
    "KeepDecision",
    "KeepMatch",
    "KeepPushKey",
    "KeepResult",
    "KeepReview",
    "KeptCall",
    "KeptChallenge",
    "KeptEntry",
    "KeptMatch",
    "KeptRated",
    "KeptRating",
    "KeptReport",
    "KeptReview",
    "KeptTry",
    "LeaveRatings",
    "Link",
    "LinkKind",
    "Listener",
    "ListenerKind",
    "MoveTry",
    "NamingEntry",
    "NoOffer",
    "OfferCarry",
    "Operation",
    "OwnMatch",
    "Person",
    "RateMatch",
    "RatedSeat",
    "RenamePerson",
    "RenewSecret",
    "ReviseRatings",
    "SayCall",
    "SealMatch",
    "SeatEvening",
    "SeeDevice",
    "SeePerson",
    "ShareMatch",
    "TakeCarry",
    "TooNew",
    "UnsealRound",
    "Written",
]
