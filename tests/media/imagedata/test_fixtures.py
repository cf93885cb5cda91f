"""The digest on real files of many cameras, rewritten by the real ExifTool."""

from pathlib import Path

import pytest

from coincide.media.exiftool import ExifTool
from coincide.media.imagedata import image_digest
from tests.conftest import SHARED
from tests.media.imagedata.rewriting import bytes_to_flip, flip, rewritten

_SIDE_FILES = (".xmp", ".gpx")
FIXTURES = sorted(
    path.relative_to(SHARED / "fixtures").as_posix()
    for path in (SHARED / "fixtures").glob("*/*")
    if path.suffix not in _SIDE_FILES
)
# formats in which the picture is not told from the metadata: nothing is written into them
UNKNOWN = ("exiftool/CanonRaw.crw", "exiftool/Sigma.x3f", "exiftool/SigmaDP2.x3f")
# what ExifTool refuses to write, each for its own fault
UNWRITABLE = {
    "exiftool/Nikon.nef": "cut down to a thumbnail of 18 bytes, which is too short for its size",
    "exif-samples/jpg_tests_30-type_error.jpg": "the place of its EXIF is a text",
    "exif-samples/jpg_tests_45-gps_ifd.jpg": "a tag without a value",
}
KNOWN = [name for name in FIXTURES if name not in UNKNOWN]


@pytest.mark.parametrize("name", KNOWN)
def test_writing_times_leaves_the_digest(
    tmp_path: Path, shared: Path, exiftool: ExifTool, name: str
) -> None:
    path = shared / "fixtures" / name
    copy = rewritten(exiftool, path, tmp_path)
    assert (copy is None) is (name in UNWRITABLE)
    if copy is not None:
        assert image_digest(copy) == image_digest(path)


@pytest.mark.parametrize("name", KNOWN)
def test_each_byte_of_the_picture_counts(tmp_path: Path, shared: Path, name: str) -> None:
    path = shared / "fixtures" / name
    expected = image_digest(path)
    places = bytes_to_flip(path, n_random=2)
    for place in places[:: max(len(places) // 6, 1)]:
        flipped = flip(path, place, tmp_path / "flipped")
        try:
            assert image_digest(flipped) != expected
        except ValueError:
            continue


@pytest.mark.parametrize("name", [name for name in FIXTURES if name in UNKNOWN])
def test_what_is_not_known_is_refused(shared: Path, name: str) -> None:
    with pytest.raises(ValueError, match="format whose picture"):
        image_digest(shared / "fixtures" / name)
