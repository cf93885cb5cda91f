"""What an album's page is told: columns, a value per photo in the order of the story.

Of it ``tools/make_types.py`` makes the types of the front end.
"""

from msgspec import Struct


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
