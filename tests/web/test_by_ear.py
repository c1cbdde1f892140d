"""Played with the screen hidden: whoever plays here knows only what is announced, and types commands or presses keys.

Nothing of the page is looked at: a card is chosen from what the page says may be played. What was heard is kept beside
the other transcripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server, serving
from tests.web import certain
from tests.web.browsing import Person
from tests.web.hearing import heard, listen
from tests.web.test_spoken import FIELD
from tests.web.test_transcripts import ENDS, compare

PATIENCE = 20  # seconds in which something is said to whatever was done
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
        self.lines += [f"  {sentence.strip()}" for text in said for sentence in ENDS.split(text) if sentence.strip()]
        return " ".join(said)

    def answered(self, what: str) -> str:
        """What is said to something that was done: never nothing."""
        said = self.hear()
        assert said, f"silence after {what}: {self.lines[-12:]}"
        return said

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


def cards(said: str) -> list[str]:
    """The cards in an answer such as 'Broom 2, 9; Potion 4', one by one."""
    words = []
    for suit in said.split(";"):
        name, *numbers = re.findall(r"[A-Z]\w+|\d+", suit)
        words += [f"{name} {number}" for number in numbers] if numbers else [name]
        if not numbers:  # several Specialists are named one after the other
            words = [*words[:-1], *re.findall(r"[A-Z]\w+", suit)]
    return words


def test_a_puzzle_can_be_solved_by_ear(browser: Browser, fixed: Server) -> None:
    with Person(browser, fixed, kept={"previews": False}) as ines:
        ear = Listener(ines)
        ines.page.goto("/puzzles/prophecy/1")
        ear.hear()
        ear.open()
        for text in ("hand", "trick all", "bids all", "row", "legal"):
            ear.type(text)
        said = re.search(r"You may play (.*?)\.", " ".join(ear.lines[-2:]))
        assert said
        ear.type(f"play {cards(said[1])[0]}")
        compare("puzzle-prophecy-heard", "en", ear.lines)
        assert "Sun 1: 7.4 points on average, best, yours." in ear.type(
            "why"
        )  # with reasons, if they could be measured
        assert ear.type("next").startswith("Puzzle ")
