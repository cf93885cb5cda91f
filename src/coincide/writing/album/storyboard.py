"""An album to print: a first page, then the chapters, a picture for each moment."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from coincide.album import Chapter, PhotoMoment
from coincide.engine import LocalEngine
from coincide.media.pictures import DECODE_ERRORS
from coincide.model.progress import StageProgress
from coincide.storage.outputs import write_output
from coincide.writing.album.letters import shortened, wrapped
from coincide.writing.album.model import Story, Wishes, cover_of, headings_of, in_order, without
from coincide.writing.album.pdf import A4, Drawn, Line, Sheet, pdf_bytes
from coincide.writing.album.pictures import encoded, upright
from coincide.writing.album.site import WrittenAlbum
from coincide.writing.album.words import (
    amount_text,
    clock_text,
    days_text,
    many_text,
    moment_text,
    times_of,
    when_text,
)

# points: the margin, between pictures, how high a row is about, what is told below it
_MARGIN, _GAP, _ROW, _TOLD = 42.0, 7.0, 124.0, 31.0
# of what is told: its size, from line to line, and how many lines there are at most
_LETTERS, _LEADING, _LINES = 7.5, 9.0, 2
_WIDTH, _BOTTOM = A4[0] - 2 * _MARGIN, A4[1] - _MARGIN - 14
# a picture is at most so wide beside its height: a panorama would fill rows of its own
_WIDEST = 2.4
# longer sides in pixels: 200 dots to the inch in a row, 150 over a page's width
_SMALL_PX, _LARGE_PX, _QUALITY = 640, 1240, 82
_GREY = 0.42


@dataclass(frozen=True, slots=True)
class Printed:
    """A picture to print."""

    jpeg: bytes
    size_px: tuple[int, int]

    @property
    def shape(self) -> float:
        """How wide it is beside its height."""
        return self.size_px[0] / self.size_px[1]


@dataclass(frozen=True, slots=True)
class _Cell:
    picture: Printed
    told: str


def write_storyboard(
    story: Story, out: Path, wishes: Wishes, progress: StageProgress
) -> WrittenAlbum:
    """Write a storyboard as a PDF."""
    story = in_order(story)
    pictures, broken = _pictures(story, progress)
    story = without(story, broken)  # covers give way to others of their moments
    if broken:
        more, _ = _pictures(story, progress)
        pictures = more
    sheets = list(_sheets(story, pictures, wishes))
    write_output(out, pdf_bytes(story.title, sheets))
    return WrittenAlbum(out, len(pictures), len(broken))


def _pictures(story: Story, progress: StageProgress) -> tuple[dict[int, Printed], set[int]]:
    """Return what stands for each moment, by row, and the rows that cannot be shown."""
    rows = {moment.cover for chapter in story.album.chapters for moment in chapter.moments}
    cover = {cover_of(story): _LARGE_PX} if story.shown else {}
    return printed_of(story, dict.fromkeys(sorted(rows), _SMALL_PX) | cover, progress)


def printed_of(
    story: Story, long_px: Mapping[int, int], progress: StageProgress
) -> tuple[dict[int, Printed], set[int]]:
    """Return pictures whose longer sides are given, by row, and the rows that cannot be shown."""
    jobs = [(story.shown[row].file, size_px) for row, size_px in long_px.items()]
    found: dict[int, Printed] = {}
    with LocalEngine() as engine:
        for number, done in enumerate(engine.map(_printed, None, jobs)):
            if done.value is not None:
                found[[*long_px][number]] = done.value
            progress("pictures", number + 1, len(jobs))
    return found, set(long_px) - set(found)


def _printed(_: None, job: tuple[Path, int]) -> Printed | None:
    try:
        image = upright(*job)
    except DECODE_ERRORS:
        return None
    return Printed(encoded(image, "JPEG", _QUALITY), image.size)


def _sheets(story: Story, pictures: dict[int, Printed], wishes: Wishes) -> Iterator[Sheet]:
    if story.shown:
        yield list(_first(story, pictures[cover_of(story)]))
    sheet: list[Drawn | Line] = []
    y, number = _MARGIN, 2
    day = ""
    for chapter, heading in zip(story.album.chapters, headings_of(story), strict=True):
        head = list(_heading(story, chapter, heading, new_day=chapter.day != day))
        tall = _heading_height(head)
        day = chapter.day
        rows = list(_rows([_cell(story, moment, pictures, wishes) for moment in chapter.moments]))
        for place, (height, cells) in enumerate(rows):
            needs = height + _TOLD + (tall if place == 0 else 0)
            if y + needs > _BOTTOM and sheet:
                yield [*sheet, _foot(story, number)]
                sheet, y, number = [], _MARGIN, number + 1
            if place == 0:
                sheet += [replace(line, y=line.y + y) for line in head]
                y += tall
            sheet += _row(cells, y, height)
            y += height + _TOLD
    if sheet:
        yield [*sheet, _foot(story, number)]


def _first(story: Story, cover: Printed) -> Iterator[Drawn | Line]:
    """Yield the first page: what it is, when it was, and one picture."""
    yield Line(_MARGIN, 96, story.title, 30, bold=True)
    yield Line(_MARGIN, 122, days_text(times_of(story)), 12, grey=_GREY)
    yield Line(_MARGIN, 139, amount_text(story), 12, grey=_GREY)
    width = min(_WIDTH, 560 * cover.shape)
    yield Drawn(_MARGIN, 168, width, width / cover.shape, cover.jpeg, cover.size_px)


def _heading(story: Story, chapter: Chapter, heading: str, *, new_day: bool) -> Iterator[Line]:
    """Yield what is told above a chapter, from the top of it: its day where that begins."""
    y = 0.0
    if chapter.day and new_day:
        yield _bold(y + 22, chapter.day, 18)
        y += 26
    if heading:
        yield _bold(y + 20, heading, 12 if chapter.day else 15)
        y += 20
    times = _times(story, chapter.rows)
    first, last = clock_text(times[0]), clock_text(times[-1])
    span = first if first == last else f"{first} to {last}"
    told = f"{span}, {many_text([story.shown[row] for row in chapter.rows])}"
    yield Line(_MARGIN, y + 16, told, 9, grey=_GREY)


def _bold(y: float, text: str, size: float) -> Line:
    return Line(_MARGIN, y, shortened(text, size, _WIDTH, bold=True), size, bold=True)


def _heading_height(lines: Sequence[Line]) -> float:
    return lines[-1].y + 16


def _foot(story: Story, number: int) -> Line:
    return Line(_MARGIN, A4[1] - 30, f"{number}   {story.title}", 8, grey=_GREY)


def _cell(story: Story, moment: PhotoMoment, pictures: dict[int, Printed], wishes: Wishes) -> _Cell:
    one = story.shown[moment.cover]
    parts = [when_text(one)]
    if wishes.who:
        parts.append(story.people[one.person])
    parts.append(moment_text(story, moment))
    return _Cell(pictures[moment.cover], " · ".join(part for part in parts if part))


def _rows(cells: Sequence[_Cell]) -> Iterator[tuple[float, list[_Cell]]]:
    """Yield rows of cells that fill the width; the last one as high as the others."""
    row: list[_Cell] = []
    for cell in cells:
        row.append(cell)
        room = _WIDTH - _GAP * (len(row) - 1)
        height = room / sum(map(_shape, row))
        if height <= _ROW:
            yield height, row
            row = []
    if row:
        yield _ROW, row


def _shape(cell: _Cell) -> float:
    return min(cell.picture.shape, _WIDEST)


def _row(cells: Sequence[_Cell], y: float, height: float) -> Iterator[Drawn | Line]:
    x = _MARGIN
    for cell in cells:
        width = height * _shape(cell)
        high = width / cell.picture.shape  # a panorama stands lower in its row
        yield Drawn(x, y + height - high, width, high, cell.picture.jpeg, cell.picture.size_px)
        for nth, told in enumerate(wrapped(cell.told, _LETTERS, width, _LINES)):
            yield Line(x, y + height + 11 + nth * _LEADING, told, _LETTERS, grey=_GREY)
        x += width + _GAP


def _times(story: Story, rows: Sequence[int]) -> list[float]:
    found = (story.shown[row].local_time_s for row in rows)
    return [time_s for time_s in found if time_s is not None]


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
        rows = [
            number
            for number in together.get(row, (row,))
            if number in inside and number not in shown
        ]
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
