"""Previews and bots while what counts is being compiled, and previews that fail: in a hub without sockets."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

import foretold
from foretold import challenges
from foretold.bots import previews
from foretold.bots.greedy import GreedyBot
from foretold.games import Game
from foretold.kernels import warm
from foretold.server.base import metrics
from foretold.server.live import hints, session
from foretold.server.live.hub import Hub
from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.table import lobby
from foretold.views import View
from tests.server.live.test_hub import Ear, eventually, in_hub, say, table


class Compiler:
    """What stands for the kernels: a preview tells of no deals until it is done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done = False
        self.made: list[View] = []  # of which previews were made
        self.rehearsed: list[Game] = []
        self.calls: list[Callable[[], object]] = []
        monkeypatch.setattr(previews, "preview", self.preview)
        monkeypatch.setattr(previews, "rehearse", self.rehearsed.append)
        monkeypatch.setattr(previews, "get_ready", lambda: None)
        monkeypatch.setattr(previews, "settled", lambda: self.done)
        monkeypatch.setattr(previews, "when_settled", self.when_settled)

    def preview(self, view: View) -> previews.Preview:
        self.made.append(view)
        cards = [previews.PreviewCard(view.legal[0], not self.done, wins=0.5)]
        return previews.Preview(300 if self.done else 0, tuple(cards))

    def when_settled(self, call: Callable[[], object]) -> None:
        if self.done:
            call()
        else:
            self.calls.append(call)

    def finish(self) -> None:
        """All is compiled, and who waits for that is called."""
        self.done = True
        for call in self.calls:
            call()


async def to_a_card(hub: Hub) -> tuple[LiveTable, Ear]:
    """Ann, who wants previews, is to play her first card against bots."""
    live = await table(hub, ["me", "bot:greedy", "bot:greedy"])
    ear = Ear("ann")
    hub.presence.join(ear, messages.Hello(protocol=messages.PROTOCOL, table="t", previews=True))
    await hub.commits.durable()
    assert live.table.match is not None
    live.table.match.began -= 10_000
    hub._wake(live)
    await act(hub, live)
    await eventually(lambda: 0 in live.table.actors())
    return live, ear


async def act(hub: Hub, live: LiveTable) -> None:
    """Ann decides when it is her turn."""
    await eventually(lambda: 0 in live.table.actors())
    state = live.table.state
    assert state is not None
    action = str(GreedyBot().choose(state.view(0), Random(1)))
    await say(hub, live, "ann", messages.Act(seat=0, decision=live.table.seats[0].made, action=action))


def previews_of(ear: Ear) -> list[dict[str, Any]]:
    return [message for message in ear.messages if message["type"] == "preview"]


def test_a_preview_follows_once_kernels_are_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch)

    async def test(hub: Hub) -> None:
        live, ear = await to_a_card(hub)
        await eventually(lambda: len(previews_of(ear)) == 1)
        decision = live.table.seats[0].made
        compiler.finish()
        await eventually(lambda: len(previews_of(ear)) == 2)
        assert [(preview["decision"], preview["deals"]) for preview in previews_of(ear)] == [
            (decision, 0),
            (decision, 300),
        ]
        assert len(compiler.made) == 2
        late = Ear("ann")
        hub.presence.join(late, messages.Hello(protocol=messages.PROTOCOL, table="t", previews=True))
        await eventually(lambda: len(previews_of(late)) == 1)
        assert previews_of(late)[0]["deals"] == 300

    in_hub(tmp_path, test)


