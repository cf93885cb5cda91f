from pathlib import Path

import pytest
from PIL import Image

from coincide.ingest import read_event
from tests.broken_files import build_broken_files


@pytest.mark.parametrize("seed", range(3))
def test_each_broken_file_is_used_or_listed_with_a_reason(tmp_path: Path, seed: int) -> None:
    paths = build_broken_files(tmp_path / "event", seed=seed)
    event = read_event([tmp_path / "event"])
    used = {photo.path for photo in event.photos}
    timeless = {photo.path for photo in event.timeless}
    listed = {skipped.path for skipped in event.skipped} | timeless
    assert len(paths) == len(set(paths)) == 200
    assert set(paths) == used | listed
    assert not used & listed
    assert all(len(skipped.reason) > 5 for skipped in event.skipped)
    assert len(event.galleries) >= 2


def test_reasons_name_what_is_wrong(tmp_path: Path) -> None:
    build_broken_files(tmp_path / "event", n=400)
    event = read_event([tmp_path / "event"])
    without = (*event.skipped, *event.timeless)
    left_out = {(s.path.stem[4:], s.reason) for s in without}
    used = {photo.path.stem[4:] for photo in event.photos}
    reasons = {kind: {reason for k, reason in left_out if k == kind} for kind, _ in left_out}
    assert reasons["zero_bytes"] == {"empty: zero bytes"}
    assert all("capture time" in reason or "cannot be read" in reason for reason in reasons["raw"])
    assert all("header" in reason or "ExifTool" in reason for reason in reasons["video"])
    assert all("30000 × 30000 px" in reason for reason in reasons["huge_jpeg"])
    assert all("30000 × 30000 px" in reason for reason in reasons["huge_png"])
    assert all("30000 × 30000 px" in reason for reason in reasons["huge_tiff"])
    assert all(reason.startswith("too small to recognise (1 × ") for reason in reasons["one_pixel"])
    assert all("capture time" in reason for reason in reasons["absurd_time"])
    assert all("no capture time" in reason for reason in reasons["no_time"])
    assert {"cmyk", "sixteen_bits", "wrong_suffix", "palette", "appended", "bilevel"} <= used
    assert not {"zero_bytes", "raw", "video", "one_pixel", "no_time", "not_a_photo"} & used
    assert "truncated" not in used


def test_pillow_keeps_its_own_limit(tmp_path: Path) -> None:
    before = Image.MAX_IMAGE_PIXELS
    build_broken_files(tmp_path / "event", n=60)
    read_event([tmp_path / "event"])
    assert before == Image.MAX_IMAGE_PIXELS


def test_a_second_reading_gives_the_same_event(tmp_path: Path) -> None:
    build_broken_files(tmp_path / "event")
    assert read_event([tmp_path / "event"]) == read_event([tmp_path / "event"])
