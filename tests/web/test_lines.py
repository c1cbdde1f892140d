"""When the line breaks in the middle of a trick: it is said, what was tapped is kept, and played exactly once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import foretold
from tests.server.serving import Server, serving
from tests.web.browsing import DESK, GAMES, PHONE, Person, hurry, play, record_of, sit, step

FIRST_EDITION = "seven-prophecies-2017"
LINE_LOST = ("net::ERR_",)  # a browser reports whatever it was loading then, be it the icon of the tab


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, "--request-rate", "200") as running:
        yield running


def play_into_a_trick(person: Person) -> None:
    """It is this person's turn in a trick that others have begun; a trick or more lie already."""

    def far_enough(now: str) -> bool:
        return now == "card" and person.count(".cell.now .card") > 0 and len(person.hand()) < 10

    for _ in range(10):  # whoever wins leads: it may be this person to the end of the round
        sit(person, FIRST_EDITION, **GAMES[FIRST_EDITION])
        if play(person, until=lambda now: now == "end" or far_enough(now)) == "card":
            return
    raise AssertionError("in ten matches nobody else has begun a trick")


def own_actions(person: Person) -> list[str]:
    """What this person has done, by the record at the end."""
    record = record_of(person)
    assert foretold.replay(record).over
    return [event["action"] for event in record["events"] if event.get("seat") == 0]


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desk", "phone"])
def test_a_tap_while_the_server_is_down_is_played_once(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    with Person(browser, server, size) as ines:
        ines.forgiven += LINE_LOST
        play_into_a_trick(ines)
        held = ines.hand()
        server.kill()
        ines.page.locator(".banner").wait_for()
        assert "server" in ines.text(".banner").lower() or "connection" in ines.text(".banner").lower()
        card = ines.page.locator(".hand .card.legal").first.get_attribute("data-card")
        step(ines, "card")
        assert ines.count(".hand .card.legal") == 0  # it is on its way; there is no second one
        server.start()
        ines.page.locator(".banner").wait_for(state="detached")
        play(ines, until=lambda now: now in ("held", "card"))
        assert sorted([*ines.hand(), str(card)]) == sorted(held)
        assert ines.count(".toast") == 0
        hurry(ines)
        assert own_actions(ines).count(str(card)) == 1


def test_a_tap_while_the_device_is_offline_is_played_once(browser: Browser, server: Server) -> None:
    with Person(browser, server, PHONE) as ines:
        ines.forgiven += LINE_LOST
        play_into_a_trick(ines)
        held = ines.hand()
        ines.context.set_offline(True)
        ines.page.locator(".banner").wait_for()
        card = ines.page.locator(".hand .card.legal").first.get_attribute("data-card")
        step(ines, "card")
        ines.context.set_offline(False)
        ines.page.locator(".banner").wait_for(state="detached")
        play(ines, until=lambda now: now in ("held", "card"))
        assert sorted([*ines.hand(), str(card)]) == sorted(held)
        hurry(ines)
        assert own_actions(ines).count(str(card)) == 1
