"""The page of a simulation: every game in both languages, well-formed, with the figures of the rows."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

import foretold
from foretold.games import Game
from foretold.i18n import title_name
from foretold.kernels.matches import play_matches
from foretold.statistics.rows import AWAY, FULFILLED, POINTS, PROPHECY
from tests.arena.clustering import ENVIRONMENT
from tests.arena.simulating import done
from tests.conftest import every_game


class Page(HTMLParser):
    """What is on a page: tags that are closed as they should be, ids, references, texts."""

    EMPTY = ("meta", "link", "line", "rect", "circle", "path")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.tags: Counter[str] = Counter()
        self.wanted: list[str] = []
        self.outside: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        values = dict(attributes)
        self.ids += [str(values["id"])] if "id" in values else []
        self.wanted += str(values.get("aria-labelledby", "")).split()
        for name in ("href", "src"):
            aim = values.get(name) or ""
            if aim.startswith("#"):
                self.wanted.append(aim[1:])
            elif aim and aim != "data:,":
                self.outside.append(aim)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        self.texts.append(text)


def report(capsys: pytest.CaptureFixture[str], path: Path, *arguments: str) -> str:
    done(capsys, *arguments, "--report", path)
    return path.read_text("utf-8")


@every_game
def test_a_page_for_every_game(game: Game, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    variant = [f"--variant={game.given['variant']}"] if "variant" in game.given else []
    how = [game.name, f"--players={game.players}", *variant, "--bots=random", "--fast", "--games=300"]
    english = report(capsys, tmp_path / "en.html", *how, "--lang=en")
    japanese = report(capsys, tmp_path / "ja.html", *how, "--lang=ja")
    for text in (english, japanese):
        page = Page(text)
        assert len(set(page.ids)) == len(page.ids)
        assert set(page.wanted) <= set(page.ids)
        assert page.outside == []
        assert page.tags["script"] == 0
        assert page.tags["svg"] == page.tags["desc"] == len(re.findall(r'role="img"', text)) >= 8
        assert page.tags["table"] >= 8
        assert "nan" not in text
    assert '<html lang="ja">' in japanese
    assert title_name("ja", game.name) in japanese
    for svg in re.findall(r"<svg.*?</svg>", english, re.S):
        assert not re.search(r"[぀-ヿ一-鿿]", svg)


def test_reports_on_one_and_on_many_matches_are_complete(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one = report(capsys, tmp_path / "one.html", "--bots=greedy,random,random", "--games=1", "--lang=en")
    Page(one)
    assert "Seven Prophecies: 1 match" in one
    assert "1 matches" not in one
    wanted = ["--against=seven-prophecies-2017", "--against=prophecy", "--games=40", "--bots=random", "--fast"]
    many = report(capsys, tmp_path / "many.html", *wanted, "--lang=en")
    again = report(capsys, tmp_path / "again.html", *wanted, "--lang=en")
    assert many == again
    assert Page(many).tags["h3"] == 3 * 7  # a panel for each game in each section
    assert "var(--g2)" in many


def test_the_figures_of_a_report_match_its_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = report(capsys, tmp_path / "a.html", "--bots=random", "--fast", "--games=2000", "--lang=en")
    rows = play_matches(foretold.load("seven-prophecies"), "random", 0, range(2000))
    fulfilled = rows[:, FULFILLED].mean()
    assert f"<td>{fulfilled:.1%} <span" in text
    splits = {row[PROPHECY] for row in rows.tolist()}
    assert f"All {len(splits)} splits that were chosen" in text
    points = rows[rows[:, AWAY] == 2, POINTS].mean()
    assert f'<th scope="row">2 to the left</th><td>{points:.3f} <span' in text


def test_the_example_compares_the_editions(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "editions.py"
    command = [sys.executable, "-W", "error", str(example), "300"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("to the left of the first leader") == 8
    Page((tmp_path / "report.html").read_text("utf-8"))
