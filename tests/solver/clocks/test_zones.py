import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.model import Gallery
from coincide.solver.clocks import split_zone
from coincide.solver.clocks.zones import ZONES_IN_USE_S, tagged_zone_s, zone_name
from tests.solver.clocks.galleries import NOON_S, gallery, untagged


@given(quarters=st.integers(-56, 56), error_s=st.floats(-449.0, 449.0))
def test_zone_and_error_come_back(quarters: int, error_s: float) -> None:
    split = split_zone(error_s - 900 * quarters)
    assert split is not None
    assert split[0] == 900 * quarters
    assert split[1] == pytest.approx(error_s, abs=1e-6)


@given(to_utc_s=st.floats(-1e9, 1e9))
def test_a_split_adds_up_and_is_within_bounds(to_utc_s: float) -> None:
    split = split_zone(to_utc_s)
    assert (split is None) == (abs(to_utc_s) > 14 * 3600 + 450)
    if split is not None:
        zone_s, error_s = split
        assert abs(error_s) <= 450
        assert error_s - zone_s == pytest.approx(to_utc_s)


def test_zones_in_use() -> None:
    assert len(ZONES_IN_USE_S) == 27 + 13
    assert {20700, 19800, 0, -12 * 3600, 14 * 3600, -12600} <= ZONES_IN_USE_S
    assert not {900, 4500, 15 * 3600} & ZONES_IN_USE_S


def test_the_commonest_tag_is_the_clock_s_zone() -> None:
    east = gallery([(NOON_S, None), (NOON_S + 5, None)], zone_s=7200)
    west = gallery([(NOON_S + 9, None)], zone_s=3600)
    assert tagged_zone_s(Gallery("both", (*east.photos, *west.photos))) == 7200
    assert tagged_zone_s(untagged()) is None


def test_of_equals_the_earliest_tag() -> None:
    early = gallery([(NOON_S, None)], zone_s=3600)
    late = gallery([(NOON_S + 1, None)], zone_s=7200)
    assert tagged_zone_s(Gallery("both", (*late.photos, *early.photos))) == 3600


def test_names() -> None:
    assert [zone_name(zone_s) for zone_s in (0, 3600, -12600)] == ["UTC", "UTC+1", "UTC−3:30"]
