import logging
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.demo import plan_event
from coincide.features.colour import DIM
from coincide_bench.suites import renders
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.renders import (
    DEFAULT,
    rendered_event,
    rendered_events,
    rendered_gps_events,
)

TINY = replace(DEFAULT, n_galleries=3, n_photos=9, n_gps=1)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds the tiny event of seed 5, whichever test comes first."""
    folder = tmp_path_factory.mktemp("bench")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(renders, "DIFFICULTIES", {"default": TINY})
        context = BenchContext(folder, None, False, lambda _stage, _done, _total: None)
        assert len(list(rendered_events([5], context))) == 1
    return folder


@pytest.fixture
def context(cache: Path) -> BenchContext:
    return BenchContext(cache, None, False, lambda _stage, _done, _total: None)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renders, "DIFFICULTIES", {"default": TINY})


@pytest.fixture
def no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("rendered again")

    monkeypatch.setattr(renders, "render_event", fail)


@pytest.mark.usefixtures("tiny")
def test_an_event_has_the_plans_numbers(context: BenchContext) -> None:
    (event,) = rendered_events([5], context)
    plan = plan_event(replace(TINY, seed=5))
    assert event.name == "rendered/default"
    assert event.cluster == "rendered/default/5"
    assert event.offsets_kind == "recorded"
    assert event.truth == plan.offsets_s
    assert event.anchor == plan.galleries[0].name
    shots_s = [shot.event_time_s for gallery in plan.galleries for shot in gallery.shots]
    offset_s = np.repeat([*event.truth.values()], np.diff(event.table.starts))
    assert event.table.camera_time_s + offset_s == pytest.approx(np.array(shots_s), abs=1.0)
    assert np.isnan(event.table.position_deg).all()
    # the cameras of the demo write their exposures
    assert ((event.table.scene_ev > 2) & (event.table.scene_ev < 17)).all()
    assert event.recoverable <= set(event.table.names) - {event.anchor}


@pytest.mark.usefixtures("tiny")
def test_vectors_are_of_length_one_and_differ(context: BenchContext) -> None:
    (event,) = rendered_events([5], context)
    assert event.features["pooled"].shape == (9, 1280)
    assert event.features["vlad"].shape[0] == 9
    assert event.features["colour"].shape == (9, DIM)
    for vectors in event.features.values():
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=0.01)
        assert len(np.unique(vectors, axis=0)) == 9


def test_galleries_that_share_three_moments_are_recoverable(context: BenchContext) -> None:
    event = rendered_event(
        replace(TINY, seed=5), context, suite="rendered", name="rendered/default", seed=5
    )
    # three photos a gallery: each attends what its companion attends, so all are connected
    assert event.recoverable == set(event.table.names) - {event.anchor}


@pytest.mark.usefixtures("tiny")
def test_positions_are_an_arm_of_their_own(context: BenchContext) -> None:
    (event,) = rendered_gps_events([5], context)
    assert event.suite == "rendered-gps"
    per_gallery = [
        int(np.isfinite(event.table.position_deg[event.table.rows(number)]).all())
        for number in range(3)
    ]
    assert sum(per_gallery) == 1


@pytest.mark.usefixtures("tiny", "no_drawing")
def test_pictures_are_drawn_once_and_not_kept(context: BenchContext, cache: Path) -> None:
    (event,) = rendered_events([5], context)
    assert event.table.n_photos == 9
    assert [path.suffix for path in cache.rglob("*") if path.is_file()] == [".safetensors"]


@pytest.mark.usefixtures("tiny")
def test_a_change_of_the_renderer_or_the_options_draws_anew(
    context: BenchContext, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = renders._cache_path(cache, TINY)
    assert renders._cache_path(cache, replace(TINY, view_spread=0.3)) != before
    monkeypatch.setattr(renders, "renderer_digest", lambda: "another")
    assert renders._cache_path(cache, TINY) != before


@pytest.mark.slow
@pytest.mark.usefixtures("tiny")
def test_a_damaged_cache_is_made_again(
    context: BenchContext, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (before,) = rendered_events([5], context)
    (path,) = (cache / "rendered").iterdir()
    path.write_bytes(b"damaged")
    with caplog.at_level(logging.WARNING):
        (after,) = rendered_events([5], context)
    assert "made again" in caplog.text
    assert after.truth == before.truth
    assert np.array_equal(after.features["pooled"], before.features["pooled"])


def test_only_the_first_seeds_are_drawn(
    context: BenchContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    def note(options: object, *_: object, seed: int, **__: object) -> int:
        drawn.append(seed)
        return seed

    monkeypatch.setattr(renders, "rendered_event", note)
    list(rendered_events(range(20), context))
    assert drawn == [0, 0, 0, 1, 1, 1]
    drawn.clear()
    list(rendered_events(range(20), replace(context, report=True)))
    assert len(drawn) == 9
