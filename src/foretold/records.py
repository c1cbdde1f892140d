"""The record of a match, `foretold-record/1`: its value and its JSON form. No rules: `foretold.replay` checks those."""

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
LINE_LIMIT = 16 * 1024 * 1024  # bytes of one line
RULES = 1  # the version of the rules that this software plays
_DEPTH_LIMIT = 64
_BIT_LIMIT = 1024  # of a whole number: beyond it JSON readers with floating point see infinity
_KINDS = ("deal", "action", "round", "match")
_KEYS = ("format", "game", "players", "options", "names", "events")

_ENCODER = json.JSONEncoder()

Event = Mapping[str, Json]  # JSON, its form checked
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Record:
    """Deals, actions and claimed results of one match, in order; whole, or cut anywhere.

    `events` are JSON objects, not to be changed; `extra` holds the keys that the format does not define.
    `options` and `names` are None where the record does not have them.
    """

    game: str
    players: int
    events: tuple[Event, ...]
    options: Mapping[str, Json] | None = None
    names: tuple[str, ...] | None = None
    extra: Mapping[str, Json] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, source: Mapping[str, object]) -> Record:
        """The record in a JSON object; its form is checked, its rules are not."""
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
        """The record in one line of a JSON Lines file."""
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
        except ValueError as error:  # a number of thousands of digits
            raise (error if isinstance(error, BadRecord) else BadRecord("bad-number")) from None
        return cls.from_dict(source)

    def to_dict(self) -> JsonObject:
        """The JSON object of the record, extra keys included."""
        head: dict[str, object] = {"format": FORMAT, "game": self.game, "players": self.players}
        if self.options is not None:
            head["options"] = dict(self.options)
        if self.names is not None:
            head["names"] = list(self.names)
        return plain_object({**head, **self.extra, "events": self.events}, "record")

    def to_line(self) -> str:
        """One line of a JSON Lines file, without its line end."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


def _object(pairs: Sequence[tuple[str, Json]]) -> JsonObject:
    found = dict(pairs)
    if len(found) != len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise BadRecord("duplicate-key", {"key": _shown(twice)})
    return found


def _no_constant(name: str) -> NoReturn:
    raise BadRecord("bad-number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadRecord("bad-number")
    return number


def plain_object(source: Mapping[str, object], name: str) -> JsonObject:
    """A deep copy of an object made of JSON's own types; anything else is refused."""
    copied = plain(source, name)
    assert isinstance(copied, dict)
    return copied


def plain(value: Json, name: str, depth: int = 0) -> Json:
    """A deep copy made of JSON's own types; anything else is refused."""
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
        return {_checked_text(key): plain(each, key, depth + 1) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each, name, depth + 1) for each in value]
    if isinstance(value, str):
        return _checked_text(str.__str__(value))
    if isinstance(value, float) and kind is float and math.isfinite(value):
        return value
    raise wrong_type(name, "json", value)


def _plain_events(source: object) -> Json:
    """The events as `plain` gives them; an error names the event."""
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
    """The text itself; half of a surrogate pair can be written in JSON but is no text."""
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeError:
            raise BadRecord("not-utf8") from None
    return text


def _shown(value: object) -> str:
    """A value as it may stand in an error: never longer than a glance, however large or odd it is."""
    text = value if isinstance(value, str) else ""
    if not isinstance(value, str):
        try:
            for part in _ENCODER.iterencode(value):
                text += part
                if len(text) > 40:
                    break
        except (TypeError, ValueError, RecursionError):  # no JSON at all
            text = type(value).__name__
    return text if len(text) <= 40 else text[:39] + "…"


def wrong_type(key: str, expected: str, found: object) -> BadRecord:
    return BadRecord("wrong-type", {"key": _shown(key), "expected": expected, "found": _shown(found)})


def _typed(fields: JsonObject, key: str, kind: type[Kind], expected: str) -> Kind:
    """What stands under the key, of this very type."""
    found = fields[key]
    if type(found) is not kind:
        raise wrong_type(key, expected, found)
    return found


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
    """An event has exactly one of deal, action (with seat), round, match."""
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
    """The list of whole numbers under `key`; anything else is refused (`1.0` and `true` are no whole numbers)."""
    return _checked_list(holder, key, int, "integers")


def checked_texts(holder: Mapping[str, Json], key: str) -> list[str]:
    """The list of texts under `key`; anything else is refused."""
    return _checked_list(holder, key, str, "texts")


def _checked_list(holder: Mapping[str, Json], key: str, kind: type[Kind], expected: str) -> list[Kind]:
    if key not in holder:
        raise BadRecord("missing-key", {"key": key})
    found = holder[key]
    if not isinstance(found, list):
        raise wrong_type(key, expected, found)
    checked = [each for each in found if type(each) is kind]
    if len(checked) != len(found):
        raise wrong_type(key, expected, found)
    return checked
