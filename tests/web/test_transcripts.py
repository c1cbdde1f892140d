"""What a screen reader says, kept as text: pages from Chromium's accessibility tree, rounds from what is announced.

A kept text is `tests/web/transcripts/<name>.<language>.txt`. When what people hear has changed on purpose, write the
texts anew and read the difference:

    FORETOLD_TRANSCRIPTS=write pytest tests/web/test_transcripts.py --long

The short run has two of them. Bots are named by their table, so a text calls them Bot 1, Bot 2 in the order in which
they are heard. Who is waited for meanwhile is left out: whether that is heard depends on how fast others are.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from foretold.games.what_if import deals_and_actions
from foretold.records import Record
from tests.server.serving import Server, serving
from tests.web import certain
from tests.web.browsing import Person, play, sit
from tests.web.hearing import heard, listen, read
from tests.web.looking import crossed
from tests.web.test_spoken import FIELD

KEPT = Path(__file__).with_name("transcripts")
RECORDS = Path(__file__).parents[1] / "records"
WORDS = Path(__file__).parents[2] / "web" / "src" / "i18n"
TONGUES = {"en": "en-GB", "ja": "ja-JP"}
APART = 600  # ms after which an announcement no longer waits for the one before it (web/src/browser/speech.svelte.ts)
ENDS = re.compile(r"(?<=[.!?。！？])\s*(?=\S)(?![\d)])")


@pytest.fixture(scope="module")
def fixed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that leaves nothing to chance, with `--long` as well."""
    if not request.config.getoption("--long"):
        yield request.getfixturevalue("server")
        return
    with serving(tmp_path_factory.mktemp("heard"), "--request-rate", "1000", command=certain.COMMAND) as running:
        yield running


def words(tongue: str) -> dict[str, str]:
    """The texts of the page by key that stand on one line."""
    text = (WORDS / f"{tongue}.ts").read_text("utf-8")
    return dict(re.findall(r"^  '([\w.-]+)': '(.*)',$", text, re.MULTILINE))


def steady(lines: list[str], tongue: str) -> str:
    """The lines without what differs from day to day: names of bots, addresses, times, the numbers of builds."""
    known = words(tongue)
    bots = sorted({text for key, text in known.items() if key.startswith("bot.own.")}, key=len, reverse=True)
    text = "\n".join(lines)
    for number, name in enumerate(dict.fromkeys(re.findall("|".join(map(re.escape, bots)), text)), 1):
        text = text.replace(name, f"Bot {number}")
    text = re.sub(r"https?://\S+", "ADDRESS", text)
    for key in ("company.online", "company.online.one"):  # others use the same server
        text = re.sub(re.escape(known.get(key, known["company.online"])).replace(r"\{n\}", r"\d+"), "…", text)
    text = re.sub(r"\d+\.\d+\.\d+", "VERSION", text)
    waits = re.compile(known["tell.waits"].replace("{name}", "Bot .").replace(".", r"\.").replace(r"Bot \.", "Bot ."))
    return "".join(f"{line}\n" for line in text.split("\n") if not waits.fullmatch(line.strip()))


def compare(name: str, tongue: str, lines: list[str]) -> None:
    """What is heard is what was kept; with FORETOLD_TRANSCRIPTS=write it is kept from now on."""
    path, text = KEPT / f"{name}.{tongue}.txt", steady(lines, tongue)
    if os.environ.get("FORETOLD_TRANSCRIPTS") == "write":
        KEPT.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    kept = path.read_text("utf-8")
    changes = difflib.unified_diff(kept.splitlines(), text.splitlines(), str(path), "heard now", lineterm="", n=1)
    assert text == kept, "\n".join(changes)


# A round and the end of a match ------------------------------------------------------------------------------------

MATCHES = {
    "seven-prophecies": "seven-prophecies-3-standard",
    "seven-prophecies-2017": "seven-prophecies-2017-3-single-round",
    "prophecy": "prophecy-3-short",
}


