"""A bot that fails at a table: the table goes on, the log says once where it failed, and never what the bot knew."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from foretold import bots
from foretold.bots.greedy import GreedyBot
from foretold.cards import Action
from foretold.server.base import failure_log, metrics
from foretold.server.base.failure_log import Failures
from foretold.server.live.hub import Hub
from foretold.server.protocol import messages
from foretold.server.table.table import Table
from foretold.server.web.process import JsonLines
from foretold.views import View
from tests.server.live.test_hub import eventually, in_hub, join, say, table


class ClumsyBot:
    """Fails with all that it knows in its message, and in what it holds while it fails."""

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        hand = " ".join(view.hand)
        try:
            raise LookupError(f"{hand} {view!r}")
        except LookupError as error:
            raise ValueError(hand, view) from error


class CheatingBot:
    """Chooses a card that it does not hold."""

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> str:
        return "B1" if "B1" not in view.legal else "B2"


BOTS = {name: EntryPoint(name, f"{__name__}:{kind}", "foretold.bots") for name, kind in
        (("clumsy", "ClumsyBot"), ("cheating", "CheatingBot"))}  # fmt: skip


class Log(NamedTuple):
    """The log of the server as it is written."""

    path: Path

    def failures(self) -> list[dict[str, object]]:
        events = [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]
        return [event for event in events if event["event"] == "bot failed"]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    """The log of a server to which the bots above are known."""
    installed = bots._entries()
    monkeypatch.setattr(bots, "_entries", lambda: {**installed, **BOTS})
    path = tmp_path / "server.log"
    handler = logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(JsonLines())
    loggers = [logging.getLogger(name) for name in ("foretold", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
    yield Log(path)
    for logger in loggers:
        logger.removeHandler(handler)
    handler.close()


def failed(bot: str) -> float:
    """How many decisions of that bot failed so far."""
    return metrics.REGISTRY.get_sample_value("foretold_bots_failed_total", {"bot": bot}) or 0.0


async def play_a_trick(hub: Hub, names: list[str]) -> Table:
    """Ann and the bots of these names prophesy and play until a trick is taken."""
    live = await table(hub, ["me", *(f"bot:{name}" for name in names)])
    await join(hub, "ann")
    live.table.match.began -= 10_000  # type: ignore[union-attr]
    hub._wake(live)
    for _ in range(2):
        await eventually(lambda: 0 in live.table.actors())
        state = live.table.state
        assert state is not None
        action = str(GreedyBot().choose(state.view(0), Random(1)))
        await say(hub, live, "ann", messages.Act(seat=0, decision=live.table.seats[0].made, action=action))
    await eventually(lambda: all(seat.made >= 2 for seat in live.table.seats))
    return live.table


def test_a_bot_that_fails_is_logged_once_without_a_card(tmp_path: Path, log: Log) -> None:
    dealt: list[str] = []
    before = failed("clumsy")

    async def test(hub: Hub) -> None:
        state = (await play_a_trick(hub, ["clumsy", "clumsy"])).state
        assert state is not None
        dealt.extend(str(card) for seat in range(3) for card in state.view(seat).hand)
        dealt.extend(str(event.action) for event in state.view(None).history if hasattr(event, "action"))

    in_hub(tmp_path, test, bot_delay=0.3)
    assert failed("clumsy") - before >= 4
    [failure] = log.failures()
    assert (failure["bot"], failure["error"]) == ("clumsy", "ValueError")
    frames = failure["traceback"]
    assert isinstance(frames, list)
    assert frames[0] == "LookupError"
    assert "ValueError" in frames
    assert re.fullmatch(r".*test_failing_bots\.py:\d+ in choose", frames[-1])
    text = log.path.read_text("utf-8")
    assert len(dealt) > 20
    assert not [card for card in dealt if re.search(rf"(?<![\w-]){re.escape(card)}(?![\w-])", text)]
    assert "SevenView" not in text
    assert "never retrieved" not in text


def test_a_bot_that_chooses_an_illegal_action_has_failed(tmp_path: Path, log: Log) -> None:
    """It used to stop its table: nobody acted for the seat any more."""

    async def test(hub: Hub) -> None:
        await play_a_trick(hub, ["cheating", "clumsy"])

    in_hub(tmp_path, test, bot_delay=0.3)
    assert {(failure["bot"], failure["error"]) for failure in log.failures()} == {
        ("cheating", "IllegalChoice"),
        ("clumsy", "ValueError"),
    }
    assert "never retrieved" not in log.path.read_text("utf-8")


def test_other_errors_and_locations_are_logged_separately(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = Failures("bot", metrics.BOTS_FAILED)

    def fail(kind: type[Exception], bot: str = "clumsy") -> None:
        try:
            raise kind("B11")
        except kind as error:
            noted.note(bot, error)

    for kind, bot in ((KeyError, "clumsy"), (KeyError, "clumsy"), (IndexError, "clumsy"), (KeyError, "other")):
        fail(kind, bot)
    try:
        raise KeyError
    except KeyError as error:
        noted.note("clumsy", error)
    assert [(failure["bot"], failure["error"]) for failure in log.failures()] == [
        ("clumsy", "KeyError"),
        ("clumsy", "IndexError"),
        ("other", "KeyError"),
        ("clumsy", "KeyError"),
    ]
    monkeypatch.setattr(failure_log, "MOST_KINDS", 4)
    fail(OSError)
    assert len(log.failures()) == 4
    assert "B11" not in log.path.read_text("utf-8")


def test_a_circular_chain_of_causes_is_logged() -> None:
    first, second = ValueError(), ValueError()
    first.__cause__, second.__cause__ = second, first
    assert failure_log.traced(first) == ["ValueError", "ValueError"]
    assert asyncio.CancelledError.__name__ in failure_log.traced(asyncio.CancelledError())
