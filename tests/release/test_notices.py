"""Everything that is shipped is named with its license: in the notices and in the bill of materials."""

from __future__ import annotations

import json
import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import hatch_build
import pytest

import foretold
from foretold.browser_server import site
from tests.release.packaging import REPOSITORY, Installed, run

PACKAGE = Path(foretold.__file__).parent


@pytest.fixture(scope="module")
def shipped() -> ModuleType:
    """The script as a module."""
    loader = SourceFileLoader("shipped", str(REPOSITORY / "scripts" / "shipped"))
    spec = spec_from_loader("shipped", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_the_notices_in_the_built_client_are_up_to_date() -> None:
    text = (PACKAGE / "web" / "licenses.txt").read_text("utf-8")
    assert text == hatch_build.notices(REPOSITORY)
    assert site.files()["licenses.txt"].decode() == text  # the game without a server brings them too


def test_every_npm_package_whose_code_is_in_the_client_has_its_notice() -> None:
    text = hatch_build.notices(REPOSITORY)
    packages = {package["name"]: package for package in hatch_build.bundled(REPOSITORY)}
    assert {"svelte", "@noble/hashes"} <= packages.keys()
    locked = json.loads((REPOSITORY / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for name, package in packages.items():
        assert f"\n{name} {package['version']} ({package['license']})" in text
        assert package["version"] == locked[f"node_modules/{name}"]["version"]


def test_the_python_of_pages_has_its_notices() -> None:
    text = hatch_build.notices(REPOSITORY)
    for title in ("Pyodide", "CPython", "msgspec"):
        assert re.search(rf"^{title} [\d.]+ \(.*\)", text, re.M), title
    assert "Mozilla Public License Version 2.0" in text
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in text
    assert "Its source: https://github.com/pyodide/pyodide/tree/" in text
    for library in ("Emscripten", "zlib", "bzip2", "Zstandard", "libmpdec", "SQLite"):
        assert library in text


def test_the_bill_of_materials_names_every_locked_and_bundled_package(shipped: ModuleType) -> None:
    bill = shipped.bill()
    purls = {component["purl"] for component in bill["components"]}
    assert len(purls) == len(bill["components"])
    assert bill["metadata"]["component"]["version"] == foretold.__version__
    for name, version, hashes in shipped.locked():
        assert f"pkg:pypi/{name}@{version}" in purls
        assert hashes
    for package in hatch_build.bundled(REPOSITORY):
        assert f"pkg:npm/{package['name'].replace('@', '%40')}@{package['version']}" in purls
    assert any(purl.startswith("pkg:npm/pyodide@") for purl in purls)
    assert set(bill["dependencies"][0]["dependsOn"]) == purls
    assert all(component["licenses"][0]["expression"] for component in bill["components"])


def test_a_wheel_of_msgspec_with_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "MSGSPEC_HASH", "0" * 64)
    with pytest.raises(SystemExit, match="could not be downloaded"):
        hatch_build.fetch_msgspec(tmp_path)
    assert not list(tmp_path.iterdir())


VALIDATE = """
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
print(JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read()))
"""


@pytest.mark.long
def test_the_bill_of_materials_follows_the_cyclonedx_schema(shipped: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "bill.json").write_text(json.dumps(shipped.bill()))
    validator = Installed(tmp_path / "venv", "cyclonedx-python-lib[json-validation]>=8,<12")
    assert run(validator.bin / "python", "-c", VALIDATE, tmp_path / "bill.json") == "None\n"
