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


def keyed(*values: bytes, keys: bytes = b"") -> bytes:
    """Return a movie whose first key is named; ``values``: boxes that give keys a value."""
    named = box(b"mdta", b"com.apple.quicktime.make") + keys
    listed = box(b"keys", bytes(4) + b"\0\0\0\1" + named)
    handler = box(b"hdlr", bytes(8) + b"mdta" + bytes(12))
    return movie_bytes(NOON, inside=box(b"meta", handler + listed + box(b"ilst", b"".join(values))))


def value(number: int, text: bytes, kind: int = 1) -> bytes:
    """Return the value of a key; kind 1 is text."""
    return box(number.to_bytes(4, "big"), box(b"data", struct.pack(">II", kind, 0) + text))


def test_values_without_a_name_or_without_text_are_ignored() -> None:
    picture, nameless = value(1, b"\xff\xd8", kind=13), value(7, b"whose?")
    empty = box(b"\0\0\0\1", b"")
    data = keyed(picture, nameless, empty, value(1, b"Apple"))
    assert tags_of(data).texts == {"com.apple.quicktime.make": "Apple"}
    assert tags_of(keyed(picture, nameless, empty)).texts == {}


def test_keys_end_where_one_is_shorter_than_its_own_head() -> None:
    data = keyed(value(1, b"Apple"), value(2, b"x"), keys=b"\0\0\0\4mdta" + bytes(20))
    assert tags_of(data).texts == {"com.apple.quicktime.make": "Apple"}


def test_canons_old_cameras_name_their_model() -> None:
    tags = tags_of(movie_bytes(NOON, user=box(b"CNMN", b"Canon PowerShot A620\0\0\0")))
    assert tags.texts == {"canon.model": "Canon PowerShot A620"}
    assert tags.maker == "Canon"


@pytest.mark.parametrize(
    ("told", "texts"),
    [
        ("<CreationDate value='soon'/>", {}),
        ('<CreationDate value="2024-05-04T14:00:00Z"/>', {"sony.date": "2024-05-04T14:00:00Z"}),
        (
            '<Device manufacturer="Sony" modelName="FX3"/>',
            {"sony.make": "Sony", "sony.model": "FX3"},
        ),
    ],
)
def test_sonys_description_may_lack_a_part(told: str, texts: dict[str, str]) -> None:
    meta = bytes(4) + box(b"xml ", bytes(4) + told.encode())
    assert tags_of(movie_bytes(NOON, behind=box(b"meta", meta))).texts == texts
