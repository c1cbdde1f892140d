"""A table by ear: keys that speak of it, and commands that are typed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import GAMES, PHONE, Person, moment, play, sit, step
from tests.web.hearing import heard, listen, wait_heard

RECORDS = Path(__file__).parents[1] / "records"
FIELD = ".commandline input"


def say(person: Person, text: str) -> str:
    """Types a command; what the field shows afterwards."""
    person.page.fill(FIELD, text)
    person.page.keyboard.press("Enter")
    person.page.wait_for_function("(selector) => document.querySelector(selector)?.value === ''", arg=FIELD)
    return person.text(".commandline p") if person.count(".commandline p") else ""


def cardless(name: str) -> str:
    """The suit of a card that is called so."""
    return name.split()[0]


def test_each_key_is_answered_once_and_in_detail_on_request(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        listen(ines)
        sit(ines, "seven-prophecies", players=4)
        play(ines, until=lambda now: now == "prophecy")
        press = ines.page.keyboard.press
        heard(ines)
        suit = cardless(ines.page.locator(".hand .card .vh").first.inner_text())
        for key, answer in {"h": suit, "b": "You: no prophecy yet.", "m": "Split seven", "s": "0 points"}.items():
            press(key)
            wait_heard(ines, answer)
            ines.page.wait_for_timeout(50)
            assert len([sentence for sentence in heard(ines) if answer in sentence]) == 1
        press("Shift+b")
        wait_heard(ines, "You: no prophecy yet. ")
        press("k")
        wait_heard(ines, "H: your hand by suit")
        keys = heard(ines)[-1]
        press("r")
        wait_heard(ines, keys)
        press("f")
        press("f")
        wait_heard(ines, "worth 5 points")  # pressed twice


@pytest.mark.parametrize("game", chosen(GAMES, "prophecy"))
def test_a_round_can_be_played_by_typed_commands(browser: Browser, server: Server, game: str) -> None:
    with Person(browser, server) as ines:
        listen(ines)
        sit(ines, game, **GAMES[game])
        play(ines, until=lambda now: now in ("prophecy", "bid"))
        ines.page.keyboard.press("/")
        expect(ines.page.locator(FIELD)).to_be_focused()
        assert say(ines, "dance") == "I don’t know ‘dance’: type help to hear all commands."
        assert "prophesy" in say(ines, "help")
        if game == "prophecy":
            cards = ines.page.locator(".hand .card.legal").evaluate_all("(all) => all.map((each) => each.dataset.card)")
            assert "cards: use 2" in say(ines, f"bid {' '.join(cards[:3])}")
            say(ines, f"BID {cards[1].lower()} {cards[0]}")
        else:
            assert "place all 7" in say(ines, "prophesy 1 1 1")
            say(ines, "prophesy 3 2 2")

        tries: Counter[str] = Counter()

        def typed(person: Person, now: str) -> None:
            card = person.page.locator(".hand .card.legal").first.get_attribute("data-card") if now == "card" else ""
            tries[f"{now} {card}"] += 1
            assert tries[f"{now} {card}"] < 200, f"nothing comes of it: {now} {card}: {person.text('.commandline')}"
            if now == "name":  # the answer came before it was read
                step(person, now)
            elif now == "card":
                said = say(person, f"play {card}")
                if said.startswith("Name a suit"):
                    say(person, f"play {card} {said.rpartition(': ')[2].split(',')[0].rstrip('.')}")
            else:
                say(person, "next")

        play(ines, until=lambda now: now == "round", do=typed)
        expect(ines.page.locator(FIELD)).to_be_focused()  # it stays with who types
        say(ines, "next")
        assert moment(ines) != "round"
        assert heard(ines)
        assert ines.axe() == []


def test_a_screen_without_keys_has_a_button_for_commands(browser: Browser, server: Server) -> None:
    with Person(browser, server, PHONE) as ines:
        listen(ines)
        sit(ines, "prophecy", players=4)
        play(ines, until=lambda now: now == "bid")
        ines.page.get_by_role("button", name="Type a command").focus()
        ines.page.keyboard.press("Enter")
        assert "Bid 3 of these cards" in say(ines, "legal")
        assert not ines.wide()
        ines.page.keyboard.press("Escape")
        assert ines.count(FIELD) == 0


def test_letters_typed_in_a_field_or_turned_off_say_nothing(browser: Browser, server: Server) -> None:
    with Person(browser, server, kept={"keys": False}) as ines:
        listen(ines)
        sit(ines, "seven-prophecies", players=4)
        play(ines, until=lambda now: now == "prophecy")
        heard(ines)
        for key in ("h", "k", "1", "/", "?", "i"):
            ines.page.keyboard.press(key)
        ines.page.wait_for_timeout(200)
        assert [said for said in heard(ines) if "has prophesied" not in said] == []
        assert ines.count("dialog[open], .commandline, .pile .tok") == 0
        ines.page.get_by_role("button", name="Type a command").focus()
        ines.page.keyboard.press("Enter")
        ines.page.wait_for_selector(FIELD)
        ines.page.keyboard.type("hand")
        assert ines.page.input_value(FIELD) == "hand"
        assert [said for said in heard(ines) if "has prophesied" not in said] == []


def test_lessons_puzzles_and_replays_answer_keys_too(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        listen(ines)
        press = ines.page.keyboard.press
        ines.page.goto("/learn/prophecy")
        ines.page.wait_for_selector(".note [data-on]")
        press("h")
        wait_heard(ines, "Monkey")
        press("/")
        heading = ines.text(".note h2")
        say(ines, "next")
        expect(ines.page.locator(".note h2")).not_to_have_text(heading)
        ines.page.goto("/puzzles/prophecy/1")
        ines.page.wait_for_selector(".hand .card")
        press("t")
        ines.page.wait_for_function("() => window.heard.length > 0")
        ines.page.goto("/replay")
        ines.page.locator("input[type=file]").set_input_files(RECORDS / "seven-prophecies-4-standard.jsonl")
        ines.page.wait_for_selector(".controls")
        press("/")
        assert say(ines, "play b2") == "You can’t play here: this match has already been played."
        at = ines.text(".scrub output")
        say(ines, "next")
        assert ines.text(".scrub output") != at
        say(ines, "back")
        assert ines.text(".scrub output") == at
