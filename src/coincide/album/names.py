"""What chapters are called where nobody has named them: the day, the place, the part of the day.

Each thing is told once: the day above its chapters, a place that a whole day was at beside the
day, and the clock only where one part of a day has several chapters.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from coincide.album.parts import DAY_ENDS_S
from coincide.model.times import to_datetime, whole_second_s

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
# until which hour each part of a day lasts
PARTS = ((5, "night"), (11, "morning"), (14, "midday"), (18, "afternoon"), (22, "evening"))
LAST_PART = "night"


@dataclass(frozen=True, slots=True)
class ChapterTitle:
    """What a chapter is called: all of it, which no other is called; its day; below its day."""

    whole: str
    day: str
    stop: str


def chapter_names(starts_s: Sequence[float], places: Sequence[str | None]) -> list[ChapterTitle]:
    """Return a name for each chapter by when it begins and where it is.

    ``starts_s`` are local times: what the day and its parts are is a matter of the place. A day
    ends at four in the morning. The day is told where there are several, the year where there are
    several.

    >>> [one.whole for one in chapter_names([36000.0, 39000.0, 79001.0], [None, "Rome", None])]
    ['Morning', 'Rome', 'Evening']
    >>> [one.whole for one in chapter_names([36000.0, 39000.0, 39001.0], [None] * 3)]
    ['Morning, 10:00', 'Morning, 10:50', 'Morning, 10:50 (2)']
    """
    days = _days(starts_s)
    found: list[ChapterTitle] = []
    for day in dict.fromkeys(days):
        rows = [row for row, one in enumerate(days) if one == day]
        found += _of_a_day(day, [starts_s[row] for row in rows], [places[row] for row in rows])
    order = [row for day in dict.fromkeys(days) for row, one in enumerate(days) if one == day]
    by_row = dict(zip(order, found, strict=True))
    return _numbered([by_row[row] for row in range(len(days))])


def _of_a_day(
    day: str, starts_s: Sequence[float], places: Sequence[str | None]
) -> list[ChapterTitle]:
    """Return the names of the chapters of one day."""
    known = {place for place in places if place is not None}
    if len(known) == 1 and None not in places:
        # all of it at one place: the day is called after it
        (place,) = known
        day, places = f"{day}, {place}" if day else place, [None] * len(places)
    parts = [_part(start_s) for start_s in starts_s]
    plain = [place or _upper(part) for place, part in zip(places, parts, strict=True)]
    often = Counter(plain)
    stops = [
        name if place is None or often[name] == 1 else f"{name}, {part}"
        for name, place, part in zip(plain, places, parts, strict=True)
    ]
    often = Counter(stops)
    times = [f"{to_datetime(whole_second_s(start_s)):%H:%M}" for start_s in starts_s]
    return [
        _name(day, stop if often[stop] == 1 else f"{stop}, {time}", place)
        for stop, time, place in zip(stops, times, places, strict=True)
    ]


def _name(day: str, stop: str, place: str | None) -> ChapterTitle:
    below = stop if place is not None or not day else stop[0].lower() + stop[1:]
    return ChapterTitle(f"{day}, {below}" if day else stop, day, stop)


def _days(starts_s: Sequence[float]) -> list[str]:
    """Return the days in words, as much of each as the event needs."""
    dates = [to_datetime(value - DAY_ENDS_S) for value in starts_s]
    if len({date.date() for date in dates}) <= 1:
        return [""] * len(dates)
    several = len({date.year for date in dates}) > 1
    return [
        f"{WEEKDAYS[at.weekday()]} {at.day} {MONTHS[at.month - 1]}"
        + (f" {at.year}" if several else "")
        for at in dates
    ]


def _part(start_s: float) -> str:
    hour = to_datetime(start_s).hour
    return next((part for until, part in PARTS if hour < until), LAST_PART)


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _numbered(names: Sequence[ChapterTitle]) -> list[ChapterTitle]:
    """Return names of which those that come again have a number."""
    seen = Counter[str]()
    numbered = []
    for name in names:
        seen[name.whole] += 1
        again = f" ({seen[name.whole]})" if seen[name.whole] > 1 else ""
        numbered.append(ChapterTitle(name.whole + again, name.day, name.stop + again))
    return numbered
