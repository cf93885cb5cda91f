"""Pairs are what they are called, and are counted as what they are."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import ExifTags, Image

from coincide.model import Photo
from coincide_bench.samepicture.bursts import burst_of
from coincide_bench.samepicture.edits import EDITS
from coincide_bench.samepicture.pairs import MADE_BURST, REAL_BURST, Amounts, opened, pairs_of
from coincide_bench.samepicture.run import counts_of, judge_sources
from coincide_bench.samepicture.sources import SETS, Source, Taken

FEW = Amounts(copies=1, bursts=2, later=2, beside=2)


def picture(seed: int) -> Image.Image:
    spots = np.random.default_rng(seed).integers(0, 255, (15, 20, 3), dtype=np.uint8)
    return Image.fromarray(spots).resize((320, 240), Image.Resampling.BICUBIC)


@pytest.fixture
def source(tmp_path: Path) -> Source:
    """Return five photos of two cameras: two within seconds, a third a minute after them."""
    taken = []
    for number, (camera, time_s) in enumerate(
        [("a", 0.0), ("a", 3.0), ("a", 70.0), ("b", 5.0), ("b", 9000.0)]
    ):
        path = tmp_path / f"{number}.jpg"
        tags = Image.Exif()
        tags[ExifTags.Base.Make] = "Camera"
        picture(number).save(path, exif=tags)
        taken.append(Taken(path, camera, time_s))
    return Source("made", tuple(taken), one_clock=True, burst_s=10.0)


def test_a_copy_is_never_larger_and_has_no_tags(source: Source, tmp_path: Path) -> None:
    for pair in pairs_of(source, FEW, 1, tmp_path):
        if pair.is_same:
            with Image.open(pair.one) as one, Image.open(pair.other) as other:
                assert other.width <= one.width
                assert not other.getexif()


def test_all_kinds_are_made_and_nothing_is_left(source: Source, tmp_path: Path) -> None:
    kinds = [pair.kind for pair in pairs_of(source, FEW, 1, tmp_path)]
    assert kinds[: len(EDITS)] == list(EDITS)
    assert kinds.count(MADE_BURST) == 2
    assert kinds.count(REAL_BURST) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{n}.jpg" for n in range(5)]


def test_a_burst_is_two_pictures() -> None:
    for seed in range(10):
        one, other = burst_of(picture(seed), np.random.default_rng(seed))
        assert one.size == other.size
        difference = np.abs(np.asarray(one, float) - np.asarray(other, float))
        assert difference.max() > 20


def test_what_is_merged_is_counted(source: Source, tmp_path: Path) -> None:
    def by_size(one: Path, other: Path) -> bool:
        return opened(one).size == opened(other).size

    told: list[tuple[str, int, int]] = []
    judged = list(
        judge_sources([source], FEW, 1, by_size, tmp_path, lambda *step: told.append(step))
    )
    counts = {one.kind: one for one in counts_of(judged)}
    assert counts["light"].merged == 1.0
    assert counts["cropped"].merged == 0.0
    assert counts[REAL_BURST].n_merged == 1
    assert told[-1] == ("bench", 1, 1)


def test_what_cameras_wrote_is_heard(source: Source, tmp_path: Path) -> None:
    photos = [
        Photo(Path(f"a/DSC0000{number}.jpg"), str(number), taken.time_s, taken.time_s)
        for number, taken in enumerate(source.photos)
    ]
    told = [replace(one, photo=photo) for one, photo in zip(source.photos, photos, strict=True)]
    written = replace(source, photos=tuple(told))
    judged = judge_sources(
        [written], Amounts(0, 0, 0, 0), 1, lambda *_: True, tmp_path, lambda *_: None
    )
    (burst,) = [one for one in judged if one.kind == REAL_BURST]
    assert burst.by_pixels
    assert not burst.merged


def test_no_set_is_tuned_on_and_reported() -> None:
    assert not set(SETS["dev"]) & set(SETS["report"])