class Session:
    """Somebody who plays by ear: what they type, what is announced, and what they read."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.lines: list[str] = []
        self.asked: set[str] = set()

    def hear(self, patience: int = APART) -> None:
        """Writes down what was announced since, and within so many milliseconds from now."""
        self.person.page.wait_for_timeout(patience)
        for text in heard(self.person):
            self.lines += [f"  {sentence.strip()}" for sentence in ENDS.split(text) if sentence.strip()]

    def press(self, key: str) -> None:
        """Presses a key that speaks, and hears its answer."""
        self.hear()
        self.lines.append(f"[{key}]")
        self.person.page.keyboard.press(key)
        self.person.page.wait_for_function("() => window.heard.length > 0")
        self.hear(0)

    def type(self, text: str) -> None:
        """Types a command."""
        self.hear()
        self.lines.append(f"> {text}")
        if not self.person.count(FIELD):
            self.person.page.keyboard.press("/")
        self.person.page.fill(FIELD, text)
        self.person.page.keyboard.press("Enter")
        self.person.page.wait_for_function("(field) => document.querySelector(field)?.value === ''", arg=FIELD)

    def due(self, person: Person, now: str) -> None:
        """Does what is due by a typed command."""
        if now == "prophecy":
            self.ask("h", "f", "b", "m", "Shift+s")
            self.type("prophesy 3 2 2")
        elif now == "bid":
            self.ask("h", "f", "b", "m", "Shift+s")
            legal = person.page.locator(".hand .card.legal")
            cards = legal.evaluate_all("(all) => all.map((each) => each.dataset.card)")
            self.type(f"bid {' '.join(cards[:3])}")
        elif now == "card":
            self.ask("t", "p", "w", "Shift+m", "Shift+b")
            card = person.page.locator(".hand .card.legal").first.get_attribute("data-card")
            self.type(f"play {card}")
            answer = person.text(".commandline p") if person.count(".commandline p") else ""
            if suits := re.search(r"[:：] ?(.+)$", answer):  # one has to be named
                self.hear()
                self.type(f"play {card} {re.split('[,、.。]', suits[1])[0]}")
        else:
            self.type("next")

    def ask(self, *keys: str) -> None:
        """Asks these things once for each kind of decision."""
        if keys[0] in self.asked:
            return
        self.asked.add(keys[0])
        if self.person.count(FIELD):
            self.person.page.keyboard.press("Escape")
        for key in keys:
            self.press(key)


def sit_down(person: Person, record: Record, *, whole: bool) -> None:
    """Sits down against bots where the last round of the match was dealt, or two tricks before its end."""
    events = deals_and_actions(record.events)
    deal = max(number for number, event in enumerate(events) if "deal" in event)
    begin_again(person, record, deal + 1 if whole else len(events) - 2 * record.players)


def begin_again(person: Person, record: Record, step: int) -> None:
    """Sits down against bots in a match that was played, at this step."""
    wish: dict[str, Any] = {"record": record.to_dict(), "step": step, "seat": 0, "bot": "greedy", "name": "Ines"}
    answer = person.context.request.post("/api/what-ifs", data=wish)
    assert answer.status == 201, answer.text()
    person.page.goto(f"/tables/{answer.json()['table']}")


@pytest.mark.parametrize(("game", "tongue"), crossed(MATCHES, TONGUES, at=(0,)))
def test_the_end_of_a_match_sounds_as_recorded(browser: Browser, fixed: Server, game: str, tongue: str) -> None:
    with Person(browser, fixed, locale=TONGUES[tongue], kept={"trick": "tap", "previews": False}) as ines:
        session = round_by_ear(ines, game, whole=False)
        compare(f"{game}-end", tongue, [*session.lines, "", *read(ines)])


@pytest.mark.long
@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize("game", MATCHES)
def test_a_round_sounds_as_recorded(browser: Browser, fixed: Server, game: str, tongue: str) -> None:
    with Person(browser, fixed, locale=TONGUES[tongue], kept={"trick": "tap", "previews": False}) as ines:
        compare(game, tongue, round_by_ear(ines, game, whole=True).lines)


def round_by_ear(person: Person, game: str, *, whole: bool) -> Session:
    """Plays to the end of the match, or of its round, by typed commands."""
    record = Record.from_line((RECORDS / f"{MATCHES[game]}.jsonl").read_text("utf-8").splitlines()[0])
    listen(person)
    sit_down(person, record, whole=whole)
    session = Session(person)
    play(person, do=session.due, until=lambda now: now == "end" or (whole and now == "round"))
    session.hear()
    if person.count(FIELD):
        person.page.keyboard.press("Escape")
    session.press("Shift+s")
    return session


# Pages -------------------------------------------------------------------------------------------------------------


def lobby(person: Person) -> None:
    """A table that waits for a friend."""
    sit(person, "seven-prophecies", players=3, seats=["me", "open", "bot:novice"])
    for drawn_last in (".lobby [data-add]", ".invite svg.qr[role=img]"):
        person.page.wait_for_selector(drawn_last)


def invitation(person: Person) -> None:
    """The link to such a table, as a friend opens it."""
    lobby(person)
    address = person.page.url
    person.context.clear_cookies()
    person.page.goto("about:blank")
    person.page.goto(address)
    person.page.wait_for_selector("main h1")


def replay(person: Person) -> None:
    """A match that was played, at the end of its first trick."""
    person.page.goto("/replay")
    person.page.locator("input[type=file]").set_input_files(RECORDS / "prophecy-4-short.jsonl")
    person.page.wait_for_selector(".controls")
    person.page.keyboard.press("Shift+ArrowRight")


def answered(person: Person) -> None:
    """A puzzle with its answer."""
    person.page.goto("/puzzles/seven-prophecies/1")
    person.page.wait_for_selector(".hand .card")
    if person.count(".offers .btn"):
        person.tap(".offers .btn")
    else:
        person.page.wait_for_timeout(600)  # a key right at the start was meant for something else
        person.page.keyboard.press("ArrowRight")
        person.page.keyboard.press("Enter")
    person.page.wait_for_selector(".verdict")


def at(path: str, ready: str, *, name: str = "") -> Callable[[Person], None]:
    """The page at an address, once such an element is there; for somebody who has this name."""

    def go(person: Person) -> None:
        if name:  # else one is suggested, by chance
            assert person.context.request.post("/api/me", data={"name": name}).ok
        person.page.goto(path)
        person.page.wait_for_selector(ready)

    return go


PAGES: dict[str, Callable[[Person], None]] = {
    "home": at("/", ".game .facts span:nth-child(3)"),
    "learn": at("/learn", ".picks"),
    "lesson-seven-prophecies": at("/learn/seven-prophecies", ".note [data-on]"),
    "lesson-prophecy": at("/learn/prophecy", ".note [data-on]"),
    "lesson-seven-prophecies-2017": at("/learn/seven-prophecies-2017", ".note [data-on]"),
    "puzzle": at("/puzzles/seven-prophecies/1", ".hand .card"),
    "puzzle-answered": answered,
    "replay": replay,
    "lobby": lobby,
    "invitation": invitation,
    "evening": at("/evenings", ".evetakes", name="Ines"),
    "groups": at("/groups", "main h1", name="Ines"),
    "profile": at("/profile", "main h1"),
}


@pytest.mark.parametrize(("page", "tongue"), crossed(PAGES, TONGUES, at=(2,)))
def test_a_page_read_aloud_sounds_as_recorded(browser: Browser, fixed: Server, page: str, tongue: str) -> None:
    with Person(browser, fixed, locale=TONGUES[tongue], kept={"previews": False}) as ines:
        PAGES[page](ines)
        compare(f"page-{page}", tongue, read(ines))
