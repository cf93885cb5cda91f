"""Which suites a run is of."""

from pathlib import Path

import pytest

import coincide.app.cli.app  # noqa: F401 - what loads the commands of the benchmark
from coincide.errors import UsageError
from coincide_bench.cli.run import chosen_suites, seeds_of


def test_the_papers_own_sets_are_run_where_they_are_named_alone() -> None:
    assert "sem" not in chosen_suites(None, Path("photos"))
    assert list(chosen_suites(["sem"], Path("photos"))) == ["sem"]


def test_without_photo_sets_suites_of_photos_are_left_out_or_refused() -> None:
    assert "simulated" in chosen_suites(None, None)
    assert "splits" not in chosen_suites(None, None)
    with pytest.raises(UsageError, match="splits: name the folder"):
        chosen_suites(["splits"], None)


def test_seeds_that_were_looked_at_are_skipped() -> None:
    assert seeds_of("report", 3, 4) == (4, 5, 6)
    assert seeds_of("tune", 2, 1) == (10_001, 10_002)
    with pytest.raises(UsageError, match="--first 20"):
        seeds_of("report", 1, 20)