def test_a_reconnecting_client_gets_the_preview_after_the_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client forgets previews at a fresh view: one that came before it would be lost until the page is reloaded."""
    compiler = Compiler(monkeypatch)
    compiler.done = True

    async def test(hub: Hub) -> None:
        live, ear = await to_a_card(hub)
        await eventually(lambda: len(previews_of(ear)) == 1)
        number = live.table.number
        hub.presence.part(ear)
        hub.presence.miss(live, "ann")  # the seat is marked as away,
        live.drop_unheard()  # and nothing is kept for it
        await hub.commits.durable()
        back = Ear("ann")
        hub.presence.join(back, messages.Hello(protocol=messages.PROTOCOL, table="t", previews=True, last=number))
        await eventually(lambda: len(previews_of(back)) == 1)
        await hub.commits.durable()
        kinds = [message["type"] for message in back.messages]
        assert kinds.index("welcome") < kinds.index("view") < kinds.index("preview")

    in_hub(tmp_path, test)


def test_no_late_preview_comes_for_a_decision_already_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch)

    async def test(hub: Hub) -> None:
        live, ear = await to_a_card(hub)
        await eventually(lambda: len(previews_of(ear)) == 1)
        await act(hub, live)
        await eventually(lambda: 0 in live.table.actors() and len(previews_of(ear)) == 2)
        compiler.finish()
        await eventually(lambda: len(previews_of(ear)) == 3)
        first, second, third = (preview["decision"] for preview in previews_of(ear))
        assert first < second == third
        assert len(compiler.made) == 3, "nothing was worked out for the card that lies"

    in_hub(tmp_path, test)


def ask(hub: Hub, ear: Ear, id: str) -> None:
    """Ann asks for a hint."""
    session.answer(hub, ear, json.dumps({"type": "ask-hint", "id": id, "seat": 0}), "Ann")


def answers(ear: Ear, id: str) -> list[tuple[str, str]]:
    """What Ann was answered: the kind of the message, and why not."""
    return [(message["type"], message.get("reason", "")) for message in ear.messages if message.get("id") == id]


def test_a_hint_requested_early_waits_and_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch)
    monkeypatch.setattr(
        hints,
        "message",
        lambda view, asked, decision, language: json.dumps(
            {"type": "hint", "id": asked.id, "decision": decision}
        ).encode(),
    )

    async def test(hub: Hub) -> None:
        _, ear = await to_a_card(hub)
        ask(hub, ear, "early")
        ask(hub, ear, "twice")
        await eventually(lambda: bool(answers(ear, "twice")))
        assert answers(ear, "twice") == [("refused", "hint-waits")]
        assert answers(ear, "early") == []
        compiler.finish()
        await eventually(lambda: bool(answers(ear, "early")))
        assert answers(ear, "early") == [("hint", "")]

    in_hub(tmp_path, test)


def test_a_hint_for_a_choice_that_was_made_meanwhile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = Compiler(monkeypatch)

    async def test(hub: Hub) -> None:
        live, ear = await to_a_card(hub)
        ask(hub, ear, "early")
        state = live.table.state
        assert state is not None
        monkeypatch.setattr(type(state), "actors", property(lambda self: ()))
        compiler.finish()
        await eventually(lambda: bool(answers(ear, "early")))
        assert answers(ear, "early") == [("refused", "hint-not-now")]

    in_hub(tmp_path, test)


def test_a_hint_that_fails_is_answered_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise LookupError("a card of another seat")

    compiler = Compiler(monkeypatch)
    compiler.done = True
    monkeypatch.setattr(hints, "message", fail)

    async def test(hub: Hub) -> None:
        _, ear = await to_a_card(hub)
        ask(hub, ear, "1")
        await eventually(lambda: bool(answers(ear, "1")))
        assert answers(ear, "1") == [("refused", "hint-failed")]

    in_hub(tmp_path, test)


def test_the_first_preview_of_a_game_is_computed_in_advance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch)

    async def test(hub: Hub) -> None:
        live = await table(hub, ["me", "bot:greedy", "bot:greedy"])
        hub.presence.join(Ear("ann"), messages.Hello(protocol=messages.PROTOCOL, table="t", previews=True))
        await eventually(lambda: bool(compiler.calls))
        compiler.finish()
        await eventually(lambda: bool(compiler.rehearsed))
        await act(hub, live)
        await act(hub, live)
        assert live.table.state is not None
        assert compiler.rehearsed == [live.table.state.game], "once"

    in_hub(tmp_path, test)


def test_other_bots_think_while_a_challenges_bots_wait_for_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = Compiler(monkeypatch)
    monkeypatch.setattr(challenges, "choose", lambda bot, view, chance: view.legal[0])
    monkeypatch.setattr(warm, "wait", lambda *_: pytest.fail("a thread waits"))
    challenge = challenges.Challenge.against("adept", foretold.load("seven-prophecies", players=3), 11)

    async def test(hub: Hub) -> None:
        waiting = hub.make("given", lobby.make_given(challenge, "ann", "Ann", id="c1"))
        other = await table(hub, ["me", "bot:greedy", "bot:greedy"])
        hub.presence.join(Ear("ann"), messages.Hello(protocol=messages.PROTOCOL, table="t"))
        assert other.table.match is not None
        other.table.match.began -= 10_000
        hub._wake(other)
        await eventually(lambda: other.table.actors() == (0,))
        assert len(compiler.calls) == 2, "of both bots of the challenge"
        assert waiting.table.actors() == (0, 1, 2)
        compiler.finish()
        await eventually(lambda: waiting.table.actors() == (0,))

    in_hub(tmp_path, test, bot_workers=1)


def test_a_failed_preview_does_not_count_as_a_failed_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Compiler(monkeypatch).finish()

    def fail(view: View) -> None:
        raise LookupError(" ".join(view.hand))

    def count(name: str, **label: str) -> float:
        return metrics.REGISTRY.get_sample_value(name, label) or 0.0

    monkeypatch.setattr(previews, "preview", fail)
    before = count("foretold_previews_failed_total", game="seven-prophecies")

    async def test(hub: Hub) -> None:
        await to_a_card(hub)
        await eventually(lambda: count("foretold_previews_failed_total", game="seven-prophecies") > before)

    with caplog.at_level(logging.ERROR, "foretold.server"):
        in_hub(tmp_path, test)
    [line] = [line for line in caplog.records if "failed" in line.message]
    assert line.message == "preview failed"
    assert (vars(line)["preview"], vars(line)["error"]) == ("seven-prophecies", "LookupError")
    assert count("foretold_bots_failed_total", bot="preview") == 0


def test_callbacks_run_once_the_kernels_are_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(warm, "_settled", Event())
    monkeypatch.setattr(warm, "_steps", lambda: [lambda: called.append("compiled")])
    monkeypatch.setattr(warm, "_compile_elsewhere", lambda: None)
    monkeypatch.setattr(warm, "_done", warm.steps_done())
    warm.when_settled(lambda: called.append("early"))
    assert (called, warm.settled()) == ([], False)
    warm._compile()
    assert (called, warm.settled()) == (["compiled", "early"], True)
    warm.when_settled(lambda: called.append("late"))
    assert called == ["compiled", "early", "late"]
