"""`foretold daily`: a match that is the same for everybody: today's, by a seed, or of a server's day that is over."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foretold.cli import Usage
from foretold.cli.options import DEFAULT_GAME, add_game_arguments, add_language_argument, language, load_game

if TYPE_CHECKING:
    from foretold.challenges import Challenge
    from foretold.cli.screen import Screen

SECONDS = 20.0  # that a server has for an answer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold daily`."""
    add_game_arguments(parser)
    parser.set_defaults(game=None)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--seed", type=seed, metavar="S", help="a number or 64 hexadecimal digits (default: of today)")
    which.add_argument("--server", metavar="URL", help="what that server says of its daily match")
    parser.add_argument("--day", metavar="DAY", help="with --server: play the cards of a day that is over, 2026-11-16")
    parser.add_argument(
        "--bot", default="adept", metavar="LEVEL", help="the bots: novice, adept or seer (default adept)"
    )
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat, from 0 (default 0)")
    parser.add_argument("--name", default="", metavar="NAME", help="your name")
    parser.add_argument("--record", type=Path, metavar="FILE", help="add the record of the match to this file")
    parser.add_argument("--fast", action="store_true", help="no pause after a trick")
    add_language_argument(parser)


def seed(text: str) -> bytes:
    """The seed of a challenge on the command line."""
    from foretold.cards import seed_key

    if re.fullmatch(r"[0-9a-f]{64}", text):
        return bytes.fromhex(text)
    if text.isascii() and text.isdigit() and int(text) < 2**64:
        return seed_key(int(text))
    raise argparse.ArgumentTypeError("a seed is a whole number from 0 to 2^64-1, or 64 hexadecimal digits")


def run(arguments: argparse.Namespace) -> int:
    """Plays the match to its end, or says what a server does of its own."""
    from foretold.challenges import Challenge, playable
    from foretold.cli.screen import Screen

    screen = Screen(language(arguments), fast=arguments.fast)
    if arguments.record is not None and not arguments.record.resolve().parent.is_dir():
        raise Usage("terminal-no-directory", {"file": str(arguments.record)})
    arguments.game = arguments.game or DEFAULT_GAME
    if arguments.server is not None:
        found = _of_server(screen, arguments)
        if found is None:
            return 0
        return _play(screen, found, arguments)
    if not playable():
        raise Usage("challenge-no-kernels")
    game = load_game(arguments, arguments.players or 4)
    given = arguments.seed if arguments.seed is not None else _of_today(game.name)
    return _play(screen, Challenge.against(arguments.bot, game, given, arguments.seat), arguments)


def _of_today(game: str) -> bytes:
    """The seed that everybody has today who has no server: of the day (UTC) and the game."""
    import hashlib
    from datetime import UTC, datetime

    day = datetime.now(UTC).date().isoformat()
    return hashlib.sha256(f"foretold-daily/1:{day}:{game}".encode("ascii")).digest()


def _of_server(screen: Screen, arguments: argparse.Namespace) -> Challenge | None:
    """The match of a day that is over, its promise checked; of today only what everybody may know, which is said."""
    from foretold import fair
    from foretold.challenges import Challenge
    from foretold.games import load

    told = _asked(arguments.server, arguments.day)
    match = next((each for each in told["matches"] if each["game"] == arguments.game), None)
    if match is None:
        raise Usage("no-such-day")
    if not match["secret"]:
        page = arguments.server.rstrip("/") + "/daily"
        screen.tell(screen.say("daily.promised", day=told["day"], commitment=match["commitment"]))
        screen.tell(screen.say("daily.there", played=match["played"], page=page))
        return None
    secret = fair.from_hex(match["secret"], fair.SECRET_SIZE, "secret")
    if fair.commitment(secret) != match["commitment"]:
        raise Usage("daily-broken", {"day": told["day"]})
    screen.tell(screen.say("daily.holds", day=told["day"]))
    game = load(match["game"], match["players"])
    return Challenge(game, match["seat"], fair.match_seed(secret, ()), tuple(match["bots"]))


def _asked(server: str, day: str | None) -> dict[str, Any]:
    """What the server tells of a day."""
    from urllib.parse import urlencode
    from urllib.request import urlopen

    query = f"?{urlencode({'day': day})}" if day else ""
    try:
        if not server.startswith(("http://", "https://")):
            raise ValueError(server)
        with urlopen(f"{server.rstrip('/')}/api/daily{query}", timeout=SECONDS) as answer:
            found: dict[str, Any] = json.loads(answer.read(1_000_000))
            return found
    except (OSError, ValueError) as error:
        raise Usage("daily-unreachable", {"server": server[:80], "why": str(error)[:80]}) from None


def _play(screen: Screen, challenge: Challenge, arguments: argparse.Namespace) -> int:
    from foretold.cli.challenge_match import ChallengeMatch, shared
    from foretold.cli.saves import append_record
    from foretold.cli.session import Session

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
            why = error.strerror or type(error).__name__
            screen.tell(screen.say("record-not-written", file=arguments.record, why=why))
            return 1
    return 0
