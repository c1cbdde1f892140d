"""Played with the screen hidden: whoever plays here knows only what is announced, and types commands or presses keys.

Matches, a lesson, a puzzle, a daily match and a review are each played to their end. Nothing of the page is looked
at: a card is chosen from what the page says may be played. What was heard is kept beside the other transcripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server, serving
from tests.web import certain
from tests.web.browsing import GAMES, Person, hurry, sit
from tests.web.hearing import focused, heard, listen
from tests.web.test_spoken import FIELD
from tests.web.test_transcripts import ENDS, compare

PATIENCE = 20  # seconds in which something is said to whatever was done
WAITS = 40  # how often somebody asks whose turn it is before giving up
STILL = 250  # ms without a word: all has been said


@pytest.fixture(scope="module")
def fixed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that leaves nothing to chance."""
    if not request.config.getoption("--long"):
        yield request.getfixturevalue("server")
        return
    flags = ("--request-rate", "1000", "--review-worlds", "60", "--review-nice", "0")
    with serving(tmp_path_factory.mktemp("ear"), *flags, command=certain.COMMAND) as running:
        yield running


class Listener:
    """Somebody who plays by ear, and the transcript."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.lines: list[str] = []
        listen(person)

    def hear(self, patience: float = PATIENCE) -> str:
        """Waits for the next words and for silence after them; what was said. Nothing: nobody spoke for so long."""
        said: list[str] = []
        waited = 0
        while waited < (STILL if said else 1000 * patience):
            new = heard(self.person)
            said += new
            waited = 0 if new else waited + 50
            self.person.page.wait_for_timeout(50)
        self.lines += [f"  {each.strip()}" for text in said for each in ENDS.split(text) if each.strip()]
        return " ".join(said)

    def answered(self, what: str) -> str:
        """What is said to something that was done: never nothing."""
        said = self.hear()
        assert said, f"silence after {what}: {self.lines[-12:]}"
        return said

    def press(self, key: str) -> str:
        """Presses a key; what is said."""
        self.lines.append(f"[{key}]")
        self.person.page.keyboard.press(key)
        return self.answered(key)

    def open(self) -> None:
        """Opens the field for commands."""
        self.person.page.keyboard.press("/")
        expect(self.person.page.locator(FIELD)).to_be_focused()

    def type(self, text: str) -> str:
        """Types a command; what is said."""
        self.lines.append(f"> {text}")
        self.person.page.keyboard.type(text)
        self.person.page.keyboard.press("Enter")
        return self.answered(text)

    def ask(self, text: str) -> str:
        """Types a question that is left out of the transcript, as are the answers: how often it is asked differs."""
        lines = list(self.lines)
        said = self.type(text)
        self.lines = lines
        return said

    def tab(self, wanted: str, limit: int = 60) -> None:
        """Presses Tab until a reader says this; only that is kept."""
        for _ in range(limit):
            self.person.page.keyboard.press("Tab")
            if wanted in (name := focused(self.person)):
                self.lines.append(f"[Tab] {name}")
                return
        raise AssertionError(f"Tab does not lead to {wanted}")

    def decide(self) -> bool:
        """Does what is due, as it is said; whether there was something."""
        turn = self.ask("turn")
        if "type next" in turn:
            self.type("next")
        elif "Your turn: prophesy" in turn:
            example = re.search(r"prophesy ([\d ]+)", self.type("legal"))
            assert example, self.lines[-5:]
            self.type(f"prophesy {example[1]}")
        elif "Your turn: bid" in turn:
            said = re.search(r"Bid (\d) of these cards: (.*)\.", self.type("legal"))
            assert said, self.lines[-5:]
            self.type(f"bid {' '.join(cards(said[2])[: int(said[1])])}")
        elif "Your turn" in turn:
            said = re.search(r"You may play (.*?)\.", self.type("legal"))
            assert said, self.lines[-5:]
            card = cards(said[1])[0]
            if named := re.search(r"Name a suit with .*: (\w+)", self.type(f"play {card}")):
                self.type(f"play {card} {named[1]}")
        else:
            return False
        return True

    def play(self, until: str) -> None:
        """Plays until this is said."""
        waits = 0
        self.hear(0.5)
        while not any(until in line for line in self.lines):
            waits = 0 if self.decide() else waits + 1
            assert waits < WAITS, "\n".join(self.lines[-20:])


def cards(said: str) -> list[str]:
    """The cards in an answer such as 'Broom 2, 9; Potion 4', one by one."""
    found = []
    for suit in said.split(";"):
        name, *numbers = re.findall(r"[A-Z]\w+|\d+", suit)
        found += [f"{name} {number}" for number in numbers] if numbers else [name]
        if not numbers:  # several Specialists are named one after the other
            found = [*found[:-1], *re.findall(r"[A-Z]\w+", suit)]
    return found


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.long) for game in GAMES])
def test_a_whole_match_by_ear(browser: Browser, fixed: Server, game: str) -> None:
    with Person(browser, fixed, kept={"trick": "tap", "previews": False}) as ines:
        ear = Listener(ines)
        sit(ines, game, **{**GAMES[game], "players": 3}, tempo="at-once")
        ear.hear()
        ear.open()
        ear.play(until="wins the match")
        for text in ("next", "next", "scores all"):
            ear.type(text)
        compare(f"match-{game}", "en", ear.lines)


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.long) for game in GAMES])
def test_a_whole_lesson_by_ear(browser: Browser, fixed: Server, game: str) -> None:
    """Note by note; the rest of the round is played by what is heard."""
    with Person(browser, fixed, kept={"trick": "tap", "previews": False, "tempo": "at-once"}) as ines:
        ear = Listener(ines)
        ines.page.goto(f"/learn/{game}")
        ear.hear()
        ear.open()
        while not any("yourself" in line for line in ear.lines):
            ear.type("next")
        ear.play(until="Round 1 is over")
        ear.type("next")
        ear.type("next")
        compare(f"lesson-{game}-heard", "en", ear.lines)


@pytest.mark.parametrize("game", [pytest.param("prophecy"), pytest.param("seven-prophecies", marks=pytest.mark.long)])
def test_a_puzzle_by_ear(browser: Browser, fixed: Server, game: str) -> None:
    with Person(browser, fixed, kept={"previews": False}) as ines:
        ear = Listener(ines)
        ines.page.goto(f"/puzzles/{game}/1")
        ear.hear()
        ear.open()
        for text in ("hand", "trick all", "bids all", "row", "legal"):
            ear.type(text)
        said = re.search(r"You may play (.*?)\.", " ".join(ear.lines[-2:]))
        assert said
        ear.type(f"play {cards(said[1])[0]}")
        ear.type("why")
        compare(f"puzzle-{game}-heard", "en", ear.lines)
        assert ear.type("next").startswith("Puzzle ")


@pytest.mark.long
def test_a_daily_match_by_ear(browser: Browser, fixed: Server) -> None:
    """From the first page by Tab to the match of the day, through a round of it, and to its result."""
    with Person(browser, fixed, kept={"trick": "tap", "previews": False, "tempo": "at-once"}) as ines:
        ear = Listener(ines)
        ines.page.goto("/")
        ines.page.wait_for_selector('a[href="daily"]')
        ear.tab("aily")
        ines.page.keyboard.press("Enter")
        ines.page.wait_for_selector(".result [data-go]")
        ear.tab("Play")
        ines.page.keyboard.press("Enter")
        ines.page.wait_for_selector("[data-slot]")
        ear.hear(5)
        ear.open()
        ear.play(until="Round 1 is over")
        ear.type("scores all")
        assert any("In round 1" in line for line in ear.lines)


@pytest.mark.long
def test_a_review_by_ear(browser: Browser, fixed: Server) -> None:
    """Moment by moment, with the reasons; what is asked for is said once."""
    with Person(browser, fixed) as ines:
        ear = Listener(ines)
        sit(ines, "seven-prophecies-2017", **GAMES["seven-prophecies-2017"])
        hurry(ines)
        ines.tap('.matchend a[href$="/review"]')
        ines.page.wait_for_selector(".moments small b", timeout=120_000, state="attached")
        ear.hear(5)
        ear.open()
        assert re.search(r"1: .*Round 1", ear.type("moment all"))
        first = ear.type("moment 1")
        assert re.search(r"Moment 1 of \d+\. Round 1", first)
        assert ear.type("why") in first  # nothing else was said of it
        ear.type("moment next")
        assert "Moment 1 of" in ear.type("moment back")
        step = ear.type("next")
        assert len(set(re.findall(r"[^.]+\.", step))) == len(re.findall(r"[^.]+\.", step)), step
