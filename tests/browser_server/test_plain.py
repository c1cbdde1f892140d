"""Without compiler and NumPy, in the archive of a page, kernels give the same numbers; and `adept` plays by them."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import zipfile
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy
import pytest

import foretold
from foretold.browser_server.archive import LEVELS, archive

# What choices of each title are worth: a prophecy or bid, cards, and the last ones, of which all worlds are looked at.
WEIGHED = """
import json
from random import Random
from foretold.bots.weighing import weigh
from foretold.games import load

found = []
for name, players, due in (
    ("seven-prophecies", 4, [0, 0, 4]), ("seven-prophecies-2017", 3, [0, 0, 4, 8]), ("prophecy", 4, [0, 0, 4, 9, 10])
):
    state, rng = load(name, players).start(seed=5), Random(5)
    while due and not state.over:
        seat = state.actors[0]
        view = state.view(seat)
        if len(view.tricks) == due[0] and len(view.legal) > 1:
            due.pop(0)
            for each in weigh(view, worlds=9, seed=3):
                found.append([str(each.action), each.worlds, each.exact, each.points, each.match])
                found[-1] += [*each.error.values(), *str(each.chances).split()]
        state = state.apply(seat, rng.choice(state.legal(seat)))
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a page's Python finds its packages in."""
    folder = tmp_path_factory.mktemp("page")
    zipfile.ZipFile(BytesIO(archive())).extractall(folder)
    return folder


