from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model import Photo
from coincide_bench.feature_choice import material
from coincide_bench.feature_choice.candidates import POOLED, VLAD, Layer
from coincide_bench.feature_choice.material import rendered_trials, split_trials
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import SplitSet
from coincide_bench.suites.rendered import DIFFICULTIES
from coincide_bench.suites.virtual_cameras import CAMERAS
from tests.bench.suites.photo_sets import make_photos, run_times

SEEDS = (10_000, 10_001)


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


@pytest.fixture
def context(tmp_path: Path) -> BenchContext:
    return BenchContext(tmp_path / "cache", None, False, quiet)


def numbered_layers(
    photos: Sequence[Photo], _layers: Sequence[Layer], _context: BenchContext
) -> Mapping[Layer, np.ndarray]:
    """Vectors that say which photo and which camera they are of."""
    both = [(float(n), float(c)) for n in range(len(photos)) for c in range(len(CAMERAS))]
    return {POOLED: np.array(both, np.float16)}


@pytest.mark.parametrize(("n_runs", "k"), [(10, 5), (5, 3)])
def test_a_deal_picks_each_photo_once_through_its_gallerys_camera(
    context: BenchContext, monkeypatch: pytest.MonkeyPatch, n_runs: int, k: int
) -> None:
    photos = make_photos(run_times(n_runs, 4))
    wanted = SplitSet("made_up", "made_up_folder", "camera")
    monkeypatch.setattr(material, "split_sets", lambda _: [wanted])
    monkeypatch.setattr(material, "load_split", lambda _context, _wanted: photos)
    monkeypatch.setattr(material, "_split_layers", numbered_layers)
    trials = list(split_trials(SEEDS, [POOLED], context))
    assert [trial.seed for trial in trials] == [*SEEDS]
    for trial in trials:
        assert (trial.suite, trial.cluster) == ("splits", "made_up_folder")
        assert trial.event == f"made_up/k{k}/a0.6"
        photo, camera = trial.layers[POOLED].T
        times_s = [photos[int(number)].camera_time_s for number in photo]
        assert trial.times_s.tolist() == times_s
        assert len(set(photo.tolist())) == len(photo)
        galleries = [slice(*bounds) for bounds in zip(trial.starts, trial.starts[1:], strict=False)]
        used = [set(camera[rows].tolist()) for rows in galleries]
        assert all(len(one) == 1 for one in used)
        assert len(set().union(*used)) == len(used)
    assert not np.array_equal(trials[0].layers[POOLED], trials[1].layers[POOLED])


def test_a_set_that_is_too_small_is_left_out_and_named(
    context: BenchContext, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wanted = SplitSet("tiny", "tiny_folder", "camera")
    monkeypatch.setattr(material, "split_sets", lambda _: [wanted])
    monkeypatch.setattr(material, "load_split", lambda *_: make_photos(run_times(1, 6)))
    monkeypatch.setattr(material, "_split_layers", numbered_layers)
    assert list(split_trials(SEEDS, [POOLED], context)) == []
    assert "tiny is too small" in caplog.text


@pytest.mark.slow
def test_small_demo_events_are_drawn_once(
    context: BenchContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = replace(DIFFICULTIES["easy"], n_galleries=2, n_photos=8)
    monkeypatch.setattr(material, "DIFFICULTIES", {"tiny": small})
    layers = [POOLED, VLAD, Layer("efficientnet-lite0", "14x14", "gem")]
    (trial,) = rendered_trials(SEEDS[:1], layers, context)
    assert trial.event == "rendered/tiny/10000"
    assert trial.starts[-1] == len(trial.times_s) == 8
    assert {layer: array.shape for layer, array in trial.layers.items()} == {
        POOLED: (8, 1280),
        VLAD: (8, 10_240),
        layers[2]: (8, 112),
    }
    for array in trial.layers.values():
        assert np.linalg.norm(array, axis=1) == pytest.approx(1.0, abs=0.01)

    monkeypatch.setattr(material, "render_event", None)  # would fail if it were drawn again
    (again,) = rendered_trials(SEEDS[:1], layers, context)
    assert np.array_equal(again.layers[layers[2]], trial.layers[layers[2]])


@pytest.mark.slow
def test_deals_of_real_photos_pick_the_rendering_of_their_camera(
    shared: Path, context: BenchContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [one for one in material.split_sets(context) if one.name.endswith("iphone6c")]
    monkeypatch.setattr(material, "split_sets", lambda _: wanted)
    context = replace(context, datasets=shared / "datasets")
    trials = list(split_trials(SEEDS, [POOLED], context))
    assert [trial.seed for trial in trials] == [*SEEDS]
    for trial in trials:
        assert trial.event == "gt_places_2016-iphone6c/k3/a0.6"
        assert trial.cluster == "gt_places_2016"
        assert trial.layers[POOLED].shape == (len(trial.times_s), 1280)
        assert len(np.unique(trial.times_s)) == len(trial.times_s)  # no photo twice
        for start, stop in zip(trial.starts[:-1], trial.starts[1:], strict=True):
            assert np.all(np.diff(trial.times_s[start:stop]) > 0)
