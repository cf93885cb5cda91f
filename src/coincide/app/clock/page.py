"""The page of the clock as one HTML text: its style and script are inside, so it needs no network.

It keeps nothing, asks for nothing and sends nothing; its policy forbids that too.
"""

import base64
import hashlib
import re
from pathlib import Path

from coincide.errors import UsageError

STATIC = Path(__file__).parent / "static"
NOT_BUILT = "The clock's page is not built here. Run make web in the source, once, and try again."
# what would end a script, or begin something inside it; in JavaScript \x3C is the same
_TELLING = re.compile(r"<(?=/?script|!--)", re.IGNORECASE)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Photograph this clock</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<div id="clock"></div>
<noscript><p>This clock needs JavaScript.</p></noscript>
<script>{script}</script>
</body>
</html>
"""


def clock_page() -> str:
    """Return the page; raise UsageError where the front end is not built."""
    style = _static("clock.css").replace("</style", "<\\/style")
    script = _TELLING.sub(r"\\x3C", _static("clock.js"))
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )
    return _PAGE.format(policy=policy, style=style, script=script)


def _static(name: str) -> str:
    path = STATIC / name
    if not path.is_file():
        raise UsageError(NOT_BUILT)
    return path.read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
