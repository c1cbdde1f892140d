"""The wheel in an empty environment: it serves, plays and brings all that it needs; with --long also the other ways."""

from __future__ import annotations

import asyncio
import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import foretold
from tests.release.packaging import REPOSITORY, UV, Installed, build_wheel, run, serving_installed
from tests.server.serving import Player, Server, make_table


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel, with the versions of the lock file."""
    lock = REPOSITORY / "requirements.lock"
    environment = Installed(tmp_path_factory.mktemp("installed") / "venv", "--require-hashes", "-r", lock)
    pip = [UV, "pip", "install", "--python", environment.bin / "python"] if UV else []
    run(*(pip or [environment.bin / "python", "-m", "pip", "install"]), "--quiet", "--no-deps", wheel)
    return environment


async def play_match(server: Server) -> Player:
    """A match against bots from its first action to its result."""
    client = server.client()
    table = make_table(client, ["me", "bot:greedy", "bot:greedy"], game="seven-prophecies", players=3)
    player = await Player(server.url, table, client.cookies["foretold"]).connect()
    await player.play()
    await player.close()
    return player


def test_the_wheel_serves_and_plays_in_an_empty_environment(installed: Installed, tmp_path: Path) -> None:
    version = f"foretold {foretold.__version__}\n"
    assert installed.foretold(tmp_path, "--version") == version
    assert installed.foretold(tmp_path, "--version", by=("python", "-m", "foretold")) == version
    with serving_installed(installed, tmp_path) as server:
        client = server.client()
        page = client.get("/")
        assert page.status_code == 200
        scripts = re.findall(r'src="\./(assets/[^"]+\.js)"', page.text)
        assert scripts
        assert all(client.get(f"/{script}").status_code == 200 for script in scripts)
        assert "Pyodide" in client.get("/licenses.txt").text
        assert client.get("/here/python/pyodide.mjs").status_code == 200
        player = asyncio.run(play_match(server))
        assert player.facts["phase"] == "over"
        assert server.stop() == 0


def test_the_wheel_holds_the_client_and_the_licenses(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        metadata = packed.read(f"foretold-{foretold.__version__}.dist-info/METADATA").decode()
    for name in ("web/index.html", "web/licenses.txt", "browser_server/python/pyodide.mjs", "py.typed"):
        assert f"foretold/{name}" in names
    for name in ("LICENSE", "licenses/MPL-2.0.txt", "licenses/PSF-2.0.txt"):
        assert f"foretold-{foretold.__version__}.dist-info/licenses/{name}" in names
    assert not [name for name in names if name.startswith(("tests/", "web/"))]
    assert "License-Expression: MIT AND BSD-3-Clause AND MPL-2.0 AND PSF-2.0\n" in metadata


def test_every_dependency_is_bounded_on_both_sides() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    for wish in [*project["dependencies"], *project["optional-dependencies"]["postgres"]]:
        assert re.match(r"[a-z0-9-]+>=[\d.]+,<[\d.]+(;|$)", wish), wish
    for name in ("uvicorn", "websockets", "numba"):
        [wish] = [wish for wish in project["dependencies"] if wish.startswith(name)]
        assert re.search(r"<\d+\.\d+", wish), f"{name} is bounded by its minor version"


def pins(lock: str) -> dict[str, set[str]]:
    text = (REPOSITORY / lock).read_text("utf-8").replace("\\\n", " ")
    imports: dict[str, set[str]] = {}
    for name, version, rest in re.findall(r"^([a-z0-9_.-]+)==([^\s;]+)(.*)$", text, re.M):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", rest), f"{name} has no hash"
        imports.setdefault(name, set()).add(version)
    return imports


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_the_lock_has_a_hash_for_every_package_and_fits_the_bounds(lock: str) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wishes = [*project["dependencies"], *extras["postgres"], *(extras["dev"] if "dev" in lock else [])]
    locked = pins(lock)
    assert "://" not in (REPOSITORY / lock).read_text("utf-8")
    for wish in wishes:
        parts = re.match(r"([A-Za-z0-9_-]+)>=([\d.]+)(?:,<([\d.]+))?", wish)
        assert parts is not None, wish
        name, floor, ceiling = parts.groups()
        for version in locked[name.lower().replace("_", "-")]:
            assert _numbers(floor) <= _numbers(version), f"{wish}: {version}"
            assert ceiling is None or _numbers(version) < _numbers(ceiling), f"{wish}: {version}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


# The other ways, with --long --------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_same_sources_give_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    assert hashlib.sha256(build_wheel(tmp_path).read_bytes()).digest() == hashlib.sha256(wheel.read_bytes()).digest()


@pytest.mark.long
def test_the_sdist_builds_the_same_package(wheel: Path, tmp_path: Path) -> None:
    """With Node, since the sdist holds the sources of the client alone."""
    if UV is None:
        pytest.skip("uv builds the sdist")
    run(UV, "build", "--quiet", "--sdist", "--out-dir", tmp_path, REPOSITORY)
    [sdist] = tmp_path.glob("foretold-*.tar.gz")
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"web/package-lock.json", "licenses/MPL-2.0.txt", "requirements.lock", "LICENSE"} <= names
    assert not [name for name in names if name.startswith(("web/node_modules", "src/foretold/web/"))]
    built = build_wheel(tmp_path / "built", sdist)
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(built) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())


@pytest.mark.long
def test_the_oldest_dependencies_that_are_allowed_still_play(wheel: Path, tmp_path: Path) -> None:
    if UV is None:
        pytest.skip("uv resolves the oldest")
    installed = Installed(tmp_path / "venv", "--resolution", "lowest-direct", wheel)
    with serving_installed(installed, tmp_path) as server:
        assert asyncio.run(play_match(server)).facts["phase"] == "over"


@pytest.mark.long
@pytest.mark.parametrize("way", ["pipx", "uvx", "pip"])
def test_the_documented_ways_to_install_work(way: str, wheel: Path, tmp_path: Path) -> None:
    version = f"foretold {foretold.__version__}\n"
    if way == "pip":
        assert Installed(tmp_path / "venv", wheel).foretold(tmp_path, "--version") == version
    elif way == "uvx":
        if UV is None:
            pytest.skip("uvx comes with uv")
        assert run(UV, "tool", "run", "--from", wheel, "foretold", "--version") == version
    else:
        pipx = Installed(tmp_path / "tools", "pipx")
        homes = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin")}
        run(pipx.bin / "pipx", "install", "--python", sys.executable, wheel, **homes)
        assert subprocess.check_output([tmp_path / "bin" / "foretold", "--version"], text=True) == version
    shutil.rmtree(tmp_path)
