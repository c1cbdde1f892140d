"""Link previews: title, sentence and picture of tables, challenges, dailies, replays, puzzles and groups.

They show nothing that the page would not show to anyone who opens the link.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from foretold import i18n
from foretold.errors import Refusal
from foretold.games import TITLES
from foretold.server import store
from foretold.server.base.clock import date
from foretold.server.features.challenges import calendar
from foretold.server.features.challenges.attempts import terms_of
from foretold.server.features.groups.service import Groups
from foretold.server.features.matches import routes as match_routes
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch
from foretold.server.web.preview_pictures import HEIGHT, WIDTH, Chair, Picture

PLACE = "/pictures"  # prefix of a page's path for its picture, which ends in .png
UNFURLED = (
    "/tables/{table}",
    "/challenges/{challenge}",
    "/daily",
    "/daily/{day}",
    "/matches/{match}",
    "/matches/{match}/review",
    "/shared/{match}/{token}",
    "/shared/{match}/{token}/review",
    "/puzzles/{set}/{name}",
    "/g/{invite}",
)


class Unfurled(NamedTuple):
    """The link preview of a page, and whether search engines may list the page."""

    title: str
    text: str
    picture: Picture
    listed: bool = False

    def head(self, url: str, image: str) -> str:
        """The preview as elements of the page's head."""
        facts = {
            "og:site_name": "Foretold",
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.text,
            "og:url": url,
            "og:image": image,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
        }
        named = {"twitter:card": "summary_large_image"} | ({} if self.listed else {"robots": "noindex"})
        lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in facts.items()]
        lines += [f'<meta name="{name}" content="{escape(value)}" />' for name, value in named.items()]
        return "\n    ".join(lines)


async def unfurled(call: Call, path: str) -> Unfurled | None:
    """The link preview of the page at a path of PAGES; None if there is none, or not for this caller."""
    preview = _DESCRIBERS.get(path.split("/")[1])
    try:
        return None if preview is None else await preview(call)
    except Refusal:
        return None


def _say(call: Call, key: str, **values: object) -> str:
    return i18n.say(call.language, f"link.{key}", **values)


def _game(call: Call, game: str) -> str:
    return i18n.title_name(call.language, game)


async def _table(call: Call) -> Unfurled:
    table = (await call.hub.at(str(call.path["table"]))).table
    chairs = tuple(Chair(taken=seat.kind != "open") for seat in table.seats)
    free = sum(not chair.taken for chair in chairs)
    title = _say(call, "table" if free else "table-full", game=_game(call, table.settings.game))
    names = i18n.phrases(call.language)["join"].join(seat.name for seat in table.seats if seat.name)
    text = _say(call, "table-text", names=names, free=free) if names else _say(call, "table-free", free=free)
    return Unfurled(title, text, Picture("table", chairs), table.settings.public)


async def _challenge(call: Call) -> Unfurled:
    challenge = await call.commits.read(call.commits.store.challenge, str(call.path["challenge"]))
    if challenge is None or calendar.day_and_game(challenge.id) is not None:
        raise NoSuch("no-such-challenge")
    terms = terms_of(challenge)
    author = await call.commits.read(call.commits.store.person, challenge.person) if challenge.person else None
    name, game = "" if author is None else author.name, _game(call, terms.game)
    title = _say(call, "challenge-of", name=name, game=game) if name else _say(call, "challenge", game=game)
    chairs = tuple(Chair(taken=bool(bot)) for bot in terms.bots)
    return Unfurled(title, _say(call, "challenge-text"), Picture("challenge", chairs))


async def _daily(call: Call) -> Unfurled:
    today = calendar.day_of(date())
    day = str(call.path.get("day", today))
    if not calendar.is_day(day) or day > today:
        raise NoSuch("no-such-day")
    chairs = (Chair(),) * 4
    return Unfurled(_say(call, "daily", day=day), _say(call, "daily-text"), Picture("daily", chairs), listed=True)


async def _match(call: Call) -> Unfurled:
    match = await call.commits.read(call.commits.store.match, str(call.path["match"]))
    if match is None or not match.public:
        raise NoSuch("no-such-match")
    await match_routes.unsealed(call, match.id)
    return _result(call, match)


async def _shared(call: Call) -> Unfurled:
    return _result(call, await match_routes.by_link(call, str(call.path["match"]), str(call.path["token"])))


def _result(call: Call, match: store.KeptMatch) -> Unfurled:
    record: Mapping[str, list[dict[str, object]]] = json.loads(match.record)
    game, players = _game(call, match.game), len(record.get("names") or ()) or 4
    names = [str(name) for name in record.get("names") or ()] or [str(seat + 1) for seat in range(players)]
    ends = [event["match"] for event in record["events"] if "match" in event]
    if not ends:
        return Unfurled(_say(call, "match", game=game), ", ".join(names), Picture("match", (Chair(),) * players))
    end = ends[0]
    assert isinstance(end, dict)
    scores, winners = end["scores"], end["winners"]
    most = max(1, *scores)
    chairs = tuple(Chair(height=max(0, score) / most, won=seat in winners) for seat, score in enumerate(scores))
    join = i18n.phrases(call.language)["join"]
    won = join.join(names[seat] for seat in winners)
    title = _say(call, "match-won" if len(winners) == 1 else "match-shared", names=won, game=game)
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    text = join.join(f"{names[seat]} {scores[seat]}" for seat in order)
    return Unfurled(title, text, Picture("match", chairs), match.public)


async def _puzzle(call: Call) -> Unfurled:
    game, name = str(call.path["set"]), str(call.path["name"])
    if game not in TITLES or not (name.isascii() and name.isdigit() and len(name) < 5):
        raise NoSuch("no-such-puzzle")
    title = _say(call, "puzzle", number=int(name), game=_game(call, game))
    return Unfurled(title, _say(call, "puzzle-text"), Picture("puzzle", (Chair(),) * 4), listed=True)


async def _group(call: Call) -> Unfurled:
    group, count = await call.feature(Groups).invited(str(call.path["invite"]))
    chairs = tuple(Chair(taken=seat < count) for seat in range(4))
    title, text = _say(call, "group", title=group.name), _say(call, "group-text", count=count)
    return Unfurled(title, text, Picture("table", chairs))


_DESCRIBERS = {
    "g": _group,
    "tables": _table,
    "challenges": _challenge,
    "daily": _daily,
    "matches": _match,
    "shared": _shared,
    "puzzles": _puzzle,
}
