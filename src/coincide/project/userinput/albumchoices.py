"""What a person chose for the album: by photos, never by the number of a chapter.

A photo is meant by the key of its file as its camera made it, as hints mean it: so a choice is
where its photo is, whatever a new sync, a plan or its undoing did to borders and files.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

# a name clings to so many photos of its chapter at most: it goes where most of them go
MOST_HELD = 24


@dataclass(frozen=True, slots=True)
class ChapterName:
    """What a chapter is called: the one with most of these photos, by key.

    The first one is the chapter's cover when it was named; it decides where two have as many.
    """

    name: str  # what it is called
    photos: tuple[str, ...]  # by key; the first one decides where two chapters have as many


@dataclass(frozen=True, slots=True)
class AlbumSaid:
    """Names, covers, hidden and chosen photos, each by key, oldest first."""

    names: tuple[ChapterName, ...] = ()  # of two in one chapter the later one counts
    covers: tuple[str, ...] = ()  # photos that show their chapters, by key
    hidden: tuple[str, ...] = ()  # photos that the album leaves out, by key
    chosen: tuple[str, ...] = ()  # photos that were chosen, by key

    def hiding(self, keys: Sequence[str], *, hidden: bool) -> "AlbumSaid":
        """Return the same with some photos hidden, or shown again."""
        return replace(self, hidden=_with(self.hidden, keys, wanted=hidden))

    def choosing(self, keys: Sequence[str], *, chosen: bool) -> "AlbumSaid":
        """Return the same with some photos chosen, or no longer."""
        return replace(self, chosen=_with(self.chosen, keys, wanted=chosen))


def _with(before: tuple[str, ...], keys: Sequence[str], *, wanted: bool) -> tuple[str, ...]:
    others = tuple(key for key in before if key not in set(keys))
    return (*others, *dict.fromkeys(keys)) if wanted else others


def named(
    names: Sequence[ChapterName], chapter_of: Mapping[str, Sequence[int]]
) -> dict[int, ChapterName]:
    """Return the name of each chapter that has one; of two in one chapter the latest.

    ``chapter_of`` tells in which chapters the photo of a key lies.
    """
    found = ((_home(name, chapter_of), name) for name in names)
    return {chapter: one for chapter, one in found if chapter is not None}


def _home(name: ChapterName, chapter_of: Mapping[str, Sequence[int]]) -> int | None:
    votes = Counter(chapter for key in name.photos for chapter in chapter_of.get(key, ()))
    if not votes:
        return None
    first = set(chapter_of.get(name.photos[0], ()))
    return max(votes, key=lambda chapter: (votes[chapter], chapter in first, -chapter))


def held(cover: str, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the photos that a name clings to: the cover, and others from all over the chapter."""
    others = [key for key in dict.fromkeys(keys) if key != cover]
    step = max(1, -(-len(others) // (MOST_HELD - 1)))
    return (cover, *others[::step])
