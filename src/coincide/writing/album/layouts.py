"""How pictures share a page: rows and columns whose edges line up, nothing of them cut off.

A part's width is a straight line over its height, α · height + β, as each picture keeps its shape
and has some room of one height below it. So rows of columns of rows are laid out exactly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PictureBox:
    """A rectangle, in points from the top left."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageLayout:
    """Parts beside each other or below each other; of a picture, which one it is, and no part."""

    parts: "tuple[PageLayout, ...]" = ()
    below: bool = False
    picture: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """What a layout has room in: the shapes of its pictures, widths by heights, and what is free.

    ``told`` is the height below each picture, ``gap`` is what is between two.
    """

    shapes: tuple[float, ...]
    told: float
    gap: float


def boxes_of(
    shapes: Sequence[float], whole: PictureBox, *, told: float, gap: float
) -> list[PictureBox]:
    """Return where pictures go: so that most of the page is pictures; the first one is large.

    >>> whole = PictureBox(0, 0, 600, 400)
    >>> [round(box.height) for box in boxes_of([1.5] * 3, whole, told=0, gap=0)]
    [267, 133, 133]
    """
    page = Page(tuple(shapes), told, gap)
    found = [
        sorted(_boxes(layout, _fitted(layout, whole, page), page), key=lambda one: one[0])
        for layout in _layouts(len(shapes))
    ]
    best = max(found, key=lambda some: round(sum(box.width * box.height for _, box in some)))
    return [box for _, box in best]


def _layouts(n: int) -> list[PageLayout]:
    """Return the layouts of so many pictures."""
    first, *rest = (PageLayout(picture=nth) for nth in range(n))
    if not rest:
        return [first]
    others = tuple(rest)
    found = [PageLayout((first, *others)), PageLayout((first, *others), below=True)]
    if n > 2:
        found += [
            PageLayout((first, PageLayout(others, below=True))),
            PageLayout((first, PageLayout(others)), below=True),
        ]
    if n > 3:
        half = n // 2
        halves = (PageLayout((first, *others[: half - 1])), PageLayout(others[half - 1 :]))
        found.append(PageLayout(halves, below=True))
    return found


def _line(layout: PageLayout, page: Page) -> tuple[float, float]:
    """Return α and β of a part's width over its height."""
    if not layout.parts:
        shape = page.shapes[layout.picture]
        return shape, -shape * page.told
    lines = [_line(part, page) for part in layout.parts]
    gaps = page.gap * (len(lines) - 1)
    if not layout.below:
        return sum(alpha for alpha, _ in lines), sum(beta for _, beta in lines) + gaps
    alpha = 1 / sum(1 / one for one, _ in lines)
    return alpha, alpha * (sum(beta / one for one, beta in lines) - gaps)


def _fitted(layout: PageLayout, whole: PictureBox, page: Page) -> PictureBox:
    """Return a layout as large as fits, in the middle."""
    alpha, beta = _line(layout, page)
    height = min(whole.height, (whole.width - beta) / alpha)
    width = alpha * height + beta
    x, y = whole.x + (whole.width - width) / 2, whole.y + (whole.height - height) / 2
    return PictureBox(x, y, width, height)


def _boxes(layout: PageLayout, box: PictureBox, page: Page) -> Iterator[tuple[int, PictureBox]]:
    """Yield each picture and where it is, without what is told below it."""
    if not layout.parts:
        yield layout.picture, PictureBox(box.x, box.y, box.width, box.height - page.told)
        return
    x, y = box.x, box.y
    for part in layout.parts:
        alpha, beta = _line(part, page)
        if layout.below:
            height = (box.width - beta) / alpha
            yield from _boxes(part, PictureBox(x, y, box.width, height), page)
            y += height + page.gap
        else:
            width = alpha * box.height + beta
            yield from _boxes(part, PictureBox(x, y, width, box.height), page)
            x += width + page.gap
