"""A book to print: full pages in different layouts, two cameras of one instant on one page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coincide.album import Chapter
from coincide.model.progress import StageProgress
from coincide.storage.outputs import write_output
from coincide.writing.album.layouts import PictureBox, boxes_of
from coincide.writing.album.letters import shortened
from coincide.writing.album.model import Story, Wishes, cover_of, headings_of, in_order, without
from coincide.writing.album.pdf import A4, Drawn, Line, Sheet, pdf_bytes
from coincide.writing.album.site import WrittenAlbum
from coincide.writing.album.storyboard import Printed, beats_of, printed_of
from coincide.writing.album.words import amount_text, days_text, times_of, when_text

# pages lie on their side, as most pictures do
PAGE = (A4[1], A4[0])
# points: around a page, between its pictures, and what is told below each
_MARGIN, _GAP, _TOLD = 22.0, 8.0, 17.0
# of what is told and of headings: their sizes, and what is free below a heading
_LETTERS, _HEADING, _BELOW_HEADING = 9.5, 13.0, 8.0
# 150 dots to the inch over the whole page
_LONG_PX = 1754
_GREY = 0.42


@dataclass(frozen=True, slots=True)
class _Page:
    """Rows of one page, and what is told of them beyond their times."""

    rows: tuple[int, ...]
    told: str = ""


_WHOLE = PictureBox(_MARGIN, _MARGIN, PAGE[0] - 2 * _MARGIN, PAGE[1] - 2 * _MARGIN)


def write_book(story: Story, out: Path, wishes: Wishes, progress: StageProgress) -> WrittenAlbum:
    """Write a book as a PDF: a title page, then all pictures of a story on full pages."""
    story = in_order(story)
    pictures, broken = printed_of(story, dict.fromkeys(range(len(story.shown)), _LONG_PX), progress)
    if broken:
        left = [row for row in range(len(story.shown)) if row not in broken]
        story = without(story, broken)
        pictures = {place: pictures[row] for place, row in enumerate(left)}
    sheets = list(_sheets(story, pictures, wishes))
    write_output(out, pdf_bytes(story.title, sheets, PAGE))
    return WrittenAlbum(out, len(pictures), len(broken))


def _sheets(story: Story, pictures: dict[int, Printed], wishes: Wishes) -> Iterator[Sheet]:
    if not story.shown:
        return
    yield list(_title(story, pictures[cover_of(story)]))
    day = ""
    for chapter, below in zip(story.album.chapters, headings_of(story), strict=True):
        heading = below if chapter.day == day else _with_day(chapter, below)
        day = chapter.day
        for page in _pages(story, chapter, pictures):
            yield list(_sheet(story, page, pictures, wishes, heading))
            heading = ""
    for row in story.timeless:
        yield list(_sheet(story, _Page((row,)), pictures, wishes, ""))


def _with_day(chapter: Chapter, below: str) -> str:
    """Return what the first page of a day is headed with."""
    if not below:
        return chapter.day
    return f"{chapter.day}, {below}" if chapter.day and chapter.by_hand else chapter.name


def _title(story: Story, cover: Printed) -> Iterator[Drawn | Line]:
    box = PictureBox(_MARGIN, _MARGIN, PAGE[0] - 2 * _MARGIN, PAGE[1] - 2 * _MARGIN - 66)
    yield _fitted(cover, box)
    yield Line(_MARGIN, PAGE[1] - _MARGIN - 26, story.title, 28, bold=True)
    told = "   ".join(part for part in (days_text(times_of(story)), amount_text(story)) if part)
    yield Line(_MARGIN, PAGE[1] - _MARGIN - 6, told, 11, grey=_GREY)


def _pages(story: Story, chapter: Chapter, pictures: dict[int, Printed]) -> Iterator[_Page]:
    """Yield the pages of a chapter: instants and its cover alone, others by two or three."""
    waiting: list[int] = []
    for beat in beats_of(story, chapter):
        alone = len(beat.rows) > 1 or chapter.cover in beat.rows
        waiting += [] if alone else beat.rows
        if waiting and (alone or _is_full(waiting, pictures)):
            yield _Page(tuple(waiting))
            waiting = []
        if alone:
            yield _Page(beat.rows, beat.told)
    if waiting:
        yield _Page(tuple(waiting))


def _is_full(rows: Sequence[int], pictures: dict[int, Printed]) -> bool:
    """Tell whether a page has enough: two upright pictures, or three."""
    upright = sum(pictures[row].shape < 1 for row in rows)
    return len(rows) == 3 or (len(rows) == 2 and upright == 2)


def _sheet(
    story: Story,
    page: _Page,
    pictures: dict[int, Printed],
    wishes: Wishes,
    heading: str,
) -> Iterator[Drawn | Line]:
    """Yield a page: each picture with what is told of it below, all below the heading."""
    whole = _WHOLE
    if heading:
        taken = _HEADING + _BELOW_HEADING
        whole = PictureBox(whole.x, whole.y + taken, whole.width, whole.height - taken)
    shapes = [pictures[row].shape for row in page.rows]
    boxes = boxes_of(shapes, whole, told=_TOLD, gap=_GAP)
    if heading:
        x, y = min(box.x for box in boxes), min(box.y for box in boxes) - _BELOW_HEADING
        text = shortened(heading, _HEADING, PAGE[0] - _MARGIN - x, bold=True)
        yield Line(x, y, text, _HEADING, bold=True)
    for row, box in zip(page.rows, boxes, strict=True):
        told = _told(story, row, wishes)
        if row == page.rows[-1]:
            told = "   ".join(part for part in (told, page.told) if part)
        yield _drawn(pictures[row], box)
        text = shortened(told, _LETTERS, box.width)
        yield Line(box.x, box.y + box.height + _LETTERS + 3, text, _LETTERS, grey=_GREY)


def _told(story: Story, row: int, wishes: Wishes) -> str:
    one = story.shown[row]
    who = story.people[one.person] if wishes.who else ""
    return " ".join(part for part in (who, when_text(one)) if part)


def _drawn(picture: Printed, box: PictureBox) -> Drawn:
    return Drawn(box.x, box.y, box.width, box.height, picture.jpeg, picture.size_px)


def _fitted(picture: Printed, whole: PictureBox) -> Drawn:
    """Return a picture as large as fits in the middle: nothing of it is cut off."""
    (box,) = boxes_of([picture.shape], whole, told=0.0, gap=0.0)
    return _drawn(picture, box)
