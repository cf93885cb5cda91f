"""GPX tracks: what is read of them, and what is refused with a reason."""

import random

import numpy as np
import pytest

from coincide.media import gpx
from coincide.media.gpx import parse_gpx
from coincide.model.times import from_clock

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
HEAD = '<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">'


def gpx_file(*points: tuple[str, str, str | None], head: str = HEAD) -> bytes:
    written = "".join(
        f'<trkpt lat="{lat}" lon="{lon}"><ele>3</ele>'
        f"{f'<time>{time}</time>' if time else ''}</trkpt>"
        for lat, lon, time in points
    )
    about = "<metadata><time>2001-01-01T00:00:00Z</time></metadata>"
    return f"{head}{about}<trk><trkseg>{written}</trkseg></trk></gpx>".encode()


def test_points_are_in_order_of_time_each_once() -> None:
    track = parse_gpx(
        gpx_file(
            ("48.2", "11.2", "2024-05-04T14:00:10+02:00"),
            ("48.1", "11.1", "2024-05-04T12:00:00.250Z"),
            ("48.3", "11.3", "2024-05-04T12:00:10Z"),
            ("48.4", "11.4", " 2024-05-04T12:00:20 "),
        )
    )
    np.testing.assert_allclose(track.time_s, NOON_S + np.array([0.25, 10, 20]))
    np.testing.assert_allclose(track.latitude_deg, [48.1, 48.2, 48.4])
    np.testing.assert_allclose(track.longitude_deg, [11.1, 11.2, 11.4])


def test_points_without_a_time_or_on_no_earth_are_left_out() -> None:
    good = [("48", "11", f"2024-05-04T12:00:0{n}Z") for n in range(3)]
    odd = [
        ("48", "11", None),
        ("48", "11", "noon"),
        ("48", "11", "2024-13-04T12:00:00Z"),
        ("91", "11", "2024-05-04T12:00:05Z"),
        ("x", "11", "2024-05-04T12:00:06Z"),
        ("nan", "11", "2024-05-04T12:00:07Z"),
    ]
    assert len(parse_gpx(gpx_file(*good, *odd)).time_s) == 3
    with pytest.raises(ValueError, match="no track with times"):
        parse_gpx(gpx_file(*odd))


def test_a_prefix_is_no_matter() -> None:
    point = '<g:trkpt lat="1" lon="2"><g:time>2024-05-04T12:00:0{}Z</g:time></g:trkpt>'
    data = f'<g:gpx xmlns:g="x"><g:trk>{point.format(1)}{point.format(2)}</g:trk></g:gpx>'
    assert len(parse_gpx(data.encode()).time_s) == 2


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is not GPX"),
        (b"\xff\xd8\xff\xe0", "it is not GPX"),
        (b"<kml></kml>", "does not begin with <gpx>"),
        (b"<gpx>", "it is not GPX"),
        (b"<gpx>" + b"<a>" * 100, "too deep"),
        (b'<!DOCTYPE gpx [<!ENTITY a "aa">]><gpx>&a;</gpx>', "declares XML entities"),
        (b'<?xml version="1.0" encoding="klingon"?><gpx/>', "it is not GPX"),
    ],
)
def test_what_is_no_track_is_refused_in_words(data: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_gpx(data)


def test_large_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = gpx_file(*[("48", "11", f"2024-05-04T12:00:0{n}Z") for n in range(4)])
    monkeypatch.setattr(gpx, "_MOST_POINTS", 3)
    with pytest.raises(ValueError, match="more than 3 points"):
        parse_gpx(data)
    monkeypatch.setattr(gpx, "MOST_BYTES", 100)
    with pytest.raises(ValueError, match="larger than"):
        parse_gpx(data)


def test_damage_anywhere_is_an_answer_or_refused_in_words() -> None:
    whole = gpx_file(*[("48", "11", f"2024-05-04T12:00:{n:02d}Z") for n in range(20)])
    rng = random.Random(7)
    for _ in range(2000):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(whole))] = rng.randrange(256)
        said = _refused(bytes(damaged))
        assert said is None or said.startswith("it")


def _refused(data: bytes) -> str | None:
    try:
        parse_gpx(data)
    except ValueError as error:
        return str(error)
    return None
