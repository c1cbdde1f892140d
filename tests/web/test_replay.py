"""Finished matches are looked at again: step by step, through any eyes, and whether they were dealt fairly."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, expect

import foretold
from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import DESK, GAMES, PHONE, Person, hurry, sit

FIRST_EDITION = "seven-prophecies-2017"
RECORDS = Path(__file__).parents[1] / "records"


def at(person: Person) -> int:
    """The step that is shown."""
    return int(person.page.locator(".scrub input").input_value())


def steps(person: Person) -> int:
    """The last step of the match."""
    return int(person.page.locator(".scrub input").get_attribute("max") or 0)


def more(person: Person) -> None:
    """Opens what else there is of the match."""
    person.tap(".player .btn:has(use[href='#i-menu'])")
    person.page.wait_for_selector("dialog[open] .fairness")


# The buttons from left to right.
BEGINNING, TRICK_BACK, BACK, BY_ITSELF, ON, TRICK_ON, END = range(1, 8)


def press(person: Person, button: int) -> None:
    """Presses that button."""
    person.tap(f".controls .btn:nth-child({button})")


def test_a_finished_match_is_replayed_step_by_step_from_every_seat(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines, Person(browser, server, PHONE) as friend:
        sit(ines, FIRST_EDITION, **GAMES[FIRST_EDITION])
        hurry(ines)
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

        # All hands are open in the panels of the seats, and the own one lies below.
        mine = ines.hand()
        assert ines.count(".openhand") == 2
        named = ", ".join(card.get_attribute("aria-label") or "" for card in ines.page.locator(".openhand").all())
        assert len(named.split(", ")) == 18
        eyes = ines.page.locator(".eyes select")
        eyes.select_option("1")
        assert len(ines.hand()) == 9
        assert not set(ines.hand()) & set(mine)
        assert ines.count(".openhand") == 0
        eyes.select_option("spectator")
        assert ines.count(".hand") == 0
        eyes.select_option("all")

        # Keys, and a mark for every round.
        ines.page.locator(".player .controls .btn").first.focus()
        ines.page.keyboard.press("End")
        assert at(ines) == steps(ines)
        ines.page.keyboard.press("Home")
        assert at(ines) == 0
        ines.page.evaluate("document.activeElement.blur()")
        ines.page.keyboard.press("Space")
        ines.until("document.querySelector('.scrub input').value >= 2")  # by itself
        ines.page.keyboard.press("Space")
        assert ines.count(".roundmarks i") == 1

        # A link leads to this moment.
        ines.page.keyboard.press("Shift+ArrowRight")
        here = at(ines)
        ines.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        ines.tap(".player .moment")
        ines.until("window.copied")
        own, copied = ines.page.url.split("?")[0], ines.page.evaluate("window.copied")
        assert copied.endswith(f"?step={here}")
        ines.page.goto(copied)
        ines.tap(".cover [data-go]")
        ines.page.wait_for_selector(".controls")
        assert at(ines) >= here  # it plays from there on
        ines.page.goto(f"{own}?step={here}")
        ines.page.wait_for_selector(".controls")
        assert at(ines) == here

        more(ines)
        assert ines.text(".fairness .verdict").startswith("Yes")
        assert ines.count(".fairness.good") == 1
        assert ines.count(".allhands .onehand") == 3

        # A friend gets a share link; without it, the match is not for them.
        ines.tap("dialog[open] .share")
        link = ines.page.locator(".shared input").input_value()
        assert link.endswith(f"?step={here}")
        friend.page.goto(link)
        friend.tap(".cover [data-go]")
        friend.page.wait_for_selector(".controls")
        assert at(friend) >= here
        assert steps(friend) == steps(ines)
        more(friend)
        assert friend.count(".fairness.good") == 1
        friend.forgiven += ("404 (Not Found)",)
        friend.page.goto(own)
        friend.page.wait_for_selector("main.ended h1")
        assert friend.count(".controls") == 0
        friend.tap("main.ended a.primary")
        friend.page.wait_for_selector("main.home")


@pytest.mark.parametrize("size", chosen([DESK, PHONE], DESK), ids=["desk", "phone"])
def test_a_record_from_a_file_is_shown(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    path = RECORDS / "prophecy-3-short.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines()]
    with Person(browser, server, size) as ines:
        ines.page.goto("/replay")
        ines.page.locator("input[type=file]").set_input_files(path)
        ines.page.wait_for_selector(".ptable")
        assert steps(ines) == sum("deal" in event or "action" in event for event in records[0]["events"])
        rounds = sum("deal" in event for event in records[0]["events"])
        assert ines.count(".roundmarks i") == rounds > 1
        ines.page.keyboard.press("End")
        assert at(ines) == steps(ines)
        more(ines)
        assert ines.count(".fairness.bad") == 1  # a record without a promise says so
        ines.dismiss()
        if size == PHONE:  # of several records in a file a phone shows the first
            return
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


@pytest.mark.parametrize("kind", chosen(broken(), "empty", "half", "wrong"))
def test_a_broken_file_gets_one_clear_sentence(browser: Browser, server: Server, kind: str) -> None:
    with Person(browser, server) as ines:
        ines.forgiven += ("400 (Bad Request)",)
        ines.page.goto("/replay")
        file = FilePayload(name="mine.jsonl", mimeType="text/plain", buffer=broken()[kind].encode())
        ines.page.locator("input[type=file]").set_input_files(file)
        alert = ines.page.get_by_role("alert")
        alert.wait_for()
        assert alert.inner_text().startswith("There’s no match to show in this file: ")
        assert alert.inner_text().count(".") <= 1
        assert not re.search("Error|undefined|JSON|token", alert.inner_text())
        assert ines.count(".dropzone") == 1


@pytest.mark.parametrize("title", chosen(["prophecy-3-short", "seven-prophecies-3-standard"], "prophecy-3-short"))
def test_the_ends_of_rounds_and_of_the_match_show_their_points(browser: Browser, server: Server, title: str) -> None:
    path = RECORDS / f"{title}.jsonl"
    record = json.loads(path.read_text().splitlines()[0])
    state = foretold.replay(record)
    with Person(browser, server) as ines:
        ines.page.goto("/replay")
        ines.page.locator("input[type=file]").set_input_files(path)
        ines.page.wait_for_selector(".controls")

        def totals() -> list[int]:
            """By seat what stands beside its name."""
            shown = (ines.text(f'[data-seat="{seat}"] .score') for seat in range(3))
            return [int(re.sub(r"\D", "", text)) for text in shown]

        last = state.finished[0]
        while ines.text(".say .btn" if ines.count(".say .btn") else ".say") != "Show the result":
            assert at(ines) < steps(ines)
            press(ines, TRICK_ON)
        assert totals() == list(last.scores), "the first round has brought its points"
        press(ines, END)
        assert totals() == list(state.scores)
        winners = " and ".join(record["names"][seat] for seat in state.winners)
        assert winners.split()[0].capitalize() in ines.text(".say")  # a bot is called as on the page
        ines.tap(".say .btn")
        ines.page.wait_for_selector("dialog[open] .results")
        assert [ines.text(f"dialog[open] .seat-{seat} .sofar b") for seat in range(3)] == list(map(str, state.scores))
        assert ines.count("dialog[open] .rounds") == 1
        assert ines.axe() == []
        ines.dismiss()


@pytest.mark.parametrize(
    "title", chosen(["prophecy-3-short", "seven-prophecies-3-standard"], "seven-prophecies-3-standard")
)
def test_nobody_is_waited_for_in_a_replay(browser: Browser, server: Server, title: str) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/replay")
        ines.page.locator("input[type=file]").set_input_files(RECORDS / f"{title}.jsonl")
        ines.page.wait_for_selector(".controls")
        for eyes in ("all", "1", "spectator"):
            ines.page.locator(".eyes select").select_option(eyes)
            press(ines, BEGINNING)
            for _ in range(12):  # prophecies or bids, and the first tricks
                press(ines, ON)
                assert ines.count("main [data-go], main .dots") == 0
                assert not re.search("(?i)waiting|your turn", ines.text("main"))
        assert ines.text(".say").startswith("Next: ")


@pytest.mark.parametrize(
    "size",
    [*(pytest.param(size, marks=pytest.mark.long) for size in (DESK, PHONE)), (740, 360)],
    ids=["desk", "phone", "sideways"],
)
def test_a_replay_of_practice_says_so(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    record = json.loads((RECORDS / "prophecy-3-short.jsonl").read_text().splitlines()[0])
    with Person(browser, server, size) as ines:
        for practised in (True, False):
            text = json.dumps({**record, "practised": True} if practised else record)
            ines.page.goto("/replay")
            file = FilePayload(name="mine.jsonl", mimeType="text/plain", buffer=text.encode())
            ines.page.locator("input[type=file]").set_input_files(file)
            ines.page.wait_for_selector(".controls")
            assert ("practice" in ines.page.locator("body").inner_text()) == practised
            more(ines)
            assert ("Practice: moves were taken back" in ines.text("dialog[open]")) == practised
