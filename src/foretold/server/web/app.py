"""The ASGI application: routing, limits, headers, cookies."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from foretold import i18n
from foretold.errors import Refusal
from foretold.server.base import identity, metrics
from foretold.server.base.address_blocks import blocks, senders
from foretold.server.base.clock import date
from foretold.server.base.hosts import Hosts, OtherHost
from foretold.server.base.rate_limits import SteppedBuckets, TooMany, Turns, is_limit, reached
from foretold.server.base.request_id import HEADER, begin_request
from foretold.server.base.text import clean
from foretold.server.features.admin.figures import WebLoad
from foretold.server.features.admin.service import Operators
from foretold.server.features.notifications.policy import OUTREACH, NotificationPolicy
from foretold.server.features.reviews.service import QUALITY, Quality
from foretold.server.live.hub import Hub
from foretold.server.rest.call import Call, Caller
from foretold.server.rest.errors import Unreadable, decoded, failure, status_of
from foretold.server.routes import ENDPOINTS, Endpoint, openapi
from foretold.server.runtime import Runtime
from foretold.server.store import Database
from foretold.server.store.sqlite.backups import BackupPolicy
from foretold.server.table import follow_ups
from foretold.server.table.permissions import NoSuch, NotYours
from foretold.server.table.quota import LIMITS, Limits
from foretold.server.table.table import Dealer, deal_fairly
from foretold.server.web import plain_page
from foretold.server.web import websocket as socket
from foretold.server.web.capacity import AGAIN, CONNECTIONS, Capacity
from foretold.server.web.link_previews import PLACE as PICTURES
from foretold.server.web.link_previews import UNFURLED, Unfurled, unfurled
from foretold.server.web.offline_site import PLACE, Files, Offline
from foretold.server.web.preview_pictures import png
from foretold.server.web.static_files import EMBEDDED, PAGES, Client, File, file_of
from foretold.server.web.uvicorn_protocols import BUSY

log = logging.getLogger("foretold.server")

HEAVY_AT_ONCE, HEAVY_WAITING = 2, 64  # heavy requests at a time, and in the queue
HEAVY_OF_ONE = 8  # of one address block in the queue
NEIGHBOURS = 4  # the request rate of a /24 or /48, as a multiple of that of one address or /64
HEAVY_WAIT = 5.0  # seconds until a retry when the queue is full
FILE = 0.05  # cost of a static file in requests: a page has a dozen, and a whole school may open it at once

POLICY = "content-security-policy"
_HEADERS = {
    POLICY: "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
_OF_DOCUMENTS = ("x-frame-options", "cross-origin-opener-policy")  # mean nothing to scripts and styles
_SECURE = {"strict-transport-security": "max-age=31536000"}
_RUNNING = "; script-src 'self' 'wasm-unsafe-eval'"  # where Python runs in the page


@dataclass(frozen=True)
class Config:
    """Settings of a server; see `foretold serve --help` and docs/server.md."""

    database: Database
    public_url: str = ""  # the server's URL for people, if it is behind a proxy
    names: str = ""  # further host names, separated by commas; * is any
    prefix: str = ""  # the path under which a proxy serves it
    bot_delay: float = 0.9
    bot_workers: int = 2
    reviews: Quality = QUALITY
    limits: Limits = LIMITS
    outreach: NotificationPolicy = OUTREACH
    ladder: bool = False
    message_rate: float = 20.0  # per second and connection
    request_rate: float = 20.0  # per second and address
    connections_per_address: int = CONNECTIONS  # WebSockets of one address block
    people_days: int = 400
    table_days: int = 30
    backups: BackupPolicy | None = None  # daily copies of an SQLite database
    dealer: Dealer = field(default=deal_fairly, repr=False)
    entropy: follow_ups.Entropy | None = field(default=None, repr=False)
    here: Files | None = field(default=None, repr=False)  # the game without a server, for offline use


class App:
    """The ASGI application of one server; the hub lives as long as it runs."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._runtime: Runtime | None = None
        self.capacity: Capacity | None = None
        self._buckets = SteppedBuckets(config.request_rate, 5 * config.request_rate, 1, NEIGHBOURS)
        self._turns = Turns(HEAVY_AT_ONCE, HEAVY_WAITING, HEAVY_OF_ONE)
        self._client = Client(config.prefix)
        self._offline = Offline(config.here)
        self._hosts = Hosts(config.public_url, config.names)
        routes: list[BaseRoute] = [Route(one.path, self._endpoint(one), methods=[one.method]) for one in ENDPOINTS]
        routes += [
            *(Route(path, self._home, methods=["GET"]) for path in PAGES if path not in UNFURLED),
            *(Route(path, self._with_preview(path), methods=["GET"]) for path in UNFURLED),
            *(Route(f"{PICTURES}{path}.png", self._picture(path), methods=["GET"]) for path in UNFURLED),
            *(Route(path, self._embedded, methods=["GET"]) for path in EMBEDDED),
            *(Route(f"/{name}", self._file, methods=["GET"]) for name in self._client.names()),
            Route(f"{PLACE}{{name:path}}", self._offline.answer, methods=["GET"]),
            Route("/api/openapi.json", self._openapi, methods=["GET"]),
            WebSocketRoute("/ws", self._socket),
        ]
        self._starlette = Starlette(
            routes=routes,
            lifespan=self._lifespan,
            exception_handlers={HTTPException: self._http_error, Exception: self._crash},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await with_security_headers(self._asked, self.config.prefix, self.config.public_url.startswith("https:"))(
            scope, receive, send
        )

    async def _asked(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses requests over the rate limit, or for another host."""
        app: ASGIApp = self._starlette
        if scope["type"] != "lifespan":
            id = begin_request(Headers(scope=scope).get(HEADER, "") if scope.get("forwarded") else "")
            send = with_header(send, HEADER, id)
            busy = scope.get("state", {}).get(BUSY, "")
            error = Busy(busy) if busy else self._too_often(scope) or self._misled(scope) or self._blocked(scope)
            app = app if error is None else denied(error)
        await app(scope, receive, send)

    def _too_often(self, scope: Scope) -> Refusal | None:
        """The refusal of a request over the rate limit, None within it; requests for missing pages count too."""
        path = scope["path"].removeprefix(self.config.prefix)
        share = FILE if path.startswith(PLACE) or self._client.file(path.lstrip("/")) is not None else 1.0
        wait = self._buckets.take(senders(address(scope)), time.monotonic(), share)
        return TooMany("too-many-requests", wait) if wait > 0 else None

    def _misled(self, scope: Scope) -> Refusal | None:
        """The refusal of a request for another host; trusted proxies check that themselves."""
        host = Headers(scope=scope).get("host", "")
        if scope.get("forwarded") or self._hosts.knows(host, (scope.get("server") or ("",))[0]):
            return None
        return OtherHost("other-host", {"found": clean(host, 60)})

    def _blocked(self, scope: Scope) -> Refusal | None:
        """The refusal of a request from a blocked network; operators who are signed in get through."""
        if self._runtime is None:
            return None
        refusal = self.hub.sanctions.blocked_from(address(scope), date())
        if refusal is not None:
            operator = identity.operator_in(HTTPConnection(scope).cookies)
            if self.operators.session(operator) is not None:
                return None
            metrics.BLOCKED.inc()
        return refusal

    @property
    def operators(self) -> Operators:
        return self.runtime.services.feature(Operators)

    def _take_limits(self) -> None:
        """Applies the limits that operators have changed."""
        limits = self.operators.limits
        rate = limits.value("request-rate")
        self._buckets = SteppedBuckets(rate, 5 * rate, 1, NEIGHBOURS)
        if self.capacity is not None:
            self.capacity.allow(round(limits.value("connections-per-address")))

    def _load(self) -> WebLoad:
        connections = (0, 0) if self.capacity is None else (self.capacity.open, self.capacity.most)
        return WebLoad(*connections, *self._turns.load)

    @property
    def runtime(self) -> Runtime:
        assert self._runtime is not None
        return self._runtime

    @property
    def hub(self) -> Hub:
        return self.runtime.hub

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        config = self.config
        policy = config.outreach._replace(contact=config.outreach.contact or _contact(config.public_url))
        self._runtime = Runtime(
            config.database,
            bot_delay=config.bot_delay,
            bot_workers=config.bot_workers,
            reviews=config.reviews,
            limits=config.limits,
            notifications=policy,
            ladder=config.ladder,
            keep_people=config.people_days,
            keep_tables=config.table_days,
            backups=config.backups,
            dealer=config.dealer,
            entropy=config.entropy or secrets.token_bytes,
            operated={
                "request-rate": config.request_rate,
                "message-rate": config.message_rate,
                "connections-per-address": config.connections_per_address,
            },
        )
        self.operators.limits.changed.append(self._take_limits)
        self.operators.meter.web = self._load
        self._runtime.start()
        metrics.OPEN_TABLES.set_function(lambda: len(self.hub.live_tables))
        try:
            yield
        finally:
            await self._runtime.stop()

    async def farewell(self) -> None:
        """Asks all clients to reconnect; the hub itself stops when the lifespan ends."""
        await self.runtime.farewell()

    # Requests --------------------------------------------------------------------------------------------------

    def _endpoint(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        decoder = None if endpoint.takes in (None, bytes) else msgspec.json.Decoder(endpoint.takes)

        async def answer(request: Request) -> Response:
            begun = time.perf_counter()
            try:
                response = await self._respond(endpoint, decoder, request)
            except Refusal as error:
                response = refused(error, _language(request))
            metrics.REQUESTS.labels(response.status_code).inc()
            log.info(
                "request",
                extra={
                    "method": endpoint.method,
                    "route": endpoint.path,
                    "status": response.status_code,
                    "ms": round((time.perf_counter() - begun) * 1000, 1),
                },
            )
            return response

        return answer

    async def _respond(
        self, endpoint: Endpoint, decoder: msgspec.json.Decoder[object] | None, request: Request
    ) -> Response:
        if self.hub.stopping or (self.hub.pipeline.away and endpoint.path != "/api/health"):
            raise TooMany("restart" if self.hub.stopping else "database-away", 2.0, status=503)
        if endpoint.method != "GET" and not self.same_origin(request.headers):
            raise NotYours("other-origin")
        given: tuple[object, ...] = ()
        if endpoint.takes is not None:
            body = await _body(request, endpoint.limit)
            given = (body,) if decoder is None else (decoded(decoder, body),)
        caller = await Caller.of(self.hub.commits, identity.secret_in(request.cookies))
        blocked = self.hub.sanctions.blocked(caller.person, date())
        if blocked is not None and not endpoint.path.startswith("/api/admin/"):
            metrics.BLOCKED.inc()
            raise blocked
        where, base = blocks(address(request.scope)), self._base(request)
        call = Call(
            self.runtime.services,
            caller,
            request.path_params,
            request.query_params,
            where,
            base,
            _language(request),
            identity.operator_in(request.cookies),
        )
        queue = where[-1] if where else ""
        if endpoint.heavy and self._turns.full(queue):
            raise TooMany("too-much-work", HEAVY_WAIT)
        async with self._turns.turn(queue) if endpoint.heavy else nullcontext():
            result = await endpoint.answer(call, *given)
        data = result if isinstance(result, bytes) else msgspec.json.encode(result)
        response = Response(data, endpoint.status, media_type="application/json")
        if endpoint.public:
            response = _public(data).answer(request)
        response.headers["cache-control"] = "no-store"
        if call.caller.fresh or (call.caller.person and self._cookie(request) not in request.cookies):
            self._set_cookie(response, request, call.caller.secret)
        if endpoint.method == "DELETE" and endpoint.path == "/api/me":
            self._drop_cookies(response, request)
        if call.new_session is not None:
            self._set_session(response, request, *call.new_session)
        return response

    def _cookie(self, request: Request) -> str:
        """The name of the cookie for this request."""
        return identity.cookie_name(secure=self._base(request).startswith("https:"), prefix=self.config.prefix)

    def _set_cookie(self, response: Response, request: Request, secret: str) -> None:
        name = self._cookie(request)
        response.set_cookie(
            name,
            secret,
            max_age=identity.COOKIE_AGE,
            path=self.config.prefix or "/",
            secure=name != identity.COOKIE,
            httponly=True,
            samesite="lax",
        )
        if name != identity.COOKIE and identity.COOKIE in request.cookies:  # set by an earlier version
            response.delete_cookie(identity.COOKIE, path=self.config.prefix or "/")

    def _set_session(self, response: Response, request: Request, secret: str, seconds: int) -> None:
        """Gives an operator the cookie of their session; '' deletes it."""
        secure = self._base(request).startswith("https:")
        response.set_cookie(
            identity.operator_cookie(secure=secure, prefix=self.config.prefix),
            secret,
            max_age=seconds,
            path=self.config.prefix or "/",
            secure=secure,
            httponly=True,
            samesite="strict",
        )

    def _drop_cookies(self, response: Response, request: Request) -> None:
        for name in {self._cookie(request), identity.COOKIE}:
            response.delete_cookie(name, path=self.config.prefix or "/", secure=name != identity.COOKIE)

    def _base(self, request: Request) -> str:
        """The URL under which people reach this server, without a trailing slash."""
        if self.config.public_url:
            return self.config.public_url.rstrip("/")
        return f"{request.url.scheme}://{request.headers.get('host', 'localhost')}{self.config.prefix}"

    def same_origin(self, headers: Headers) -> bool:
        """True if the request was sent by a page of this server, or by no page at all."""
        origin = headers.get("origin")
        if origin is None:
            return True
        try:
            sender = _origin(origin)
        except ValueError:  # not a URL
            return False
        if self.config.public_url and sender == _origin(self.config.public_url):
            return True
        return bool(sender[1]) and sender[1] == headers.get("host", "").lower()

    async def _openapi(self, request: Request) -> Response:
        described = {**openapi(), "servers": [{"url": self.config.prefix or "/"}]}
        return Response(msgspec.json.encode(described), media_type="application/json")

    async def _home(self, request: Request) -> Response:
        if self._client.built:
            return self._client.page(request)
        tables = [live.table for live in self.hub.live_tables.values() if live.table.settings.public]
        return HTMLResponse(plain_page.home(tables, _language(request), self._base(request)))

    def _with_preview(self, path: str) -> Callable[[Request], Awaitable[Response]]:
        """Serves a page whose link has a preview."""

        async def answer(request: Request) -> Response:
            preview = await self._unfurled(request, path) if self._client.built else None
            if preview is None:
                return await self._home(request)
            own = request.url.path.removeprefix(self.config.prefix)
            base = self._base(request)
            head = preview.head(f"{base}{own}", f"{base}{PICTURES}{own}.png")
            return self._client.told_page(request, preview.title, preview.text, head)

        return answer

    def _picture(self, path: str) -> Callable[[Request], Awaitable[Response]]:
        """Serves the picture in a page's link preview."""

        async def answer(request: Request) -> Response:
            preview = await self._unfurled(request, path)
            if preview is None:
                raise HTTPException(404)
            body = await asyncio.to_thread(png, preview.picture)
            return Response(body, headers={"cache-control": "public, max-age=300"}, media_type="image/png")

        return answer

    async def _unfurled(self, request: Request, path: str) -> Unfurled | None:
        if self.hub.stopping or self.hub.pipeline.away:
            return None
        stranger = await Caller.of(self.hub.commits, "")  # a preview is the same for everybody
        where, base = blocks(address(request.scope)), self._base(request)
        call = Call(self.runtime.services, stranger, request.path_params, {}, where, base, _language(request))
        return await unfurled(call, path)

    async def _embedded(self, request: Request) -> Response:
        if not self._client.built:
            raise HTTPException(404)
        return self._client.embedded(request)

    async def _file(self, request: Request) -> Response:
        name = request.url.path.removeprefix(self.config.prefix).lstrip("/")
        file = self._client.file(name)
        if file is None:
            raise HTTPException(404)
        return file.answer(request)

    async def _socket(self, websocket: WebSocket) -> None:
        error: Refusal | None = None
        if self.hub.stopping or self.hub.pipeline.away:
            error = TooMany("restart" if self.hub.stopping else "database-away", 2.0, status=503)
        elif (mark := websocket.query_params.get("at", "")) and self.hub.pipeline.served_elsewhere(mark):
            error = TooMany("table-newer", 1.0, status=503)  # a proxy tries the next process
        elif not self.same_origin(websocket.headers):
            error = NotYours("other-origin")
        if error is None:
            origin = address(websocket.scope)
            rate = self.operators.limits.value("message-rate")
            await socket.serve(websocket, self.hub, rate, self.capacity, blocks(origin), origin)
        else:  # an HTTP response instead of a WebSocket can give the reason and a retry time
            await websocket.send_denial_response(refused(error, _language(websocket)))

    # Errors ----------------------------------------------------------------------------------------------------

    async def _http_error(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        reason = "no-such-method" if error.status_code == 405 else "no-such-page"
        if error.status_code == 404 and self._client.built and _opens_page(request):
            return self._client.page(request, status=404)
        return refused(NoSuch(reason), _language(request), status=error.status_code, headers=dict(error.headers or {}))

    async def _crash(self, request: Request, error: Exception) -> Response:
        # A traceback may hold anything, so only code locations are logged.
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = "" if trace is None else f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        log.error("crash", extra={"error": type(error).__name__, "where": where})
        return refused(Refusal("crash"), _language(request), status=500)


@cache
def _public(data: bytes) -> File:
    return file_of("public.json", data)


def _opens_page(request: Request) -> bool:
    """True if a browser navigated to this URL; the page itself then shows that nothing is there."""
    return request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate"


def refused(
    error: Refusal, language: str, status: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    """The response for a refusal."""
    metrics.REFUSALS.labels(error.reason).inc()
    if is_limit(error.reason) and not isinstance(error, Busy):  # counted with its connection already
        reached(error.reason)
    body = failure(error, language)
    wait = body.error.retry
    response = Response(
        msgspec.json.encode(body),
        status or status_of(error),
        {**(headers or {}), "cache-control": "no-store"},
        "application/json",
    )
    if wait is not None:
        response.headers["retry-after"] = str(max(1, math.ceil(wait)))
    return response


class Busy(TooMany):
    """More connections than this server can hold, or than one address block may have."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, AGAIN, status=503)


def busy_page(error: Busy, request: Request, answer: Response) -> Response:
    """The response to a refused connection; for browsers, a page that reloads by itself."""
    if _opens_page(request):
        text = plain_page.busy(error.sentence(_language(request)), _language(request), AGAIN)
        answer = HTMLResponse(text, answer.status_code, {"retry-after": f"{AGAIN:.0f}", "cache-control": "no-store"})
    answer.headers["connection"] = "close"
    return answer


def denied(error: Refusal) -> ASGIApp:
    """An app that refuses all requests and WebSockets."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            answer = refused(error, _language(request))
            if isinstance(error, Busy):
                answer = busy_page(error, request, answer)
            elif error.reason.startswith("blocked") and _opens_page(request):
                text = plain_page.blocked(error.sentence(_language(request)), _language(request))
                answer = HTMLResponse(text, answer.status_code, {"cache-control": "no-store"})
            metrics.REQUESTS.labels(answer.status_code).inc()
            await answer(scope, receive, send)
        else:  # an HTTP response instead of a WebSocket can give the reason
            websocket = WebSocket(scope, receive, send)
            await websocket.send_denial_response(refused(error, _language(websocket)))

    return app


def with_header(send: Send, name: str, value: str) -> Send:
    """A `send` that adds this header to the answer."""

    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start", "websocket.accept"):
            message = {**message, "headers": [*message.get("headers", ()), (name.encode(), value.encode())]}
        await send(message)

    return sending


async def _body(request: Request, limit: int) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Unreadable("not-json-type", 415)
    data = bytearray()
    try:
        async for piece in request.stream():
            data += piece
            if len(data) > limit:
                raise Unreadable("body-too-large", 413, limit=limit)
    except ClientDisconnect:
        raise Unreadable("bad-message", 400, found="") from None
    return bytes(data)


def _language(request: Request | WebSocket) -> str:
    return i18n.accepted(request.headers.get("accept-language", ""))


def address(scope: Scope) -> str:
    """The client's address, as reported by the server in front of the app."""
    return str((scope.get("client") or ("",))[0])


def _contact(url: str) -> str:
    """The contact URL for push services, '' without a public HTTPS URL."""
    return url if url.startswith("https:") else ""


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme.lower(), parts.netloc.lower()


def with_security_headers(app: ASGIApp, prefix: str, secure: bool = False) -> ASGIApp:
    """The app under its prefix, whether or not the proxy strips it, with security headers.

    Over HTTPS, browsers are told to use nothing else (HSTS).
    """

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        if prefix:
            path = scope["path"]
            full = path if path == prefix or path.startswith(prefix + "/") else prefix + path
            scope = {**scope, "root_path": prefix, "path": full if full != prefix else prefix + "/"}

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                running = _RUNNING if scope["path"].startswith(prefix + PLACE) else ""
                headers = {**_HEADERS, POLICY: _HEADERS[POLICY] + running}
                if scope["path"].startswith(f"{prefix}/embed/"):
                    headers[POLICY] = headers[POLICY].replace("frame-ancestors 'none'", "frame-ancestors *")
                    del headers["x-frame-options"]
                elif scope["path"].startswith(f"{prefix}/assets/"):
                    headers = {name: value for name, value in headers.items() if name not in _OF_DOCUMENTS}
                if secure or scope.get("scheme") == "https":
                    headers |= _SECURE
                encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
                message = {**message, "headers": [*message.get("headers", ()), *encoded]}
            await send(message)

        await app(scope, receive, send_guarded if scope["type"] == "http" else send)

    return guarded
