"""Recorded matches: every title × player count × variant and every way to end, replayed and counted."""

from __future__ import annotations

from pathlib import Path

import pytest

import foretold
from foretold.files import read
from foretold.games import Game
from tests.conftest import GAMES
from tests.rules.endings import REQUIRED, endings
from tests.rules.perft import FILE, HEADER, lines

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_matches_are_valid_and_complete(path: Path) -> None:
    for record in read(path):
        state = foretold.replay(record)
        assert state.over
        assert state.record(names=record.names).events == record.events


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_parts_of_points_add_up(path: Path) -> None:
    before: tuple[int, ...] = ()
    for record in read(path):
        for ended in foretold.replay(record).finished:
            end = ended.end
            assert end.points == ended.points == tuple(sum(part.points for part in parts) for parts in end.parts)
            assert end.before == (before if end.number > 1 else (0,) * record.players)
            before = end.scores


def test_every_title_player_count_and_variant_has_a_recorded_match() -> None:
    recorded: set[Game] = set()
    for path in RECORDS:
        for record in read(path):
            options = {name: value for name, value in (record.options or {}).items() if name == "variant"}
            recorded.add(foretold.load(record.game, players=record.players, **options))
    missing = sorted(map(repr, set(GAMES) - recorded))
    assert not missing, f"no recorded match of {', '.join(missing)}: python -m tests.records.make writes them"
    assert recorded == set(GAMES)


@pytest.mark.parametrize("title", REQUIRED)
def test_every_way_to_end_is_recorded(title: str) -> None:
    reached: set[str] = set()
    for path in RECORDS:
        for record in read(path):
            if record.game == title:
                reached |= endings(foretold.replay(record))
    assert set(REQUIRED[title]) <= reached


def test_perft_counts_of_recorded_positions_match() -> None:
    written = FILE.read_text(encoding="utf-8")
    assert written == HEADER + "".join(lines())
    for title in REQUIRED:
        rows = [row.split() for row in written.splitlines() if row.startswith(f"{title}-")]
        assert {row[3] for row in rows} == {"1", "2", "3"}
