"""Who may talk to the app: whoever names it rightly and has its token.

A page of any other site can make a browser send requests here. They have the wrong Host (DNS
rebinding), a foreign Origin or site, or no token; each is refused before anything is looked at.
What a proxy says of whom it asks for is not believed.
"""

import asyncio
import hmac
import html
from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coincide.app.review.http.access import Access

TOKEN_HEADER = "x-coincide-token"
# bytes; the largest request is a list of folders
MOST_BODY = 1 << 20
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
        " media-src 'self'; connect-src 'self'; font-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_ALWAYS = [(name.lower().encode(), text.encode()) for name, text in HEADERS.items()]
WRONG_NAME = "Wrong host. Tell this server its names with --host-name or COINCIDE_HOST_NAMES."


@dataclass(frozen=True)
class Guard:
    """An ASGI app that lets only our own pages through to another."""

    app: ASGIApp
    access: Access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, welcome, or pass on a request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            raise ValueError(f"no {scope['type']} here")
        headers = _Headers(scope["headers"])
        answer = self._refusal(scope, headers) or self._welcome(scope, headers)
        if answer is None and self._logs_in(scope, headers):
            answer = await self._login(scope, receive)
        elif answer is None:
            answer = self._stranger(scope, headers)
        app = self.app if answer is None else answer
        await app(scope, _bounded(receive), _with_headers(send))

    def _stranger(self, scope: Scope, headers: "_Headers") -> Response | None:
        """Return the answer to whoever has no token, or sends too much."""
        if not self._is_known(scope, headers):
            if self.access.in_network and scope["path"] == "/":
                return login_page()
            return _no(403, "This page needs the address that coincide review printed.")
        return _no(413, "The request is too large.") if _too_large(headers) else None

    def _logs_in(self, scope: Scope, headers: "_Headers") -> bool:
        return self.access.in_network and is_login(scope, headers.first("content-type"))

    async def _login(self, scope: Scope, receive: Receive) -> Response:
        given = await given_token(scope, receive)
        return self._let_in() if self._is_token(given) else await refuse_slowly()

    def _refusal(self, scope: Scope, headers: "_Headers") -> Response | None:
        """Return the answer to whoever is not one of our own pages, by Host and Origin."""
        hosts = headers.all("host")
        if len(hosts) != 1 or not self.access.knows_host(hosts[0]):
            return _no(403, WRONG_NAME if self.access.in_network else "Wrong host.")
        origins = headers.all("origin")
        if origins and not (len(origins) == 1 and self.access.knows_origin(origins[0], hosts[0])):
            return _no(403, "Wrong origin.")
        if headers.first("sec-fetch-site") in ("cross-site", "same-site") and not (
            headers.first("sec-fetch-mode") == "navigate"
            and headers.first("sec-fetch-dest") in ("", "document")
        ):
            # pictures and scripts that another page asks for have no origin; a port beside
            # ours counts as the same site, and gets our cookie sent along
            return _no(403, "Wrong site.")
        is_json = headers.first("content-type").split(";")[0].strip() == "application/json"
        if scope["method"] == "POST" and not is_json and not self._logs_in(scope, headers):
            return _no(415, "Send JSON.")
        return None

    def _welcome(self, scope: Scope, headers: "_Headers") -> Response | None:
        """Return the first page's answer: the token becomes a cookie and leaves the address.

        Or that the server is well, which is no secret.
        """
        if scope["path"] == "/health" and scope["method"] in ("GET", "HEAD"):
            return Response(status_code=204)
        query = scope["query_string"].decode("latin-1")
        given = parse_qs(query).get("token", [])
        if scope["path"] != "/" or scope["method"] != "GET" or not given:
            return None
        if not self._is_token(given[0]):
            return _no(403, "This address is from an earlier run. Use the one printed last.")
        return self._let_in()

    def _let_in(self) -> Response:
        answer, access = RedirectResponse("/", status_code=303), self.access
        answer.set_cookie(access.cookie, access.token, httponly=True, samesite="strict", path="/")
        return answer

    def _is_known(self, scope: Scope, headers: "_Headers") -> bool:
        """Return whether a request has the token: by header, or to read only by cookie."""
        if self._is_token(headers.first(TOKEN_HEADER)):
            return True
        return scope["method"] in ("GET", "HEAD") and self._is_token(self._by_cookie(headers))

    def _by_cookie(self, headers: "_Headers") -> str:
        try:
            found = SimpleCookie(headers.first("cookie")).get(self.access.cookie)
        except CookieError:
            return ""
        return "" if found is None else found.value

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.access.token.encode())


