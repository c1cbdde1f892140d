"""Whether what is sent is what the types of the wire declare: to the last key, in both directions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec

from foretold.server.protocol.views import Shape

PLAIN: dict[Any, tuple[type, ...]] = {
    bool: (bool,),
    int: (int,),
    float: (int, float),
    str: (str,),
    NoneType: (NoneType,),
}


class Misfit(AssertionError):
    """A value is not of the type that is declared for its place."""


class Field(NamedTuple):
    """A field of an object: its type, and whether it may be left out."""

    kind: Any
    free: bool


@cache
def fields_of(kind: Any) -> dict[str, Field]:
    """The fields of an object that the server sends."""
    if is_typeddict(kind):
        total = bool(kind.__total__)
        hints = get_type_hints(kind, include_extras=True)
        return {
            name: Field(get_args(hint)[0], True) if get_origin(hint) is NotRequired else Field(hint, not total)
            for name, hint in hints.items()
        }
    config, fields = kind.__struct_config__, {}
    if config.tag is not None:
        fields[config.tag_field] = Field(Literal[config.tag], False)
    for field in msgspec.structs.fields(kind):
        ways = alternatives(field.type)
        left_out = config.omit_defaults and not field.required
        if left_out and field.default is None:
            ways = tuple(way for way in ways if way is not NoneType)
        free = left_out or msgspec.UnsetType in ways
        ways = tuple(way for way in ways if way is not msgspec.UnsetType)
        fields[field.encode_name] = Field(Union[ways], free)  # noqa: UP007
    return fields


def alternatives(kind: Any) -> tuple[Any, ...]:
    """The types of a union, one where it is none."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


class Conformity:
    """Checks values, and remembers which fields, alternatives and texts of the declared types it has met."""

    def __init__(self) -> None:
        self.met: set[str] = set()

    def check(self, value: Any, kind: Any, where: str = "message", part: bool = False) -> None:
        """Misfit unless the value is exactly of that type; `part`: fields may be missing."""
        origin, arguments = get_origin(kind), get_args(kind)
        if kind is object:
            return
        if kind in PLAIN:
            if type(value) not in PLAIN[kind]:
                raise Misfit(f"{where} is {value!r}, not {kind.__name__}")
        elif origin is Annotated:
            shape = next((note for note in arguments[1:] if isinstance(note, Shape)), Shape(arguments[0]))
            self.check(value, shape.kind, where, shape.part)
        elif origin is Literal:
            if value not in arguments:
                raise Misfit(f"{where} is {value!r}, none of {arguments}")
            self.met.add(f"{place(where)}={value}")
        elif origin in (Union, UnionType):
            self._any(value, arguments, where, part)
        elif origin in (list, tuple):
            if type(value) is not list:
                raise Misfit(f"{where} is no list")
            for number, item in enumerate(value):
                self.check(item, arguments[0], f"{where}[{number}]")
        elif origin is dict:
            if type(value) is not dict:
                raise Misfit(f"{where} is no object")
            for name, item in value.items():
                self.check(item, arguments[1], f"{where}[{name}]")
        else:
            self._object(value, kind, where, part)

    def _any(self, value: Any, ways: tuple[Any, ...], where: str, part: bool) -> None:
        reasons = []
        for way in ways:
            met = set(self.met)
            try:
                self.check(value, way, where, part)
            except Misfit as misfit:
                self.met = met
                reasons.append(str(misfit))
            else:
                self.met.add(f"{place(where)}:{title(way)}")
                return
        raise Misfit(" and ".join(reasons))

    def _object(self, value: Any, kind: Any, where: str, part: bool) -> None:
        fields = fields_of(kind)
        if type(value) is not dict:
            raise Misfit(f"{where} is no object")
        extra = set(value) - set(fields)
        missing = set() if part else {name for name, field in fields.items() if not field.free} - set(value)
        if extra or missing:
            raise Misfit(f"{where} as {kind.__name__} has {sorted(extra)} too many and lacks {sorted(missing)}")
        for name, item in value.items():
            self.check(item, fields[name].kind, f"{kind.__name__}.{name}")
            self.met.add(f"{kind.__name__}.{name}")


def place(where: str) -> str:
    """The field in which something stands, whatever its position in a list."""
    return where.partition("[")[0]


def title(kind: Any) -> str:
    return "null" if kind is NoneType else getattr(kind, "__name__", str(kind))


def parts(kind: Any, where: str = "message", known: set[Any] | None = None) -> Iterator[str]:
    """All fields, alternatives and texts that the declared type has, as `Conformity.met` names them."""
    known = set() if known is None else known
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        shape = next((note for note in arguments[1:] if isinstance(note, Shape)), Shape(arguments[0]))
        yield from parts(shape.kind, where, known)
    elif origin is Literal:
        yield from (f"{where}={value}" for value in arguments)
    elif origin in (Union, UnionType):
        for way in arguments:
            yield f"{where}:{title(way)}"
            yield from parts(way, where, known)
    elif origin in (list, tuple, dict):
        yield from parts(arguments[0 if origin is not dict else 1], where, known)
    elif kind is not object and kind not in PLAIN and kind not in known:
        known.add(kind)
        for name, field in fields_of(kind).items():
            yield f"{kind.__name__}.{name}"
            yield from parts(field.kind, f"{kind.__name__}.{name}", known)


def conform(value: Any, kind: Any) -> None:
    """Misfit unless the value is exactly of that type."""
    Conformity().check(value, kind)
