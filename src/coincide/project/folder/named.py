"""Values that only a project folder states: nobody named them in this process.

A project folder may have been made by somebody else. The paths of code and weights that are read
from it therefore carry a type of their own, which tells them from those that a user typed. They
compare equal to plain texts and paths, and survive ``dataclasses.replace``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from coincide.model import Place

if TYPE_CHECKING:
    _ConcretePath = Path
else:  # before Python 3.12 only the class of this system can be derived from
    _ConcretePath = type(Path())


class StoredText(str):
    """A text of a project folder; ``origin`` is that folder."""

    origin: Place | None

    def __new__(cls, text: str, origin: Place | None = None) -> "StoredText":
        """Return a text that remembers where it was read."""
        made = super().__new__(cls, text)
        made.origin = origin
        return made


class StoredPath(_ConcretePath):
    """A path of a project folder; ``origin`` is that folder."""

    origin: Place | None = None

    def __repr__(self) -> str:
        """Return what a plain path shows: digests are made from it."""
        return repr(Path(self))


def stored_path(path: Path, origin: Place | None) -> StoredPath:
    """Return a path that remembers where it was read."""
    made = StoredPath(path)
    made.origin = origin
    return made


def absolute_text(text: str) -> str:
    """Return the absolute path that a text means; a stored one stays a stored one."""
    path = str(Path(text).expanduser().absolute())
    return StoredText(path, text.origin) if isinstance(text, StoredText) else path


def absolute_path(path: Path) -> Path:
    """Return a path as an absolute one; a stored one stays a stored one."""
    whole = path.expanduser().absolute()
    return stored_path(whole, path.origin) if isinstance(path, StoredPath) else whole
