"""Which clips of an event's album can be played in step: as sound is certain of, nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.project import Project
from coincide.project.album.angles import angles_in
from coincide.project.album.items import items_of
from tests.film_files import write_two_films

LAG_S = 3.7


@pytest.mark.slow
def test_clips_are_in_step_as_their_certain_ties_say(tmp_path: Path) -> None:
    write_two_films(tmp_path / "talk", length_s=25.0, lag_s=LAG_S)
    solution = Project.at(tmp_path / "talk").sync().solution
    items = items_of(solution)
    (found,) = angles_in(solution, items)
    people = [items[row].person for row in found.rows]
    assert people == ["Ida", "Maya"]
    assert found.starts_s == pytest.approx((0.0, LAG_S), abs=0.03)
    (tie,) = solution.heard
    unsure = replace(solution, heard=(replace(tie, sure=False),))
    assert angles_in(unsure, items) == ()
    denied = replace(solution, heard=(replace(tie, apart_s=tie.lag_s + 60.0),))
    assert angles_in(denied, items) == ()
    assert angles_in(solution, items[:1]) == ()
