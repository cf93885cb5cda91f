"""Log in by a form, where nobody was given an address with the token: as on a server at home."""

import asyncio
import html
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope

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
<p>It is in the file that this server was started with: <code>--token-file</code>, in a container
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
