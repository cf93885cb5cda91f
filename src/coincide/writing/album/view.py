"""From a story and what was made of its photos to what the page is told."""

from collections.abc import Mapping, Sequence
from math import ceil

from msgspec import Struct

from coincide.model.times import whole_second_s
from coincide.writing.album.manifest import Made
from coincide.writing.album.model import Clock, Story, Wishes, cover_of, headings_of, without
from coincide.writing.album.renditions import Renditions, jobs_of

# What an album's page is told: columns, a value per photo in the order of the story.
#
# Of it `tools/make_types.py` makes the types of the front end.


class ChapterView(Struct, frozen=True):
    """A chapter: its moments one after another, each by how many photos it has."""

    name: str  # below its day; empty where the day says all
    day: str  # empty where the event is of one day
    cover: int
    moments: tuple[int, ...]


class InstantView(Struct, frozen=True):
    """What two people photographed at one instant: rows, and seconds between them."""

    one: int
    other: int
    apart_s: int
    within_s: int  # how well that is known, ± so many seconds


class AnglesView(Struct, frozen=True):
    """Clips that are played in step: rows, and milliseconds from the first one's beginning."""

    rows: tuple[int, ...]
    starts_ms: tuple[int, ...]


class PageView(Struct, frozen=True, kw_only=True):
    """An album without its pictures; what was not asked for is empty."""

    title: str
    cover: int  # the row that shows all of it
    chapters: tuple[ChapterView, ...]
    n_timed: int  # photos behind these are of a time that nobody knows
    pictures: str  # the name of each picture, ten letters a photo; empty: inside the page
    colours: str  # eight letters a photo: four dots of 12 bits
    sizes: tuple[tuple[int, int], ...]  # width and height that largest pictures have
    size: tuple[int, ...]  # which of these
    # local time, in whole seconds since the photo before, the first since 1970; negative where
    # clocks were put back between the two
    time: tuple[int, ...]
    about: tuple[int, ...]  # rows whose time is not known to a few minutes
    own_clock: tuple[int, ...]  # rows of which nothing but the camera's own clock tells the time
    people: tuple[str, ...]
    person: tuple[int, ...]
    n_people: int
    films: dict[int, str]  # by row: the film's address from the page on
    length: dict[int, int]  # by row: whole seconds of a clip
    originals: tuple[str, ...]  # addresses from the page on
    groups: tuple[tuple[int, ...], ...]  # rows that show the same; the first stands for all
    people_in: tuple[int, ...]  # how many people each moment is by, chapter by chapter
    instants: tuple[InstantView, ...]  # the best first
    angles: tuple[AnglesView, ...]


def with_material(
    story: Story, made: Mapping[str, Made], wishes: Wishes
) -> tuple[Story, Renditions, int]:
    """Return the story of all that can be shown, what was made for it, and how many cannot be."""
    jobs = [jobs_of(shown, wishes) for shown in story.shown]
    gone = [row for row, one in enumerate(jobs) if made[one["views"].recipe].why_not]
    left = [one for row, one in enumerate(jobs) if row not in set(gone)]

    def of(kind: str) -> tuple[Made | None, ...]:
        return tuple(made[item[kind].recipe] if kind in item else None for item in left)

    views = tuple(made[item["views"].recipe] for item in left)
    return without(story, set(gone)), Renditions(views, of("film"), of("original")), len(gone)


def page_view(story: Story, material: Renditions, wishes: Wishes) -> PageView:
    """Return what the page is told of a story whose rows are in order."""
    times = [shown.local_time_s for shown in story.shown]
    views = material.views
    sizes: dict[tuple[int, int], int] = {}
    for one in views:
        sizes.setdefault((one.width_px, one.height_px), len(sizes))
    return PageView(
        title=story.title,
        cover=cover_of(story),
        chapters=tuple(
            ChapterView(
                heading,
                chapter.day,
                chapter.cover,
                tuple(len(part.rows) for part in chapter.moments),
            )
            for chapter, heading in zip(story.album.chapters, headings_of(story), strict=True)
        ),
        n_timed=len(story.shown) - len(story.timeless),
        pictures="".join(view.name for view in views),
        colours="".join(view.colours for view in views),
        sizes=tuple(sizes),
        size=tuple(sizes[view.width_px, view.height_px] for view in views),
        time=_steps([int(whole_second_s(value)) for value in times if value is not None]),
        about=_rows_by(story, "about"),
        own_clock=_rows_by(story, "own"),
        people_in=tuple(
            len({story.shown[row].person for row in moment.rows})
            for chapter in story.album.chapters
            for moment in chapter.moments
        ),
        instants=tuple(
            InstantView(*instant.rows, round(instant.apart_s), ceil(instant.within_s))
            for instant in story.album.instants
        ),
        angles=_angles(story),
        people=story.people if wishes.who else (),
        person=tuple(shown.person for shown in story.shown) if wishes.who else (),
        n_people=len({shown.person for shown in story.shown}),
        films={row: _address(one) for row, one in enumerate(material.films) if _address(one)},
        length={
            row: round(one.length_s)
            for row, one in enumerate(story.shown)
            if one.length_s is not None
        },
        originals=tuple(map(_address, material.originals)) if wishes.originals else (),
        groups=tuple(
            (group.best, *(row for row in group.rows if row != group.best))
            for group in story.album.groups
        ),
    )


def _angles(story: Story) -> tuple[AnglesView, ...]:
    return tuple(
        AnglesView(angle.rows, tuple(round(1000 * start_s) for start_s in angle.starts_s))
        for angle in story.album.angles
    )


def _rows_by(story: Story, clock: Clock) -> tuple[int, ...]:
    """Return the rows whose time is told that well, of those that have one."""
    timed = len(story.shown) - len(story.timeless)
    return tuple(row for row, one in enumerate(story.shown[:timed]) if one.clock == clock)


def _address(made: Made | None) -> str:
    return next(iter(made.files), "") if made is not None else ""


def _steps(times: Sequence[int]) -> tuple[int, ...]:
    before = [0, *times[:-1]]
    return tuple(time - last for time, last in zip(times, before, strict=False))
