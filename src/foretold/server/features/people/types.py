"""Request and answer types of profiles, devices and exports."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.features.challenges.attempts import TriedRound
from foretold.server.protocol.messages import Name
from foretold.server.rest.types import Share

DeviceKind = Literal["", "phone", "computer"]
ListenerKind = Literal["push", "hook"]
CallKind = Literal["turn", "friend"]
ListenerUrl = Annotated[str, msgspec.Meta(max_length=1000)]
KeyText = Annotated[str, msgspec.Meta(max_length=100)]
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Tally(msgspec.Struct, frozen=True):
    """Rounds in which something was foretold: `at` is the trick by which all seven came true, 0 if never; or the bid.

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
    """How accurate I was in a match that was reviewed."""

    match: str
    ended: int
    accuracy: Share


class OwnDevice(msgspec.Struct, frozen=True):
    """A device on which I am known; `kind` is empty of the first one."""

    id: str
    kind: DeviceKind
    created: int
    seen: int
    this: bool


class Profile(msgspec.Struct, frozen=True):
    """What follows from my own finished matches, the oldest review first, and where I am known."""

    name: str
    since: int
    matches: int
    games: tuple[OwnGame, ...]
    reviews: tuple[OwnReview, ...]
    devices: tuple[OwnDevice, ...]


class NewCarry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The SHA-256 of the words with which another device becomes mine, in hexadecimal: the words stay here."""

    hash: Hash


class Carry(msgspec.Struct, frozen=True):
    """Until when the words can be used, once."""

    expires: int


class CarryWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of another device of mine, and what this one is."""

    words: Name
    kind: DeviceKind = "computer"


class NewListener(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to call me, and what for: a browser with its keys, or the webhook of a chat server."""

    kind: ListenerKind
    url: ListenerUrl
    wants: tuple[CallKind, ...]
    p256dh: KeyText = ""
    auth: KeyText = ""


class OwnListener(msgspec.Struct, frozen=True):
    """A place where I am called; of its address its host alone is told."""

    id: str
    kind: ListenerKind
    host: str
    wants: tuple[CallKind, ...]
    language: str
    created: int


class Listeners(msgspec.Struct, frozen=True):
    """Where I am called; the server's public key for browsers, '' if it calls none, and the hosts of webhooks."""

    push: str
    hooks: tuple[str, ...]
    listeners: tuple[OwnListener, ...]


class ExportedListener(msgspec.Struct, frozen=True):
    """A place where I am called, as it is stored."""

    id: str
    kind: ListenerKind
    language: str
    created: int
    address: dict[str, object]


class ExportedMatch(msgspec.Struct, frozen=True):
    """An ended match of mine: which seats I had, how it ended, its record."""

    id: str
    ended: int
    how: str
    public: bool
    shared: bool
    seats: tuple[int, ...]
    record: dict[str, object]


class ExportedEntry(msgspec.Struct, frozen=True):
    """What the journal of a table says of me, by table and time."""

    table: str
    at: int
    says: dict[str, object]


class ExportedLink(msgspec.Struct, frozen=True):
    """A link to a seat that I have made."""

    table: str
    seat: int
    expires: int | None


class ExportedTry(msgspec.Struct, frozen=True):
    """My first try at a challenge, a daily one or a friend's; `ended` is null while it runs."""

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
    """A match by which I was rated: how many came in before me, and my rating before and after it."""

    match: str
    seat: int
    at: int
    place: int
    mu: int
    sigma: int
    new_mu: int
    new_sigma: int


class ExportedRating(msgspec.Struct, frozen=True):
    """My rating in a game, in millionths as it is stored, and the matches that it comes from."""

    game: str
    since: int
    mu: int
    sigma: int
    matches: tuple[ExportedRated, ...]


class ExportedEvening(msgspec.Struct, frozen=True):
    """What the journal of an evening says of me."""

    evening: str
    at: int
    says: dict[str, object]


class ExportedReport(msgspec.Struct, frozen=True):
    """A line of the chat that I said and somebody reported, or that I reported."""

    table: str
    at: int
    mine: bool  # whether I said it
    phrase: str
    text: str


class Export(msgspec.Struct, frozen=True):
    """All that is stored about me."""

    id: str
    name: str
    created: int
    seen: int
    devices: tuple[OwnDevice, ...]
    carry: int | None  # until when words of mine can be used
    matches: tuple[ExportedMatch, ...]
    tables: tuple[ExportedEntry, ...]
    links: tuple[ExportedLink, ...]
    listeners: tuple[ExportedListener, ...]
    tries: tuple[ExportedTry, ...]
    challenges: tuple[ExportedChallenge, ...]
    ratings: tuple[ExportedRating, ...]
    evenings: tuple[ExportedEvening, ...]
    reports: tuple[ExportedReport, ...]
