"""Finished matches are looked at again: step by step, through any eyes, and whether they were dealt fairly."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from tests.server.serving import Server
from tests.web.browsing import DESK, GAMES, PHONE, Person, play, sit

FIRST_EDITION = "seven-prophecies-2017"
RECORDS = Path(__file__).parents[1] / "records"


def at(person: Person) -> int:
    """The step that is shown."""
    return int(person.text(".scrub output").split("/")[0])


def steps(person: Person) -> int:
    """The last step of the match."""
    return int(person.text(".scrub output").split("/")[1])


# The buttons from left to right.
BEGINNING, TRICK_BACK, BACK, BY_ITSELF, ON, TRICK_ON, END = range(1, 8)


def press(person: Person, button: int) -> None:
    """Presses that button."""
    person.tap(f".controls .btn:nth-child({button})")


def test_a_finished_match_step_by_step_through_all_eyes(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines, Person(browser, server, PHONE) as friend:
        sit(ines, FIRST_EDITION, **GAMES[FIRST_EDITION])
        play(ines)
        ines.tap('.matchend a[href^="matches/"]')
        ines.page.wait_for_selector(".controls")
        assert at(ines) == 1
        assert (steps(ines) - 4) % 3 == 0  # the deal, three prophecies, tricks of three cards
        press(ines, ON)
        assert at(ines) == 2
        press(ines, BACK)
        ines.page.keyboard.press("ArrowRight")
        ines.page.keyboard.press("Shift+ArrowRight")
        assert at(ines) == 7  # the first finished trick
        assert ines.count(".cell.now .card") == 3
        assert len(ines.hand()) == 9
        press(ines, TRICK_ON)
        press(ines, TRICK_BACK)
        assert at(ines) == 7

        eyes = ines.page.locator(".eyes select")
        mine = ines.hand()
        eyes.select_option("1")
        assert len(ines.hand()) == 9
        assert not set(ines.hand()) & set(mine)
        eyes.select_option("spectator")
        assert ines.count(".hand") == 0
        eyes.select_option("all")
        assert ines.count(".allhands .onehand") == 3
        assert ines.count(".allhands .card") == 27

        press(ines, END)
        assert at(ines) == steps(ines)
        press(ines, BEGINNING)
        assert at(ines) == 0
        assert ines.text(".fairness .verdict").startswith("Yes")
        assert ines.count(".fairness.good") == 1

        # A friend gets a share link; without it, the match is not for them.
        ines.tap(".player .btn:has(use[href='#i-link'])")
        link = ines.page.locator(".shared input").input_value()
        friend.page.goto(link)
        friend.page.wait_for_selector(".fairness.good")
        assert steps(friend) == steps(ines)
        friend.forgiven += ("404 (Not Found)",)
        friend.page.goto(link.split("?")[0])
        friend.page.get_by_role("alert").wait_for()
        assert friend.count(".controls") == 0


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_record_from_a_file_is_shown(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    path = RECORDS / "prophecy-3-short.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines()]
    with Person(browser, server, size) as ines:
        ines.page.goto("/replay")
        ines.page.locator("input[type=file]").set_input_files(path)
        ines.page.wait_for_selector(".ptable")
        assert steps(ines) == sum("deal" in event or "action" in event for event in records[0]["events"])
        press(ines, END)
        assert ines.count(".fairness.bad") == 1  # a record without a promise says so
        ines.page.locator(".eyes input").fill("2")
        ines.page.locator(".eyes input").press("Enter")
        expected = sum("deal" in event or "action" in event for event in records[1]["events"])
        expect(ines.page.locator(".scrub output")).to_have_text(re.compile(f"/{expected}$"))


DROP = """(text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'a.jsonl'))
    document.querySelector('.replay').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}))
}"""


def test_a_record_can_be_dropped(browser: Browser, server: Server) -> None:
    text = (RECORDS / "seven-prophecies-2017-3-single-round.jsonl").read_text()
    with Person(browser, server) as ines:
        ines.page.goto("/replay")
        ines.page.wait_for_selector(".dropzone")
        ines.page.evaluate(DROP, text)
        ines.page.wait_for_selector(".controls")
        press(ines, END)
        assert ines.count(".board .cell .card") > 0


def broken() -> dict[str, str]:
    """Texts that are no records, or wrong ones."""
    lines = (RECORDS / "seven-prophecies-3-standard.jsonl").read_text().splitlines()
    wrong = json.loads(lines[0])
    wrong["events"][6] = {**wrong["events"][6], "action": "Z99"}
    texts = {"words": "Dear diary\n", "empty": "", "other": '{"a": 1}\n', "half": lines[0][:200]}
    return {**texts, "wrong": json.dumps(wrong)}


@pytest.mark.parametrize("kind", broken())
def test_a_broken_file_gets_one_clear_sentence(browser: Browser, server: Server, kind: str) -> None:
    with Person(browser, server) as ines:
        ines.forgiven += ("400 (Bad Request)",)
        ines.page.goto("/replay")
        file = FilePayload(name="mine.jsonl", mimeType="text/plain", buffer=broken()[kind].encode())
        ines.page.locator("input[type=file]").set_input_files(file)
        alert = ines.page.get_by_role("alert")
        alert.wait_for()
        assert alert.inner_text().startswith("This file holds no match that can be shown")
        assert alert.inner_text().count(".") <= 1
        assert not re.search("Error|undefined|JSON|token", alert.inner_text())
        assert ines.count(".dropzone") == 1
