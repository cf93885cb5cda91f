"""A plan writes sidecars, photos and copies by their names, and no other file."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from coincide.errors import PlanError
from coincide.writing.plan import parse_plan
from tests.attacks.forged import fingerprint, forge_journal, rewrite, run, said_done
from tests.writing.apply.trees import snapshot


@pytest.fixture
def plan(trip: Path) -> Path:
    run("shift", "trip", "+1h", "--gallery", "ben", "--out", "plan.json")
    return trip.parent / "plan.json"


@pytest.mark.parametrize(
    "name",
    [
        *(".bashrc", ".git/hooks/post-checkout", "x.html", "ben/x.xmp", "ben/IMG_0000.jpg"),
        *("anna/IMG_0000.jpg.xmp", "ben/IMG_0000.jpg.xmp.html", "ben/IMG_0000.jpg.xmp/x"),
    ],
)
def test_f19_a_sidecar_has_the_name_of_its_photo(trip: Path, plan: Path, name: str) -> None:
    (trip / ".git" / "hooks").mkdir(parents=True)
    rewrite(plan, lambda document: document["files"][0]["writes"].update(path=name))
    before = snapshot(trip)
    with pytest.raises(PlanError, match="is not a sidecar of"):
        run("apply", "plan.json", "--yes")
    assert snapshot(trip) == before


@pytest.mark.parametrize("name", ["IMG_0000.jpg.xmp", "IMG_0000.xmp", "IMG_0000.XMP"])
def test_f19_the_names_of_sidecars_are_written(trip: Path, plan: Path, name: str) -> None:
    rewrite(plan, lambda document: document["files"][0]["writes"].update(path=f"ben/{name}"))
    run("apply", "plan.json", "--yes")
    assert (trip / "ben" / name).is_file()


def as_file_plan(document: dict[str, Any]) -> None:
    document["to"], document["for"] = "file", None
    for entry in document["files"]:
        entry["writes"], entry["was"] = entry["photo"], entry["state"]


@pytest.mark.parametrize("change", ["another file", "nothing there", "another state"])
def test_f19_a_plan_for_files_changes_its_own_photo(trip: Path, plan: Path, change: str) -> None:
    document = rewrite(plan, as_file_plan)
    parse_plan(json.dumps(document).encode())
    entry = document["files"][0]
    if change == "another file":
        entry["writes"] = {"root": 0, "path": "anna/IMG_0000.jpg"}
    elif change == "nothing there":
        entry["was"] = None
    else:
        entry["was"] = fingerprint(trip / "anna" / "IMG_0000.jpg")
    with pytest.raises(PlanError, match="itself may be changed"):
        parse_plan(json.dumps(document).encode())


@pytest.mark.parametrize(
    "name",
    [
        *(".bashrc", "x.jpg", ".config/2024-05-04_14-00-00_ben_IMG_0000.jpg"),
        *("2024-05-04_14-00-00_ben_IMG_0000.html", "2024-05-04_14-00-00_ben/IMG_0000.jpg"),
    ],
)
def test_f19_copies_have_names_of_copies(trip: Path, plan: Path, name: str) -> None:
    def as_copies(document: dict[str, Any]) -> None:
        document["to"], document["for"] = "copies", None
        document["roots"].append(str(trip.parent / "all"))
        document["files"] = document["files"][:1]
        document["files"][0]["writes"] = {
            "root": 1,
            "path": "unsure/2024-05-04_14-00-00~_ben_IMG_0000-2.jpg",
        }

    document = rewrite(plan, as_copies)
    parse_plan(json.dumps(document).encode())
    document["files"][0]["writes"]["path"] = name
    with pytest.raises(PlanError, match="not a name for a copy"):
        parse_plan(json.dumps(document).encode())
    document["files"][0]["writes"] = {"root": 0, "path": name}
    with pytest.raises(PlanError, match="folder of copies"):
        parse_plan(json.dumps(document).encode())


def test_f06_a_plan_that_made_the_photos_themselves_is_refused(trip: Path, plan: Path) -> None:
    """``was: null`` and a journal that says "done" would make undo delete all originals."""

    def photos_as_targets(document: dict[str, Any]) -> None:
        for entry in document["files"]:
            entry["writes"] = entry["photo"]

    rewrite(plan, photos_as_targets)
    photos = sorted((trip / "ben").glob("*.jpg"))
    forge_journal(plan, *said_done(photos))
    kept = shutil.copytree(trip, trip.parent / "kept")
    with pytest.raises(PlanError, match="is not a sidecar of"):
        run("undo", "plan.json", "--yes")
    assert all(photo.read_bytes() == (kept / "ben" / photo.name).read_bytes() for photo in photos)
