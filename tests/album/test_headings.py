"""Few photos have no heading of their own, unless they are all of their day."""

import numpy as np
import pytest

from coincide.album import Shots
from coincide.album.chapters import find_chapters
from coincide.album.headings import headed
from coincide.album.options import AlbumOptions
from coincide.model import Indices
from tests.album.shots import shots_at
from tests.album.test_chapters import HOUR_S, RUN, n_chapters


def headings(shots: Shots, options: AlbumOptions = AlbumOptions()) -> Indices:
    return headed(shots, find_chapters(shots, options), options)


@pytest.mark.parametrize("few", [1, 2])
def test_few_photos_have_no_heading_unless_they_are_all_of_their_day(few: int) -> None:
    stop = np.arange(few) * 20.0
    same_day = headings(shots_at(np.concatenate([RUN, stop + 4 * HOUR_S])))
    next_day = headings(shots_at(np.concatenate([RUN, stop + 9 * HOUR_S])))
    assert (n_chapters(same_day), n_chapters(next_day)) == (1, 2)
    assert n_chapters(headings(shots_at(np.concatenate([RUN, RUN + 4 * HOUR_S])))) == 2


def test_many_stops_of_few_photos_have_headings_of_three_at_least() -> None:
    times_s = np.concatenate([np.arange(2) * 20.0 + nth * 4500.0 for nth in range(9)])
    place = np.array([(46.7 + 0.05 * (nth // 2), 9.2) for nth in range(18)])  # kilometres apart
    shots = shots_at(times_s, position_deg=place)
    assert n_chapters(headings(shots, AlbumOptions(fewest_photos=1))) == 9
    _, sizes = np.unique(headings(shots), return_counts=True)
    assert sizes.min() >= 3
    assert len(sizes) > 1


def test_what_is_in_no_chapter_has_no_heading() -> None:
    sd_s = [0.0] * 12 + [1e6]
    assert headings(shots_at([*RUN, 9000.0], sd_s=sd_s)).tolist() == [0] * 12 + [-1]
    assert len(headings(shots_at([]))) == 0
