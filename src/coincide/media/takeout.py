"""Read what Google Takeout puts beside photos: a JSON file with when each was taken, in UTC.

Its names were cut at 46 characters, number what is double in a place of their own, and edited
photos have none: they share that of their original.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from coincide.media.metadata import is_possible
from coincide.model import Place, file_of

# files by name and number, "(2)"
Names = Mapping[tuple[str, str], list[str]]

SUFFIX = ".json"
# bytes; they hold a title, two places, a few names and a link
MAX_BYTES = 200_000
# characters of a name that Takeout leaves before ".json"
_CUT = 46
_WHOLE = "supplemental-metadata"
_NUMBER = re.compile(r"\((\d+)\)$")
_EDITED = re.compile(r"[-_ ](?:edited|edit|bearbeitet|modifié|editado|modificato|bewerkt)$", re.I)


def read_takeout(
    paths: Iterable[Place],
    *,
    listed: Callable[[Place], Iterable[Place]] | None = None,
    read: Callable[[Place], bytes | None] | None = None,
) -> dict[Place, float]:
    """Return the UTC at which files were taken, of those that Takeout tells it of.

    ``listed`` names the JSON files in a folder and ``read`` reads one, where that is not on this
    machine's disk. What is no such JSON is passed over: folders hold other ones too.
    """
    files_in: dict[Place, list[Place]] = {}
    for path in paths:
        files_in.setdefault(path.parent, []).append(path)
    found: dict[Place, float] = {}
    for folder, files in files_in.items():
        known = names_of(path.name for path in files)
        for beside in sorted((listed or _listed)(folder), key=lambda one: one.name):
            owners = owners_of(beside.name, known)
            data = (read or _read)(beside) if owners else None
            taken_s = None if data is None else taken_utc_s(data)
            if taken_s is not None:
                found |= {folder / owner: taken_s for owner in owners}
    return found


def owners_of(name: str, known: Names) -> list[str]:
    """Return the files that a JSON file tells of: the photo, and what was edited of it.

    >>> known = names_of(["IMG_1.jpg", "IMG_1-edited.jpg", "IMG_1(2).jpg"])
    >>> owners_of("IMG_1.jpg.supplemental-meta(2).json", known)
    ['IMG_1(2).jpg']
    >>> owners_of("IMG_1.jpg.json", known)
    ['IMG_1.jpg', 'IMG_1-edited.jpg']
    """
    left = name[: -len(SUFFIX)]
    is_cut = len(left) >= _CUT
    number = _NUMBER.search(left)
    if number is not None:
        left = left[: number.start()]
    told, dot, end = left.rpartition(".")
    if dot and end and _WHOLE.startswith(end.casefold()):
        left = told
    wanted = left.casefold(), "" if number is None else number[0]
    if wanted in known or not is_cut:
        return list(known.get(wanted, ()))
    # the only file that begins so
    begin = [entry for entry in known if entry[1] == wanted[1] and entry[0].startswith(wanted[0])]
    return list(known[begin[0]]) if len(begin) == 1 else []


def names_of(files: Iterable[str]) -> Names:
    """Return files by the name and the number that Takeout knows them by."""
    found: dict[tuple[str, str], list[str]] = {}
    for file in files:
        stem, dot, suffix = file.rpartition(".")
        number = _NUMBER.search(stem)
        mark = "" if number is None else number[0]
        plain = _EDITED.sub("", stem[: len(stem) - len(mark)])
        found.setdefault((f"{plain}{dot}{suffix}".casefold(), mark), []).append(file)
        if mark:  # a number that was its own name's
            found.setdefault((file.casefold(), ""), []).append(file)
    return found


def taken_utc_s(data: bytes) -> float | None:
    """Return when a photo was taken by its JSON; None for one that does not tell.

    >>> taken_utc_s(b'{"title": "a.jpg", "photoTakenTime": {"timestamp": "1714824000"}}')
    1714824000.0
    """
    if len(data) > MAX_BYTES:
        return None
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    taken = document.get("photoTakenTime") if isinstance(document, Mapping) else None
    text = taken.get("timestamp") if isinstance(taken, Mapping) else None
    if not isinstance(text, str) or not re.fullmatch(r"\d{1,11}", text, re.ASCII):
        return None
    # a moment that nobody knows is written as 0
    return float(text) if int(text) > 0 and is_possible(float(text)) else None


def _listed(folder: Place) -> Iterator[Path]:
    here = file_of(folder)
    try:
        with os.scandir(here) as entries:
            names = [entry.name for entry in entries if entry.name.lower().endswith(SUFFIX)]
    except OSError:
        return
    yield from (here / name for name in names if not name.startswith("."))


def _read(place: Place) -> bytes | None:
    path = file_of(place)
    try:
        if not path.is_file():  # a pipe may keep us waiting for ever
            return None
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError:
        return None
