"""What an album is written from: photos in order, their chapters, and what to tell of them."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from coincide.album import (
    Album,
    Angles,
    Chapter,
    Group,
    Instant,
    PhotoMoment,
    chapter_names,
)
from coincide.album.places import MOST_PLACES
from coincide.model.times import WallTime, whole_second_s
from coincide.writing.choices import Originals

Clock = Literal["known", "about", "own"]
# so few photos make no heading
_FEW = 3


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    """A photo or clip of an album; ``person`` is a number among the people of its story.

    ``length_s`` is None of a photo. ``local_time_s`` is local to its moment, in ``zone_s``; each is
    None where nobody knows it. ``clock``: how well that is known: ``about`` is not to a few
    minutes, ``own`` by nothing but its camera's own clock.
    """

    file: Path
    key: str
    local_time_s: float | None
    person: int
    length_s: float | None = None
    zone_s: int | None = None
    clock: Clock = "known"

    @property
    def taken(self) -> WallTime | None:
        """When it was taken, to the second."""
        if self.local_time_s is None:
            return None
        return WallTime(whole_second_s(self.local_time_s), self.zone_s)


@dataclass(frozen=True)
class Story:
    """An event as it is to be told: rows of ``album`` count in ``shown``.

    What is in no chapter has no time that is known, and comes last.
    """

    title: str
    people: tuple[str, ...]
    shown: tuple[ShownPhoto, ...]
    album: Album

    @property
    def timeless(self) -> tuple[int, ...]:
        """The rows that are in no chapter."""
        told = {row for chapter in self.album.chapters for row in chapter.rows}
        return tuple(row for row in range(len(self.shown)) if row not in told)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is told beyond the pictures, because somebody asked for it."""

    who: bool = False
    originals: Originals | None = None
    places: bool = False  # chapters may be called after the town that they are in
    times: bool = False  # copies and originals say when they were taken, as the album does


def in_order(story: Story) -> Story:
    """Return a story with its rows as they are told: chapter by chapter, moment by moment."""
    told = [row for chapter in story.album.chapters for row in chapter.rows]
    return _numbered(story, [*told, *story.timeless])


def told_singly(story: Story) -> Story:
    """Return a story in which every photo is a moment of its own."""
    chapters = tuple(
        replace(chapter, moments=tuple(PhotoMoment((row,), row) for row in chapter.rows))
        for chapter in story.album.chapters
    )
    return replace(story, album=replace(story.album, chapters=chapters))


def headings_of(story: Story) -> list[str]:
    """Return what each chapter is called below its day.

    Nothing if the day says all of it, nor of a few photos without a place, unless somebody named
    them.
    """
    days = Counter(chapter.day for chapter in story.album.chapters)

    def heading(chapter: Chapter) -> str:
        if not chapter.day or chapter.by_hand:
            return chapter.heading
        has_place = any(town in chapter.stop for town in chapter.towns)
        few = len(chapter.rows) < _FEW and not has_place
        return "" if few or days[chapter.day] == 1 else chapter.heading

    return [heading(chapter) for chapter in story.album.chapters]


def cover_of(story: Story) -> int:
    """Return the row that shows a story: its album's cover, else that of the fullest chapter."""
    if story.album.cover is not None:
        return story.album.cover
    fullest = max(story.album.chapters, key=lambda chapter: len(chapter.rows), default=None)
    return 0 if fullest is None else fullest.cover


def with_few_joined(story: Story, fewest: int) -> Story:
    """Return a story whose chapters of few photos go with those before them on their day.

    Where any do, all are named anew by what is in them.
    """
    chapters: list[Chapter] = []
    for item in story.album.chapters:
        last = chapters[-1] if chapters else None
        few = last is not None and min(len(last.rows), len(item.rows)) < fewest
        if last is None or last.day != item.day or not few:
            chapters.append(item)
            continue
        chapters[-1] = _joined(last, item)
    if len(chapters) < len(story.album.chapters):
        chapters = list(_named_anew(story, chapters))
    return replace(story, album=replace(story.album, chapters=tuple(chapters)))


