"""What a store is asked to write, and what it gives back: values only, the same for every kind of database.

Ids are short ASCII texts that the server makes; times are milliseconds since the epoch; secrets, tokens and share links
come as their SHA-256, never as such.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from foretold.server.store.evening_operations import *
from foretold.server.store.notification_operations import *  # all operations are named here
from foretold.server.store.rating_operations import *

How: TypeAlias = Literal["over", "given-up", "what-if"]  # a what-if stands in no list
LinkKind: TypeAlias = Literal["move", "bot"]
DeviceKind: TypeAlias = Literal["", "phone", "computer"]  # nobody has asked the first one


class AddPerson(NamedTuple):
    """A person is known, and seen at that time."""

    id: str
    secret: bytes
    name: str
    at: int


class RenamePerson(NamedTuple):
    """The person has another name from now on."""

    id: str
    name: str


class SeePerson(NamedTuple):
    """The person was seen at that time."""

    id: str
    at: int


class SeeDevice(NamedTuple):
    """The device with this secret was seen at that time, if it is one of several."""

    secret: bytes
    at: int


class OfferCarry(NamedTuple):
    """Who has what this token is the hash of can be the person on one more device, once; an older offer is void."""

    token: bytes
    person: str
    expires: int


class TakeCarry(NamedTuple):
    """The device with this secret is the person of the offer from now on, which is used up; `NoOffer` if there is none.

    From the second device on all of them stand in a list, the first one too.
    """

    token: bytes
    secret: bytes
    kind: DeviceKind
    at: int


class DropDevice(NamedTuple):
    """The device is the person's no more, unless it is the last one."""

    secret: bytes


class ForgetPerson(NamedTuple):
    """The person, their seats and their links are gone, and their name from records and journals."""

    id: str


class ForgetTraces(NamedTuple):
    """The person's name and id are gone from these records of matches, with their seats, and from these entries.

    A part of what `ForgetPerson` does, so that other writes can go in between.
    """

    person: str
    matches: tuple[str, ...] = ()
    entries: tuple[tuple[str, int], ...] = ()


class RenewSecret(NamedTuple):
    """The person is known by this secret alone: every other device, offer and link to a seat of theirs is void."""

    person: str
    secret: bytes


class AddTable(NamedTuple):
    """A table is open; `block` counts it among those from one block of addresses where several processes do so."""

    id: str
    at: int
    block: str = ""


class AddEntry(NamedTuple):
    """An entry, a JSON object, stands in the journal of its table; refused unless it follows the last one."""

    table: str
    number: int
    at: int
    body: bytes


class CloseTable(NamedTuple):
    """The table is closed; its journal stays until it is dropped."""

    id: str
    at: int


class DropTable(NamedTuple):
    """The table, its journal and its links are gone; records of its matches stay."""

    id: str


class KeepMatch(NamedTuple):
    """The record of an ended match is kept; `people` are the seats of persons, who find it among their own.

    `result` is what it brought each seat, which follows from the record.
    """

    id: str
    table: str
    ended: int
    how: How
    public: bool
    game: str
    record: bytes
    people: tuple[tuple[int, str], ...] = ()
    result: bytes = b""


class KeepResult(NamedTuple):
    """What a kept match brought each seat is noted, a JSON object; nothing if the match is gone."""

    match: str
    body: bytes


class ShareMatch(NamedTuple):
    """The match is found by this share link, or by none."""

    id: str
    share: bytes | None


class AskReview(NamedTuple):
    """The match is to be reviewed, unless it is already, or is to be; `version` is the program's."""

    match: str
    asked: int
    worlds: int
    seed: int
    version: str


class KeepDecision(NamedTuple):
    """One decision of the review that was asked for then is weighed; a JSON object. Nothing if it is, or is void."""

    match: str
    asked: int
    event: int
    body: bytes


class KeepReview(NamedTuple):
    """The review that was asked for then is whole; a JSON object, which has all decisions. Nothing if it is void."""

    match: str
    asked: int
    body: bytes


class AddReport(NamedTuple):
    """A line of the chat of a table was reported; the first report of it stays. `body`: the line with those before."""

    table: str
    number: int
    at: int
    person: str
    reporter: str
    body: bytes


class AddLink(NamedTuple):
    """A link leads to a seat; it goes with its table, and with the person it belongs to."""

    token: bytes
    kind: LinkKind
    table: str
    seat: int
    expires: int | None = None
    person: str | None = None


