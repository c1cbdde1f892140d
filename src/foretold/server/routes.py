"""All endpoints of the REST interface, and the OpenAPI description made from them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache

import msgspec

from foretold import __version__
from foretold.server.features.admin import routes as admin_routes
from foretold.server.features.admin import types as admin_types
from foretold.server.features.challenges import comparison_routes, daily_routes
from foretold.server.features.challenges import routes as challenge_routes
from foretold.server.features.challenges import types as challenge_types
from foretold.server.features.days import routes as days_routes
from foretold.server.features.days import types as days_types
from foretold.server.features.evenings import routes as evening_routes
from foretold.server.features.evenings import types as evening_types
from foretold.server.features.groups import routes as group_routes
from foretold.server.features.groups import types as group_types
from foretold.server.features.matches import routes as match_routes
from foretold.server.features.notifications import routes as notification_routes
from foretold.server.features.people import passkeys, reports
from foretold.server.features.people import routes as people_routes
from foretold.server.features.people import types as people_types
from foretold.server.features.puzzles import routes as puzzle_routes
from foretold.server.features.puzzles import types as puzzle_types
from foretold.server.features.ratings import form_routes
from foretold.server.features.ratings import routes as rating_routes
from foretold.server.features.ratings import types as rating_types
from foretold.server.features.reviews import routes as review_routes
from foretold.server.features.seekers import routes as seeker_routes
from foretold.server.features.seekers import types as seeker_types
from foretold.server.protocol import messages
from foretold.server.rest import server, tables
from foretold.server.rest import types as rest_types

SMALL, LARGE = 16 * 1024, 2 * 1024 * 1024  # bytes of a request's body
_SCHEMAS = "#/components/schemas/{name}"

Schema = dict[str, object]  # a part of a description, as JSON
_BIDS = ("bids", "how a turn says what may be bid: 'list' (every bid, the default) or 'cards' (those to make one of)")

_DAY = ("day", "a day such as 2026-11-17, today or before (default: today, UTC)")
_SPAN = ("span", "the evenings that results are of: 'recent' (the last five, the default), 'year' or 'all'")
_FIND = ("find", "a part of a name, or the beginning of a table's id")
_BEFORE = ("before", "the number of a line of the log: lines before it are told (default: the newest)")
_AFTER = ("after", "the number of an event of the record: decisions after it are told (default -1: all)")


@dataclass(frozen=True)
class Endpoint:
    """One endpoint: its method and path, what it takes and returns, and the statuses of its refusals."""

    method: str
    path: str
    answer: Callable[..., Awaitable[object]]
    gives: object  # a type
    takes: object = None  # a type; bytes are passed on undecoded
    status: int = 200
    refused: tuple[int, ...] = ()
    query: tuple[tuple[str, str], ...] = ()  # name and meaning
    limit: int = SMALL
    heavy: bool = False  # whether it may take seconds of work
    public: bool = False  # the same for everybody, so compressing it leaks nothing


ENDPOINTS = (
    Endpoint("GET", "/api/health", server.health, rest_types.Health),
    Endpoint("GET", "/api/ready", server.ready, rest_types.Nothing),
    Endpoint("GET", "/api/games", server.games, rest_types.Games),
    Endpoint(
        "GET",
        "/api/words/{language}",
        server.phrases,
        dict[str, str],
        refused=(404,),
        public=True,
        query=(("keys", "how the keys that are wanted begin, separated by commas; all without it"),),
    ),
    Endpoint("GET", "/api/me", people_routes.me, rest_types.Me),
    Endpoint("POST", "/api/me", people_routes.rename, rest_types.Me, takes=rest_types.NewName),
    Endpoint("DELETE", "/api/me", people_routes.forget_me, rest_types.Nothing, heavy=True),
    Endpoint("GET", "/api/me/profile", people_routes.profile, people_types.Profile, refused=(403,), heavy=True),
    Endpoint("GET", "/api/me/export", people_routes.export, people_types.Export, refused=(403,), heavy=True),
    Endpoint(
        "POST",
        "/api/me/carry",
        people_routes.offer_carry,
        people_types.Carry,
        takes=people_types.NewCarry,
        refused=(403, 409),
    ),
    Endpoint("DELETE", "/api/me/devices", people_routes.sign_out_others, rest_types.Nothing, refused=(403,)),
    Endpoint("DELETE", "/api/me/devices/{device}", people_routes.drop_device, rest_types.Nothing, refused=(403, 404)),
    Endpoint("GET", "/api/me/passkeys", passkeys.passkeys, people_types.Passkeys, refused=(403,)),
    Endpoint(
        "POST",
        "/api/me/passkeys",
        passkeys.add_passkey,
        people_types.OwnPasskey,
        takes=people_types.NewPasskey,
        status=201,
        refused=(403, 409),
        heavy=True,
    ),
    Endpoint(
        "POST", "/api/me/passkeys/challenge", passkeys.offer_passkey, people_types.PasskeyOffer, refused=(403, 409)
    ),
    Endpoint("DELETE", "/api/me/passkeys/{passkey}", passkeys.drop_passkey, rest_types.Nothing, refused=(403, 404)),
    Endpoint("POST", "/api/passkeys/challenge", passkeys.ask_passkey, people_types.PasskeyQuestion, refused=(409,)),
    Endpoint(
        "POST",
        "/api/passkeys",
        passkeys.use_passkey,
        rest_types.Me,
        takes=people_types.UsedPasskey,
        refused=(404, 409),
        heavy=True,
    ),
    Endpoint("GET", "/api/me/listeners", notification_routes.listeners, people_types.Listeners, refused=(403,)),
    Endpoint(
        "POST",
        "/api/me/listeners",
        notification_routes.listen,
        people_types.OwnListener,
        takes=people_types.NewListener,
        status=201,
        refused=(403, 409),
    ),
    Endpoint(
        "DELETE", "/api/me/listeners/{listener}", notification_routes.unlisten, rest_types.Nothing, refused=(403, 404)
    ),
    Endpoint("GET", "/api/company", seeker_routes.company, seeker_types.Company),
    Endpoint(
        "POST",
        "/api/me/search",
        seeker_routes.search,
        seeker_types.OwnSearch,
        takes=seeker_types.NewSearch,
        refused=(400, 429),
    ),
    Endpoint("DELETE", "/api/me/search", seeker_routes.stop_search, rest_types.Nothing, refused=(429,)),
    Endpoint("GET", "/api/me/ratings", rating_routes.own_ratings, rating_types.OwnRatings, refused=(403,)),
    Endpoint(
        "POST",
        "/api/me/ratings",
        rating_routes.wish_ratings,
        rating_types.OwnRatings,
        takes=rating_types.RatingWish,
        refused=(403,),
    ),
    Endpoint("GET", "/api/me/form", form_routes.own_form, rating_types.OwnForm, refused=(403,), heavy=True),
    Endpoint("GET", "/api/ladder/{game}", rating_routes.ladder, rating_types.Ladder, refused=(404,)),
    Endpoint(
        "POST", "/api/carries", people_routes.take_carry, rest_types.Me, takes=people_types.CarryWords, refused=(404,)
    ),
    Endpoint("GET", "/api/tables", tables.tables, rest_types.Tables),
    Endpoint(
        "POST", "/api/tables", tables.make_table, rest_types.Made, takes=messages.NewTable, status=201, refused=(409,)
    ),
    Endpoint("GET", "/api/tables/{table}", tables.table, rest_types.Summary, refused=(404,)),
    Endpoint(
        "POST",
        "/api/tables/{table}/commands",
        tables.command,
        rest_types.Carried,
        takes=messages.TableCommand,
        refused=(403, 404, 409),
    ),
    Endpoint("GET", "/api/tables/{table}/views", tables.views, rest_types.Views, refused=(403, 404), query=(_BIDS,)),
    Endpoint("GET", "/api/tables/{table}/reports", reports.reported, rest_types.Reports, refused=(403, 404)),
    Endpoint(
        "POST",
        "/api/tables/{table}/reports",
        reports.report,
        rest_types.Nothing,
        takes=rest_types.NewReport,
        refused=(403, 404),
    ),
    Endpoint("GET", "/api/tables/{table}/plans", days_routes.plans, days_types.Plans, refused=(403, 404, 409)),
    Endpoint(
        "POST",
        "/api/tables/{table}/plans",
        days_routes.plan,
        days_types.Plans,
        takes=days_types.NewPlan,
        refused=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/forced",
        days_routes.play_forced,
        days_types.Plans,
        takes=days_types.ForcedWish,
        refused=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}/link",
        tables.personal_link,
        rest_types.PersonalLink,
        refused=(403, 404),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}/token",
        tables.bot_token,
        rest_types.BotToken,
        takes=rest_types.BotName,
        refused=(403, 404, 409),
    ),
    Endpoint("POST", "/api/links", tables.claim, rest_types.Claimed, takes=rest_types.Claim, refused=(404, 409)),
    Endpoint("POST", "/api/codes", tables.code, rest_types.Code, takes=rest_types.CodeText, heavy=True),
    Endpoint("GET", "/api/matches", match_routes.matches, rest_types.Matches),
    Endpoint("GET", "/api/matches/{match}", match_routes.match, rest_types.MatchRecord, refused=(404, 409)),
    Endpoint(
        "POST",
        "/api/matches/{match}/shared",
        match_routes.shared,
        rest_types.MatchRecord,
        takes=rest_types.ShareToken,
        refused=(404, 409),
    ),
    Endpoint(
        "POST",
        "/api/matches/{match}/shared/review",
        review_routes.shared_review,
        rest_types.MatchReview,
        takes=rest_types.ShareToken,
        refused=(404, 409),
        query=(_AFTER,),
    ),
    Endpoint(
        "POST",
        "/api/matches/{match}/review",
        review_routes.ask_review,
        rest_types.MatchReview,
        refused=(404, 409),
        query=(_AFTER,),
    ),
    Endpoint(
        "GET",
        "/api/matches/{match}/review",
        review_routes.review,
        rest_types.MatchReview,
        refused=(404, 409),
        query=(_AFTER,),
    ),
    Endpoint(
        "POST",
        "/api/matches/{match}/bots",
        comparison_routes.ask_comparison,
        challenge_types.Comparison,
        refused=(404, 409),
        heavy=True,
    ),
    Endpoint(
        "GET",
        "/api/matches/{match}/bots",
        comparison_routes.comparison,
        challenge_types.Comparison,
        refused=(404, 409),
        heavy=True,
    ),
    Endpoint("POST", "/api/matches/{match}/share", match_routes.share, rest_types.ShareLink, refused=(404, 409)),
    Endpoint("DELETE", "/api/matches/{match}/share", match_routes.unshare, rest_types.Nothing, refused=(404,)),
    Endpoint(
        "POST",
        "/api/replay",
        match_routes.replay,
        rest_types.Replayed,
        takes=bytes,
        query=(("seat", "a number, 'all' or 'spectator' (the default)"), _BIDS),
        limit=LARGE,
        heavy=True,
    ),
    Endpoint(
        "POST",
        "/api/what-ifs",
        puzzle_routes.what_if,
        rest_types.Made,
        takes=puzzle_types.NewWhatIf,
        status=201,
        refused=(409,),
        limit=LARGE,
        heavy=True,
    ),
    Endpoint("GET", "/api/daily", daily_routes.daily, challenge_types.Daily, refused=(404,), query=(_DAY,)),
    Endpoint(
        "POST",
        "/api/daily/{day}/{game}",
        daily_routes.play_daily,
        rest_types.Made,
        takes=challenge_types.Player,
        status=201,
        refused=(404, 409),
    ),
    Endpoint(
        "POST",
        "/api/challenges",
        challenge_routes.make_challenge,
        challenge_types.Challenged,
        takes=challenge_types.NewChallenge,
        status=201,
        refused=(404, 409),
    ),
    Endpoint("GET", "/api/challenges/{challenge}", challenge_routes.challenge, challenge_types.Friends, refused=(404,)),
    Endpoint(
        "POST",
        "/api/challenges/{challenge}",
        challenge_routes.play_challenge,
        rest_types.Made,
        takes=challenge_types.Player,
        status=201,
        refused=(404, 409),
    ),
    Endpoint("GET", "/api/puzzles", puzzle_routes.puzzles, puzzle_types.Puzzles),
    Endpoint("GET", "/api/puzzles/{set}/{name}", puzzle_routes.puzzle, puzzle_types.PuzzleQuestion, refused=(404,)),
    Endpoint(
        "POST",
        "/api/puzzles/{set}/{name}/answer",
        puzzle_routes.answer_puzzle,
        puzzle_types.PuzzleAnswer,
        takes=puzzle_types.PuzzleTry,
        refused=(404,),
        heavy=True,
    ),
    Endpoint(
        "POST",
        "/api/puzzles/{set}/{name}/what-if",
        puzzle_routes.play_on,
        rest_types.Made,
        takes=puzzle_types.PlayOn,
        status=201,
        refused=(404, 409),
    ),
    Endpoint("GET", "/api/evenings", evening_routes.evenings, evening_types.MyEvenings),
    Endpoint(
        "POST",
        "/api/evenings",
        evening_routes.make_evening,
        evening_types.EveningFacts,
        takes=evening_types.NewEvening,
        status=201,
        refused=(404, 409),
    ),
    Endpoint("GET", "/api/evenings/{evening}", evening_routes.evening, evening_types.EveningFacts, refused=(404,)),
    Endpoint(
        "POST",
        "/api/evenings/{evening}/commands",
        evening_routes.evening_command,
        evening_types.EveningFacts,
        takes=evening_types.AnyEveningCommand,
        refused=(403, 404, 409),
    ),
    Endpoint("GET", "/api/groups", group_routes.groups, group_types.MyGroups),
    Endpoint(
        "POST",
        "/api/groups",
        group_routes.make_group,
        group_types.GroupFacts,
        takes=group_types.NewGroup,
        status=201,
        refused=(409,),
    ),
    Endpoint("GET", "/api/groups/{group}", group_routes.group, group_types.GroupFacts, refused=(404,), query=(_SPAN,)),
    Endpoint("DELETE", "/api/groups/{group}", group_routes.delete_group, rest_types.Nothing, refused=(403, 404)),
    Endpoint(
        "POST",
        "/api/groups/{group}/commands",
        group_routes.group_command,
        group_types.GroupFacts,
        takes=group_types.AnyGroupCommand,
        refused=(403, 404, 409),
        query=(_SPAN,),
    ),
    Endpoint(
        "POST",
        "/api/groups/{group}/tables",
        group_routes.make_group_table,
        rest_types.Made,
        takes=messages.NewTable,
        status=201,
        refused=(404, 409),
    ),
    Endpoint(
        "GET", "/api/groups/{group}/calendar", group_routes.group_calendar, group_types.GroupCalendar, refused=(404,)
    ),
    Endpoint(
        "DELETE",
        "/api/groups/{group}/members/{member}",
        group_routes.remove_member,
        rest_types.Nothing,
        refused=(403, 404),
    ),
    Endpoint(
        "GET", "/api/invitations/{invite}", group_routes.group_invitation, group_types.GroupInvitation, refused=(404,)
    ),
    Endpoint(
        "POST",
        "/api/invitations/{invite}",
        group_routes.join_group,
        group_types.GroupFacts,
        takes=group_types.JoinGroupWish,
        refused=(404, 409),
    ),
    Endpoint("GET", "/api/companions", group_routes.companions, group_types.Companions, refused=(403,)),
    Endpoint(
        "POST",
        "/api/companions/calls",
        group_routes.call_companion,
        rest_types.Nothing,
        takes=group_types.CompanionCall,
        refused=(403, 404, 409),
    ),
    Endpoint("GET", "/api/announcements", admin_routes.announcements, admin_types.ShownAnnouncements),
    Endpoint(
        "POST",
        "/api/admin/session",
        admin_routes.sign_in,
        admin_types.SignedIn,
        takes=admin_types.OperatorToken,
        refused=(404,),
    ),
    Endpoint("DELETE", "/api/admin/session", admin_routes.sign_out, rest_types.Nothing, refused=(403,)),
    Endpoint("GET", "/api/admin/status", admin_routes.status, admin_types.AdminStatus, refused=(403,)),
    Endpoint(
        "GET", "/api/admin/tables", admin_routes.admin_tables, admin_types.AdminTables, refused=(403,), query=(_FIND,)
    ),
    Endpoint(
        "GET", "/api/admin/people", admin_routes.admin_people, admin_types.AdminPeople, refused=(403,), query=(_FIND,)
    ),
    Endpoint("GET", "/api/admin/reports", admin_routes.admin_reports, admin_types.AdminReports, refused=(403,)),
    Endpoint(
        "GET",
        "/api/admin/restrictions",
        admin_routes.admin_restrictions,
        admin_types.AdminRestrictions,
        refused=(403,),
    ),
    Endpoint(
        "GET",
        "/api/admin/announcements",
        admin_routes.admin_announcements,
        admin_types.AdminAnnouncements,
        refused=(403,),
    ),
    Endpoint("GET", "/api/admin/limits", admin_routes.admin_limits, admin_types.AdminLimits, refused=(403,)),
    Endpoint("GET", "/api/admin/log", admin_routes.admin_log, admin_types.AdminLog, refused=(403,), query=(_BEFORE,)),
    Endpoint("GET", "/api/admin/sessions", admin_routes.admin_sessions, admin_types.AdminSessions, refused=(403,)),
    Endpoint(
        "POST",
        "/api/admin/actions",
        admin_routes.act,
        rest_types.Nothing,
        takes=admin_types.AnyOperatorAction,
        refused=(400, 403, 404),
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
        [*kinds, rest_types.Failure], schema_hook=_anything, ref_template=_SCHEMAS
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
            f"websocket at /ws with the protocol {messages.PROTOCOL}; see docs/protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _anything(kind: type) -> Schema:
    """The schema of `object`: any JSON."""
    if kind is not object:
        raise NotImplementedError
    return {"description": "any JSON"}


def _operation(endpoint: Endpoint, given: Schema, body: Schema | None, failure: Schema) -> Schema:
    statuses = {400, 403, 429, 503, *endpoint.refused}  # 403: also to who is blocked
    if body is not None:
        statuses |= {413, 415}
    operation: Schema = {
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
        operation["parameters"] = parameters
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation
