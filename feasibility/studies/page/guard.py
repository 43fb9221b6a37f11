"""Who may talk to the server: only its own page, in a browser on this machine.

A page of another origin can send requests to any address on this machine, and a name that an attacker
controls can be made to point here. So the Host header must name this server, and an Origin must be its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TWO_LENGTHS = {b"content-length", b"transfer-encoding"}
AT_WORK = 64  # requests that are being answered
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


class Guard:
    """Refuses what does not come from the page of this server; adds the headers that keep the page closed."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return

        async def closed(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((n, v) for n, v in HEADERS if n not in present)]
            await send(message)

        self.at_work += 1
        try:
            await self.app(scope, receive, closed)
        except ClientDisconnect:  # in the middle of its request: nobody hears an answer
            pass
        finally:
            self.at_work -= 1

    def _refused(self, scope: Scope) -> PlainTextResponse | None:
        if {name.lower() for name, _ in scope["headers"]} >= TWO_LENGTHS:
            # where its body ends is a matter of opinion, so nothing more is read from there
            return PlainTextResponse("refused: two lengths\n", 400, {"connection": "close"})
        why = refusal(scope, self.hosts)
        if why is not None:
            return PlainTextResponse(f"refused: {why}\n", 403)
        if self.at_work >= AT_WORK:
            return PlainTextResponse("too many requests at once\n", 503)
        return None


def refusal(scope: Scope, hosts: frozenset[str]) -> str | None:
    fields: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        fields.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    host = fields.get("host", [])
    if len(host) != 1 or host[0] not in hosts:
        return "the Host header names another server"
    if any(origin != f"http://{host[0]}" for origin in fields.get("origin", [])):
        return "the request comes from a page of another origin"
    site = fields.get("sec-fetch-site", ["none"])[0]
    opened = scope["method"] == "GET" and scope["path"] == "/"
    if site not in ("same-origin", "none") and not opened:
        return "the request comes from a page of another site"
    if (
        scope["method"] == "POST"
        and fields.get("content-type", [""])[0].partition(";")[0] != "application/json"
    ):
        return "the body is not application/json"
    return None
