"""A group hides what its members hold: its page, its lists and its chat are the same in worlds that differ in cards.

A member who doesn't sit at the table asks for everything after each action, on a server whose clock and chance are the
test's: answers can be compared byte for byte, and the messages to the chat with the times at which they are due.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

import foretold
from foretold.games import State
from foretold.server import store
from foretold.server.base import identity
from foretold.server.features.groups import routes, service
from foretold.server.features.groups.posts import GroupPosts, Hook, written
from foretold.server.features.notifications.policy import NotificationPolicy
from foretold.server.jobs.queue import Work
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from tests.conftest import random_states
from tests.server.leaks.test_leaks import other_world
from tests.server.leaks.test_leaks_days import GROUP, NOW, PEOPLE, World, in_world

POLICY = NotificationPolicy(hook_hosts="chat.example")
HOOK = Hook("https://chat.example/hook", ("full", "opened", "result", "turn"), "en", "https://cards.example")
MEMBERS = (*PEOPLE, "eve")
CIRCLE: list[store.Operation] = [
    store.AddPerson("eve", identity.hashed("eve"), "eve", NOW),
    store.AddGroup(GROUP, "Circle", "invite", "ann", "UTC", NOW),
    *(store.JoinGroup(GROUP, name, name, NOW, service.MEMBERS) for name in MEMBERS),
    store.SetGroupHook(GROUP, written(HOOK)),
]


@dataclass
class Seen:
    """What a member was answered, action by action, and the messages to the chat with the times they are due."""

    answers: list[bytes] = field(default_factory=list)
    posts: list[Any] = field(default_factory=list)


async def nothing_due(_: object) -> list[Work]:
    """The messages to the chat stay in the store."""
    return []


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Members may ask as often as they like, the list of tables is never a second old, and nothing is sent."""
    monkeypatch.setattr(service, "SCAN", -1.0)
    monkeypatch.setattr(routes, "take", lambda *_: None)
    monkeypatch.setattr(GroupPosts, "due", nothing_due)


def seen(directory: Path, state: State) -> Seen:
    """What the group shows of a match up to this state, in which the person who is to act has gone."""
    result = Seen()

    async def look(world: World) -> None:
        for person in ("eve", ""):
            caller = cast(Any, SimpleNamespace(person=person))
            path = {"group": GROUP, "invite": "invite"}
            call = Call(world.runtime.services, caller, path, {}, (), HOOK.base, "en")
            answers = [await routes.groups(call), await routes.group_invitation(call)]
            if person:
                answers.append(await routes.group(call))
            result.answers += map(msgspec.json.encode, answers)

    async def leave(world: World) -> None:
        person = PEOPLE[world.seat]
        world.hub.presence.part(world.ears[world.seat])
        world.hub.presence.miss(world.live, person)
        await world.hub.commits.durable()

    async def then(world: World) -> None:
        await look(world)
        await world.hub.commits.durable()
        rows = world.hub.commits.store._rows("SELECT key, due, body FROM group_posts ORDER BY due, key")
        result.posts = [list(row) for row in rows]

    in_world(directory, state, state.actors[0], leave, then, look=look, group=CIRCLE, policy=POLICY)
    return result


def worlds(name: str, players: int, rounds: int) -> tuple[State, State]:
    """A position in the middle of tricks after an action of somebody else, and its other world for spectators."""
    rng = Random(name)
    for seed in range(40):
        for state in reversed(random_states(foretold.load(name, players=players), seed, rounds=rounds)):
            if state.phase != "tricks" or len(state.actors) != 1 or len(state.finished) != rounds - 1:
                continue
            last = state.record().to_dict()["events"][-1]
            other = other_world(state, None, rng)
            if other is not None and last.get("seat") not in (None, state.actors[0]) and other.actors == state.actors:
                return state, other
    raise AssertionError("no such worlds")


@pytest.mark.parametrize(
    ("name", "players", "rounds"),
    [("seven-prophecies", 4, 2), ("prophecy", 3, 1), pytest.param("prophecy", 4, 2, marks=pytest.mark.long)],
)
def test_a_group_is_shown_the_same_when_hidden_cards_differ(
    tmp_path: Path, name: str, players: int, rounds: int
) -> None:
    state, other = worlds(name, players, rounds)
    one, two = seen(tmp_path / "one", state), seen(tmp_path / "two", other)
    assert one.answers == two.answers, "the same bytes, in the same order"
    assert one.posts == two.posts, "the same messages, due at the same times"
    kinds = [msgspec.json.decode(body)["kind"] for _, _, body in one.posts]
    assert sorted(kinds) == ["full", "turn"]
    assert one.answers[-1] != one.answers[0], "the page follows the match"


def test_a_group_that_showed_hidden_cards_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that tells of each seat only in how many suits it holds cards does not pass."""
    summaries = routes._summaries

    def leaky(running: list[Any], person: str) -> tuple[rest_types.Summary, ...]:
        shown = []
        for summary, table in zip(summaries(running, person), running, strict=True):
            suits = sum(len({card.suit for card in table.state.view(seat).hand}) << 3 * seat for seat in range(4))
            shown.append(msgspec.structs.replace(summary, takeable=suits))
        return tuple(shown)

    monkeypatch.setattr(routes, "_summaries", leaky)
    state, other = worlds("seven-prophecies", 4, 2)
    assert seen(tmp_path / "one", state).answers != seen(tmp_path / "two", other).answers
