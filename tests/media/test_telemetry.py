"""GoPro's telemetry: when a film began by satellites, within two seconds of what was planted."""

import io
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from coincide.media.records import read_file
from coincide.media.video.boxes import BoxFile
from coincide.media.video.gpmf import gps_moment, telemetry_time
from coincide.media.video.samples import samples_of, track_of
from coincide.model import ExactTime
from coincide.model.times import from_clock
from tests.media.exact_films import gps9, gpsu, klv, nested, telemetry_film

BEGAN_S = from_clock(2024, 5, 4, 12, 30, 15.25)
# an hour behind, in the zone two hours east
HEADER_S = from_clock(2024, 5, 4, 13, 30, 15)
EVERY_S = 1.001


def time_of(payloads: Sequence[bytes], **film: float) -> ExactTime | None:
    return telemetry_time(BoxFile(io.BytesIO(telemetry_film(HEADER_S, payloads, **film))))  # type: ignore[arg-type]


def seconds(n: int, began_s: float = BEGAN_S) -> list[float]:
    return [began_s + EVERY_S * number for number in range(n)]


@pytest.mark.parametrize("payload", [gpsu, gps9])
@pytest.mark.parametrize("n", [3, 8, 601])
def test_a_film_began_when_its_satellites_say(payload: object, n: int) -> None:
    exact = time_of([payload(at_s) for at_s in seconds(n)])  # type: ignore[operator]
    assert exact is not None
    assert exact.utc_s == pytest.approx(BEGAN_S, abs=0.05)
    assert (exact.source, exact.local) == ("gpmf", False)
    assert 1.0 <= exact.sd_s < 1.2


def test_what_is_told_before_the_first_fix_is_not_believed() -> None:
    made_s = from_clock(2016, 10, 1, 0, 0, 0)
    searching = [gpsu(made_s + number, fix=0) for number in range(40)]
    found = [gpsu(at_s) for at_s in seconds(60)[40:]]
    exact = time_of([*searching, *found])
    assert exact is not None
    assert exact.utc_s == pytest.approx(BEGAN_S, abs=0.05)
    assert time_of(searching) is None


def test_a_receiver_that_is_guessing_or_names_an_early_date_is_not_believed() -> None:
    assert time_of([gpsu(at_s, dilution=99.99) for at_s in seconds(9)]) is None
    weeks_s = 1024 * 7 * 86400.0
    assert time_of([gpsu(at_s - weeks_s) for at_s in seconds(9)]) is None
    assert time_of([gpsu(at_s + 40 * weeks_s) for at_s in seconds(9)]) is None
    assert time_of([gpsu(at_s) for at_s in seconds(2)]) is None


def test_a_clock_that_leaps_is_outvoted_or_refused() -> None:
    leaped = [gpsu(at_s - 18.0) for at_s in seconds(20)[:6]]
    exact = time_of([*leaped, *(gpsu(at_s) for at_s in seconds(20)[6:])])
    assert exact is not None
    assert exact.utc_s == pytest.approx(BEGAN_S, abs=0.05)
    half = [gpsu(at_s - 18.0) for at_s in seconds(20)[:10]]
    assert time_of([*half, *(gpsu(at_s) for at_s in seconds(20)[10:])]) is None


def test_a_film_whose_time_is_not_that_of_the_world_tells_nothing() -> None:
    assert time_of([gpsu(BEGAN_S + 30 * number) for number in range(20)]) is None


def test_positions_with_their_own_times_count_from_the_first_with_a_fix() -> None:
    late = [0] * 6 + [3] * 4
    exact = time_of([gps9(at_s, fixes=late) for at_s in seconds(5)])
    assert exact is not None
    assert exact.utc_s == pytest.approx(BEGAN_S, abs=0.05)
    assert time_of([gps9(at_s, fixes=[0] * 10) for at_s in seconds(5)]) is None


