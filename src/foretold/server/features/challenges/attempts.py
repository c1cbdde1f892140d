"""Attempts at challenges: the stored terms of a challenge, and what is stored of an attempt. No I/O."""

from __future__ import annotations

import msgspec

from foretold.challenges import Challenge
from foretold.games import State, load
from foretold.games.seven.view import SevenRoundEnd
from foretold.server import store
from foretold.server.base.clock import date
from foretold.server.protocol.messages import Options
from foretold.server.table.table import Table


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The definition of a challenge, as stored."""

    game: str
    players: int
    options: Options = {}
    seat: int
    bots: tuple[str, ...]
    seed: str
    secret: str = ""  # what the seed is derived from, if it was committed to
    source: str = ""  # the match that it was made from
    original: Tried | None = None  # its maker's result there

    def challenge(self) -> Challenge:
        """The challenge itself."""
        game = load(self.game, self.players, options=self.options)
        return Challenge(game, self.seat, bytes.fromhex(self.seed), self.bots)


class TriedRound(msgspec.Struct, frozen=True):
    """The result of a round: its points, and how many of the tokens, or of the one bid, came true."""

    points: int
    met: int
    of: int


class Tried(msgspec.Struct, frozen=True):
    """The result of a seat in a match."""

    points: int
    won: bool
    rounds: tuple[TriedRound, ...]


_TERMS = msgspec.json.Decoder(Terms)
_RESULTS = msgspec.json.Decoder(Tried)
_ROUNDS = msgspec.json.Decoder(tuple[TriedRound, ...])


def terms_of(challenge: store.KeptChallenge) -> Terms:
    """The definition of a stored challenge."""
    return _TERMS.decode(challenge.body)


def results_in(body: bytes) -> Tried:
    """Decodes a result."""
    return _RESULTS.decode(body)


def rounds_in(body: bytes | None) -> tuple[TriedRound, ...]:
    """Decodes rounds; none if there is no body."""
    return () if body is None else _ROUNDS.decode(body)


def results_of(state: State, seat: int) -> Tried:
    """The result of a seat in a match."""
    rounds = []
    for ended in state.finished:
        end = ended.end
        met, of = int(end.fulfilled[seat]), 1
        if isinstance(end, SevenRoundEnd):
            of = sum(end.prophecies[seat].tokens)
            met = of - sum(end.left[seat])
        rounds.append(TriedRound(end.points[seat], met, of))
    return Tried(state.scores[seat], seat in state.winners, tuple(rounds))


def tried(table: Table) -> list[store.Operation]:
    """Operations for a finished challenge match: they seal its record while others play, and end the attempt."""
    match, given = table.match, table.given
    if given is None or match is None or match.state is None:
        return []
    now = date()
    sealed: list[store.Operation] = [store.SealMatch(match.id, given.sealed)] if given.sealed > now else []
    people = match.people()
    if not given.challenge or not given.counts or len(people) != 1:
        return sealed
    [seat] = people
    if match.given_up:
        spent = store.EndTry(given.challenge, table.id, match.id, now, False, None, False, b"[]")
        return [*sealed, spent]
    result = results_of(match.state, seat)
    counted = given.sealed == 0 or now < given.sealed
    rounds = msgspec.json.encode(result.rounds)
    end = store.EndTry(given.challenge, table.id, match.id, now, counted, result.points, result.won, rounds)
    return [*sealed, end]