class _Headers:
    def __init__(self, raw: Iterable[tuple[bytes, bytes]]) -> None:
        self._raw = [(name.decode("latin-1").lower(), text.decode("latin-1")) for name, text in raw]

    def all(self, name: str) -> list[str]:
        return [text for found, text in self._raw if found == name]

    def first(self, name: str) -> str:
        return next(iter(self.all(name)), "")


def _no(status: int, why: str) -> Response:
    return PlainTextResponse(why, status_code=status)


def _too_large(headers: _Headers) -> bool:
    length = headers.first("content-length")
    return length.isdecimal() and int(length) > MOST_BODY


def _bounded(receive: Receive) -> Receive:
    """Return a receiver that ends a body which never said how long it is."""
    received = 0

    async def bounded() -> Message:
        nonlocal received
        message = await receive()
        if message["type"] == "http.request":
            received += len(message.get("body", b""))
            if received > MOST_BODY:
                # as if the sender had hung up: what is cut off must not be taken for whole
                return {"type": "http.disconnect"}
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            named = {name for name, _ in message["headers"]}
            own = [entry for entry in _ALWAYS if entry[0] not in named]
            message = {**message, "headers": [*message["headers"], *own]}
        await send(message)

    return sending


# characters of a form with one token
MOST_FORM = 1000
# how long a wrong answer takes: guessing 20 characters is hopeless, and now slow as well
WRONG_S = 1.0
FORM = "application/x-www-form-urlencoded"
# the one page with a form, and with a style of its own
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Coincide – log in</title>
<meta name="viewport" content="width=device-width">
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }}
body {{ margin: 12vh auto; max-width: 26rem; padding: 0 16px; }}
h1 {{ font-size: 1.4rem; }}
label, input, button {{ display: block; width: 100%; box-sizing: border-box; font: inherit; }}
input, button {{ margin-top: 8px; padding: 10px; }}
[role=alert] {{ font-weight: 600; }}
</style></head>
<body><main><h1>Coincide</h1>{problem}
<form method="post" action="/">
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>Log in</button></form>
<p>It is in the file given as <code>--token-file</code>; in a container, in
<code>/config/token</code> or the secret.</p></main></body></html>
"""


def login_page(problem: str = "", status: int = 401) -> Response:
    """Return the page that asks for the token, with what was wrong."""
    shown = f'<p role="alert">{html.escape(problem)}</p>' if problem else ""
    page = HTMLResponse(_PAGE.format(problem=shown), status_code=status)
    page.headers["Content-Security-Policy"] = POLICY
    return page


def is_login(scope: Scope, content_type: str) -> bool:
    """Return whether a request is the form's."""
    kind = content_type.split(";", maxsplit=1)[0].strip()
    return scope["method"] == "POST" and scope["path"] == "/" and kind == FORM


async def given_token(scope: Scope, receive: Receive) -> str:
    """Return what the form holds; empty where it holds too much, or nothing."""
    body = b""
    async for piece in Request(scope, receive).stream():
        body += piece
        if len(body) > MOST_FORM:
            return ""
    return parse_qs(body.decode("latin-1")).get("token", [""])[0].strip()


async def refuse_slowly() -> Response:
    """Return the page again, after a while."""
    await asyncio.sleep(WRONG_S)
    return login_page("That is not the token.", 403)
