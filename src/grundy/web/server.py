"""The web application: pages, static files and the interface for programs; what is computed is computed elsewhere."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, NoReturn
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from grundy.web import pages
from grundy.web.addresses import published, with_addresses
from grundy.web.openapi import description, parameters_of
from grundy.web.pool import Pool, QuestionRefused

LARGEST_BODY, BODY_SECONDS = 64 << 10, 10.0
LONGEST_URL = 16 << 10
STATIC = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NUMBERS = ("moves", "to")  # parameters of a URL that are numbers
Asgi = Callable[..., Awaitable[None]]
API = ("solve", "game", "look", "reply", "course", "sequence", "period", "rule", "certificate", "gamesman")


def application(pool: Pool, hosts: Sequence[str], routes: Sequence[Route]) -> Asgi:
    """The application; `hosts` are the names by which it may be asked for ("*": any, that of a page elsewhere too).

    Whatever its routes answer, who may ask is looked at here.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        starting = asyncio.create_task(pool.start())
        yield
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await pool.close()

    middleware = [
        Middleware(_Addressed, hosts=tuple(hosts)),
        Middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5),
    ]
    handlers: dict[Any, Any] = {HTTPException: _told_exception, Exception: _told_failure}
    every = [*routes, *_files()]
    return _Headers(Starlette(routes=every, middleware=middleware, exception_handlers=handlers, lifespan=lifespan))


def _files() -> list[Route]:
    """What every application has."""
    return [Route("/healthz", _health), Route("/favicon.ico", _favicon), Route("/static/{name}", _static)]


def game_routes(pool: Pool) -> list[Route]:
    """The pages of the games, and the interface for programs."""
    return [
        Route("/", page_route(pages.home)),
        Route("/games", page_route(pages.games)),
        Route("/game", page_route(pages.game)),
        Route("/rule", page_route(pages.rule)),
        Route("/learn", page_route(pages.learn)),
        Route("/api", page_route(pages.api)),
        Route("/openapi.json", _openapi),
        Route("/api/games", _games),
        *(Route(f"/api/{kind}", _computed(kind, pool), methods=["GET", "POST"]) for kind in API),
        *(Route(f"/ask/{kind}", _computed(kind, pool, quiet=True), methods=["POST"]) for kind in API),
    ]


class _Headers:
    """The headers of every answer, errors included."""

    def __init__(self, app: Asgi) -> None:
        self.app = app
        self.headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                message["headers"] += [pair for pair in self.headers if pair[0] not in names]
                if b"cache-control" not in names:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self.app(scope, receive, sent)


class _Addressed:
    """Refuse who asks for a host that was not named, and who posts from a page of another origin."""

    def __init__(self, app: Asgi, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = [host.lower() for host in hosts]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        problem = self._refusal(scope["method"], Headers(scope=scope)) if scope["type"] == "http" else None
        if problem is None:
            await self.app(scope, receive, send)
        else:
            response = await _told_exception(Request(scope), HTTPException(403, problem))
            await response(scope, receive, send)

    def _refusal(self, method: str, headers: Headers) -> str | None:
        host = headers.get("host", "").lower()
        if not any(_fits(re.sub(r":[0-9]*\Z", "", host), name) for name in self.hosts):
            return f"expected a host by which this server may be asked for, found {host[:80]!r}; --name HOST adds one"
        if method in ("GET", "HEAD"):
            return None
        for origin in headers.getlist("origin"):  # a browser says it of every post, and no page can change it
            if urlsplit(origin).netloc.lower() != host:
                return f"pages of other origins may not ask: expected {host[:80]!r}, found {origin[:80]!r}"
        return None


def _fits(host: str, name: str) -> bool:
    """Whether a host is the one that is named; *.school.example names all in it, and * any."""
    return bool(host) and (host.endswith(name[1:]) if name.startswith("*") else host == name)


def page_route(make: Callable[[], str]) -> Callable[[Request], Response]:
    """What answers with a page, which is made once."""
    cached = cache(lambda: with_addresses(make(), **published()))

    def page(request: Request) -> Response:
        return Response(cached(), media_type="text/html", headers={"Cache-Control": "no-cache"})

    return page


def _openapi(request: Request) -> Response:
    return JSONResponse(description(), headers={"Cache-Control": "no-cache"})


def _health(request: Request) -> Response:
    return JSONResponse({"status": "well"})


def _favicon(request: Request) -> Response:
    return RedirectResponse("/static/icon.svg", 301)


@cache
def _file(name: str) -> tuple[bytes, str, str]:
    """A static file: its bytes, its kind and a tag of its contents."""
    kind = STATIC.get(name.rpartition(".")[2])
    folder = files("grundy.web") / "static"
    names = {entry.name for entry in folder.iterdir()}
    if kind is None or name not in names:
        raise HTTPException(404, "there is no such file")
    data = (folder / name).read_bytes()
    return data, kind, f'"{sha256(data).hexdigest()[:16]}"'


def _static(request: Request) -> Response:
    data, kind, tag = _file(request.path_params["name"])
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=kind, headers=headers)


