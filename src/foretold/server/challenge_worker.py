"""The process that plays challenges for bots, at a low priority: `python -m foretold.server.challenge_worker NICE`.

Each line on standard input says which challenge and which bot; it answers with the result, as a line of JSON.
"""

from __future__ import annotations

import msgspec

from foretold.server.review_worker import answer_lines, failed
from foretold.server.tries import Terms, results_of


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
