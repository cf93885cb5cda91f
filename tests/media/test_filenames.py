import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.media.filenames import NamedTime, time_from_name
from coincide.model.times import from_clock, to_text

AT_TWO = from_clock(2024, 5, 4, 14, 0, 0)
DAY = from_clock(2024, 5, 4, 0, 0, 0)


@pytest.mark.parametrize(
    ("name", "kind", "fraction"),
    [
        ("IMG_20240504_140000.jpg", "android", 0.0),
        ("IMG_20240504_140000123.jpg", "android", 0.123),
        ("IMG_20240504_140000_HDR.jpg", "android", 0.0),
        ("IMG_20240504_140000_BURST1.jpg", "android", 0.0),
        ("VID_20240504_140000.mp4", "android", 0.0),
        ("MVIMG_20240504_140000.jpg", "android", 0.0),
        ("00001IMG_00001_BURST20240504140000123_COVER.jpg", "android", 0.123),
        ("20240504_140000.jpg", "samsung", 0.0),
        ("20240504_140000(0).jpg", "samsung", 0.0),
        ("20240504_140000_001.jpg", "samsung", 0.0),
        ("WP_20240504_14_00_00_Pro.jpg", "windows-phone", 0.0),
        ("2024-05-04 14.00.00.jpg", "dropbox", 0.0),
        ("2024-05-04 14.00.00-1.jpg", "dropbox", 0.0),
        ("Screenshot_20240504-140000_App.png", "screenshot", 0.0),
        ("Screenshot_20240504_140000_App.jpg", "screenshot", 0.0),
        ("Screenshot_2024-05-04-14-00-00-123_com.app.png", "screenshot", 0.0),
        ("Screenshot 2024-05-04 at 2.00.00 PM.png", "screenshot", 0.0),
        ("Screenshot 2024-05-04 at 2.00.00\u202fPM.png", "screenshot", 0.0),
        ("Screen Shot 2024-05-04 at 14.00.00.png", "screenshot", 0.0),
        ("Screenshot from 2024-05-04 14-00-00.png", "screenshot", 0.0),
        ("Screenshot 2024-05-04 140000.png", "screenshot", 0.0),
        ("Bildschirmfoto 2024-05-04 um 14.00.00.png", "screenshot", 0.0),
        ("Bildschirmfoto vom 2024-05-04 14-00-00.png", "screenshot", 0.0),
        ("Capture d’écran 2024-05-04 à 14.00.00.png", "screenshot", 0.0),
    ],
)
def test_names_to_the_second(name: str, kind: str, fraction: float) -> None:
    found = time_from_name(name)
    assert found is not None
    assert (found.zone_s, found.precision, found.kind) == (None, "second", kind)
    assert found.time_s == pytest.approx(AT_TWO + fraction, abs=1e-6)
    assert time_from_name(unicodedata.normalize("NFD", name)) == found


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("IMG-20240504-WA0012.jpg", "whatsapp"),
        ("VID-20240504-WA0001.mp4", "whatsapp"),
        ("WhatsApp Image 2024-05-04 at 14.00.00.jpeg", "whatsapp"),
        ("WhatsApp Image 2024-05-04 at 2.00.00 PM (1).jpeg", "whatsapp"),
        ("WhatsApp Bild 2024-05-04 um 14.00.00.jpeg", "whatsapp"),
        ("signal-2024-05-04-140000.jpg", "signal"),
        ("signal-2024-05-04-14-00-00-123.jpg", "signal"),
        ("photo_2024-05-04_14-00-00.jpg", "telegram"),
        ("photo_5_2024-05-04_14-00-00.jpg", "telegram"),
        ("viber_image_2024-05-04_14-00-00-123.jpg", "viber"),
        ("WP_20240504_001.jpg", "windows-phone"),
    ],
)
def test_names_by_the_day(name: str, kind: str) -> None:
    """What was received says when it was received: at most the day is worth something."""
    found = time_from_name(name)
    assert found is not None
    assert (found.time_s, found.zone_s, found.precision, found.kind) == (DAY, None, "day", kind)


def test_pixels_name_in_utc() -> None:
    found = time_from_name("PXL_20240504_120000123.MP.jpg")
    assert found == NamedTime(
        pytest.approx(from_clock(2024, 5, 4, 12, 0, 0.123)), 0, "second", "pixel"
    )


def test_half_days() -> None:
    times = {
        half: time_from_name(f"Screenshot 2024-05-04 at {half}.png")
        for half in ("12.00.00 AM", "12.00.00 PM", "1.00.00 am", "11.59.59 pm")
    }
    assert [to_text(found.time_s)[11:] for found in times.values() if found] == [
        *("00:00:00", "12:00:00", "01:00:00", "23:59:59")
    ]
    assert time_from_name("Screenshot 2024-05-04 at 14.00.00 PM.png") is None


@pytest.mark.parametrize(
    "name",
    [
        *("IMG_20241399.jpg", "IMG_20241399_140000.jpg", "IMG_20240231_100000.jpg"),
        *("IMG_20240504.jpg", "20240504.jpg", "2024050414.jpg", "DSC_20240.JPG"),
        *("IMG_20240504_250000.jpg", "20240504_1400001.jpg", "IMG_20240504_1400.jpg"),
        *("+4915112345678.jpg", "15551234567_20240504.jpg", "01785_20240504_140000.jpg"),
        *("GOPR0001.MP4", "GX010042.MP4", "DSC_0001.JPG", "IMG_0001.HEIC", "", ".jpg"),
        *("IMG-20241332-WA0001.jpg", "IMG_17760504_140000.jpg", "photo_1-2-3.jpg"),
    ],
)
def test_names_that_only_look_like_dates(name: str) -> None:
    assert time_from_name(name) is None


@given(st.text(max_size=80))
def test_any_name_is_read(name: str) -> None:
    found = time_from_name(name)
    assert found is None or found.time_s >= 0
