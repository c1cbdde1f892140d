"""One match of each game by Orca, a real screen reader: whoever plays here knows only what it says, and types commands.

Orca and what it needs are packages of a Linux desktop (docs/accessibility.md); without them these tests are skipped.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.browsing import GAMES, Person, record_of, sit
from tests.web.hearing import heard, listen
from tests.web.screen_reader import Reader, missing, reading
from tests.web.test_by_ear import cards
from tests.web.test_spoken import FIELD

STILL = 0.4  # seconds without a word: all has been said
ACTS = 400  # more than a match takes: each card, and each trick that is left
LATE = 30.0  # seconds in which something is said, and all that the page announces, on a busy machine
OVER = re.compile(r"wins? the match with|share the win with")
CHOICE = re.compile(r"[\d-]+|\w+(\+\w+)+")  # a prophecy or a bid, in a record
SUITS = {
    "seven-prophecies": {"B": "Broom", "M": "Mushroom", "P": "Potion", "S": "Spellbook"},
    "seven-prophecies-2017": {"S": "Star", "M": "Moon", "E": "Eye", "R": "Rod"},
    "prophecy": {"S": "Sun", "P": "Spear", "V": "Viper", "E": "Eagle"},
}

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(missing()), reason=f"a screen reader needs what is not installed: {missing()}"),
]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """Orca, on a screen of its own."""
    with reading(tmp_path_factory.mktemp("orca")) as running:
        yield running


@pytest.fixture
def window(reader: Reader, browser: Browser) -> Iterator[Browser]:
    """A browser with a window that Orca reads from."""
    with reader.browsing(browser) as opened:
        yield opened


def plain(text: str) -> str:
    """The text with single spaces: what is said again has a mark at its end."""
    return " ".join(text.split())


class Blind:
    """Somebody who hears Orca and types; what Orca said, and what the page gave it to say."""

    def __init__(self, person: Person, reader: Reader) -> None:
        self.person, self.reader = person, reader
        self.arrived: list[str] = []
        self.said: list[str] = []
        self.announced: list[str] = []
        listen(person)

    def arrive(self) -> None:
        """Hears the page from its top to its bottom, as Orca reads a new one, then opens the field for commands."""
        self.arrived += self.reader.wait_for("Type a command")  # the page's last button
        self.person.page.keyboard.press("/")
        expect(self.person.page.locator(FIELD)).to_be_focused()
        self.reader.wait_for("Focus mode")
        self.person.page.wait_for_timeout(2000)  # bots may prophesy meanwhile
        heard(self.person)
        self.reader.heard()

    def hear(self) -> str:
        """Waits for words, and until Orca has said all that the page announced and nothing else; what it said."""
        before, since = len(self.said), time.monotonic()
        while True:
            announced, said = [plain(text) for text in heard(self.person)], self.reader.heard()
            self.announced += announced
            self.said += said
            if announced or said:
                since = time.monotonic()
            silence = time.monotonic() - since
            if len(self.said) > before and self.said == self.announced:
                if silence > STILL:
                    return " ".join(self.said[before:])
            else:
                assert silence < LATE, f"Orca says {self.said[before:]}, the page {self.announced[before:]}"
            self.person.page.wait_for_timeout(50)

    def type(self, text: str) -> str:
        """Types a command; what Orca says to it, and to what comes of it."""
        self.person.page.keyboard.type(text)
        self.person.page.keyboard.press("Enter")
        return self.hear()

    def act(self) -> str:
        """Asks what is due and does it."""
        answer = self.type("legal")
        if example := re.search(r"such as (prophesy [\d ]+)\.", answer):
            return self.type(example[1])
        if bid := re.search(r"Bid (\d) of these cards: (.*?)\.", answer):
            return self.type(f"bid {' '.join(cards(bid[2])[: int(bid[1])])}")
        if may := re.search(r"You may play (.*?)\.", answer):
            said = self.type(f"play {cards(may[1])[0]}")
            if suits := re.match(r"Name a suit.*: (\w+)", said):
                said = self.type(f"play {cards(may[1])[0]} {suits[1]}")
            return said
        if "surrender the lead" in answer:
            return self.type("surrender")
        if "type next" in answer:
            return self.type("next")
        return self.hear()  # others are to act


def spoken(card: str, game: str) -> str:
    """How a card of a record is called: 'Potion 4' for P4, 'Lizard' for Lizard:P."""
    suit, number = card[0], card[1:]
    return f"{SUITS[game][suit]} {number}" if number.isdecimal() else card.partition(":")[0]


def named(text: str) -> set[str]:
    """All cards that a text names, also in lists such as 'Broom 2, 9; Potion 4'."""
    lists = re.findall(r"([A-Z]\w+) (\d+(?:, \d+)*)", text)
    return {f"{suit} {number}" for suit, numbers in lists for number in numbers.split(", ")} | set(
        re.findall(r"Jaguar(?! is trump)|Shaman|Monkey|Lizard", text)
    )


class Story:
    """What was said in a match, walked through from its beginning to its end."""

    def __init__(self, said: list[str]) -> None:
        self.text = "\n".join(said)
        self.at = 0
        self.round = 0  # where its round begins
        self.between = ""  # what was said before the last thing and after the one before it

    def goes_on(self, pattern: str) -> str:
        """The next that is like this is said; what was said before it in this round."""
        match = re.compile(pattern).search(self.text, self.at)
        assert match, f"{pattern!r} is not said after {self.text[max(0, self.at - 200) : self.at + 300]!r}"
        self.between, self.at = self.text[self.at : match.start()], match.end()
        return self.text[self.round : match.start()]


def assert_told(record: dict[str, Any], said: list[str]) -> None:
    """The whole match was said in its order, and nothing hidden before it was shown."""
    story, game, players = Story(said), record["game"], record["players"]
    names = ["[Yy]ou", *map(re.escape, record["names"][1:])]
    hidden: set[str] = set()
    rounds = plays = 0
    scores: list[int] = [0] * players
    for event in record["events"]:
        if deal := event.get("deal"):
            rounds, plays = rounds + 1, 0
            if rounds > 1:  # the first one was announced while the page was read
                story.goes_on(rf"Round {rounds}\.")
                story.round = story.at
                story.goes_on("Your turn: (?:prophesy|bid)")
            unseen = [card for hand in deal["hands"][1:] for card in hand] + deal.get("hidden", [])
            hidden = {spoken(card, game) for card in unseen}
        elif "action" in event and CHOICE.fullmatch(event["action"]):
            if event["seat"] == 0:
                before = story.goes_on("Your bid is placed|You (?:bid|predicted) ")
                assert " predicted " not in before, before
                shown = re.findall(r"bids \d+ face up: (.*?)\.", before)
                assert len(shown) <= scores.count(max(scores)), before  # only of those who lead the match
                hidden -= named(*shown) if shown else set()
        elif "action" in event:
            seat, card = event["seat"], spoken(event["action"], game)
            if seat == 0:
                story.goes_on(r"Your turn\.")
            said_card = f"plays? {card}" if event["action"] != "surrender" else "surrenders? the lead"
            before = story.goes_on(rf"{names[seat]} (?:ha\w+ no \w+ and )?{said_card}\b")
            assert not named(before) & hidden, named(before) & hidden
            assert game == "prophecy" or all(re.search(f"{name} predicted ", before) for name in names), before
            assert plays == 0 or "has bid." not in story.between, story.between
            hidden.discard(card)
            plays += event["action"] != "surrender"
            if plays % players == 0:
                story.goes_on(r"wins? the trick\." if game == "prophecy" else r" 1st, .*?\.")
        elif end := event.get("round"):
            scores = end["scores"]
            sums = [rf"{name} [^;.]*\b{total}\b[^;.]*" for name, total in zip(names, scores, strict=True)]
            story.goes_on(f"Round {rounds} is over: {'; '.join(sums)}\\.")
        elif end := event.get("match"):
            first, *others = end["winners"]
            story.goes_on("share the win with" if others else f"{names[first]} wins? the match with")
    assert record["events"][-1].get("match")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_can_be_played_by_what_a_screen_reader_says(
    window: Browser, reader: Reader, server: Server, game: str
) -> None:
    with Person(window, server, kept={"trick": "tap", "previews": False}) as ines:
        blind = Blind(ines, reader)
        sit(ines, game, **GAMES[game])
        blind.arrive()
        for _ in range(ACTS):
            if OVER.search(blind.act()):
                break
        while not ines.count(".matchend"):
            blind.type("next")
        blind.type("scores all")
        assert not [before for before, after in pairwise(blind.said) if before == after]
        assert "Your turn" in " ".join(blind.arrived)
        assert_told(record_of(ines), blind.said)
