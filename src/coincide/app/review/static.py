"""The built front end: its files, and the page that is served or inlined."""

import html
import mimetypes
from pathlib import Path

from coincide.errors import UsageError

FOLDER = Path(__file__).parent / "static"
NOT_BUILT = "The app's pages have not been built. Run make web in the source folder and try again."
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Coincide</title></head>
<body><h1>Coincide</h1><p>{text}</p></body></html>
"""


def is_built() -> bool:
    """Return whether there is a front end to serve."""
    return (FOLDER / "index.html").is_file()


def read_index() -> str:
    """Return the front end's page as it was built; raise UsageError where it was not."""
    if not is_built():
        raise UsageError(NOT_BUILT)
    return (FOLDER / "index.html").read_text(encoding="utf-8")


def live_page(token: str) -> str:
    """Return the page to serve: with the token for its changes, or how to build it."""
    if not is_built():
        return _PAGE.format(text=html.escape(NOT_BUILT))
    meta = f'<meta name="coincide-token" content="{html.escape(token)}">'
    return read_index().replace("<head>", f"<head>{meta}", 1)


def asset(name: str) -> tuple[bytes, str] | None:
    """Return a built file and its type; None for whatever is not one of them."""
    folder = FOLDER.resolve()
    try:
        path = (folder / name).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        return None
    if not path.is_relative_to(folder) or not path.is_file() or path.name == "index.html":
        return None
    kind, _ = mimetypes.guess_type(path.name)
    # some systems have been told that scripts are plain text, which no browser runs
    known = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    return path.read_bytes(), known.get(path.suffix, kind or "application/octet-stream")
