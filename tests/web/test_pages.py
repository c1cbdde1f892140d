"""The pages around the tables: how they load, rules, lessons, language, light, and what a browser keeps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import DESK, GAMES, PHONE, Person, play, sit, step
from tests.web.looking import TONGUES, faults
from tests.web.test_windows import settle

# Bytes, everything that comes over the line, headers included.
FIRST_LOAD = {"home": 180_000, "seven-prophecies": 220_000, "prophecy": 220_000}


# Loading -----------------------------------------------------------------------------------------------------------


def test_the_page_obeys_its_content_security_policy(server: Server) -> None:
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
        errors = [error["errorId"] for error in client.send("Page.getInstallabilityErrors")["installabilityErrors"]]
        assert errors in ([], ["in-incognito"])
        icons = [icon["src"] for icon in json.loads(manifest["data"])["icons"]]
        for name in ("icon.svg", "icon-turn.svg", *icons):
            answer = ines.context.request.get(f"/{name}")
            assert answer.ok
            assert answer.headers["content-type"].startswith("image/")
            assert len(answer.body()) > 100


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize("what", FIRST_LOAD)
def test_the_first_load_is_small_in_every_language(browser: Browser, server: Server, what: str, tongue: str) -> None:
    with Person(browser, server, locale=TONGUES[tongue]) as ines:
        requests: list[Request] = []
        ines.page.on("requestfinished", lambda request: requests.append(request))
        if what == "home":
            ines.page.goto("/")
        else:
            sit(ines, what, players=4)
            ines.page.wait_for_selector(".hand .card")
        ines.page.wait_for_load_state("networkidle")
        assert ines.page.evaluate("document.documentElement.lang") == tongue
        assert {request.url.split("/")[2] for request in requests} == {server.url.split("/")[2]}
        sizes = [request.sizes() for request in requests]
        total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
        assert 50_000 < total <= FIRST_LOAD[what]


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.long), PHONE], ids=["desk", "phone"])
def test_an_unknown_page_leads_somewhere(browser: Browser, server: Server, size: tuple[int, int]) -> None:
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


def test_language_and_light_can_be_switched_and_are_kept(browser: Browser, server: Server) -> None:
    with Person(browser, server, kept={}) as ines:
        root = ines.page.locator("html")
        ines.page.goto("/")
        expect(root).to_have_attribute("lang", "en")
        expect(root).to_have_attribute("data-theme", "dark")
        english = ines.text("h1")
        chosen = ines.page.locator(".bar > label select")
        chosen.select_option("ja")
        expect(root).to_have_attribute("lang", "ja")
        ines.tap(".bar .btn:has(use[href='#i-theme'])")
        expect(root).to_have_attribute("data-theme", "light")
        assert ines.text("h1") != english
        ines.page.reload()
        expect(root).to_have_attribute("lang", "ja")
        expect(root).to_have_attribute("data-theme", "light")
        assert re.search("[ぁ-ん]", ines.text("h1"))
        chosen.select_option("en")
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


@pytest.mark.parametrize(("locale", "language"), [("ja-JP", "ja"), ("zh-HK", "zh-Hant"), ("ko-KR", "en")])
def test_a_browser_gets_its_own_language_by_default(
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
def test_a_lesson_can_be_played_by_hand(browser: Browser, server: Server, game: str) -> None:
    events = json.loads((LESSONS / f"{game}.json").read_text())["events"]
    mine = iter([event["action"] for event in events if event.get("seat") == 0])
    counted: list[str] = []
    with Person(browser, server) as ines:
        ines.page.goto(f"/learn/{game}")
        while True:
            settle(ines)
            counted.append(ines.text(".note .far span"))
            heading = ines.text(".note h2")
            if ines.count(".note [data-alone]"):
                break
            if ines.count(".note .ways .btn.primary"):
                ines.tap(".note .ways .btn.primary")
                continue
            if ines.count(".prophesying, .bidscreen") == 0:
                assert ines.count(".hand .pv, .hand .pchance") > 0, "over the cards stands what they bring"
            do(ines, next(mine))
            expect(ines.page.locator(".note h2")).not_to_have_text(heading)
        assert len(set(counted)) == len(counted), "no note is counted twice"
        ines.tap(".note [data-alone]")
        ines.page.wait_for_selector(".lesson:not(.scripted) .hand .legal")
        assert ines.count(".asks") == 1, "a hint can be asked for"
        play(ines, until=lambda _: ines.count(".lessonend") > 0)
        assert ines.count(".results > li") >= 3
        ines.tap(".note .btn.primary")
        ines.page.wait_for_url("**/tables/*")
        ines.page.wait_for_selector(".hand .card")


def test_a_lesson_waits_for_the_card_it_suggests(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/learn/prophecy")
        for _ in range(40):
            if ines.count(".hand [data-look].legal") and ines.count(".bidscreen") == 0:
                break
            ines.tap(".note [data-on]")
        wanted = ines.page.locator(".hand [data-look]").first.get_attribute("data-card")
        heading = ines.text(".note h2")
        ines.tap_card(f'.hand .legal:not([data-card="{wanted}"])')
        ines.page.wait_for_selector(".note .try")
        assert ines.text(".note h2") == heading
        ines.tap_card(f'.hand [data-card="{wanted}"]')
        expect(ines.page.locator(".note h2")).not_to_have_text(heading)
        assert wanted not in ines.hand()


@pytest.mark.parametrize(("game", "choice"), [("seven-prophecies", "3-1-1-2"), ("seven-prophecies-2017", "2-2-3")])
def test_a_lesson_says_why_its_prophecy_is_good_even_if_it_is_made_at_once(
    browser: Browser, server: Server, game: str, choice: str
) -> None:
    with Person(browser, server) as ines:
        ines.page.goto(f"/learn/{game}")
        settle(ines)
        reason = ""
        while ines.count(".note .ways .btn.primary"):
            reason = ines.text(".note .what p")
            ines.tap(".note .ways .btn.primary")
            settle(ines)
        assert "three" in reason, "the note before counts what the hand brings"
        do(ines, choice)
        settle(ines)
        assert f"{choice} is" in ines.text(".note .what p")
        assert "comes true" in ines.text(".note .what p")


def test_a_lesson_keeps_its_place(browser: Browser, server: Server) -> None:
    """Escape leaves nothing, and whoever leaves comes back to the same note, from the first page as well."""
    with Person(browser, server) as ines:
        ines.page.goto("/learn/seven-prophecies")
        for _ in range(3):
            ines.tap(".note [data-on]")
            settle(ines)
        heading = ines.text(".note h2")
        ines.page.keyboard.press("Escape")
        ines.page.keyboard.press("Escape")
        assert ines.text(".note h2") == heading
        ines.tap(".note .leave")
        ines.tap(".continue .btn.primary")
        expect(ines.page.locator(".note h2")).to_have_text(heading)
        ines.tap(".note .ways .btn.icon")  # from the start
        expect(ines.page.locator(".note h2")).not_to_have_text(heading)
        assert ines.text(".far span").startswith("1 ")


def test_a_match_against_bots_continues_after_the_page_was_closed(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/learn/seven-prophecies")
        while not ines.count(".note [data-alone]"):
            ines.tap(".note [data-on]")
            settle(ines)
        ines.tap(".note [data-alone]")
        ines.page.wait_for_selector(".lesson:not(.scripted) .hand .legal")
        step(ines, "card")
        ines.page.wait_for_selector(".say .btn.primary[data-go], .hand .legal")
        held = ines.hand()
        ines.page.goto("/")
        ines.page.wait_for_selector(".continue")
        assert "lesson" in ines.text(".continue h1"), "the table of a lesson is no match of one's own"
        ines.tap(".continue .btn.primary")
        ines.page.wait_for_selector(".lesson:not(.scripted) .hand .card")
        assert set(ines.hand()) <= set(held)
        ines.tap(".note [data-on]")  # the rest is shown
        settle(ines)
        ines.page.wait_for_selector(".lessonend")
        mine = ines.context.request.get("/api/tables").json()["mine"]
        assert [table for table in mine if table["phase"] == "playing"] == [], "the table is closed"


# The first page ----------------------------------------------------------------------------------------------------


def test_a_returning_player_finds_the_waiting_match_first(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        table = sit(ines, "seven-prophecies", players=4)
        ines.page.wait_for_selector(".hand .card")
        ines.page.goto("/")
        ines.page.wait_for_selector(".continue")
        assert ines.text(".continue h1") == "Continue: Seven Prophecies, round 1 · your turn"
        expect(ines.page).to_have_title("● Your turn · Foretold")
        assert ines.page.get_attribute("link[rel=icon]", "href") == "icon-turn.svg"
        ines.tap(".continue .btn.primary")
        ines.page.wait_for_url(f"**/tables/{table}")


def test_a_new_visitor_reaches_a_table_with_one_click(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        ines.page.goto("/")
        assert "trick-taking" in ines.text(".hero p")
        assert ines.count(".trick4 .card") == 4
        ines.tap(".hero button")
        ines.page.wait_for_selector(".hand .card")


def test_the_page_offers_installation_where_the_browser_does(browser: Browser, server: Server) -> None:
    offer = """() => {
        const event = new Event('beforeinstallprompt', {cancelable: true})
        event.prompt = () => { window.asked = true; return Promise.resolve({outcome: 'accepted'}) }
        window.dispatchEvent(event)
    }"""
    with Person(browser, server) as ines:
        ines.page.goto("/")
        ines.page.wait_for_selector(".hero")
        assert ines.count(".install") == 0
        ines.page.evaluate(offer)
        ines.tap(".install .btn:not(.icon)")
        assert ines.page.evaluate("window.asked")
        expect(ines.page.locator(".install")).to_have_count(0)
        ines.page.evaluate(offer)
        ines.tap(".install .btn.icon")
        ines.page.reload()
        ines.page.wait_for_selector(".hero")
        ines.page.evaluate(offer)
        expect(ines.page.locator(".install")).to_have_count(0)


@pytest.mark.parametrize("size", chosen([(360, 560), (667, 375), (1280, 600)], (667, 375)), ids=str)
def test_the_menu_of_a_table_has_eight_entries_at_most(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    with Person(browser, server, size) as ines:
        sit(ines, "prophecy", players=3)
        ines.page.wait_for_selector(".hand .card")
        step(ines, "bid")
        ines.page.wait_for_selector(".hand .legal")
        step(ines, "card")
        ines.tap("header [popovertarget]")
        assert 5 <= ines.count(".menu li:not(.rule)") <= 8
        drawn = ines.page.eval_on_selector_all(
            ".menu li > .ico, .menu li > :is(a, button) > .ico", "(all) => all.map((icon) => icon.innerHTML)"
        )
        assert len(set(drawn)) == len(drawn), "every entry has a sign of its own"
        assert faults(ines, (".menu", ".menu li:last-child")) == []


def test_with_motion_the_console_stays_silent(browser: Browser, server: Server) -> None:
    """Moving cards and sounds need nothing that the policy of the page forbids."""
    with Person(browser, server, reduced_motion="no-preference", sound=True) as ines:
        sit(ines, "prophecy", **GAMES["prophecy"])
        ines.page.wait_for_selector(".bidscreen")
        step(ines, "bid")
        for _ in range(2):
            ines.page.wait_for_selector(".hand .card.legal")
            ines.page.locator(".hand .card.legal").first.click(position={"x": 10, "y": 20})
            ines.page.locator(".say .btn.primary[data-go], .namer .btn").first.click()
