import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.media.formats import HEAD_BYTES, MEDIA_SUFFIXES, format_of, is_dng, media_of
from tests.media_files import dng_bytes
from tests.photo_files import exif_bytes, image_bytes


def test_real_files_are_known_by_their_first_bytes(shared: Path) -> None:
    expected = {"CanonRaw.cr2": "CR2", "CanonRaw.cr3": "CR3", "CanonRaw.crw": "CRW"}
    expected |= {"FujiFilm.raf": "RAF", "Panasonic.rw2": "RW2", "Sigma.x3f": "X3F"}
    expected |= {"QuickTime.mov": "MOV", "QuickTime.heic": "HEIF", "PNG.png": "PNG"}
    for name, format_ in expected.items():
        head = (shared / "fixtures" / "exiftool" / name).read_bytes()[:HEAD_BYTES]
        assert format_of(Path("whatever.bin"), head) == format_, name


def test_only_the_name_tells_raw_from_tiff(shared: Path) -> None:
    head = (shared / "fixtures" / "exiftool" / "Nikon.nef").read_bytes()[:HEAD_BYTES]
    assert format_of(Path("a.nef"), head) == "NEF"
    assert format_of(Path("a.tif"), head) == "TIFF"


@pytest.mark.parametrize("format_", ["M4A ", "M4B "])
def test_sound_is_no_video(format_: str) -> None:
    assert format_of(Path("a"), b"\0\0\0\x18ftyp" + format_.encode()) is None


def test_a_dng_says_so() -> None:
    assert is_dng(io.BytesIO(dng_bytes()))
    assert not is_dng(io.BytesIO(image_bytes("TIFF", exif_bytes())))


@pytest.mark.parametrize("data", [b"", b"II*\0", b"II*\0\xff\xff\xff\xff", bytes(range(64))])
def test_what_is_damaged_is_no_dng(data: bytes) -> None:
    assert not is_dng(io.BytesIO(data))


@given(st.sampled_from(sorted(MEDIA_SUFFIXES)), st.binary(max_size=HEAD_BYTES))
def test_every_format_is_of_some_media(suffix: str, head: bytes) -> None:
    format_ = format_of(Path(f"a{suffix}"), head)
    assert format_ is None or media_of(format_) in ("photo", "raw", "video")
