"""Endpoints about puzzles and what-if tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

import msgspec

from foretold.bots import previews
from foretold.errors import BadOption
from foretold.games import TITLES
from foretold.games.replay import replay
from foretold.games.what_if import deals_and_actions
from foretold.json_types import JsonObject
from foretold.ratings import glicko
from foretold.ratings.glicko import Glicko
from foretold.records import Record
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.clock import date
from foretold.server.features.puzzles import types as puzzle_types
from foretold.server.protocol.replays import ReplayedView
from foretold.server.protocol.views import HintChoice
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.store import KeptMatch
from foretold.server.table import lobby
from foretold.server.table.credit import late_in
from foretold.server.table.lobby import Leaving
from foretold.server.table.permissions import NoSuch
from foretold.server.updates import derived
from foretold.server.updates.diff import changes
from foretold.server.updates.replay import ACTIONS
from foretold.server.updates.stream import turn

if TYPE_CHECKING:
    from foretold.coach.puzzles import Choice, Puzzle  # slow to import: only in threads, when used

OWN = "own"  # the set of one's own mistakes
MATCHES, MISTAKES = 50, 100  # matches searched for mistakes, and mistakes shown at most
SURE = 2.0  # standard errors within which a choice is as good as the best


async def what_if(call: Call, wish: puzzle_types.NewWhatIf) -> rest_types.Made:
    """A table where I continue a match against bots from some position; the request holds the record."""
    record = await asyncio.to_thread(Record.from_dict, cast(JsonObject, wish.record))
    if len(record.events) > ACTIONS:
        raise BadOption("replay-too-long", {"limit": ACTIONS})
    return await _leave(call, Leaving(record, wish.step, wish.seat, wish.bot), wish.name)


async def play_on(call: Call, wish: puzzle_types.PlayOn) -> rest_types.Made:
    """A table where I play on from a puzzle against bots."""
    asked = await _asked(call)
    return await _leave(call, Leaving(asked.record, asked.step, asked.puzzle.seat, wish.bot), wish.name)


async def _leave(call: Call, wish: Leaving, name: str) -> rest_types.Made:
    call.hub.make_room(call.caller.person, call.where)
    await asyncio.to_thread(lobby.make_what_if, wish, "", "")  # an invalid request must not register the caller
    person = await call.caller.known(name)
    call.hub.make_room(person, call.where)  # again: another request may have been quicker
    id = identity.new_id()
    entries = await asyncio.to_thread(
        lobby.make_what_if, wish, person, call.caller.name or "?", id, call.services.entropy
    )
    done, answer, _ = call.commits.promise()
    live = call.hub.make(id, entries, answer, call.where)
    await done
    return rest_types.Made(id, call.url(f"tables/{id}"), live.table.seats_of(person))


# Puzzles ---------------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A puzzle, with the match and the step that it is from."""

    puzzle: Puzzle
    record: Record
    step: int
    match: str = ""  # the id of the match, for a mistake of one's own


async def puzzles(call: Call) -> puzzle_types.Puzzles:
    """All puzzles by game, easiest first, and my own mistakes."""
    stored, person = call.commits.store, call.caller.person
    rated = await call.commits.read(stored.puzzle_ratings)
    sets = await asyncio.to_thread(_listed, rated)
    solver = await call.commits.read(stored.solver, person) if person else []
    answers = await call.commits.read(stored.puzzle_answers, person) if person else []
    return puzzle_types.Puzzles(
        sets,
        await asyncio.to_thread(_own, await _reviewed(call)),
        tuple(
            puzzle_types.PuzzleRating(own.game, _points(own.rating), _points(2 * own.deviation), own.answers)
            for own in solver
        ),
        tuple(puzzle_types.AnsweredPuzzle(answer.puzzle, answer.solved) for answer in answers),
    )


def _listed(rated: Mapping[str, Glicko]) -> tuple[puzzle_types.PuzzleSet, ...]:
    sets = []
    for game in TITLES:
        lines = tuple(
            puzzle_types.PuzzleLine(
                puzzle.kind, puzzle.difficulty, puzzle.number, puzzle.id, _tags(puzzle), _rating(puzzle, rated)
            )
            for puzzle in _shipped(game)
        )
        sets.append(puzzle_types.PuzzleSet(game, lines))
    return tuple(group for group in sets if group.puzzles)


