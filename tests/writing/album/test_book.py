"""A book: every picture once, an instant on one page, nothing cut off."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.album import Instant
from coincide.writing.album import Wishes, write_story
from coincide.writing.album.book import PAGE
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


def test_what_is_shown_together_is_shown_once(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    album = replace(told.album, instants=(Instant((0, 2), 0.2, 2.0), Instant((1, 3), 5.0, 2.0)))
    told = replace(told, album=album)
    first, second = album.chapters
    assert list(beats_of(told, first)) == [Beat((0, 2), "in the same second"), Beat((1,))]
    assert [beat.rows for beat in beats_of(told, second)] == [(row,) for row in second.rows]