@cache
def _catalogue() -> list[dict[str, object]]:
    from grundy.games.catalogue import GAMES

    return [game.as_dict() for game in GAMES.values()]


def _games(request: Request) -> Response:
    return JSONResponse(_catalogue(), headers={"Cache-Control": "no-cache"})


def _computed(kind: str, pool: Pool, quiet: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that is answered by a process of its own, which ends when the client leaves.

    A quiet one is for our own pages: a refusal is an answer too, of status 200, for a browser calls any other an error.
    """

    async def endpoint(request: Request) -> Response:
        question = await question_of(request)
        _check_names(kind, question)
        client = request.client.host if request.client else ""
        computation = asyncio.create_task(pool.ask(kind, question, client))
        left = asyncio.create_task(_left(request))
        try:
            await asyncio.wait({computation, left}, return_when=asyncio.FIRST_COMPLETED)
            if not computation.done():
                return Response(status_code=499)  # nobody reads it
            return _http_response(computation.result(), quiet)
        except QuestionRefused as problem:
            return refusal(problem, quiet)
        finally:
            left.cancel()
            computation.cancel()
            await asyncio.gather(computation, left, return_exceptions=True)

    return endpoint


def refusal(problem: QuestionRefused, quiet: bool = False) -> Response:
    """What is told of a question that is not answered."""
    headers = {"Retry-After": "2"} if problem.status in (429, 503) else {}
    error = {"kind": problem.kind, "message": str(problem)}
    return JSONResponse({"error": error}, 200 if quiet else problem.status, headers)


def _check_names(kind: str, question: dict[str, Any]) -> None:
    """What is not understood is refused: `misere=true` was answered in normal play."""
    for name in question:
        if name not in parameters_of(kind):
            raise HTTPException(400, f"expected one of {', '.join(parameters_of(kind))}, found {name[:40]!r}")


async def _left(request: Request) -> None:
    """Returns when the client has gone."""
    while not await request.is_disconnected():
        await asyncio.sleep(0.1)


def _http_response(reply: dict[str, Any], quiet: bool) -> Response:
    if "answer" in reply:
        return JSONResponse(reply["answer"])
    return JSONResponse({"error": reply["error"]}, 200 if quiet else 422)


async def question_of(request: Request) -> dict[str, Any]:
    """The parameters of a URL, or the object of a body."""
    if request.headers.get("sec-fetch-site") == "cross-site":
        raise HTTPException(403, "pages of other sites may not ask")
    if request.method == "GET":
        if len(request.url.query) > LONGEST_URL:
            raise HTTPException(414, f"a URL may have {LONGEST_URL:,} characters; POST takes more")
        return _from_url(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "expected a body of the type application/json")
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                data += piece
                if len(data) > LARGEST_BODY:
                    raise HTTPException(413, f"a question may have {LARGEST_BODY:,} bytes")
    except TimeoutError:
        raise HTTPException(408, f"the question did not arrive within {BODY_SECONDS:g} seconds") from None
    try:
        question = json.loads(bytes(data), object_pairs_hook=_each_once, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise HTTPException(400, "expected a JSON object, found none") from None
    if not isinstance(question, dict):
        raise HTTPException(400, f"expected a JSON object, found {type(question).__name__}")
    return question


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; a key that comes again is refused: Python would take the last, and others the first."""
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise HTTPException(400, f"expected {key[:40]!r} once, found it again")
        members[key] = value
    return members


def _no_number(word: str) -> NoReturn:
    raise HTTPException(400, f"expected the numbers of JSON, found {word}")


def _from_url(request: Request) -> dict[str, Any]:
    question: dict[str, Any] = dict(request.query_params)
    for name in question:
        if len(request.query_params.getlist(name)) > 1:
            raise HTTPException(400, f"expected {name[:40]!r} once, found it again")
    for name in NUMBERS:
        if name in question:
            text = question[name]
            if not (text.isascii() and text.isdigit() and len(text) < 10):
                raise HTTPException(400, f"expected {name!r} as a whole number below 10^9, found {text[:40]!r}")
            question[name] = int(text)
    if "components" in question:
        raise HTTPException(400, "expected 'components' in a body that is posted, found it in a URL")
    return question


async def _told_exception(request: Request, problem: HTTPException) -> Response:
    if request.url.path.startswith(("/api/", "/ask/", "/class/")):
        return JSONResponse({"error": {"kind": "BadRequest", "message": problem.detail}}, problem.status_code)
    page = with_addresses(pages.wrong(problem.status_code), **published())
    return Response(page, problem.status_code, media_type="text/html")


async def _told_failure(request: Request, problem: Exception) -> Response:
    message = "this is a fault of the server, which its log has"
    return JSONResponse({"error": {"kind": "Fault", "message": message}}, 500)
