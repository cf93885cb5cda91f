"""What chapters are called where nobody has named them: the place, the day, the part of the day."""

from collections import Counter
from collections.abc import Sequence

from coincide.model.times import to_datetime

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
# until which hour each part of a day lasts
PARTS = ((5, "night"), (11, "morning"), (14, "noon"), (18, "afternoon"), (22, "evening"))
LAST_PART = "night"


def chapter_names(starts_s: Sequence[float], places: Sequence[str | None]) -> list[str]:
    """Return a name for each chapter by when it begins and where it is; no two are the same.

    ``starts_s`` are local times: what the day and its parts are is a matter of the place.

    The year is told where there are several, the day where there are several or a place is told
    too little by, and the hour and minute where one part of a day has several chapters.

    >>> chapter_names([0.0, 36000.0, 39000.0], [None, "Rome", None])
    ['Night', 'Rome, morning', 'Morning']
    >>> chapter_names([36000.0, 39000.0, 39001.0], [None] * 3)
    ['Morning, 10:00', 'Morning, 10:50', 'Morning, 10:50 (2)']
    """
    days = [_day(start_s, starts_s) for start_s in starts_s]
    whens = [
        ", ".join(one for one in (day, _part(start_s)) if one)
        for day, start_s in zip(days, starts_s, strict=True)
    ]
    plain = [_joined(place, when) for place, when in zip(places, whens, strict=True)]
    often = Counter(plain)
    timed = [
        name if often[name] == 1 else f"{name}, {to_datetime(start_s):%H:%M}"
        for name, start_s in zip(plain, starts_s, strict=True)
    ]
    return _numbered(timed)


def _day(start_s: float, starts_s: Sequence[float]) -> str:
    """Return the day in words, as much of it as the event needs."""
    moments = [to_datetime(one) for one in starts_s]
    if len({one.date() for one in moments}) == 1:
        return ""
    at = to_datetime(start_s)
    year = f" {at.year}" if len({one.year for one in moments}) > 1 else ""
    return f"{WEEKDAYS[at.weekday()]} {at.day} {MONTHS[at.month - 1]}{year}"


def _part(start_s: float) -> str:
    hour = to_datetime(start_s).hour
    return next((part for until, part in PARTS if hour < until), LAST_PART)


def _joined(place: str | None, when: str) -> str:
    return f"{place}, {when}" if place else when[0].upper() + when[1:]


def _numbered(names: Sequence[str]) -> list[str]:
    """Return names of which those that come again have a number."""
    seen = Counter[str]()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return numbered
