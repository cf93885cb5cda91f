"""By how much ``coincide shift`` moves each gallery: by what a person knows of it."""

from dataclasses import dataclass
from pathlib import Path

from coincide.app.cli.output.names import find_gallery, find_photo
from coincide.errors import UsageError
from coincide.model import Event, Gallery, Photo
from coincide.model.times import DAY_S, parse_offset_s, parse_shown_s
from coincide.project import remembered
from coincide.timeline.display import CameraDisplay


@dataclass(frozen=True)
class Way:
    """How the shift is told: one of these ways, and of which gallery."""

    offset: str | None
    gallery: str | None
    photo: Path | None
    shows: str | None
    same: Path | None
    remembered: bool


def shifts_by(way: Way, event: Event, source: Path) -> dict[str, float]:
    """Return by how much each gallery moves, by the one way that was given."""
    ways = [way.offset is not None, way.shows is not None, way.same is not None]
    if sum([*ways, way.remembered]) != 1:
        raise UsageError(
            "Give one of: OFFSET, --photo with --shows, --photo with --same, --remembered."
        )
    if (way.photo is not None) != (way.offset is None and not way.remembered):
        raise UsageError("--photo needs --shows or --same, and each of them needs --photo.")
    if way.remembered:
        return _remembered(event, way.gallery)
    if way.offset is not None:
        names = [gallery.name for gallery in event.galleries]
        if way.gallery is not None:
            names = [find_gallery(event, way.gallery)]
        return dict.fromkeys(names, _offset_s(way.offset))
    return _by_photo(event, way, source)


def _offset_s(text: str) -> float:
    offset_s = parse_offset_s(text)
    if offset_s is None:
        raise UsageError(
            f"{text!r} is not an offset: write it like +1h2m, -3m12s, +1:02:00 or 3720s."
        )
    if not offset_s.is_integer() or offset_s == 0.0:
        raise UsageError(f"{text!r}: photos are moved by whole seconds, by at least one.")
    return offset_s


def _by_photo(event: Event, way: Way, source: Path) -> dict[str, float]:
    place = source.expanduser().resolve()
    base = place if place.is_dir() else place.parent
    photo = find_photo(event, way.photo or Path(), base)
    whose = _gallery_of(event, photo)
    gallery, display_s = whose.name, CameraDisplay.of(whose).photo(photo).time_s
    if way.gallery is not None and find_gallery(event, way.gallery) != gallery:
        raise UsageError(f"{way.photo} is in {gallery}, not in {way.gallery}.")
    if way.same is not None:
        other = find_photo(event, way.same, base)
        theirs = _gallery_of(event, other)
        if theirs.name == gallery:
            raise UsageError(f"{way.photo} and {way.same} have the same clock: {gallery}.")
        return {gallery: CameraDisplay.of(theirs).photo(other).time_s - display_s}
    shown_s = parse_shown_s(way.shows or "")
    if shown_s is None:
        raise UsageError(f"--shows {way.shows}: write 14:03:10, or 2024-05-04 14:03:10.")
    if shown_s < DAY_S:  # a time of day: of the nearest day
        shown_s += DAY_S * round((display_s - shown_s) / DAY_S)
    return {gallery: shown_s - display_s}


def _gallery_of(event: Event, photo: Photo) -> Gallery:
    return next(gallery for gallery in event.galleries if photo in gallery.photos)


def _remembered(event: Event, only: str | None) -> dict[str, float]:
    wanted = None if only is None else find_gallery(event, only)
    found = {
        gallery.name: remembered(gallery)
        for gallery in event.galleries
        if wanted in (None, gallery.name)
    }
    known = {name: camera.shift_s for name, camera in found.items() if camera is not None}
    if not known:
        raise UsageError("None of these cameras is remembered. See coincide cameras list.")
    return known