def _tags(puzzle: Puzzle) -> tuple[puzzle_types.PuzzleTag, ...]:
    return cast(tuple[puzzle_types.PuzzleTag, ...], puzzle.tags)


def _rating(puzzle: Puzzle, rated: Mapping[str, Glicko]) -> int:
    return _points((rated.get(puzzle.id) or glicko.of_puzzle(puzzle.difficulty)).rating)


def _points(thousandths: int) -> int:
    return round(thousandths / glicko.THOUSAND)


async def puzzle(call: Call) -> puzzle_types.PuzzleQuestion:
    """One puzzle: what its seat knows, without the answer."""
    previews.get_ready()  # needed to check the answer
    rated = await call.commits.read(call.commits.store.puzzle_ratings)
    return await asyncio.to_thread(_question, await _asked(call), rated)


async def answer_puzzle(call: Call, wish: puzzle_types.PuzzleTry) -> puzzle_types.PuzzleAnswer:
    """Whether my answer is right, what each choice is worth, and why."""
    previews.get_ready()
    language = call.language if previews.settled() else ""  # until then, figures come without reasons
    asked = await _asked(call)
    answer = await asyncio.to_thread(_answered, asked.puzzle, wish.action, language)
    if asked.match:
        return answer
    return msgspec.structs.replace(answer, moved=await _rated(call, asked.puzzle, answer.right, wish.device))


async def _rated(
    call: Call, puzzle: Puzzle, right: bool, device: puzzle_types.DeviceRating | None
) -> puzzle_types.MovedRating | None:
    """Rates the caller and the puzzle by a first answer; None for further ones.

    For people whom the server doesn't know it computes what their device keeps, and the puzzle stays as it is: anybody
    could send any number of such answers.
    """
    database, person, game = call.commits.store, call.caller.person, puzzle.record.game
    begun = (
        glicko.START if device is None else glicko.Glicko(_thousandths(device.rating), _thousandths(device.deviation))
    )
    first = glicko.of_puzzle(puzzle.difficulty)
    if not person:
        known = (await call.commits.read(database.puzzle_ratings)).get(puzzle.id, first)
        after, _ = glicko.after(begun, known, solved=right)
        return None if device is None else _moved(begun, after)
    answers = await call.commits.read(database.puzzle_answers, person)
    if any(answer.puzzle == puzzle.id for answer in answers):
        return None
    before = next((own for own in await call.commits.read(database.solver, person) if own.game == game), None)
    answered = store.AnswerPuzzle(person, game, puzzle.id, date(), right, *begun, *first)
    await call.commits.durable([answered])
    [now] = [own for own in await call.commits.read(database.solver, person) if own.game == game]
    return _moved(begun if before is None else _glicko(before), _glicko(now))


def _glicko(own: store.KeptSolver) -> Glicko:
    return Glicko(own.rating, own.deviation)


def _moved(before: Glicko, after: Glicko) -> puzzle_types.MovedRating:
    return puzzle_types.MovedRating(
        *(value / glicko.THOUSAND for value in (before.rating, after.rating, after.deviation))
    )


def _thousandths(points: float) -> int:
    return round(points * glicko.THOUSAND)


async def _asked(call: Call) -> Asked:
    """The puzzle in the path."""
    group, name = str(call.path["set"]), str(call.path["name"])
    if group == OWN:
        return await asyncio.to_thread(_own_puzzle, await _reviewed(call, name.partition("-")[0]), name)
    puzzle = await asyncio.to_thread(_named, group, name) if group in TITLES else None
    if puzzle is None:
        raise NoSuch("no-such-puzzle")
    return Asked(puzzle, puzzle.record, len(deals_and_actions(puzzle.record.events)))


def _shipped(game: str) -> tuple[Puzzle, ...]:
    from foretold.coach.puzzles import shipped

    return shipped(game)


def _named(game: str, name: str) -> Puzzle | None:
    from foretold.coach.puzzles import by_name

    return by_name(game).get(name)


