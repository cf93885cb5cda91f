"""Copies in a new folder, named by event time so that names sort; their times corrected inside."""

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePosixPath

from msgspec.structs import replace

from coincide.model.times import WallTime, to_text
from coincide.writing.plan.model import FileChange, LeftAlone, Place
from coincide.writing.plan.newtimes import Wanted
from coincide.writing.plan.targets import Files, LeftAloneError, changes_in_file, unchanged

# characters that some system cannot have in a name
_UNUSABLE = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]+')
# names end at 255 bytes on nearly every disk; there are two in each, a time, and a number
MAX_NAME_BYTES = 100
# what has no sure event time lies apart from what has one
_APART = {"unsure": "unsure", "unplaced": "unplaced"}


def changes_in_copies(
    wanted: Sequence[Wanted], files: Files, progress: Callable[[int, int], None] | None
) -> tuple[list[FileChange], list[LeftAlone]]:
    """Return one copy of each file, in the folder after the event's own; each file once."""
    changes: list[FileChange] = []
    left: list[LeftAlone] = []
    taken: set[str] = set()
    seen: set[str] = set()
    for done, want in enumerate(sorted(wanted, key=lambda want: (want.written.time_s, want.path))):
        if want.key not in seen:
            seen.add(want.key)
            try:
                change, why = _copied(want, files)
            except LeftAloneError as why_left:
                left.append(LeftAlone(str(want.path), str(why_left)))
            else:
                name = _free(_name(want), taken)
                place = Place(len(files.roots), PurePosixPath(name))
                changes.append(replace(change, writes=place, was=None, why=why))
        if progress is not None:
            progress(done + 1, len(wanted))
    return changes, left


def _copied(want: Wanted, files: Files) -> tuple[FileChange, str]:
    """Return the copy's changes, none where its format takes none, and why."""
    plain = unchanged(want, files)
    if want.state not in ("moved", "guessed"):
        return plain, want.why
    try:
        return changes_in_file(want, files) or plain, want.why
    except LeftAloneError as left:
        return plain, f"{want.why}; {left}: only its name has the time"


def _name(want: Wanted) -> str:
    """Return a copy's name: when, an estimated time with ~, then whose, then its old name."""
    sign = "~" if want.state == "guessed" else ""
    name = f"{_time_name(want.written)}{sign}_{_usable(want.gallery)}_{_usable(want.path.name)}"
    folder = _APART.get(want.state)
    return name if folder is None else f"{folder}/{name}"


# a time as _time_name writes it, perhaps estimated, then whose photo it is
_COPY_NAME = re.compile(r"\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}~?_.+", re.ASCII | re.DOTALL)


def is_copy_name(photo: str, path: PurePosixPath) -> bool:
    """Tell whether a copy of a photo may have this name in the new folder.

    >>> is_copy_name("a.jpg", PurePosixPath("2024-05-04_14-00-00_Anna_a.jpg"))
    True
    """
    *folders, name = path.parts
    return (
        folders in ([], *([folder] for folder in _APART.values()))
        and _COPY_NAME.fullmatch(name) is not None
        and path.suffix == PurePosixPath(_usable(photo)).suffix
    )


def _time_name(written: WallTime) -> str:
    return to_text(written.time_s // 1).replace(" ", "_").replace(":", "-")


def _usable(name: str) -> str:
    """Return a name for every system; of a long one both ends.

    >>> _usable("Anna: phone")
    'Anna- phone'
    """
    name = _UNUSABLE.sub("-", name).strip(" .")
    if len(os.fsencode(name)) > MAX_NAME_BYTES:
        half = MAX_NAME_BYTES // 2 - 2
        head, tail = os.fsencode(name)[:half], os.fsencode(name)[-half:]
        name = f"{head.decode(errors='ignore')}…{tail.decode(errors='ignore')}"
    return name or "unnamed"


def _free(name: str, taken: set[str]) -> str:
    """Return the name, or with a number if another has it.

    Neither case nor the form of its characters tells names apart on every disk.
    """
    stem, dot, suffix = name.rpartition(".")
    names: Iterable[str] = (
        f"{stem or suffix}-{number}{dot}{suffix if stem else ''}" for number in range(2, 1_000_000)
    )
    free = name if _alike(name) not in taken else next(n for n in names if _alike(n) not in taken)
    taken.add(_alike(free))
    return free


def _alike(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
