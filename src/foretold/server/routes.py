"""The list of all requests that the HTTP API answers, and the OpenAPI description made from it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache

import msgspec

from foretold import __version__
from foretold.server import (
    answers,
    answers_daily,
    answers_evenings,
    answers_people,
    answers_puzzles,
    answers_ratings,
    api,
    dailies,
    evening_requests,
    friends,
    ladder,
    listening,
    people,
    puzzles,
    reporting,
    wire,
)

SMALL, LARGE = 16 * 1024, 2 * 1024 * 1024  # bytes of a request's body
_SCHEMAS = "#/components/schemas/{name}"

Schema = dict[str, object]  # a part of a description, as JSON
_BIDS = ("bids", "how a turn says what may be bid: 'list' (every bid, the default) or 'cards' (those to make one of)")

_DAY = ("day", "a day such as 2026-11-17, today or before (default: today, UTC)")
_AFTER = ("after", "the number of an event of the record: decisions after it are told (default -1: all)")


@dataclass(frozen=True)
class Endpoint:
    """One request: how it is asked, what it takes and gives, and the statuses with which it may be refused."""

    method: str
    path: str
    answer: Callable[..., Awaitable[object]]
    gives: object  # a type
    takes: object = None  # a type; bytes are read by the request itself
    status: int = 200
    refused: tuple[int, ...] = ()
    query: tuple[tuple[str, str], ...] = ()  # name and what it means
    limit: int = SMALL
    heavy: bool = False  # whether it may take seconds of work
    public: bool = False  # the same for everybody: compressed, for its length tells nothing


ENDPOINTS = (
    Endpoint("GET", "/api/health", api.health, answers.Health),
    Endpoint("GET", "/api/ready", api.ready, answers.Nothing),
    Endpoint("GET", "/api/games", api.games, answers.Games),
    Endpoint("GET", "/api/words/{language}", api.phrases, dict[str, str], refused=(404,), public=True),
    Endpoint("GET", "/api/me", api.me, answers.Me),
    Endpoint("POST", "/api/me", api.rename, answers.Me, takes=answers.NewName),
    Endpoint("DELETE", "/api/me", api.forget_me, answers.Nothing, heavy=True),
    Endpoint("GET", "/api/me/profile", people.profile, answers_people.Profile, refused=(403,), heavy=True),
    Endpoint("GET", "/api/me/export", people.export, answers_people.Export, refused=(403,), heavy=True),
    Endpoint(
        "POST",
        "/api/me/carry",
        people.offer_carry,
        answers_people.Carry,
        takes=answers_people.NewCarry,
        refused=(403, 409),
    ),
    Endpoint("DELETE", "/api/me/devices", people.sign_out_others, answers.Nothing, refused=(403,)),
    Endpoint("DELETE", "/api/me/devices/{device}", people.drop_device, answers.Nothing, refused=(403, 404)),
    Endpoint("GET", "/api/me/listeners", listening.listeners, answers_people.Listeners, refused=(403,)),
    Endpoint(
        "POST",
        "/api/me/listeners",
        listening.listen,
        answers_people.OwnListener,
        takes=answers_people.NewListener,
        status=201,
        refused=(403, 409),
    ),
    Endpoint("DELETE", "/api/me/listeners/{listener}", listening.unlisten, answers.Nothing, refused=(403, 404)),
    Endpoint("GET", "/api/me/ratings", ladder.own_ratings, answers_ratings.OwnRatings, refused=(403,)),
    Endpoint(
        "POST",
        "/api/me/ratings",
        ladder.wish_ratings,
        answers_ratings.OwnRatings,
        takes=answers_ratings.RatingWish,
        refused=(403,),
    ),
    Endpoint("GET", "/api/ladder/{game}", ladder.ladder, answers_ratings.Ladder, refused=(404,)),
    Endpoint("POST", "/api/carries", people.take_carry, answers.Me, takes=answers_people.CarryWords, refused=(404,)),
    Endpoint("GET", "/api/tables", api.tables, answers.Tables),
    Endpoint("POST", "/api/tables", api.make_table, answers.Made, takes=wire.NewTable, status=201, refused=(409,)),
    Endpoint("GET", "/api/tables/{table}", api.table, answers.Summary, refused=(404,)),
    Endpoint(
        "POST",
        "/api/tables/{table}/commands",
        api.command,
        answers.Carried,
        takes=wire.TableCommand,
        refused=(403, 404, 409),
    ),
    Endpoint("GET", "/api/tables/{table}/views", api.views, answers.Views, refused=(403, 404), query=(_BIDS,)),
    Endpoint(
        "POST",
        "/api/tables/{table}/reports",
        reporting.report,
        answers.Nothing,
        takes=answers.NewReport,
        refused=(403, 404),
    ),
    Endpoint(
        "POST", "/api/tables/{table}/seats/{seat}/link", api.personal_link, answers.PersonalLink, refused=(403, 404)
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}/token",
        api.bot_token,
        answers.BotToken,
        takes=answers.BotName,
        refused=(403, 404, 409),
    ),
    Endpoint("POST", "/api/links", api.claim, answers.Claimed, takes=answers.Claim, refused=(404, 409)),
    Endpoint("POST", "/api/codes", api.code, answers.Code, takes=answers.CodeText, heavy=True),
    Endpoint("GET", "/api/matches", api.matches, answers.Matches),
    Endpoint("GET", "/api/matches/{match}", api.match, answers.MatchRecord, refused=(404, 409)),
    Endpoint(
        "POST",
        "/api/matches/{match}/shared",
        api.shared,
        answers.MatchRecord,
        takes=answers.ShareToken,
        refused=(404, 409),
    ),
    Endpoint(
        "POST",
        "/api/matches/{match}/shared/review",
        api.shared_review,
        answers.MatchReview,
        takes=answers.ShareToken,
        refused=(404, 409),
        query=(_AFTER,),
    ),
    Endpoint(
        "POST", "/api/matches/{match}/review", api.ask_review, answers.MatchReview, refused=(404, 409), query=(_AFTER,)
    ),
    Endpoint(
        "GET", "/api/matches/{match}/review", api.review, answers.MatchReview, refused=(404, 409), query=(_AFTER,)
    ),
    Endpoint("POST", "/api/matches/{match}/share", api.share, answers.ShareLink, refused=(404, 409)),
    Endpoint("DELETE", "/api/matches/{match}/share", api.unshare, answers.Nothing, refused=(404,)),
    Endpoint(
        "POST",
        "/api/replay",
        api.replay,
        answers.Replayed,
        takes=bytes,
        query=(("seat", "a number, 'all' or 'spectator' (the default)"), _BIDS),
        limit=LARGE,
        heavy=True,
    ),
    Endpoint(
        "POST",
        "/api/what-ifs",
        puzzles.what_if,
        answers.Made,
        takes=answers_puzzles.NewWhatIf,
        status=201,
        refused=(409,),
        limit=LARGE,
        heavy=True,
    ),
    Endpoint("GET", "/api/daily", dailies.daily, answers_daily.Daily, refused=(404,), query=(_DAY,)),
    Endpoint(
        "POST",
        "/api/daily/{day}/{game}",
        dailies.play_daily,
        answers.Made,
        takes=answers_daily.Player,
        status=201,
        refused=(404, 409),
    ),
    Endpoint(
        "POST",
        "/api/challenges",
        friends.make_challenge,
        answers_daily.Challenged,
        takes=answers_daily.NewChallenge,
        status=201,
        refused=(404, 409),
    ),
    Endpoint("GET", "/api/challenges/{challenge}", friends.challenge, answers_daily.Friends, refused=(404,)),
    Endpoint(
        "POST",
        "/api/challenges/{challenge}",
        friends.play_challenge,
        answers.Made,
        takes=answers_daily.Player,
        status=201,
        refused=(404, 409),
    ),
    Endpoint("GET", "/api/puzzles", puzzles.puzzles, answers_puzzles.Puzzles),
    Endpoint("GET", "/api/puzzles/{set}/{name}", puzzles.puzzle, answers_puzzles.PuzzleQuestion, refused=(404,)),
    Endpoint(
        "POST",
        "/api/puzzles/{set}/{name}/answer",
        puzzles.answer_puzzle,
        answers_puzzles.PuzzleAnswer,
        takes=answers_puzzles.PuzzleTry,
        refused=(404,),
        heavy=True,
    ),
    Endpoint(
        "POST",
        "/api/puzzles/{set}/{name}/what-if",
        puzzles.play_on,
        answers.Made,
        takes=answers_puzzles.PlayOn,
        status=201,
        refused=(404, 409),
    ),
    Endpoint("GET", "/api/evenings", evening_requests.evenings, answers_evenings.MyEvenings),
    Endpoint(
        "POST",
        "/api/evenings",
        evening_requests.make_evening,
        answers_evenings.EveningFacts,
        takes=answers_evenings.NewEvening,
        status=201,
        refused=(409,),
    ),
    Endpoint("GET", "/api/evenings/{evening}", evening_requests.evening, answers_evenings.EveningFacts, refused=(404,)),
    Endpoint(
        "POST",
        "/api/evenings/{evening}/commands",
        evening_requests.evening_command,
        answers_evenings.EveningFacts,
        takes=answers_evenings.AnyEveningCommand,
        refused=(403, 404, 409),
    ),
)

_REFUSALS = {
    400: "The request can't be read, or what it asks for does not exist.",
    403: "Not for you.",
    404: "Nothing of that name is here, or not for you.",
    409: "It does not fit the table as it is now.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    429: "Too many requests; `Retry-After` says when to come again.",
    503: "The server is about to stop; `Retry-After` says when to come again.",
}


@cache
def openapi() -> Schema:
    """The description of the HTTP API (OpenAPI 3.1)."""
    kinds = [endpoint.gives for endpoint in ENDPOINTS]
    kinds += [endpoint.takes for endpoint in ENDPOINTS if endpoint.takes not in (None, bytes)]
    schemas, components = msgspec.json.schema_components(
        [*kinds, answers.Failure], schema_hook=_anything, ref_template=_SCHEMAS
    )
    given = iter(schemas[: len(ENDPOINTS)])
    taken = iter(schemas[len(ENDPOINTS) : -1])
    paths: dict[str, Schema] = {}
    for endpoint in ENDPOINTS:
        body: Schema | None = next(taken) if endpoint.takes not in (None, bytes) else None
        if endpoint.takes is bytes:
            body = {"type": "object"}
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, next(given), body, schemas[-1]
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Foretold",
            "version": __version__,
            "description": "Tables, finished matches and replays of a Foretold server. Matches are played on the "
            f"websocket at /ws with the protocol {wire.PROTOCOL}; see docs/protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _anything(kind: type) -> Schema:
    """The description of an object: any JSON."""
    if kind is not object:
        raise NotImplementedError
    return {"description": "any JSON"}


def _operation(endpoint: Endpoint, given: Schema, body: Schema | None, failure: Schema) -> Schema:
    statuses = {400, 429, 503, *endpoint.refused}
    if body is not None:
        statuses |= {413, 415}
    if endpoint.method != "GET":
        statuses |= {403}
    found: Schema = {
        "operationId": endpoint.answer.__name__,
        "summary": (endpoint.answer.__doc__ or "").strip(),
        "responses": {
            str(endpoint.status): {"description": "Done.", "content": {"application/json": {"schema": given}}},
            **{
                str(status): {
                    "description": _REFUSALS[status],
                    "content": {"application/json": {"schema": failure}},
                }
                for status in sorted(statuses)
            },
        },
    }
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    parameters += [
        {"name": name, "in": "query", "description": text, "schema": {"type": "string"}}
        for name, text in endpoint.query
    ]
    if parameters:
        found["parameters"] = parameters
    if body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return found
