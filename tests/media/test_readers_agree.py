"""Two readers that share no code agree on the times of every real file, or it is said why not.

Ours is exiv2 for photos and RAW photos, our own reader of boxes for videos; the other is
ExifTool. Sigma's X3F is left out: ExifTool is the only reader we have for it.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from coincide.media import metadata
from coincide.media.exiftool import ExifTool, file_argument, find_exiftool
from coincide.media.raw import tag_bytes
from coincide.media.video.tags import read_video_tags
from coincide.model.times import parse_zone_s, to_exif_text
from tests.conftest import SHARED

pytestmark = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")

# exiv2's name of a tag, and ExifTool's
TAGS = {
    "Exif.Photo.DateTimeOriginal": "DateTimeOriginal",
    "Exif.Photo.SubSecTimeOriginal": "SubSecTimeOriginal",
    "Exif.Photo.OffsetTimeOriginal": "OffsetTimeOriginal",
    "Exif.Photo.DateTimeDigitized": "CreateDate",
    "Exif.Photo.SubSecTimeDigitized": "SubSecTimeDigitized",
    "Exif.Photo.OffsetTimeDigitized": "OffsetTimeDigitized",
}
XMP_TAGS = {
    "Xmp.exif.DateTimeOriginal": "XMP-exif:DateTimeOriginal",
    "Xmp.exif.DateTimeDigitized": "XMP-exif:DateTimeDigitized",
    "Xmp.photoshop.DateCreated": "XMP-photoshop:DateCreated",
}
# where ExifTool finds a capture time and we find none
ONLY_EXIFTOOL = {
    "jpg_exif-org_olympus-d320l.jpg": "Olympus wrote text of its own, before there was EXIF",
    "jpg_exif-org_sony-powershota5.jpg": "Canon wrote CIFF into a JPEG, before there was EXIF",
    "CasioQVCI.jpg": "Casio wrote a block of its own, before there was EXIF",
    "PhotoMechanic.jpg": "a date and a time in IPTC, which an editor wrote and no camera",
}
# where exiv2 refuses a packet that ExifTool forgives
REFUSED_XMP = {
    "jpg_tests_32-lens_data.jpeg": "properties twice in one packet; the same time is in EXIF",
}
SUFFIXES = {".jpg", ".jpeg", ".heic", ".heif", ".tif", ".png"} | {
    *(".cr2", ".cr3", ".crw", ".dng", ".nef", ".raf", ".rw2", ".mov")
}
FIXTURES = sorted(
    path
    for path in (SHARED / "fixtures").rglob("*")
    if path.is_file() and path.suffix.lower() in SUFFIXES
)


@pytest.fixture(scope="module")
def told(shared: Path) -> dict[Path, Mapping[str, Any]]:
    """What ExifTool says of every file, by group."""
    wanted = ["-EXIF:all", "-XMP:all", "-QuickTime:all", "-DateTimeOriginal", "-CanonRaw:all"]
    paths = [file_argument(path.resolve()) for path in FIXTURES]
    with ExifTool() as tool:
        reply = tool.run(["-j", "-G1", "-a", *wanted, *paths], timeout_s=120)
    return {Path(tags["SourceFile"]): tags for tags in json.loads(reply.out)}


def ours(path: Path) -> dict[str, str]:
    try:
        format_ = "CR3" if path.suffix.lower() == ".cr3" else ""
        return metadata.read_tags(tag_bytes(format_, path.read_bytes()))
    except ValueError:
        return {}


def exif(tags: Mapping[str, Any], name: str) -> str:
    """Return ExifTool's value of an EXIF tag, which an old Canon keeps in its own block."""
    value = tags.get(f"ExifIFD:{name}", tags.get(f"CanonRaw:{name}", ""))
    return " ".join(str(value).split())


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_exif_times(path: Path, told: Mapping[Path, Mapping[str, Any]]) -> None:
    if path.suffix.lower() == ".mov":
        pytest.skip("a video has no EXIF")
    mine, theirs = ours(path), told[path.resolve()]
    for tag, name in TAGS.items():
        assert mine.get(tag, "") == exif(theirs, name), tag


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_xmp_times(path: Path, told: Mapping[Path, Mapping[str, Any]]) -> None:
    mine, theirs = ours(path), told[path.resolve()]
    if path.name in REFUSED_XMP:
        assert theirs["XMP-exif:DateTimeOriginal"] == mine["Exif.Photo.DateTimeOriginal"]
        assert not any(tag in mine for tag in XMP_TAGS)
        return
    for tag, name in XMP_TAGS.items():
        # ExifTool writes an XMP date as EXIF does
        as_exif = mine.get(tag, "").replace("-", ":", 2).replace("T", " ")
        assert as_exif == str(theirs.get(name, "")), tag


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_no_capture_time_is_missed(path: Path, told: Mapping[Path, Mapping[str, Any]]) -> None:
    if path.suffix.lower() == ".mov":
        pytest.skip("a video has no capture time")
    theirs = {
        name: value
        for name, value in told[path.resolve()].items()
        if name.endswith(":DateTimeOriginal") and "System" not in name
    }
    found = metadata.capture_of(ours(path)).time_s
    if path.name in ONLY_EXIFTOOL:
        assert theirs, "the explanation is out of date"
        assert found is None
    elif theirs:
        assert found is not None
        assert any(str(value).startswith(to_exif_text(found)) for value in theirs.values())


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_the_zone_is_the_one_beside_the_time(
    path: Path, told: Mapping[Path, Mapping[str, Any]]
) -> None:
    capture = metadata.capture_of(ours(path))
    if capture.time_from == "exif" and exif(told[path.resolve()], "DateTimeOriginal"):
        assert capture.zone_s == parse_zone_s(exif(told[path.resolve()], "OffsetTimeOriginal"))


@pytest.mark.parametrize(
    "path", [path for path in FIXTURES if path.suffix == ".mov"], ids=lambda path: path.name
)
def test_video_headers(path: Path, told: Mapping[Path, Mapping[str, Any]]) -> None:
    with path.open("rb") as file:
        tags = read_video_tags(file)
    theirs = told[path.resolve()]
    assert to_exif_text(tags.created_s or 0) == theirs["QuickTime:CreateDate"]
    assert f"{tags.duration_s:.2f} s" == theirs["QuickTime:Duration"]
    assert [tags.width_px, tags.height_px] == [
        theirs["Track1:ImageWidth"],
        theirs["Track1:ImageHeight"],
    ]


def test_there_is_something_to_agree_on(told: Mapping[Path, Mapping[str, Any]]) -> None:
    assert len(told) == len(FIXTURES) >= 130
    assert {path.name for path in FIXTURES} >= ONLY_EXIFTOOL.keys() | REFUSED_XMP.keys()
