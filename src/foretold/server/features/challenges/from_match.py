"""The cards of a finished match as a challenge. No I/O."""

from __future__ import annotations

from collections.abc import Mapping

from foretold import bots, challenges
from foretold.errors import BadOption
from foretold.fair import Fair
from foretold.games.replay import replay
from foretold.json_types import Json
from foretold.records import Record
from foretold.server.features.challenges.attempts import Terms, results_of
from foretold.server.table.credit import lent


def of_match(record: Record, seat: int, bot: str, match: str) -> Terms:
    """The terms of a challenge with the cards of a match, from this seat; `bot` plays where other people sat."""
    given, proof = record.extra.get("challenge"), record.extra.get("fair")
    if isinstance(given, Mapping):
        seed = str(given["seed"])
    elif proof is not None:
        seed = Fair.from_dict(proof, record.players).seed.hex()
    else:  # a what-if has no seed
        raise BadOption("challenge-of-what-if")
    state = replay(record)
    facts = record.extra.get("seats")
    chairs = facts if isinstance(facts, list | tuple) else [{}] * record.players
    others = tuple("" if number == seat else _bot(chair, bot) for number, chair in enumerate(chairs))
    decided = ((event["seat"], event.get("by", "")) for event in record.events if "action" in event)
    own = state.over and not record.extra.get("practised") and seat not in lent(decided)
    return Terms(
        game=record.game,
        players=record.players,
        options=dict(state.game.given),
        seat=seat,
        bots=others,
        seed=seed,
        source=match,
        original=results_of(state, seat) if own else None,
    )


def _bot(chair: Mapping[str, Json], instead: str) -> str:
    """The bot that sat there, with its budget; a person is replaced by the requested bot."""
    name = chair.get("bot")
    if name not in bots.names():
        return challenges.budgeted(instead)
    return f"{name}:{chair['worlds']}" if "worlds" in chair else challenges.budgeted(str(name))


def among_bots(record: Record, seat: int) -> bool:
    """True if all other seats of the match were bots that this server can let play again."""
    chairs = record.extra.get("seats")
    if not isinstance(chairs, list | tuple):
        return False
    return all(chair.get("bot") in bots.names() for number, chair in enumerate(chairs) if number != seat)
