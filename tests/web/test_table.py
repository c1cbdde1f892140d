"""At a table: why a card can't be played, whose turn it is, what is told, what is kept, and Japanese."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from foretold.server.base.text import BOTS
from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import DESK, GAMES, PHONE, Person, play, sit, step
from tests.web.hearing import heard, listen
from tests.web.looking import SIZES, faults, resize

FIRST_EDITION = "seven-prophecies-2017"


REFUSED = ".hand .card.off"


@pytest.mark.parametrize(
    ("game", "size"), [pytest.param(FIRST_EDITION, DESK, marks=pytest.mark.long), ("prophecy", PHONE)]
)
def test_a_card_that_cannot_be_played_says_why_and_leads_to_its_clause(
    browser: Browser, server: Server, game: str, size: tuple[int, int]
) -> None:
    with Person(browser, server, size) as ines:
        for _ in range(10):
            sit(ines, game, **GAMES[game])
            if play(ines, until=lambda now: now == "end" or (now == "card" and ines.count(REFUSED) > 0)) == "card":
                break
        held = ines.hand()
        ines.tap_card(REFUSED)
        expect(ines.page.locator(".say .why")).to_have_text(re.compile(r"\w"))
        expect(ines.page.locator(REFUSED).first).to_have_attribute("aria-disabled", "true")
        assert ines.hand() == held
        ines.tap(".say .whyask")
        popover = ines.page.locator(".whypop:popover-open")
        expect(popover.locator(".no")).to_have_text(re.compile(r"^(SP1|PR|ALL)-\d+$"))
        address = str(popover.locator("a.btn").get_attribute("href"))
        clause = address.split("#")[1]
        assert address.startswith(f"rules/{game}#")
        assert clause.upper() == popover.locator(".no").inner_text()
        with ines.context.expect_page() as opened:  # the table stays where it is
            ines.tap(".whypop a.btn")
        rules = opened.value
        expect(rules.locator(f"#{clause}")).to_be_in_viewport()
        expect(rules.locator(f"#{clause}")).to_have_attribute("data-look", "")
        words = rules.locator(f"#{clause} > div").inner_text()  # of this edition
        expect(popover.locator(".clausetext")).to_have_text(words, use_inner_text=True)


def test_title_and_icon_say_whose_turn_it_is(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        icon = ines.page.locator("link[rel=icon]")
        ines.page.goto("/")
        expect(ines.page).to_have_title("Foretold")
        sit(ines, FIRST_EDITION, **GAMES[FIRST_EDITION])
        play(ines, until=lambda now: now == "prophecy")
        expect(ines.page).to_have_title("● Your turn · Foretold")
        expect(icon).to_have_attribute("href", "icon-turn.svg")
        play(ines, until=lambda now: now == "held")
        expect(ines.page).to_have_title("Seven Prophecies 2017 · Foretold")
        expect(icon).to_have_attribute("href", "icon.svg")


# How many places of the page speak at most.
_COUNT = """() => {
    window.voices = 0
    const count = () => {
        const voices = document.querySelectorAll('[role=status], [aria-live=polite], [aria-live=assertive]')
        window.voices = Math.max(window.voices, voices.length)
    }
    new MutationObserver(count).observe(document, {childList: true, subtree: true})
    count()
}"""
# The names of seats, without what stands under them.
_NAMES = """(all) => all.map((one) =>
    [...one.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE).map((part) => part.data).join('').trim())"""


def test_one_live_region_announces_what_happened_and_whose_turn_it_is(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        listen(ines)
        sit(ines, FIRST_EDITION, **GAMES[FIRST_EDITION])
        play(ines, until=lambda now: now == "prophecy")
        ines.page.evaluate(_COUNT)
        play(ines, until=lambda now: now == "held")
        step(ines, "held")
        play(ines, until=lambda now: now == "card")
        ines.page.keyboard.press("i")
        ines.page.wait_for_selector("dialog[open] [role=status]")
        ines.dismiss()
        ines.page.wait_for_timeout(700)  # what follows at once is announced half a second later
        said = " ".join(heard(ines))
        assert ines.page.evaluate("window.voices") == 1
        bots = ines.page.eval_on_selector_all(".seats .name", _NAMES)
        assert len(bots) == GAMES[FIRST_EDITION]["players"] - 1
        assert all(bots)
        for sentence in (*(f"{name} predicted " for name in bots), " 1st, ", "Your turn."):
            assert sentence in said
        assert said.count("You predicted ") == 1
        assert len(re.findall(r"You (?:have no \w+ and )?play ", said)) == 1


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("seven-prophecies", PHONE),
        *(pytest.param("prophecy", size, marks=pytest.mark.long) for size in ((740, 360), DESK)),
    ],
    ids=str,
)
def test_the_result_of_a_round_stays_until_dismissed_and_can_be_reopened(
    browser: Browser, server: Server, game: str, size: tuple[int, int]
) -> None:
    with Person(browser, server, size) as ines:
        sit(ines, game, **GAMES[game])
        play(ines, until=lambda now: now == "round")
        sums = ines.page.locator(".results .parts").all_inner_texts()
        assert len(sums) == GAMES[game]["players"]
        assert all(sums)
        # Folded away the table lies there as it was; a tap on it goes nowhere.
        ines.tap(".summary .fold")
        ines.page.wait_for_selector(".say [data-go]:focus")
        assert ines.page.locator(".say .btn").all_inner_texts() == ["Show the result", "Round 2"]
        assert faults(ines, (".say .btn", ".say [data-go]")) == [], "nothing lies over the places of the hand"
        ines.tap("main .pseat, main .seat")
        ines.page.keyboard.press("l")
        ines.page.wait_for_selector("dialog[open]")
        ines.dismiss()
        assert ines.count(".say [data-go]") == 1
        ines.tap(".say .btn:not([data-go])")
        ines.page.wait_for_selector(".results")
        # A reload does not lose them.
        ines.page.reload()
        ines.page.wait_for_selector(".results")
        assert ines.page.locator(".results .parts").all_inner_texts() == sums
        assert not ines.axe()
        step(ines, "round")
        ines.page.wait_for_selector(".summary", state="detached")
        # Later they come back from the bar; there only a gain is good news.
        gain = ines.page.locator(".bar .roundagain b")
        good = ines.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--good')")
        colour = gain.evaluate("(each) => getComputedStyle(each).color")
        rgb = f"rgb({', '.join(str(int(good.strip()[at : at + 2], 16)) for at in (1, 3, 5))})"
        assert (colour == rgb) == gain.inner_text().startswith("+")
        ines.tap(".bar .roundagain")
        assert ines.page.locator(".results .parts").all_inner_texts() == sums
        ines.page.keyboard.press("Escape")
        ines.page.wait_for_selector(".summary", state="detached")
        ines.page.reload()
        ines.page.wait_for_selector(".bar .roundagain")
        assert ines.count(".summary") == 0


def test_an_unsent_prophecy_or_bid_survives_a_reload(browser: Browser, server: Server) -> None:
    def counts() -> list[str]:
        return ines.page.locator(".slots .put > b").all_inner_texts()

    with Person(browser, server) as ines:
        sit(ines, "seven-prophecies", players=3)
        play(ines, until=lambda now: now == "prophecy")
        for place in (1, 3, 3):
            ines.tap(f'[data-slot="{place}"] .put')
        ines.page.reload()
        play(ines, until=lambda now: now == "prophecy")
        assert counts() == ["1", "0", "2"]
        for place in (2, 2, 2, 2):
            ines.tap(f'[data-slot="{place}"] .put')
        ines.tap(".screen .tray .btn.primary")
        play(ines, until=lambda now: now == "card")
        assert (
            ines.page.evaluate(
                "Object.keys(sessionStorage).filter((key) => !key.startsWith('foretold-draft rounds')).length"
            )
            == 0
        )

        sit(ines, "prophecy", players=4)
        play(ines, until=lambda now: now == "bid")
        ines.tap_card(".hand .card.legal:not(.chosen)")
        chosen = ines.page.locator(".hand .card.chosen").get_attribute("data-card")
        ines.page.reload()
        expect(ines.page.locator(".hand .card.chosen")).to_have_attribute("data-card", str(chosen))
        step(ines, "bid")
        play(ines, until=lambda now: now == "card")
        assert (
            ines.page.evaluate(
                "Object.keys(sessionStorage).filter((key) => !key.startsWith('foretold-draft rounds')).length"
            )
            == 0
        )


def test_pr_20_only_the_rules_say_that_the_order_of_trumps_is_assumed(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ines:
        sit(ines, "prophecy", players=4)
        ines.page.wait_for_selector(".wheel figcaption b")
        assert "assumed" not in ines.page.locator("body").inner_text()
        ines.page.goto("/rules/prophecy")
        expect(ines.page.locator("body")).to_contain_text("the order is assumed")


# Words of another language, but for names: of this person, of games, of the language to switch to.
_LATIN = re.compile(r"\b(?!Ines|III|Foretold|Prophecy|English|Deutsch|espa|fran)[A-Za-z]{3,}")


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("prophecy", DESK),
        pytest.param("seven-prophecies", PHONE, marks=pytest.mark.long),
        pytest.param(FIRST_EDITION, PHONE, marks=pytest.mark.long),
    ],
)
def test_a_round_can_be_played_in_japanese(browser: Browser, server: Server, game: str, size: tuple[int, int]) -> None:
    english: dict[str, list[str]] = {}

    def read(now: str) -> None:
        latin = _LATIN.findall(ines.page.locator("body").inner_text())
        if latin:
            english[now] = latin

    with Person(browser, server, size, locale="ja-JP") as ines:
        sit(ines, game, **GAMES[game])
        play(ines, until=lambda now: now == "round", at=read)
        ines.page.keyboard.press("?")
        ines.page.wait_for_selector("dialog[open]")
        assert english == {}
        assert re.search("[ぁ-ん]", ines.text("dialog[open]"))
        ines.dismiss()
        expect(ines.page.locator("html")).to_have_attribute("lang", "ja")


# Focused elements of the chat whose ring is cut by what they scroll in.
_CUT = """() => [...document.querySelectorAll('.chat :is(button, input, [tabindex])')].filter((each) => {
    each.focus({ focusVisible: true })
    each.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const style = getComputedStyle(each)
    const out = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth)
    let around = each.parentElement
    while (around && getComputedStyle(around).overflowY === 'visible') around = around.parentElement
    const [ring, clip] = [each, around].map((box) => box.getBoundingClientRect())
    const past = [clip.left - ring.left, clip.top - ring.top, ring.right - clip.right, ring.bottom - clip.bottom]
    return Math.max(...past) + out > 1 && around !== document.documentElement
}).map((each) => each.innerText || each.className)"""


@pytest.mark.parametrize("size", chosen([DESK, PHONE, (740, 360)], (740, 360)), ids=str)
def test_the_focus_ring_in_the_chat_is_not_cut(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    with Person(browser, server, size) as ines:
        sit(ines, "prophecy", players=3, seats=["me", "open", "bot:greedy"], chat="free")
        ines.tap(".chatmark")
        ines.page.wait_for_selector(".chat .phrases")
        assert ines.page.evaluate(_CUT) == []


# Names of bots that would not stand on one line, also while the bot thinks, or whose level lies in the way.
_WRAPPED = """(names) => [...document.querySelectorAll(':is(.seats, .pseat) .name:has(.level)')].flatMap((title) => {
    const [text, who] = [[...title.childNodes].find((each) => each.data?.trim()), title.closest('.who')]
    const [before, level, score] = [text.data, title.querySelector('.level'), who.querySelector('.score')]
    who.insertAdjacentHTML('beforeend', '<span class="dots tried"><i></i><i></i><i></i></span>')
    const wrong = names.filter((name) => {
        text.data = name
        const range = document.createRange()
        range.selectNodeContents(text)
        const [lines, under] = [range.getClientRects(), level.getBoundingClientRect()]
        if (lines.length > 1) return true
        const far = under.top < lines[0].bottom - 4 || under.right > score.getBoundingClientRect().left
        return level.checkVisibility() && far
    })
    text.data = before
    who.querySelector('.tried').remove()
    return wrong
})"""


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("prophecy", 6),
        *(pytest.param(*table, marks=pytest.mark.long) for table in (("prophecy", 5), ("seven-prophecies", 4))),
    ],
)
def test_the_name_of_a_bot_is_one_line_and_its_level_stands_beneath(
    browser: Browser, server: Server, game: str, players: int
) -> None:
    with Person(browser, server) as ines:
        sit(ines, game, players=players, tempo="at-once")
        play(ines, until=lambda now: now == "card")
        for size in SIZES:
            resize(ines, size)
            assert ines.page.evaluate(_WRAPPED, list(BOTS)) == [], size
