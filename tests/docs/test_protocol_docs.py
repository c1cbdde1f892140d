"""docs/protocol.md is true: its examples are messages, and no message, field, reason or request is missing."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import foretold
from foretold import i18n
from foretold.server.features.puzzles import types as puzzle_types
from foretold.server.protocol import messages, table_parts
from foretold.server.protocol import views as view_types
from foretold.server.rest import types as rest_types
from foretold.server.routes import ENDPOINTS
from tests.server.conforming import conform, fields_of

SOURCE = Path(foretold.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text("utf-8")
SERVER: tuple[type[messages.FromServer], ...] = get_args(messages.ServerMessage)
COMMANDS: tuple[type[messages.Command], ...] = get_args(messages.TableCommand)
PARTS = (
    messages.Turn,
    messages.WhyNot,
    messages.History,
    messages.ChatLine,
    messages.Pace,
    messages.Settings,
    messages.NewTable,
)
NOT_AT_TABLES = (  # packages and modules
    *("server/store/interface", "server/store/operations", "server/store/sqlite", "server/store/postgres"),
    *("server/web/process", "server/maintenance", "games/replay"),
)
OF_RECORDS = {  # and of seeds: nothing that happens at a table
    *("card-missing", "card-twice", "deal-missing", "deal-out-of-place", "missing-key", "no-such-card", "seed"),
    *("wrong-colours", "wrong-count", "wrong-names", "wrong-rotation", "wrong-trump"),
}


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
    match = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", TEXT, re.S | re.M)
    assert match is not None, heading
    return match[1]


def named(text: str) -> set[str]:
    """The words that a text has as code."""
    return set(re.findall(r"`([^`\s]+)`", text))


# Messages --------------------------------------------------------------------------------------------------------


def test_every_kind_of_client_message_has_a_valid_example() -> None:
    kinds = {tag(kind) for kind in get_args(messages.ClientMessage)}
    shown = [example for example in examples() if example.get("type") in kinds]
    assert {example["type"] for example in shown} == kinds
    for example in shown:
        assert tag(type(messages.read(json.dumps(example)))) == example["type"]


def test_every_kind_of_server_message_has_a_valid_example() -> None:
    kinds = {tag(kind): kind for kind in SERVER}
    shown = [example for example in examples() if example.get("type") in kinds]
    assert {example["type"] for example in shown} == set(kinds)
    for example in shown:
        conform(example, messages.ServerMessage)


def test_every_other_example_is_a_request_an_answer_or_a_turn() -> None:
    known = (
        rest_types.Failure,
        rest_types.Made,
        rest_types.Carried,
        rest_types.BotToken,
        puzzle_types.NewWhatIf,
        messages.Turn,
    )
    for example in examples():
        if "type" not in example:
            kind = next(kind for kind in known if set(kind.__struct_fields__) == set(example))
            conform(example, kind)


@pytest.mark.parametrize("kind", [*SERVER, messages.Hello], ids=tag)
def test_exactly_the_fields_of_a_message_are_documented(kind: type[msgspec.Struct]) -> None:
    assert first_column(section(f"`{tag(kind)}`")) == set(kind.__struct_fields__)


@pytest.mark.parametrize("kind", COMMANDS, ids=tag)
def test_every_field_of_a_command_is_documented(kind: type[messages.Command]) -> None:
    row = re.search(rf"^\| `{tag(kind)}` \| (.*?) \|", section("Commands"), re.M)
    assert row is not None
    assert named(row[1]) == set(kind.__struct_fields__) - {"id"}


@pytest.mark.parametrize("kind", PARTS, ids=lambda kind: kind.__name__)
def test_every_field_of_a_part_is_documented(kind: type[msgspec.Struct]) -> None:
    assert set(kind.__struct_fields__) <= named(TEXT)


def test_every_phrase_is_documented() -> None:
    assert set(messages.PHRASES) <= named(section("Chat"))


# Tables and views ------------------------------------------------------------------------------------------------


def test_exactly_the_fields_of_a_table_are_documented() -> None:
    text = section("The table")
    assert first_column(text) == set(fields_of(messages.TableFacts))
    parts = {"pace": messages.Pace, "seats": messages.SeatFacts, "clocks": table_parts.Clock, "fair": table_parts.Fair}
    for name, kind in parts.items():
        row = re.search(rf"^\| `{name}` \| (.*) \|$", text, re.M)
        assert row is not None
        assert set(fields_of(kind)) <= named(row[1])
    assert set(get_args(messages.Phase)) | set(get_args(messages.SeatKind)) | set(get_args(messages.Chat)) <= named(
        text
    )


@pytest.mark.parametrize("kind", [view_types.SevenViewJson, view_types.ProphecyViewJson])
def test_exactly_the_fields_of_a_view_are_documented(kind: type) -> None:
    """That views have these fields and no others is held by the tests that check what is sent."""
    common, seven, prophecy = re.split(r"^In .*:\n", section("The view"), flags=re.M)[1:]
    own = prophecy if kind is view_types.ProphecyViewJson else seven
    assert first_column(common) | first_column(own) == set(fields_of(kind))


def test_exactly_the_fields_of_a_round_are_documented() -> None:
    text = section("A round that was scored")
    kinds = (view_types.SevenRound, view_types.ProphecyRound)
    assert first_column(text) == {name for kind in kinds for name in fields_of(kind)}
    assert set(fields_of(view_types.PointsPart)) <= named(text)


def test_exactly_the_parts_of_a_turn_are_documented() -> None:
    text = section("The turn")
    assert first_column(text) == set(messages.Turn.__struct_fields__)
    assert set(fields_of(view_types.Outlook)) <= named(text)
    parts = {*fields_of(view_types.BidChoice), *fields_of(view_types.BidCard)} - {"card"}
    assert parts <= named(section("Bids"))


def test_exactly_the_events_are_documented() -> None:
    documented = dict(re.findall(r"^\| `{\"(\w+)\": .*?}` \| (.*) \|$", section("History"), re.M))
    kinds = {next(iter(fields_of(kind))): kind for kind in get_args(view_types.SeenEventJson)}
    assert set(documented) == set(kinds)
    assert set(fields_of(view_types.RoundResult)) == named(documented["round"])
    assert set(fields_of(view_types.MatchResult)) == named(documented["match"])


def first_column(table: str) -> set[str]:
    return {name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in named(row)}


# Reasons ---------------------------------------------------------------------------------------------------------


def test_every_documented_reason_has_its_sentence() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", section("Reasons"), re.M)
    documented = {reason: sentence.replace(r"\|", "|") for reason, sentence in rows}  # forms of a word are split by it
    sentences = {key.removeprefix("no."): text for key, text in i18n.phrases("en").items() if key.startswith("no.")}
    assert documented == {reason: sentences.get(reason) for reason in documented}
    assert sorted(reasons_in_code(set(sentences)) - set(documented)) == []


def reasons_in_code(known: set[str]) -> set[str]:
    """The reasons that tables and rules can give: each text, or pattern of a text, that is one."""
    reasons: set[str] = set()
    for path in [path for part in ("server", "games", "cards") for path in (SOURCE / part).rglob("*.py")]:
        inside = path.relative_to(SOURCE).with_suffix("").as_posix()
        if f"{inside}/".startswith(tuple(f"{name}/" for name in NOT_AT_TABLES)):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                reasons |= {node.value} & known
            elif isinstance(node, ast.JoinedStr):
                reasons |= {reason for reason in known if re.fullmatch(pattern(node), reason)}
    return reasons - OF_RECORDS


def pattern(node: ast.JoinedStr) -> str:
    """Matches what the text may become; nothing where it can't be a reason."""
    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    if not any(part and re.fullmatch(r"-?[a-z]+[a-z-]*", str(part)) for part in parts):
        return r"(?!)"
    return "".join("[a-z]+" if part is None else re.escape(str(part)) for part in parts)


# Requests --------------------------------------------------------------------------------------------------------


def test_every_request_is_documented() -> None:
    documented = set(re.findall(r"^\| `([A-Z]+ /[^`]*)` \|", section("HTTP"), re.M))
    assert documented == {f"{endpoint.method} {endpoint.path}" for endpoint in ENDPOINTS}


def test_documented_limits_match_the_code() -> None:
    from foretold.server.base import text as names
    from foretold.server.live import connection, presence
    from foretold.server.table import table
    from foretold.server.web import websocket

    text = TEXT.replace(",", "")
    assert f"{messages.MESSAGE_LIMIT} bytes" in text
    assert f"every {messages.HEARTBEAT:.0f} seconds" in text
    assert f"{connection.OUTBOX} then `bye` with `too-slow`" in text
    assert f"{websocket.BAD_MESSAGES} then `bye` with `too-many-errors`" in text
    assert f"within {websocket.HELLO_WITHIN:.0f} seconds" in text
    assert f"without a connection for {presence.HICCUP:.0f} seconds" in text
    assert f"waits {table.SHARING // 1000} seconds at most" in text
    assert f"{names.NAME_LENGTH} and {names.TEXT_LENGTH} characters are kept" in text
    assert f"the last {table.TALK} lines" in text
