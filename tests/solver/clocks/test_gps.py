import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.solver.clocks.galleries import NOON_S, confirmed, gallery, refused, shots

FRESH = [1.2, 0.4, 2.5, 0.9, 3.1, 0.6]
WEEK_S = 7 * 86400.0


def test_fresh_fixes_confirm_a_clock() -> None:
    clock = confirmed(gallery(shots(-7195.0, FRESH)))
    assert clock.to_utc_s == pytest.approx(-7195.5, abs=0.2)
    assert clock.n_used == 6
    assert clock.n_stale == 0
    assert 1.0 < clock.sd_s < 2.0
    assert clock.zone_s == 7200
    assert clock.error_s == pytest.approx(4.5, abs=0.2)


def test_stale_fixes_are_counted_and_ignored() -> None:
    fresh = confirmed(gallery(shots(3600.0, FRESH)))
    mixed = confirmed(gallery(shots(3600.0, [*FRESH, 90.0, 650.0, 7000.0, 300.0])))
    assert mixed.to_utc_s == fresh.to_utc_s
    assert mixed.n_stale == 4


def test_fixes_just_ten_seconds_apart_agree() -> None:
    """Six from 0 to 10 s, and six from 4 to 11 s: the earlier are the fresh ones."""
    clock = confirmed(gallery(shots(-3600.0, [0.0, 4.0, 6.0, 8.0, 9.0, 10.0, 11.0])))
    assert (clock.n_used, clock.n_stale) == (6, 1)
    assert clock.to_utc_s == pytest.approx(-3602.0)  # a tenth of them are fresher than 2 s


def test_photos_without_a_real_fix_are_stale() -> None:
    unknown = [(NOON_S + 5000.0 + number, 0.0) for number in range(8)]
    clock = confirmed(gallery([*shots(3600.0, FRESH), *unknown]))
    assert (clock.n_used, clock.n_stale) == (6, 8)


def test_no_gps_times_at_all() -> None:
    assert refused(gallery([(NOON_S, None)])) == "no photo has a GPS time"


def test_one_fix_on_all_photos_is_refused() -> None:
    repeated = [(NOON_S + 60.0 * number, NOON_S) for number in range(14)]
    assert refused(gallery(repeated)).startswith(
        "too few distinct GPS fixes: 1 among 14 GPS times, 5"
    )


def test_a_repeated_fix_speaks_for_its_first_photo_alone() -> None:
    """Five photos within 10 s of one fix are one witness, not five."""
    burst = [(NOON_S + 1.7 * number, NOON_S) for number in range(5)]
    assert "too few distinct" in refused(gallery(burst))


def test_a_burst_counts_once_by_its_earliest_fix() -> None:
    """In a burst fixes are written as the files are, after the shot."""
    pairs = [
        shot
        for camera_s, fix_s in shots(-3600.0, FRESH)
        for shot in ((camera_s, fix_s), (camera_s, (fix_s or 0.0) + 4.0))
    ]
    alone = confirmed(gallery(shots(-3600.0, FRESH)))
    doubled = confirmed(gallery(pairs))
    assert doubled.to_utc_s == alone.to_utc_s
    assert doubled.n_used == alone.n_used


def test_scattered_fixes_are_refused() -> None:
    assert "too few GPS fixes agree within 10 s: 1 of 8" in refused(
        gallery(shots(0.0, [400.0 * number for number in range(1, 9)]))
    )


def test_a_small_share_is_not_enough() -> None:
    """With hundreds of stale fixes, five agree by chance."""
    stale = [40.0 * number for number in range(1, 40)]
    assert "agree" in refused(gallery(shots(0.0, [*FRESH, *stale])))


def test_fixes_after_the_shots_are_refused() -> None:
    later = [-500.0, -900.0, -4000.0]
    assert refused(gallery(shots(0.0, [*FRESH, *later]))).startswith("3 GPS fixes are later")


def test_fixes_computed_from_the_clock_are_refused() -> None:
    assert "computed from it" in refused(gallery(shots(-3600.0, [0.0] * 20)))


def test_a_rolled_over_week_number_is_refused() -> None:
    lags_s = [1024 * WEEK_S + lag_s for lag_s in FRESH]
    assert "1024 weeks" in refused(gallery(shots(-3600.0, lags_s)))


def test_a_clock_set_to_two_times_is_refused() -> None:
    changed = [*FRESH, *(lag_s + 3600.0 for lag_s in FRESH)]
    assert refused(gallery(shots(0.0, changed))).startswith("its clock was changed: 6 and 6")


def test_a_reset_clock_is_confirmed_without_a_zone() -> None:
    clock = confirmed(gallery(shots(-3000 * 86400.0, FRESH)))
    assert clock.zone_s is None
    assert clock.error_s is None


@given(
    seed=st.integers(0, 2**32 - 1),
    to_utc_s=st.floats(-50_000, 50_000),
    n_fresh=st.integers(8, 60),
    n_stale=st.integers(0, 15),
)
def test_a_planted_offset_comes_back(
    seed: int, to_utc_s: float, n_fresh: int, n_stale: int
) -> None:
    rng = np.random.default_rng(seed)
    fresh = np.minimum(rng.exponential(1.5, n_fresh), 9.0)
    stale = rng.uniform(60.0, 20_000.0, min(n_stale, n_fresh))
    lags_s = rng.permutation(np.concatenate([fresh, stale]))
    clock = confirmed(gallery(shots(to_utc_s, lags_s.tolist())))
    # the edge is never above the fix's own time, and not far below it
    assert -5.0 < clock.to_utc_s - to_utc_s <= 1e-3
    assert abs(clock.to_utc_s - to_utc_s) < 4 * clock.sd_s


@given(moved_s=st.integers(-100_000, 100_000))
def test_moving_the_clock_moves_the_offset_back(moved_s: int) -> None:
    before = confirmed(gallery(shots(-3600.0, FRESH)))
    moved = [(camera_s + moved_s, fix_s) for camera_s, fix_s in shots(-3600.0, FRESH)]
    after = confirmed(gallery(moved))
    assert after.to_utc_s == pytest.approx(before.to_utc_s - moved_s, abs=1e-3)
    assert after.sd_s == pytest.approx(before.sd_s, abs=1e-3)


@given(seed=st.integers(0, 2**32 - 1), n_fixes=st.integers(1, 60), spread_s=st.floats(3600.0, 1e6))
def test_stale_fixes_alone_never_confirm(seed: int, n_fixes: int, spread_s: float) -> None:
    lags_s = np.random.default_rng(seed).uniform(0.0, spread_s, n_fixes)
    assert refused(gallery(shots(0.0, lags_s.tolist())))
