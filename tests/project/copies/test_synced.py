"""Copies in a whole event: counted once, no evidence, and planned with their original's clock."""

from pathlib import Path

import pytest
from PIL import Image

from coincide import project as pipeline
from coincide.model.hints import Pin
from coincide.project import Project, UserInput
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.writing.plan import PlanOptions
from tests.drawn import write_event


@pytest.fixture
def party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two of Ann's photos lie with Bob as well, smaller and under other names."""
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    folder = write_event(tmp_path / "party", {"ann": 6, "bob": 6})
    for number in (1, 3):
        with Image.open(folder / "ann" / f"IMG_{number:04d}.jpg") as image:
            small = image.resize((160, 120))
            small.save(folder / "bob" / f"got {number}.jpg", exif=image.info["exif"], quality=70)
    return folder


def test_copies_are_counted_once_and_told(party: Path) -> None:
    solution = Project.at(party).sync().solution
    assert {one.name: len(one.photos) for one in solution.event.galleries} == {
        "ann": 6,
        "bob · Maker M1": 6,
    }
    (ann, _) = solution.event.galleries
    moving = [one.path.name for photo in ann.photos for one in photo.companions]
    assert moving == ["got 1.jpg", "got 3.jpg"]
    assert "2 pictures of it also in bob · Maker M0, as copies: counted here" in ann.notes


def test_a_solution_with_copies_is_known_again(party: Path) -> None:
    first = Project.at(party).sync()
    again = Project.at(party).sync()
    assert again.run is None
    assert again.solution.event == first.solution.event
    look = Project.at(party).look()
    assert look is not None
    assert look.changed == ()


def test_what_is_held_is_used_again(party: Path) -> None:
    project = Project.at(party)
    project.sync(warm=True)
    held = project._held
    assert held is not None
    project.refresh()
    assert project._held is not None
    assert project._held.features.arrays is held.features.arrays
    assert project._held.features.event == held.features.event


def test_a_copy_moves_by_its_originals_clock(party: Path) -> None:
    project = Project.at(party)
    project.sync()

    def pinned(said: UserInput) -> UserInput:
        return UserInput(said.hints.adding(Pin("ann", 3600.0, confirmed=True)), said.choices)

    project.say(pinned)
    project.sync()
    plan = pipeline.plan_solution(project, PlanOptions())
    shifts = {str(change.photo.path): change.moment.shift_s for change in plan.files}
    original = shifts["ann/IMG_0001.jpg"]
    assert shifts["bob/got 1.jpg"] == shifts["bob/got 3.jpg"] == original
    assert original != 0
    galleries = {str(change.photo.path): change.gallery for change in plan.files}
    assert galleries["bob/got 1.jpg"] == "ann"
