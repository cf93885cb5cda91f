"""Pictures are compared and judged once; the album tells each thing once."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from coincide.model import Estimate, Event, Gallery, Offsets, Photo, Placement
from coincide.project.album import similarity as alike
from coincide.project.album.make import EventAlbum, album_of, summary_of
from coincide.project.album.similarity import compared, worth_of
from coincide.project.solutions.inputs import Inputs
from coincide.project.solutions.solutions import Solution
from coincide.storage.objectstore import open_store
from tests.features.same.test_compare import picture

Steps = list[tuple[str, int, int]]


def photo(path: Path, image: Image.Image, time_s: float) -> Photo:
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, quality=92)
    width, height = image.size
    return Photo(path, path.name, time_s, time_s, width_px=width, height_px=height)


@pytest.fixture
def solution(tmp_path: Path) -> Solution:
    """Two of a burst, the second blurred; another picture; and a small copy an hour later."""
    burst, moved = (picture(1).crop((x, x, x + 460, x + 340)) for x in (0, 4))
    ann = (
        photo(tmp_path / "ann" / "a.jpg", burst, 100.0),
        photo(tmp_path / "ann" / "b.jpg", moved.filter(ImageFilter.GaussianBlur(3)), 102.0),
        photo(tmp_path / "ann" / "c.jpg", picture(2), 104.0),
    )
    ben = (photo(tmp_path / "ben" / "d.jpg", picture(3), 5000.0),)
    event = Event(
        "party",
        (Gallery("ann", ann), Gallery("ben", ben)),
        project=tmp_path / ".coincide",
        roots=(tmp_path,),
    )
    placed = Estimate(0.0, -1.0, 1.0)
    offsets = Offsets("ann", "joint", (Placement("ann", placed), Placement("ben", placed)))
    return Solution(Inputs(*"abcdef"), event, offsets, "")


def names(made: EventAlbum, rows: tuple[int, ...]) -> list[str]:
    return [made.items[row].photo.path.name for row in rows]


def test_an_album_tells_a_burst_once(solution: Solution) -> None:
    told: Steps = []
    made = album_of(solution, keep=True, progress=lambda *step: told.append(step))
    (group,) = made.album.groups
    assert names(made, group.rows) == ["a.jpg", "b.jpg"]
    assert group.kind == "burst"
    assert names(made, (group.best,)) == ["a.jpg"]
    assert {stage for stage, _, _ in told} == {"compare", "quality"}


def test_nothing_is_looked_at_twice(solution: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    first = album_of(solution, keep=True)

    def never(*_: object) -> None:
        raise AssertionError("this is known")

    monkeypatch.setattr(alike, "read_square", never)
    monkeypatch.setattr(alike, "small_pixels", never)
    assert album_of(solution) == first


def test_a_summary_leaves_out_who_does_not_stand(solution: Solution) -> None:
    rows = summary_of(album_of(solution), solution, 4)
    assert names(album_of(solution), rows) == ["a.jpg", "c.jpg", "d.jpg"]


def test_an_event_of_nothing_alike_has_no_group_and_a_summary(solution: Solution) -> None:
    few = replace(solution.event.galleries[0], photos=solution.event.galleries[0].photos[::2])
    made = replace(solution, event=replace(solution.event, galleries=(few,)))
    assert album_of(made).album.groups == ()
    assert summary_of(album_of(made), made, 1) == (0,)


def test_a_broken_file_is_in_no_pair_and_in_the_middle(solution: Solution, tmp_path: Path) -> None:
    photos = list(solution.event.photos)
    photos[0].file.write_bytes(b"broken")
    with open_store(tmp_path / ".coincide") as store:
        found = compared(photos, [(0, 1), (1, 2)], store, lambda *_: None)
        judged = worth_of(photos, store, lambda *_: None)
    assert list(found) == [(1, 2)]
    assert judged[0] == 0.5
    assert np.all((judged >= 0.0) & (judged <= 1.0))


def test_a_copy_is_the_same_picture(solution: Solution, tmp_path: Path) -> None:
    copy = photo(
        tmp_path / "ben" / "e.jpg", picture(1).crop((0, 0, 460, 340)).resize((230, 170)), 9000.0
    )
    with open_store(tmp_path / ".coincide") as store:
        photos = [*solution.event.photos, copy]
        found = compared(photos, [(0, 4), (0, 2)], store, lambda *_: None)
    assert found[0, 4].is_one
    assert not found[0, 2].is_one
