"""Part a clock that was reset or put back: each stretch of it is a clock of its own.

A gallery is one clock. One whose battery died goes on from 1970, and one that was put back an
hour shows times again that were: no single offset is right for all of its photos. What shows it
are dates that no event spans, and numbers that go on while times go back. One that knows no
afternoon does so day by day.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise

from coincide.ingest.counter import continues, number_of
from coincide.model import Photo
from coincide.model.times import DAY_S, HOUR_S, to_text

# no event has a pause as long as this; a clock that was reset shows one of years
_PAUSE_S = 120 * DAY_S
# Part a clock that knows no afternoon: it shows 2 where it is 14 o'clock, day after day.
#
# Its numbers go on through noon while its times go back, and no hour is beyond 12. What it shows
# is right before noon and twelve hours slow after, so mornings are one stretch and afternoons
# another.

# so many photos on either side tell a clock that was put back from a file that was renamed
_LEAST = 4
# names count in another order than the camera did where times go back more often
_MOST_BACK = 3
_TURN = 10_000


def stretches_of(photos: Sequence[Photo]) -> tuple[tuple[Photo, ...], ...]:
    """Return the photos of one clock by stretches, the longest first, each by camera time."""
    parts = [part for far in _by_pauses(photos) for part in _by_numbers(far)]
    return tuple(sorted(parts, key=lambda part: -len(part)))


def stretch_name(name: str, photos: Sequence[Photo]) -> str:
    """Return what a further stretch is called: when it began, by its own clock."""
    return f"{name} · {to_text(photos[0].camera_time_s)[:-3]}"


def _by_pauses(photos: Sequence[Photo]) -> list[tuple[Photo, ...]]:
    ends = [
        row
        for row, (before, after) in enumerate(pairwise(photos), start=1)
        if after.camera_time_s - before.camera_time_s > _PAUSE_S
    ]
    return [tuple(photos[first:last]) for first, last in pairwise([0, *ends, len(photos)])]


def _by_numbers(photos: Sequence[Photo]) -> list[tuple[Photo, ...]]:
    """Return what lies between the places where numbers go on and times go back."""
    numbered = [(n, photo) for photo in photos if (n := number_of(photo.path)) is not None]
    if len(numbered) < max(2 * _LEAST, 0.9 * len(photos)):
        return [tuple(photos)]
    turn = _turn([number for number, _ in numbered])
    in_order = [photo for _, photo in sorted(numbered, key=lambda one: (one[0] - turn) % _TURN)]
    ends = [
        row
        for row in _put_back([photo.camera_time_s for photo in in_order])
        # a counter that began again is no clock that was put back
        if continues(*(number_of(photo.path) or 0 for photo in in_order[row - 1 : row + 1]))
    ]
    halves = half_days(in_order, ends)
    if halves is not None:
        return [_by_time(part) for part in _with_unnumbered(halves, photos)]
    parts = [in_order[first:last] for first, last in pairwise([0, *ends, len(in_order)])]
    if not 1 <= len(ends) <= _MOST_BACK or min(len(part) for part in parts) < _LEAST:
        return [tuple(photos)]
    return [_by_time(part) for part in _with_unnumbered(parts, photos)]


def _put_back(times_s: Sequence[float]) -> list[int]:
    """Return the rows at which times go back and stay there; one photo may be out of order."""
    rows = [row for row, (a, b) in enumerate(pairwise(times_s), start=1) if a - b > BACK_S]
    return [
        row
        for row in rows
        if row + 1 == len(times_s)
        or times_s[row + 1] - times_s[row] < times_s[row - 1] - times_s[row]
    ]


def _turn(numbers: Sequence[int]) -> int:
    """Return the number that a counter began with: the one after the widest gap around the turn."""
    ordered = sorted(set(numbers))
    gaps = [(after - before, after) for before, after in pairwise(ordered)]
    width, first = max(gaps, default=(0, ordered[0]))
    around = ordered[0] + _TURN - ordered[-1]
    return first if width > around else ordered[0]


def _with_unnumbered(
    parts: Sequence[Sequence[Photo]], photos: Sequence[Photo]
) -> list[list[Photo]]:
    """Return parts with the photos whose names do not count, each where its time is nearest."""
    filled = [list(part) for part in parts]
    known = {photo.key for part in parts for photo in part}
    for photo in photos:
        if photo.key not in known:
            nearest = min(
                range(len(parts)),
                key=lambda nth: min(
                    abs(part.camera_time_s - photo.camera_time_s) for part in parts[nth]
                ),
            )
            filled[nearest].append(photo)
    return filled


def _by_time(photos: Sequence[Photo]) -> tuple[Photo, ...]:
    return tuple(sorted(photos, key=lambda photo: (photo.camera_time_s, photo.key)))


# times go back by less where a camera saves two photos in another order than it took them
BACK_S = 90.0
# who puts a clock back by a hand's hour is no such clock, if it happens but once
_MORE_THAN_AN_HOUR_S = 1.5 * HOUR_S
# so many photos before and after noon tell it
_LEAST_HALF_DAY = 4
_FIRST_NOT_SHOWN_S = 13 * HOUR_S
# by hand: whoever photographs between these alone, by such a clock, did so after noon, not at night
_AFTERNOON_S = (1 * HOUR_S, 6 * HOUR_S)


def half_days(in_order: Sequence[Photo], put_back: Sequence[int]) -> list[list[Photo]] | None:
    """Return mornings, afternoons, and each day that may be of either; None of any other clock.

    ``in_order``: photos by their numbers; ``put_back``: the rows at which times go back.
    """
    if not _knows_no_afternoon(in_order, put_back):
        return None
    mornings, afternoons, others = list[Photo](), list[Photo](), list[list[Photo]]()
    for _, of_day in groupby(in_order, key=_day):
        before, after = _at_noon(list(of_day))
        if after:
            mornings += before
            afternoons += after
        elif all(
            _AFTERNOON_S[0] <= photo.camera_time_s % DAY_S < _AFTERNOON_S[1] for photo in before
        ):
            afternoons += before
        else:
            others.append(before)
    if min(len(mornings), len(afternoons)) < _LEAST_HALF_DAY:
        return None
    return [mornings, afternoons, *others]


def _knows_no_afternoon(in_order: Sequence[Photo], put_back: Sequence[int]) -> bool:
    """Tell whether times go back once a day at most, within the day, and never show 13 o'clock."""
    if any(photo.camera_time_s % DAY_S >= _FIRST_NOT_SHOWN_S for photo in in_order):
        return False
    around = [(in_order[row - 1], in_order[row]) for row in put_back]
    if len({_day(after) for _, after in around}) < len(around):
        return False
    if any(_day(before) != _day(after) for before, after in around):
        return False
    most_s = max((one.camera_time_s - later.camera_time_s for one, later in around), default=0.0)
    return len(around) > 1 or most_s > _MORE_THAN_AN_HOUR_S


def _at_noon(of_day: list[Photo]) -> tuple[list[Photo], list[Photo]]:
    """Return a day's photos before and after its times go back furthest, if they do."""
    back_s = [one.camera_time_s - later.camera_time_s for one, later in pairwise(of_day)]
    most_s = max(back_s, default=0.0)
    row = back_s.index(most_s) + 1 if most_s > BACK_S else len(of_day)
    return of_day[:row], of_day[row:]


def _day(photo: Photo) -> int:
    return int(photo.camera_time_s // DAY_S)