def run(code: str, path: Path) -> Any:
    """What the code prints, as JSON; `path` comes before all other packages."""
    given = f"import sys\nsys.path.insert(0, {str(path)!r})\n"
    done = subprocess.run([sys.executable, "-c", given + code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_plain_python_weighs_choices_like_compiled_kernels(page: Path, tmp_path: Path) -> None:
    """With the same effort: the same worlds are drawn, the same choices found best, and as much is told of each."""
    shutil.copytree(page, tmp_path, dirs_exist_ok=True)
    shutil.copy(Path(foretold.__file__).parent / "bots" / "effort.py", tmp_path / "foretold" / "bots")
    plain, out = run(WEIGHED, tmp_path), StringIO()
    with redirect_stdout(out):
        exec(WEIGHED, {})
    compiled = json.loads(out.getvalue())
    assert len(plain) == len(compiled) > 30
    assert any(exact for _, _, exact, *_ in compiled)
    for mine, theirs in zip(plain, compiled, strict=True):
        assert mine[:3] == theirs[:3]
        assert mine[3:7] == pytest.approx(theirs[3:7], abs=2e-4)  # chances between rounds have four digits
        assert mine[7:] == theirs[7:]


def plain_numpy() -> Any:
    """The module that stands for NumPy."""
    path = Path(foretold.__file__).parent / "browser_server" / "pure_python" / "numpy" / "__init__.py"
    spec = importlib.util.spec_from_file_location("plain_numpy", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


EXPRESSIONS = """
row.take([2, 0]); row.compress([True, False, True]); row[:2]; row * 2 + 1; 1 - row; row / 4 >= 0.5; ~(row > 1); -row
row @ np.array([2, 0, 1]); row @ np.array([[1, 2], [3, 4], [5, 6]]); (row == 3) & (row > 2)
row.reshape(-1, 1) >> row & 1; row.std(); row.tolist(); grid.astype(np.int64)
grid[:, 1]; grid[1]; grid[0, 1:]; grid[:, [0, 2]]; grid[:, [True, False, True]]; grid[1:]; grid[:0].shape; grid.shape
grid.sum(axis=0); grid.mean(axis=0); grid.std(axis=0, ddof=1); grid.prod(axis=1); grid.max(); grid.argmax(); grid.any()
grid - grid[:, [1]]; deep[:, :, 1]; deep[:, 1]; deep[0, 1]; deep[:, [1, 0]]; deep[1, :, 0]; deep.shape
np.concatenate([deep[:1], deep[1:]]); np.concatenate([row, row]); np.stack([row, row + 1], axis=1)
np.insert(grid, 1, 7, axis=1); np.tile(row, (2, 1)); np.where(row > 1, 9, row); np.minimum(row, 2)
np.clip([5, -5], 0, 3)
np.unique(row); np.diff(row, prepend=0); np.argsort(-row, kind="stable"); np.lexsort((row, [1, 0, 1])); np.median(row)
np.interp([-1.0, 0.25, 9.0], [0.0, 0.5, 1.0], [2.0, 3.0, 5.0]); np.full((2, 2), 3); np.ones(2); np.arange(2, 5)
"""


def _listed(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def test_the_numpy_replacement_computes_like_numpy() -> None:
    values: list[list[Any]] = []
    for np in (numpy, plain_numpy()):
        known = {
            "np": np,
            "row": np.array([3, 1, 2], np.int64),
            "grid": np.array([[1.0, 2.0, 4.0], [3.0, 0.0, 5.0]]),
            "deep": np.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]),
        }
        results = [
            eval(expression, known)
            for line in EXPRESSIONS.split("\n")
            for expression in line.split(";")
            if expression.strip()
        ]
        listed = [_listed(value) for value in results]  # before what they are parts of changes
        known["grid"][:, 1] = 9.0
        known["grid"][0, 0] = 8.0
        known["grid"][1] = [1.0, 2.0, 3.0]
        known["deep"][:, :, 0] += known["row"].take([0, 1])
        values.append([*listed, _listed(known["grid"]), _listed(known["deep"])])
    for mine, theirs in zip(*values, strict=True):
        assert numpy.shape(mine) == numpy.shape(theirs)
        assert numpy.allclose(mine, theirs)


def test_nodes_and_weights_equal_numpys(page: Path) -> None:
    code = "import json\nfrom numpy.polynomial.hermite import hermgauss\nprint(json.dumps(hermgauss(12)))"
    for mine, theirs in zip(run(code, page), numpy.polynomial.hermite.hermgauss(12), strict=True):
        assert mine == pytest.approx(theirs)


MATCH = """
import json
from random import Random
from foretold import bots
from foretold.games import load
from foretold.browser_server.adept import AdeptBot
import numpy
assert "/here" not in str(numpy.__file__) and hasattr(numpy, "Grid")
found = {"names": bots.names(), "over": []}
for name, variant in (("seven-prophecies-2017", "single-round"), ("prophecy", "short")):
    state, bot, rng = load(name, 3, variant=variant).start(seed=2), AdeptBot(seconds=0.001), Random(0)
    while not state.over:
        for seat in state.actors:
            if not state.over and seat in state.actors:
                state = state.apply(seat, bot.choose(state.view(seat), rng))
    found["over"].append(state.over)
print(json.dumps(found))
"""


# What `student` does in a round of each title.
STUDENT = """
import json
from random import Random
from foretold.bots.student import StudentBot
from foretold.games import load

done = []
for name, players in (("seven-prophecies", 4), ("seven-prophecies-2017", 3), ("prophecy", 5)):
    state, bot = load(name, players).start(seed=6), StudentBot(compiled=None)
    while not state.finished:
        seat = state.actors[0]
        done.append(str(bot.choose(state.view(seat), Random(1))))
        state = state.apply(seat, done[-1])
print(json.dumps(done))
"""


def test_student_chooses_as_with_compiled_kernels(page: Path) -> None:
    out = StringIO()
    with redirect_stdout(out):
        exec(STUDENT.replace("compiled=None", "compiled=True"), {})
    assert run(STUDENT, page) == json.loads(out.getvalue())


def test_adept_plays_whole_matches_without_compiler_and_numpy(page: Path) -> None:
    output = run(MATCH, page)
    assert output == {"names": sorted(LEVELS), "over": [True, True]}


def test_adept_finds_better_choices_than_greedy() -> None:
    """Against three of `greedy` it gets more points than they do on average, on the same deals in every seat."""
    from random import Random

    from foretold.bots.greedy import GreedyBot
    from foretold.browser_server.adept import AdeptBot
    from foretold.games import load

    ahead = 0.0
    for seed in range(6):
        for place in range(4):
            state, rng = load("seven-prophecies", 4).start(seed=seed), Random(seed)
            bots = [AdeptBot(seconds=60.0, worlds=10) if seat == place else GreedyBot() for seat in range(4)]
            while not state.finished:
                for seat in state.actors:
                    if not state.finished:
                        state = state.apply(seat, bots[seat].choose(state.view(seat), rng))
            points = state.finished[0].points
            ahead += points[place] - (sum(points) - points[place]) / 3
    assert ahead > 0


_HAND = """
import json
from foretold.bots import previews
from foretold.games import load
state = load("seven-prophecies", 3).start(seed=1)
print(json.dumps(previews.preview(state.view(state.actors[0])).places))
"""


def test_expected_tricks_are_counted_without_compiler_and_numpy(page: Path) -> None:
    assert len(run(_HAND, page)) == 3
