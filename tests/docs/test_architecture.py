"""Who may import whom, and what an import costs: docs/architecture.md as a test."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import foretold

ROOT = Path(foretold.__file__).parent
REPOSITORY = Path(__file__).parents[2]

# Each part with the parts that it may import.
ARROWS: dict[str, set[str]] = {
    "json_types": set(),
    "i18n": set(),
    "errors": {"i18n"},
    "cards": {"errors"},
    "records": {"cards", "errors"},
    "views": {"cards", "errors"},
    "games": {"cards", "records", "views", "errors", "i18n"},
    "files": {"records", "errors"},
    "fair": {"cards", "records", "games", "errors"},
    "challenges": {"bots", "kernels", "games", "records", "views", "cards", "errors"},
    "calibration": {"games"},
    "kernels": {"calibration", "cards", "games", "views"},
    "bots": {"calibration", "kernels", "games", "views", "cards", "errors"},
    "statistics": {"i18n", "errors", "cards", "views", "games"},
    "ratings": set(),
    "arena": {
        *("bots", "calibration", "coach", "kernels", "cards", "games", "records", "views"),
        "errors",
        "statistics",
        "ratings",
    },
    "coach": {"bots", "calibration", "kernels", "games", "records", "views", "cards", "i18n", "errors"},
    "evenings": set(),
    "server": {
        "evenings",
        "i18n",
        "errors",
        "cards",
        "records",
        "views",
        "games",
        "fair",
        "bots",
        "coach",
        "challenges",
        "ratings",
    },
    "cli": {
        *("i18n", "errors", "cards", "records", "views", "games", "fair", "kernels", "files", "bots", "arena"),
        *("statistics", "server", "benchmarks", "calibration", "coach", "browser_server", "challenges"),
        "research",
    },
    "browser_server": {"bots", "games", "kernels", "records", "server", "cards", "i18n", "errors", "views"},
    "adapters": {"kernels", "games", "views", "cards", "errors"},
    "research": {"adapters", "arena", "bots", "games", "views", "cards", "errors"},
    "benchmarks": {"games", "bots", "browser_server", "server", "adapters"},
}
# The packages of the server, each with those that it may import.
_TABLES = {"base", "protocol", "table"}
_LIVE = {*_TABLES, "updates", "store", "live"}
SERVER_ARROWS: dict[str, set[str]] = {
    "base": set(),
    "protocol": {"base"},
    "table": {"base", "protocol"},
    "updates": _TABLES,
    "store": {"base", "protocol"},
    "live": {*_TABLES, "updates", "store"},
    "jobs": _LIVE,
    "rest": _LIVE,
    "features": {*_LIVE, "jobs", "rest"},
    "routes": {*_LIVE, "rest", "features"},
    "runtime": {*_LIVE, "jobs", "rest", "features"},
    "web": {*_LIVE, "jobs", "rest", "features", "routes", "runtime"},
    "maintenance": {*_TABLES, "store", "live"},
}
PURE = ("json_types", "i18n", "errors", "cards", "records", "views", "games", "fair")
MODULES = sorted(
    path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem not in ("__init__", "__main__")
)


def part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Every module that a file imports, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = node.module or ""
            names |= {f"foretold.{name.name}" for name in node.names} if module == "foretold" else {module}
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_packages_import_only_what_the_architecture_allows(path: Path) -> None:
    ours = {name.split(".")[1] for name in imports(path) if name.startswith("foretold.")}
    assert ours - {part(path), "__version__"} <= ARROWS[part(path)] | {"json_types"}


@pytest.mark.parametrize(
    "path", [path for path in MODULES if part(path) == "server"], ids=lambda path: str(path.relative_to(ROOT))
)
def test_server_packages_import_only_what_the_architecture_allows(path: Path) -> None:
    """Imports for type checkers count as well; no module imports with a star."""
    own = path.relative_to(ROOT / "server").parts[0].removesuffix(".py")
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert all(name.name != "*" for name in node.names)
            module = node.module or ""
            names |= {f"{module}.{name.name}" for name in node.names} if module == "foretold.server" else {module}
        elif isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
    packages = {name.split(".")[2] for name in names if name.startswith("foretold.server.")}
    assert packages - {own} <= SERVER_ARROWS.get(own, set())


def test_few_modules_lie_directly_in_the_server() -> None:
    assert {path.name for path in (ROOT / "server").iterdir() if path.suffix == ".py"} == {
        *("__init__.py", "routes.py", "runtime.py"),
    }
    folders = {path.name for path in (ROOT / "server").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(SERVER_ARROWS)


@pytest.mark.parametrize("path", [path for path in MODULES if part(path) in PURE], ids=lambda path: path.stem)
def test_the_rules_are_pure(path: Path) -> None:
    """No third-party package, no I/O, no clock, no global random."""
    others = {name.split(".")[0] for name in imports(path)} - {"foretold"}
    assert others <= set(sys.stdlib_module_names)
    assert not others & {"random", "time", "datetime", "os", "io", "pathlib", "sys", "secrets", "socket", "subprocess"}
    calls = {node.func.id for node in ast.walk(ast.parse(path.read_text("utf-8")))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}  # fmt: skip
    assert not calls & {"open", "print", "input"}


def test_primitives_import_nothing() -> None:
    assert imports(ROOT / "games" / "primitives.py") == set()


def modules_after(code: str) -> set[str]:
    script = f"{code}\nimport sys\nprint(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize(
    "code",
    [
        "import foretold",
        "import foretold; foretold.load('prophecy').start(seed=1).view(0)",
        "import foretold.cli; foretold.cli.build_parser()",
    ],
)
def test_third_party_packages_are_imported_when_first_needed(code: str) -> None:
    before = modules_after("")
    new = {name for name in modules_after(code) - before if not name.startswith("_")}
    assert new - {"foretold"} <= set(sys.stdlib_module_names)


EXTRAS = {"pyarrow", "distributed", "dask"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_extras_are_imported_only_where_they_are_used(path: Path) -> None:
    """At the top of no module: what needs none of them runs without them."""
    top = {
        name.split(".")[0]
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names])
    }
    assert not top & EXTRAS


def test_import_foretold_loads_no_subpackage() -> None:
    script = "import sys, foretold; print(*[name for name in sys.modules if name.startswith('foretold.')])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() == ""


def test_every_documented_name_is_exported() -> None:
    errors = {"UnknownGame", "BadOption", "NotationError", "IllegalAction", "BadRecord"}
    assert {"load", "replay", "bot", "Record"} | errors <= set(foretold.__all__)
    for name in foretold.__all__:
        assert getattr(foretold, name) is not None
        assert name in dir(foretold)
    for name in errors:
        assert issubclass(getattr(foretold, name), ValueError)
    with pytest.raises(AttributeError):
        foretold.nothing  # noqa: B018


def test_the_version_is_written_once() -> None:
    pyproject = (REPOSITORY / "pyproject.toml").read_text("utf-8")
    match = re.search(r'^version = "(.*)"$', pyproject, re.M)
    assert match is None, "the version is read from foretold.__version__"


ANYS = 82  # a seventh of what there once were


def python_scripts() -> list[Path]:
    """The scripts that are Python, though their names do not say so."""
    scripts = [path for path in (REPOSITORY / "scripts").iterdir() if path.is_file()]
    return [path for path in scripts if path.read_text("utf-8").startswith("#!/usr/bin/env python")]


def test_annotations_rarely_use_any_or_object() -> None:
    """`Any` switches the type checker off: outside of kernels and adapters, whose arrays have no better type, it is
    rare. Plain JSON that others wrote may stay Any; else say object, a TypedDict, a Protocol or a TypeVar."""
    words = {
        path.relative_to(ROOT): len(re.findall(r"\bAny\b", path.read_text("utf-8")))
        for path in ROOT.rglob("*.py")
        if part(path) not in ("kernels", "adapters") and path.parent.name != "numpy"
    }
    most = sorted(words.items(), key=lambda entry: -entry[1])[:10]
    assert sum(words.values()) <= ANYS, [f"{path}: {count}" for path, count in most]


def test_all_python_is_linted_and_typed() -> None:
    """Files with a suffix are found by themselves; scripts without one have to be named."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]
    typed = settings["mypy"]["files"]
    scripts = [f"scripts/{path.name}" for path in python_scripts()]
    assert set(scripts) <= set(typed)
    assert set(scripts) <= set(settings["ruff"]["extend-include"])
    ours = [path for path in REPOSITORY.iterdir() if path.name[0] != "." and path.name not in ("build", "dist", "web")]
    holding = {path.name for path in ours if path.suffix == ".py" or (path.is_dir() and any(path.rglob("*.py")))}
    assert holding <= set(typed)


