from coincide.solver.clocks import GpsClock, event_zone
from tests.solver.clocks.galleries import CAMERA, PHONE, untagged


def gps(name: str, zone_s: int) -> GpsClock:
    return GpsClock(name, to_utc_s=3.0 - zone_s, sd_s=1.0, n_used=9, n_stale=0)


PHONE_TAGGED = untagged("p", zone_s=3600)
CAMERA_TAGGED = untagged("c", device=CAMERA, zone_s=7200)


def test_tags_of_phones_come_before_cameras_and_gps() -> None:
    zone = event_zone((CAMERA_TAGGED, PHONE_TAGGED), [gps("c", 10800)])
    assert zone.zone_s == 3600
    assert zone.reason == "UTC+1 by the zone tags of phones"


def test_gps_of_phones_comes_before_cameras() -> None:
    galleries = (untagged("p"), CAMERA_TAGGED)
    zone = event_zone(galleries, [gps("p", 20700), gps("c", 19800)])
    assert zone.zone_s == 20700
    assert zone.reason == "UTC+5:45 by the GPS time of phones"


def test_gps_of_a_camera_comes_before_its_tags() -> None:
    assert event_zone((CAMERA_TAGGED,), [gps("c", 19800)]).zone_s == 19800
    assert event_zone((CAMERA_TAGGED,), []).zone_s == 7200
    assert event_zone((CAMERA_TAGGED,), [], use_tags=False).zone_s is None


def test_a_trusted_clock_comes_first() -> None:
    trusted = untagged("t", device=CAMERA, zone_s=7200, trusted=True)
    galleries = (PHONE_TAGGED, trusted)
    assert event_zone(galleries, []).zone_s == 7200
    assert event_zone(galleries, [], use_trusted=False).zone_s == 3600


def test_most_phones_decide() -> None:
    others = [untagged(name, device=PHONE, zone_s=7200) for name in ("q", "r")]
    assert event_zone((PHONE_TAGGED, *others), []).zone_s == 7200


def test_a_zone_nobody_lives_in_is_a_clock_error() -> None:
    assert event_zone((untagged("p"),), [gps("p", 4500)]).zone_s is None


def test_nothing_tells() -> None:
    zone = event_zone((untagged("p"), untagged("c", device=CAMERA)), [])
    assert zone.zone_s is None
    assert zone.reason == "neither zone tags nor GPS times tell the zone"
