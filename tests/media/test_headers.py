import pytest

from coincide.media.headers import read_header
from tests.photo_files import FORMATS, exif_bytes, image_bytes


@pytest.mark.parametrize("format_", FORMATS)
def test_size_of_each_format(format_: str) -> None:
    header = read_header(format_, image_bytes(format_, exif_bytes(), size=(64, 48)))
    assert (header.width_px, header.height_px) == (64, 48)


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.99])
def test_truncation_shows_without_decoding(format_: str, share: float) -> None:
    data = image_bytes(format_, exif_bytes(), size=(200, 150))
    with pytest.raises(ValueError, match=r"truncated|broken"):
        read_header(format_, data[: int(len(data) * share)])


def test_a_jpeg_with_a_film_behind_it_is_complete() -> None:
    data = image_bytes("JPEG", exif_bytes())
    assert read_header("JPEG", data + b"\x00\x00\x00\x18ftypmp42" * 100).width_px == 64


def test_the_end_of_a_thumbnail_is_not_the_end_of_the_photo() -> None:
    data = image_bytes("JPEG", exif_bytes())
    segment = b"\xff\xe5" + (2 + len(data)).to_bytes(2, "big") + data
    with pytest.raises(ValueError, match="truncated"):
        read_header("JPEG", data[:2] + segment + data[2:-2])


@pytest.mark.parametrize(
    ("format_", "remaining", "size"),
    # what each decoder leaves to be turned; TIFF and HEIF turn the picture themselves
    [("TIFF", 1, (48, 64)), ("HEIF", 1, (48, 64)), ("AVIF", 6, (64, 48)), ("JPEG", None, (64, 48))],
)
def test_orientation_left_to_apply(
    format_: str, remaining: int | None, size: tuple[int, int]
) -> None:
    header = read_header(format_, image_bytes(format_, exif_bytes(orientation=6)))
    assert header.orientation == remaining
    assert (header.width_px, header.height_px) == size


def test_fill_bytes_and_markers_that_stand_alone_are_passed_over() -> None:
    data = image_bytes("JPEG", exif_bytes())
    filled = data[:2] + b"\xff\xd0\xff\xff\xff" + data[2:]
    assert read_header("JPEG", filled).width_px == 64
    with pytest.raises(ValueError, match="truncated"):
        read_header("JPEG", filled[:-2])


def test_a_jpeg_that_ends_before_its_picture_is_truncated() -> None:
    data = image_bytes("JPEG", exif_bytes())
    with pytest.raises(ValueError, match="truncated"):
        read_header("JPEG", data[:2] + b"\xff\xd9" + data[2:])


@pytest.mark.parametrize("format_", ["AVIF", "HEIF"])
def test_a_last_box_that_reaches_to_the_end_is_complete(format_: str) -> None:
    data = bytearray(image_bytes(format_, exif_bytes()))
    last = data.rindex(b"mdat") - 4
    data[last : last + 4] = bytes(4)
    assert read_header(format_, bytes(data)).width_px == 64


@pytest.mark.parametrize("format_", ["AVIF", "HEIF"])
def test_a_box_shorter_than_its_own_head_is_damage(format_: str) -> None:
    data = image_bytes(format_, exif_bytes())
    with pytest.raises(ValueError, match="truncated"):
        read_header(format_, data + b"\0\0\0\4free" + bytes(8))
