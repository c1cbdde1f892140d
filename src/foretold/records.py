"""Match records, `foretold-record/1`: the value and its JSON form. The rules are checked by `foretold.replay`."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from foretold.errors import BadRecord
from foretold.json_types import Json, JsonObject

FORMAT = "foretold-record/1"
LINE_LIMIT = 16 * 1024 * 1024  # bytes per line
RULES = 1  # version of the rules that this software plays
_DEPTH_LIMIT = 64
_BIT_LIMIT = 1024  # of an integer: floating-point JSON readers see infinity beyond it
_KINDS = ("deal", "action", "round", "match")
_KEYS = ("format", "game", "players", "options", "names", "events")

_ENCODER = json.JSONEncoder()

Event = Mapping[str, Json]  # JSON, its form checked
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Record:
    """Deals, actions and claimed results of one match, in order; complete, or cut off anywhere.

    `events` are JSON objects that must not be changed; `extra` holds the keys that the format does not define.
    `options` and `names` are None if the record does not have them.
    """

    game: str
    players: int
    events: tuple[Event, ...]
    options: Mapping[str, Json] | None = None
    names: tuple[str, ...] | None = None
    extra: Mapping[str, Json] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, source: Mapping[str, object]) -> Record:
        """Reads a record from a JSON object and checks its form, not its rules."""
        if not isinstance(source, Mapping):
            raise wrong_type("record", "object", source)
        fields = plain_object({key: value for key, value in source.items() if key != "events"}, "record")
        if "events" in source:
            fields["events"] = _plain_events(source["events"])
        for key in ("format", "game", "players", "events"):
            if key not in fields:
                raise BadRecord("missing-key", {"key": key})
        if fields["format"] != FORMAT:
            raise BadRecord("unknown-format", {"found": _shown(fields["format"]), "format": FORMAT})
        game = _typed(fields, "game", str, "text")
        players = _typed(fields, "players", int, "integer")
        options = _typed(fields, "options", dict, "object") if "options" in fields else None
        names = _typed(fields, "names", list, "texts") if "names" in fields else None
        events = _typed(fields, "events", list, "list")
        if names is not None and (len(names) != players or any(type(name) is not str for name in names)):
            raise BadRecord("wrong-names", {"players": players})
        _check_reserved(fields, players)
        for number, event in enumerate(events):
            _check_event(number, event)
        return cls(
            game=game,
            players=players,
            events=tuple(events),
            options=options,
            names=None if names is None else tuple(names),
            extra={key: value for key, value in fields.items() if key not in _KEYS},
        )

    @classmethod
    def from_line(cls, line: bytes | str) -> Record:
        """Reads a record from one line of a JSON Lines file."""
        try:
            data = line.encode("utf-8") if isinstance(line, str) else line
            if len(data) > LINE_LIMIT:
                raise BadRecord("line-too-long", {"limit": LINE_LIMIT // 2**20})
            source = json.loads(
                data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite
            )
        except UnicodeError:
            raise BadRecord("not-utf8") from None
        except RecursionError:
            raise BadRecord("too-deep", {"limit": _DEPTH_LIMIT}) from None
        except json.JSONDecodeError as error:
            raise BadRecord("not-json", {"column": error.colno}) from None
        except ValueError as error:  # a number with thousands of digits
            raise (error if isinstance(error, BadRecord) else BadRecord("bad-number")) from None
        return cls.from_dict(source)

    def to_dict(self) -> JsonObject:
        """Returns the record as a JSON object, extra keys included."""
        head: dict[str, object] = {"format": FORMAT, "game": self.game, "players": self.players}
        if self.options is not None:
            head["options"] = dict(self.options)
        if self.names is not None:
            head["names"] = list(self.names)
        return plain_object({**head, **self.extra, "events": self.events}, "record")

    def to_line(self) -> str:
        """Returns one line of a JSON Lines file, without the line end."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


def _object(pairs: Sequence[tuple[str, Json]]) -> JsonObject:
    result = dict(pairs)
    if len(result) != len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise BadRecord("duplicate-key", {"key": _shown(twice)})
    return result


