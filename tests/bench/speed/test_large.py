from dataclasses import replace
from pathlib import Path

import pytest

from coincide.model import Estimate, Offsets, Placement
from coincide_bench.speed.large import LargeSettings, LargeTime, growth, measure_large
from coincide_bench.speed.large_events import Accuracy, accuracy_of, make_large_event
from coincide_bench.suites.simulated.options import SimulatedOptions
from coincide_bench.suites.simulated.world import draw_world

SEED = 10_000
GOOD = Accuracy(9, 1.0, 1.0, 1.0, 9, 0, 0)


def time_of(n_photos: int, seconds: float) -> LargeTime:
    return LargeTime(
        *(n_photos, 1, 1, "index", seconds, None, seconds, 0.0, 0.0, 0.0, 1.0), accuracy=GOOD
    )


def test_growth_is_from_the_smallest_to_the_largest() -> None:
    times = [time_of(1000, 2.0), time_of(3000, 99.0), time_of(100_000, 200.0)]
    assert growth(times) == pytest.approx(1.0)
    assert growth(times[:1]) is None


def test_people_with_two_groups_connect_them() -> None:
    options = SimulatedOptions(n_photos=1600, n_galleries=40, n_groups=4, seed=SEED)
    apart = draw_world(options)
    together = draw_world(replace(options, bridge_share=0.3))
    groups_of = [
        {int(world.moments.group[m]) for m in moments}
        for world in (apart, together)
        for moments in world.moments_of().values()
    ]
    assert all(len(groups) == 1 for groups in groups_of[:40])
    n_two = sum(len(groups) == 2 for groups in groups_of[40:])
    assert 4 <= n_two <= 20
    # whoever is with one group does as before; a few have no photo of their own one any more
    same = [one == other for one, other in zip(groups_of[:40], groups_of[40:], strict=True)]
    assert n_two <= 40 - sum(same) <= n_two + 2


def test_the_true_offsets_are_as_good_as_can_be(tmp_path: Path) -> None:
    event = make_large_event(2000, SEED, tmp_path, n_galleries=20)
    truth, anchor = event.trial.truth, event.trial.anchor
    placements = tuple(
        Placement(name, Estimate(truth[name] - truth[anchor], 0.0, 0.0, 1.0))
        for name in event.trial.table.names
    )
    found = accuracy_of(event, Offsets(anchor, "joint", placements))
    assert found.n_recoverable == len(event.trial.recoverable) > 10
    assert (found.precision_1800, found.certain, found.n_certain_wrong) == (1.0, 1.0, 0)
    wrong = tuple(replace(one, estimate=Estimate(1e6, 1e6, 1e6, 1.0)) for one in placements[1:])
    found = accuracy_of(event, Offsets(anchor, "joint", (placements[0], *wrong)))
    assert (found.precision_1800, found.n_certain_wrong) == (0.0, 19)


def test_figures_are_told_after_every_step(tmp_path: Path) -> None:
    told: list[str] = []
    settings = LargeSettings(tmp_path, SEED, workers=1)
    found = measure_large(1000, settings, lambda what, _figures: told.append(what))
    assert [what for what in told if "clusters" not in what] == [
        *("1000 generated", "1000 index", "1000 exact", "1000 solved")
    ]
    assert "1000 clusters" in told
    assert found.search == "exact"
    assert found.index_s is not None
    assert found.neighbours_s == found.exact_s
    assert found.total_s > found.neighbours_s
    assert 0.05 < found.peak_gb < 20
