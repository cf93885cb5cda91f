"""Part a clock that knows no afternoon: it shows 2 where it is 14 o'clock, day after day.

Its numbers go on through noon while its times go back, and no hour is beyond 12. What it shows is
right before noon and twelve hours slow after, so mornings are one stretch and afternoons another.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise

from coincide.model import Photo
from coincide.model.times import DAY_S, HOUR_S

# times go back by less where a camera saves two photos in another order than it took them
BACK_S = 90.0
# who puts a clock back by a hand's hour is no such clock, if it happens but once
_MORE_THAN_AN_HOUR_S = 1.5 * HOUR_S
# so many photos before and after noon tell it
_LEAST = 4
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
    if min(len(mornings), len(afternoons)) < _LEAST:
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
