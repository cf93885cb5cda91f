from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import ks_2samp

from coincide.errors import EventError
from coincide_bench.suites.context import BenchContext, default_cache
from coincide_bench.suites.simulated import fit
from coincide_bench.suites.simulated.events import DEFAULT
from coincide_bench.suites.simulated.fit import (
    FIT_OPTIONS,
    FITTED,
    HELD_OUT,
    check,
    fit_parameters,
    fit_worlds,
    match_both,
    split_set,
)
from coincide_bench.suites.simulated.looks import LookParameters, draw_looks, vectors
from coincide_bench.suites.simulated.options import SimulatedOptions
from coincide_bench.suites.simulated.pairs import (
    FAR_S,
    NEAR_S,
    Similarities,
    ks_distance,
    match_sameness,
    near_distance,
    near_median,
    real_similarities,
    simulated_similarities,
    unmixed,
)
from coincide_bench.suites.simulated.world import World, draw_world


@pytest.fixture(scope="module")
def world() -> World:
    return draw_world(replace(FIT_OPTIONS, n_photos=400, seed=1))


def test_ks_distance_is_scipys() -> None:
    rng = np.random.default_rng(0)
    one, other = rng.normal(size=300), rng.normal(0.4, 1.3, 200)
    assert ks_distance(one, other) == pytest.approx(ks_2samp(one, other).statistic)
    assert ks_distance(one, other, np.full(200, 0.1)) == pytest.approx(ks_distance(one, other))


def test_weights_of_a_sample_count() -> None:
    one, other = np.array([0.0, 0.0, 0.0, 1.0]), np.array([1.0, 0.0])
    assert ks_distance(one, other) == pytest.approx(0.25)
    assert ks_distance(one, other, np.array([1.0, 3.0])) == pytest.approx(0.0)


def test_near_pairs_are_compared_at_the_real_sets_gaps() -> None:
    # simulated pairs are alike at 1 s and unlike at 50 s, just as the real ones; the real
    # set has more of the former
    real = Similarities(np.array([0.9, 0.9, 0.9, 0.3]), np.array([1.0, 1, 1, 50]), np.zeros(1))
    simulated = Similarities(np.array([0.9, 0.3, 0.3]), np.array([2.0, 40, 60]), np.zeros(1))
    assert ks_distance(real.near, simulated.near) > 0.4
    assert near_distance(real, simulated) == pytest.approx(0.0)
    assert near_median(real, simulated) == 0.9


def test_similarities_are_those_of_the_vectors(world: World) -> None:
    parameters = replace(LookParameters(), sameness=0.27)
    prepared = unmixed(world, parameters)
    made = vectors(world, draw_looks(world, parameters), slice(None))
    found = simulated_similarities([prepared], parameters)
    for (i, j), cosines in ((prepared.near, found.near), (prepared.far, found.far)):
        assert np.einsum("id,id->i", made[i], made[j]) == pytest.approx(cosines, abs=1e-5)


def test_pairs_are_across_galleries_near_of_one_moment_and_far_an_hour_apart(
    world: World,
) -> None:
    prepared = unmixed(world, LookParameters())
    gallery = world.table.gallery_of(np.arange(world.table.n_photos))
    for i, j in (prepared.near, prepared.far):
        assert np.all(gallery[i] != gallery[j])
    near, far = (
        np.abs(world.event_time_s[i] - world.event_time_s[j])
        for i, j in (prepared.near, prepared.far)
    )
    assert near.max() <= NEAR_S
    assert far.min() > FAR_S
    assert np.all(world.moment[prepared.near[0]] == world.moment[prepared.near[1]])


def test_both_medians_of_a_set_are_matched(world: World) -> None:
    planted = replace(LookParameters(), sameness=0.4, lasting_share=0.7)
    real = simulated_similarities([unmixed(world, planted)], planted)
    matched = match_sameness(
        [unmixed(world, planted)], replace(planted, sameness=0.1), float(np.median(real.far))
    )
    assert matched.sameness == pytest.approx(0.4, abs=0.001)
    both = match_both([world], LookParameters(), real)
    assert both.sameness == pytest.approx(0.4, abs=0.01)
    assert both.lasting_share == pytest.approx(0.7, abs=0.02)
    assert check([world], both, real).near < 0.02


def test_a_fit_comes_nearer_to_what_was_planted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "N_EVALUATIONS", 25)
    planted = replace(LookParameters(), typicality_spread=0.35, own_spread=0.8)
    real = simulated_similarities([unmixed(world, planted)], planted)
    fitted = fit_parameters([real], [world], LookParameters())
    before, after = (check([world], one, real) for one in (LookParameters(), fitted))
    assert after.near + after.far < 0.7 * (before.near + before.far)


def test_a_set_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    context = BenchContext(tmp_path, tmp_path, False, lambda _stage, _done, _total: None)
    with pytest.raises(EventError, match=HELD_OUT):
        real_similarities(split_set(HELD_OUT), context)


def test_nothing_was_fitted_on_the_set_held_out() -> None:
    assert HELD_OUT not in FITTED
    assert split_set(HELD_OUT).report_only


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [FIT_OPTIONS, replace(DEFAULT, n_photos=800, n_galleries=12)],
    ids=["fitted", "default"],
)
def test_simulated_similarities_are_those_of_the_set_held_out(
    shared: Path, options: SimulatedOptions
) -> None:
    """Embeds the set where the bench's cache lacks it, which takes minutes."""
    context = BenchContext(
        default_cache(), shared / "datasets", True, lambda _stage, _done, _total: None
    )
    real = real_similarities(split_set(HELD_OUT), context)
    worlds = fit_worlds(options)
    found = check(worlds, match_both(worlds, LookParameters(), real), real)
    assert found.near <= 0.1
    assert found.far <= 0.1
