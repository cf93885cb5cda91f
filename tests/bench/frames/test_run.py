from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from coincide_bench.frames import run as run_module
from coincide_bench.frames.films import KINDS, SIZE_PX, FilmKind, make_film, warped
from coincide_bench.frames.run import Search, figures_of, photos_of_sets, search_films
from tests.features.test_inclips import canvas

pytest.importorskip("cv2")


@pytest.fixture
def photos(tmp_path: Path) -> list[Path]:
    """Return pictures full of detail, each another."""
    folder = tmp_path / "sets" / "made"
    folder.mkdir(parents=True)
    for seed in range(4):
        canvas(seed).resize((800, 450), box=(0, 0, 427, 240)).save(folder / f"{seed}.jpg")
    return sorted(folder.iterdir())


@pytest.mark.parametrize("kind", KINDS)
def test_a_film_shows_another_thing_a_second_later(photos: list[Path], kind: FilmKind) -> None:
    film = make_film(kind, photos, seed=1)
    now, same, later = (np.asarray(film.seen_at(time_s), float) for time_s in (2.0, 2.0, 3.0))
    assert now.shape == (SIZE_PX[1], SIZE_PX[0], 3)
    assert np.array_equal(now, same)
    assert np.abs(now - later).mean() > 0.5


def test_a_photo_taken_from_beside_is_another_picture() -> None:
    picture = canvas(1).resize(SIZE_PX)
    taken = warped(picture, np.random.default_rng(0))
    assert taken.size == (800, 450)
    assert np.abs(np.asarray(taken.resize(SIZE_PX), float) - np.asarray(picture)).mean() > 5


@pytest.mark.slow
def test_photos_are_found_in_films(
    photos: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "N_PHOTOS", 1)
    monkeypatch.setattr(run_module, "KINDS", ("pan",))
    found = list(search_films({"made": photos}, [], 1, tmp_path, lambda *_: None))
    assert [(one.kind, one.clip, one.found_clip) for one in found] == [
        ("pan", "made-pan", "made-pan")
    ]
    assert found[0].is_near


def test_sets_with_few_or_small_photos_make_no_films(photos: list[Path], tmp_path: Path) -> None:
    assert photos_of_sets(photos[0].parents[1]) == {}
    small = tmp_path / "other" / "small"
    small.mkdir(parents=True)
    for number in range(60):
        Image.new("RGB", (90, 60)).save(small / f"{number}.jpg")
    assert photos_of_sets(tmp_path / "other") == {}


def test_figures() -> None:
    found = [
        Search("pan", "a", 5.0, "a", 5.5),
        Search("pan", "a", 5.0, "a", 6.5),
        Search("pan", "a", 5.0, "b", 5.0),
        Search("pan", "a", 5.0, None, None),
    ]
    figures = figures_of(found)
    assert (figures.right_clip, figures.near, figures.nearer) == (0.5, 0.5, 0.25)
    assert figures.median_s == 1.0
    assert figures_of(found[2:]).median_s is None
