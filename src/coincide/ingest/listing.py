"""Say whose files they are of an event that was listed, not walked: the same rules."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from coincide.errors import EventError
from coincide.ingest.people import scan_people
from coincide.ingest.scan import Scan, Source, distinct_names, is_system_name, tidy
from coincide.model import Url

P = TypeVar("P", Path, Url)


def scan_listed(roots: Sequence[P], paths: Iterable[P]) -> Scan:
    """Return the people in the one root, or take each of several roots for one.

    ``paths`` are all files below the roots; hidden ones and those of programs are passed over.
    """
    unique = sorted(set(roots))
    for root in unique:
        for other in unique:
            if other in root.parents:
                raise EventError(f"{root} is inside {other}: give only one of the two.")
    files = sorted(path for path in paths if not _is_hidden(path, unique))
    if len(unique) == 1:
        return scan_people(unique[0], files)
    sources = [
        Source(name, tuple(path for path in files if root in path.parents))
        for root, name in zip(unique, distinct_names(unique), strict=True)
    ]
    return Scan(tidy(unique[0].parent.name) or "event", tuple(sources), roots=tuple(unique))


def _is_hidden(path: P, roots: Sequence[P]) -> bool:
    root = next(root for root in roots if root in path.parents)
    return any(is_system_name(part) for part in path.relative_to(root).parts)
