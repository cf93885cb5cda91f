"""Families of real photos, and what the search for occasions finds in them."""

from pathlib import Path

import numpy as np
import pytest

from coincide.model.times import DAY_S
from coincide_bench.library.realfamily import (
    REPORTED,
    shared_family,
    sources_of,
    strangers,
    write_bodies,
)
from coincide_bench.library.realsearch import SearchScore, search_family, search_table


def silent(_stage: str, _done: int, _total: int) -> None:
    pass


def test_what_is_reported_on_is_not_tuned_on() -> None:
    assert not set(sources_of("negative", "tune")) & set(REPORTED)
    assert not set(sources_of("positive", "tune")) & set(REPORTED)
    assert set(REPORTED) <= set(sources_of("negative", "report"))
    assert set(REPORTED) == set(sources_of("positive", "report"))


def test_scores_add_up() -> None:
    one = SearchScore(sessions=500, found=3, false=1, off_s=(4.0,))
    total = one + SearchScore(sessions=1500, found=2, off_s=(8.0,))
    assert (total.sessions, total.found, total.false, total.off_s) == (2000, 5, 1, (4.0, 8.0))
    (row,) = search_table({"negative": total}).rows
    assert row[0] == "negative"
    assert "0.5" in row


@pytest.fixture
def datasets(shared: Path) -> Path:
    return shared / "datasets"


@pytest.mark.slow
def test_doubles_show_other_days(datasets: Path) -> None:
    bodies = list(shared_family(datasets, ["california_2016"], np.random.default_rng(0)))
    phone, double, camera = bodies
    assert (phone.phone, double.double, camera.phone) == (True, True, False)
    assert len(double.walls_s) > 10
    assert {wall + 3 * DAY_S for wall in double.walls_s} <= set(phone.walls_s)


@pytest.mark.slow
def test_nothing_is_written_of_strangers(datasets: Path, tmp_path: Path) -> None:
    sources = ["met_2017", "nubes_2021", "photowalk_2024"]
    bodies = list(strangers(datasets, sources, np.random.default_rng(1)))
    score = search_family(bodies, tmp_path / "cache", silent)
    assert score.pairs > 0
    assert (score.sure_false, score.written_wrong) == (0, 0)


@pytest.mark.slow
def test_people_who_were_at_one_place_are_found(datasets: Path, tmp_path: Path) -> None:
    bodies = list(shared_family(datasets, ["nubes_2021"], np.random.default_rng(1)))
    score = search_family(bodies, tmp_path / "cache", silent)
    assert score.shared > 0
    assert score.reached > 0
    assert (score.false, score.written_wrong) == (0, 0)
    assert max(score.off_s) < 300.0


@pytest.mark.slow
def test_files_bear_the_tags_that_are_meant(datasets: Path, tmp_path: Path) -> None:
    bodies = list(shared_family(datasets, ["nubes_2021"], np.random.default_rng(1)))
    written = write_bodies(bodies, tmp_path)
    assert len(written) == sum(len(body.photos) for body in bodies)
    assert {path.parent.name for path in written} == {body.folder for body in bodies}
