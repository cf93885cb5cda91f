"""When an album was and how much is in it, in words."""

from collections.abc import Sequence

from coincide.album import PhotoMoment
from coincide.model.times import to_datetime
from coincide.writing.album.model import ShownPhoto, Story


def days_text(times_s: Sequence[float]) -> str:
    """Return from when to when it was; times ascend.

    >>> days_text([1714780800, 1714867200])
    'Saturday 4 to Sunday 5 May 2024'
    """
    if not times_s:
        return ""
    first, last = to_datetime(times_s[0]), to_datetime(times_s[-1])
    end = f"{last:%A} {last.day} {last:%B %Y}"
    if first.date() == last.date():
        return end
    if (first.year, first.month) == (last.year, last.month):
        return f"{first:%A} {first.day} to {end}"
    year = "" if first.year == last.year else f" {first.year}"
    return f"{first:%A} {first.day} {first:%B}{year} to {end}"


def times_of(story: Story) -> list[float]:
    """Return the local times of all photos that have one, ascending."""
    return sorted(shown.local_time_s for shown in story.shown if shown.local_time_s is not None)


def clock_text(time_s: float) -> str:
    """Return a time of day, as clocks show it.

    >>> clock_text(1714820345.0)
    '10:59'
    """
    return f"{to_datetime(time_s):%H:%M}"


def when_text(one: ShownPhoto) -> str:
    """Return the time of day of a photo, and how well it is known; nothing where nobody knows."""
    if one.local_time_s is None:
        return ""
    time = clock_text(one.local_time_s)
    return {"known": time, "about": f"about {time}", "own": f"{time} by its own clock"}[one.clock]


def moment_text(story: Story, moment: PhotoMoment) -> str:
    """Return how many photos a moment has: views are of one thing, a series is by one person."""
    count = len(moment.rows)
    n_people = len({story.shown[row].person for row in moment.rows})
    if count < 2:
        return ""
    if n_people < 2:
        return f"{count} in a row"
    is_one = any(set(instant.rows) <= set(moment.rows) for instant in story.album.instants)
    return f"{count} {'views' if is_one else 'photos'} by {n_people} people"


def title_text(name: str) -> str:
    """Return what an album is called after a folder.

    >>> title_text("summer_party_2024")
    'summer party 2024'
    """
    return " ".join(name.replace("_", " ").split()) or name


def amount_text(story: Story) -> str:
    """Return how much there is, e.g. "212 photos and 6 videos by 8 people"."""
    n_people = len({shown.person for shown in story.shown})
    what = many_text(story.shown)
    return f"{what} by {n_people} people" if n_people > 1 else what


def many_text(shown: Sequence[ShownPhoto]) -> str:
    """Return how many photos and videos some are, e.g. "1 photo and 6 videos"."""
    n_clips = sum(photo.length_s is not None for photo in shown)
    parts = [_many(len(shown) - n_clips, "photo"), _many(n_clips, "video")]
    return " and ".join(part for part in parts if part)


def _many(count: int, one: str) -> str:
    return "" if count == 0 else f"{count:,} {one}{'' if count == 1 else 's'}"
