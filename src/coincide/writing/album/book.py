"""A book to print: full pages in different layouts, two cameras of one instant on one page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coincide.album import Chapter
from coincide.model.progress import StageProgress
from coincide.storage.outputs import write_output
from coincide.writing.album.model import Story, Wishes, cover_of, in_order, without
from coincide.writing.album.pdf import A4, Drawn, Line, Sheet, pdf_bytes
from coincide.writing.album.site import WrittenAlbum
from coincide.writing.album.storyboard import Printed, beats_of, printed_of
from coincide.writing.album.words import amount_text, days_text, times_of, when_text

# pages lie on their side, as most pictures do
PAGE = (A4[1], A4[0])
# points: around a page, between its pictures, and what is told below them
_MARGIN, _GAP, _TOLD = 26.0, 8.0, 20.0
# 150 dots to the inch over the whole page
_LONG_PX = 1754
# so much of a page's width is the large one of three
_LARGE = 0.64
_GREY = 0.42


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Page:
    """Rows of one page, and what is told of them beyond their times."""

    rows: tuple[int, ...]
    told: str = ""


_WHOLE = _Box(_MARGIN, _MARGIN, PAGE[0] - 2 * _MARGIN, PAGE[1] - 2 * _MARGIN - _TOLD)


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
    for chapter in story.album.chapters:
        heading = chapter.day if chapter.day and chapter.day != day else chapter.heading
        day = chapter.day
        for page in _pages(story, chapter, pictures):
            yield list(_sheet(story, page, pictures, wishes, heading))
            heading = ""
    for row in story.timeless:
        yield list(_sheet(story, _Page((row,)), pictures, wishes, ""))


def _title(story: Story, cover: Printed) -> Iterator[Drawn | Line]:
    box = _Box(_MARGIN, _MARGIN, PAGE[0] - 2 * _MARGIN, PAGE[1] - 2 * _MARGIN - 66)
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
    for row, box in zip(page.rows, _boxes(page.rows, pictures), strict=True):
        yield _fitted(pictures[row], box)
    foot = PAGE[1] - _MARGIN - 2
    x = _MARGIN
    if heading:
        yield Line(x, foot, heading, 12, bold=True)
        x += _MARGIN + 6.6 * len(heading)
    told = [_told(story, row, wishes) for row in page.rows]
    text = "   ".join(dict.fromkeys(part for part in (*told, page.told) if part))
    yield Line(x, foot, text, 9, grey=_GREY)


def _told(story: Story, row: int, wishes: Wishes) -> str:
    one = story.shown[row]
    who = story.people[one.person] if wishes.who else ""
    return " ".join(part for part in (who, when_text(one)) if part)


def _boxes(rows: Sequence[int], pictures: dict[int, Printed]) -> list[_Box]:
    """Return where the pictures of a page go: beside each other, or the first one large."""
    whole = _WHOLE
    if len(rows) == 3:
        wide = (whole.width - _GAP) * _LARGE
        high = (whole.height - _GAP) / 2
        x = whole.x + wide + _GAP
        rest = whole.width - wide - _GAP
        return [
            _Box(whole.x, whole.y, wide, whole.height),
            _Box(x, whole.y, rest, high),
            _Box(x, whole.y + high + _GAP, rest, high),
        ]
    shapes = [pictures[row].shape for row in rows]
    room, x, found = whole.width - _GAP * (len(rows) - 1), whole.x, []
    for shape in shapes:
        width = room * shape / sum(shapes)
        found.append(_Box(x, whole.y, width, whole.height))
        x += width + _GAP
    return found


def _fitted(picture: Printed, box: _Box) -> Drawn:
    """Return a picture as large as fits in the middle of a box: nothing of it is cut off."""
    width = min(box.width, box.height * picture.shape)
    height = width / picture.shape
    x, y = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
    return Drawn(x, y, width, height, picture.jpeg, picture.size_px)
