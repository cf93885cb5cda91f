"""Say in words what kind of error a clock has, where the evidence supports it.

The offset is what must be **added** to camera time, so a positive one means a clock that
is slow, or behind. Signed lengths in the text are this correction, and always come with
the plain word: "time zone or daylight saving: −1 h (the clock is 1 h ahead)".

A cause is named only for a round value that the interval points at: no wider than a third
of the round step (20 min for a whole hour, 5 min for a quarter), and with the value in it
or so near, a thirtieth of the step, that chance would do it one time in fifteen.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from coincide.model.times import (
    DAY_S,
    HOUR_S,
    MINUTE_S,
    from_clock,
    span_in_words,
    to_datetime,
    to_text,
)
from coincide.model.verdicts import is_sure_to
from coincide.solver.clocks.zones import MAX_ZONE_S, QUARTER_S, ZONES_IN_USE_S

# whole seconds in the tags: less than this cannot be seen, and nobody minds it
UNSEEN_S = 2.0
# a clock 30 days behind was not set by anyone; it was reset, or never set
FAR_S = 2_592_000.0
# an interval of less than this on either side is not worth a word
_EXACT_S = 5.0
# no cause is named for an offset whose probability is below the level of its interval
_MIN_PROBABILITY = 0.9
# an hour is told from its neighbours within this, the widest interval that names a cause
_WIDE_S = 1200.0
# after a reset photos begin soon, within a week: the flat battery was charged
_RESET_WITHIN_S = 604_800.0
# a wrong year is the same day and time of day, but for an hour or two
_YEAR_WITHIN_S = 7200.0
# a round value is named as the cause when the offset is as near to it as this part of the round
# step, a thirtieth: chance would do it one time in fifteen
_NEAR_PART = 30.0
# its interval must be no wider than this part of the step, a third
_WIDTH_PART = 3.0

Kind = Literal["right", "zone", "clock", "zone and clock", "reset", "day", "unknown"]

_YEAR_S = 365.2425 * DAY_S
# days that every February has
_FEBRUARY_DAYS = 28


@dataclass(frozen=True, slots=True)
class ClockError:
    """The kind of a clock's error, and a sentence for a person."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class _Offset:
    """An offset with its 90 % interval, of a clock that began at ``camera_first_s``."""

    offset_s: float
    low_s: float
    high_s: float
    camera_first_s: float
    event_zone_s: int | None

    @property
    def width_s(self) -> float:
        return self.high_s - self.low_s

    @property
    def within(self) -> str:
        """How far it may be off, in words that follow others; empty if hardly."""
        exact = self.half_s < _EXACT_S
        return "" if exact else f", to ± {span_in_words(self.half_s)}"

    @property
    def half_s(self) -> float:
        """The wider side of the interval: what is told of it everywhere."""
        return max(self.offset_s - self.low_s, self.high_s - self.offset_s)

    def is_at(self, value_s: float) -> bool:
        """Whether the offset cannot be told from this value."""
        return self.low_s <= value_s <= self.high_s or abs(self.offset_s - value_s) < UNSEEN_S

    def points_at(self, value_s: float, *, step_s: float) -> bool:
        """Whether the evidence supports this multiple of a step as the cause."""
        near_s, width_s = step_s / _NEAR_PART, step_s / _WIDTH_PART
        near = self.is_at(value_s) or abs(self.offset_s - value_s) <= near_s
        return near and self.width_s <= width_s

    def beyond(self, value_s: float) -> str:
        """Return what is left of the offset beyond this value, in words that follow it."""
        if self.is_at(value_s):
            return self.within
        rest_s = self.offset_s - value_s
        return f", and {in_words(rest_s)}{self.within}"


def describe_error(
    offset_s: float,
    *,
    low_s: float,
    high_s: float,
    camera_first_s: float,
    probability: float | None = None,
    event_zone_s: int | None = None,
) -> ClockError:
    """Return the kind of error that an offset shows, with its 90 % interval.

    ``camera_first_s`` is the first camera time of the gallery: resets and wrong years show
    in it. ``probability`` is that of the offset being right, None if not known.
    ``event_zone_s`` tells which steps lead to a zone that is in use; without it, errors
    below an hour are never put down to a zone.
    """
    offset = _Offset(offset_s, low_s, high_s, camera_first_s, event_zone_s)
    rules: tuple[Callable[[_Offset], ClockError | None], ...] = (
        _right,
        _year,
        _reset,
        _days,
        _half_day,
        _zone,
        _date,
    )
    if not math.isfinite(offset.width_s):
        return ClockError("unknown", "not known")
    if probability is not None and not is_sure_to(probability, _MIN_PROBABILITY):
        return ClockError("unknown", f"{_about(offset)}, but this is not certain")
    for rule in rules:
        error = rule(offset)
        if error is not None:
            return error
    return ClockError("clock", f"clock: {_about(offset)}")


