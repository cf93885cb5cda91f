"""What a book and a film show together: both pictures of an instant, films in step, else one."""

from collections.abc import Iterator
from dataclasses import dataclass

from coincide.album import Chapter
from coincide.writing.album.model import Story

# more pictures at once are too small to be looked at
MOST_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Beat:
    """Rows that are shown together, and what is told of them; by time within a chapter."""

    rows: tuple[int, ...]
    told: str = ""


def beats_of(story: Story, chapter: Chapter) -> Iterator[Beat]:
    """Yield what of a chapter is shown together, each row once."""
    together = {row: angle.rows for angle in story.album.angles for row in angle.rows}
    together |= {row: instant.rows for instant in story.album.instants for row in instant.rows}
    apart_s: dict[tuple[int, ...], float] = {
        instant.rows: instant.apart_s for instant in story.album.instants
    }
    inside, shown = set(chapter.rows), set[int]()
    for row in chapter.rows:
        if row in shown:
            continue
        rows = [one for one in together.get(row, (row,)) if one in inside and one not in shown]
        some = tuple(rows[:MOST_AT_ONCE])
        rows = list(some) if row in some else [row]
        shown |= set(rows)
        yield Beat(tuple(rows), _apart_text(apart_s.get(tuple(rows))))


def _apart_text(apart_s: float | None) -> str:
    """Return how far two pictures are apart.

    >>> _apart_text(0.8), _apart_text(0.2), _apart_text(None)
    ('1 second apart', 'in the same second', '')
    """
    if apart_s is None:
        return ""
    seconds = round(apart_s)
    if seconds == 0:
        return "in the same second"
    return f"{seconds} second{'' if seconds == 1 else 's'} apart"
