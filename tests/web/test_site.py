"""The site: the whole game in a page, from a host of files, and without any network after the first visit."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import foretold
from foretold.benchmarks.site import SCRIPTED
from foretold.browser_server import site
from foretold.browser_server.archive import archive
from foretold.cli import main
from foretold.coach.puzzles import by_name
from foretold.fair import verify
from tests.browser_server.scripted import match
from tests.browser_server.test_page import played
from tests.web.browsing import Person, play, step
from tests.web.hosting import hosting
from tests.web.test_hints import ask
from tests.web.test_puzzles import answer

KEPT = {"trick": "tap", "tempo": "at-once"}
PATIENCE = 120_000  # milliseconds: Python is compiled where nobody has it yet
MEMORY = "caches.match(new URL('python/memory', document.baseURI)).then((found) => found !== undefined)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site, made once."""
    built = tmp_path_factory.mktemp("site")
    site.write(built)
    return built


def come(person: Person) -> None:
    """The person opens the site, which is ready to play, and kept for the next time."""
    person.page.goto("")
    ready(person)
    person.until(
        "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)", PATIENCE / 1000
    )


def ready(person: Person) -> None:
    person.page.wait_for_selector("footer.credits p:nth-child(4), main.table, main.ptable", timeout=PATIENCE)
    person.page.wait_for_selector(".getting-ready", state="detached", timeout=PATIENCE)


@pytest.fixture(scope="module")
def offline(browser: Browser, folder: Path) -> Iterator[Person]:
    """Somebody who has been there for a moment, and has no network any more."""
    with hosting(folder) as host, Person(browser, host, kept=KEPT) as ines:  # type: ignore[arg-type]
        come(ines)
        assert all(path.startswith("/some/games/") for path in host.asked)
        often = [path for path, count in Counter(host.asked).items() if count > 1]
        assert often == [], "what the page has fetched is not fetched again to be kept"
        assert "offline edition" in ines.text(".offline-note")
        ines.until(MEMORY, PATIENCE / 1000)
        host.stop()
        ines.page.reload()
        ready(ines)
        yield ines


def choose(person: Person, words: str) -> None:
    person.page.locator("dialog[open] label", has_text=words).first.click()


def home(person: Person) -> None:
    person.page.locator("a.brand").first.click()
    person.page.wait_for_selector("li.game")


def begin(person: Person, game: str, players: int, variant: str = "", together: bool = False) -> None:
    """A match against novices from the first page on, or of two people at this device and novices."""
    person.page.locator(f"li.game[data-game='{game}'] .go .btn").nth(int(together)).click()
    person.page.locator("dialog[open] fieldset").first.locator("label", has_text=str(players)).click()
    choose(person, "Novice")
    if variant:
        person.page.locator("dialog[open] summary").click()
        choose(person, variant)
    person.page.locator("dialog[open] button[type=submit]").click()


GAMES = {
    "seven-prophecies-2017": (3, "Single round"),
    "seven-prophecies": (3, ""),
    "prophecy": (6, "Short"),
}


