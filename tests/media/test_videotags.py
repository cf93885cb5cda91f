import io
import struct
from pathlib import Path

import pytest

from coincide.media.video.tags import VideoTags, read_video_tags
from coincide.model.times import from_clock
from tests.media_files import box, movie_bytes, write_mp4

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
NOON = int(NOON_S - from_clock(1904, 1, 1, 0, 0, 0))
SONY = b"""<?xml version="1.0"?><NonRealTimeMeta>
<CreationDate value="2024-05-04T14:00:00+02:00"/>
<Device manufacturer="Sony" modelName="ILCE-7M3" serialNo="4294967295"/></NonRealTimeMeta>"""


def tags_of(data: bytes) -> VideoTags:
    return read_video_tags(io.BytesIO(data))


@pytest.mark.parametrize("long", [False, True])
def test_time_duration_and_size(long: bool) -> None:
    tags = tags_of(movie_bytes(NOON, duration_s=7, long=long))
    assert tags.created_s == NOON_S
    assert tags.duration_s == 7.0
    assert (tags.width_px, tags.height_px, tags.has_picture) == (320, 240, True)


def test_zero_is_unknown() -> None:
    assert tags_of(movie_bytes(0)).created_s is None
    assert tags_of(movie_bytes(0, duration_s=0)).duration_s is None


def test_a_time_that_counts_from_1970_by_mistake() -> None:
    assert tags_of(movie_bytes(int(NOON_S))).created_s == NOON_S


def test_what_pyav_writes(tmp_path: Path) -> None:
    keys = {"com.android.version": "14", "com.apple.quicktime.make": "Apple"}
    path = write_mp4(tmp_path / "a.mp4", "2024-05-04T12:00:00", duration_s=3.0, tags=keys)
    with path.open("rb") as file:
        tags = read_video_tags(file)
    assert tags.created_s == NOON_S
    assert tags.duration_s == pytest.approx(3.0)
    assert keys.items() <= tags.texts.items()


def test_texts_of_user_data() -> None:
    texts = {b"\xa9mak": b"Samsung", b"\xa9xyz": b"+52.5000+013.2600/"}
    user = b"".join(
        box(kind, struct.pack(">HH", len(text), 0x15C7) + text) for kind, text in texts.items()
    )
    assert tags_of(movie_bytes(NOON, user=user)).texts == {
        "©mak": "Samsung",
        "©xyz": "+52.5000+013.2600/",
    }


def test_sonys_description_beside_the_film() -> None:
    meta = bytes(4) + box(b"hdlr", bytes(8) + b"nrtm" + bytes(12)) + box(b"xml ", bytes(4) + SONY)
    tags = tags_of(movie_bytes(NOON, behind=box(b"meta", meta)))
    assert tags.texts == {
        "sony.date": "2024-05-04T14:00:00+02:00",
        "sony.make": "Sony",
        "sony.model": "ILCE-7M3",
    }


@pytest.mark.parametrize(
    ("user", "maker"),
    [
        (box(b"FIRM", b"HD8.01.02.50.00"), "GoPro"),
        (box(b"GPMF", bytes(40)), "GoPro"),
        (box(b"NCDT", bytes(40)), "NIKON CORPORATION"),
        (box(b"PANA", bytes(40)), "Panasonic"),
        (box(b"TAGS", b"PENTAX DIGITAL CAMERA\0\0"), "PENTAX DIGITAL CAMERA"),
        (box(b"free", b"whoever"), None),
    ],
)
def test_makers_are_known_by_their_boxes(user: bytes, maker: str | None) -> None:
    assert tags_of(movie_bytes(NOON, user=user)).maker == maker


def test_a_recording_that_was_cut_short() -> None:
    with pytest.raises(ValueError, match="no movie header"):
        tags_of(box(b"ftyp", b"isom\0\0\2\0") + box(b"mdat", bytes(100)))