class DropLink(NamedTuple):
    """The link is gone."""

    token: bytes


class AddChallenge(NamedTuple):
    """A challenge is there, unless one of its id is; `body` is a JSON object, `ends` when its day is over."""

    id: str
    made: int
    ends: int | None
    person: str | None  # who made it
    body: bytes


class AskBotTry(NamedTuple):
    """The bot is to play the challenge, unless it has or is to."""

    challenge: str
    bot: str


class BeginTry(NamedTuple):
    """A person has begun to play a challenge at this table; who had begun before has their first try still."""

    challenge: str
    person: str
    table: str
    at: int


class MoveTry(NamedTuple):
    """The try goes on at another table, unless it has ended: the old one is gone."""

    challenge: str
    person: str
    old: str
    table: str


class EndTry(NamedTuple):
    """The try at this table has ended; without points it was given up. `counted`: it stands among all results."""

    challenge: str
    table: str
    match: str
    ended: int
    counted: bool
    points: int | None
    won: bool
    rounds: bytes  # a JSON list


class KeepBotTry(NamedTuple):
    """What a bot made of a challenge, a JSON object; nothing if that is known."""

    challenge: str
    bot: str
    body: bytes


class SealMatch(NamedTuple):
    """Nobody is shown the record of the match before then."""

    match: str
    until: int


class Alive(NamedTuple):
    """The server was known to run at that time."""

    at: int


class Expire(NamedTuple):
    """Who was not seen for so long is forgotten, unless an open table names them; tables closed so long are dropped."""

    now: int
    people_after: int
    tables_after: int


class DropIdle(NamedTuple):
    """People who were last seen between two times and never did anything are dropped, so many at most."""

    since: int
    before: int
    most: int


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


class Person(NamedTuple):
    """A person as stored."""

    id: str
    name: str
    created: int
    seen: int


class Device(NamedTuple):
    """A device of a person as stored."""

    secret: bytes
    kind: DeviceKind
    created: int
    seen: int


class KeptEntry(NamedTuple):
    """An entry of a journal, and which process wrote it where several do."""

    number: int
    at: int
    body: bytes
    writer: str = ""


class NamingEntry(NamedTuple):
    """An entry of a journal that names somebody, and its table."""

    table: str
    number: int
    at: int
    body: bytes


class KeptMatch(NamedTuple):
    """An ended match, or what-if, as stored; `record` is one line of a file of records."""

    id: str
    table: str
    ended: int
    how: How
    public: bool
    game: str
    share: bytes | None
    record: bytes


class KeptReview(NamedTuple):
    """A review as stored; without a body it is not whole."""

    match: str
    asked: int
    worlds: int
    seed: int
    version: str
    body: bytes | None


class OwnMatch(NamedTuple):
    """A seat of a person in an ended match, and what the match brought its seats, once that is noted."""

    match: str
    game: str
    ended: int
    seat: int
    result: bytes | None


class KeptChallenge(NamedTuple):
    """A challenge as stored."""

    id: str
    made: int
    ends: int | None
    person: str | None
    body: bytes


class KeptTry(NamedTuple):
    """Somebody's first try at a challenge as stored; while it goes on it has not ended."""

    challenge: str
    person: str
    table: str
    begun: int
    match: str | None
    ended: int | None
    counted: bool
    points: int | None
    won: bool
    rounds: bytes | None


class Link(NamedTuple):
    """A link as stored; whether it has expired is for the caller to say."""

    kind: LinkKind
    table: str
    seat: int
    expires: int | None
    person: str | None


class Taken(Exception):
    """Another process has written an entry with this number: nothing of the call is there."""


class NoOffer(Exception):
    """Nobody offers what was to be taken, or no longer."""


class TooNew(ValueError):
    """An entry of a version that this process does not know."""


class Call(NamedTuple):
    """What is to be written, all or none of it, and what it is known by."""

    operations: tuple[Operation, ...]
    token: object


class Written(NamedTuple):
    """What became of one call of `Store.write`: on disk, or refused by an error and not there at all."""

    token: object
    error: Exception | None


class KeptReport(NamedTuple):
    """A reported line of the chat as stored; who is forgotten is None."""

    table: str
    number: int
    at: int
    person: str | None
    reporter: str | None
    body: bytes
