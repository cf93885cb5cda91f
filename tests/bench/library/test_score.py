"""What became of the photos of a simulated family."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.library.solve import Family
from coincide_bench.library.family import Simulated
from coincide_bench.library.score import BY_CERTAINTY, LibraryScore, lone_events, score_family

# each solves the clocks of a family of two
pytestmark = pytest.mark.slow


def test_with_occasions_photos_are_mended_and_without_none_is_touched(
    small_family: Simulated,
) -> None:
    score = score_family(small_family)
    assert score.wrong > 0
    assert score.mended > 0.1 * score.wrong
    assert score.stretches_wrong == 0
    without = score_family(replace(small_family, family=Family()))
    assert (without.mended, without.harmed, without.stretches) == (0, 0, 0)


def test_wrong_photos_are_mended_or_wait(small_family: Simulated) -> None:
    score = score_family(small_family)
    waiting = sum(score.waiting.counts.values())
    assert 0 < waiting <= score.wrong
    assert score.mended + waiting == pytest.approx(score.wrong, abs=0.02 * score.wrong)


def test_answers_mend_what_occasions_leave(small_family: Simulated) -> None:
    few = replace(small_family, family=Family())
    assert score_family(few, 5).mended > score_family(few).mended


def test_a_wrong_truth_counts_as_harm(small_family: Simulated) -> None:
    """The score can fail: against another truth the same decisions are harm."""
    other = {key: due_s + 5000.0 for key, due_s in small_family.truth.items()}
    score = score_family(replace(small_family, truth=other))
    assert score.stretches_wrong > 0
    assert score.certain_wrong > 0


def test_single_events_mend_their_own_sessions_alone(small_family: Simulated) -> None:
    lone, whole = lone_events(small_family), score_family(small_family)
    assert lone.photos == whole.photos
    assert lone.wrong == whole.wrong
    assert lone.mended < whole.mended


def test_stretches_are_counted_by_how_certain_they_are(small_family: Simulated) -> None:
    found = score_family(small_family).reliability
    assert sum(found.counts) > 2
    assert sum(found.right) > 0
    other = {key: due_s + 5000.0 for key, due_s in small_family.truth.items()}
    wrong = score_family(replace(small_family, truth=other)).reliability
    assert (wrong.counts, sum(wrong.right)) == (found.counts, 0)


def test_scores_add_up() -> None:
    total = LibraryScore(photos=2, clock_years=1.5) + LibraryScore(photos=3, harmed=1)
    assert (total.photos, total.harmed, total.clock_years) == (5, 1, 1.5)
    assert np.isfinite(total.clock_years)
    assert len(total.reliability.counts) == len(BY_CERTAINTY)
