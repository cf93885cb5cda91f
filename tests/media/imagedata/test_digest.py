"""The digest on files made here: blind to metadata, not to a single byte of the picture."""

import hashlib
import shutil
import struct
import time
import tracemalloc
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import rawpy
from PIL import Image

from coincide.media.exiftool import ExifTool
from coincide.media.imagedata import image_digest, picture_spans
from tests.media.imagedata.made import NAMES, RAW_NAMES, UNWRITABLE, make
from tests.media.imagedata.rewriting import bytes_to_flip, flip, rewritten
from tests.media_files import BYTE, LONG, SHORT


@pytest.mark.parametrize("name", [*(name for name in NAMES if name not in UNWRITABLE), *RAW_NAMES])
def test_writing_times_leaves_the_digest(tmp_path: Path, exiftool: ExifTool, name: str) -> None:
    path = make(name, tmp_path)
    copy = rewritten(exiftool, path, tmp_path / "new")
    assert copy is not None
    assert image_digest(copy) == image_digest(path)
    again = rewritten(exiftool, copy, tmp_path / "newer")
    assert again is None or image_digest(again) == image_digest(path)


@pytest.mark.parametrize("name", [*NAMES, *RAW_NAMES])
def test_each_byte_of_the_picture_counts(tmp_path: Path, name: str) -> None:
    path = make(name, tmp_path)
    expected = image_digest(path)
    assert sum(span.n_bytes for span in picture_spans(path)) > 100
    for place in bytes_to_flip(path):
        assert differs(flip(path, place, tmp_path / f"flipped{path.suffix}"), expected), place


@pytest.mark.parametrize("name", NAMES)
def test_all_bytes_of_the_file_that_decode_to_pixels_are_covered(tmp_path: Path, name: str) -> None:
    """The largest stretch that is not covered is smaller than the smallest picture here."""
    path = make(name, tmp_path)
    at, gaps = 0, [0]
    for span in sorted(picture_spans(path), key=lambda span: span.start):
        gaps.append(span.start - at)
        at = max(at, span.end)
    assert max(*gaps, path.stat().st_size - at) < 700


def differs(path: Path, expected: str) -> bool:
    """Tell whether a file's digest is another, or there is none: both stop a writer."""
    try:
        return image_digest(path) != expected
    except ValueError:
        return True


def test_no_two_files_have_the_same_digest(tmp_path: Path) -> None:
    digests = [image_digest(make(name, tmp_path)) for name in NAMES]
    # the same picture, once with tags and once without
    same = {("plain.avif", "tagged.avif"), ("plain.jpg", "tagged.jpg")}
    for one, two in same:
        assert digests[NAMES.index(one)] == digests[NAMES.index(two)]
    assert len(set(digests)) == len(NAMES) - len(same)


def test_the_dng_is_one_that_decodes(tmp_path: Path, exiftool: ExifTool) -> None:
    path = make("photo.dng", tmp_path)
    copy = rewritten(exiftool, path, tmp_path / "new")
    assert copy is not None
    assert np.array_equal(sensor(copy), sensor(path))
    largest = max(picture_spans(path), key=lambda span: span.n_bytes)
    flipped = flip(path, largest.start, tmp_path / "flipped.dng")
    assert not np.array_equal(sensor(flipped), sensor(path))


def sensor(path: Path) -> npt.NDArray[np.uint16]:
    with rawpy.imread(str(path)) as raw:
        return raw.raw_image.copy()


@pytest.mark.parametrize(
    ("tag", "type_", "n_values", "counts"),
    [
        (0x0100, LONG, 1, True),
        (0x828E, BYTE, 4, True),
        (0xC61D, LONG, 1, True),
        (0x0112, SHORT, 1, False),
    ],
)
def test_a_tag_that_decoding_needs_counts(
    tmp_path: Path, tag: int, type_: int, n_values: int, counts: bool
) -> None:
    path = make("photo.dng", tmp_path)
    entry = path.read_bytes().rindex(struct.pack("<HHI", tag, type_, n_values))
    flipped = flip(path, entry + 8, tmp_path / "flipped.dng")
    assert (image_digest(flipped) != image_digest(path)) is counts


def test_a_raw_whose_picture_is_elsewhere_is_refused(tmp_path: Path) -> None:
    path = make("photo.arw", tmp_path)
    path.write_bytes(path.read_bytes() + bytes(2_000_000))
    with pytest.raises(ValueError, match="most of it is in an unsupported form"):
        image_digest(path)


def test_a_date_within_the_metadata_does_not_count(tmp_path: Path) -> None:
    for name in ("tagged.jpg", "tagged.webp", "tagged.tif", "photo.dng", "phone.heic"):
        path = make(name, tmp_path)
        data = path.read_bytes()
        place = data.index(b"2024:05:04 14:00:00")
        assert image_digest(flip(path, place, tmp_path / "flipped")) == image_digest(path), name


def test_the_name_does_not_matter(tmp_path: Path) -> None:
    path = make("plain.jpg", tmp_path)
    renamed = shutil.copyfile(path, tmp_path / "film.mp4")
    assert image_digest(renamed) == image_digest(path)


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff", b"hello, world", b"GIF89a" + bytes(100), b"FOVb" + bytes(100), bytes(5000)],
)
def test_a_format_that_is_not_known_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "odd.jpg"
    path.write_bytes(data)
    with pytest.raises(ValueError, match="format whose picture"):
        image_digest(path)


@pytest.mark.slow
@pytest.mark.alone
def test_it_costs_little_more_than_hashing_the_file(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (2200, 2300, 3), dtype=np.uint8)
    path = tmp_path / "large.jpg"
    Image.fromarray(noise).save(path, quality=93)
    assert 4e6 < path.stat().st_size < 8e6
    plain_s = best_of(lambda: hashlib.sha256(path.read_bytes()).hexdigest())
    assert best_of(lambda: image_digest(path)) < 1.5 * plain_s + 0.005


def best_of(work: object, n: int = 7) -> float:
    times = []
    for _ in range(n):
        start = time.perf_counter()
        work()  # type: ignore[operator]
        times.append(time.perf_counter() - start)
    return min(times)


def test_a_long_film_is_read_in_blocks(tmp_path: Path) -> None:
    path = make("film.mp4", tmp_path)
    with path.open("ab") as file:
        file.write((100_000_008).to_bytes(4, "big") + b"mdat")
        file.truncate(file.tell() + 100_000_000)
    tracemalloc.start()
    image_digest(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4e6
