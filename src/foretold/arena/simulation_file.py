"""The progress file of a simulation: a header line, then one line per batch of matches."""

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
    """The position of a batch in the file, and the matches it contains."""

    offset: int
    numbers: range


@dataclass
class Index:
    """The contents of a file: positions of the batches by plan, and the bytes that are complete lines."""

    places: list[list[Place]]
    size: int = 0

    def done(self, plan: int) -> int:
        """Returns the number of finished matches of a plan."""
        return self.places[plan][-1].numbers.stop if self.places[plan] else 0


def header(plans: Sequence[Plan]) -> dict[str, object]:
    """Returns the header: what must be equal for batches to belong together."""
    games = [
        {"game": plan.game.name, "players": plan.game.players, "options": plan.game.options, "bots": list(plan.bots)}
        for plan in plans
    ]
    first = plans[0]
    kept = {"seed": first.seed, "fast": first.fast, "records": first.keep_records}
    return {"format": FORMAT, "version": __version__, "games": games, **kept}


def read_index(path: Path, plans: Sequence[Plan]) -> Index:
    """Reads the index of a file of these plans; an incomplete last line is ignored."""
    index = Index([[] for _ in plans])
    with path.open("rb") as stream:
        first = stream.readline()
        if not first.endswith(b"\n") and _line(header(plans)).startswith(first):
            return index  # empty, or not even the header was finished
        _check_header(path, _object(first), plans)
        index.size = stream.tell()
        number = 1
        while text := stream.readline():
            number += 1
            source = _object(text) if text.endswith(b"\n") else None
            if not _add_place(index, source):
                if not stream.readline():  # a crash can leave a garbage last line
                    break
                raise Refusal("arena-damaged", {"file": str(path), "line": number})
            index.size = stream.tell()
    return index


def _add_place(index: Index, source: object) -> bool:
    """Adds a line to the index if it is the next batch; returns whether it is."""
    if not isinstance(source, dict):
        return False
    try:
        plan, (start, stop) = source["plan"], source["matches"]
        fits = type(plan) is int and 0 <= plan < len(index.places) and start == index.done(plan) < stop
        fits = fits and isinstance(source["rows"], str) and isinstance(source["records"], list)
    except (KeyError, TypeError, ValueError):
        return False
    if fits:
        index.places[plan].append(Place(index.size, range(start, stop)))
    return fits


def _check_header(path: Path, first: object, plans: Sequence[Plan]) -> None:
    if not isinstance(first, dict) or first.get("format") != FORMAT:
        raise Refusal("simulate-no-simulation", {"file": str(path)})
    for key, wanted in header(plans).items():
        if first.get(key) != wanted:
            values = {"file": str(path), "key": key, "found": str(first.get(key))[:80], "wanted": str(wanted)[:80]}
            raise Refusal("simulate-other-plan", values)


def _object(text: bytes) -> object:
    try:
        value: object = json.loads(text)
    except ValueError:
        return None
    return value


def _line(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode("ascii") + b"\n"


@dataclass
class BatchFile:
    """A file to which batches are appended, each at once and completely, and read back."""

    path: Path
    plans: Sequence[Plan]
    index: Index
    _stream: IO[bytes] = field(init=False)

    def __post_init__(self) -> None:
        """Opens the file and truncates it after its complete lines."""
        self._stream = self.path.open("r+b" if self.index.size else "w+b", buffering=0)
        if self.index.size:
            self._stream.seek(self.index.size)
            self._stream.truncate()
        else:
            self._write(_line(header(self.plans)))

    @property
    def done(self) -> int:
        """Returns the number of finished matches of all plans."""
        return sum(self.index.done(plan) for plan in range(len(self.plans)))

    def add(self, plan: int, batch: Batch) -> None:
        """Appends the next batch of a plan, which must have its rows."""
        start = self.index.done(plan)
        numbers = range(start, start + batch.tally.matches)
        assert batch.rows is not None
        packed = base64.b64encode(zlib.compress(batch.rows[:, 1:].astype("<i4").tobytes(), 1)).decode("ascii")
        content = {"plan": plan, "matches": [numbers.start, numbers.stop], "rows": packed}
        offset = self.index.size
        self._write(_line({**content, "records": list(batch.lines)}))
        self.index.places[plan].append(Place(offset, numbers))

    def kept(self, plan: int, matches: int) -> Iterator[Batch]:
        """Yields the stored batches of a plan, up to so many matches, as if they were played now."""
        for place in list(self.index.places[plan]):
            if place.numbers.start >= matches:
                return
            yield self._read(plan, place, min(matches, place.numbers.stop))

    def _read(self, plan: int, place: Place, stop: int) -> Batch:
        import numpy as np

        self._stream.seek(place.offset)
        source = json.loads(_read_line(self._stream))
        wanted, players = self.plans[plan], self.plans[plan].game.players
        try:
            content = zlib.decompress(base64.b64decode(source["rows"], validate=True))
            rest = np.frombuffer(content, "<i4").astype(np.int64).reshape(-1, len(COLUMNS) - 1)
            first = rest[::players, 0] == 1
            numbers = np.repeat(np.cumsum(first) - 1 + place.numbers.start, players)
            if int(first.sum()) != len(place.numbers) or (
                wanted.keep_records and len(source["records"]) != first.sum()
            ):
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
        return Batch(tally, tuple(source["records"][: stop - place.numbers.start]), rows, survey)

    def _write(self, text: bytes) -> None:
        self._stream.seek(self.index.size)
        size = len(text)
        while text:
            text = text[self._stream.write(text) or 0 :]
        self.index.size += size

    def close(self) -> None:
        self._stream.close()


def _read_line(stream: IO[bytes]) -> bytes:
    """Reads a line from the current position; the stream is unbuffered."""
    parts = []
    while part := stream.read(1 << 16):
        parts.append(part)
        if b"\n" in part:
            break
    return b"".join(parts).partition(b"\n")[0]
