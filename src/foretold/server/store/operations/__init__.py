"""Values that a store writes and returns, the same for every database.

Ids are short ASCII strings made by the server; times are milliseconds since the epoch; secrets, tokens and share links
are only ever stored as their SHA-256.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from foretold.server.store.operations.advance import (
    AskForced,
    DropPlan,
    DropPlans,
    KeptPlan,
    PlanCard,
    PlayForced,
)
from foretold.server.store.operations.challenges import (
    AddChallenge,
    AskBotTry,
    AskComparison,
    BeginTry,
    EndTry,
    KeepBotTry,
    KeepComparison,
    KeptChallenge,
    KeptComparison,
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
from foretold.server.store.operations.groups import (
    AddGroup,
    AddGroupMatch,
    AddGroupPost,
    AnswerGroup,
    Companion,
    DelayGroupPost,
    DropEmptyGroup,
    DropGroup,
    HandOverGroup,
    JoinGroup,
    KeptGroup,
    KeptGroupPost,
    KeptGroupSeat,
    KeptMember,
    LeaveGroup,
    PostOutcome,
    RenameGroup,
    RenewInvite,
    SayGroupPost,
    SetGroupHook,
    SetGroupSchedule,
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
from foretold.server.store.operations.passkeys import (
    AddPasskey,
    DropPasskey,
    OfferChallenge,
    Passkey,
    TakeChallenge,
    UsePasskey,
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
from foretold.server.store.operations.puzzles import AnswerPuzzle, KeptAnswer, KeptSolver
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
from foretold.server.store.operations.seekers import ClaimSeeker, DropSeeker, KeepSeeker, KeptSeeker, ListedSeeker
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
    | AskComparison
    | KeepComparison
    | AnswerPuzzle
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
    | PlanCard
    | DropPlan
    | DropPlans
    | PlayForced
    | AskForced
    | OfferChallenge
    | TakeChallenge
    | AddPasskey
    | UsePasskey
    | DropPasskey
    | AddGroup
    | JoinGroup
    | LeaveGroup
    | DropGroup
    | DropEmptyGroup
    | RenameGroup
    | RenewInvite
    | HandOverGroup
    | SetGroupHook
    | SetGroupSchedule
    | AnswerGroup
    | AddGroupMatch
    | AddGroupPost
    | SayGroupPost
    | DelayGroupPost
    | KeepSeeker
    | DropSeeker
    | ClaimSeeker
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
    "AddGroup",
    "AddGroupMatch",
    "AddGroupPost",
    "AddLink",
    "AddListener",
    "AddPasskey",
    "AddPerson",
    "AddReport",
    "AddTable",
    "Alive",
    "AnswerGroup",
    "AnswerPuzzle",
    "AskBotTry",
    "AskComparison",
    "AskForced",
    "AskReview",
    "BeginTry",
    "Call",
    "CallKind",
    "ClaimSeeker",
    "CloseEvening",
    "CloseTable",
    "Companion",
    "Conflict",
    "DelayCall",
    "DelayGroupPost",
    "Device",
    "DeviceKind",
    "DropCall",
    "DropDevice",
    "DropEmptyGroup",
    "DropGroup",
    "DropIdle",
    "DropLink",
    "DropListener",
    "DropPasskey",
    "DropPlan",
    "DropPlans",
    "DropSeeker",
    "DropTable",
    "EndTry",
    "EveningStanding",
    "Expire",
    "ForgetPerson",
    "ForgetTraces",
    "HandOverGroup",
    "How",
    "JoinEvening",
    "JoinGroup",
    "JoinRatings",
    "KeepBotTry",
    "KeepComparison",
    "KeepDecision",
    "KeepMatch",
    "KeepPushKey",
    "KeepResult",
    "KeepReview",
    "KeepSeeker",
    "KeptAnswer",
    "KeptCall",
    "KeptChallenge",
    "KeptComparison",
    "KeptEntry",
    "KeptGroup",
    "KeptGroupPost",
    "KeptGroupSeat",
    "KeptMatch",
    "KeptMember",
    "KeptPlan",
    "KeptRated",
    "KeptRating",
    "KeptReport",
    "KeptReview",
    "KeptSeeker",
    "KeptSolver",
    "KeptTry",
    "LeaveGroup",
    "LeaveRatings",
    "Link",
    "LinkKind",
    "ListedSeeker",
    "Listener",
    "ListenerKind",
    "MoveTry",
    "NamingEntry",
    "NoOffer",
    "OfferCarry",
    "OfferChallenge",
    "Operation",
    "OwnMatch",
    "Passkey",
    "Person",
    "PlanCard",
    "PlayForced",
    "PostOutcome",
    "RateMatch",
    "RatedSeat",
    "RenameGroup",
    "RenamePerson",
    "RenewInvite",
    "RenewSecret",
    "ReviseRatings",
    "SayCall",
    "SayGroupPost",
    "SealMatch",
    "SeatEvening",
    "SeeDevice",
    "SeePerson",
    "SetGroupHook",
    "SetGroupSchedule",
    "ShareMatch",
    "TakeCarry",
    "TakeChallenge",
    "TooNew",
    "UnsealRound",
    "UsePasskey",
    "Written",
]
