"""A large event on Ray and S3: matches, clusters and their join as tasks, kept and the same."""

from dataclasses import replace

import numpy as np

from coincide.engine import Engine, LocalEngine, open_engine
from coincide.model import Explanation, Offsets, place_of
from coincide.model.times import DAY_S
from coincide.project import choose_anchor
from coincide.project.costs import Meter
from coincide.project.options import SyncOptions
from coincide.project.read.features import EventFeatures
from coincide.project.solve.joint import state_problem
from coincide.project.solve.large import solve_large_problem
from coincide.solver.options import JointOptions, LargeOptions, LinkOptions, NeighbourOptions
from tests.cluster.conftest import count
from tests.cluster.nodes import ray_nodes
from tests.cluster.test_faults import pytestmark as pytestmark  # noqa: PLC0414
from tests.scenes import afternoon, make_features, seen_by
from tests.storage_server import BUCKET

# a small event, taken for a large one: found by an index, in clusters of a few galleries
LARGE = SyncOptions(
    joint=JointOptions(large=LargeOptions(direct_galleries=2, cluster_size=4)),
    link=LinkOptions(neighbours=NeighbourOptions(exact_photos=0)),
)


def two_parties() -> EventFeatures:
    """Five people on one afternoon and five on the next, and one who was at both."""
    rng = np.random.default_rng(10_004)
    both_s = np.concatenate([afternoon(rng, 30), afternoon(rng, 30) + DAY_S])
    both = {name: seen_by(rng, both_s, ahead_s=300.0 * n) for n, name in enumerate("abcdefghijk")}
    days = {name: slice(0, 30) if name < "f" else slice(30, 60) for name in both if name != "f"}
    galleries = {
        name: replace(shots, scenes=shots.scenes[days[name]], times_s=shots.times_s[days[name]])
        if name in days
        else shots
        for name, shots in both.items()
    }
    return make_features(rng, galleries)


def solved(features: EventFeatures, engine: Engine) -> tuple[Offsets, Explanation, Meter]:
    problem = state_problem(features, choose_anchor(features.event), LARGE)
    meter = Meter()
    offsets, why = solve_large_problem(problem, engine, meter, lambda *_: None)
    return offsets, why, meter


def test_a_large_event_on_ray(s3_port: int) -> None:
    features = two_parties()
    expected, why, _ = solved(features, LocalEngine())
    assert sum(one.placed for one in expected.placements) >= 6
    project = f"s3://{BUCKET}/large"
    event = replace(features.event, project=place_of(project))
    with ray_nodes(2) as nodes, open_engine("ray", address=nodes.address) as engine:
        kept = []
        for _ in range(2):
            offsets, again, meter = solved(replace(features, event=event), engine)
            assert offsets == expected
            assert again == why
            assert {cost.stage for cost in meter.costs} >= {"link", "solve"}
            kept.append([count(project, kind) for kind in ("linked", "solved")])
    # two clusters at least and their join; the second run finds what the first has left
    assert kept[0][0] == 1
    assert kept[0][1] >= 3
    assert kept[1] == kept[0]