MAPS = [REPOSITORY / "docs" / name for name in ("architecture.md", "walkthroughs.md")]
GUIDES = sorted((REPOSITORY / "docs" / "howto").glob("*.md"))


@pytest.mark.parametrize("page", [*MAPS, *GUIDES], ids=lambda page: page.stem)
def test_paths_named_in_the_docs_exist(page: Path) -> None:
    """A path is written from the repository or from the package; in a guide also from the store."""
    bases = (REPOSITORY, ROOT, ROOT / "server" / "store", ROOT / "server" / "table")
    named = re.findall(r"`([\w.-]+/(?:[\w.-]+/)*(?:[\w.-]+\.\w+)?)`", page.read_text("utf-8"))
    paths = [path for path in named if not path.startswith("/") and "NAME" not in path]
    assert [path for path in paths if not any((base / path).exists() for base in bases)] == []


def defined(path: Path) -> set[str]:
    """The names that a file defines; of a file that is not Python, all its words."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return set(re.findall(r"\w+", text))
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def test_functions_named_in_the_index_exist() -> None:
    """Each file of a row defines every name that stands before it."""
    index = MAPS[0].read_text("utf-8").split("## Where is it decided …")[1].split("## Words")[0]
    rows = re.findall(r"^\| .* \| (.*) \|$", index, re.M)
    named = [
        (re.findall(r"\w+", names.replace(" and ", " ")), path)
        for row in rows
        for names, *paths in re.findall(r"((?:`\w+`(?:, | and )?)+) in `([\w./-]+)`(?: and in `([\w./-]+)`)?", row)
        for path in paths
        if path
    ]
    assert len(named) > 100
    for names, path in named:
        base = REPOSITORY if path.startswith("web/") else ROOT
        assert set(names) <= defined(base / path), path


def test_every_package_is_in_the_architecture_table() -> None:
    text = MAPS[0].read_text("utf-8")
    rows = set(re.findall(r"^\| `([\w./]+)` \|", text, re.M))
    packages = {part(path) for path in MODULES}
    server = {
        f"server/{path.name}" for path in (ROOT / "server").iterdir() if path.name not in ("__init__.py", "__pycache__")
    }
    assert rows == packages | server
    for package in ARROWS.keys() - {"cli", "json_types"}:
        row = re.search(rf"^\| `{package}` \| .* \| (.*) \|$", text, re.M)
        assert row is not None
        assert set(row[1].replace("–", "").split(", ")) - {""} == ARROWS[package]