def _no_constant(name: str) -> NoReturn:
    raise BadRecord("bad-number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadRecord("bad-number")
    return number


def plain_object(source: Mapping[str, object], name: str) -> JsonObject:
    """Returns a deep copy of an object made of JSON types only; refuses anything else."""
    copied = plain(source, name)
    assert isinstance(copied, dict)
    return copied


def plain(value: Json, name: str, depth: int = 0) -> Json:
    """Returns a deep copy made of JSON types only; refuses anything else."""
    kind = type(value)
    if kind is str:
        text: str = value
        return text if text.isascii() else _checked_text(text)
    if kind is int:
        number: int = value
        if number.bit_length() > _BIT_LIMIT:
            raise BadRecord("bad-number")
        return number
    if value is None or isinstance(value, bool):
        return value
    if depth >= _DEPTH_LIMIT:
        raise BadRecord("too-deep", {"limit": _DEPTH_LIMIT})
    if kind is dict or isinstance(value, Mapping):
        if any(not isinstance(key, str) for key in value):
            raise wrong_type(name, "object", value)
        return {_checked_text(key): plain(item, key, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, name, depth + 1) for item in value]
    if isinstance(value, str):
        return _checked_text(str.__str__(value))
    if isinstance(value, float) and kind is float and math.isfinite(value):
        return value
    raise wrong_type(name, "json", value)


def _plain_events(source: object) -> Json:
    """Copies the events with `plain`; an error names the event."""
    if not isinstance(source, list | tuple):
        return plain(source, "events", 1)
    events: list[Json] = []
    for number, event in enumerate(source):
        try:
            events.append(plain(event, "event", 2))
        except BadRecord as error:
            raise error.at(event=number) from None
    return events


def _checked_text(text: str) -> str:
    """Returns the text; refuses lone surrogates, which JSON can express but UTF-8 can't."""
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeError:
            raise BadRecord("not-utf8") from None
    return text


def _shown(value: object) -> str:
    """Formats a value for an error message: at most 40 characters, whatever the value is."""
    text = value if isinstance(value, str) else ""
    if not isinstance(value, str):
        try:
            for part in _ENCODER.iterencode(value):
                text += part
                if len(text) > 40:
                    break
        except (TypeError, ValueError, RecursionError):  # not JSON at all
            text = type(value).__name__
    return text if len(text) <= 40 else text[:39] + "…"


def wrong_type(key: str, expected: str, found: object) -> BadRecord:
    return BadRecord("wrong-type", {"key": _shown(key), "expected": expected, "found": _shown(found)})


def _typed(fields: JsonObject, key: str, kind: type[Kind], expected: str) -> Kind:
    """Returns the value of the key, which must be of exactly this type."""
    value = fields[key]
    if type(value) is not kind:
        raise wrong_type(key, expected, value)
    return value


def _check_type(fields: JsonObject, key: str, kind: type, expected: str) -> None:
    if key in fields and type(fields[key]) is not kind:
        raise wrong_type(key, expected, fields[key])


def _check_reserved(fields: JsonObject, players: int) -> None:
    _check_type(fields, "rules", int, "integer")
    if fields.get("rules", RULES) != RULES:
        raise BadRecord("unknown-rules", {"found": fields["rules"], "known": RULES})
    _check_type(fields, "id", str, "text")
    _check_type(fields, "fair", dict, "object")
    if "seats" in fields:
        seats = _typed(fields, "seats", list, "seats")
        if len(seats) != players or any(type(seat) is not dict for seat in seats):
            raise wrong_type("seats", "seats", seats)


def _check_event(number: int, event: Json) -> None:
    """Checks that an event has exactly one of deal, action (with seat), round, match."""
    try:
        if not isinstance(event, dict):
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


def checked_numbers(holder: Mapping[str, Json], key: str) -> list[int]:
    """Returns the list of integers under `key`; refuses anything else (`1.0` and `true` are not integers)."""
    return _checked_list(holder, key, int, "integers")


def checked_texts(holder: Mapping[str, Json], key: str) -> list[str]:
    """Returns the list of strings under `key`; refuses anything else."""
    return _checked_list(holder, key, str, "texts")


def _checked_list(holder: Mapping[str, Json], key: str, kind: type[Kind], expected: str) -> list[Kind]:
    if key not in holder:
        raise BadRecord("missing-key", {"key": key})
    values = holder[key]
    if not isinstance(values, list):
        raise wrong_type(key, expected, values)
    checked = [value for value in values if type(value) is kind]
    if len(checked) != len(values):
        raise wrong_type(key, expected, values)
    return checked
