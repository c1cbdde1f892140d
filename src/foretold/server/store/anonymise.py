"""Removes people from records and journal entries: JSON in, JSON out."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

PERSON = b'"person"'  # occurs in every entry that names a person


def people_in(body: bytes) -> set[str]:
    """The people that an entry names."""
    return {str(item["person"]) for item in _objects(json.loads(body)) if _names_person(item)}


def facts_about(body: bytes, person: str) -> Iterator[dict[str, object]]:
    """What an entry says about a person: scalar values only, so nothing about others or cards."""
    content = json.loads(body)
    for item in _objects(content):
        if item.get("person") == person:
            plain = {
                key: value for key, value in item.items() if key != "secret" and not isinstance(value, dict | list)
            }
            yield {"entry": content.get("entry", ""), **plain}


def without_names(record: bytes, seats: Collection[int]) -> bytes:
    """A record with the names at these seats blanked."""
    content = json.loads(record)
    names = content.get("names")
    if names is not None:
        content["names"] = ["" if seat in seats else name for seat, name in enumerate(names)]
    return _to_bytes(content)


def without_people(body: bytes, people: Collection[str]) -> bytes | None:
    """The entry with the ids and names of these people blanked; None if it names none of them."""
    content = json.loads(body)
    named = [item for item in _objects(content) if _names_person(item) and item["person"] in people]
    for item in named:
        item["person"] = ""
        if "name" in item:
            item["name"] = ""
    return _to_bytes(content) if named else None


def _names_person(value: Mapping[str, object]) -> bool:
    return isinstance(value.get("person"), str)


def _objects(value: object) -> Iterator[dict[str, object]]:
    """Every JSON object within a value, itself included."""
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(child)


def _to_bytes(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
