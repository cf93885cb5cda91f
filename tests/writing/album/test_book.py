"""A book: every picture once, an instant on one page, nothing cut off."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.album import Instant
from coincide.writing.album import Wishes, write_story
from coincide.writing.album.book import PAGE
from coincide.writing.album.layouts import PictureBox, boxes_of
from coincide.writing.album.letters import text_width
from coincide.writing.album.pdf import Drawn, Line, Sheet
from coincide.writing.album.storyboard import Beat, beats_of
from tests.writing.album.stories import story


@pytest.fixture
def sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Sheet]:
    """The pages of a book of six photos: two are of one instant, one is of an unknown time."""
    told = story(tmp_path / "event")
    album = replace(told.album, instants=(Instant((0, 2), 0.7, 2.0),))
    kept: list[Sheet] = []

    def keep(_title: str, pages: list[Sheet], _size: tuple[float, float]) -> bytes:
        kept.extend(pages)
        return b"%PDF"

    monkeypatch.setattr("coincide.writing.album.book.pdf_bytes", keep)
    written = write_story(
        replace(told, album=album), tmp_path / "a.pdf", "book", Wishes(who=True), lambda *_: None
    )
    assert written.n_shown == 6
    return kept


def test_every_picture_is_on_a_page_and_an_instant_on_one(sheets: list[Sheet]) -> None:
    counts = [sum(isinstance(one, Drawn) for one in sheet) for sheet in sheets]
    assert counts == [1, 2, 1, 1, 1, 1]  # the cover, the instant, one, then the other chapter
    texts = [[one.text for one in sheet if isinstance(one, Line)] for sheet in sheets]
    assert any("1 second apart" in text for text in texts[1])
    assert any("Zephyrine's aunt" in text for sheet in texts for text in sheet)


def test_pictures_keep_their_shape_and_stay_on_the_page(sheets: list[Sheet]) -> None:
    for sheet in sheets:
        for one in sheet:
            if isinstance(one, Drawn):
                assert one.x >= 0
                assert one.x + one.width <= PAGE[0] + 1e-6
                assert one.y + one.height <= PAGE[1] + 1e-6
                assert one.width / one.height == pytest.approx(
                    one.size_px[0] / one.size_px[1], rel=0.01
                )


def test_what_is_told_of_a_picture_is_below_it_in_letters_that_can_be_read(
    sheets: list[Sheet],
) -> None:
    for sheet in sheets[1:]:
        lines = [one for one in sheet if isinstance(one, Line) and not one.bold]
        drawn = [one for one in sheet if isinstance(one, Drawn)]
        for line, picture in zip(lines, drawn, strict=True):
            assert line.size >= 9
            assert line.x == picture.x
            assert 0 < line.y - picture.y - picture.height < 16
            assert text_width(line.text, line.size) <= picture.width


@pytest.mark.parametrize(
    "shapes", [[1.5], [1.5, 1.5], [1.78, 1.78], [0.75, 1.33], [1.5, 1.33, 0.75], [1.5] * 4]
)
def test_the_edges_of_pictures_line_up(shapes: list[float]) -> None:
    whole = PictureBox(20, 20, 800, 560)
    boxes = boxes_of(shapes, whole, told=17, gap=8)
    for box, shape in zip(boxes, shapes, strict=True):
        assert box.width / box.height == pytest.approx(shape)
    left, right = min(b.x for b in boxes), max(b.x + b.width for b in boxes)
    top, bottom = min(b.y for b in boxes), max(b.y + b.height for b in boxes) + 17
    # as large as the page is, in one direction
    assert right - left == pytest.approx(800) or bottom - top == pytest.approx(560)
    # a rectangle without holes: only what is told and the gaps are no picture
    pictures = sum((b.width + 8) * (b.height + 17 + 8) for b in boxes)
    assert pictures == pytest.approx((right - left + 8) * (bottom - top + 8))


def test_two_wide_pictures_are_below_each_other() -> None:
    one, other = boxes_of([1.78, 1.78], PictureBox(0, 0, 800, 560), told=17, gap=8)
    assert one.x == other.x
    assert one.y + one.height < other.y


def test_what_is_shown_together_is_shown_once(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    album = replace(told.album, instants=(Instant((0, 2), 0.2, 2.0), Instant((1, 3), 5.0, 2.0)))
    told = replace(told, album=album)
    first, second = album.chapters
    assert list(beats_of(told, first)) == [Beat((0, 2), "in the same second"), Beat((1,))]
    assert [beat.rows for beat in beats_of(told, second)] == [(row,) for row in second.rows]


def test_the_storyboard_tells_nothing_beside_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = story(tmp_path / "event")
    people = ("a person with a name that is longer than any picture is wide", "Ann")
    first, second = told.album.chapters
    days = (
        replace(first, day="Friday 3 June", name="Friday 3 June, evening", stop="Evening"),
        replace(second, day="Saturday 4 June", name="Saturday 4 June, evening", stop="Evening"),
    )
    told = replace(told, people=people, album=replace(told.album, chapters=days))
    kept: list[Sheet] = []

    def keep(_title: str, pages: list[Sheet]) -> bytes:
        kept.extend(pages)
        return b"%PDF"

    monkeypatch.setattr("coincide.writing.album.storyboard.pdf_bytes", keep)
    write_story(told, tmp_path / "a.pdf", "pdf", Wishes(who=True), lambda *_: None)
    (sheet,) = kept[1:]
    pictures = [one for one in sheet if isinstance(one, Drawn)]
    small = [one for one in sheet if isinstance(one, Line) and one.size == 7.5]
    assert len(small) > len(pictures)  # some have two lines
    for line in small:
        (picture,) = (one for one in pictures if one.x == line.x and 0 < line.y - one.y < 150)
        assert text_width(line.text, line.size) <= picture.width
    # days of one chapter have one heading
    assert [one.text for one in sheet if isinstance(one, Line) and one.bold] == [
        "Friday 3 June",
        "Saturday 4 June",
    ]
