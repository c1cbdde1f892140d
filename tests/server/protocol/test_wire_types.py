"""What a message holds is written once: the page's types are made from the server's, and both are what is sent."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

import msgspec
import pytest

from foretold.files import read
from foretold.games import Game
from foretold.server.protocol import messages, replays
from foretold.server.protocol import views as view_types
from foretold.server.protocol.views import Shape
from foretold.server.rest import types as rest_types
from foretold.server.updates.replay import replayed
from tests.conftest import GAMES, random_states
from tests.server.conforming import Conformity, Misfit, conform, parts

ROOT = Path(__file__).parents[3]
ENDED = sorted((ROOT / "tests" / "records").glob("seven-prophecies-?-standard.jsonl"))
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "wire-types"))


@pytest.mark.parametrize("name", sorted(SCRIPT["HEADS"]))
def test_the_clients_types_are_generated_from_the_servers(name: str) -> None:
    committed = (ROOT / "web" / "src" / "wire" / name).read_text("utf-8")
    assert committed == SCRIPT["made"]()[name], "run .venv/bin/python scripts/wire-types, and mend what no longer fits"


def test_the_types_list_the_commands_that_may_be_resent() -> None:
    [listed] = re.findall(r"REPEATABLE.*?\(\[(.*?)\]\)", SCRIPT["made"]()["messages.ts"], re.DOTALL)
    commands = get_args(messages.TableCommand)
    assert re.findall(r"'([\w-]+)'", listed) == [kind.__struct_config__.tag for kind in commands if kind.repeatable]
    assert messages.Act.repeatable
    assert not messages.Say.repeatable


# How types are written -------------------------------------------------------------------------------------------


class PieceJson(TypedDict):
    """A piece."""

    here: int
    perhaps: NotRequired[float]
    nothing: str | None


class Other(TypedDict, total=False):
    """Another."""

    names: list[str | None]
    marked: Literal[True]


class Sent(msgspec.Struct, tag_field="type", tag="sent", omit_defaults=True):
    """What is sent."""

    piece: PieceJson
    kinds: tuple[Literal["one", "two"], ...]
    either: Annotated[dict[str, object], Shape(PieceJson | Other)]
    some: Annotated[dict[str, object], Shape(PieceJson, part=True)] = {}
    absent: int | None = None
    untouched: PieceJson | msgspec.UnsetType | None = msgspec.UNSET


class Plain(msgspec.Struct):
    """What is sent whole."""

    free: int | None = None
    flag: bool = False


class Asked(msgspec.Struct):
    """What is asked."""

    plain: Plain
    seat: int | None = None


def written(kind: Any, *before: Any) -> str:
    """The declaration of a type that the server sends; or that the page sends, after some that the server sends."""
    writer = SCRIPT["Writer"]()
    for type_ in before:
        writer.text(type_)
    if before:
        writer.ask()
    writer.text(kind)
    return str(writer.written[kind.__name__.removesuffix("Json")])


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCRIPT["FILES"], __name__, "messages.ts")


def test_null_differs_from_absent_and_literals_are_checked() -> None:
    assert written(Sent).splitlines()[2:-1] == [
        "  type: 'sent'",
        "  piece: Piece",
        "  kinds: ('one' | 'two')[]",
        "  either: Piece | Other",
        "  some?: Partial<Piece>",
        "  absent?: number",
        "  untouched?: Piece | null",
    ]
    assert written(PieceJson).splitlines()[2:-1] == ["  here: number", "  perhaps?: number", "  nothing: string | null"]
    assert written(Other).splitlines()[2:-1] == ["  names?: (string | null)[]", "  marked?: true"]


def test_defaults_are_present_in_answers_and_optional_in_requests() -> None:
    assert written(Plain).splitlines()[2:-1] == ["  free: number | null", "  flag: boolean"]
    assert written(Asked, Sent).splitlines()[2:-1] == ["  plain: Plain", "  seat?: number | null"]
    assert written(Asked, Plain).splitlines()[2:-1] == ["  plain: Partial<Plain>", "  seat?: number | null"]


def test_types_sent_both_ways_need_defaults() -> None:
    with pytest.raises(AssertionError, match="Sent is sent both ways"):
        written(Sent, Sent)


# What is really sent ---------------------------------------------------------------------------------------------

GOOD: dict[str, Any] = {
    "type": "sent",
    "piece": {"here": 1, "nothing": None},
    "kinds": ["one", "two"],
    "either": {"names": ["a", None]},
}


def test_a_message_as_declared_conforms() -> None:
    conform(GOOD, Sent)
    conform({**GOOD, "some": {"here": 2}, "absent": 3, "untouched": None}, Sent)


@pytest.mark.parametrize(
    "wrong",
    [
        {**GOOD, "more": 1},
        {**GOOD, "kinds": ["three"]},
        {**GOOD, "piece": {"here": 1}},
        {**GOOD, "piece": {"here": True, "nothing": None}},
        {**GOOD, "piece": {"here": 1, "nothing": None, "perhaps": None}},
        {**GOOD, "either": {"here": 1, "nothing": None, "names": []}},
        {**GOOD, "some": {"there": 1}},
        {**GOOD, "absent": None},
        {**GOOD, "type": "other"},
        {name: value for name, value in GOOD.items() if name != "kinds"},
    ],
)
def test_any_difference_is_detected(wrong: dict[str, Any]) -> None:
    with pytest.raises(Misfit):
        conform(wrong, Sent)


def test_whole_matches_use_exactly_the_declared_fields() -> None:
    """Live tables and requests are held to the types by `Client`, `Player` and `Described` in the tests beside this."""
    conformity = Conformity()
    for game in GAMES:
        rounds = 99 if game.given else 2  # variants are short
        record = random_states(game, 3, rounds)[-1].record(names=[f"n{seat}" for seat in game.seats])
        bids: messages.Bids = "list" if game.players == 6 else "cards"
        for wish in (str(Random(repr(game)).choice(game.seats)), "spectator"):
            steps = json.loads(b"".join(replayed(record, wish, bids)))
            conformity.check(steps, rest_types.Replayed)
            check_whole_views(game, steps, conformity)
    for record in (record for path in ENDED for record in read(path)):  # by a total, by the last round, with a tie
        conformity.check(json.loads(b"".join(replayed(record, "spectator", "cards"))), rest_types.Replayed)
    declared = {part for kind in (replays.ReplayedView, view_types.ViewJson) for part in parts(kind)}
    assert sorted(declared - conformity.met - {"message:SevenViewJson", "message:ProphecyViewJson"}) == []


def check_whole_views(game: Game, steps: dict[str, Any], conformity: Conformity) -> None:
    """All changes together are whole views of the game's own kind."""
    kind = view_types.ProphecyViewJson if game.name == "prophecy" else view_types.SevenViewJson
    held: dict[str, Any] = {}
    for step in steps["steps"]:
        held |= step["views"][0]["view"]
        if step["step"] % 9 == 0 or held["over"]:
            conformity.check(held, kind)
