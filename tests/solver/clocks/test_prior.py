import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.model import Event, Gallery
from coincide.solver.clocks import BeliefOptions, clock_beliefs
from tests.solver.clocks.galleries import CAMERA, gallery, shots, untagged

FRESH = [0.4, 1.1, 0.8, 2.0, 0.5, 0.7]
SONY = gallery(shots(-19795.0, FRESH), name="sony", device=CAMERA)
PHONE = gallery(shots(-20700.0, FRESH), name="phone")


def event(*galleries: Gallery) -> Event:
    return Event("e", galleries)


def test_two_clocks_confirmed_by_gps_are_in_one_zone() -> None:
    phone, sony = clock_beliefs(event(PHONE, SONY))
    assert phone.offset_s == pytest.approx(-0.45, abs=0.1)
    assert sony.offset_s == pytest.approx(904.55, abs=0.1)
    assert sony.sd_s < 2
    assert sony.reason == "confirmed by the GPS time of 6 photos: UTC+5:30, 5 s slow"
    assert phone.reason == "confirmed by the GPS time of 6 photos: UTC+5:45, right"


def test_without_gps_they_are_a_phone_and_a_camera() -> None:
    phone, sony = clock_beliefs(event(PHONE, SONY), BeliefOptions(use_gps=False))
    assert (phone.offset_s, phone.sd_s, phone.weight) == (0.0, 2.0, 0.9)
    assert (sony.offset_s, sony.sd_s, sony.weight) == (0.0, 60.0, 0.3)
    assert phone.reason == "a phone, set by the network"
    assert sony.reason == "a camera, set by hand"


def test_a_phone_in_another_zone_is_right_there() -> None:
    home = [untagged(name, zone_s=7200) for name in ("a", "b")]
    abroad = untagged("c", zone_s=3600)
    belief = clock_beliefs(event(*home, abroad))[2]
    assert belief.offset_s == 3600.0
    assert belief.reason == "a phone, set by the network, on UTC+1 by its tags"
    untold = clock_beliefs(event(*home, abroad), BeliefOptions(use_zone_tags=False))
    assert [belief.offset_s for belief in untold] == [0.0, 0.0, 0.0]
    assert {belief.reason for belief in untold} == {"a phone, set by the network"}


def test_a_trusted_clock_needs_nothing() -> None:
    trusted = untagged("t", device=CAMERA, trusted=True)
    assert clock_beliefs(event(trusted))[0].reason == "marked as trusted"
    assert clock_beliefs(event(trusted))[0].sd_s == 1.0
    off = clock_beliefs(event(trusted), BeliefOptions(use_trusted=False))
    assert off[0].reason == "a camera, set by hand"


def test_clocks_that_are_set_by_hand_alone_do_not_keep_themselves() -> None:
    trusted = untagged("t", device=CAMERA, trusted=True)
    everyone = event(untagged("p"), untagged("c", device=CAMERA), trusted, SONY)
    keeps = {belief.gallery: belief.keeps_itself for belief in clock_beliefs(everyone)}
    assert keeps == {"p": True, "c": False, "t": True, "sony": True}


def test_each_source_can_be_switched_off() -> None:
    everyone = event(PHONE, SONY, untagged("t", trusted=True))
    nothing = BeliefOptions(
        use_trusted=False, use_gps=False, use_phones=False, use_cameras=False, use_zone_tags=False
    )
    assert clock_beliefs(everyone, nothing) == ()
    names = [belief.gallery for belief in clock_beliefs(everyone)]
    assert names == ["phone", "sony", "t"]


def test_true_utc_without_a_zone_says_nothing_of_local_time() -> None:
    reset = gallery(shots(3000 * 86400.0, FRESH), name="reset", device=CAMERA)
    assert clock_beliefs(event(reset)) == ()
    tagged = untagged("p", zone_s=3600)
    known = clock_beliefs(event(reset, tagged))[0]
    assert known.offset_s == pytest.approx(3000 * 86400.0 + 3600, abs=1.0)
    assert known.reason == "confirmed by the GPS time of 6 photos"


@given(moved_s=st.integers(-400, 400))
def test_moving_a_measured_clock_moves_its_offset_back(moved_s: int) -> None:
    moved = [(camera_s + moved_s, fix_s) for camera_s, fix_s in shots(-19795.0, FRESH)]
    before = clock_beliefs(event(PHONE, SONY))[1]
    after = clock_beliefs(event(PHONE, gallery(moved, name="sony", device=CAMERA)))[1]
    assert after.offset_s == pytest.approx(before.offset_s - moved_s, abs=1e-3)
