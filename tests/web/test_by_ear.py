"""Played with the screen hidden: whoever plays here knows only what is announced, and types commands or presses keys.

Nothing of the page is looked at: a card is chosen from what the page says may be played. What was heard is kept beside
the other transcripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from foretold.games.what_if import deals_and_actions
from foretold.records import Record
from tests.server.serving import Server, serving
from tests.web import certain
from tests.web.browsing import Person, play, sit
from tests.web.hearing import heard, listen
from tests.web.test_spoken import FIELD
from tests.web.test_transcripts import ENDS, begin_again, compare
from tests.web.test_watching import at_once

PATIENCE = 20  # seconds in which something is said to whatever was done
STILL = 700  # ms without a word: all has been said; what follows at once waits half a second
RECORD = Path(__file__).parents[1] / "records" / "seven-prophecies-3-standard.jsonl"


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
        name, *others = re.findall(r"[A-Z]\w+|\d+", suit)
        suited = others and others[0].isdecimal()  # else Specialists, which are named one after the other
        words += [f"{name} {number}" for number in others] if suited else [name, *others]
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


def test_a_round_is_heard_to_its_end_before_the_next_one_begins(browser: Browser, fixed: Server) -> None:
    """By commands to the sums, by keys from there; what is placed and not confirmed is told to its player."""
    with Person(browser, fixed, kept={"trick": "tap", "previews": False}) as ines:
        ear = Listener(ines)
        record = Record.from_line(RECORD.read_text("utf-8").splitlines()[0])
        events = deals_and_actions(record.events)
        second = [number for number, event in enumerate(events) if "deal" in event][1]
        begin_again(ines, record, second - record.players - 1)
        assert "Your turn." in ear.answered("the address")
        ear.open()
        said = ""
        while "Round 1 is over" not in said:
            can = ear.type("legal")
            cards_said = re.search(r"You may play (.*?)\.", can)
            assert cards_said or "Press Enter" in can, can
            said = ear.type(f"play {cards(cards_said[1])[0]}" if cards_said else "next")
        assert re.search(r"Round 1 is over: you \S+, now \d+; ", said)
        assert "Round 1 of 3 is over." in ear.type("next")
        assert "Round 2." not in " ".join(ear.lines)
        press = ines.page.keyboard.press
        press("Escape")
        expect(ines.page.locator(".summary [data-go]")).to_be_focused()
        press("Enter")
        assert ear.answered("Enter").startswith("Round 2. ")
        expect(ines.page.locator(".put").first).to_be_focused()
        for key, answer in {
            "o": "No chances are shown here.",
            "2": "2nd: 1. 1 of 7 placed.",
            "3": "3rd: 1. 2 of 7 placed.",
            "b": "You: 1 × 2nd, 1 × 3rd so far, 2 of 7 placed, not confirmed yet.",
            "Backspace": "3rd: 0. 1 of 7 placed.",
            "r": "3rd: 0. 1 of 7 placed.",
        }.items():
            press(key)
            assert answer in ear.answered(key)


def test_a_match_that_begins_by_keys_keeps_the_focus(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ear = Listener(ines)
        sit(ines, "seven-prophecies", players=3, seats=["me", "open", "bot:novice"])
        ines.reach("[data-fill]")
        ines.page.keyboard.press("Enter")
        expect(ines.page.locator(".lobby [data-go]")).to_be_focused()
        ines.page.keyboard.press("Enter")
        expect(ines.page.locator(".put").first).to_be_focused()
        assert "Round 1." in ear.answered("Enter")
        ear.open()
        ear.type("prophesy 3 2 2")
        ines.page.wait_for_selector(".hand .card.legal")
        ines.page.keyboard.press("Escape")
        expect(ines.page.locator(".hand .card.legal").first).to_be_focused()


def test_who_is_waited_for_is_said_only_once_it_takes_long(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ann, Person(browser, server) as ben:
        ear = Listener(ann)
        table = sit(ann, "prophecy", players=2, seats=["me", "open"], name="Ann")
        ben.page.goto(f"/tables/{table}")
        at_once(ben, table, type="sit", seat=1, name="Ben")
        ben.page.reload()
        for person in (ann, ben):
            person.tap(".lobby-go [data-go]")
        play(ann, until=lambda now: now == "bid")
        ear.hear()
        play(ann, until=lambda now: now == "")  # Ann has bid, and Ben takes his time
        said = ear.hear()
        assert "Your bid is placed: " in said
        assert "Ben to play." not in said
        assert ear.hear() == "Ben to play."