def _question(asked: Asked, rated: Mapping[str, Glicko]) -> puzzle_types.PuzzleQuestion:
    puzzle = asked.puzzle
    state = replay(puzzle.record)
    view = state.view(puzzle.seat)
    fields, history = changes(None, view)
    fields |= {**derived.public(state, view), **derived.own(view)}
    due = turn(view, 0, "cards")
    position = ReplayedView(puzzle.seat, fields, history, msgspec.UNSET if due is None else due)
    choices = () if puzzle.kind == "card" else tuple(sorted(choice.action for choice in puzzle.choices))
    difficulty = None if asked.match else puzzle.difficulty
    return puzzle_types.PuzzleQuestion(
        *(puzzle.record.game, puzzle.kind, difficulty, asked.match, asked.step, puzzle.seat, position, choices),
        *((0, "", (), 0) if asked.match else (puzzle.number, puzzle.id, _tags(puzzle), _rating(puzzle, rated))),
    )


def _answered(puzzle: Puzzle, answer: str, language: str) -> puzzle_types.PuzzleAnswer:
    action = puzzle.game.parse(answer)
    view = puzzle.view()
    if action not in view.legal:
        raise BadOption("puzzle-not-now")
    given = puzzle.choice(action)
    best, *others = puzzle.choices
    choices = [best, *sorted(others, key=lambda choice: -choice.points)]
    shown = [_told(choice, best, puzzle.natural) for choice in choices]
    if language:
        from foretold.coach.hints import explained

        # A prophecy or bid that is not among the choices is evaluated as well.
        asked = (*(choice.action for choice in choices), *(() if given is not None else (answer,)))
        advice = explained(view, asked, language)
        said_of = [choice_facts.to_dict() for choice_facts in advice]
        shown = [
            cast(HintChoice, {**more, **known, "reason": more["reason"]})
            for more, known in zip(said_of, shown, strict=False)
        ] + [cast(HintChoice, choice_facts) for choice_facts in said_of[len(shown) :]]
    answered = answer if given is None else given.action
    right = puzzle.solves(action) or any(
        choice_facts["action"] == answered and choice_facts["as_good"] for choice_facts in shown
    )
    return puzzle_types.PuzzleAnswer(right, answered, puzzle.natural, tuple(shown))


def _told(choice: Choice, best: Choice, natural: str) -> HintChoice:
    """A choice without its reason; among own mistakes, other choices may be as good as the best."""
    as_good = choice is not best and choice.action != natural and best.points - choice.points <= SURE * choice.error
    return cast(HintChoice, {**choice._asdict(), "as_good": as_good, "reason": ""})


# Own mistakes ----------------------------------------------------------------------------------------------------


class _Match(NamedTuple):
    """A reviewed match of mine, with my seats."""

    match: KeptMatch
    seats: tuple[int, ...]
    review: bytes


async def _reviewed(call: Call, only: str = "") -> list[_Match]:
    """The caller's last reviewed matches, or only this one."""
    person = call.caller.person
    return await call.commits.read(_kept, call.commits.store, person, only) if person else []


def _kept(kept_store: store.Store, person: str, only: str) -> list[_Match]:
    matches = (
        kept_store.matches_of(person, MATCHES) if not only else [match for match in (kept_store.match(only),) if match]
    )
    reviewed = []
    for match in matches:
        seats = kept_store.seats_of(match.id, person) if kept_store.sealed_until(match.id) <= date() else ()
        late = late_in(match.record)  # a bot decided there before
        seats = tuple(seat for seat in seats if seat not in late)
        review = kept_store.review(match.id) if seats else None
        if review is not None and review.body is not None:
            reviewed.append(_Match(match, seats, review.body))
    return reviewed


def _own(matches: list[_Match]) -> tuple[puzzle_types.OwnPuzzle, ...]:
    from foretold.coach.mistakes import mistakes

    listed = []
    for reviewed in matches:
        record = Record.from_line(reviewed.match.record)
        for mistake in mistakes(msgspec.json.decode(reviewed.review), reviewed.seats):
            kind, mark = mistake.puzzle(record).kind, cast(Literal["mistake", "blunder"], mistake.mark)
            listed.append(puzzle_types.OwnPuzzle(f"{reviewed.match.id}-{mistake.event}", record.game, kind, mark))
    return tuple(listed[:MISTAKES])


def _own_puzzle(matches: list[_Match], name: str) -> Asked:
    from foretold.coach.mistakes import mistakes

    for reviewed in matches:
        for mistake in mistakes(msgspec.json.decode(reviewed.review), reviewed.seats):
            if f"{reviewed.match.id}-{mistake.event}" == name:
                record = Record.from_line(reviewed.match.record)
                return Asked(mistake.puzzle(record), record, mistake.step(record), reviewed.match.id)
    raise NoSuch("no-such-puzzle")
