"""Which two photos may be one picture by their tags and names, and which of them came first.

Pixels alone do not tell a copy from the next photo of a burst: two of one second can be alike to
the last digit. What a camera writes does: two presses of the button have two numbers or two times.
"""

import re
from typing import Literal

from coincide.ingest.bodies import is_edited
from coincide.ingest.counter import is_by_camera, number_of
from coincide.ingest.devices import model_key
from coincide.ingest.shots import original_stem
from coincide.model import Photo

# one press of the button by all that is written; one second by what two clocks show; a copy that
# kept its original's time; one that may as well be the next of a burst; one that lost its
# original's time; None: two photos
Kin = Literal["one shot", "two clocks", "same time", "burst", "other time"]
_NO_DEVICE = ("", "")
_TIME_IN_NAME = re.compile(r"(?:19|20)\d{6}[-_ ]?\d{6}")


def kinship(a: Photo, b: Photo, *, one_gallery: bool) -> Kin | None:
    """Return how two photos may be one picture by what is written of them, if they may."""
    if _are_two_devices(a, b):
        return None
    if same_time(a, b):
        return _of_one_time(a, b, one_gallery=one_gallery)
    if _numbered_apart(a, b) or not (is_weak(a) or is_weak(b) or stem(a) == stem(b)):
        return None
    return "other time" if worth(a)[:3] != worth(b)[:3] else None


def _of_one_time(a: Photo, b: Photo, *, one_gallery: bool) -> Kin | None:
    to_the_fraction = a.recorded_time_s % 1 != 0 and b.recorded_time_s % 1 != 0
    if _numbered_apart(a, b):
        # a phone numbers what it was sent anew, and keeps the time to the fraction
        return "one shot" if to_the_fraction and not one_gallery else None
    if to_the_fraction or (is_by_camera(a.path) and stem(a) == stem(b)):
        return "one shot"
    if not one_gallery:
        return "two clocks"
    # a burst that a program renamed is one clock's anyway
    beside = a.path.parent == b.path.parent and _size(a) == _size(b)
    return "burst" if beside and not _is_after(a, b) else "same time"


def are_two_shots(a: Photo, b: Photo) -> bool:
    """Tell whether what cameras wrote says that the button was pressed twice, whatever is seen.

    A camera that takes several exposures of one second makes pictures that pixels take for one.
    """
    if _are_two_devices(a, b):
        return True
    # a phone numbers what it was sent anew, and keeps the time to the fraction
    to_the_fraction = a.recorded_time_s % 1 != 0 and b.recorded_time_s % 1 != 0
    return _numbered_apart(a, b) and not (to_the_fraction and same_time(a, b))


def _is_after(a: Photo, b: Photo) -> bool:
    """Tell whether one is named after the other: not if both have a number behind their name."""
    names = {photo.path.stem.casefold() for photo in (a, b)}
    return original_stem(a.path) in names or original_stem(b.path) in names


def same_time(a: Photo, b: Photo) -> bool:
    """Tell whether two photos say the same time; programs cut the fraction of a second off."""
    whole = a.recorded_time_s % 1 == 0 or b.recorded_time_s % 1 == 0
    if whole:
        return int(a.recorded_time_s) == int(b.recorded_time_s)
    return abs(a.recorded_time_s - b.recorded_time_s) < 1e-3


def _are_two_devices(a: Photo, b: Photo) -> bool:
    models = {model_key(photo.device) for photo in (a, b)} - {_NO_DEVICE}
    serials = {photo.device.serial for photo in (a, b)} - {None}
    return len(models) > 1 or len(serials) > 1


def _numbered_apart(a: Photo, b: Photo) -> bool:
    """Tell whether a camera gave both their names, and two numbers or two times."""
    numbers = [number_of(photo.path) if is_by_camera(photo.path) else None for photo in (a, b)]
    if None not in numbers:
        return numbers[0] != numbers[1]
    times = [_TIME_IN_NAME.search(photo.path.stem) for photo in (a, b)]
    return None not in times and len({match[0] for match in times if match}) > 1


def is_weak(photo: Photo) -> bool:
    """Tell whether a photo's own time is worth little: no camera stands behind it."""
    nameless = model_key(photo.device) == _NO_DEVICE
    return nameless or photo.time_from in ("name", "takeout") or is_edited(photo)


def stem(photo: Photo) -> str:
    """Return a photo's name without what programs put behind it."""
    return original_stem(photo.path) or photo.path.stem.casefold()


def worth(photo: Photo) -> tuple[bool, bool, bool, int, int]:
    """Return how near a photo is to what the camera made: the original has the most."""
    facts = (
        *(photo.zone_s, photo.gps_time_s, photo.position, photo.scene_ev, photo.exact),
        photo.device.software,
    )
    return (
        model_key(photo.device) != _NO_DEVICE and photo.time_from not in ("name", "takeout"),
        not is_edited(photo),
        is_by_camera(photo.path) or _TIME_IN_NAME.search(photo.path.stem) is not None,
        sum(fact is not None for fact in facts),
        _size(photo)[0] * _size(photo)[1],
    )


def _size(photo: Photo) -> tuple[int, int]:
    width, height = sorted((photo.width_px or 0, photo.height_px or 0))
    return width, height
