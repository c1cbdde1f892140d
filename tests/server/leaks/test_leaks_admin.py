"""Operators see nothing hidden of a running match: every answer is the same when the hidden cards are others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

import foretold
from foretold.games import State
from tests.cli.running import clean_environment, in_process
from tests.conftest import random_states
from tests.server.features.test_admin import ANSWERS, signed_in
from tests.server.leaks.test_leaks import NAMES, Theatre, other_world
from tests.server.serving import command, serving

ENVIRONMENT = clean_environment("FORETOLD_DATABASE", "FORETOLD_DATA", "FORETOLD_PUBLIC_URL")
COMMANDS = ("status", "tables", "people", "reports", "blocks", "announce", "limits", "log", "sessions")
_VOLATILE = re.compile(
    r'(?<="(?:at|id)":)[^,}\]]+'
    r'|(?<="(?:now|cpu)":)[^,}\]]+|(?<="(?:seen|made)":)[^,}\]]+|(?<="moves":)[^,}\]]+'
    r'|(?<="move_p95_ms":)[^,}\]]+|(?<="memory":)[^,}\]]+'
    r'|(?<="(?:created|started|expires)":)[^,}\]]+|(?<="commits":)[^,}\]]+|(?<="history":)\[[^\]]*\]'
    r'|(?<="connections":)\d+(?=,"most_)'  # each process writes this figure down now and then, as it does the next two
    r'|(?<="running":)\d+(?=})|(?<="(?:people|seated)":)\d+(?=,"(?:seated|watching|tables)")'
)


def normal(text: str, *ids: str) -> str:
    """An answer without what differs between two servers that run one after the other: ids, times, load."""
    answer = json.loads(text)
    if isinstance(answer, dict) and "people" in answer and isinstance(answer["people"], list):
        answer["people"].sort(key=lambda person: person["name"])  # who came first is listed first
        text = json.dumps(answer, separators=(",", ":"), ensure_ascii=False)
    return _VOLATILE.sub("·", re.sub("|".join(map(re.escape, ids)), "·", text))


def answers(directory: Path, state: State) -> list[str]:
    """All that operators are answered while a match stands at this state, on a server of its own."""
    rigged = ("-m", "tests.server.leaks.rigged")
    with serving(directory, "--deals", str(directory), command=rigged) as server:
        theatre = Theatre(server, directory)
        script = theatre.script(state)
        theatre.play(script)
        for client, text in zip(theatre.clients, ("hello", "something rude"), strict=False):
            assert command(client, script.table, type="say", phrase="hello").status_code == 200, text
        line = {"seat": 1, "name": NAMES[1], "phrase": "hello"}
        assert theatre.clients[0].post(f"/api/tables/{script.table}/reports", json=line).status_code == 200
        operator = signed_in(server, "Ana")
        given = [operator.get(f"/api/admin/{name}").text for name in ANSWERS]
        for name in COMMANDS:
            done = in_process("admin", name, "--database", server.place, "--json", environment=ENVIRONMENT)
            given.append(done.stdout.decode())
        assert '"phase":"playing"' in given[1]
        assert json.loads(given[3])["reports"]
        people = [row[0] for row in server.run("SELECT id FROM people")]
        return [normal(text, script.table, *people) for text in given]


@pytest.mark.parametrize(("game", "players", "moment"), [("seven-prophecies", 4, 14), ("prophecy", 3, 5)])
def test_operators_get_the_same_answers_when_hidden_cards_differ(
    tmp_path: Path, game: str, players: int, moment: int
) -> None:
    state = random_states(foretold.load(game, players=players), 3, rounds=1)[moment]
    other = other_world(state, None, Random(1))
    assert other is not None
    worlds = []
    for number, world in enumerate((state, other)):
        directory = tmp_path / str(number)
        directory.mkdir()
        worlds.append(answers(directory, world))
    for name, mine, theirs in zip((*ANSWERS, *COMMANDS), *worlds, strict=True):
        assert mine == theirs, name