def length_in_words(seconds: float) -> str:
    """Write a length of time without its sign, leaving out what is zero.

    >>> length_in_words(-3600), length_in_words(20700), length_in_words(192.4)
    ('1 h', '5 h 45 min', '3 min 12 s')
    """
    days, rest = divmod(round(abs(seconds)), int(DAY_S))
    hour, rest = divmod(rest, int(HOUR_S))
    minute, second = divmod(rest, int(MINUTE_S))
    parts = ((days, "d"), (hour, "h"), (minute, "min"), (second, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 s"


def in_words(offset_s: float) -> str:
    """Write how wrong a clock is to which this must be added, such as "3 min 12 s slow"."""
    return f"{length_in_words(offset_s)} {'slow' if offset_s > 0 else 'fast'}"


def _about(offset: _Offset) -> str:
    """Write an offset no finer than its interval, such as "about 1 h fast, to ± 4 min"."""
    finest_s = max(1.0, min(offset.width_s, abs(offset.offset_s)))
    unit_s = max(unit_s for unit_s in (1.0, MINUTE_S, HOUR_S, DAY_S) if unit_s <= finest_s)
    rounded_s = round(offset.offset_s / unit_s) * unit_s
    return f"{'about ' if unit_s > 1 else ''}{in_words(rounded_s)}{offset.within}"


def _right(offset: _Offset) -> ClockError | None:
    if not offset.is_at(0.0):
        return None
    if offset.width_s > _WIDE_S:
        low, high = in_words(offset.low_s), in_words(offset.high_s)
        return ClockError("unknown", f"not known: anything from {low} to {high}")
    within_s = max(offset.half_s, UNSEEN_S)
    return ClockError("right", f"right, to ± {span_in_words(within_s)}")


def _year(offset: _Offset) -> ClockError | None:
    """Name a wrong year: the same day and time of day, but for an hour or two."""
    shown = to_datetime(offset.camera_first_s)
    n_years = round(offset.offset_s / _YEAR_S)
    true_year = shown.year + n_years
    if n_years == 0 or offset.width_s > DAY_S:
        return None
    # 29 February is in few years, and the 28th is as far away
    day = min(shown.day, _FEBRUARY_DAYS)
    shift_s = from_clock(true_year, shown.month, day, 0, 0, 0) - from_clock(
        shown.year, shown.month, day, 0, 0, 0
    )
    if abs(offset.offset_s - shift_s) > _YEAR_WITHIN_S:
        return None
    text = f"year set wrong: {shown.year} instead of {true_year}{offset.beyond(shift_s)}"
    return ClockError("day", text)


def _reset(offset: _Offset) -> ClockError | None:
    """Name a reset: far behind, and the first photos just after a first of January."""
    start_s = from_clock(to_datetime(offset.camera_first_s).year, 1, 1, 0, 0, 0)
    since_s = offset.camera_first_s - start_s
    late = since_s > _RESET_WITHIN_S
    if offset.low_s < FAR_S or offset.width_s > DAY_S or late:
        return None
    return ClockError("reset", f"reset to {_date_of(start_s)}")


def _days(offset: _Offset) -> ClockError | None:
    n_days = round(offset.offset_s / DAY_S)
    whole_s = n_days * DAY_S
    if not 0 < abs(whole_s) <= FAR_S or not offset.points_at(whole_s, step_s=HOUR_S):
        return None
    count = "one day" if abs(n_days) == 1 else f"{abs(n_days)} days"
    early = "early" if n_days > 0 else "late"
    return ClockError("day", f"date set {count} {early}{offset.beyond(whole_s)}")


def _half_day(offset: _Offset) -> ClockError | None:
    half_s = math.copysign(DAY_S / 2, offset.offset_s)
    if not offset.points_at(half_s, step_s=HOUR_S):
        return None
    text = f"am and pm mixed up: {in_words(half_s)}{offset.beyond(half_s)}"
    return ClockError("clock", text)


def _zone(offset: _Offset) -> ClockError | None:
    """Name a zone error by the coarsest step that the offset is a multiple of."""
    for step_s in (HOUR_S, HOUR_S / 2, float(QUARTER_S)):
        zone_s = round(offset.offset_s / step_s) * step_s
        if not _leads_to_a_zone(zone_s, offset.event_zone_s):
            continue
        if offset.points_at(zone_s, step_s=step_s):
            cause = "time zone or daylight saving" if abs(zone_s) == HOUR_S else "time zone"
            sign, side = ("+", "behind") if zone_s > 0 else ("−", "ahead")
            length = length_in_words(zone_s)
            text = f"{cause}: {sign}{length} (the clock is {length} {side})"
            kind: Kind = "zone" if offset.is_at(zone_s) else "zone and clock"
            return ClockError(kind, text + offset.beyond(zone_s))
    return None


def _leads_to_a_zone(step_s: float, event_zone_s: int | None) -> bool:
    """Return whether a clock wrong by this much shows the time of some zone on Earth."""
    if event_zone_s is None:
        return HOUR_S <= abs(step_s) <= MAX_ZONE_S
    return step_s != 0 and event_zone_s - step_s in ZONES_IN_USE_S


def _date(offset: _Offset) -> ClockError | None:
    """Name the dates of a clock that is far off for no reason that shows."""
    if abs(offset.offset_s) < FAR_S or offset.width_s > DAY_S:
        return None
    shown_s = offset.camera_first_s
    shown, true = _date_of(shown_s), _date_of(shown_s + offset.offset_s)
    return ClockError("day", f"date set wrong: {shown} instead of {true}")


def _date_of(time_s: float) -> str:
    return to_text(time_s).partition(" ")[0]


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
