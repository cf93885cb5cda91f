"""From what a person types to the photo or gallery it means, and back."""

import difflib
import hashlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from coincide.errors import UsageError
from coincide.model import Event, Photo
from coincide.storage.urls import as_url, is_url

MAX_LISTED = 10  # names in one message; more would hide the remedy


def refuse_urls(paths: Iterable[Path | None]) -> None:
    """Refuse photos in object storage where files of this machine are written or shown."""
    for path in paths:
        if path is not None and is_url(path):
            raise UsageError(
                f"{as_url(path)}: photos at a URL can be synced, not corrected or shown. Fetch them"
                " to a folder first, or use offsets.csv with a program of your own."
            )


def find_gallery(event: Event, wanted: str) -> str:
    """Return a gallery's name if the event has it; else say which there are."""
    names = [gallery.name for gallery in event.galleries]
    if wanted in names:
        return wanted
    there = names if len(names) <= MAX_LISTED else _closest(wanted, names)
    raise UsageError(f"No gallery is named {wanted!r}; there are: {', '.join(there)}.")


def find_photo(event: Event, wanted: Path, base: Path) -> Photo:
    """Return the photo that a path means: by place, by content, or by the end of its path.

    The place is looked for from the current folder, then from ``base``. Content finds a
    photo under any of its names: one that was sent to others is kept in one gallery.
    """
    places = [Path(os.path.abspath(start / wanted)) for start in (Path.cwd(), base)]  # noqa: PTH100
    by_path = {photo.path: photo for photo in event.photos}
    for place in places:
        if place in by_path:
            return by_path[place]
    by_key = {photo.key: photo for photo in event.photos}
    for key in map(_key_of, places):
        if key in by_key:
            return by_key[key]
    parts = wanted.parts
    ending = [photo for photo in event.photos if photo.path.parts[-len(parts) :] == parts]
    if len(ending) == 1:
        return ending[0]
    raise UsageError(_why_none(event, wanted, base, places, ending))


def name_of(path: Path, base: Path) -> str:
    """Return a path as find_photo takes it: short where it lies inside the event's folder."""
    return str(path.relative_to(base) if path.is_relative_to(base) else path)


def _key_of(path: Path) -> str | None:
    """Return the content's key, None where there is no file to read."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _why_none(
    event: Event, wanted: Path, base: Path, places: Sequence[Path], ending: Sequence[Photo]
) -> str:
    for skipped in event.skipped:
        if skipped.path in places:
            return f"{wanted} is left out of the event: {skipped.reason}."
    if ending:
        names = [name_of(photo.path, base) for photo in ending[:MAX_LISTED]]
        return f"{wanted} may be any of {', '.join(names)}: give more of its path."
    names = [name_of(photo.path, base) for photo in event.photos]
    return (
        f"{wanted} is no photo of {event.name}; the closest of its {len(names)} are:"
        f" {', '.join(_closest(str(wanted), names))}."
    )


def _closest(wanted: str, names: Sequence[str]) -> list[str]:
    """Return up to three names, the likest first."""
    return difflib.get_close_matches(wanted, names, n=3, cutoff=0.0)
