"""Verifiable deals, `foretold-fair/1`: commitments, the seed derived from them, verification of a record
(docs/fairness.md)."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foretold.errors import BadOption, BadRecord, Unfair
from foretold.games.first import Opening, claimed
from foretold.games.replay import steps
from foretold.games.state import Deal, State
from foretold.json_types import Json, JsonObject
from foretold.records import Record, wrong_type

SCHEME = "foretold-fair/1"
SECRET_SIZE = 32  # bytes
SHARE_SIZE = 16
REASONS = ("bot", "device", "silent")  # why a seat contributes no bytes
_HASH_SIZE = 32
_HEX = re.compile(r"[0-9a-f]*")


def commitment(secret_or_bytes: bytes) -> str:
    """Returns the commitment that is published first: SHA-256 in hexadecimal."""
    return hashlib.sha256(secret_or_bytes).hexdigest()


def match_seed(secret: bytes, shares: Sequence[bytes | None]) -> bytes:
    """Derives the seed from the server's secret and the seats' bytes in seat order; None for a seat without bytes."""
    given = [share for share in shares if share is not None]
    # Joined without a separator, which is unambiguous only because all shares have the same size.
    if len(secret) != SECRET_SIZE or any(len(share) != SHARE_SIZE for share in given):
        raise BadOption("fair-sizes", {"secret": SECRET_SIZE, "share": SHARE_SIZE})
    return hmac.digest(secret, b"".join(given), "sha256")


def from_hex(text: object, size: int, key: str) -> bytes:
    """Decodes exactly `size` bytes from lower-case hexadecimal; the error for anything else names `key`."""
    if type(text) is not str:
        raise wrong_type(key, "text", text)
    if len(text) != 2 * size or not _HEX.fullmatch(text):
        shown = text if len(text) <= 80 else text[:79] + "…"
        raise BadRecord("fair-hex", {"key": key, "digits": 2 * size, "found": shown})
    return bytes.fromhex(text)


@dataclass(frozen=True, slots=True)
class Share:
    """One seat's contribution: bytes and their commitment, or the reason why there are none."""

    commitment: str | None = None
    given: bytes | None = None
    none: str | None = None

    @classmethod
    def of(cls, given: bytes) -> Share:
        """Builds the share of a seat that contributed these bytes."""
        return cls(commitment(given), given)

    @classmethod
    def from_dict(cls, source: Json, key: str) -> Share:
        """Reads a share from JSON and checks its form, not its commitment; errors name it `key`."""
        fields = _fields(source, key, ("commitment", "bytes", "none"))
        if "none" not in fields:
            _require(fields, key, ("commitment", "bytes"))
        elif "bytes" in fields:
            raise BadRecord("fair-both", {"key": key})
        elif type(fields["none"]) is not str:
            raise wrong_type(f"{key}.none", "text", fields["none"])
        elif fields["none"] not in REASONS:
            values = {"key": f"{key}.none", "found": fields["none"][:40], "known": REASONS}
            raise BadRecord("fair-reason", values)
        elif "commitment" in fields and fields["none"] != "silent":
            raise BadRecord("fair-committed", {"key": key, "found": fields["none"]})
        return cls(
            from_hex(fields["commitment"], _HASH_SIZE, f"{key}.commitment").hex() if "commitment" in fields else None,
            from_hex(fields["bytes"], SHARE_SIZE, f"{key}.bytes") if "bytes" in fields else None,
            fields.get("none"),
        )

    def to_dict(self) -> dict[str, str]:
        """Returns the share as a JSON object."""
        given = None if self.given is None else self.given.hex()
        fields = {"commitment": self.commitment, "bytes": given, "none": self.none}
        return {key: value for key, value in fields.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Fair:
    """The `fair` field of a record: all commitments, and the values that open them."""

    scheme: str
    commitment: str
    secret: bytes
    shares: tuple[Share, ...]  # by seat

    @classmethod
    def of(cls, secret: bytes, shares: Sequence[Share]) -> Fair:
        """Builds the proof for a match with this secret."""
        return cls(SCHEME, commitment(secret), secret, tuple(shares))

    @classmethod
    def from_dict(cls, source: Json, players: int) -> Fair:
        """Reads the proof from JSON for that many players and checks its form, not its commitments."""
        scheme = source.get("scheme", SCHEME) if isinstance(source, Mapping) else SCHEME
        if type(scheme) is not str:
            raise wrong_type("fair.scheme", "text", scheme)
        if scheme != SCHEME:  # before the keys, since another scheme may have others
            raise BadRecord("fair-scheme", {"found": scheme[:40], "known": SCHEME})
        keys = ("scheme", "commitment", "secret", "shares")
        fields = _fields(source, "fair", keys)
        _require(fields, "fair", keys)
        shares = fields["shares"]
        if not isinstance(shares, list | tuple):
            raise wrong_type("fair.shares", "list", shares)
        if len(shares) != players:
            raise BadRecord("wrong-count", {"key": "fair.shares", "found": len(shares), "expected_count": players})
        return cls(
            SCHEME,
            from_hex(fields["commitment"], _HASH_SIZE, "fair.commitment").hex(),
            from_hex(fields["secret"], SECRET_SIZE, "fair.secret"),
            tuple(Share.from_dict(share, f"fair.shares[{seat}]") for seat, share in enumerate(shares)),
        )

    def to_dict(self) -> JsonObject:
        """Returns the `fair` field as a JSON object."""
        return {
            "scheme": self.scheme,
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "shares": [share.to_dict() for share in self.shares],
        }

    @property
    def seed(self) -> bytes:
        """The seed of the match."""
        return match_seed(self.secret, [share.given for share in self.shares])


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a successful verification."""

    fair: Fair
    seed: bytes
    deals: int
    first: Opening | None  # who starts or deals first, if not by lot

    @property
    def shared(self) -> tuple[int, ...]:
        """The seats that contributed bytes, ascending."""
        return tuple(seat for seat, share in enumerate(self.fair.shares) if share.given is not None)


def verify(record: Record | Mapping[str, Json]) -> Verified:
    """Verifies that the deals are those promised and that the match follows the rules; raises the first error."""
    record = record if isinstance(record, Record) else Record.from_dict(record)
    if "fair" not in record.extra:
        raise Unfair("fair-absent")
    fair = Fair.from_dict(record.extra["fair"], record.players)
    if commitment(fair.secret) != fair.commitment:
        raise Unfair("fair-secret")
    for seat, share in enumerate(fair.shares):
        if share.given is not None and commitment(share.given) != share.commitment:
            raise Unfair("fair-share", {"seat": seat})
    first = _opening(record, fair.seed)
    return Verified(fair, fair.seed, _check_deals(record, fair.seed, first), first)


def _opening(record: Record, seed: bytes) -> Opening | None:
    """Checks the record's `first`: a seat that was chosen, or the cards that the seed draws; None: by lot."""
    if "first" not in record.extra:
        return None
    source = record.extra["first"]
    if not isinstance(source, Mapping):
        raise wrong_type("first", "object", source)
    first = claimed(next(steps(record)).game, seed, source)
    if first is None:
        raise Unfair("fair-first")
    return first


def _check_deals(record: Record, seed: bytes, first: Opening | None) -> int:
    """Replays all events and compares each deal with the one the seed gives; returns the number of deals."""
    events = [number for number, event in enumerate(record.events) if "deal" in event]
    promised: Deal | None = None
    deals = 0
    for state in steps(record):
        if state.round == deals:
            continue
        promised = state.game.draw_deal(seed, deals, promised, None if first is None else first.seat)
        actual, expected = _last_deal(state), promised.to_dict(state.game)
        for key in expected:
            if actual[key] != expected[key]:
                values = {"round": deals + 1, "key": key}
                raise Unfair("fair-deal", values, game=state.game.name, event=events[deals])
        deals += 1
    return deals


def _last_deal(state: State) -> JsonObject:
    """Returns the deal of the current round as records write it: hands in deck order, known keys only."""
    deal: JsonObject = next(event["deal"] for event in reversed(state.record().events) if "deal" in event)
    return deal


def _fields(source: Json, key: str, known: Sequence[str]) -> Mapping[str, Json]:
    """Checks that `source` is an object with known keys only, and returns it."""
    if not isinstance(source, Mapping):
        raise wrong_type(key, "object", source)
    for name in source:
        if name not in known:
            raise BadRecord("fair-key", {"key": f"{key}.{str(name)[:40]}", "scheme": SCHEME})
    return source


def _require(fields: Mapping[str, Json], key: str, names: Sequence[str]) -> None:
    for name in names:
        if name not in fields:
            raise BadRecord("missing-key", {"key": f"{key}.{name}"})
