"""Whose folders they are: people may lie in groups, days in people, and people in days.

Told by the names on the way to a file alone. What names leave open, whether ``Rome/Anna`` is
somebody or a chapter, is told by what the files say (see ``branches``).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from coincide.ingest.foldernames import FolderName, Sort, read_name
from coincide.ingest.scan import (
    Scan,
    Source,
    entries_of,
    existing_folder,
    is_folder,
    tidy,
    usable_names,
    walk,
)
from coincide.model import Place, SkippedPhoto
from coincide.model.places import way_to

# the way to somebody: the folders that name a group or a person, without days and cards
Way = tuple[str, ...]
# where nothing on the way names anybody, whatever speaks of the most stands for a name
_INSTEAD: tuple[Sort, ...] = ("group", "chapter", "files")


def scan_folder(folder: Path) -> Scan:
    """Return the people in a folder of this machine's disks."""
    folder = existing_folder(folder)
    files: list[Path] = []
    skipped: list[SkippedPhoto] = []
    for entry in entries_of(folder):
        found = walk(entry, within=[folder]) if is_folder(entry) else usable_names([entry])
        files += found[0]
        skipped += found[1]
    return scan_people(folder, files, skipped)


def scan_people(root: Place, files: Iterable[Place], skipped: Sequence[SkippedPhoto] = ()) -> Scan:
    """Return the people of one folder; loose files, and those of days and cards, are one more."""
    by_way: dict[Way, list[Place]] = {}
    written: dict[Way, set[str]] = {}
    for path in files:
        inside = way_to(path, root)
        folders = () if inside is None else inside.parts[:-1]
        way = way_of(folders)
        by_way.setdefault(way, []).append(path)
        written.setdefault(way, set()).update(
            tidy(folder) for folder in folders if way and read_name(folder).rest == way[-1]
        )
    loose = by_way.pop((), [])
    # who lies in one dated folder alone keeps its name as it is written
    as_written = {way: next(iter(found)) for way, found in written.items() if len(found) == 1}
    sources = [
        Source(name, tuple(sorted(by_way[way])), way=way)
        for way, name in _named(list(by_way), as_written).items()
    ]
    sources.sort(key=lambda source: source.name)
    event = tidy(root.name) or "event"
    if loose:
        sources.append(Source(event, tuple(sorted(loose)), loose=True))
    return Scan(event, tuple(sources), tuple(skipped), roots=(root,))


def way_of(folders: Sequence[str]) -> Way:
    """Return the way to somebody that the folders above a file tell.

    >>> way_of(["Guests", "Anna", "DCIM", "100CANON"]), way_of(["2024-05-04", "Anna", "RAW"])
    (('Guests', 'Anna'), ('Anna',))
    >>> way_of(["Church"]), way_of(["day1", "101CANON"])
    (('Church',), ())
    """
    names = [read_name(folder) for folder in folders]
    if any(name.sort == "name" for name in names):
        return tuple(name.rest for name in names if name.sort in ("group", "name"))
    instead = (_first(names, sort) for sort in _INSTEAD)
    return next((way for way in instead if way), ())


def _first(names: Sequence[FolderName], sort: Sort) -> Way:
    return next(((name.rest,) for name in names if name.sort == sort), ())


def stem_of(way: Way) -> Way:
    """Return the way up to the first name that may be a person's.

    >>> stem_of(("Guests", "Anna", "Garden")), stem_of(("Guests",))
    (('Guests', 'Anna'), ('Guests',))
    """
    for end, folder in enumerate(way, start=1):
        if read_name(folder).sort == "name":
            return way[:end]
    return way


def _named(ways: Sequence[Way], as_written: Mapping[Way, str]) -> dict[Way, str]:
    """Name each way as shortly as tells it apart: without groups, and without single folders."""
    n_of_stem = Counter(stem_of(way) for way in ways)
    whole = {way: stem_of(way) if n_of_stem[stem_of(way)] == 1 else way for way in ways}
    short = {
        way: "/".join(found[len(stem_of(found)) - 1 :])
        if len(way) > 1
        else as_written.get(way, way[0])
        for way, found in whole.items()
    }
    n_named = Counter(short.values())
    return {
        way: name if n_named[name] == 1 else "/".join(whole[way]) for way, name in short.items()
    }
