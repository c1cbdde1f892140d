"""Request and answer types of profiles, devices and exports."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.features.challenges.attempts import TriedRound
from foretold.server.features.seekers.types import ExportedSearch
from foretold.server.protocol.messages import Name, Values
from foretold.server.rest.types import Share

DeviceKind = Literal["", "phone", "computer"]
ListenerKind = Literal["push", "hook"]
NotificationKind = Literal["turn", "friend", "opened", "call"]
ListenerUrl = Annotated[str, msgspec.Meta(max_length=1000)]
KeyText = Annotated[str, msgspec.Meta(max_length=100)]
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Tally(msgspec.Struct, frozen=True):
    """Rounds by outcome: `at` is the trick by which all seven came true, 0 if never; or the bid.

    `met`: in how many of them it came true.
    """

    at: int
    rounds: int
    met: int


class OwnGame(msgspec.Struct, frozen=True):
    """How I did in one game; `won` and `even` are sums of shares, mine and those of an even seat."""

    game: str
    matches: int
    won: float
    even: float
    points: int
    rounds: int
    met: int
    told: tuple[Tally, ...]


class OwnReview(msgspec.Struct, frozen=True):
    """My accuracy in a reviewed match."""

    match: str
    ended: int
    accuracy: Share


class OwnDevice(msgspec.Struct, frozen=True):
    """A device of mine; `kind` is empty for the first one."""

    id: str
    kind: DeviceKind
    created: int
    seen: int
    this: bool


class Profile(msgspec.Struct, frozen=True):
    """Statistics of my finished matches, my reviews (oldest first), and my devices."""

    name: str
    since: int
    matches: int
    games: tuple[OwnGame, ...]
    reviews: tuple[OwnReview, ...]
    devices: tuple[OwnDevice, ...]


class NewCarry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The SHA-256, in hexadecimal, of a pairing code, which itself stays on the device."""

    hash: Hash


class Carry(msgspec.Struct, frozen=True):
    """When the pairing code expires; it works once."""

    expires: int


class CarryWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pairing code from another device of mine, and this device's kind."""

    words: Name
    kind: DeviceKind = "computer"


class OwnPasskey(msgspec.Struct, frozen=True):
    """A passkey of mine; `used`: when I last came back with it."""

    id: str
    created: int
    used: int | None


class Passkeys(msgspec.Struct, frozen=True):
    """My passkeys; `offered`: whether browsers make one at this address, which takes https."""

    offered: bool
    passkeys: tuple[OwnPasskey, ...]


class PasskeyOffer(msgspec.Struct, frozen=True):
    """What a browser needs to make a passkey; bytes are in base64url."""

    challenge: str
    site: str  # the host it is made for
    user: str
    name: str
    known: tuple[str, ...]  # passkeys of mine: a device that has one makes no other


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The passkey that my browser has made: the challenge, and the credential as WebAuthn writes it in JSON."""

    challenge: KeyText
    credential: Values


class PasskeyQuestion(msgspec.Struct, frozen=True):
    """What a browser needs to sign with a passkey; the challenge is in base64url."""

    challenge: str
    site: str


class UsedPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey has signed, as WebAuthn writes it in JSON, and this device's kind."""

    challenge: KeyText
    credential: Values
    kind: DeviceKind = "computer"


