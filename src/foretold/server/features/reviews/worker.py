"""Worker process that makes reviews at low priority: `python -m foretold.server.features.reviews.worker NICE`.

A line on standard input starts a review: a record, the number of worlds, and the decisions weighed so far. For it,
and for each empty line after it, the process writes one more decision, or finally the whole review, as a line of
JSON. So it does only what it is asked to, and ends with whoever asks.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from foretold.coach.json_format import weigh_rest, weighed_of
from foretold.coach.review import assemble
from foretold.games.replay import steps
from foretold.json_types import JsonObject
from foretold.records import Record
from foretold.server.base.failure_log import traced


class Task(NamedTuple):
    """A review to start or continue."""

    record: str
    worlds: int
    seed: int
    decisions: list[Any]  # evaluated already, as JSON

    def pieces(self) -> Iterator[JsonObject]:
        """The remaining decisions, then the whole review."""
        record = Record.from_line(self.record)
        decisions = list(self.decisions)
        for decision in weigh_rest(record, [known["event"] for known in decisions], self.worlds, self.seed):
            decisions.append(decision)
            yield decision
        game = next(iter(steps(record))).game
        decisions.sort(key=lambda decision: int(decision["event"]))
        yield assemble(record, [weighed_of(decision, game) for decision in decisions]).to_dict()


class Work:
    """The review that is being made."""

    def __init__(self) -> None:
        self._pieces: Iterator[JsonObject] = iter(())

    def answer(self, line: str) -> str:
        """The next piece as a line of JSON; a non-empty line starts another review."""
        try:
            if line.strip():
                self._pieces = Task(**json.loads(line)).pieces()
            piece = next(self._pieces)
        except Exception as error:
            return failed(error)
        return json.dumps(piece, separators=(",", ":"))


def failed(error: Exception) -> str:
    """The error without values, which may hold cards."""
    return json.dumps({"failed": type(error).__name__, "traceback": traced(error)}, separators=(",", ":"))


def answer_lines(answer: Callable[[str], str]) -> None:
    """Answers each line of standard input, at the priority given by the program's first argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    for line in sys.stdin:
        print(answer(line), flush=True)


if __name__ == "__main__":
    answer_lines(Work().answer)
