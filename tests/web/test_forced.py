"""Colours of the system: where light and colour say nothing, edges do, on both tables and at the ends."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.serving import Server
from tests.web.browsing import GAMES, Person, hurry, play, sit

# What has an edge at each moment, and what is marked as now or as chosen.
EDGES = {
    "prophecy": (".put", ".slot4", ".fcard", ".hand .card", ".pile i", ".tray [data-go]"),
    "bid": (".bidscreen", ".pseat", ".hand .card", ".bidgap", ".lay"),
    "card": (".hand .card", ":is(.seat, .pseat)", ":is(.fcard, .suits .lead)", ".tools .btn"),
    "held": (".hand .card", ":is(.seat, .pseat)", ".say [data-go]"),
    "round": (".results > li", ".summary .btn", ".results :is(.mini, .steps li)", ".results .bar7"),
    "end": (".matchend .btn", ".roundsbox"),
}
NOW = {
    "prophecy": ("main .mypanel .seat.turn",),
    "bid": (".pseat.turn",),
    "card": (":is(.mypanel .seat, .pcol, .pseat, .pmine):is(.turn, :has(.turn))", ".hand .card.chosen"),
    "round": (".summary .btn.primary", ".results .me"),
    "end": (".matchend .btn.primary", ".rounds .winner"),
}

# Of these selectors those of which something in sight has no edge of so many pixels, or of which there is nothing.
_BARE = """([selectors, least]) => selectors.filter((selector) => {
    const found = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
    const edge = (style) => Math.max(
        style.borderTopStyle === 'none' ? 0 : parseFloat(style.borderTopWidth),
        style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth))
    return found.length === 0 || found.some((each) => edge(getComputedStyle(each)) < least)
})"""
# Signs of cards and pips that are not drawn in the colour of the text.
_FAINT = """() => {
    const text = getComputedStyle(document.body).color
    const signs = [...document.querySelectorAll('.hand .card .sign, .fcard .sign, .play .card .sign, .mini .sign')]
    const won = [...document.querySelectorAll('.pips .won, .countpips .got')]
    return [
        ...signs.filter((each) => getComputedStyle(each).color !== text),
        ...won.filter((each) => getComputedStyle(each).backgroundColor !== text),
    ].length
}"""


@pytest.mark.parametrize(
    ("game", "light"),
    [
        ("seven-prophecies", "dark"),
        ("prophecy", "light"),
        pytest.param("seven-prophecies", "light", marks=pytest.mark.long),
        pytest.param("prophecy", "dark", marks=pytest.mark.long),
    ],
)
def test_forced_colours_replace_light_and_colour_by_edges(
    browser: Browser, server: Server, game: str, light: Any
) -> None:
    """The end of a match is the same for both games: the short run of Prophecy stops after a round."""
    ending = "round" if (game, light) == ("prophecy", "light") else "end"
    kept = {"trick": "tap", "confirm": "always"}
    with Person(browser, server, kept=kept, forced_colors="active", color_scheme=light) as ines:
        sit(ines, game, **GAMES[game])
        looked: set[str] = set()

        def at(now: str) -> None:
            if now not in EDGES or now in looked or (now == "card" and "held" not in looked):
                return
            looked.add(now)
            if now == "card":
                ines.tap_card(".hand button.card.legal")
                ines.page.wait_for_selector(".hand .card.chosen")
            assert ines.page.evaluate(_BARE, [EDGES[now], 1]) == [], now
            assert ines.page.evaluate(_BARE, [NOW.get(now, ()), 2]) == [], now
            assert ines.page.evaluate(_FAINT) == 0, now

        play(ines, at=at, until=lambda now: now == "round")
        if ending == "end":
            hurry(ines)
            at("end")
        assert looked == EDGES.keys() - {"bid" if game != "prophecy" else "prophecy", "end" if ending != "end" else ""}


def test_forced_colours_show_selections_in_dialogs(browser: Browser, server: Server) -> None:
    with Person(browser, server, forced_colors="active") as ines:
        ines.page.goto("/")
        ines.tap(".game [data-bots]")
        ines.page.wait_for_selector("dialog[open] .pill")
        assert ines.page.evaluate(_BARE, [["dialog[open]", "dialog[open] .pill span", "dialog[open] .btn"], 1]) == []
        chosen = "dialog[open] .pill input:checked + span"
        assert ines.page.evaluate(_BARE, [[chosen], 2]) == []
        others = "dialog[open] .pill input:not(:checked) + span"
        assert ines.page.evaluate(_BARE, [[others], 2]) == [others]