def test_a_film_without_telemetry_tells_nothing() -> None:
    assert telemetry_time(BoxFile(io.BytesIO(b"\0\0\0\x08free"))) is None


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (nested(b"DEVC", nested(b"STRM", klv(b"GPSU", b"U", 255, 65535, b"24"))), "longer than"),
        (klv(b"DEVC", b"\0", 200, 200, b"x"), "longer than"),
        (gps9(BEGAN_S, scaled=False), "has no scale"),
    ],
)
def test_damaged_telemetry_is_refused_in_words(payload: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=f"telemetry is damaged.*{why}"):
        gps_moment(payload)


def test_odd_texts_and_empty_payloads_tell_no_time() -> None:
    assert gps_moment(b"") is None
    good = gpsu(BEGAN_S)
    assert gps_moment(good) is not None
    assert gps_moment(good.replace(b"240504", b"249904")) is None
    assert gps_moment(good.replace(b"240504", b"noon, ")) is None
    unknown = gps9(BEGAN_S).replace(b"lllllllSS", b"llllllSSS")
    assert gps_moment(unknown) is None


def test_tables_that_claim_too_much_are_refused_in_words() -> None:
    payloads = [gpsu(at_s) for at_s in seconds(4)]
    for claimed, why in ((10**9, "claims 1000000000 samples"), (5, "cut short")):
        film = telemetry_film(HEADER_S, payloads, claimed=claimed)
        with pytest.raises(ValueError, match=why):
            telemetry_time(BoxFile(io.BytesIO(film)))
    whole = telemetry_film(HEADER_S, payloads)
    with pytest.raises(ValueError, match="outside of it"):
        telemetry_time(BoxFile(io.BytesIO(whole[:-30])))
    with pytest.raises(ValueError, match="lacks its stsz table"):
        telemetry_time(BoxFile(io.BytesIO(whole.replace(b"stsz", b"free"))))


def test_samples_lie_where_the_tables_say() -> None:
    payloads = [gpsu(at_s) for at_s in seconds(5)]
    film = telemetry_film(HEADER_S, payloads)
    boxes = BoxFile(io.BytesIO(film))
    track = track_of(boxes, b"gpmd")
    assert track is not None
    samples = samples_of(boxes, track)
    assert [film[one.start : one.end] for one in samples] == payloads
    assert [one.time_s for one in samples] == pytest.approx([0, 1.001, 2.002, 3.003, 4.004])


def refused(film: bytes) -> str | None:
    """Return why a film's telemetry is refused, None where it is not."""
    try:
        telemetry_time(BoxFile(io.BytesIO(film)))
    except ValueError as error:
        return str(error)
    return None


def test_damage_anywhere_is_an_answer_or_refused_in_words() -> None:
    film = bytearray(telemetry_film(HEADER_S, [gpsu(at_s) for at_s in seconds(4)]))
    rng = random.Random(7)
    for _ in range(3000):
        damaged = bytearray(film)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(film))] = rng.choice((0, 1, 0x7F, 0xFF, rng.randrange(256)))
        said = refused(bytes(damaged[: rng.choice((None, 400, 900))]))
        assert said is None or "film" in said or "telemetry" in said or "track" in said, said


def test_it_is_in_the_record_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "GX010001.MP4"
    path.write_bytes(telemetry_film(HEADER_S, [gpsu(at_s) for at_s in seconds(4)]))
    record = read_file(path)
    assert record.make == "GoPro"
    assert record.recorded_time_s == HEADER_S
    assert record.exact is not None
    assert record.exact.utc_s == pytest.approx(BEGAN_S, abs=0.05)
    assert record.exact_unread is None
    damaged = telemetry_film(HEADER_S, [gpsu(at_s) for at_s in seconds(4)], claimed=5)
    path.write_bytes(damaged)
    record = read_file(path)
    assert record.recorded_time_s == HEADER_S
    assert record.exact is None
    assert record.exact_unread == "the table of a track's samples is cut short"
