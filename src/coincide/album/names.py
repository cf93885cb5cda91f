"""What chapters are called where nobody has named them: the day, the place, the part of the day.

Each thing is told once: the day above its chapters, a place that a whole day was at beside the
day, and the clock only where one part of a day has several chapters. Parts of the day are those
in which most photos of a chapter were taken.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

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
# a name tells of so many of a chapter's photos at least when they were taken
_MOST = 2 / 3


@dataclass(frozen=True, slots=True)
class ChapterTitle:
    """What a chapter is called: all of it, which no other is called; its day; below its day."""

    whole: str
    day: str
    stop: str


def chapter_names(
    times_s: Sequence[Sequence[float]], towns: Sequence[Sequence[str]]
) -> list[ChapterTitle]:
    """Return a name for each chapter by when its photos were taken, and where.

    ``times_s`` are local times: what the day and its parts are is a matter of the place. A chapter
    is of the day on which it begins, and a day ends at four in the morning. The day is told where
    there are several, the year where there are several. ``towns``: in the order of the visit.

    >>> times_s = [[36000.0], [39000.0, 66000.0], [79001.0]]
    >>> [one.whole for one in chapter_names(times_s, [(), ("Rome", "Ostia"), ()])]
    ['Morning', 'Rome and Ostia', 'Evening']
    >>> [one.whole for one in chapter_names(times_s, [()] * 3)]
    ['Morning', 'Morning and evening', 'Evening']
    >>> [one.whole for one in chapter_names([[36000.0], [39000.0], [39001.0]], [()] * 3)]
    ['Morning, 10:00', 'Morning, 10:50', 'Morning, 10:50 (2)']
    """
    days = _days([times[0] for times in times_s])
    places = [_listed(some) if some else None for some in towns]
    found: dict[int, ChapterTitle] = {}
    for day in dict.fromkeys(days):
        rows = [row for row, one in enumerate(days) if one == day]
        titles = _of_a_day(day, [times_s[row] for row in rows], [places[row] for row in rows])
        found |= zip(rows, titles, strict=True)
    return _numbered([found[row] for row in range(len(days))])


def _of_a_day(
    day: str, times_s: Sequence[Sequence[float]], places: Sequence[str | None]
) -> list[ChapterTitle]:
    """Return the names of the chapters of one day."""
    known = {place for place in places if place is not None}
    if len(known) == 1 and None not in places:
        # all of it at one place: the day is called after it
        (place,) = known
        day, places = f"{day}, {place}" if day else place, [None] * len(places)
    parts = [_parts(times) for times in times_s]
    plain = [place or _upper(part) for place, part in zip(places, parts, strict=True)]
    often = Counter(plain)
    stops = [
        name if place is None or often[name] == 1 else f"{name}, {part}"
        for name, place, part in zip(plain, places, parts, strict=True)
    ]
    often = Counter(stops)
    clocks = [f"{to_datetime(whole_second_s(times[0])):%H:%M}" for times in times_s]
    return [
        _name(day, stop if often[stop] == 1 else f"{stop}, {clock}", place)
        for stop, clock, place in zip(stops, clocks, places, strict=True)
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


def _parts(times_s: Sequence[float]) -> str:
    """Return the fewest parts of the day on end in which most of some photos were taken.

    Of as many the fullest, of these the first: "afternoon and evening", "morning to evening".
    """
    count = Counter(_part(time_s) for time_s in times_s)
    parts = list(count)
    runs = [parts[start:stop] for start, stop in combinations(range(len(parts) + 1), 2)]
    full = [(run, sum(count[part] for part in run)) for run in runs]
    most = [(run, n) for run, n in full if n >= _MOST * len(times_s)]
    best, _ = min(most, key=lambda one: (len(one[0]), -one[1]))
    return f"{best[0]} to {best[-1]}" if len(best) > 2 else " and ".join(best)


def _part(time_s: float) -> str:
    hour = to_datetime(time_s).hour
    return next((part for until, part in PARTS if hour < until), LAST_PART)


def _listed(names: Sequence[str]) -> str:
    """Return names as a list in words.

    >>> _listed(["Oban"]), _listed(["Oban", "Mull", "Iona"])
    ('Oban', 'Oban, Mull and Iona')
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


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
