"""Endpoints about the server itself: health, games, phrases."""

from __future__ import annotations

import msgspec

from foretold import __version__, i18n
from foretold.server import store
from foretold.server.base.rate_limits import TooMany
from foretold.server.base.text import clean
from foretold.server.protocol import messages
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table import lobby
from foretold.server.table.permissions import NoSuch


async def health(call: Call) -> rest_types.Health:
    """Reports that the server runs."""
    return rest_types.Health(True, __version__, messages.PROTOCOL)


async def ready(call: Call) -> rest_types.Nothing:
    """Reports whether the server accepts people: not while stopping, or unable to write to its database."""
    if not await call.commits.writable(store.Alive(call.hub.clock.now())):
        raise TooMany("not-writable", 5.0, status=503)
    return rest_types.Nothing()


async def games(call: Call) -> rest_types.Games:
    """The games and bots of this server."""
    return msgspec.convert(
        {"games": lobby.titles(), "bots": lobby.levels(), "ladder": call.services.ladder}, rest_types.Games
    )


async def phrases(call: Call) -> dict[str, str]:
    """Phrases of a language by key, but for those of `foretold admin`; refusals are under `no.` and their reason."""
    if call.path["language"] not in i18n.languages():
        raise NoSuch("no-such-language", {"found": clean(call.path["language"], 40), "known": list(i18n.languages())})
    phrases = i18n.phrases(call.path["language"])
    return {key: text for key, text in phrases.items() if not key.startswith("admin.")}
