"""The pages around the tables: how they load, rules, lessons, language, light, and what a browser keeps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import DESK, GAMES, PHONE, Person, sit, step
from tests.web.test_access import assert_good

FIRST_LOAD = 250_000  # bytes, everything that comes over the line


# Loading -----------------------------------------------------------------------------------------------------------


def test_the_page_holds_nothing_that_its_policy_would_forbid(server: Server) -> None:
    answer = server.client().get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]*\bsrc=)", answer.text)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", answer.text)
    assert not re.search(r"""(?:src|href)="(?:https?:)?//""", answer.text)


def test_the_page_can_be_installed(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/")
        client = ines.context.new_cdp_session(ines.page)
        manifest = client.send("Page.getAppManifest")
        assert manifest["errors"] == []
        errors = [each["errorId"] for each in client.send("Page.getInstallabilityErrors")["installabilityErrors"]]
        assert errors in ([], ["in-incognito"])
        icons = [each["src"] for each in json.loads(manifest["data"])["icons"]]
        for name in ("icon.svg", "icon-turn.svg", *icons):
            answer = ines.context.request.get(f"/{name}")
            assert answer.ok
            assert answer.headers["content-type"].startswith("image/")
            assert len(answer.body()) > 100


@pytest.mark.parametrize("path", ["/", "table"])
def test_the_first_load_is_small(browser: Browser, server: Server, path: str) -> None:
    with Person(browser, server) as ines:
        requests: list[Request] = []
        ines.page.on("requestfinished", lambda request: requests.append(request))
        if path == "/":
            ines.page.goto("/")
        else:
            sit(ines, "seven-prophecies", players=4)
            ines.page.wait_for_selector(".hand .card")
        ines.page.wait_for_load_state("networkidle")
        assert {request.url.split("/")[2] for request in requests} == {server.url.split("/")[2]}
        sizes = [request.sizes() for request in requests]
        assert 0 < sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes) < FIRST_LOAD


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.long), PHONE], ids=["desk", "phone"])
def test_a_page_that_is_not_there_leads_somewhere(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    with Person(browser, server, size) as ines:
        ines.forgiven += ("404 (Not Found)",)
        for path in ("/tables/nosuchtable", "/matches/nosuchmatch", "/learn/chess", "/rules/chess", "/no/such/page"):
            ines.page.goto(path)
            ines.page.wait_for_selector(".ended h1")
            assert ines.text(".ended p"), path
            assert not ines.axe()
        ines.tap(".ended a.primary")
        ines.page.wait_for_selector("main.home")


# Language, light, settings -----------------------------------------------------------------------------------------


def test_language_and_light_are_switched_and_kept(browser: Browser, server: Server) -> None:
    with Person(browser, server, kept={}) as ines:
        root = ines.page.locator("html")
        ines.page.goto("/")
        expect(root).to_have_attribute("lang", "en")
        expect(root).to_have_attribute("data-theme", "dark")
        english = ines.text("h1")
        ines.tap(".bar [lang=ja]")
        expect(root).to_have_attribute("lang", "ja")
        ines.tap(".bar .btn:has(use[href='#i-theme'])")
        expect(root).to_have_attribute("data-theme", "light")
        assert ines.text("h1") != english
        ines.page.reload()
        expect(root).to_have_attribute("lang", "ja")
        expect(root).to_have_attribute("data-theme", "light")
        assert re.search("[ぁ-ん]", ines.text("h1"))
        ines.tap(".bar [lang=en]")
        expect(ines.page.locator("h1")).to_have_text(english)


# The colour of each suit of one game on paper.
_SUITS = """() => ['broom', 'mushroom', 'potion', 'spellbook'].map((suit) => {
    const mark = document.body.appendChild(Object.assign(document.createElement('i'), {className: suit}))
    const colour = getComputedStyle(mark).getPropertyValue('--sp')
    mark.remove()
    return colour
})"""


def test_settings_are_kept_in_this_browser(browser: Browser, server: Server) -> None:
    with Person(browser, server, PHONE, kept={}) as ines:
        ines.page.goto("/")
        plain = ines.page.evaluate(_SUITS)
        ines.tap(".bar [popovertarget]")
        ines.page.get_by_role("button", name="Settings").tap()
        for value in ("clear", "tap", "always"):
            ines.page.locator(f"dialog[open] [value={value}]").check()
        ines.page.locator("dialog[open] .nameform input").fill("Ines")
        ines.tap("dialog[open] .nameform .btn")
        expect(ines.page.locator(".me-chip")).to_have_text("Ines")
        ines.page.reload()
        expect(ines.page.locator("html")).to_have_attribute("data-palette", "clear")
        clear = ines.page.evaluate(_SUITS)
        assert len(set(clear)) == len(set(plain)) == 4
        assert clear != plain
        ines.tap(".me-chip")
        for value in ("clear", "tap", "always"):
            expect(ines.page.locator(f"dialog[open] [value={value}]")).to_be_checked()
        assert ines.page.locator("dialog[open] .nameform input").input_value() == "Ines"


@pytest.mark.parametrize(("locale", "language"), [("ja-JP", "ja"), ("de-DE", "en")])
def test_a_browser_gets_its_own_language_without_doing_anything(
    browser: Browser, server: Server, locale: str, language: str
) -> None:
    with Person(browser, server, locale=locale) as someone:
        someone.page.goto("/")
        expect(someone.page.locator("html")).to_have_attribute("lang", language)


# Rules -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "locale"), [pytest.param(DESK, "en-GB", marks=pytest.mark.long), (PHONE, "ja-JP")], ids=["desk", "phone"]
)
def test_the_rules_open_at_a_clause(browser: Browser, server: Server, size: tuple[int, int], locale: str) -> None:
    with Person(browser, server, size, locale=locale) as ines:
        ines.page.goto("/rules/prophecy#pr-7")
        clause = ines.page.locator("#pr-7")
        expect(clause).to_have_attribute("data-look", "")
        expect(clause).to_be_in_viewport()
        expect(clause).to_be_focused()
        assert not ines.wide()
        # A clause of another game, wherever it is asked for, leads to its page.
        ines.page.goto("/rules/common#sp2-7")
        expect(ines.page.locator("#sp2-7")).to_be_in_viewport()
        assert ines.page.url.endswith("/rules/seven-prophecies#sp2-7")


