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
    AddNotification,
    AddSubscription,
    DelayNotification,
    DropNotification,
    DropSubscription,
    KeepPushKey,
    KeptNotification,
    MarkNotified,
    NotificationKind,
    NotifyMaker,
    Subscription,
    SubscriptionKind,
)
from foretold.server.store.operations.operators import (
    AddAnnouncement,
    AddOperatorLink,
    AddOrder,
    AddRestriction,
    Announcement,
    ChangedLimit,
    DropAnnouncement,
    DropFigures,
    DropOperatorLink,
    DropOperatorSession,
    DropOrder,
    DropRestriction,
    Figures,
    HandleReport,
    KeepFigures,
    LogOperator,
    OperatorLine,
    OperatorLink,
    OperatorSession,
    Order,
    OrderKind,
    PersonLine,
    ResetLimit,
    Restriction,
    RestrictionKind,
    SetLimit,
    TakeOperatorLink,
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
    OfferPairingCode,
    Person,
    RenamePerson,
    RenewSecret,
    SeeDevice,
    SeePerson,
    UsePairingCode,
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
    | OfferPairingCode
    | UsePairingCode
    | DropDevice
    | AddSubscription
    | DropSubscription
    | AddNotification
    | NotifyMaker
    | MarkNotified
    | DelayNotification
    | DropNotification
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
    | AddOperatorLink
    | TakeOperatorLink
    | DropOperatorSession
    | DropOperatorLink
    | LogOperator
    | AddRestriction
    | DropRestriction
    | AddAnnouncement
    | DropAnnouncement
    | SetLimit
    | ResetLimit
    | HandleReport
    | AddOrder
    | DropOrder
    | KeepFigures
    | DropFigures
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
    "AddAnnouncement",
    "AddChallenge",
    "AddEntry",
    "AddEvening",
    "AddEveningEntry",
    "AddGroup",
    "AddGroupMatch",
    "AddGroupPost",
    "AddLink",
    "AddNotification",
    "AddOperatorLink",
    "AddOrder",
    "AddPasskey",
    "AddPerson",
    "AddReport",
    "AddRestriction",
    "AddSubscription",
    "AddTable",
    "Alive",
    "Announcement",
    "AnswerGroup",
    "AnswerPuzzle",
    "AskBotTry",
    "AskComparison",
    "AskForced",
    "AskReview",
    "BeginTry",
    "Call",
    "ChangedLimit",
    "ClaimSeeker",
    "CloseEvening",
    "CloseTable",
    "Companion",
    "Conflict",
    "DelayGroupPost",
    "DelayNotification",
    "Device",
    "DeviceKind",
    "DropAnnouncement",
    "DropDevice",
    "DropEmptyGroup",
    "DropFigures",
    "DropGroup",
    "DropIdle",
    "DropLink",
    "DropNotification",
    "DropOperatorLink",
    "DropOperatorSession",
    "DropOrder",
    "DropPasskey",
    "DropPlan",
    "DropPlans",
    "DropRestriction",
    "DropSeeker",
    "DropSubscription",
    "DropTable",
    "EndTry",
    "EveningStanding",
    "Expire",
    "Figures",
    "ForgetPerson",
    "ForgetTraces",
    "HandOverGroup",
    "HandleReport",
    "How",
    "JoinEvening",
    "JoinGroup",
    "JoinRatings",
    "KeepBotTry",
    "KeepComparison",
    "KeepDecision",
    "KeepFigures",
    "KeepMatch",
    "KeepPushKey",
    "KeepResult",
    "KeepReview",
    "KeepSeeker",
    "KeptAnswer",
    "KeptChallenge",
    "KeptComparison",
    "KeptEntry",
    "KeptGroup",
    "KeptGroupPost",
    "KeptGroupSeat",
    "KeptMatch",
    "KeptMember",
    "KeptNotification",
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
    "LogOperator",
    "MarkNotified",
    "MoveTry",
    "NamingEntry",
    "NoOffer",
    "NotificationKind",
    "NotifyMaker",
    "OfferChallenge",
    "OfferPairingCode",
    "Operation",
    "OperatorLine",
    "OperatorLink",
    "OperatorSession",
    "Order",
    "OrderKind",
    "OwnMatch",
    "Passkey",
    "Person",
    "PersonLine",
    "PlanCard",
    "PlayForced",
    "PostOutcome",
    "RateMatch",
    "RatedSeat",
    "RenameGroup",
    "RenamePerson",
    "RenewInvite",
    "RenewSecret",
    "ResetLimit",
    "Restriction",
    "RestrictionKind",
    "ReviseRatings",
    "SayGroupPost",
    "SealMatch",
    "SeatEvening",
    "SeeDevice",
    "SeePerson",
    "SetGroupHook",
    "SetGroupSchedule",
    "SetLimit",
    "ShareMatch",
    "Subscription",
    "SubscriptionKind",
    "TakeChallenge",
    "TakeOperatorLink",
    "TooNew",
    "UnsealRound",
    "UsePairingCode",
    "UsePasskey",
    "Written",
]