class NewListener(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A notification subscription: what for, and a browser with its keys or the webhook of a chat server."""

    kind: ListenerKind
    url: ListenerUrl
    wants: tuple[NotificationKind, ...]
    p256dh: KeyText = ""
    auth: KeyText = ""


class OwnListener(msgspec.Struct, frozen=True):
    """A notification subscription of mine; only the host of its address is shown."""

    id: str
    kind: ListenerKind
    host: str
    wants: tuple[NotificationKind, ...]
    language: str
    created: int


class Listeners(msgspec.Struct, frozen=True):
    """My notification subscriptions; the server's key for browsers ('' if unsupported), and webhook hosts."""

    push: str
    hooks: tuple[str, ...]
    listeners: tuple[OwnListener, ...]


class ExportedListener(msgspec.Struct, frozen=True):
    """A notification subscription of mine, as stored."""

    id: str
    kind: ListenerKind
    language: str
    created: int
    address: dict[str, object]


class ExportedMatch(msgspec.Struct, frozen=True):
    """A finished match of mine: my seats, how it ended, its record."""

    id: str
    ended: int
    how: str
    public: bool
    shared: bool
    seats: tuple[int, ...]
    record: dict[str, object]


class ExportedEntry(msgspec.Struct, frozen=True):
    """What the journal of a table says about me, by table and time."""

    table: str
    at: int
    says: dict[str, object]


class ExportedLink(msgspec.Struct, frozen=True):
    """A link to a seat that I have made."""

    table: str
    seat: int
    expires: int | None


class ExportedTry(msgspec.Struct, frozen=True):
    """My first attempt at a challenge, a daily one or a friend's; `ended` is null while it runs."""

    challenge: str
    begun: int
    ended: int | None
    counted: bool
    points: int | None
    won: bool
    rounds: tuple[TriedRound, ...]


class ExportedChallenge(msgspec.Struct, frozen=True):
    """A challenge that I have made."""

    id: str
    made: int
    ends: int | None


class ExportedRated(msgspec.Struct, frozen=True):
    """A rated match of mine: how many finished ahead of me, and my rating before and after it."""

    match: str
    seat: int
    at: int
    place: int
    mu: int
    sigma: int
    new_mu: int
    new_sigma: int


class ExportedRating(msgspec.Struct, frozen=True):
    """My rating in a game, in millionths as stored, and the matches behind it."""

    game: str
    since: int
    mu: int
    sigma: int
    matches: tuple[ExportedRated, ...]


class ExportedEvening(msgspec.Struct, frozen=True):
    """What the journal of an evening says about me."""

    evening: str
    at: int
    says: dict[str, object]


class ExportedReport(msgspec.Struct, frozen=True):
    """A chat line of mine that somebody reported, or one that I reported."""

    table: str
    at: int
    mine: bool  # whether I said it
    phrase: str
    text: str


class ExportedPlan(msgspec.Struct, frozen=True):
    """A card that I chose in advance at a table by days, for this decision of my seat."""

    table: str
    seat: int
    decision: int
    action: str
    at: int


class ExportedForced(msgspec.Struct, frozen=True):
    """A table by days where my forced cards are played by themselves, and since when."""

    table: str
    at: int


class ExportedAnswer(msgspec.Struct, frozen=True):
    """My answer to an evening of a group."""

    start: int
    coming: bool


class ExportedGroup(msgspec.Struct, frozen=True):
    """A group of mine: when I joined, and my answers to its evenings."""

    id: str
    title: str
    joined: int
    owner: bool
    answers: tuple[ExportedAnswer, ...]


class ExportedRestriction(msgspec.Struct, frozen=True):
    """A mute or a block of mine: since when, until when (null: until it is lifted), and the operator's reason."""

    kind: Literal["mute", "block"]
    at: int
    until: int | None
    reason: str


class ExportedOperation(msgspec.Struct, frozen=True):
    """What an operator did about me, and why."""

    at: int
    action: str
    reason: str


class ExportedPuzzle(msgspec.Struct, frozen=True):
    """My first answer to a puzzle, and my rating after it, in thousandths as stored."""

    puzzle: str
    game: str
    at: int
    solved: bool
    rating: int
    deviation: int


class Export(msgspec.Struct, frozen=True):
    """Everything stored about me."""

    id: str
    name: str
    created: int
    seen: int
    devices: tuple[OwnDevice, ...]
    carry: int | None  # when my pairing code expires
    matches: tuple[ExportedMatch, ...]
    tables: tuple[ExportedEntry, ...]
    links: tuple[ExportedLink, ...]
    listeners: tuple[ExportedListener, ...]
    tries: tuple[ExportedTry, ...]
    challenges: tuple[ExportedChallenge, ...]
    ratings: tuple[ExportedRating, ...]
    evenings: tuple[ExportedEvening, ...]
    reports: tuple[ExportedReport, ...]
    plans: tuple[ExportedPlan, ...]
    forced: tuple[ExportedForced, ...]
    passkeys: tuple[OwnPasskey, ...]
    groups: tuple[ExportedGroup, ...]
    search: ExportedSearch | None
    puzzles: tuple[ExportedPuzzle, ...]
    restrictions: tuple[ExportedRestriction, ...]
    operations: tuple[ExportedOperation, ...]
