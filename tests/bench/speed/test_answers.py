from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.project import Project, UserInput
from coincide_bench.speed.answers import AnswerSpeed, OneAnswer, measure_answers


def test_medians_are_of_all_answers() -> None:
    answers = tuple(OneAnswer(False, shown, 2 * shown, 0.0) for shown in (1.0, 2.0, 9.0))
    measured = AnswerSpeed(100, 4, 5.0, answers, as_cold=True)
    assert (measured.shown_s, measured.kept_s) == (2.0, 4.0)


def small(folder: Path) -> AnswerSpeed:
    told: list[tuple[int, int]] = []
    measured = measure_answers(
        folder,
        n_photos=120,
        n_galleries=4,
        n_answers=3,
        seed=10_000,
        tell=lambda done, total: told.append((done, total)),
    )
    assert told == [(1, 3), (2, 3), (3, 3)]
    return measured


def test_answers_are_shown_then_kept_and_are_those_of_a_cold_solve(tmp_path: Path) -> None:
    measured = small(tmp_path)
    assert measured.as_cold
    assert len(measured.answers) == 3
    assert all(0 < one.shown_s <= one.kept_s for one in measured.answers)
    assert np.isfinite([one.moved_s for one in measured.answers]).all()


@pytest.mark.slow
def test_a_cold_solve_that_differs_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    knowing = Project.found_again
    monkeypatch.setattr(
        Project, "found_again", lambda self, known: knowing(self, replace(known, said=UserInput()))
    )
    assert not small(tmp_path).as_cold