def test_the_three_games_can_be_played_offline(offline: Person, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The short run plays the shortest match to its end, of the others the first cards."""
    ines = offline
    for game, (players, variant) in GAMES.items():
        home(ines)
        begin(ines, game, players, variant)
        if request.config.getoption("--long") or game == "seven-prophecies-2017":
            play(ines)
        else:
            seen: list[str] = []
            play(ines, lambda now, seen=seen: seen.count("card") > 1, seen.append)  # type: ignore[misc]
    home(ines)
    with ines.page.expect_download() as saved:
        ines.page.get_by_role("button", name="Download all records").click()
    records = tmp_path / "records.jsonl"
    saved.value.save_as(records)
    for line in records.read_text("utf-8").splitlines():
        record = json.loads(line)
        assert record["chance"] == "browser"
        assert verify(record).shared == (0,)
    assert main(["check", str(records)]) == 0


def after(person: Person, before: int) -> list[str]:
    """The hand once it has fewer cards than before."""
    person.page.wait_for_function(
        "(before) => document.querySelectorAll('.hand [data-card]').length < before", arg=before
    )
    return person.hand()


def test_a_killed_tab_loses_nothing_shown_to_two_people_at_one_device(offline: Person) -> None:
    ines = offline
    home(ines)
    begin(ines, "seven-prophecies-2017", 3, "Single round", together=True)
    seen: list[str] = []
    play(ines, lambda now: seen.count("card") > 1 and now == "card", seen.append)
    assert "curtain" in seen
    hand, table = ines.hand(), ines.page.url
    step(ines, "card")
    left = after(ines, len(hand))
    ines.page.close()  # nothing of it is asked or told
    ines.page = ines.context.new_page()
    ines.page.goto(table)
    play(ines, lambda now: now == "card" and not set(ines.hand()).isdisjoint(left))  # the other one may come first
    assert ines.hand() == left


def test_decisions_are_reviewed_offline(offline: Person) -> None:
    """Of a record from a file, of a puzzle, and of the match that goes on from it."""
    ines = offline
    record = Path(__file__).parents[1] / "records" / "seven-prophecies-2017-3-single-round.jsonl"
    home(ines)
    ines.page.get_by_role("link", name="Open a recorded match").click()
    ines.page.locator("input[type=file]").set_input_files(record)
    ines.page.get_by_role("button", name="Review").first.click()
    ines.page.wait_for_selector(".reviewing .decision", timeout=PATIENCE)
    assert "A server looks at many more deals" in ines.text(".moments")
    home(ines)
    ines.page.locator("main a[href='puzzles/prophecy'], main a[href='puzzles']").click()
    ines.page.wait_for_selector(".picks, .puzzlelist")
    if ines.count(".picks"):  # who has played before chooses the game there
        ines.tap(".picks a[href$='/prophecy']")
    ines.tap(".puzzlelist .btn.primary")
    ines.page.wait_for_selector("aside.quiz h2")
    shown = ines.page.locator("aside.quiz").get_attribute("aria-label") or ""
    puzzle = by_name("prophecy")["".join(filter(str.isdigit, shown))]
    answer(ines, puzzle, puzzle.choices[0].action)
    assert "You found it" in ines.text(".verdict")
    assert ines.page.locator(".quiz .hintwhy").all_inner_texts()
    ines.page.get_by_role("button", name="Play on").click()
    choose(ines, "Novice")
    ines.page.locator("dialog[open] button[type=submit]").click()
    ines.page.wait_for_selector(".asks", timeout=PATIENCE)
    ask(ines)
    assert ines.count(".hintrow")


def test_pages_started_from_one_memory_snapshot_have_their_own_randomness(offline: Person, folder: Path) -> None:
    """Python's memory holds no chance that was drawn before it was kept: whoever plays adds the same bytes here."""
    ines = offline
    version = ines.page.locator("[data-here]").get_attribute("data-here")
    wishes = [wish("seven-prophecies-2017", ["me", "bot:greedy", "bot:greedy"], variant="single-round")]
    script = next((folder / "assets").glob("worker-*.js")).name
    base = ines.page.evaluate("document.baseURI")
    ines.page.goto("manifest.webmanifest")  # no page of ours, which would be the one that plays
    assert ines.page.evaluate(f"caches.match('{base}python/memory').then((found) => found !== undefined)")
    given = [base, version, f"{base}assets/{script}", wishes, 0, ""]
    one, other = (ines.page.evaluate(SCRIPTED, given)[0] for _ in range(2))
    assert one["fair"]["secret"] != other["fair"]["secret"]
    assert one["events"][0] != other["events"][0]
    assert one["id"] != other["id"]
    ines.page.goto("")
    ready(ines)


def test_an_unusable_memory_snapshot_falls_back_to_a_first_start(offline: Person) -> None:
    ines = offline
    ines.forgiven += ("what was kept of Python does not run here",)
    ines.page.evaluate("""async () => {
        const [name] = await caches.keys()
        const cache = await caches.open(name)
        const memory = new URL('python/memory', document.baseURI)
        const { headers } = await cache.match(memory)
        await cache.put(memory, new Response(new Uint8Array(1 << 20), { headers }))
    }""")
    with ines.page.expect_console_message(lambda heard: "does not run here" in heard.text):
        ines.page.reload()
    ready(ines)


def newer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site of a later version stands in the folder."""
    packed = zipfile.ZipFile(io.BytesIO(archive(site.COMPILED)))
    source = Path(foretold.__file__).read_text("utf-8").replace(f'"{foretold.__version__}"', '"99.0"')
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as out:
        for name in packed.namelist():
            if name.removesuffix("c") != "foretold/__init__.py":
                out.writestr(name, packed.read(name))
        out.writestr("foretold/__init__.py", source)
    monkeypatch.setattr(site, "archive", lambda compiled: stream.getvalue())
    site.write(folder)


def test_a_newer_version_takes_over_and_the_match_continues(
    browser: Browser, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(tmp_path, monkeypatch)
    with hosting(folder) as host, Person(browser, host, kept=KEPT) as ines:  # type: ignore[arg-type]
        ines.page.set_default_timeout(180_000)  # Python starts three times here, on a busy machine too
        come(ines)
        assert f"Foretold {foretold.__version__}" in ines.text("footer.credits")
        begin(ines, "seven-prophecies-2017", 3, "Single round")
        play(ines, lambda now: now == "card")
        hand, table = ines.hand(), ines.page.url
        host.folder = tmp_path
        ines.page.reload()  # with the version that was kept; the newer one is fetched beside it
        ready(ines)
        ines.until("navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)", PATIENCE / 1000)
        step(ines, "card")
        left = after(ines, len(hand))
        host.stop()
        ines.page.goto("about:blank")
        ines.page.goto(table)
        ines.page.wait_for_selector(".hand [data-card]", timeout=PATIENCE)
        assert ines.hand() == left
        ines.page.locator("a.brand").click()
        ines.page.wait_for_selector("text=Foretold 99.0", timeout=PATIENCE)


def wish(game: str, seats: list[str], **options: Any) -> dict[str, Any]:
    settings = {"game": game, "players": len(seats), "options": options, "tempo": "at-once"}
    return {"name": "Ines", "seats": seats, "settings": settings}


def test_records_of_matches_in_the_browser_are_valid_and_equal_the_servers(
    browser: Browser, folder: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A hundred of them with --long. With the same seed, bots without time limits play the same on any machine."""
    seats = ["me", "bot:greedy", "bot:novice"]
    kinds = [
        wish("seven-prophecies-2017", seats, variant="single-round"),
        wish("seven-prophecies-2017", ["me", "bot:novice", "bot:adept"], variant="single-round"),
        wish("prophecy", ["me", "bot:adept", "bot:novice"], variant="short"),
        wish("seven-prophecies", ["me", "bot:novice", "bot:greedy"]),
    ]
    wishes = [kinds[number % len(kinds)] for number in range(100 if request.config.getoption("--long") else 2)]
    script = next((folder / "assets").glob("worker-*.js")).name
    with hosting(folder) as host, Person(browser, host, kept=KEPT) as ines:  # type: ignore[arg-type]
        ines.forgiven += ("404",)  # no page of ours: the browser looks for its icon
        ines.page.goto("manifest.webmanifest")
        outcome = ines.page.evaluate(SCRIPTED, [host.url, "scripted", f"{host.url}assets/{script}", wishes, 0, "one"])
    records = tmp_path / "records.jsonl"
    records.write_text("".join(f"{json.dumps(record)}\n" for record in outcome), "utf-8")
    assert main(["check", str(records)]) == 0
    with ThreadPoolExecutor(1) as beside:  # here the browser's library has the event loop
        playing = match("seven-prophecies-2017", seats, "one", variant="single-round")
        own = beside.submit(asyncio.run, playing).result()
    assert played(outcome[0]) == played(own)