def _joined(one: Chapter, other: Chapter) -> Chapter:
    """Return two chapters as one: the larger shows it, and what a person has named names it."""
    larger = max(one, other, key=lambda chapter: len(chapter.rows))
    named = next((chapter for chapter in (larger, one, other) if chapter.by_hand), larger)
    towns = tuple(dict.fromkeys((*one.towns, *other.towns)))
    towns = towns if len(towns) <= MOST_PLACES else larger.towns
    moments = (*one.moments, *other.moments)
    return replace(named, moments=moments, cover=larger.cover, towns=towns)


def _named_anew(story: Story, chapters: Sequence[Chapter]) -> Iterator[Chapter]:
    """Yield chapters called by what is in them, but for those that a person has named."""
    times_s = [
        [story.shown[row].local_time_s or 0.0 for row in chapter.rows] for chapter in chapters
    ]
    titles = chapter_names(times_s, [chapter.towns for chapter in chapters])
    for chapter, title in zip(chapters, titles, strict=True):
        name, stop = (chapter.name, chapter.stop) if chapter.by_hand else (title.whole, title.stop)
        yield replace(chapter, name=name, stop=stop, day=title.day)


def without(story: Story, gone: Collection[int]) -> Story:
    """Return a story as if some of its photos had never been taken."""
    return _numbered(story, [row for row in range(len(story.shown)) if row not in gone])


def _numbered(story: Story, rows: Sequence[int]) -> Story:
    """Return a story of these rows alone, numbered anew in their order."""
    number = {row: place for place, row in enumerate(rows)}
    chapters = (_chapter(chapter, number) for chapter in story.album.chapters)
    groups = (_group(group, number) for group in story.album.groups)
    instants = (_instant(instant, number) for instant in story.album.instants)
    angles = (_angles(angle, number) for angle in story.album.angles)
    album = replace(
        story.album,
        chapters=tuple(chapter for chapter in chapters if chapter is not None),
        groups=tuple(group for group in groups if group is not None),
        instants=tuple(instant for instant in instants if instant is not None),
        angles=tuple(angle for angle in angles if angle is not None),
        cover=None if story.album.cover is None else number.get(story.album.cover),
    )
    return replace(story, shown=tuple(story.shown[row] for row in rows), album=album)


def _chapter(chapter: Chapter, number: dict[int, int]) -> Chapter | None:
    found = (_moment(moment, number) for moment in chapter.moments)
    moments = tuple(moment for moment in found if moment is not None)
    if not moments:
        return None
    fullest = max(moments, key=lambda moment: len(moment.rows))
    return replace(chapter, moments=moments, cover=number.get(chapter.cover, fullest.cover))


def _moment(moment: PhotoMoment, number: dict[int, int]) -> PhotoMoment | None:
    rows = tuple(number[row] for row in moment.rows if row in number)
    if not rows:
        return None
    return replace(moment, rows=rows, cover=number.get(moment.cover, rows[len(rows) // 2]))


def _group(group: Group, number: dict[int, int]) -> Group | None:
    rows = tuple(number[row] for row in group.rows if row in number)
    if len(rows) < 2:
        return None
    return replace(group, rows=rows, best=number.get(group.best, rows[0]))


def _instant(instant: Instant, number: dict[int, int]) -> Instant | None:
    one, other = instant.rows
    if one not in number or other not in number:
        return None
    return replace(instant, rows=(number[one], number[other]))


def _angles(angles: Angles, number: dict[int, int]) -> Angles | None:
    left = [
        (number[row], start_s)
        for row, start_s in zip(angles.rows, angles.starts_s, strict=True)
        if row in number
    ]
    if len(left) < 2:
        return None
    first_s = left[0][1]
    return Angles(tuple(row for row, _ in left), tuple(start_s - first_s for _, start_s in left))
