from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.solver.clocks import ClockBelief
from coincide.solver.methods import OUR_METHODS
from coincide.solver.options import JointOptions
from coincide_bench.event import BenchEvent
from coincide_bench.methods import METHODS, run_joint
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.simulated import simulated_events


@pytest.fixture(scope="module")
def blind() -> BenchEvent:
    """An event whose photos look like nothing, so that nothing but its clocks can tell."""
    context = BenchContext(Path("unused"), None, False, lambda _stage, _done, _total: None)
    event = next(iter(simulated_events([10_000], context)))
    noise = np.random.default_rng(0).standard_normal(event.features["pooled"].shape)
    beliefs = tuple(
        ClockBelief(name, offset_s, 1.0, 0.98, "confirmed by GPS")
        for name, offset_s in event.truth.items()
    )
    return replace(event, features={"pooled": noise.astype(np.float32)}, beliefs=beliefs)


def largest_error_s(event: BenchEvent, options: JointOptions) -> float:
    offsets = run_joint(event, options)
    anchor_s = event.truth[event.anchor]
    errors_s = [
        np.inf
        if one.offset_s is None
        else abs(one.offset_s - (event.truth[one.gallery] - anchor_s))
        for one in offsets.placements
    ]
    return float(max(errors_s))


def test_what_is_believed_of_clocks_is_used_unless_its_prior_is_off(blind: BenchEvent) -> None:
    alone = JointOptions(jumps=False)
    assert largest_error_s(blind, alone) < 30.0
    assert largest_error_s(blind, replace(alone, priors=("overlap", "hours"))) > 300.0


def test_no_other_package_may_take_the_name_of_a_method_here() -> None:
    assert set(METHODS) == set(OUR_METHODS)
