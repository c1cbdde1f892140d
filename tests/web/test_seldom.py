"""Moments of Prophecy that seldom come, told by somebody between server and page: they too have room, and say it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from tests.conftest import chosen
from tests.server.serving import Server
from tests.web.browsing import Person, play, sit
from tests.web.looking import TONGUES, crossed, faults, resize

SIZES = [(740, 360), (667, 375), (360, 560), (1366, 657)]
SPECIALISTS = ["Jaguar", "Monkey", "Shaman", "Lizard"]
Change = Callable[[dict[str, Any], dict[str, Any]], None]

_ROWS = """(text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size
}"""
_HEIGHTS = "(all) => all.map((each) => Math.round(each.getBoundingClientRect().height))"


class Between:
    """Changes each whole view on its way to a person; what is only new passes as it is."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.change: Change = lambda view, turn: None
        person.page.route_web_socket("**/*", self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(self._changed(str(text))))
        line.on_message(server.send)

    def _changed(self, text: str) -> str:
        message = json.loads(text)
        if message["type"] == "view" and message.get("turn"):
            self.change(message["view"], message["turn"])
        return json.dumps(message)

    def tell(self, change: Change, shown: str) -> None:
        """From now on views are changed so; the page is loaded anew and shows it."""
        self.change = change
        self.person.page.reload()
        self.person.page.wait_for_selector(shown)


def first_card(person: Person, players: int) -> Between:
    """Sits down and bids; what is told from then on can be changed."""
    between = Between(person)
    sit(person, "prophecy", players=players, tempo="at-once")
    play(person, until=lambda now: now == "card")
    return between


def only_shaman(view: dict[str, Any], turn: dict[str, Any]) -> None:
    """The lead of the last trick is mine, and I have nothing but the Shaman."""
    view.update(hand=["Shaman"], trick=[], lead=None, leader=0, standing=None, actors=[0], open_bidders=[0])
    turn["legal"] = [{"action": "surrender"}]
    turn["why_not"] = [{"cards": ["Shaman"], "reason": "shaman-leads", "clause": "PR-13", "values": {}}]


def specialists(view: dict[str, Any], turn: dict[str, Any]) -> None:
    """A suit was led where only the Jaguar is trump, and I hold all Specialists."""
    view["hand"][-4:] = SPECIALISTS
    leader = view["players"] - 1
    view.update(trick=[{"seat": leader, "action": "S8"}], lead="S", leader=leader, standing=leader, actors=[0])
    view.update(trump=None, wheel=[None, *view["wheel"][1:]])
    turn["legal"] = [{"action": card, "wins": False} for card in [view["hand"][0], *SPECIALISTS]]
    others = {"reason": "must-follow-or-specialist", "clause": "PR-9", "values": {"suit": "S"}}
    turn["why_not"] = [{"cards": view["hand"][1:-4], **others}]


def names_a_suit(view: dict[str, Any], turn: dict[str, Any]) -> None:
    """The lead is mine, with a Monkey or a Lizard of any suit."""
    specialists(view, turn)
    view.update(trick=[], lead=None, leader=0, standing=None)
    turn["legal"] = [{"action": f"{card}:{suit}"} for card in ("Monkey", "Lizard") for suit in "SPVE"]
    turn["why_not"] = []


@pytest.mark.parametrize(("players", "tongue"), crossed([2, 4, 6], TONGUES, at=(5,)))
def test_prompts_fit_on_their_line(browser: Browser, server: Server, players: int, tongue: str) -> None:
    wrong: list[str] = []
    with Person(browser, server, SIZES[0], locale=TONGUES[tongue]) as ines:
        between = first_card(ines, players)

        def look(moment: str) -> None:
            for size in SIZES:
                resize(ines, size)
                wrong.extend(f"{moment} {size}: {fault}" for fault in faults(ines, (".say", ".hand")))
            resize(ines, SIZES[0])

        between.tell(only_shaman, ".namer .giving")
        look("surrender")
        between.tell(specialists, ".say .why")
        look("follow")
        assert ines.page.locator(".say .why > span").evaluate(_ROWS) <= 2
        between.tell(names_a_suit, ".hand .legal")
        ines.tap("[data-card=Lizard]")
        ines.page.wait_for_selector(".namer")
        look("name")
    assert wrong == []


@pytest.mark.parametrize("size", chosen(SIZES, (360, 560)), ids=str)
def test_a_face_up_bid_is_announced_before_and_after(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    def leading(view: dict[str, Any], turn: dict[str, Any]) -> None:
        view["open_bidders"] = [0]

    with Person(browser, server, size) as ines:
        between = Between(ines)
        between.change = leading
        sit(ines, "prophecy", players=4)
        play(ines, until=lambda now: now == "bid")
        assert ines.text(".lay") == "Place bid face up"
        assert "face up" in " ".join(ines.page.locator(".bidhow:visible, .faceup:visible").all_inner_texts())
        assert faults(ines, (".lay", ".bidscreen")) == []
        play(ines, until=lambda now: now == "card")
        between.tell(leading, ".hand .legal")
        assert ines.page.locator(".pslot b").all_inner_texts() == ["face-up bid"] * 3
        assert ines.count('[data-seat="0"] [aria-label="face-up bid"]') == 1
        assert faults(ines, (".hand",)) == []


def test_the_wheel_keeps_its_place_when_a_card_is_led(browser: Browser, server: Server) -> None:
    with Person(browser, server, (740, 360)) as ines:
        between = first_card(ines, 4)
        between.tell(specialists, ".play.best .card")
        led = ines.page.eval_on_selector_all(".wstrip li", _HEIGHTS)
        between.tell(names_a_suit, ".hand .legal")
        assert ines.count(".play.best") == 0
        assert ines.page.eval_on_selector_all(".wstrip li", _HEIGHTS) == led


def test_a_surrendered_lead_has_its_own_sign_and_leader_and_winner_are_named(browser: Browser, server: Server) -> None:
    def given_up(view: dict[str, Any], turn: dict[str, Any]) -> None:
        plays = [{"seat": seat, "action": card} for seat, card in enumerate(("E9", "E1", "E2", "E3"))]
        view.update(hand=["Shaman"], tricks=[{"plays": plays, "lead": "E", "winner": 0}], open_bidders=[])
        view.update(trick=[{"seat": 3, "action": "surrender"}], lead=None, leader=0, standing=None, actors=[0])
        turn.update(legal=[{"action": "Shaman"}], why_not=[])

    with Person(browser, server, (740, 360)) as ines:
        between = first_card(ines, 4)
        between.tell(given_up, ".play.flat")
        sign = '[data-seat="{}"] [aria-label="{}"] use'
        gave, leads = (
            ines.page.locator(sign.format(*mark)).get_attribute("href")
            for mark in ((3, "surrendered the lead"), (0, "leads"))
        )
        assert gave != leads
        assert ines.count(f"symbol{gave}") == 1
        ines.page.keyboard.press("l")
        ines.page.wait_for_selector("dialog[open] .oldtrick")
        assert ines.page.locator(".oldplay .tag").first.locator("span").all_inner_texts() == ["led", "wins"]
