"""Honest answers about a real event bring its photos to the end, and never take one back."""

from pathlib import Path

import numpy as np
import pytest

from coincide_bench.mess.answer import Answerer
from coincide_bench.mess.bases import real_base, thinned
from coincide_bench.mess.kinds import KINDS
from coincide_bench.mess.run import Material, judge_case, run_one

# a walk of two phones and a camera; one phone has four photos, and none like the others'
EVENT = "nubes_2021"
N_ANSWERS = 4


@pytest.mark.slow
def test_what_is_mended_stays_mended_whatever_else_is_answered(
    shared: Path, tmp_path: Path
) -> None:
    """To vouch for one phone made the other an outlier, and a camera that was certain unsure."""
    datasets = shared / "datasets"
    rng = np.random.default_rng(7)
    base = thinned(real_base(EVENT, datasets), rng)
    case = KINDS["am-for-pm"].make(base, rng)
    material = Material(datasets, tmp_path / "cache", report=False, answers=N_ANSWERS)
    after = [one.figures for one in judge_case(case, material, rng, Answerer())]
    mended = [one.mended for one in after]
    assert mended == sorted(mended)
    assert mended[-1] == after[0].wrong > 0
    assert not any(one.harmed for one in after)


@pytest.mark.slow
def test_a_clock_that_shares_nothing_with_others_does_not_become_theirs_when_it_is_trusted(
    shared: Path, tmp_path: Path
) -> None:
    """A scanner that somebody vouched for was the reference, and nobody was certain any more."""
    material = Material(shared / "datasets", tmp_path / "cache", report=False, answers=1)
    found = run_one(("scans-screenshots", 10_001, material))
    assert found is not None
    before, after = (one.figures for one in found.by_answers)
    assert after.mended == before.mended == before.knowable > 0
    assert after.certain > before.certain
    assert after.harmed == 0
