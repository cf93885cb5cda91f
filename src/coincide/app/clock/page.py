"""The page of the clock as one HTML text: its style and script are inside, so it needs no network.

It keeps nothing, asks for nothing and sends nothing; its policy forbids that too.
"""

from pathlib import Path

from coincide.errors import UsageError
from coincide.writing.inline import policy_source, script_inside

STATIC = Path(__file__).parent / "static"
NOT_BUILT = "The clock's page has not been built. Run make web in the source folder and try again."
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
    script = script_inside(_static("clock.js"))
    policy = (
        f"default-src 'none'; script-src {policy_source(script)}; style-src {policy_source(style)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )
    return _PAGE.format(policy=policy, style=style, script=script)


def _static(name: str) -> str:
    path = STATIC / name
    if not path.is_file():
        raise UsageError(NOT_BUILT)
    return path.read_text(encoding="utf-8")
