"""From what a person types to the photo or gallery it means, and back."""

import difflib
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from coincide.errors import UsageError
from coincide.model import Event, Photo, Place, Url

MAX_LISTED = 10  # names in one message; more would hide the remedy


def base_of(source: Place) -> Place:
    """Return the folder that an event's photos are named from."""
    if isinstance(source, Url):
        return source
    place = source.expanduser().resolve()
    return place if place.is_dir() else place.parent


def find_gallery(event: Event, wanted: str) -> str:
    """Return a gallery's name if the event has it; else say which there are."""
    names = [gallery.name for gallery in event.galleries]
    if wanted in names:
        return wanted
    there = names if len(names) <= MAX_LISTED else _closest(wanted, names)
    raise UsageError(f"There is no gallery {wanted!r}; there are: {', '.join(there)}.")


def find_photo(event: Event, wanted: Place, base: Place) -> Photo:
    """Return the photo that a path means: by place, by content, or by the end of its path.

    The place is looked for from the current folder, then from ``base``. Content finds a
    photo under any of its names: one that was sent to others is kept in one gallery.
    """
    places = _meant(wanted, base)
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


def find_row(event: Event, wanted: Place, base: Place) -> int:
    """Return the row of the photo that a path means."""
    found = find_photo(event, wanted, base).path
    return next(row for row, photo in enumerate(event.photos) if photo.path == found)


def _meant(wanted: Place, base: Place) -> list[Place]:
    """Return the places that a photo's name may mean."""
    if isinstance(wanted, Url):
        return [wanted]
    here = Path(os.path.abspath(wanted))  # noqa: PTH100
    if isinstance(base, Url):
        return [here, base / wanted]
    return [here, Path(os.path.abspath(base / wanted))]  # noqa: PTH100


def name_of(path: Place, base: Place) -> str:
    """Return a path as find_photo takes it: short where it lies inside the event's folder."""
    if isinstance(path, Url) and isinstance(base, Url) and path.is_relative_to(base):
        return str(path.relative_to(base))
    if isinstance(path, Path) and isinstance(base, Path) and path.is_relative_to(base):
        return str(path.relative_to(base))
    return str(path)


def _key_of(path: Place) -> str | None:
    """Return the content's key, None where there is no file to read."""
    try:
        if isinstance(path, Url) or not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _why_none(
    event: Event, wanted: Place, base: Place, places: Sequence[Place], ending: Sequence[Photo]
) -> str:
    for skipped in event.skipped:
        if skipped.path in places:
            return f"{wanted} is not used in this event: {skipped.reason}."
    if ending:
        names = [name_of(photo.path, base) for photo in ending[:MAX_LISTED]]
        return f"{wanted} may mean any of {', '.join(names)}: give more of its path."
    names = [name_of(photo.path, base) for photo in event.photos]
    return (
        f"{wanted} is not a photo of {event.name}; the closest of its {len(names)} are:"
        f" {', '.join(_closest(str(wanted), names))}."
    )


def _closest(wanted: str, names: Sequence[str]) -> list[str]:
    """Return up to three names, the likest first."""
    return difflib.get_close_matches(wanted, names, n=3, cutoff=0.0)
