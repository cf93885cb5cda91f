"""The film of all angles is made about as fast as FFmpeg can make it."""

from pathlib import Path

import pytest

from coincide_bench.speed.grid import GridSpeed, grid_table, measure_grid


def test_the_best_runs_of_both_are_compared() -> None:
    found = GridSpeed(100, (5.0, 4.0), (3.0, 6.0), "bare")
    assert found.ratio == 0.75
    assert grid_table(found).rows == (
        ("bare", "3.0", "6.0", "33"),
        ("coincide clips", "5.0", "4.0", "25"),
    )


@pytest.mark.slow
@pytest.mark.alone
def test_a_film_of_four_takes_hardly_longer_than_bare_ffmpeg_does(tmp_path: Path) -> None:
    pytest.importorskip("av")
    found = measure_grid(tmp_path, 6.0, 2, lambda *_: None)
    assert found.n_frames == pytest.approx(25 * (6.0 + 2.1), abs=2)
    assert found.ratio >= 0.8
