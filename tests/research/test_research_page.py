"""docs/research.md as a stranger follows it: the script of the page trains, and the benchmark takes its policy."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


@pytest.mark.slow
def test_the_script_of_the_page_trains_a_policy_that_the_benchmark_evaluates(tmp_path: Path) -> None:
    [script] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    (tmp_path / "train.py").write_text(script, "utf-8")
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    shared = {"cwd": tmp_path, "env": environment, "capture_output": True, "text": True, "check": True}
    subprocess.run([sys.executable, "train.py", "2"], **shared)  # type: ignore[call-overload]
    assert (tmp_path / "policy.npz").stat().st_size < 500_000
    line = ["benchmark", "seven-prophecies-4", "--policy", "train:policy", "--against", "random", "--blocks", "2"]
    done = subprocess.run([sys.executable, "-m", "foretold", *line], **shared)  # type: ignore[call-overload]
    assert "train:policy" in done.stdout
    assert "random" in done.stdout
