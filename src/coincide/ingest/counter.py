"""The counter in a photo's file name: what cameras and phones number their photos with."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from coincide.model import Photo
from coincide.model.places import Place

# the last digits of IMG_0012, DSC00186, P1010023, 100_4711; names with more numbers than
# that, such as random ones, have no counter
_COUNTER = re.compile(r"(?:\d{3}[_-])?\D*(\d{3,7})")
# a name by date, IMG_20171220_094344, has no counter
_DATE = re.compile(r"(19|20)\d{2}[-_.]?[01]\d[-_.]?[0-3]\d")
_COPY_MARK = re.compile(r"(?:[ _-]*(?:\(\d+\)|copy|edited|edit))+$", re.IGNORECASE)
# Photos of one device that lie in somebody else's folder, by its file counter.
#
# A phone without a serial number can only be told from another of its model by the numbers of its
# files. A few photos whose numbers and times both fit into the gaps of a longer series were taken
# by the device of that series: another device would have to count the same numbers at the same
# times.

# counters have four digits and begin again: 9999 is followed by 0001
_TURN = 10_000
# photos that one body may take between two photos of one event without any being there
_JUMP = 1_000
# names that cameras give, whatever a program counts in
_BY_CAMERA = re.compile(r"(?:IMG|DSC|DSCF|DSCN|_MG|_DSC|SAM|GOPR|PICT?|P\d)_?\d{4,}", re.IGNORECASE)


def number_of(path: Place) -> int | None:
    """Return the counter in a file's name, None for names without one.

    >>> from pathlib import Path
    >>> number_of(Path("IMG_0012 (1).JPG")), number_of(Path("P1010023.jpg"))
    (12, 23)
    >>> number_of(Path("IMG_20171220_094344.jpg")) is None
    True
    """
    stem = _COPY_MARK.sub("", path.stem)
    if _DATE.search(stem):
        return None
    match = _COUNTER.fullmatch(stem)
    # in P1010023 and DSC00186 the last four digits count, the rest names the folder
    return None if match is None else int(match[1]) % _TURN


def continues(before: int, after: int) -> bool:
    """Tell whether one body may have gone from one number to the other inside an event.

    >>> continues(12, 40), continues(9990, 5), continues(7321, 12), continues(12, 7321)
    (True, True, False, False)
    """
    return (after - before) % _TURN < _JUMP


def share_of_breaks(steps: Sequence[tuple[int, int]]) -> float:
    """Return how many of the steps are not one body's, as a share; 0 where there are none."""
    return sum(not continues(*step) for step in steps) / max(len(steps), 1)


def disorder(numbers: Sequence[int]) -> float:
    """Return the share of breaks along a series in time order: near 0 for one body.

    >>> disorder([9998, 9999, 1, 2, 3]), disorder([12, 7321, 13, 7322, 14])
    (0.0, 1.0)
    """
    return share_of_breaks(list(pairwise(numbers)))


def is_by_camera(path: Place) -> bool:
    """Tell whether a file is named and numbered as cameras do.

    >>> from pathlib import Path
    >>> is_by_camera(Path("IMG_0012.JPG")), is_by_camera(Path("holiday 012.jpg"))
    (True, False)
    """
    return _BY_CAMERA.match(path.stem) is not None


def above_jump(numbers: Sequence[int], least: int = _JUMP) -> list[bool]:
    """Return for each number whether it lies above the widest gap between any two.

    None does where that gap is less than ``least``, by default a jump: programs that rename
    photos count in hundreds, and in any order, so near series need not be two bodies.

    >>> above_jump([12, 7321, 13, 7322]), above_jump([12, 321, 13, 322])
    ([False, True, False, True], [False, False, False, False])
    """
    ordered = sorted(set(numbers))
    gaps = [(after - before, before) for before, after in pairwise(ordered)]
    width, limit = max(gaps, default=(0, 0))
    return [width >= least and number > limit for number in numbers]


# so many photos are needed to tell, and so many in the series that they fit into
_LEAST, _LEAST_IN_SERIES = 2, 8
# numbers between the two neighbours of a stray photo, at most: by chance a number falls there
# in one of fifty cases, and two of them in one of 2,500
_WIDEST_GAP = 200

Series = list[tuple[float, int]]


def fits_into(strays: Sequence[Photo], photos: Sequence[Photo]) -> bool:
    """Tell whether some photos are clearly of the device that took a longer series."""
    mine, series = _series(strays), _series(photos)
    if len(mine) < max(_LEAST, len(strays)) or len(series) < _LEAST_IN_SERIES:
        return False
    software = {photo.device.software for photo in photos}
    if not {photo.device.software for photo in strays} <= software:
        return False
    return all(_fits(time_s, number, series) for time_s, number in mine)


def _series(photos: Sequence[Photo]) -> Series:
    """Return times and numbers of the photos that a camera named, by time."""
    found = (
        (photo.recorded_time_s, number)
        for photo in photos
        if is_by_camera(photo.path) and (number := number_of(photo.path)) is not None
    )
    return sorted(found)


def _fits(time_s: float, number: int, series: Series) -> bool:
    after = bisect_left(series, (time_s, number))
    if after in (0, len(series)):
        return False
    (_, low), (_, high) = series[after - 1], series[after]
    width = (high - low) % _TURN
    return 0 < (number - low) % _TURN < width <= _WIDEST_GAP
