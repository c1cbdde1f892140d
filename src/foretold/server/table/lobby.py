"""The lobby: checks wishes for new tables, and summarises tables for lists. No I/O."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from foretold import bots, i18n
from foretold.challenges import Challenge, parted
from foretold.errors import BadOption
from foretold.games import TITLES, load, title
from foretold.games.replay import replay
from foretold.games.what_if import deals_and_actions
from foretold.records import Event, Record
from foretold.server.base.text import BOTS, NAME_LENGTH, bot_name, clean
from foretold.server.protocol.messages import NewTable, Settings
from foretold.server.table import journal
from foretold.server.table.commands.seating import check_first, known_bot
from foretold.server.table.follow_ups import Entropy
from foretold.server.table.table import Table

DEFAULT_BOT = "adept"
ID_LENGTH = 64  # of a match


def make(wish: NewTable, person: str, name: str, table: str = "", *, group: str = "") -> list[journal.AnyEntry]:
    """The first entries of a new table; its maker is host, and ready if nobody else is waited for."""
    settings = wish.settings
    game = load(settings.game, settings.players, options=settings.options)
    check_first(settings.first, game.players)
    wanted = ["me", *[f"bot:{DEFAULT_BOT}"] * (game.players - 1)] if wish.seats is None else wish.seats
    if len(wanted) != game.players:
        raise BadOption("seats-of-table", {"players": game.players})
    chairs = _named(
        [_chair(seat_wish, person, name, wanted[:number].count("me")) for number, seat_wish in enumerate(wanted)], table
    )
    if not any(
        chair.kind in ("person", "external") for chair in chairs
    ):  # a host without a seat can't wait at the table
        raise BadOption("nobody-to-play")
    settings = msgspec.structs.replace(settings, options=dict(game.given))
    made = journal.Made(settings=settings, person=person, name=name, chairs=chairs, group=group)
    seats = tuple(number for number, chair in enumerate(chairs) if chair.kind == "person")
    if seats and all(chair.kind in ("person", "bot") for chair in chairs):
        return [made, journal.Readied(seats, True)]
    return [made]


def make_given(
    challenge: Challenge,
    person: str,
    name: str,
    *,
    id: str = "",
    secret: str = "",
    counts: bool = False,
    sealed: int = 0,
    helped: bool = True,
) -> list[journal.AnyEntry]:
    """The first entries of a challenge table, without aids if its result counts.

    `helped`: whether there are aids in practice.
    """
    game = challenge.game
    seats = ["me" if not bot else f"bot:{parted(bot)[0]}" for bot in challenge.bots]
    alone = Settings(
        *(game.name, game.players, dict(game.given)),
        spectators=False,
        chat="off",
        aids=False if counts or not helped else None,
    )
    made, ready = make(
        NewTable(seats=seats, settings=alone), person, name, id
    )  # everybody meets bots of the same names
    assert isinstance(made, journal.Made)
    given = journal.Given(
        seed=challenge.seed.hex(),
        bots=challenge.bots,
        challenge=id,
        secret=secret,
        counts=counts,
        sealed=sealed,
    )
    return [msgspec.structs.replace(made, given=given), ready]


class Leaving(NamedTuple):
    """A what-if to begin: the record, after how many of its events, on which seat, with which bots."""

    record: Record
    step: int
    seat: int
    bot: str


def make_what_if(
    wish: Leaving, person: str, name: str, table: str = "", entropy: Entropy = secrets.token_bytes
) -> list[journal.AnyEntry]:
    """The first entries of a table that continues a match from some position; the record is checked."""
    record = wish.record
    taken = deals_and_actions(record.events)
    game = load(record.game, record.players, options=record.options)
    if wish.seat not in game.seats:
        raise BadOption("no-such-seat", {"found": str(wish.seat), "last": game.players - 1})
    if wish.step > len(taken):
        raise BadOption("what-if-step", {"found": wish.step, "last": len(taken)})
    if replay(record).over and wish.step == len(taken):
        raise BadOption("what-if-over")
    seats = ["me" if seat == wish.seat else f"bot:{wish.bot}" for seat in game.seats]
    alone = Settings(game.name, game.players, dict(game.given), spectators=False, chat="off", aids=True)
    made = make(NewTable(seats=seats, settings=alone), person, name, table)[0]
    assert isinstance(made, journal.Made)
    made = msgspec.structs.replace(made, chairs=_as_before(made.chairs, wish))
    source = record.extra.get("id")
    left = journal.LeftMatch(
        match=entropy(16).hex(),
        secret=entropy(32).hex(),
        source=source if isinstance(source, str) and len(source) <= ID_LENGTH else "",
        step=wish.step,
        events=tuple(_plain(event) for event in taken),
    )
    return [made, left]


def _plain(event: Event) -> dict[str, Any]:
    """The deal or action alone, without the other fields of a record's event."""
    if "deal" in event:
        return {"deal": event["deal"]}
    return {"seat": event["seat"], "action": event["action"]}


