"""What a person knows of times: when a photo was taken, and what a clock showed."""

import re
from dataclasses import dataclass
from typing import Literal

from coincide.model.times import DAY_S, EARLIEST_S, LATEST_S, from_clock, offset_in_words, to_text

# whoever names a second looked at a clock, and pressed the button within so many
_TO_THE_SECOND_S = 5.0
# whoever names a minute names the one before or after it as often
_TO_THE_MINUTE_S = 60.0
# a day: half of it either way of noon
_TO_THE_DAY_S = DAY_S / 2
_TIME = re.compile(
    r"\s*(?:(?P<date>\d{4}-\d{1,2}-\d{1,2})(?:[ T]+(?=\d)|\s*$))?"
    r"(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)?\s*",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class KnownTime:
    """When a photo was taken, as clocks there showed it, give or take ``within_s``."""

    photo: str  # sha256 of the photo
    time_s: float  # seconds since 1970, in local time where it was taken
    within_s: float  # at most so many seconds earlier or later, as sure as people are

    @property
    def subject(self) -> frozenset[str]:
        """The photo's time, which is another matter than what it shows."""
        return frozenset((self.photo, "\0time"))


@dataclass(frozen=True, slots=True)
class KnownClock:
    """How wrong a gallery's clock was, give or take ``within_s``, or which zone it showed.

    One of ``ahead_s`` and ``zone_s`` is given. It is evidence, and no pin: minutes remain to be
    found.
    """

    gallery: str  # its name
    within_s: float  # at most so many seconds more or less
    ahead_s: float | None = None  # what it showed too much; less than 0: it was behind
    zone_s: int | None = None  # seconds east of UTC of the zone that it showed
    zone: str = ""  # that zone as it was named

    @property
    def subject(self) -> frozenset[str]:
        """How wrong the gallery's clock was, which is another matter than its offset."""
        return frozenset((self.gallery, "\0clock"))


Precision = Literal["second", "minute", "day"]


@dataclass(frozen=True, slots=True)
class TypedTime:
    """A time as a person typed it; ``time_s`` is of the day that was meant, its noon for a day."""

    time_s: float
    precision: Precision

    @property
    def within_s(self) -> float:
        """How exactly it was meant, where nothing else is said."""
        return {
            "second": _TO_THE_SECOND_S,
            "minute": _TO_THE_MINUTE_S,
            "day": _TO_THE_DAY_S,
        }[self.precision]


def parse_typed_time(text: str, *, near_s: float) -> TypedTime | None:
    """Return the time that a person wrote; None for anything that could mean two things.

    A time without a date is of the day on which it comes nearest to ``near_s``.

    >>> to_text(parse_typed_time("2024-05-03 21:15", near_s=0.0).time_s)
    '2024-05-03 21:15:00'
    >>> parse_typed_time("21:15:30", near_s=0.0).time_s, parse_typed_time("9.15", near_s=0.0)
    (-9870.0, None)
    >>> parse_typed_time("1970-01-02", near_s=0.0)
    TypedTime(time_s=129600.0, precision='day')
    """
    match = _TIME.fullmatch(text)
    if match is None or not (match["date"] or match["clock"]):
        return None
    hour, minute, second = _clock_of(match["clock"] or "12:00")
    year, month, day = (int(part) for part in (match["date"] or "1970-01-01").split("-"))
    try:
        time_s = from_clock(year, month, day, hour, minute, second)
    except ValueError:
        return None
    if match["date"] is None:
        time_s += round((near_s - time_s) / DAY_S) * DAY_S
        if not EARLIEST_S <= time_s <= LATEST_S:
            return None
    if match["clock"] is None:
        return TypedTime(time_s, "day")
    return TypedTime(time_s, "second" if match["clock"].count(":") > 1 else "minute")


def _clock_of(text: str) -> tuple[int, int, int]:
    hour, minute, *second = (int(part) for part in text.split(":"))
    return hour, minute, second[0] if second else 0


def known_in_words(known: KnownTime | KnownClock, photo: str) -> str:
    """Say what is known as a person would; ``photo`` is the name of the photo it is of.

    >>> known_in_words(KnownTime("", 129600.0, 43200.0), "a.jpg")
    'known time: a.jpg was taken on 1970-01-02'
    >>> known_in_words(KnownTime("", 129600.0, 300.0), "a.jpg")
    'known time: a.jpg was taken at 1970-01-02 12:00:00, give or take 5 min 00 s'
    >>> known_in_words(KnownClock("Ida", 180.0, ahead_s=-3600.0), "")
    'known clock: that of Ida was 1 h 00 min 00 s behind, give or take 3 min 00 s'
    """
    within = f"give or take {offset_in_words(known.within_s).lstrip('+')}"
    if isinstance(known, KnownTime):
        date, _, clock = to_text(known.time_s).partition(" ")
        if known.within_s == _TO_THE_DAY_S and clock == "12:00:00":
            return f"known time: {photo} was taken on {date}"
        return f"known time: {photo} was taken at {date} {clock}, {within}"
    who = f"known clock: that of {known.gallery}"
    if known.ahead_s is None:
        return f"{who} showed the time of {known.zone}, {within}"
    side = "behind" if known.ahead_s < 0 else "ahead"
    return f"{who} was {offset_in_words(abs(known.ahead_s)).lstrip('+')} {side}, {within}"
