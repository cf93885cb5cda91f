from pathlib import Path

import pytest

from coincide.project import load_event
from coincide_bench.speed.material import write_event
from coincide_bench.speed.whole_run import WholeRun, WholeRunSpeed, measure_whole_runs


def test_the_bound_is_one_after_the_other() -> None:
    runs = (WholeRun(100, 60.0, 1), WholeRun(400, 100.0, 1))
    speed = WholeRunSpeed(decode=10.0, infer=10.0, runs=runs)
    assert speed.bound == pytest.approx(5.0)
    assert speed.ratio == pytest.approx(0.8)  # of the larger run: 4 photos/s


@pytest.mark.slow
def test_the_event_has_a_gallery_for_each_camera_with_times(tmp_path: Path) -> None:
    assert len(list(write_event(tmp_path / "event", 11))) == 11
    event = load_event(tmp_path / "event")
    assert [len(gallery.photos) for gallery in event.galleries] == [2] + [1] * 9
    first, last = event.galleries[0].photos
    assert last.camera_time_s - first.camera_time_s == 20.0


@pytest.mark.slow
def test_memory_does_not_grow_with_the_photos(tmp_path: Path) -> None:
    """The full size, 500 against 2,000 photos, is `coincide bench speed whole-run`."""
    speed = measure_whole_runs(tmp_path, (60, 180), tell=lambda _done, _total: None, n_bare=48)
    small, large = speed.runs
    assert large.peak_bytes < 1.1 * small.peak_bytes
    assert small.peak_bytes > 100e6  # a network alone takes that much
    assert 0.0 < speed.ratio < 2.0  # the figure is the command's: here others are at work beside it