def _chair(wish: str, person: str, name: str, before: int) -> journal.Chair:
    if wish == "me":
        return journal.Chair("person", person, name if before == 0 else f"{name[: NAME_LENGTH - 3]} {before + 1}")
    if wish in ("open", "external"):
        return journal.Chair("open" if wish == "open" else "external")
    kind, _, level = wish.partition(":")
    if kind != "bot":
        raise BadOption("seat-wish", {"found": clean(wish, NAME_LENGTH)})
    return journal.Chair("bot", bot=known_bot(level))


def _named(chairs: Sequence[journal.Chair], table: str) -> tuple[journal.Chair, ...]:
    """The chairs with distinct names for the bots."""
    taken = [chair.name for chair in chairs]
    for number, chair in enumerate(chairs):
        if chair.kind == "bot":
            taken[number] = bot_name(table, taken)
    return tuple(msgspec.structs.replace(chair, name=name) for chair, name in zip(chairs, taken, strict=True))


def _as_before(chairs: Sequence[journal.Chair], wish: Leaving) -> tuple[journal.Chair, ...]:
    """The chairs of a what-if: bots keep the names they had in the match if known, otherwise get new ones."""
    before = wish.record.names or ()
    taken = [chairs[wish.seat].name]
    names = {wish.seat: taken[0]}
    kept = {seat: before[seat] for seat in range(len(before)) if seat != wish.seat and before[seat] in BOTS}
    for offset in range(1, len(chairs)):
        seat = (wish.seat + offset) % len(chairs)
        name = kept.get(seat, "")
        names[seat] = name if name and name not in taken else bot_name("", [*taken, *kept.values()])
        taken.append(names[seat])
    return tuple(msgspec.structs.replace(chair, name=names[seat]) for seat, chair in enumerate(chairs))


def summary(table: Table, person: str = "") -> dict[str, object]:
    """The list entry of a table, for this person."""
    settings: Settings = table.settings
    return {
        "id": table.id,
        "game": settings.game,
        "players": settings.players,
        "options": settings.options,
        "public": settings.public,
        "drop_in": settings.drop_in,
        "spectators": settings.spectators,
        "pace": settings.pace,
        "chat": settings.chat,
        "phase": table.phase,
        "what_if": table.branched,
        "round": table.round,
        "actors": table.actors(),
        "mine": table.seats_of(person),
        "had": table.had(person),
        "free": sum(seat.kind == "open" for seat in table.seats),
        "takeable": len(table.takeable()),
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot,
                "before": seat.before if seat.kind == "open" else "",
            }
            for seat in table.seats
        ],
    }


def titles() -> list[dict[str, object]]:
    """The games that can be played here, with what a lobby needs to know about them."""
    return [
        {
            "name": info.name,
            "label": {language: i18n.title_name(language, info.name) for language in i18n.languages()},
            "suits": info.suits,
            "players": info.players,
            "minutes": info.minutes,
            "minutes_with_bots": info.minutes_with_bots,
            "designers": info.designers,
            "publisher": info.publisher,
            "year": info.year,
            "variants": info.variants,
            "options": sorted(title(info.name).options),
        }
        for info in TITLES.values()
    ]


def levels() -> list[str]:
    """The bots that can sit at a table."""
    return list(bots.names())
