"""What the tests of image data share."""

from collections.abc import Iterator

import pytest

from coincide.media.exiftool import ExifTool, find_exiftool


@pytest.fixture(scope="session")
def exiftool() -> Iterator[ExifTool]:
    """The real ExifTool, held for all tests."""
    if find_exiftool() is None:
        pytest.skip("ExifTool is not installed")
    with ExifTool() as tool:
        yield tool
