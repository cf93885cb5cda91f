"""What a report opens with: what happened, in sentences, and the best pictures.

Times, clocks and how sure each is come behind it.
"""

from collections.abc import Iterator

from coincide.app.review.storyshapes import StoryInstant, StoryView
from coincide.model import Offsets
from coincide.model.progress import StageProgress
from coincide.model.times import DAY_S, MINUTE_S, span_in_words
from coincide.project import SolutionStatus
from coincide.project.album.edits import with_said
from coincide.project.album.export import story_of
from coincide.project.album.make import EventAlbum, album_of, summary_of
from coincide.writing.album.model import Story
from coincide.writing.album.words import amount_text, days_text, times_of

# as many as are looked at before the figures are asked for
N_BEST, N_INSTANTS = 12, 4
# clocks that are no further apart agree: nobody sees the difference
_AGREE_S = 2.0
# clocks that fell back to their first day are years off: nobody counts that in days
_YEAR_S = 365.25 * DAY_S
# so many hours are told in days
_HOURS = 72


def story_view(look: SolutionStatus, progress: StageProgress) -> StoryView:
    """The opening of a report, with pictures by their rows in the event.

    The project folder stays as it is: comparisons of pictures are read from it, never kept there.
    """
    solution = look.solution
    found = album_of(solution, places=False, keep=False, progress=progress)
    made = with_said(found, look.known.said.album)
    best = summary_of(made, solution, N_BEST, keep=False, progress=progress)
    row_of = {photo.path: row for row, photo in enumerate(solution.event.photos)}
    rows = [row_of.get(item.photo.path) for item in made.items]
    return StoryView(
        sentences=tuple(_sentences(story_of(made, solution.event, ""), solution.offsets)),
        instants=tuple(_instants(made, rows)),
        best=tuple(row for row in (rows[number] for number in best) if row is not None),
    )


def _sentences(story: Story, offsets: Offsets) -> Iterator[str]:
    times_s = times_of(story)
    days = days_text(times_s)
    at = f", {days}" if days else ""
    yield f"{amount_text(story)}{at}."
    yield from _of_clocks(offsets)
    n_instants = len(story.album.instants)
    if n_instants:
        times = "Once" if n_instants == 1 else f"{n_instants} times"
        yield f"{times}, two people photographed the same thing within seconds of each other."


def _of_clocks(offsets: Offsets) -> Iterator[str]:
    """Yield how far cameras' clocks were apart, and how many are on one clock now."""
    placed = [placement for placement in offsets.placements if placement.placed]
    at_s = [placement.estimate.offset_s for placement in placed if placement.estimate is not None]
    n_all = len(offsets.placements)
    if n_all < 2:
        return
    if len(placed) < 2:
        yield f"The clocks of {n_all} cameras could not be compared."
        return
    apart_s = max(at_s, default=0.0) - min(at_s, default=0.0)
    agreed = "agreed" if apart_s <= _AGREE_S else f"were up to {_span_text(apart_s)} apart"
    now = "all of them are" if len(placed) == n_all else f"{len(placed)} of them are"
    n_sure = sum(placement.certain or placement.gallery == offsets.anchor for placement in placed)
    sure = "" if n_sure == len(placed) else f", {n_sure} of these for certain"
    yield f"The clocks of {n_all} cameras {agreed}: here {now} on one clock{sure}."


def _span_text(span_s: float) -> str:
    """Return a length of time, of hours with their minutes: what is "up to" it must not be more.

    >>> _span_text(34_980.0), _span_text(7200.0), _span_text(900.0), _span_text(80_000_000.0)
    ('9 h 43 min', '2 h', '15 min', '3 years')
    """
    years = round(span_s / _YEAR_S)
    if years >= 2:
        return f"{years} years"
    hours, minutes = divmod(round(span_s / MINUTE_S), 60)
    if not 2 <= hours < _HOURS:
        return span_in_words(span_s)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def _instants(made: EventAlbum, rows: list[int | None]) -> Iterator[StoryInstant]:
    for instant in made.album.instants:
        first, second = (rows[row] for row in instant.rows)
        hidden = made.hidden & set(instant.rows)
        if first is not None and second is not None and not hidden:
            yield StoryInstant((first, second), round(instant.apart_s), round(instant.within_s))
