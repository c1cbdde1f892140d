"""`foretold daily`: a match that is the same for everybody: today's, from a seed, or a server's."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage
from foretold.cli.options import (
    DEFAULT_GAME,
    add_game_arguments,
    add_language_argument,
    add_plain_argument,
    language,
    load_game,
)

if TYPE_CHECKING:
    from foretold.challenges import Challenge
    from foretold.cli.terminal.reconstruction import Told
    from foretold.cli.terminal.screen import Screen
    from foretold.cli.terminal.served_match import Visit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold daily`."""
    add_game_arguments(parser)
    parser.set_defaults(game=None)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--seed", type=seed, metavar="S", help="a number or 64 hexadecimal digits (default: today's)")
    which.add_argument("--server", metavar="URL", help="the daily match of that server, played there")
    parser.add_argument(
        "--day", metavar="DAY", help="with --server: play the cards of an earlier day, such as 2026-11-16"
    )
    parser.add_argument(
        "--bot", default="adept", metavar="LEVEL", help="the bots: novice, adept or seer (default adept)"
    )
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat, from 0 (default 0)")
    parser.add_argument("--name", default="", metavar="NAME", help="your name")
    parser.add_argument("--record", type=Path, metavar="FILE", help="add the record of the match to this file")
    parser.add_argument("--fast", action="store_true", help="no pause after a trick")
    add_plain_argument(parser)
    add_language_argument(parser)


def seed(text: str) -> bytes:
    """Parses the seed of a challenge."""
    from foretold.cards import seed_key

    if re.fullmatch(r"[0-9a-f]{64}", text):
        return bytes.fromhex(text)
    if text.isascii() and text.isdigit() and int(text) < 2**64:
        return seed_key(int(text))
    raise argparse.ArgumentTypeError("a seed is a whole number from 0 to 2^64-1, or 64 hexadecimal digits")


def run(arguments: argparse.Namespace) -> int:
    """Plays the match to its end, or forwards to a server's match."""
    from foretold.challenges import Challenge, playable
    from foretold.cli.terminal.screen import Screen

    screen = Screen(language(arguments), fast=arguments.fast, plain=arguments.plain)
    if arguments.record is not None and not arguments.record.resolve().parent.is_dir():
        raise Usage("terminal-no-directory", {"file": str(arguments.record)})
    arguments.game = arguments.game or DEFAULT_GAME
    if arguments.server is not None:
        return _of_server(screen, arguments)
    if not playable():
        raise Usage("challenge-no-kernels")
    game = load_game(arguments, arguments.players or 4)
    given = arguments.seed if arguments.seed is not None else _of_today(game.name)
    return _play(screen, Challenge.against(arguments.bot, game, given, arguments.seat), arguments)


def _of_today(game: str) -> bytes:
    """Returns today's seed without a server: from the day (UTC) and the game."""
    import hashlib
    from datetime import UTC, datetime

    day = datetime.now(UTC).date().isoformat()
    return hashlib.sha256(f"foretold-daily/1:{day}:{game}".encode("ascii")).digest()


def _of_server(screen: Screen, arguments: argparse.Namespace) -> int:
    """Plays today's match at the server; that of a past day here, after checking its commitment."""
    from foretold.cli.terminal.saves import data_directory
    from foretold.cli.terminal.served_match import Visit

    visit = Visit(arguments.server, data_directory() / "servers.json")
    answer, match = _told(visit, arguments.game, arguments.day)
    if match["secret"]:
        return _play(screen, _opened(screen, answer["day"], match), arguments)
    screen.tell(screen.say("daily.promised", day=answer["day"], commitment=match["commitment"]))
    if match["own"]["state"] in ("new", "begun") and not _play_there(screen, visit, answer["day"], match, arguments):
        screen.tell(screen.say("daily.left"))
        return 0
    _, match = _told(visit, arguments.game, answer["day"])
    own, others = match["own"], match["played"] - match["own"]["counted"]
    if own["state"] == "over":
        screen.tell(screen.say("daily.rank", points=own["points"], better=own["better"], others=others))
    screen.tell(screen.say("daily.there", played=match["played"], page=visit.server + "/daily"))
    return 0


def _told(visit: Visit, game: str, day: str | None) -> tuple[Told, Told]:
    """Returns a server's day, and a game's match on it."""
    from urllib.parse import urlencode

    day_ = visit.ask("GET", "/api/daily" + (f"?{urlencode({'day': day})}" if day else ""))
    match = next((entry for entry in day_["matches"] if entry["game"] == game), None)
    if match is None:
        raise Usage("no-such-day")
    return day_, match


def _opened(screen: Screen, day: str, match: Told) -> Challenge:
    """Returns the match of a past day, after checking its commitment."""
    from foretold import fair
    from foretold.challenges import Challenge
    from foretold.games import load

    secret = fair.from_hex(match["secret"], fair.SECRET_SIZE, "secret")
    if fair.commitment(secret) != match["commitment"]:
        raise Usage("daily-broken", {"day": day})
    screen.tell(screen.say("daily.holds", day=day))
    return Challenge(
        load(match["game"], match["players"]), match["seat"], fair.match_seed(secret, ()), tuple(match["bots"])
    )


def _play_there(screen: Screen, visit: Visit, day: str, match: Told, arguments: argparse.Namespace) -> bool:
    """Plays the match at the server; true if it was finished."""
    from foretold.cli.terminal.challenge_match import shared
    from foretold.cli.terminal.served_match import ServedMatch
    from foretold.cli.terminal.session import Session
    from foretold.games import load

    made = visit.ask("POST", f"/api/daily/{day}/{match['game']}", {"name": arguments.name or screen.say("you")})
    game = load(match["game"], match["players"])
    served = ServedMatch(visit, made["table"], game, match["seat"], match["bots"])
    Session(screen, None, served, None).run()
    if served.state.over:
        for line in shared(screen, served):
            screen.tell(line)
    return served.state.over


def _play(screen: Screen, challenge: Challenge, arguments: argparse.Namespace) -> int:
    from foretold.cli.terminal.challenge_match import ChallengeMatch, shared
    from foretold.cli.terminal.saves import append_record
    from foretold.cli.terminal.session import Session

    match = ChallengeMatch(challenge, screen.say("bot-names").split(), arguments.name or screen.say("you"))
    if match.warming_up:
        screen.tell(screen.say("daily.preparing"))
    Session(screen, None, match, None).run()
    if not match.state.over:
        return 0
    for line in shared(screen, match):
        screen.tell(line)
    if arguments.record is not None:
        try:
            append_record(arguments.record, match.record())
        except OSError as error:
            problem = error.strerror or type(error).__name__
            screen.tell(screen.say("record-not-written", file=arguments.record, why=problem))
            return 1
    return 0
