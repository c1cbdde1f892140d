"""docs/protocol.md is true: its examples are messages, and no message, field, reason or request is missing."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import foretold
from foretold import words
from foretold.server import answers, lobby, rulings, wire
from foretold.server.journal import AnyEntry
from foretold.server.routes import ENDPOINTS
from foretold.server.table import Table
from foretold.server.telling import Facts, Teller

SOURCE = Path(foretold.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text("utf-8")
SERVER: tuple[type[wire.Told], ...] = get_args(wire.ServerMessage)
COMMANDS: tuple[type[wire.Command], ...] = get_args(wire.TableCommand)
PARTS = (wire.Turn, wire.WhyNot, wire.History, wire.Line, wire.Pace, wire.Settings, wire.NewTable)
NOT_AT_TABLES = ("store", "schema", "applying", "operations", "lock", "process", "replay")  # modules
OF_RECORDS = {  # and of seeds: nothing that happens at a table
    *("card-missing", "card-twice", "deal-missing", "deal-out-of-place", "missing-key", "no-such-card", "seed"),
    *("wrong-colours", "wrong-count", "wrong-names", "wrong-rotation", "wrong-trump"),
}
TITLES = [("seven-prophecies", 4), ("seven-prophecies-2017", 3), ("prophecy", 3)]


def tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def examples() -> Iterator[Any]:
    """Every JSON value of the page; a block may hold several."""
    decoder = json.JSONDecoder()
    for block in re.findall(r"```json\n(.*?)```", TEXT, re.S):
        rest = block.strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            yield value
            rest = rest[end:].strip()


def section(heading: str) -> str:
    """What stands under a heading, up to the next one."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", TEXT, re.S | re.M)
    assert found is not None, heading
    return found[1]


def named(text: str) -> set[str]:
    """The words that a text has as code."""
    return set(re.findall(r"`([^`\s]+)`", text))


# Messages --------------------------------------------------------------------------------------------------------


def test_every_example_of_a_client_can_be_read_and_there_is_one_of_each_kind() -> None:
    kinds = {tag(kind) for kind in get_args(wire.ClientMessage)}
    shown = [each for each in examples() if each.get("type") in kinds]
    assert {each["type"] for each in shown} == kinds
    for each in shown:
        assert tag(type(wire.read(json.dumps(each)))) == each["type"]


def test_every_example_of_the_server_is_a_message_and_there_is_one_of_each_kind() -> None:
    kinds = {tag(kind): kind for kind in SERVER}
    shown = [each for each in examples() if each.get("type") in kinds]
    assert {each["type"] for each in shown} == set(kinds)
    decoder = msgspec.json.Decoder(wire.ServerMessage)
    for each in shown:
        message = decoder.decode(json.dumps(each))
        assert json.loads(wire.write(message)) == each  # nothing that such a message does not have


def test_every_other_example_is_an_answer_to_a_request() -> None:
    known = (answers.Failure, answers.Made, answers.Carried, answers.BotToken)
    for each in examples():
        if "type" not in each:
            kind = next(kind for kind in known if set(kind.__struct_fields__) == set(each))
            msgspec.convert(each, kind, strict=True)


def test_examples_of_tables_and_views_have_fields_that_are_there() -> None:
    table, views = real_fields()
    for each in examples():
        if each.get("type") in ("view", "update"):
            assert set(each.get("table", {})) <= table
            assert set(each.get("view", {})) <= views["seven-prophecies"]
        if each.get("type") == "view":
            assert (set(each["table"]), set(each["view"])) == (table, views["seven-prophecies"])


@pytest.mark.parametrize("kind", [*SERVER, wire.Hello], ids=tag)
def test_every_field_of_a_message_is_told(kind: type[msgspec.Struct]) -> None:
    assert set(kind.__struct_fields__) <= named(section(f"`{tag(kind)}`"))


@pytest.mark.parametrize("kind", COMMANDS, ids=tag)
def test_every_field_of_a_command_is_told(kind: type[wire.Command]) -> None:
    row = re.search(rf"^\| `{tag(kind)}` \| (.*?) \|", section("Commands"), re.M)
    assert row is not None
    assert named(row[1]) == set(kind.__struct_fields__) - {"id"}


@pytest.mark.parametrize("kind", PARTS, ids=lambda kind: kind.__name__)
def test_every_field_of_a_part_is_told(kind: type[msgspec.Struct]) -> None:
    assert set(kind.__struct_fields__) <= named(TEXT)


