"""Choosing another reference shifts what was found, and solves nothing."""

import pytest

from coincide.model.times import HOUR_S
from coincide.solver.joint import JointSolution, solve, solve_joint, told_against
from tests.solver.joint.clear import clear_event, with_steps


@pytest.fixture(scope="module")
def solution() -> JointSolution:
    return solve_joint(clear_event(), anchor="g0")


@pytest.mark.parametrize("gallery", [1, 2])
def test_another_reference_only_shifts(
    gallery: int, solution: JointSolution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(solve, "_solve_among")
    again = told_against(solution.found, gallery)
    assert again.offsets.anchor == f"g{gallery}"
    assert again.offsets.placements[gallery].offset_s == 0.0
    apart_s = solution.offsets.placements[gallery].offset_s
    assert apart_s is not None
    for one, other in zip(solution.offsets.placements, again.offsets.placements, strict=True):
        assert one.offset_s is not None
        assert other.offset_s == pytest.approx(one.offset_s - apart_s, abs=1e-6)
        assert other.certain == one.certain


def test_told_against_the_root_it_is_the_solution_itself(solution: JointSolution) -> None:
    assert told_against(solution.found, 0).offsets == solution.offsets


def test_as_sure_as_by_a_solve_of_its_own(solution: JointSolution) -> None:
    told = told_against(solution.found, 1).offsets
    solved = solve_joint(clear_event(), anchor="g1").offsets
    for one, other in zip(told.placements, solved.placements, strict=True):
        assert one.estimate is not None
        assert other.estimate is not None
        assert one.offset_s == pytest.approx(other.offset_s, abs=3.0)
        assert one.estimate.probability == pytest.approx(other.estimate.probability, abs=0.01)
        assert one.verdict.state == other.verdict.state


@pytest.mark.parametrize("row", [12, 45])
@pytest.mark.parametrize("root", ["g0", "g1"])
def test_a_reference_that_was_set_anew_counts_as_for_most_of_its_photos(
    row: int, root: str
) -> None:
    """Whether it is the root itself, or another."""
    ahead = with_steps(clear_event(), 0, {row: 2 * HOUR_S})
    found = told_against(solve_joint(ahead, anchor=root).found, 0).offsets
    (jump,) = found["g0"].jumps
    assert (jump.row, jump.step_s) == (row, -2 * HOUR_S)
    first_s = 2 * HOUR_S if row < 25 else 0.0
    for placement in found.placements:
        assert placement.offset_s == pytest.approx(first_s, abs=20.0)


@pytest.mark.parametrize("row", [12, 45])
def test_a_root_that_was_set_anew_is_told_by_its_first_photo(row: int) -> None:
    ahead = with_steps(clear_event(), 0, {row: 2 * HOUR_S})
    found = told_against(solve_joint(ahead, anchor="g0").found, 1).offsets
    assert found["g1"].offset_s == 0.0
    assert found["g0"].offset_s == pytest.approx(0.0, abs=20.0)
    (jump,) = found["g0"].jumps
    assert jump.step_s == -2 * HOUR_S
