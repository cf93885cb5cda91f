"""Tell apart bodies of one model that write no serial number, only where that is clear.

Two phones of one model differ in their software version or in their file
numbering. One phone may show both as well: an update in the middle of the
event, a counter that begins again, a second camera app. So a difference
counts only if the two interleave in time and do not share one series of
numbers, or if it comes with a break in numbering. Where it is not clear the
photos stay together, and a note says so.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, groupby, pairwise

from coincide.ingest.counter import (
    above_jump,
    disorder,
    is_by_camera,
    number_of,
    share_of_breaks,
)
from coincide.ingest.options import IngestOptions
from coincide.model import Photo

# programs that put their own name where the camera's software stood; lower case
_EDITORS = (
    *("acdsee", "adobe", "affinity", "aperture", "capture one", "darktable", "digikam"),
    *("facebook", "gimp", "instagram", "irfanview", "lightroom", "luminar", "nikon transfer"),
    *("paint", "photos ", "photoscape", "photoshop", "picasa", "polarr", "rawtherapee"),
    *("snapseed", "viewnx", "vsco", "windows photo", "xnview"),
)
# runs of one kind in time order: one update or one counter that begins again makes two,
# both together three; more come only from two bodies in turn
_MIN_RUNS = 4
# share of breaks in numbering that still counts as one series: copies, equal seconds
_ORDERLY = 0.1
# numbers between two series that are told apart only if each of them is in perfect order
_NEAR = 100


Numbered = tuple[Photo, int]


@dataclass(frozen=True)
class Body:
    """Photos taken to be from one body, what was assumed, and why they may be of two."""

    photos: tuple[Photo, ...]
    notes: tuple[str, ...] = ()
    doubt: str = ""


def split_bodies(photos: Iterable[Photo], options: IngestOptions) -> list[Body]:
    """Return photos of one model without serial numbers, one entry per body."""
    ordered = sorted(photos, key=lambda photo: (photo.recorded_time_s, photo.path))
    parts = _split_by_software(ordered, options)
    return [body for part in parts for body in _split_by_number(part, options)]


def _split_by_software(photos: list[Photo], options: IngestOptions) -> list[Body]:
    by_version = _by_version(photos)
    large = {v: part for v, part in by_version.items() if len(part) >= options.min_photos_per_body}
    groups = [{version} for version in sorted(large)]
    for a, b in combinations(sorted(large), 2):
        if not _are_two_bodies(large[a], large[b], options):
            groups = _merged(groups, a, b)
    if len(groups) < 2:
        return [Body(tuple(photos), _doubts(sorted(by_version)), _doubt_by_version(by_version))]
    bodies = [
        [photo for version in sorted(versions) for photo in large[version]] for versions in groups
    ]
    return _with_rest(photos, bodies, "software version")


def _by_version(photos: Iterable[Photo]) -> dict[str, list[Photo]]:
    """Return the photos by the version of the camera's own software.

    Other programs on the same phone write their own name ("Google" after an
    edit, the name of a camera app): only what is written alike but for its
    numbers is another version. The commonest way of writing is the camera's.
    """
    found = [(photo, photo.device.software) for photo in photos if not is_edited(photo)]
    forms = Counter(_form(software) for _, software in found if software)
    if not forms:
        return {}
    camera = min(forms, key=lambda form: (-forms[form], form))
    versions: dict[str, list[Photo]] = {}
    for photo, software in found:
        if software and _form(software) == camera:
            versions.setdefault(software, []).append(photo)
    return versions


def is_edited(photo: Photo) -> bool:
    """Tell whether a program put its own name where the camera's software stood."""
    software = f"{photo.device.software or ''} ".lower()
    return any(editor in software for editor in _EDITORS)


def _form(software: str) -> str:
    """Return a software's name without its numbers.

    >>> _form("9.3.5") == _form("10.1"), _form("HDR+ 1.0.31z") == _form("Google")
    (True, False)
    """
    return re.sub(r"[\w.-]*\d[\w.-]*", "#", software)


def _are_two_bodies(a: list[Photo], b: list[Photo], options: IngestOptions) -> bool:
    """Tell whether two software versions, each with enough photos, are clearly two bodies."""
    marked = [(photo, False) for photo in a] + [(photo, True) for photo in b]
    marked.sort(key=lambda item: (item[0].recorded_time_s, item[0].path))
    interleaved = _interleave([mark for _, mark in marked], options)
    numbered = [(n, mark) for photo, mark in marked if (n := number_of(photo.path)) is not None]
    n_b = sum(mark for _, mark in numbered)
    if min(n_b, len(numbered) - n_b) < options.min_photos_per_body:
        return interleaved
    changes = [(p[0], q[0]) for p, q in pairwise(numbered) if p[1] != q[1]]
    # one series of numbers through all changes: one body, whatever its software is called
    broken = share_of_breaks(changes)
    return broken > _ORDERLY if interleaved else broken == 1.0


