"""Worker process in which bots play challenges at low priority.

Run by `python -m foretold.server.features.challenges.worker NICE`.

Each line on standard input says which challenge and which bot; it answers with the result, as a line of JSON.
"""

from __future__ import annotations

import msgspec

from foretold.server.features.challenges.attempts import Terms, results_of
from foretold.server.features.reviews.worker import answer_lines, failed


class Task(msgspec.Struct):
    """A challenge for a bot."""

    terms: Terms
    bot: str


def played(line: str) -> str:
    """The result of the bot in the seat of the challenge."""
    try:
        task = msgspec.json.decode(line, type=Task)
        state = task.terms.challenge().played_by(task.bot)
    except Exception as error:
        return failed(error)
    return msgspec.json.encode(results_of(state, task.terms.seat)).decode()


if __name__ == "__main__":
    answer_lines(played)
