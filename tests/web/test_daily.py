"""The daily match and challenges in a real browser: played, told, shared by shapes; names only before one's own."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from foretold.kernels import warm
from tests.server.serving import Server
from tests.web.browsing import DESK, PHONE, Person, hurry, play
from tests.web.looking import SIZES, TIGHT, faults, resize
from tests.web.test_access import assert_good

GAMES = ("seven-prophecies", "seven-prophecies-2017", "prophecy")


def begin(person: Person, game: str) -> None:
    """The daily match of the game is begun from the first page."""
    person.page.goto("/")
    person.tap('a[href="daily"]')
    person.page.wait_for_selector(".dl")
    person.page.locator(".pill", has=person.page.locator(f'input[value="{game}"]')).click()
    person.tap(".result [data-go]")
    person.page.wait_for_selector("[data-slot], .hand", state="attached")


def windows(person: Person, request: pytest.FixtureRequest) -> list[str]:
    """What is wrong with the page in windows of every size."""
    wrong = []
    for size in SIZES if request.config.getoption("--long") else TIGHT:
        resize(person, size)
        problems = faults(person, (), scrolls=True)
        wrong += [
            f"{size}: {problem}" for problem in problems if "label.pill" not in problem
        ]  # a choice lies over its own label
    return wrong


def test_the_daily_match_is_played_and_shared_as_shapes(
    browser: Browser, server: Server, request: pytest.FixtureRequest
) -> None:
    warm.wait()
    with Person(browser, server, DESK) as ines:
        begin(ines, "seven-prophecies")
        play(ines, until=lambda now: now == "card")
        assert ines.count("[data-undo]") == 0, "nothing is taken back"
        ines.page.goto("/daily")  # left, and gone on with
        ines.page.wait_for_selector(".result [data-go]")
        assert ines.count(".histogram") == 0
        ines.tap(".result [data-go]")
        hurry(ines)
        assert ines.count('.matchend a[href^="matches/"]') == 0, "nobody is shown the cards before the day is over"
        assert ines.page.locator(".matchend [data-go]").get_attribute("href") == "daily?game=seven-prophecies"
        ines.tap(".matchend [data-go]")
        ines.page.wait_for_selector(".histogram")
        answer = ines.context.request.get("/api/daily").json()
        own = next(match["own"] for match in answer["matches"] if match["game"] == "seven-prophecies")
        assert str(own["points"]) in ines.text(".result h2")
        assert ines.count(".sharecard li") == len(own["rounds"])
        shared = ines.page.locator("pre").text_content() or ""
        assert shared.count("●") == sum(round_["met"] for round_ in own["rounds"])
        with ines.page.expect_download() as drawn:
            ines.page.get_by_role("button", name="Picture").click()
        assert drawn.value.path().read_bytes().startswith(b"\x89PNG")
        ines.tap(".promises summary")
        assert_good(ines, "daily")
        assert windows(ines, request) == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_daily_match_can_be_played_on_a_phone_in_japanese(browser: Browser, server: Server, game: str) -> None:
    warm.wait()
    with Person(browser, server, PHONE, locale="ja-JP") as mei:
        begin(mei, game)
        play(mei)
        mei.tap(".matchend [data-go]")  # to the day of this game
        mei.page.wait_for_selector(".histogram")
        assert_good(mei, game)


@pytest.mark.parametrize(
    ("size", "light"), [pytest.param(DESK, "light", marks=pytest.mark.long), (PHONE, "dark")], ids=["desk", "phone"]
)
def test_friends_see_only_names_until_they_have_played_then_all_rounds(
    browser: Browser, server: Server, size: tuple[int, int], light: Any, request: pytest.FixtureRequest
) -> None:
    with Person(browser, server, size, color_scheme=light) as ines, Person(browser, server, size) as tomas:
        wish = {"game": "seven-prophecies-2017", "players": 3, "options": {"variant": "single-round"}, "bot": "novice"}
        made = ines.context.request.post("/api/challenges", data={**wish, "name": "Ines"}).json()
        for person in (ines, tomas):
            person.page.goto(f"/challenges/{made['id']}")
            person.page.wait_for_selector("[data-go]")
            assert person.count(".friends .pt") == 0
            assert_good(person, "names")
            person.tap("[data-go]")
            hurry(person)
            person.tap(".matchend [data-go]")
            person.page.wait_for_selector(".friends .pt")
        assert tomas.count(".friends li") == 2
        assert tomas.count(".friends .rd b") == 2
        points, places = (
            [int(text.split()[0]) for text in tomas.page.locator(f".friends {of}").all_inner_texts()]
            for of in (".pt", ".rk")
        )
        assert places == [1 + sum(other > own for other in points) for own in points], "equal points share a place"
        assert_good(tomas, "results")
        assert windows(tomas, request) == []


def test_a_finished_match_can_be_shared_as_a_challenge(browser: Browser, server: Server) -> None:
    with Person(browser, server, DESK) as ines:
        seats = ["me", "bot:novice", "bot:novice"]
        settings = {"game": "seven-prophecies-2017", "players": 3, "options": {"variant": "single-round"}}
        table = ines.context.request.post(
            "/api/tables", data={"seats": seats, "settings": settings, "name": "Ines"}
        ).json()
        ines.page.goto(f"/tables/{table['table']}")
        hurry(ines)
        ines.page.get_by_role("button", name="Challenge friends").click()
        ines.page.wait_for_selector(".friends .me")
        assert "/challenges/" in ines.page.locator(".copylink input").input_value()
        assert ines.count(".friends .pt") == 1
