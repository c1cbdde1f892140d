"""The terminal in the pseudo-language: what stays plain English was not in the words, what is cut had no room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.cells import cell_len

from foretold import bots, i18n
from foretold.games import TITLES
from tests.cli.running import clean_environment, in_process, text_of
from tests.docs.pseudo import TAG, plain, spoken

RECORDS = Path(__file__).parents[1] / "records"
ONES = "1\n" * 1500
WRONG = "?\nhistory\n\nnonsense\n99\nB11\n9-9-9\nS3+V4\nMonkey:V\nundo\n"

# Names and notation: the same in every language.
SAME = {"Jaguar", "Monkey", "Shaman", "Lizard", "surrender", "true", "false", "foretold", *bots.names()}
TYPED = ("nonsense", "history", "undo")  # the terminal repeats it


@pytest.fixture(autouse=True)
def pseudo_language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with spoken(tmp_path_factory.mktemp("words")):
        yield


def output_of(data: Path, *arguments: str, feed: str = "") -> str:
    """What a command writes in the pseudo-language."""
    environment = clean_environment("FORETOLD_LANG", FORETOLD_DATA=str(data), FORETOLD_LANG=TAG)
    done = text_of(in_process(*arguments, environment=environment, feed=feed.encode()))
    return done.stdout + done.stderr


def english(text: str, *names: str) -> set[str]:
    """The plain words that are no names and no notation; a long name may be broken at the edge of the screen."""
    for name in names:
        text = re.sub(r"\n?".join(map(re.escape, name)), "", text)
    return set(plain(re.sub(r"\b(ALL|SP1|SP2|PR)-[0-9]+", "", text))) - SAME


@pytest.mark.parametrize(
    "game",
    [
        ("seven-prophecies", "--players", "3"),
        ("seven-prophecies-2017", "--variant", "single-round"),
        pytest.param(("seven-prophecies-2017", "--variant", "first-to-two", "--players", "3"), marks=pytest.mark.long),
        ("prophecy", "--variant", "short", "--players", "3"),
    ],
    ids=lambda game: "-".join(game),
)
def test_a_match_and_its_record_are_fully_translated(game: tuple[str, ...], tmp_path: Path) -> None:
    record = str(tmp_path / "mine.jsonl")
    played = output_of(
        tmp_path, "play", *game, "--seed", "7", "--bots", "greedy", "--record", record, feed=WRONG + ONES
    )
    shown = output_of(tmp_path, "show", record) + output_of(
        tmp_path, "show", record, feed="a\n" * 20 + "s 1\nr\nx\nq\n"
    )
    for text in (played, shown):
        assert not english(text, str(tmp_path), "matches.jsonl", "mine.jsonl", *TYPED)
        assert max(map(cell_len, text.splitlines())) <= 80
        assert "…" not in text


# What refusals name: options and their values, keys of records, settings; and what the system says.
ALIKE = (
    *TITLES,
    "first-to-two",
    "single-round",
    "variant",
    "format",
    "SPVESPVE",
    "FORETOLD_DATABASE",
    "No such file or directory",
)


def test_refusals_of_commands_are_fully_translated(tmp_path: Path) -> None:
    missing, made = str(tmp_path / "missing.jsonl"), str(tmp_path / "made.jsonl")
    Path(made).write_text("{}\n")
    wrong = [
        ("play", "chess"),
        ("play", "--players", "9"),
        ("play", "--variant", "first-to-nine"),
        ("play", "prophecy", "--option", "wheel=XYZ"),
        ("play", "seven-prophecies-2017", "--option", "negative_scores=maybe"),
        ("play", "--option", "nothing"),
        ("play", "--bots", "greedy,greedy,greedy,greedy,greedy"),
        ("play", "--resume"),
        ("show", missing),
        ("show", made),
        ("show", made, "--line", "7"),
        ("simulate", "--games", "0", "--bots", "random"),
        ("simulate", "--bots", "nobody"),
        ("simulate", "--bots", "random", "--games", "1", "--against", "chess:short"),
        ("simulate", "--bots", "seer", "--fast", "--games", "1"),
        ("arena", "--bots", "greedy"),
        ("arena", "--bots", "greedy:x,random"),
        ("arena", "--bots", "greedy,random", "--until", "7%"),
        ("arena", "--bots", "greedy,random", "--resume"),
        ("export", "--database", missing),
        ("check", missing),
        ("verify", made),
    ]
    for command in wrong:
        text = output_of(tmp_path, *command)
        given = {*command, *re.split("[ =,:%]+", " ".join(command)), *ALIKE, missing, made}
        assert re.search("[áéíóú]", text), command
        assert not english(text, *sorted(given, key=len, reverse=True)), text


def test_every_refusal_has_a_phrase() -> None:
    for key, phrase in i18n.phrases(TAG).items():
        if key.startswith("no."):
            values = dict.fromkeys(re.findall(r"\{(\w+)", phrase), "7")
            assert not plain(i18n.fill(TAG, phrase, values)), key


class Texts(HTMLParser):
    """What a page shows: its text, and what it tells to those who hear it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "path", "rect", "line", "circle"):
            self._inside.append(tag)
        self.found += [value or "" for name, value in attributes if name in ("aria-label", "title", "alt")]

    def handle_endtag(self, tag: str) -> None:
        if tag in self._inside:
            while self._inside.pop() != tag:
                pass

    def handle_data(self, text: str) -> None:
        if not self._inside or self._inside[-1] != "style":
            self.found.append(text)


def test_a_simulation_and_its_report_are_fully_translated(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    against = ("--against", "seven-prophecies-2017:single-round", "--against", "prophecy:short")
    command = ("simulate", "--bots", "random", "--games", "3", "--seed", "7", "--report", str(page), *against)
    assert not english(output_of(tmp_path, *command))
    texts = Texts()
    texts.feed(page.read_text(encoding="utf-8"))
    assert f'lang="{TAG}"' in page.read_text(encoding="utf-8")
    assert sum("[" in text for text in texts.found) > 100
    assert not english("\n".join(texts.found), "variant=single-round", "variant=short")


def test_checks_and_a_tournament_are_fully_translated(tmp_path: Path) -> None:
    for record in sorted(RECORDS.glob("*.jsonl*"))[:3]:
        assert not english(output_of(tmp_path, "check", str(record)), str(record))
        assert not english(output_of(tmp_path, "verify", str(record)), str(record))
    drawing = tmp_path / "plot.svg"
    arena = ("arena", "seven-prophecies", "--bots", "greedy,random", "--games", "2", "--plot", str(drawing))
    assert not english(output_of(tmp_path, *arena))
    texts = Texts()
    texts.feed(drawing.read_text(encoding="utf-8"))
    assert not english("\n".join(texts.found))
