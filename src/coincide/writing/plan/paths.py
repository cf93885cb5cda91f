"""Paths inside a plan: relative, plain, and never out of the folder they belong to."""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from coincide.errors import PlanError
from coincide.writing.plan.model import Place

MAX_PATH_CHARACTERS = 4096


def checked_path(text: object) -> PurePosixPath:
    """Return the relative path that a plan names; raise PlanError for one that could lead astray.

    >>> checked_path("anna/IMG_1.jpg")
    PurePosixPath('anna/IMG_1.jpg')
    """
    if not isinstance(text, str) or not text or len(text) > MAX_PATH_CHARACTERS:
        raise PlanError(f"The plan contains an unusable path: {str(text)[:80]!r}.")
    parts = text.split("/")
    leads_out = any(part in {"", ".", ".."} for part in parts)
    # a backslash and a drive letter part paths elsewhere, and a plan may be used anywhere
    odd = "\0" in text or "\\" in text or parts[0][1:2] == ":" or _is_no_text(text)
    if leads_out or odd:
        raise PlanError(f"The plan contains a path that may lead out of the event: {text[:80]!r}.")
    return PurePosixPath(text)


def _is_no_text(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # half a character, as JSON can hold
        return True
    return False


def is_plain(name: str) -> bool:
    """Tell whether a plan could name this file: on some systems names may hold a backslash."""
    try:
        checked_path(name)
    except PlanError:
        return False
    return True


def place_of(path: Path, roots: Sequence[Path]) -> Place | None:
    """Return where a file lies below the roots; None if nowhere, or only by way of a link.

    A link inside the event may lead out of it, and nothing out of it is ever written. Files
    that are links themselves are left alone as well: to replace one would be to break it.
    """
    for number, root in enumerate(roots):
        if not path.is_relative_to(root) or path.is_symlink():
            continue
        relative = path.relative_to(root)
        if path.parent.resolve() == (root.resolve() / relative).parent and is_plain(
            relative.as_posix()
        ):
            return Place(number, PurePosixPath(relative.as_posix()))
    return None


def real_path(root: Path, path: PurePosixPath) -> Path:
    """Return the absolute path of a plan's file; raise PlanError if links lead elsewhere."""
    real_root = root.resolve()
    target = real_root.joinpath(*path.parts)
    if target.parent.resolve() != target.parent or target.is_symlink():
        raise PlanError(f"{target} is reached through a link: nothing is written through links.")
    return target
