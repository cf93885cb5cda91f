"""JPEGs that end too soon, and trailers that say where in the file they lie."""

from pathlib import Path
from typing import Literal

import pytest

from coincide.media.imagedata import image_digest
from tests.media.imagedata.made import make

Order = Literal["big", "little"]


def trailer(mark: bytes, place: int, order: Order) -> bytes:
    """Return an AFCP trailer that says it begins at a place."""
    return mark + bytes(8) + b"a caption" + mark + place.to_bytes(4, order) + bytes(4)


@pytest.mark.parametrize(("mark", "order"), [(b"AXS!", "big"), (b"AXS*", "little")])
def test_a_trailer_that_tells_its_place_does_not_count(
    tmp_path: Path, mark: bytes, order: Order
) -> None:
    photo = make("plain.jpg", tmp_path)
    data, expected = photo.read_bytes(), image_digest(photo)
    photo.write_bytes(data + trailer(mark, len(data), order))
    assert image_digest(photo) == expected
    photo.write_bytes(data + trailer(mark, len(data) + 1, order))
    assert image_digest(photo) != expected


def test_an_end_before_the_picture_is_refused(tmp_path: Path) -> None:
    photo = make("plain.jpg", tmp_path)
    data = photo.read_bytes()
    photo.write_bytes(data[: data.index(b"\xff\xda")] + b"\xff\xd9")
    with pytest.raises(ValueError, match="damaged: a JPEG without a picture"):
        image_digest(photo)
