"""What if, and puzzles: lines that leave a match or a puzzle, questions, and answers once somebody has answered."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import msgspec

from foretold.bots import previews
from foretold.errors import BadOption
from foretold.games import TITLES
from foretold.games.replay import replay
from foretold.games.what_if import deals_and_actions
from foretold.plain import JsonObject
from foretold.records import Record
from foretold.server import answers, beside, identity, lobby
from foretold.server.api import Call
from foretold.server.hub import NoSuch
from foretold.server.lobby import Leaving
from foretold.server.replays import ACTIONS
from foretold.server.telling import changes, turn
from foretold.server.wire_views import HintChoice

if TYPE_CHECKING:
    from foretold.coach.puzzles import Choice, Puzzle  # with all that weighs: imported when used, beside the loop


async def what_if(call: Call, wish: answers.NewWhatIf) -> answers.Made:
    """A table at which I play on from a moment of a match against bots; the record comes along."""
    found = await asyncio.to_thread(Record.from_dict, cast(JsonObject, wish.record))
    if len(found.events) > ACTIONS:
        raise BadOption("replay-too-long", {"limit": ACTIONS})
    return await _leave(call, Leaving(found, wish.step, wish.seat, wish.bot), wish.name)


async def play_on(call: Call, wish: answers.PlayOn) -> answers.Made:
    """A table at which I play on from a puzzle against bots."""
    puzzle = await asyncio.to_thread(_puzzle, *_name(call))
    last = len(deals_and_actions(puzzle.record.events))
    return await _leave(call, Leaving(puzzle.record, last, puzzle.seat, wish.bot), wish.name)


async def _leave(call: Call, wish: Leaving, name: str) -> answers.Made:
    call.hub.make_room(call.caller.person, call.block)
    await asyncio.to_thread(lobby.make_what_if, wish, "", "")  # a wish that can't be granted makes nobody known
    person = await call.caller.known(name)
    call.hub.make_room(person, call.block)  # again: another may have been quicker
    id = identity.new_id()
    entries = await asyncio.to_thread(lobby.make_what_if, wish, person, call.caller.name or "?", id, call.hub.entropy)
    done, answer = call.hub.promise()
    desk = call.hub.make(id, entries, answer, call.block)
    await done
    return answers.Made(id, call.url(f"tables/{id}"), desk.table.seats_of(person))


# Puzzles ---------------------------------------------------------------------------------------------------------


async def puzzles(call: Call) -> answers.Puzzles:
    """All puzzles by title, the easiest first."""
    return await asyncio.to_thread(_listed)


def _listed() -> answers.Puzzles:
    sets = []
    for game in TITLES:
        lines = tuple(answers.PuzzleLine(each.kind, each.difficulty) for each in _shipped(game))
        sets.append(answers.PuzzleSet(game, lines))
    return answers.Puzzles(tuple(each for each in sets if each.puzzles))


async def puzzle(call: Call) -> answers.PuzzleQuestion:
    """One puzzle: what its seat knows, without the answer."""
    previews.get_ready()  # for who answers
    return await asyncio.to_thread(_question, *_name(call))


async def answer_puzzle(call: Call, wish: answers.PuzzleTry) -> answers.PuzzleAnswer:
    """Whether my answer is right, what each choice is worth, and why."""
    previews.get_ready()
    language = call.language if previews.settled() else ""  # until then there are figures without reasons
    return await asyncio.to_thread(_answered, *_name(call), wish.action, language)


def _name(call: Call) -> tuple[str, int]:
    """The title and the number in the path."""
    game, number = str(call.path["game"]), str(call.path["number"])
    if game not in TITLES or not (number.isascii() and number.isdigit() and len(number) < 5):
        raise NoSuch("no-such-puzzle")
    return game, int(number)


def _shipped(game: str) -> tuple[Puzzle, ...]:
    from foretold.coach.puzzles import shipped

    return shipped(game)


def _puzzle(game: str, number: int) -> Puzzle:
    found = _shipped(game)
    if not 1 <= number <= len(found):
        raise NoSuch("no-such-puzzle")
    return found[number - 1]


def _question(game: str, number: int) -> answers.PuzzleQuestion:
    puzzle = _puzzle(game, number)
    state = replay(puzzle.record)
    view = state.view(puzzle.seat)
    fields, history = changes(None, view)
    fields |= {**beside.public(state, view), **beside.own(view)}
    due = turn(view, 0, "cards")
    position = answers.ReplayedView(puzzle.seat, fields, history, msgspec.UNSET if due is None else due)
    choices = () if puzzle.kind == "card" else tuple(sorted(choice.action for choice in puzzle.choices))
    return answers.PuzzleQuestion(game, number, puzzle.kind, puzzle.difficulty, puzzle.seat, position, choices)


def _answered(game: str, number: int, answer: str, language: str) -> answers.PuzzleAnswer:
    puzzle = _puzzle(game, number)
    action = puzzle.game.parse(answer)
    if action not in puzzle.view().legal:
        raise BadOption("puzzle-not-now")
    choices = _choices(game, number, language)
    given = puzzle.choice(action)
    if given is None and language:  # a prophecy or bid that nobody thought of is weighed as well
        from foretold.coach.hints import explained

        advice = explained(puzzle.view(), (puzzle.answer, answer), language)[1]
        choices = (*choices, cast(HintChoice, advice.to_dict()))
    said = answer if given is None else given.action
    return answers.PuzzleAnswer(puzzle.solves(action), said, puzzle.natural, choices)


@lru_cache(maxsize=512)
def _choices(game: str, number: int, language: str) -> tuple[HintChoice, ...]:
    """All choices of a puzzle, the best first; with a language also why, and what a card brings."""
    puzzle = _puzzle(game, number)
    choices = sorted(puzzle.choices, key=lambda choice: -choice.points)
    if not language:
        return tuple(_told(choice, {"reason": ""}) for choice in choices)
    from foretold.coach.hints import explained

    advice = explained(puzzle.view(), tuple(choice.action for choice in choices), language)
    return tuple(_told(choice, each.to_dict()) for choice, each in zip(choices, advice, strict=True))


def _told(choice: Choice, more: JsonObject) -> HintChoice:
    return cast(HintChoice, {**more, **choice._asdict(), "as_good": False})
