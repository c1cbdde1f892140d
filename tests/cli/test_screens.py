"""What the terminal shows fits on a screen of 80 by 24, in every language."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import foretold
from foretold import i18n
from foretold.cli.terminal import results, tables
from foretold.cli.terminal.replay_viewer import Stepping, recorded_steps
from foretold.cli.terminal.round_end import shown_after
from foretold.cli.terminal.saves import Shelf
from foretold.cli.terminal.session import Session
from foretold.cli.terminal.solo import SoloMatch
from foretold.cli.terminal.style import Look
from foretold.games import TITLES
from foretold.views import View

SHORT = [("seven-prophecies", 4), ("seven-prophecies-2017", 3), ("prophecy", 2), ("prophecy", 6)]
TABLES = [
    pytest.param(title.name, players, marks=[] if (title.name, players) in SHORT else [pytest.mark.long])
    for title in TITLES.values()
    for players in title.players
]


def lines_of(parts: list[Any]) -> list[str]:
    console = Console(file=io.StringIO(), width=80, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    return captured.get().splitlines()


class StillScreen:
    """Stands in for a terminal: says what can be shown, shows nothing."""

    interactive = True
    fast = False

    def __init__(self, language: str, symbols: bool) -> None:
        self.language = language
        self.symbols = symbols

    def look(self, game: str, names: tuple[str, ...]) -> Look:
        return Look(self.language, self.symbols, game, names)


def played(game: str, players: int, seed: int, **options: Any) -> Iterator[tuple[SoloMatch, View]]:
    """A match with all that the person on seat 0 gets to look at."""
    names = ("Somebody with a long name", *("あおいべにちかだいち" for _ in range(players - 1)))
    match = SoloMatch(foretold.load(game, players=players, **options), seed, 0, ("random",) * (players - 1), names)
    chance = random.Random(seed)
    while not match.state.over:
        view = match.view()
        yield match, view
        took = match.take(chance.choice(view.legal)) if match.persons_turn else match.bot_acts()
        yield match, shown_after(view, took, match.view())


LOOKS = [("en", True), ("ja", True), ("en", False)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_screen_fits_80_by_24(game: str, players: int, tmp_path: Path) -> None:
    options = {"variant": "short"} if game == "prophecy" else {}
    phases, pages = set(), set()
    for number, (match, view) in enumerate(played(game, players, seed=players, **options)):
        ended = not view.actors
        kind = (view.phase, ended, view.round)
        if kind in phases and number % 11:
            continue
        phases.add(kind)
        language, symbols = LOOKS[len(phases) % 3 if number % 11 else number // 11 % 3]
        screen: Any = StillScreen(language, symbols)
        session = Session(screen, Shelf(tmp_path), match, None)
        session._notices = ["x" * 75, "y" * 150]
        screens = [session.parts(view)]
        if view.seat in view.actors and (view.phase, language) not in pages:
            pages.add((view.phase, language))
            screens.append([*tables.rules_now(session._look, view)])
        if view.seat in view.actors and len(view.hand) < 3:
            screens.append(tables.history(session._look, view))
        if ended and view.ended:
            screens.append(results.round_end(session._look, view))
        if view.over:
            kept = session._look.say("kept", program="scripts/play", file="/" + "x" * 120, line=7)
            screens.append([*results.match_end(session._look, view), kept])
        for parts in screens:
            lines = lines_of(parts)
            assert len(lines) + 1 <= 24, "\n".join(lines)
            assert max(map(cell_len, lines)) <= 80
            assert symbols or not set("".join(lines)) & set("│─✓½→…")


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_step_of_a_shown_record_fits(game: str, players: int) -> None:
    options = {"variant": "short"} if game == "prophecy" else {}
    last = None
    for match, _ in played(game, players, seed=9, **options):
        last = match
    assert last is not None
    record = last.record()
    screen: Any = StillScreen("ja", True)
    for seat in (None, 0):
        stepping = Stepping(screen, record, seat)
        for moment in recorded_steps(record)[:: 11 if players > 3 else 7]:
            lines = lines_of(stepping.parts(moment))
            assert len(lines) + 1 <= 24, "\n".join(lines)
            assert max(map(cell_len, lines)) <= 80


def test_the_longest_hands_fit(tmp_path: Path) -> None:
    """Hands of one suit: seven and one of each other, as a deal can give them."""
    hand = ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "M1", "P1", "S1"]
    game = foretold.load("seven-prophecies")
    rest = [str(card) for card in game.deck if str(card) not in hand]
    deal = {"starter": 1, "hands": [hand, rest[:10], rest[10:20], rest[20:30]], "hidden": rest[30:]}
    for lead in "BM":
        future = [lead, *(suit for suit in "BBBMMMPPPSSS")]
        future.remove(lead) if future.count(lead) == 3 else future.pop(future.index(lead, 1))
        state = game.start().deal({**deal, "future": future[:10], "future_hidden": future[10:]})
        for seat in range(4):
            state = state.apply(seat, "2-2-2-1")
        while state.actors != (0,):
            state = state.apply(state.actors[0], state.legal(state.actors[0])[0])
        screen: Any = StillScreen("ja", True)
        session = Session(screen, Shelf(tmp_path), SoloMatch(game, 1, 0, ("random",) * 3, ("a", "b", "c", "d")), None)
        session._notices = ["x" * 150]
        lines = lines_of(session.parts(state.view(0)))
        assert len(lines) + 1 <= 24, "\n".join(lines)


def test_both_languages_have_the_same_phrases() -> None:
    english, japanese = i18n.phrases("en"), i18n.phrases("ja")
    assert set(english) == set(japanese)
    for key, phrase in english.items():
        if "terminal" in key:
            fields = set(re.findall(r"\{(\w+)\}", phrase))
            assert fields == set(re.findall(r"\{(\w+)\}", japanese[key])), key
            assert phrase.isascii(), key


def test_help_lines_fit_the_screen() -> None:
    for language in i18n.languages():
        for key, phrase in i18n.phrases(language).items():
            if key.startswith(("terminal.rules", "terminal.commands", "terminal.legend")):
                assert max(map(cell_len, phrase.splitlines())) <= 80, key
