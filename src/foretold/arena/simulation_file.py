"""The file of a simulation that can go on: a line for what is played, then a line for each batch of matches."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, NamedTuple

from foretold import __version__
from foretold.arena.simulate import Batch, Plan
from foretold.arena.tally import Tally
from foretold.errors import Refusal
from foretold.statistics.rows import COLUMNS, MATCH
from foretold.statistics.survey import Survey

FORMAT = "foretold-simulate/1"


class Place(NamedTuple):
    """Where a batch stands in the file, and which matches it holds."""

    offset: int
    numbers: range


@dataclass
class Index:
    """What a file holds: the places of the batches by plan, and the bytes that are whole lines."""

    places: list[list[Place]]
    size: int = 0

    def done(self, plan: int) -> int:
        """The matches of a plan that are there."""
        return self.places[plan][-1].numbers.stop if self.places[plan] else 0


def header(plans: Sequence[Plan]) -> dict[str, object]:
    """The first line: what must be the same for batches to belong together."""
    games = [
        {"game": plan.game.name, "players": plan.game.players, "options": plan.game.options, "bots": list(plan.bots)}
        for plan in plans
    ]
    first = plans[0]
    kept = {"seed": first.seed, "fast": first.fast, "records": first.keep_records}
    return {"format": FORMAT, "version": __version__, "games": games, **kept}


def read_index(path: Path, plans: Sequence[Plan]) -> Index:
    """What a file of these plans holds; a last line that is cut off does not count."""
    index = Index([[] for _ in plans])
    with path.open("rb") as stream:
        first = stream.readline()
        if not first.endswith(b"\n") and _line(header(plans)).startswith(first):
            return index  # nothing, or not even the first line was finished
        _check_header(path, _object(first), plans)
        index.size = stream.tell()
        number = 1
        while text := stream.readline():
            number += 1
            found = _object(text) if text.endswith(b"\n") else None
            if not _add_place(index, found):
                if not stream.readline():  # a crash can leave a last line of nonsense
                    break
                raise Refusal("arena-damaged", {"file": str(path), "line": number})
            index.size = stream.tell()
    return index


def _add_place(index: Index, found: object) -> bool:
    """Whether a line is a batch that comes next, which is then in the index."""
    if not isinstance(found, dict):
        return False
    try:
        plan, (start, stop) = found["plan"], found["matches"]
        fits = type(plan) is int and 0 <= plan < len(index.places) and start == index.done(plan) < stop
        fits = fits and isinstance(found["rows"], str) and isinstance(found["records"], list)
    except (KeyError, TypeError, ValueError):
        return False
    if fits:
        index.places[plan].append(Place(index.size, range(start, stop)))
    return fits


def _check_header(path: Path, found: object, plans: Sequence[Plan]) -> None:
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Refusal("simulate-no-simulation", {"file": str(path)})
    for key, wanted in header(plans).items():
        if found.get(key) != wanted:
            values = {"file": str(path), "key": key, "found": str(found.get(key))[:80], "wanted": str(wanted)[:80]}
            raise Refusal("simulate-other-plan", values)


def _object(text: bytes) -> object:
    try:
        found: object = json.loads(text)
    except ValueError:
        return None
    return found


def _line(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode("ascii") + b"\n"


@dataclass
class BatchFile:
    """A file that takes batches, each at once and whole, and gives them again."""

    path: Path
    plans: Sequence[Plan]
    index: Index
    _stream: IO[bytes] = field(init=False)

    def __post_init__(self) -> None:
        """Opens the file after its whole lines; what came after them goes."""
        self._stream = self.path.open("r+b" if self.index.size else "w+b", buffering=0)
        if self.index.size:
            self._stream.seek(self.index.size)
            self._stream.truncate()
        else:
            self._write(_line(header(self.plans)))

    @property
    def done(self) -> int:
        """The matches of all plans that are there."""
        return sum(self.index.done(plan) for plan in range(len(self.plans)))

    def add(self, plan: int, batch: Batch) -> None:
        """Writes the next batch of a plan; it must have its rows."""
        start = self.index.done(plan)
        numbers = range(start, start + batch.tally.matches)
        assert batch.rows is not None
        packed = base64.b64encode(zlib.compress(batch.rows[:, 1:].astype("<i4").tobytes(), 1)).decode("ascii")
        content = {"plan": plan, "matches": [numbers.start, numbers.stop], "rows": packed}
        offset = self.index.size
        self._write(_line({**content, "records": list(batch.lines)}))
        self.index.places[plan].append(Place(offset, numbers))

    def kept(self, plan: int, matches: int) -> Iterator[Batch]:
        """The batches of a plan that are there, up to so many matches, as if they were played now."""
        for place in list(self.index.places[plan]):
            if place.numbers.start >= matches:
                return
            yield self._read(plan, place, min(matches, place.numbers.stop))

    def _read(self, plan: int, place: Place, stop: int) -> Batch:
        import numpy as np

        self._stream.seek(place.offset)
        found = json.loads(_read_line(self._stream))
        wanted, players = self.plans[plan], self.plans[plan].game.players
        try:
            content = zlib.decompress(base64.b64decode(found["rows"], validate=True))
            rest = np.frombuffer(content, "<i4").astype(np.int64).reshape(-1, len(COLUMNS) - 1)
            first = rest[::players, 0] == 1
            numbers = np.repeat(np.cumsum(first) - 1 + place.numbers.start, players)
            if int(first.sum()) != len(place.numbers) or (wanted.keep_records and len(found["records"]) != first.sum()):
                raise ValueError("another number of matches")
        except (ValueError, TypeError, zlib.error, IndexError):
            raise Refusal("simulate-bad-batch", {"file": str(self.path), "match": place.numbers.start}) from None
        rows = np.column_stack([numbers, rest])
        rows = rows[rows[:, MATCH] < stop]
        tally, survey = Tally(players), None
        tally.add_rows(rows)
        if wanted.keep_survey:
            survey = Survey(players)
            survey.add(rows)
        return Batch(tally, tuple(found["records"][: stop - place.numbers.start]), rows, survey)

    def _write(self, text: bytes) -> None:
        self._stream.seek(self.index.size)
        size = len(text)
        while text:
            text = text[self._stream.write(text) or 0 :]
        self.index.size += size

    def close(self) -> None:
        self._stream.close()


def _read_line(stream: IO[bytes]) -> bytes:
    """The line from here on; the stream has no buffer of its own."""
    parts = []
    while part := stream.read(1 << 16):
        parts.append(part)
        if b"\n" in part:
            break
    return b"".join(parts).partition(b"\n")[0]
