"""The record of a match, `foretold-record/1`: its value and its JSON form. No rules: `foretold.replay` checks those."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from foretold.errors import BadRecord

FORMAT = "foretold-record/1"
LINE_LIMIT = 16 * 1024 * 1024  # bytes of one line
RULES = 1  # the version of the rules that this software plays
_DEPTH_LIMIT = 64
_KINDS = ("deal", "action", "round", "match")
_KEYS = ("format", "game", "players", "options", "names", "events")

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """Deals, actions and claimed results of one match, in order; whole, or cut anywhere.

    `events` are JSON objects, not to be changed; `extra` holds the keys that the format does not define.
    `options` and `names` are None where the record does not have them.
    """

    game: str
    players: int
    events: tuple[Event, ...]
    options: Mapping[str, Any] | None = None
    names: tuple[str, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, source: Mapping[str, Any]) -> Record:
        """The record in a JSON object; its form is checked, its rules are not."""
        fields = plain(source, "record")
        if not isinstance(fields, dict):
            raise wrong_type("record", "object", fields)
        for key in ("format", "game", "players", "events"):
            if key not in fields:
                raise BadRecord("missing-key", {"key": key})
        if fields["format"] != FORMAT:
            raise BadRecord("unknown-format", {"found": _shown(fields["format"]), "format": FORMAT})
        _check_type(fields, "game", str, "text")
        _check_type(fields, "players", int, "integer")
        _check_type(fields, "options", dict, "object")
        _check_type(fields, "names", list, "texts")
        _check_type(fields, "events", list, "list")
        players = fields["players"]
        names = fields.get("names")
        if names is not None and (len(names) != players or any(type(name) is not str for name in names)):
            raise BadRecord("wrong-names", {"players": players})
        _check_reserved(fields, players)
        for number, event in enumerate(fields["events"]):
            _check_event(number, event)
        return cls(
            game=fields["game"],
            players=players,
            events=tuple(fields["events"]),
            options=fields.get("options"),
            names=None if names is None else tuple(names),
            extra={key: value for key, value in fields.items() if key not in _KEYS},
        )

    @classmethod
    def from_line(cls, line: bytes | str) -> Record:
        """The record in one line of a JSON Lines file."""
        if len(line) > LINE_LIMIT:
            raise BadRecord("line-too-long", {"limit": LINE_LIMIT // 2**20})
        try:
            text = line if isinstance(line, str) else line.decode("utf-8")
            source = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite)
            if "\\u" in text:  # half of a surrogate pair can be written in JSON but is no text
                json.dumps(source, ensure_ascii=False).encode("utf-8")
        except UnicodeError:
            raise BadRecord("not-utf8") from None
        except RecursionError:
            raise BadRecord("too-deep", {"limit": _DEPTH_LIMIT}) from None
        except json.JSONDecodeError as error:
            raise BadRecord("not-json", {"column": error.colno}) from None
        except ValueError as error:  # a number of thousands of digits
            raise (error if isinstance(error, BadRecord) else BadRecord("bad-number")) from None
        return cls.from_dict(source)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of the record, extra keys included."""
        head: dict[str, Any] = {"format": FORMAT, "game": self.game, "players": self.players}
        if self.options is not None:
            head["options"] = dict(self.options)
        if self.names is not None:
            head["names"] = list(self.names)
        copied: dict[str, Any] = plain({**head, **self.extra, "events": self.events}, "record")
        return copied

    def to_line(self) -> str:
        """One line of a JSON Lines file, without its line end."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise BadRecord("duplicate-key", {"key": _shown(next(key for key in keys if keys.count(key) > 1))})
    return found


def _no_constant(name: str) -> Any:
    raise BadRecord("bad-number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadRecord("bad-number")
    return number


def plain(value: Any, name: str, depth: int = 0) -> Any:
    """A deep copy made of JSON's own types; anything else is refused."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if depth >= _DEPTH_LIMIT:
        raise BadRecord("too-deep", {"limit": _DEPTH_LIMIT})
    if kind is dict or isinstance(value, Mapping):
        if any(not isinstance(key, str) for key in value):
            raise wrong_type(name, "object", value)
        return {key: plain(each, key, depth + 1) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each, name, depth + 1) for each in value]
    if isinstance(value, str):
        return str.__str__(value)
    if kind is float and math.isfinite(value):
        return value
    raise wrong_type(name, "json", value)


def _shown(value: Any) -> str:
    """A value as it may stand in an error: never longer than a glance."""
    text = value if isinstance(value, str) else json.dumps(value, default=repr)
    return text if len(text) <= 40 else text[:39] + "…"


def wrong_type(key: str, expected: str, found: Any) -> BadRecord:
    return BadRecord("wrong-type", {"key": _shown(key), "expected": expected, "found": _shown(found)})


def _check_type(fields: Mapping[str, Any], key: str, kind: type, expected: str) -> None:
    if key in fields and type(fields[key]) is not kind:
        raise wrong_type(key, expected, fields[key])


def _check_reserved(fields: Mapping[str, Any], players: int) -> None:
    _check_type(fields, "rules", int, "integer")
    if fields.get("rules", RULES) != RULES:
        raise BadRecord("unknown-rules", {"found": fields["rules"], "known": RULES})
    _check_type(fields, "id", str, "text")
    _check_type(fields, "fair", dict, "object")
    _check_type(fields, "seats", list, "seats")
    seats = fields.get("seats")
    if seats is not None and (len(seats) != players or any(type(seat) is not dict for seat in seats)):
        raise wrong_type("seats", "seats", seats)


def _check_event(number: int, event: Any) -> None:
    """An event has exactly one of deal, action (with seat), round, match."""
    try:
        if type(event) is not dict:
            raise wrong_type("event", "object", event)
        kinds = [kind for kind in _KINDS if kind in event]
        if len(kinds) != 1 or ("seat" in event) != ("action" in event):
            raise BadRecord("no-such-event")
        kind = kinds[0]
        if kind == "action":
            _check_type(event, "action", str, "text")
            _check_type(event, "seat", int, "integer")
            _check_type(event, "by", str, "text")
            _check_type(event, "at", int, "integer")
        else:
            _check_type(event, kind, dict, "object")
    except BadRecord as error:
        raise error.at(event=number) from None


def checked_numbers(holder: Mapping[str, Any], key: str) -> list[int]:
    """The list of whole numbers under `key`; anything else is refused (`1.0` and `true` are no whole numbers)."""
    if key not in holder:
        raise BadRecord("missing-key", {"key": key})
    numbers = holder[key]
    if type(numbers) is not list or any(type(number) is not int for number in numbers):
        raise wrong_type(key, "integers", numbers)
    return numbers


def checked_texts(holder: Mapping[str, Any], key: str) -> list[str]:
    """The list of texts under `key`; anything else is refused."""
    if key not in holder:
        raise BadRecord("missing-key", {"key": key})
    texts = holder[key]
    if type(texts) is not list or any(type(text) is not str for text in texts):
        raise wrong_type(key, "texts", texts)
    return texts
