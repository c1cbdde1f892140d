"""The review beside the replay: every moment leads there, every choice has its worth, the steps make the result."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.requesting import played
from tests.server.serving import Server
from tests.web.browsing import DESK, GAMES, PHONE, Person, hurry, sit
from tests.web.hearing import heard, listen
from tests.web.looking import SIZES, TIGHT, faults, resize
from tests.web.test_access import assert_good
from tests.web.test_forced import _BARE

FIRST_EDITION = "seven-prophecies-2017"
LONG = 120_000  # ms: the machine may be busy


def at(person: Person) -> int:
    """The step that is shown."""
    return int(person.page.locator(".scrub input").input_value())


def whole(person: Person) -> None:
    """The review is there, all of it."""
    person.page.wait_for_selector(".told8")
    person.page.wait_for_selector(".moments small b", timeout=LONG, state="attached")


def matched(server: Server, game: str) -> tuple[str, str]:
    """A match against bots that has been played: its id, and the cookie of who played it."""
    client = server.client()
    with ThreadPoolExecutor(1) as apart:  # a browser has an event loop of its own here
        match = apart.submit(played, server, client, game=game, **{"options": {}, **GAMES[game]}).result()
    return match, client.cookies["foretold"]


def come(person: Person, match: str, cookie: str) -> None:
    """The person, who has played it, looks at the review."""
    person.context.add_cookies([{"name": "foretold", "value": cookie, "url": person.server.url}])
    person.page.goto(f"matches/{match}/review")
    whole(person)


def test_a_review_opens_from_the_end_of_a_match_and_can_be_walked_through(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        listen(ines)
        sit(ines, FIRST_EDITION, **GAMES[FIRST_EDITION])
        hurry(ines)
        ines.tap('.matchend a[href$="/review"]')
        whole(ines)
        assert re.search(r"The review is ready: \d+ moments?\.|No clear mistakes\.", " ".join(heard(ines)))
        match = re.search(r"matches/(\w+)/review", ines.page.url)
        assert match is not None
        review: dict[str, Any] = ines.context.request.get(f"/api/matches/{match[1]}/review").json()
        record = ines.context.request.get(f"/api/matches/{match[1]}").json()
        assert review["state"] == "done"

        # Choosing a moment moves the replay there, seen by who decided.
        moments = ines.page.locator(".moment8")
        mine = [decision for decision in review["decisions"] if decision["seat"] == 0]
        listed = [
            decision
            for decision in mine
            if decision["trick"] == 0 or decision["mark"] or (decision["only"] and not decision["loss"]["match"])
        ]
        turns = [turn for turn in review["turns"] if turn["seat"] == 0 and turn["cause"] in ("cards", "others")]
        assert moments.count() == len(listed) + len(turns)
        moments.last.click()
        events = sorted(line["event"] for line in (*listed, *turns))
        before = record["events"][: events[-1]]
        assert at(ines) == len([event for event in before if "deal" in event or "action" in event])
        assert moments.last.get_attribute("aria-current") == "step"
        assert ines.page.locator(".eyes select").input_value() == "0"

        # Stepping through the replay shows every decision on the way, with all of its choices.
        decision = listed[0]
        moments.first.click()
        expect(ines.page.locator(".choices > li")).to_have_count(len(decision["actions"]))
        assert ines.count(".choices .played") == 1
        card = next(decision for decision in review["decisions"] if decision["trick"] > 0)
        ines.page.locator(".scrub input").fill(str(step_of(record, card["event"])))
        expect(ines.page.locator(".choices > li")).to_have_count(len(card["actions"]))
        assert ines.count(".choices .places i") == 3 * len(card["actions"]), "three places for each card"

        # The next moment, by keys.
        ines.page.locator(".scrub input").fill("0")
        ines.page.locator(".between .btn").nth(1).focus()
        ines.page.keyboard.press("Enter")
        assert at(ines) == step_of(record, events[0])

        # Everybody's chances are read as parts of 100, at every step.
        for step in range(at(ines), at(ines) + 12):
            ines.page.locator(".scrub input").fill(str(step))
            assert sum(map(figure, ines.page.locator(".chances .legend b").all_inner_texts())) == 100

        # The result: one sum in two units, whoever is looked at, and as it is read.
        ines.tap(".to-result")
        for number, seat in enumerate(review["seats"]):
            ines.page.locator(".reviewing .of select").select_option(str(number))
            expect(ines.page.locator(".sums figure")).to_have_count(2)
            for unit, result in (("match", round(100 * seat["result"])), ("points", seat["steps"]["points"]["result"])):
                row = ines.page.locator(".sums figure").nth(int(unit == "points"))
                even, *parts, end = map(figure, row.locator(".amount").all_inner_texts())
                assert even + sum(parts) == pytest.approx(end, abs=1e-6)
                assert end == result
                assert unit == "points" or all(-100 <= share <= 100 for share in (even, *parts, end))
        ines.page.locator(".reviewing .of select").select_option("0")
        costs = [figure(text) for text in ines.page.locator(".costs em").all_inner_texts()]
        assert costs == sorted(costs)
        assert ines.count(".foretelling tbody tr") == 1

        # The profile says the same accuracy.
        shown = ines.page.locator(".costs h3 small b").inner_text()
        ines.page.goto("profile")
        expect(ines.page.locator(".accuracy9 .figure9 b")).to_have_text(shown)
        assert figure(shown) == round(100 * review["seats"][0]["accuracy"])
        ines.page.go_back()
        whole(ines)
        ines.page.go_back()
        ines.page.wait_for_selector(".matchend")
        ines.page.goto("./")
        ines.tap(f'.lists a[href="matches/{match[1]}/review"]')
        whole(ines)


def figure(text: str) -> float:
    """The number in a text such as '−14%'."""
    return float(re.sub(r"[^\d.−-]", "", text).replace("−", "-"))


def step_of(record: dict[str, Any], event: int) -> int:
    """The step of the replay at which an event is about to happen."""
    return len([event for event in record["events"][:event] if "deal" in event or "action" in event])


def test_strangers_are_told_that_a_private_review_is_private(browser: Browser, server: Server) -> None:
    match, _ = matched(server, FIRST_EDITION)
    with Person(browser, server) as eve:
        eve.forgiven = ("WebSocket", "404")
        eve.page.goto(f"matches/{match}/review")
        eve.page.wait_for_selector("main h1")
        assert eve.count(".reviewing") == 0


@pytest.mark.parametrize("game", [FIRST_EDITION, pytest.param("prophecy", marks=pytest.mark.long)])
def test_a_review_fits_every_window_and_is_accessible(
    browser: Browser, server: Server, game: str, request: pytest.FixtureRequest
) -> None:
    match, cookie = matched(server, game)
    one = "en-GB" if game == "prophecy" else "ja-JP"
    for language in ("en-GB", "ja-JP") if request.config.getoption("--long") else (one,):
        with Person(browser, server, DESK, locale=language) as ines:
            come(ines, match, cookie)
            for size in SIZES if request.config.getoption("--long") else (*TIGHT, (1366, 657)):
                resize(ines, size)
                for tab in ("decisions", "result"):
                    ines.tap(f".to-{tab}")
                    assert faults(ines, (".reviewing .tabs .btn", ".reviewing .of select")) == [], (language, size, tab)
    for size, light in ((DESK, "dark"), (PHONE, "light")):
        with Person(browser, server, size, color_scheme=light) as ines:
            come(ines, match, cookie)
            for tab in ("decisions", "result"):
                ines.tap(f".to-{tab}")
                assert_good(ines, tab)
    with Person(browser, server, PHONE, forced_colors="active") as ines:
        come(ines, match, cookie)
        assert ines.page.evaluate(_BARE, [[".moment8", ".decision", ".reviewing .btn"], 1]) == []
        assert ines.page.evaluate(_BARE, [[".moment8[aria-current]", ".choices .played"], 3]) == []
        ines.tap(".to-table")
        ines.page.wait_for_selector(".hand [data-card]")
