"""The local page: an ASGI application that holds no state but the checks that run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from feasibility.base.errors import InputError, PegfeasError
from feasibility.render.html import pair_text
from feasibility.render.palette import asset
from feasibility.studies.page import exchange, shell
from feasibility.studies.page.guard import Guard
from feasibility.studies.page.jobs import Busy, Job, Jobs
from feasibility.studies.page.tasks import KINDS
from feasibility.text import catalogue
from feasibility.text.document import pair_of

SCRIPTS = (*shell.SCRIPTS, "oracle.js", "app.js")
FILES_OF_PAGE = (*SCRIPTS, "style.css", "words.js", "player.js", "icon.svg")
FILES = {"report.html": "text/html", "certificate.json": "application/json"}  # of a result


def application(hosts: list[str]) -> Starlette:
    """The application for a server that is called by these names (with port)."""

    routes = [
        Route("/", page),
        Route("/static/{name}", static),
        Route("/api/catalogue", offered),
        Route("/api/board", board, methods=["GET", "POST"]),
        Route("/api/problem", problem),
        Route("/api/read", read, methods=["POST"]),
        Route("/api/write", write, methods=["POST"]),
        *(Route(f"/api/{kind}", begun, methods=["POST"]) for kind in KINDS),
        Route("/api/jobs/{key}", cancel, methods=["DELETE"]),
        Route("/api/jobs/{key}/events", events),
        *(Route(f"/api/jobs/{{key}}/{name}", result) for name in FILES),
    ]
    guard = Middleware(Guard, hosts=hosts)
    app = Starlette(routes=routes, middleware=[guard], exception_handlers={PegfeasError: refused})
    app.state.jobs = Jobs()
    return app


async def refused(request: Request, error: Exception) -> Response:
    """Bad input is answered with what was wrong with it."""
    return JSONResponse({"error": str(error)}, 429 if isinstance(error, Busy) else 400)


async def page(request: Request) -> Response:
    scripts = ("player.js", *SCRIPTS)
    text = shell.page("/static/", scripts, tabs=shell.part("tabs.html"), panels=shell.part("pairs.html"))
    return Response(text, media_type="text/html")


async def static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FILES_OF_PAGE:
        return JSONResponse({"error": "no such file"}, 404)
    if name in ("style.css", "words.js"):
        text = shell.style() if name == "style.css" else shell.words()
    else:
        text = asset(name) if name == "player.js" else shell.part(name)
    types = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
    return Response(text, media_type=types[name.rpartition(".")[2]])


async def offered(request: Request) -> Response:
    """Boards and problems to choose from."""
    return JSONResponse(exchange.catalogue_object())


async def board(request: Request) -> Response:
    """A board with its jumps, by its name or by its holes."""
    said = (
        await _body(request) if request.method == "POST" else {"board": request.query_params.get("name", "")}
    )
    return JSONResponse(exchange.board_object(exchange.read_board(said.get("board"))))


async def problem(request: Request) -> Response:
    name = request.query_params.get("name", "")[:80]
    pair = pair_of(catalogue.problem(name, lenient=True), name)
    return JSONResponse(exchange.pair_object(pair))


async def read(request: Request) -> Response:
    text = (await _body(request)).get("text")
    reading = exchange.read_text(text)
    note = "; ".join(filter(None, (reading.note, *reading.said))) or None
    return JSONResponse({**exchange.pair_object(reading.pair), **reading.facts, "note": note})


async def write(request: Request) -> Response:
    pair = exchange.read_pair(await _body(request))
    return JSONResponse({"text": pair_text(pair)[0]})


async def begun(request: Request) -> Response:
    """A job of the kind that the address ends with."""
    kind = request.url.path.rpartition("/")[2]
    job = request.app.state.jobs.start(exchange.read_question(kind, await _body(request)))
    return JSONResponse({"job": job.key})


async def events(request: Request) -> Response:
    """The messages of a check as server-sent events."""
    job = _job(request)
    last = request.headers.get("last-event-id", "")
    first = int(last) if last.isdecimal() and len(last) < 6 else 0

    async def stream() -> AsyncIterator[str]:
        async for number, message in job.follow(first):
            if message is None:
                if await request.is_disconnected():
                    return
                yield ": still running\n\n"
                continue
            sent = {k: v for k, v in message.items() if k not in ("report", "certificate", "key")}
            yield f"id: {number}\ndata: {json.dumps(sent)}\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"cache-control": "no-store"})


async def cancel(request: Request) -> Response:
    _job(request).fail("cancelled")
    return JSONResponse({"cancelled": True})


async def result(request: Request) -> Response:
    """A file of a result, by the last word of the address."""
    job, name = _job(request), request.url.path.rpartition("/")[2]
    key = name.partition(".")[0]
    text = (job.result or {}).get(key)
    if text is None:
        raise InputError(f"this check has no {key}")
    disposition = f'attachment; filename="{job.name}-{name}"'
    return Response(text, media_type=FILES[name], headers={"content-disposition": disposition})


def _job(request: Request) -> Job:
    job: Job | None = request.app.state.jobs.known.get(request.path_params["key"])
    if job is None:
        raise InputError("no such check", expected="one of the last few")
    return job


async def _body(request: Request) -> exchange.PageJson:
    """The object in the body, if it is small and comes in time."""
    data = b""
    try:
        async with asyncio.timeout(exchange.BODY_SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > exchange.MOST_BODY:
                    raise InputError("the request is too large", expected=f"{exchange.MOST_BODY >> 10} KiB")
    except TimeoutError:
        raise InputError("the request did not come in time") from None
    return exchange.parse_body(data)
