"""Generated libraries of any size."""

from pathlib import Path

import numpy as np

from coincide.library.clocks import load_clocks
from coincide.library.scan.store import LibraryStore
from coincide_bench.library.scale import (
    NIGHT,
    measure_night,
    measure_scan,
    measure_solving,
    write_library,
    write_records,
)


def test_what_is_written_is_scanned_once(tmp_path: Path) -> None:
    write_library(tmp_path / "photos", 60)
    first = measure_scan(tmp_path / "photos", tmp_path / "store")
    assert (first.photos, first.cpu_s > 0.0, first.peak_gb > 0.0) == (60, True, True)
    with LibraryStore(tmp_path / "store") as store:
        n, n_gps = store.run(
            "SELECT COUNT(*), COUNT(gps_s) FROM photos WHERE reason IS NULL"
        ).fetchone()
    assert (n, n_gps) == (60, 30)


def test_records_are_solved(tmp_path: Path) -> None:
    with LibraryStore(tmp_path / "records") as store:
        write_records(store, 1500, np.random.default_rng(1))
        figures, sessions = measure_solving(store)
        night = measure_night(store)
        assert sum(len(clock.photos) for clock in load_clocks(store)) == 1500 + NIGHT
    assert (figures.photos, night.photos) == (1500, NIGHT)
    assert 0 < sessions < 1500