# Lessons -----------------------------------------------------------------------------------------------------------


def last_note(person: Person) -> bool:
    """Whether the lesson is at its last note."""
    return bool(person.page.eval_on_selector(".far progress", "(progress) => progress.value === progress.max"))


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("seven-prophecies", DESK, marks=pytest.mark.long),
        ("seven-prophecies-2017", PHONE),
        pytest.param("prophecy", DESK, marks=pytest.mark.long),
        pytest.param("seven-prophecies-2017", DESK, marks=pytest.mark.long),
    ],
)
def test_a_lesson_to_its_end(browser: Browser, server: Server, game: str, size: tuple[int, int]) -> None:
    with Person(browser, server, size, color_scheme="light") as ines:
        ines.page.goto(f"/learn/{game}")
        ines.page.wait_for_selector(".far progress")
        for _ in range(100):
            assert not ines.wide()
            assert_good(ines, "lesson", axe=last_note(ines))
            if last_note(ines):
                break
            ines.tap(".note .ways .btn:not(.icon)")
        assert ines.count(".results > li") >= 3
        ines.tap(".note .btn.primary")
        ines.page.wait_for_url("**/tables/*")
        ines.page.wait_for_selector(".hand .card")


LESSONS = Path(__file__).parents[2] / "web" / "src" / "learn"


def do(person: Person, action: str) -> None:
    """Takes this action at the table by mouse."""
    if "+" in action:
        for card in action.split("+"):
            person.tap_card(f'.hand [data-card="{card}"]')
        person.tap(".lay")
    elif re.fullmatch(r"\d(-\d)+", action):
        for place, tokens in enumerate(action.split("-"), 1):
            for _ in range(int(tokens)):
                person.tap(f'[data-slot="{place}"] .put')
        person.tap(".screen .tray .btn.primary")
    else:
        card, _, suit = action.partition(":")
        person.tap_card(f'.hand [data-card="{card}"]')
        if suit:
            sign = {"S": "sun", "P": "spear", "V": "viper", "E": "eagle"}[suit]
            person.tap(f".namer .btn.{sign}")


@pytest.mark.parametrize("game", chosen(GAMES, "prophecy"))
def test_a_lesson_played_by_hand(browser: Browser, server: Server, game: str) -> None:
    events = json.loads((LESSONS / f"{game}.json").read_text())["events"]
    mine = iter([event["action"] for event in events if event.get("seat") == 0])
    done = 0
    with Person(browser, server) as ines:
        ines.page.goto(f"/learn/{game}")
        ines.page.wait_for_selector(".far progress")
        while not last_note(ines):
            heading = ines.text(".note h2")
            if ines.count(".note .ways .btn.primary"):
                ines.tap(".note .ways .btn.primary")
            else:
                do(ines, next(mine))
                done += 1
                expect(ines.page.locator(".note h2")).not_to_have_text(heading)
        assert done >= 3
        assert ines.count(".results > li") >= 3


def test_a_lesson_waits_for_the_card_that_it_means(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/learn/prophecy")
        for _ in range(40):
            if ines.count(".hand [data-look].legal") and ines.count(".bidscreen") == 0:
                break
            ines.tap(".note .ways .btn:not(.icon)")
        wanted = ines.page.locator(".hand [data-look]").first.get_attribute("data-card")
        heading = ines.text(".note h2")
        ines.tap_card(f'.hand .legal:not([data-card="{wanted}"])')
        ines.page.wait_for_selector(".note .try")
        assert ines.text(".note h2") == heading
        ines.tap_card(f'.hand [data-card="{wanted}"]')
        expect(ines.page.locator(".note h2")).not_to_have_text(heading)
        assert wanted not in ines.hand()


def test_with_motion_the_console_stays_silent(browser: Browser, server: Server) -> None:
    """Moving cards need nothing that the policy of the page forbids."""
    with Person(browser, server, reduced_motion="no-preference") as ines:
        sit(ines, "prophecy", **GAMES["prophecy"])
        ines.page.wait_for_selector(".bidscreen")
        step(ines, "bid")
        for _ in range(2):
            ines.page.wait_for_selector(".hand .card.legal")
            ines.page.locator(".hand .card.legal").first.click(position={"x": 10, "y": 20})
            ines.page.locator(".say .btn.primary[data-go], .namer .btn").first.click()
