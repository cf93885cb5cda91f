"""All real photo sets as one library: strangers, of whom one camera measured its own error."""

from pathlib import Path

import pytest

from coincide.library.clocks import load_clocks
from coincide.library.decide import Decision, decisions_of
from coincide.library.scan.folders import roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import scan_library
from coincide.library.solve import solve_library

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def decisions(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Decision]:
    with LibraryStore(tmp_path_factory.mktemp("store")) as store:
        scan_library(store, roots_of([shared / "datasets"]))
        return [one for solved in solve_library(load_clocks(store)) for one in decisions_of(solved)]


def test_of_strangers_only_what_measured_itself_is_written(decisions: list[Decision]) -> None:
    """A Sony in Nepal that was left on India's time, as its own receiver tells."""
    (wrong,) = (one for one in decisions if one.state == "wrong")
    assert wrong.solved.clock.device.model == "DSC-HX60V"
    assert [piece.error_s for piece in wrong.pieces] == [pytest.approx(15 * 60 + 8, abs=5)]
    assert wrong.support.occasions == 0


def test_a_phone_that_followed_summer_time_has_a_border_there(decisions: list[Decision]) -> None:
    phone = [one for one in decisions if one.solved.clock.device.model == "iPhone 6s"]
    offsets = [one.stretch.to_utc_s for one in phone]
    assert offsets == [pytest.approx(-3600, abs=5), pytest.approx(-7200, abs=5)]
    assert {one.state for one in phone} == {"right"}


def test_phones_with_gps_times_are_right(decisions: list[Decision]) -> None:
    measured = [one for one in decisions if one.solved.clock.is_phone and one.support.gps > 2]
    assert len(measured) >= 5
    assert {one.state for one in measured} == {"right"}
