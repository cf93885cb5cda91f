"""The simplest error that fits: −1 h, where −59 min 52 s was found and cannot be told from it."""

from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks.words import FAR_S
from coincide.solver.clocks.zones import MAX_ZONE_S, QUARTER_S

# an interval of less on either side holds a round value for a reason
_SNAP_WITHIN_S = 60.0
# how far to either side the offset of a clock that was set anew may be off: it is told no better
_SIDE_WITHIN_S = 120.0


def simplest_s(
    offset_s: float,
    low_s: float,
    high_s: float,
    *,
    or_none: bool = False,
) -> float:
    """Return the roundest error inside a narrow interval, the offset itself where there is none.

    Whole days, then whole hours, then half and quarter hours that a zone may be off by. Wide
    intervals hold round values by chance, and nothing is made of that. ``or_none``: it may as well
    be none at all; sides of a clock that was set anew are within a minute or two of what they are.

    >>> simplest_s(-3592.0, -3640.0, -3550.0), simplest_s(281.0, 240.0, 320.0)
    (-3600.0, 281.0)
    """
    if or_none:
        low_s = min(low_s, offset_s - _SIDE_WITHIN_S)
        high_s = max(high_s, offset_s + _SIDE_WITHIN_S)
        if low_s <= 0.0 <= high_s:
            return 0.0
    elif max(high_s - offset_s, offset_s - low_s) > _SNAP_WITHIN_S:
        return offset_s
    for step_s, most_s in ((DAY_S, FAR_S), (HOUR_S, MAX_ZONE_S), (QUARTER_S, MAX_ZONE_S)):
        round_s = float(round(offset_s / step_s) * step_s)
        if round_s and abs(round_s) <= most_s and low_s <= round_s <= high_s:
            return round_s
    return offset_s
