"""Removes people from records and journal entries: JSON in, JSON out."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

PERSON = b'"person"'  # stands in every entry that names one


def people_in(body: bytes) -> set[str]:
    """The people that an entry names."""
    return {str(each["person"]) for each in _objects(json.loads(body)) if _names_person(each)}


def facts_about(body: bytes, person: str) -> Iterator[dict[str, object]]:
    """What an entry says of a person: plain values only, so that nothing of others is in it, and nothing of cards."""
    content = json.loads(body)
    for each in _objects(content):
        if each.get("person") == person:
            plain = {
                key: value for key, value in each.items() if key != "secret" and not isinstance(value, dict | list)
            }
            yield {"entry": content.get("entry", ""), **plain}


def without_names(record: bytes, seats: Collection[int]) -> bytes:
    """The line of a record with empty names at these seats."""
    content = json.loads(record)
    names = content.get("names")
    if names is not None:
        content["names"] = ["" if seat in seats else name for seat, name in enumerate(names)]
    return _to_bytes(content)


def without_people(body: bytes, people: Collection[str]) -> bytes | None:
    """The entry with empty ids and names in every object about these people; None if there is none."""
    content = json.loads(body)
    theirs = [each for each in _objects(content) if _names_person(each) and each["person"] in people]
    for each in theirs:
        each["person"] = ""
        if "name" in each:
            each["name"] = ""
    return _to_bytes(content) if theirs else None


def _names_person(value: Mapping[str, object]) -> bool:
    return isinstance(value.get("person"), str)


def _objects(value: object) -> Iterator[dict[str, object]]:
    """Every JSON object within a value, itself included."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(each)


def _to_bytes(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