def _split_by_number(body: Body, options: IngestOptions) -> list[Body]:
    numbered = [(photo, n) for photo in body.photos if (n := number_of(photo.path)) is not None]
    found = _series(numbered, options) if numbered else None
    if found is None:
        found = _near_series(numbered, options)
    if found is not None and len(found) > 1:
        parts = [[photo for photo, _ in part] for part in found]
        return _with_rest(body.photos, parts, "file numbering", notes=body.notes)
    if disorder([number for _, number in numbered]) > 2 * _ORDERLY:
        note = "file numbers do not follow the camera times; kept together as one clock"
        by_camera = sum(is_by_camera(photo.path) for photo, _ in numbered)
        # what a program numbered anew says nothing of cameras
        doubt = "its file numbers do not follow its times" if 2 * by_camera > len(numbered) else ""
        return [Body(body.photos, (*body.notes, note), body.doubt or doubt)]
    return [body]


def _near_series(numbered: list[Numbered], options: IngestOptions) -> list[list[Numbered]] | None:
    """Return two series in turn whose numbers are near, each without a single break."""
    marks = above_jump([number for _, number in numbered], _NEAR)
    if not _interleave(marks, options):
        return None
    parts = [
        [item for item, mark in zip(numbered, marks, strict=True) if mark is side]
        for side in (False, True)
    ]
    orderly = all(disorder([number for _, number in part]) == 0.0 for part in parts)
    return parts if orderly else None


def _series(numbered: list[Numbered], options: IngestOptions) -> list[list[Numbered]] | None:
    """Return the series of numbers that photos in time order make up; None if they make none."""
    marks = above_jump([number for _, number in numbered])
    if _interleave(marks, options):
        low, high = (
            [item for item, mark in zip(numbered, marks, strict=True) if mark is side]
            for side in (False, True)
        )
        below, above = _series(low, options), _series(high, options)
        if below is not None and above is not None:
            return below + above
    is_one = disorder([number for _, number in numbered]) <= _ORDERLY
    return [numbered] if is_one else None


def _with_rest(
    photos: Sequence[Photo], parts: list[list[Photo]], by: str, *, notes: tuple[str, ...] = ()
) -> list[Body]:
    """Return a body for each part, and one more for what belongs to none of them."""
    note = f"distinguished from another device of the same model by {by}"
    taken = {photo.path for part in parts for photo in part}
    bodies = [Body(tuple(part), (*notes, note)) for part in parts]
    rest = tuple(photo for photo in photos if photo.path not in taken)
    if rest:
        doubt = f"it is unknown which of {len(parts)} devices of the same model took these"
        bodies.append(Body(rest, (*notes, doubt)))
    return bodies


def _doubts(versions: Sequence[str]) -> tuple[str, ...]:
    if len(versions) < 2:
        return ()
    listed = ", ".join(versions)
    return (
        f"software versions {listed}, but no clear sign of two devices: kept together as one clock",
    )


def _doubt_by_version(by_version: Mapping[str, Sequence[Photo]]) -> str:
    """Say so where versions of software take turns: an update comes once."""
    marked = [
        (photo.recorded_time_s, version) for version, found in by_version.items() for photo in found
    ]
    n_runs = sum(1 for _ in groupby(version for _, version in sorted(marked)))
    takes_turns = n_runs >= _MIN_RUNS + len(by_version) - 2
    return "its photos alternate between two software versions" if takes_turns else ""


def _merged(groups: list[set[str]], a: str, b: str) -> list[set[str]]:
    together = {version for group in groups if group & {a, b} for version in group}
    return [group for group in groups if not group & {a, b}] + [together]


def _interleave(marks: Sequence[bool], options: IngestOptions) -> bool:
    """Tell whether two kinds in time order take turns, and not by a few stray photos alone."""
    n_runs = sum(1 for _ in groupby(marks))
    return n_runs >= _MIN_RUNS and _n_misfits(marks) >= options.min_photos_per_body


def _n_misfits(marks: Sequence[bool]) -> int:
    """Return how many would have to go for one kind to come wholly before the other.

    >>> _n_misfits([False, False, True, True]), _n_misfits([True, False, True, True, False])
    (0, 1)
    """
    n_true = sum(marks)
    # (true ones before the cut) + (false ones behind it), at each cut; or the other way round
    costs = list(accumulate((1 if mark else -1 for mark in marks), initial=len(marks) - n_true))
    return min(*costs, len(marks) - max(costs))
