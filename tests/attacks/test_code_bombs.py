"""A picture full of parts of codes: a reader that tries all of them together comes to no end."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("zxingcpp", reason="without coincide[clock]")

from coincide.media.isolated.limits import DecodeLimitError, Limits
from coincide.media.isolated.pool import Pool
from coincide.model import Photo
from coincide.project.read import clockphotos
from coincide.storage.store import Store

TASK = ("coincide.features.clockcode.payload", "clock_codes")


def write_finders(path: Path, side_px: int) -> Path:
    """Write a picture of nothing but the corners of codes."""
    finder = np.full((9, 9), 255, np.uint8)
    finder[1:8, 1:8] = 0
    finder[2:7, 2:7] = 255
    finder[3:6, 3:6] = 0
    times = side_px // 9
    Image.fromarray(np.tile(finder, (times, times))).save(path)
    return path


def test_it_is_ended_by_the_deadline(tmp_path: Path) -> None:
    path = write_finders(tmp_path / "finders.png", 4000)
    pool = Pool(Limits(n_workers=1, deadline_s=0.5))
    try:
        with pytest.raises(DecodeLimitError, match=r"took longer than 0\.5 s"):
            pool.run(TASK, (path,), {})
    finally:
        pool.close()


def test_it_shows_no_clock_and_is_not_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_finders(tmp_path / "finders.png", 700)
    looked = []

    def too_slow(path: Path) -> None:
        looked.append(path)
        raise DecodeLimitError("took longer than 20 s to decode")

    monkeypatch.setattr("coincide.features.clockcode.payload.clock_codes", too_slow)
    with Store(tmp_path / "project") as store:
        for _ in range(2):
            photos = [Photo(path, "bomb", 0.0, 0.0)]
            told = clockphotos.read_clock_photos(photos, store, lambda *_: None)
            assert told == {}
    assert looked == [path]