def test_every_phrase_is_told() -> None:
    assert set(wire.PHRASES) <= named(section("Chat"))


# Tables and views ------------------------------------------------------------------------------------------------


@cache
def real_fields() -> tuple[set[str], dict[str, set[str]]]:
    """The fields of a table, and by game those of a view, as a seat gets them."""
    sights = {game: sight(game, players) for game, players in TITLES}
    assert all(each.view is not None for each in sights.values())
    table = set(sights["prophecy"].table)
    return table, {game: set(each.view or ()) for game, each in sights.items()}


def sight(game: str, players: int) -> wire.Sight:
    """What seat 0 knows when a match has just begun."""
    wish = wire.NewTable(seats=["external"] * players, settings=wire.Settings(game=game, players=players))
    table = Table("table")
    entries: list[AnyEntry] = lobby.make(wish, "host", "Ann")
    rulings.settle(table, entries, 1, bytes)
    for seat in range(players):
        rulings.settle(table, rulings.admit(table, "host", seat, "", f"external:{seat}"), 1, bytes)
    return Teller(table, 0).sight(Facts(table))


def test_every_field_of_a_table_is_told() -> None:
    table, _ = real_fields()
    told = named(section("The table"))
    assert table <= told
    facts = sight("prophecy", 3).table
    assert set(facts["seats"][0]) <= told
    assert set(facts["fair"]) <= told


@pytest.mark.parametrize("game", [game for game, _ in TITLES])
def test_every_field_of_a_view_is_told(game: str) -> None:
    text = section("The view")
    common, seven, prophecy = re.split(r"^In .*:\n", text, flags=re.M)[1:]
    assert real_fields()[1][game] == first_column(common) | first_column(prophecy if game == "prophecy" else seven)


def first_column(table: str) -> set[str]:
    return {name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in named(row)}


# Reasons ---------------------------------------------------------------------------------------------------------


def test_every_reason_has_its_sentence() -> None:
    told = dict(re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", section("Reasons"), re.M))
    sentences = {key.removeprefix("no."): text for key, text in words.phrases("en").items() if key.startswith("no.")}
    assert told == {reason: sentences.get(reason) for reason in told}
    assert sorted(reasons_in_code(set(sentences)) - set(told)) == []


def reasons_in_code(known: set[str]) -> set[str]:
    """The reasons that tables and rules can give: each text, or pattern of a text, that is one."""
    found: set[str] = set()
    for path in [path for part in ("server", "games", "cards") for path in (SOURCE / part).rglob("*.py")]:
        if path.stem in NOT_AT_TABLES:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value} & known
            elif isinstance(node, ast.JoinedStr):
                found |= {reason for reason in known if re.fullmatch(pattern(node), reason)}
    return found - OF_RECORDS


def pattern(node: ast.JoinedStr) -> str:
    """Matches what the text may become; nothing where it can't be a reason."""
    parts = [each.value if isinstance(each, ast.Constant) else None for each in node.values]
    if not any(part and re.fullmatch(r"-?[a-z]+[a-z-]*", str(part)) for part in parts):
        return r"(?!)"
    return "".join("[a-z]+" if part is None else re.escape(str(part)) for part in parts)


# Requests --------------------------------------------------------------------------------------------------------


def test_every_request_is_told() -> None:
    told = set(re.findall(r"^\| `([A-Z]+ /[^`]*)` \|", section("HTTP"), re.M))
    assert told == {f"{endpoint.method} {endpoint.path}" for endpoint in ENDPOINTS}


def test_limits_are_those_of_the_code() -> None:
    from foretold.server import connections, hub, names, socket, table

    text = TEXT.replace(",", "")
    assert f"{wire.MESSAGE_LIMIT} bytes" in text
    assert f"every {wire.HEARTBEAT:.0f} seconds" in text
    assert f"{connections.OUTBOX} then `bye` with `too-slow`" in text
    assert f"{socket.BAD_MESSAGES} then `bye` with `too-many-errors`" in text
    assert f"within {socket.HELLO_WITHIN:.0f} seconds" in text
    assert f"without a line for {hub.HICCUP:.0f} seconds" in text
    assert f"waits {table.SHARING // 1000} seconds at most" in text
    assert f"{names.NAME_LENGTH} and {names.TEXT_LENGTH} characters are kept" in text
    assert f"the last {table.TALK} lines" in text
