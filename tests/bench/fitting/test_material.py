"""The digest of what was fitted on: photos by content, suites and seeds."""

from pathlib import Path

import pytest

from coincide_bench.fitting.material import development_folders, material_at
from coincide_bench.suites.photosets import SPLITS
from coincide_bench.suites.realevents import EVENTS

SETS = ("met_2017", "jiuzhaigou_2016")


@pytest.fixture
def datasets(tmp_path: Path) -> Path:
    for name in SETS:
        folder = tmp_path / name / "camera"
        folder.mkdir(parents=True)
        for number in range(3):
            (folder / f"{number}.jpg").write_bytes(f"{name} {number}".encode())
    return tmp_path


def test_sets_at_hand_are_counted_and_others_left_out(datasets: Path) -> None:
    found = material_at(datasets)
    assert (found.n_photos, set(found.sets)) == (6, set(SETS))


def test_names_and_what_is_no_photo_change_nothing(datasets: Path) -> None:
    before = material_at(datasets)
    (datasets / "met_2017" / "README.md").write_text("where it is from", "utf-8")
    (datasets / "met_2017" / "camera" / "0.jpg").rename(datasets / "met_2017" / "z.JPG")
    assert material_at(datasets) == before


def test_another_photo_changes_its_set_and_the_whole(datasets: Path) -> None:
    before = material_at(datasets)
    (datasets / "met_2017" / "camera" / "0.jpg").write_bytes(b"another")
    after = material_at(datasets)
    assert after.sets["jiuzhaigou_2016"] == before.sets["jiuzhaigou_2016"]
    assert after.sets["met_2017"] != before.sets["met_2017"]
    assert after.digest(()) != before.digest(())


def test_other_seeds_change_the_whole(datasets: Path) -> None:
    found = material_at(datasets)
    assert found.digest(["splits 10000"]) != found.digest(["splits 10001"])
    assert found.digest(["splits 10000"]) == found.digest(["splits 10000"])


def test_nothing_that_is_only_reported_on_is_fitted_on() -> None:
    named = set(development_folders())
    assert not named & {one.folder for one in EVENTS if one.report_only}
    assert {one.folder for one in SPLITS if not one.report_only} <= named
