"""Puzzles and what if in a real browser: question, answer, streak, playing on, both outcomes; in every window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from foretold.coach.puzzles import Puzzle, by_name, shipped
from foretold.kernels import warm
from tests.server.serving import Server
from tests.web.browsing import DESK, PHONE, Person, hurry
from tests.web.looking import SIZES, TIGHT, crossed, faults, resize
from tests.web.test_access import assert_good

RECORDS = Path(__file__).parents[1] / "records"
ASKED = [("seven-prophecies", "prophecy"), ("seven-prophecies-2017", "card"), ("prophecy", "bid"), ("prophecy", "card")]


def first(game: str, kind: str) -> tuple[int, Puzzle]:
    return next((puzzle.number, puzzle) for puzzle in shipped(game) if puzzle.kind == kind)


def answer(person: Person, puzzle: Puzzle, action: str) -> None:
    """The action is answered: a card of the hand, or one of the choices."""
    if puzzle.kind == "card":
        person.tap_card(f'.hand [data-card="{action.split(":")[0]}"]')
        if person.touch:
            person.tap_card(f'.hand [data-card="{action.split(":")[0]}"]')
    else:
        number = sorted(choice.action for choice in puzzle.choices).index(action)
        if person.count(".fold") and person.page.locator(".fold").is_visible():
            person.tap(".fold")
        person.page.locator(".offers button").nth(number).click()
    person.page.wait_for_selector(".quiz .hints")


@pytest.mark.parametrize(("asked", "tongue"), crossed(ASKED, ["en-GB", "ja-JP"], at=(0, 3)))
def test_a_puzzle_fits_every_window_before_and_after_the_answer(
    browser: Browser, server: Server, asked: tuple[str, str], tongue: str, request: pytest.FixtureRequest
) -> None:
    warm.wait()
    number, puzzle = first(*asked)
    with Person(browser, server, locale=tongue) as ines:
        ines.page.goto(f"/puzzles/{asked[0]}/{number}")
        ines.page.wait_for_selector(".quiz h2")
        wrong = []
        for now, inside in (("question", (".hand", ".quiz header")), ("answer", (".quiz h2", ".quiz [data-go]"))):
            for size in SIZES if request.config.getoption("--long") else TIGHT:
                resize(ines, size)
                wrong += [f"{now} {size}: {fault}" for fault in faults(ines, inside)]
            if now == "question":
                resize(ines, DESK)
                answer(ines, puzzle, puzzle.choices[1].action)
        assert not wrong, "\n".join(wrong[:40])


@pytest.mark.parametrize(
    ("size", "light"), [pytest.param(DESK, "light", marks=pytest.mark.long), (PHONE, "dark")], ids=["desk", "phone"]
)
def test_right_answers_make_a_streak_and_axe_finds_nothing(
    browser: Browser, server: Server, size: tuple[int, int], light: Any
) -> None:
    warm.wait()
    with Person(browser, server, size, color_scheme=light) as ines:
        ines.page.goto("/puzzles")
        ines.page.wait_for_selector(".picks")
        assert_good(ines, "titles")
        ines.tap('.picks a[href$="/prophecy"]')
        ines.page.wait_for_selector(".puzzlelist ol")
        assert_good(ines, "list")
        ines.tap(".puzzlelist .btn.primary")
        before, ratings = "", [1500]
        for number, right in ((1, True), (2, True), (3, False)):
            ines.page.wait_for_selector(
                f'aside[aria-label^="Puzzle "]:not([aria-label="{before}"]) .offers, .hand .legal'
            )
            before = ines.page.locator("aside.quiz").get_attribute("aria-label") or ""
            puzzle = by_name("prophecy")[before.removeprefix("Puzzle ")]
            if number == 1:
                assert_good(ines, "question")
            answer(ines, puzzle, puzzle.choices[0 if right else 1].action)
            verdict = ines.text(".verdict")
            assert ("You found it" in verdict) == right
            assert ines.page.evaluate("() => JSON.parse(localStorage['foretold-puzzles']).streak") == (
                number if right else 0
            )
            ratings.append(int(ines.text(".moved").rpartition("→ ")[2].partition(" ")[0]))
            marks = ines.page.locator(".quiz .hintrow").first.inner_text()
            assert "best" in marks
            assert ines.count(".quiz .hintrow") == len(puzzle.choices)
            if number == 3:
                assert_good(ines, "answer")
            ines.tap(".quiz [data-go]")
            ines.page.wait_for_selector(".quiz .hints", state="detached")
        assert ratings[0] < ratings[1] < ratings[2] > ratings[3]
        ines.page.goto("/puzzles/prophecy")
        ines.page.wait_for_selector(".puzzlelist ol .missed")
        assert (ines.count(".puzzlelist ol .right"), ines.count(".puzzlelist ol .missed")) == (2, 1)


def test_a_puzzle_can_be_answered_by_keyboard_alone(browser: Browser, server: Server) -> None:
    warm.wait()
    number, puzzle = first("seven-prophecies", "card")
    with Person(browser, server) as ines:
        ines.page.goto(f"/puzzles/seven-prophecies/{number}")
        ines.page.wait_for_selector(".hand button.legal")
        ines.page.locator(f'.hand [data-card="{puzzle.answer}"]').focus()
        ines.page.wait_for_timeout(600)  # a key of the first half second was meant for what was there before
        ines.page.keyboard.press("Enter")
        if ines.count(".verdict") == 0:
            ines.page.keyboard.press("Enter")
        ines.page.wait_for_selector(".verdict.right")
        assert ines.page.evaluate("document.activeElement.tagName") == "H2", "the answer is read out from its heading"
        ines.page.keyboard.press("n")
        ines.page.wait_for_selector(f'aside.quiz:not([aria-label="Puzzle {number}"])')


def test_a_puzzle_can_be_played_on(browser: Browser, server: Server) -> None:
    warm.wait()
    number, puzzle = first("seven-prophecies", "card")
    with Person(browser, server) as ines:
        ines.page.goto(f"/puzzles/seven-prophecies/{number}")
        ines.page.wait_for_selector(".hand button.legal")
        answer(ines, puzzle, puzzle.answer)
        ines.tap(".quiz footer button")
        ines.page.wait_for_selector("dialog[open]")
        ines.tap("dialog[open] button[type=submit]")
        ines.page.wait_for_selector(".hand button.legal")
        assert sorted(ines.hand()) == sorted(map(str, puzzle.view().hand))
        assert "what if" in ines.text(".bar")


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.long), PHONE], ids=["desk", "phone"])
def test_a_replay_can_be_played_on_compared_and_shared(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    with Person(browser, server, size) as ines:
        ines.page.goto("/replay")
        ines.page.locator("input[type=file]").set_input_files(RECORDS / "seven-prophecies-2017-4-single-round.jsonl")
        ines.page.wait_for_selector(".controls")
        for _ in range(9):
            ines.page.keyboard.press("ArrowRight")
        if size == DESK:
            ines.tap(".player .leave")
        else:  # the bar has no room for it
            ines.tap('.player .btn[aria-label="More about this match"]')
            ines.tap("dialog[open] .leave")
        ines.page.wait_for_selector("dialog[open] button[type=submit]")
        assert_good(ines, "what if")
        ines.tap("dialog[open] button[type=submit]")
        ines.page.wait_for_url("**/tables/*")
        ines.page.wait_for_selector("main.table")
        assert ines.page.locator(".openhand").count() == 0, "the others' hands are hidden"
        hurry(ines)
        ines.page.wait_for_selector(".whatif")
        assert_good(ines, "both outcomes")
        assert ines.count(".whatif tbody tr") == 4
        ines.tap(".matchend .share")
        ines.page.wait_for_selector(".matchend .share:has(.ico)")
        ines.tap('.matchend a[href^="matches/"]')
        ines.page.wait_for_selector(".controls")
        ines.page.keyboard.press("End")
        ines.page.wait_for_selector(".replay .say .btn")
        ines.tap('.player .btn[aria-label="More about this match"]')
        ines.page.wait_for_selector("dialog[open] .whatiffrom")
        assert_good(ines, "where it comes from")
