"""`foretold play`: a match in the terminal against bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage, program
from foretold.cli.options import (
    DEFAULT_GAME,
    add_game_arguments,
    add_language_argument,
    add_plain_argument,
    language,
    load_game,
    seed_argument,
)

if TYPE_CHECKING:
    from foretold.cli.terminal.saves import Shelf
    from foretold.cli.terminal.screen import Screen
    from foretold.cli.terminal.solo import SoloMatch
    from foretold.games.first import First


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold play`."""
    add_game_arguments(parser)
    parser.set_defaults(game=None)
    parser.add_argument("--bots", metavar="A,B,...", help="a bot per other seat, or one for all (default adept)")
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat, from 0 (default 0)")
    parser.add_argument("--name", metavar="NAME", help="your name")
    parser.add_argument("--seed", type=seed_argument, metavar="S", help="same seed, same deals and bots")
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--new", action="store_true", help="start a new match, even if one is unfinished")
    kept.add_argument("--resume", action="store_true", help="continue the unfinished match")
    parser.add_argument("--record", type=Path, metavar="FILE", help="add the record of the match to this file")
    parser.add_argument(
        "--first",
        type=_first,
        default="lot",
        metavar="HOW",
        help="who starts or deals first: lot (default), drawn (everyone draws a card), or a seat's number",
    )
    parser.add_argument(
        "--no-look-back", action="store_true", help="Prophecy: nobody may look at earlier tricks of a round"
    )
    parser.add_argument("--fast", action="store_true", help="no pause after a trick")
    add_plain_argument(parser)
    add_language_argument(parser)


def _first(text: str) -> First:
    if text in ("lot", "drawn"):
        return "lot" if text == "lot" else "drawn"
    if text.isascii() and text.isdigit():
        return int(text)
    raise argparse.ArgumentTypeError("lot, drawn, or the number of a seat")


def run(arguments: argparse.Namespace) -> int:
    """Plays a match, new or resumed, to its end or until the person leaves."""
    from foretold.cli.terminal.saves import Shelf, data_directory
    from foretold.cli.terminal.screen import Screen
    from foretold.cli.terminal.session import Session

    screen = Screen(language(arguments), fast=arguments.fast, plain=arguments.plain)
    if screen.language != screen.wished_language:
        screen.tell(screen.say("no-letters", language=screen.wished_language))
    if arguments.record is not None and not arguments.record.resolve().parent.is_dir():
        raise Usage("terminal-no-directory", {"file": str(arguments.record)})
    shelf = Shelf(data_directory())
    match = _choose_match(screen, shelf, arguments)
    return 0 if match is None else Session(screen, shelf, match, arguments.record).run()


def _choose_match(screen: Screen, shelf: Shelf, arguments: argparse.Namespace) -> SoloMatch | None:
    """Returns the match to play: the unfinished one if wanted, else a new one; None if the person leaves."""
    unfinished = _unfinished(screen, shelf)
    if unfinished is None and arguments.resume:
        raise Usage("terminal-nothing-to-resume", {"program": program()})
    if unfinished is not None:
        resume: bool | None = arguments.resume
        if screen.interactive and not arguments.new and not arguments.resume:
            resume = _wants_to_resume(screen, unfinished)
            if resume is None:
                return None
        if resume:
            return unfinished
    match = _new_match(screen, arguments)
    if match is not None and unfinished is not None:
        try:
            shelf.finish(unfinished.record())
            screen.tell(screen.say("old-kept", file=shelf.matches))
        except OSError as error:
            screen.tell(screen.say("not-kept", why=error.strerror or type(error).__name__))
    return match


def _unfinished(screen: Screen, shelf: Shelf) -> SoloMatch | None:
    """Returns the unfinished match; a damaged one is reported and moved aside."""
    from foretold.cli.terminal.solo import SoloMatch

    try:
        kept = shelf.load()
        return None if kept is None else SoloMatch.resumed(kept)
    except ValueError:
        try:
            screen.tell(screen.say("damaged", file=shelf.set_aside()))
        except OSError as error:
            screen.tell(screen.say("not-kept", why=error.strerror or type(error).__name__))
    except OSError as error:
        screen.tell(screen.say("not-kept", why=error.strerror or type(error).__name__))
    return None


def _wants_to_resume(screen: Screen, unfinished: SoloMatch) -> bool | None:
    """Asks whether to resume the unfinished match; None if the person leaves."""
    view = unfinished.view()
    look = screen.look(view.game, unfinished.names)
    while True:
        screen.tell(screen.say("unfinished", title=look.title, round=view.round))
        answer = screen.ask(screen.say("prompt.resume") + " ")
        if answer is None or answer.strip().lower() in ("q", "quit"):
            return None
        if answer.strip().lower() in ("", "r", "resume", "1"):
            return True
        if answer.strip().lower() in ("n", "new", "2"):
            return False
        screen.tell(screen.say("answer-resume"))


def _new_match(screen: Screen, arguments: argparse.Namespace) -> SoloMatch | None:
    """Sets up a new match from the arguments and answers; None if the person leaves."""
    import secrets

    from foretold.cli.terminal.solo import SoloMatch

    if arguments.game is None:
        arguments.game = _choose_game(screen) if screen.interactive else DEFAULT_GAME
        if arguments.game is None:
            return None
    bots = [name.strip() for name in (arguments.bots or "adept").split(",")]
    players = arguments.players or (len(bots) + 1 if len(bots) > 1 else 4)
    game = load_game(arguments, players)
    if len(bots) == 1:
        bots *= players - 1
    if len(bots) != players - 1:
        raise Usage("terminal-bots-count", {"found": len(bots), "others": players - 1})
    if not 0 <= arguments.seat < players:
        raise Usage("no-such-seat", {"found": str(arguments.seat), "last": players - 1})
    names = screen.say("bot-names").split()
    seated = [names[seat] if seat != arguments.seat else _own_name(screen, arguments) for seat in game.seats]
    seed = arguments.seed if arguments.seed is not None else secrets.randbits(64)
    if isinstance(arguments.first, int) and arguments.first >= players:
        raise Usage("no-such-seat", {"found": str(arguments.first), "last": players - 1})
    return SoloMatch(
        *(game, seed, arguments.seat, tuple(bots), tuple(seated)),
        first=arguments.first,
        look_back=not arguments.no_look_back,
    )


def _own_name(screen: Screen, arguments: argparse.Namespace) -> str:
    """Returns the player's name as given, without unprintable characters."""
    given = (arguments.name or "").encode("utf-8", "replace").decode("utf-8")
    name = "".join(letter for letter in given if letter.isprintable()).strip()[:40]
    return name or screen.say("you")


def _choose_game(screen: Screen) -> str | None:
    """Lets the person pick a game from a short list; None if they leave."""
    from foretold.games.titles import TITLES
    from foretold.i18n import title_name

    titles = list(TITLES.values())
    while True:
        for number, title in enumerate(titles, 1):
            label = title_name(screen.language, title.name)
            players = f"{title.players[0]}-{title.players[-1]}"
            screen.tell(
                screen.say("menu.game", number=number, label=label, players=players, minutes=title.minutes_with_bots)
            )
            screen.tell("   " + screen.say(f"menu.{title.name}"))
        answer = screen.ask(screen.say("prompt.game") + " ")
        if answer is None or answer.strip().lower() in ("q", "quit"):
            return None
        chosen = answer.strip().lower()
        if not chosen:
            return DEFAULT_GAME
        for number, title in enumerate(titles, 1):
            if chosen in (str(number), title.name):
                return title.name
        screen.tell(screen.say("answer-game", last=len(titles)))
