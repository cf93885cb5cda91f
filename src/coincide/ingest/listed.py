"""Say whose files they are of an event that was listed, not walked: the rules of ``scan``."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from coincide.errors import EventError
from coincide.ingest.scan import CARD_FOLDER, Scan, Source, distinct_names, is_system_name, tidy
from coincide.model import Url

P = TypeVar("P", Path, Url)


def scan_listed(roots: Sequence[P], paths: Iterable[P]) -> Scan:
    """Take each folder of the one root for a person, or each of several roots.

    ``paths`` are all files below the roots; hidden ones and those of programs are passed over.
    """
    unique = sorted(set(roots))
    for root in unique:
        for other in unique:
            if other in root.parents:
                raise EventError(f"{root} lies inside {other}: give only one of the two.")
    files = sorted(path for path in paths if not _is_hidden(path, unique))
    if len(unique) == 1:
        return _by_folder(unique[0], files)
    sources = [
        Source(name, tuple(path for path in files if root in path.parents))
        for root, name in zip(unique, distinct_names(unique), strict=True)
    ]
    return Scan(tidy(unique[0].parent.name) or "event", tuple(sources), roots=tuple(unique))


def _by_folder(root: P, files: Sequence[P]) -> Scan:
    people: dict[str, list[P]] = {}
    loose: list[P] = []
    for path in files:
        first, *deeper = path.relative_to(root).parts
        is_person = deeper and not CARD_FOLDER.fullmatch(first)
        (people.setdefault(first, []) if is_person else loose).append(path)
    sources = [
        Source(tidy(folder) or "unnamed", tuple(found)) for folder, found in sorted(people.items())
    ]
    name = tidy(root.name) or "event"
    if loose:
        sources.append(Source(name, tuple(loose), loose=True))
    return Scan(name, tuple(sources), roots=(root,))


def _is_hidden(path: P, roots: Sequence[P]) -> bool:
    root = next(root for root in roots if root in path.parents)
    return any(is_system_name(part) for part in path.relative_to(root).parts)
