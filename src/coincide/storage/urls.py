"""Paths that mean objects in storage: ``s3://bucket/event`` written as a path and back.

Everything that names photos does so by Path. A path loses the second slash of a URL and nothing
else, so the two can be told apart and turned into each other.
"""

import re
from pathlib import Path

# a scheme has two letters or more: one is a drive of Windows
_URL = re.compile(r"([a-z][a-z0-9+.-]+):/+(.*)", re.DOTALL)
# schemes whose paths begin at a root of this machine, and keep their leading slash
_ROOTED = ("file", "local")


def is_url(path: Path | str) -> bool:
    """Tell whether a path means an object in storage.

    >>> is_url("s3://bucket/event"), is_url(Path("s3://bucket")), is_url("C:/x"), is_url("a/b")
    (True, True, False, False)
    """
    return _URL.fullmatch(_text(path)) is not None


def as_url(path: Path | str) -> str:
    """Return the URL that a path means; raise ValueError for a path of this machine.

    >>> as_url(Path("s3://bucket/event")), as_url(Path("file:///tmp/event"))
    ('s3://bucket/event', 'file:///tmp/event')
    """
    match = _URL.fullmatch(_text(path))
    if match is None:
        raise ValueError(f"{path} is no URL")
    scheme, rest = match.groups()
    return f"{scheme}://{'/' if scheme in _ROOTED else ''}{rest}"


def as_text(path: Path) -> str:
    """Return a path as a person writes it, be it a URL or of this machine.

    >>> as_text(Path("s3://bucket/event")), as_text(Path("event"))
    ('s3://bucket/event', 'event')
    """
    return as_url(path) if is_url(path) else str(path)


def scheme_of(path: Path | str) -> str:
    """Return the scheme of a URL.

    >>> scheme_of(Path("s3://bucket/event"))
    's3'
    """
    return as_url(path).partition(":")[0]


def _text(path: Path | str) -> str:
    return path if isinstance(path, str) else path.as_posix()
