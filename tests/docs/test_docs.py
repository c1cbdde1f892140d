"""Docs are tests: code runs, links lead somewhere, every clause is told in both languages."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import foretold
from foretold.cli import build_parser, main
from foretold.games import TITLES
from tests.docs import stranger

REPOSITORY = Path(__file__).parents[2]
RULES = REPOSITORY / "docs" / "rules"
PAGES = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")])
LEAST = {
    "common": ("ALL", 6),
    "seven-prophecies": ("SP2", 11),
    "seven-prophecies-2017": ("SP1", 17),
    "prophecy": ("PR", 21),
}


def _clauses(name: str) -> list[str]:
    """The clauses of a page of rules: numbered without a gap, as many as the English page has, and never fewer."""
    prefix, least = LEAST[name]
    text = (RULES / f"{name}.en.md").read_text("utf-8")
    return [f"{prefix}-{n}" for n in range(1, max(least, len(re.findall(r'^- <a id="', text, re.M))) + 1)]


CLAUSES = {name: _clauses(name) for name in LEAST}


def test_readme_and_package_doctests() -> None:
    flags = doctest.IGNORE_EXCEPTION_DETAIL
    failed, tried = doctest.testfile(str(REPOSITORY / "README.md"), module_relative=False, optionflags=flags)
    assert (failed, tried > 7) == (0, True)
    assert doctest.testmod(foretold).failed == 0


def test_the_refusal_in_the_readme_is_the_real_one() -> None:
    game = foretold.load("seven-prophecies", players=4)
    state = game.start(seed=7)
    for seat in state.actors:
        state = state.apply(seat, "2-1-1-3")
    with pytest.raises(foretold.IllegalAction) as refused:
        state.apply(state.actors[0], "B2")
    assert str(refused.value) in (REPOSITORY / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```python" in page.read_text("utf-8")], ids=lambda page: page.name
)
def test_python_blocks_run(page: Path) -> None:
    for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S):
        exec(compile(block, str(page), "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        aim = (page.parent / name).resolve() if name else page
        assert aim.exists(), target
        assert REPOSITORY in (aim, *aim.parents), f"{target} leaves the repository"
        if anchor:
            text = aim.read_text("utf-8")
            headings = {_slug(heading) for heading in re.findall(r"^#+ (.*)$", text, re.M)}
            assert f'id="{anchor}"' in text or anchor in headings, target


def _slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", CLAUSES)
def test_every_clause_is_written_once_in_each_language(name: str, language: str) -> None:
    text = (RULES / f"{name}.{language}.md").read_text("utf-8")
    clauses = re.findall(r'^- <a id="([a-z0-9-]+)"></a>\*\*([A-Z0-9-]+)\*\*', text, re.M)
    assert sorted(clause for _, clause in clauses) == sorted(CLAUSES[name])
    assert all(anchor == clause.lower() for anchor, clause in clauses)


def test_every_clause_cited_in_code_is_documented() -> None:
    known = {clause for clauses in CLAUSES.values() for clause in clauses}
    for path in [*(REPOSITORY / "src").rglob("*.py"), *(REPOSITORY / "tests").rglob("*.py"), *PAGES]:
        cited = set(re.findall(r"\b(?:ALL|SP1|SP2|PR)-\d+\b", path.read_text("utf-8")))
        assert cited <= known, path


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_variant_has_a_clause(language: str) -> None:
    for title in TITLES.values():
        text = (RULES / f"{title.name}.{language}.md").read_text("utf-8")
        for variant in title.variants[1:]:
            match = re.search(rf"\*\* `{variant}`", text)
            assert match, f"add a clause that begins with `{variant}` to docs/rules/{title.name}.{language}.md"


def test_every_title_is_credited() -> None:
    readme = (REPOSITORY / "README.md").read_text("utf-8")
    for title in TITLES.values():
        assert title.name in readme
        assert all(designer in readme for designer in title.designers)


def test_pages_name_the_current_version() -> None:
    """The wheel in the installation, and what a paper cites."""
    for page in PAGES:
        named = re.findall(r"foretold-(\d[\d.]*)-py3|version = \{([\d.]+)\}", page.read_text("utf-8"))
        assert {part for pair in named for part in pair if part} <= {foretold.__version__}, page.name


_NO_TEXT = (".pyc", ".gz", ".sqlite", ".png", ".jpg", ".whl", ".zip", ".npz")


def test_the_repository_names_nothing_outside_itself() -> None:
    """Nothing in it points outside."""
    for path in REPOSITORY.rglob("*"):
        inside = path.relative_to(REPOSITORY)
        hidden = any(part.startswith(".") and part != ".ci" for part in inside.parts)
        hidden = hidden or not {"node_modules", "build"}.isdisjoint(inside.parts)
        if hidden or not path.is_file() or path.suffix in _NO_TEXT or path == Path(__file__):
            continue
        text = path.read_text("utf-8")
        assert "shared/" + "spec" not in text, path
        assert "/" + "work/" not in text, path


def _commands() -> list[str]:
    """Every command of ours that a page says to type, with something for what it leaves open."""
    blocks = [block for page in PAGES for block in re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.S)]
    commands = [
        line for block in blocks for line in block.replace("\\\n", " ").splitlines() if line.startswith("foretold ")
    ]
    given = {"GAME": "prophecy", "N": "4", "FIRST,OTHERS": "seer,greedy", "BLOCKS": "10", "hopeful": "greedy"}
    return [
        re.sub("|".join(rf"\b{name}\b" for name in given), lambda match: given[match[0]], line) for line in commands
    ]


@pytest.mark.parametrize("line", _commands())
def test_commands_in_docs_parse(line: str) -> None:
    arguments = build_parser().parse_args(shlex.split(line, comments=True)[1:])
    assert arguments.command


@pytest.mark.parametrize("line", [line for line in _commands() if " simulate " in line and "--dask" not in line])
def test_simulations_in_docs_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they stand, but for the number of matches and of processes."""
    monkeypatch.chdir(tmp_path)
    short = re.sub(r"--games \d+", "--games 2", line).replace("--jobs", "")
    assert main(shlex.split(short, comments=True)[1:]) == 0


def test_a_typed_script_outside_the_package_runs() -> None:
    line, place = stranger.played(3)
    assert stranger.over(line)
    assert 1 <= place <= 4
    assert 0 <= stranger.prophecy(1) <= 14
    assert stranger.refused("S1").startswith("ALL-3 prophecy-first: ")
    assert stranger.refused("nonsense") == "unreadable"
