from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model.times import HOUR_S
from coincide.solver.evidence.usual import LOOK
from coincide_bench.event import BenchEvent
from coincide_bench.fitting import likeness
from coincide_bench.fitting.likeness import FAR_S, LEAST_SHARE, SHORT_S, count_pairs, fit_look
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.simulated.events import WORLDS, bench_event
from coincide_bench.suites.simulated.world import draw_world

EDGES, SCALES_S = LOOK.edges, LOOK.scales_s


@pytest.fixture(scope="module")
def event() -> BenchEvent:
    options = replace(WORLDS["easy"], n_photos=160, n_galleries=4, seed=10_000)
    return bench_event(draw_world(options), suite="simulated", name="simulated/easy", seed=10_000)


def silent(event: BenchEvent, **changes: object) -> BenchEvent:
    """Return an event whose photos look like nothing."""
    noise = np.random.default_rng(0).standard_normal((event.table.n_photos, 32))
    return replace(event, features={"pooled": noise.astype(np.float32)}, **changes)  # type: ignore[arg-type]


def test_pairs_of_different_galleries_are_counted_by_true_time(event: BenchEvent) -> None:
    counts = count_pairs(event, EDGES, SCALES_S)
    assert counts.shape == (len(SCALES_S) + 1, len(EDGES) + 1)
    table = event.table
    true_s = np.concatenate(
        [
            table.camera_time_s[table.rows(number)] + event.truth[name]
            for number, name in enumerate(table.names)
        ]
    )
    gallery = table.gallery_of(np.arange(table.n_photos))
    apart_s = np.abs(np.subtract.outer(true_s, true_s))[gallery[:, None] < gallery[None, :]]
    expected = [(apart_s <= scale_s).sum() for scale_s in SCALES_S]
    assert counts.sum(axis=1).tolist() == [*expected, (apart_s > FAR_S).sum()]


def test_near_pairs_are_more_alike_than_far_ones(event: BenchEvent) -> None:
    fitted = fit_look([event])
    assert fitted.far.sum() == pytest.approx(1.0)
    assert (fitted.far > 0).all()
    assert np.isfinite(fitted.log_ratio).all()
    for scale_s in SCALES_S:
        assert fitted.near(scale_s).sum() == pytest.approx(1.0)
    middle = np.concatenate([[EDGES[0]], (EDGES[1:] + EDGES[:-1]) / 2, [EDGES[-1]]])
    likeness = [float((fitted.near(scale_s) * middle).sum()) for scale_s in SCALES_S]
    far = float((fitted.far * middle).sum())
    assert likeness[0] > far + 0.3
    assert likeness[0] > likeness[-1] > far


def test_photos_that_look_like_nothing_give_a_flat_table(event: BenchEvent) -> None:
    fitted = fit_look([silent(event)])
    often = fitted.far > 0.02
    hour = fitted.log_ratio[-1][often]
    assert np.abs(hour).max() < 0.6
    assert np.abs((hour * fitted.far[often]).sum()) < 0.05


def test_short_events_and_events_of_other_offsets_are_left_out(event: BenchEvent) -> None:
    once = fit_look([event])
    hours = replace(silent(event), offsets_kind="hours")
    times_s = event.table.camera_time_s
    squeezed = replace(
        event.table,
        camera_time_s=times_s * 1e-3,
    )
    truth = {name: offset_s * 1e-3 for name, offset_s in event.truth.items()}
    short = silent(event, table=squeezed, truth=truth)
    assert short.span_s < SHORT_S < event.span_s
    again = fit_look([event, hours, short])
    np.testing.assert_array_equal(again.log_ratio, once.log_ratio)


def test_every_source_counts_alike_and_the_simulated_are_one(event: BenchEvent) -> None:
    real = [
        replace(silent(event), suite="splits", name=f"{name}/k3", cluster=name)
        for name in ("a", "b")
    ]
    one, two = fit_look([event, real[0]]), fit_look([event, event, event, real[0]])
    np.testing.assert_allclose(two.far, one.far, atol=1e-12)
    more = fit_look([event, *real])
    shares = [fit_look([part]).far for part in (event, real[0])]
    np.testing.assert_allclose(one.far, np.mean(shares, axis=0), atol=2 * LEAST_SHARE)
    np.testing.assert_allclose(more.far, (shares[0] + 2 * shares[1]) / 3, atol=2 * LEAST_SHARE)


def test_counts_of_development_events_are_kept(
    event: BenchEvent, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[int] = []

    def none_dealt(seeds: Sequence[int], _context: object) -> list[BenchEvent]:
        asked.extend(seeds)
        return []

    monkeypatch.setattr(likeness, "split_events", none_dealt)
    monkeypatch.setattr(likeness, "simulated_events", lambda _seeds, _context: [event])
    context = BenchContext(tmp_path, None, False, lambda *_: None)
    first, again = (likeness.development_counts(context, "digest") for _ in range(2))
    assert list(first) == list(again) == ["simulated"]
    np.testing.assert_array_equal(first["simulated"], count_pairs(event, EDGES, SCALES_S))
    np.testing.assert_array_equal(again["simulated"], first["simulated"])
    # nothing that results are reported on may teach; and what is kept is not drawn again
    assert asked == list(likeness.SEEDS)
    assert min(asked) >= 10_000
    assert HOUR_S == FAR_S


def test_a_table_tells_near_from_far_better_than_none_does(event: BenchEvent) -> None:
    counts = likeness.count_sources(
        [event, silent(event, suite="splits", name="dark/k3", cluster="dark")]
    )
    fitted = likeness.table_of([*counts.values()])
    own = np.tile(likeness.stated_by(fitted.log_ratio), len(counts))
    none = likeness.scored(counts, np.full(len(own), 0.5))
    assert none.log_loss == pytest.approx(np.log(2))
    assert none.gap == pytest.approx(0.0, abs=1e-9)
    # of the two sources, each is unlike the other: who has seen only one is worse than nothing
    in_sample = likeness.scored(counts, own)
    left_out = likeness.scored(counts, likeness.held_out(counts))
    assert in_sample.log_loss < none.log_loss < left_out.log_loss
