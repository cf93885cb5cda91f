"""Whom to ask about next after *cannot tell*, and where there is no pair to ask about."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Estimate, Placement
from coincide.solver.joint import best_questions
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.questions import answers_by_place, information
from tests.conftest import make_table
from tests.scenes import answered
from tests.solver.joint.planted import Planted, board_of, solution_of
from tests.solver.joint.test_questions_counted import PlantedGains, likely_at


@pytest.mark.parametrize(("n_unclear", "order"), [(0, ["g2", "g1"]), (1, ["g1", "g2"])])
def test_galleries_of_which_somebody_could_not_tell_come_last(
    monkeypatch: pytest.MonkeyPatch, n_unclear: int, order: list[str]
) -> None:
    """An answer about g2 mends most; the one that was unclear is of photos an hour earlier."""
    PlantedGains(monkeypatch, likely_at(0.5, (4000.0, 0.5)), 0.25)
    times_s = [[-3600.0, 0.0], [0.0], [-3600.0, 0.0, 1.0, 2.0]]
    table = make_table(*times_s)
    ratios = {
        (1, 0): np.array([[-9.0, 1.0]]),
        (2, 0): np.array([[-9.0, -9.0], *[[-9.0, 1.0]] * 3]),
    }
    hints = answered(unclear=np.array([[0, 3]])[:n_unclear])
    board = board_of(table, Planted(ratios), partners={0: (), 1: (0,), 2: (0,)})
    board = replace(board, knowledge=PriorKnowledge(table, hints))
    off = Estimate(3600.0, 3600.0, 3600.0, 0.6)
    solution = solution_of([Placement(name, off) for name in table.names], board)
    asked = best_questions(solution)
    assert list(dict.fromkeys(one.gallery for one in asked)) == order
    assert {one.gallery: one.unclear for one in asked} == {"g1": 0, "g2": n_unclear}


def test_of_no_pairs_nothing_is_told() -> None:
    nothing = np.zeros(0)
    assert information(answers_by_place(likely_at(0.5, (4000.0, 0.5)), nothing), nothing).shape == (
        0,
    )
