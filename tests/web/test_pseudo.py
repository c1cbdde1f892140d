"""The browser in the pseudo-language: what stays plain English was not in the words, what is cut had no room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import chosen
from tests.docs.pseudo import TAG, plain
from tests.server.serving import Server, serving
from tests.web.browsing import GAMES, PHONE, Person, play, sit
from tests.web.looking import TONGUES
from tests.web.pseudo import built, cut, texts

LAPTOP = (1280, 800)
PAGES = ["", "learn", "learn/prophecy", "learn/seven-prophecies", "rules/prophecy", "replay"]
RECORD = Path(__file__).parents[1] / "records" / "prophecy-3-short.jsonl"

MAKERS = "Hinata Origuchi|SUNNY BIRD / New Mill Industries|IELLO|Blüte Spiele|Christopher Haviland|Bob Kamp"

# Plain in every language: who plays, who made the games, numbers of seats of one name, seeds; names of it all and of
# the language. The rules are told in English where they are not translated: so is the title of their page.
SAME = r"Foretold|^Prophecy(?= · )|English \(Pseudo-Accents\)|Ines|greedy|\b[IV]+\b|\b[0-9a-f]{16,}\b|" + MAKERS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one language more: a file of words for it, and one for the client, which is built anew."""
    command = built(tmp_path_factory)
    with serving(tmp_path_factory.mktemp("pseudo"), "--request-rate", "200", command=command) as running:
        yield running


def somebody(browser: Browser, server: Server) -> Person:
    """A person whose browser asks for the pseudo-language."""
    return Person(browser, server, LAPTOP, locale=TAG)


def look(person: Person) -> None:
    """All that is there came from the words, and has room on a laptop and on a phone."""
    size = person.page.viewport_size
    untranslated = [text for text in texts(person) if plain(re.sub(SAME, "", text))]
    assert not untranslated, untranslated
    for width, height in (LAPTOP, PHONE):
        person.page.set_viewport_size({"width": width, "height": height})
        lost = cut(person)
        assert not lost, f"{width} × {height}, {person.page.url}:\n" + "\n".join(lost)
    assert size is not None
    person.page.set_viewport_size(size)


def test_a_language_exists_once_its_file_does(browser: Browser, server: Server) -> None:
    with somebody(browser, server) as ines:
        ines.page.goto("/")
        expect(ines.page.locator("html")).to_have_attribute("lang", TAG)
        assert ines.text("h1").startswith("[")
        chosen = ines.page.locator(".bar > label select")
        assert chosen.locator("option").count() == len(TONGUES) + 1
        chosen.select_option("ja")
        expect(ines.page.locator("html")).to_have_attribute("lang", "ja")
        chosen.select_option(TAG)
        expect(ines.page.locator("html")).to_have_attribute("lang", TAG)
        answer = ines.context.request.get("/api/tables/none", headers={"accept-language": f"{TAG}, ja;q=0.5"})
        assert answer.json()["error"]["sentence"].startswith("[")


@pytest.mark.parametrize("path", chosen(PAGES, "", "learn/prophecy", "rules/prophecy", "replay"))
def test_every_text_of_the_pages_comes_from_the_phrases(browser: Browser, server: Server, path: str) -> None:
    with somebody(browser, server) as ines:
        ines.page.goto(f"/{path}")
        ines.page.wait_for_load_state("networkidle")
        look(ines)


@pytest.mark.parametrize("game", chosen(GAMES, "seven-prophecies", "prophecy"))
def test_every_text_of_a_table_comes_from_the_phrases(browser: Browser, server: Server, game: str) -> None:
    with somebody(browser, server) as ines:
        sit(ines, game, **GAMES[game])
        seen: set[str] = set()

        def once(now: str) -> None:
            if now and now not in seen:
                seen.add(now)
                look(ines)

        play(ines, until=lambda now: now in ("round", "end"), at=once)
        assert {"card", "held"} <= seen
        assert {"prophecy", "bid"} & seen


def test_every_text_of_a_replay_and_the_settings_comes_from_the_phrases(browser: Browser, server: Server) -> None:
    with somebody(browser, server) as ines:
        ines.page.goto("/replay")
        ines.page.locator("input[type=file]").set_input_files(RECORD)
        ines.page.wait_for_selector(".controls")
        look(ines)
        ines.page.goto("/")
        ines.tap(".bar [popovertarget]")
        ines.tap(".menu button")
        ines.page.wait_for_selector("dialog[open]")
        look(ines)
