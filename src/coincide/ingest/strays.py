"""Photos of one device that lie in somebody else's folder, by its file counter.

A phone without a serial number can only be told from another of its model by the numbers of its
files. A few photos whose numbers and times both fit into the gaps of a longer series were taken
by the device of that series: another device would have to count the same numbers at the same
times.
"""

from bisect import bisect_left
from collections.abc import Sequence

from coincide.ingest.numbering import is_by_camera, number_of
from coincide.model import Photo

# so many photos are needed to tell, and so many in the series that they fit into
_LEAST, _LEAST_IN_SERIES = 2, 8
# numbers between the two neighbours of a stray photo, at most: by chance a number falls there
# in one of fifty cases, and two of them in one of 2,500
_WIDEST_GAP = 200
_TURN = 10_000

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
