from dataclasses import replace

from coincide.model import Device, ExactTime, Gallery
from coincide.solver.clocks import EventZone, GpsClock, event_zone
from tests.solver.clocks.galleries import CAMERA, NOON_S, PHONE, gallery, untagged


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
    by_gps, by_tags = (event_zone((CAMERA_TAGGED,), one) for one in ([gps("c", 19800)], []))
    assert (by_gps.zone_s, by_tags.zone_s) == (19800, 7200)
    assert by_gps.reason == "UTC+5:30 by the GPS time of cameras"
    assert by_tags.reason == "UTC+2 by the zone tags of cameras"
    assert event_zone((CAMERA_TAGGED,), [], use_tags=False).zone_s is None


def test_times_that_are_in_utc_by_their_format_tell_of_no_place() -> None:
    plain = untagged("t", zone_s=0)
    photos = tuple(replace(one, device=Device(), time_from="takeout") for one in plain.photos)
    assert event_zone((replace(plain, photos=photos),), []).zone_s is None
    assert event_zone((replace(plain, photos=photos), CAMERA_TAGGED), []).zone_s == 7200
    tagged = tuple(replace(one, device=CAMERA) for one in plain.photos)  # it says UTC itself
    assert event_zone((replace(plain, photos=tagged),), []).zone_s == 0


def test_a_trusted_clock_comes_first() -> None:
    trusted = untagged("t", device=CAMERA, zone_s=7200, trusted=True)
    galleries = (PHONE_TAGGED, trusted)
    zone = event_zone(galleries, [])
    assert (zone.zone_s, zone.reason) == (7200, "UTC+2 by the zone tags of a trusted clock")
    assert event_zone(galleries, [], use_trusted=False).zone_s == 3600
    untold = untagged("t", device=CAMERA, trusted=True)
    zone = event_zone((PHONE_TAGGED, untold), [gps("t", 7200)])
    assert (zone.zone_s, zone.reason) == (7200, "UTC+2 by the GPS time of a trusted clock")


def test_most_phones_decide() -> None:
    others = [untagged(name, device=PHONE, zone_s=7200) for name in ("q", "r")]
    assert event_zone((PHONE_TAGGED, *others), []).zone_s == 7200


def test_of_as_many_phones_those_of_most_photos_decide() -> None:
    """Six photos in the east by two phones, and four in the west by two others."""
    phones = [
        gallery([(NOON_S + shot, None) for shot in range(n_photos)], name=name, zone_s=zone_s)
        for name, n_photos, zone_s in (
            ("p", 5, 7200),
            ("q", 1, 7200),
            ("r", 2, 3600),
            ("s", 2, 3600),
        )
    ]
    assert event_zone(phones, []).zone_s == 7200
    assert event_zone(phones[1:3], []).zone_s == 3600


def test_a_zone_nobody_lives_in_is_a_clock_error() -> None:
    assert event_zone((untagged("p"),), [gps("p", 4500)]).zone_s is None


def test_nothing_tells() -> None:
    zone = event_zone((untagged("p"), untagged("c", device=CAMERA)), [])
    assert zone.zone_s is None
    assert zone.reason == "neither zone tags nor GPS times determine the zone"


def test_the_device_that_showed_a_clock_page_comes_before_what_cameras_show() -> None:
    clocks = [gps("a", 3600), gps("b", 3600)]
    plain = [untagged(name, device=CAMERA) for name in ("a", "b")]
    assert event_zone(plain, clocks).zone_s == 3600
    page = with_page(plain[1], 7200)
    assert event_zone([plain[0], page], clocks) == EventZone(
        7200, "UTC+2 by the clock page that photos show"
    )
    # phones are where the event is, whatever the page's device was set to
    phone = untagged("p", zone_s=10800)
    assert event_zone([plain[0], page, phone], clocks).zone_s == 10800
    # nobody lives there
    assert event_zone([plain[0], with_page(plain[1], 900)], clocks).zone_s == 3600


def with_page(plain: Gallery, zone_s: int) -> Gallery:
    """The gallery with a photo of a clock page."""
    exact = ExactTime(0.0, 0.3, "clock-code", zone_s=zone_s)
    first, *others = plain.photos
    return replace(plain, photos=(replace(first, exact=exact), *others))
