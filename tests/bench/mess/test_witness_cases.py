"""Harms that were seen: nothing is written before an answer, and all is right after one."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.project import Project, plan_solution
from coincide.project.userinput.changes import trust
from coincide.writing.plan import Plan, PlanOptions
from coincide_bench.mess.cases import CASES, SEED, NamedCase, run_case
from coincide_bench.mess.files import write_case
from coincide_bench.mess.run import Material, open_base
from coincide_bench.suites.splits import make_rng
from coincide_bench.wholeplan.look import look

pytestmark = pytest.mark.slow

# the EX-Z75 was reset to January; what brings it to the other's time, by four places
RESET_S, WITHIN_S = 18_637_873.0, 60.0


def case_of(name: str) -> NamedCase:
    return next(case for case in CASES if case.name == name)


@pytest.fixture
def material(shared: Path, kept: Path) -> Material:
    return Material(shared / "datasets", kept / "bench", report=False)


@pytest.mark.parametrize(
    "name",
    ["two stretches of one camera that agree", "two photos of a phone in another's folder"],
)
def test_nothing_is_written_before_an_answer_and_all_is_right_after_one(
    name: str, material: Material
) -> None:
    judged = run_case(case_of(name), replace(material, answers=1))
    before, after = (one.figures for one in judged)
    assert before.wrong > 0
    assert (before.harmed, before.mended, before.moved) == (0, 0, 0)
    assert after.harmed == 0
    assert after.mended == after.wrong


def test_two_phones_on_two_zones_wait_for_the_place_zone(
    material: Material, tmp_path: Path
) -> None:
    """The instants are right as they are; the wall times of one phone are an hour late."""
    case = case_of("two phones, tagged an hour apart, no GPS")
    rng = make_rng(SEED, "case", case.name)
    made = case.make(open_base(case.base, material, rng), rng)
    files = write_case(made, tmp_path, material.cache, rng)
    before = look(tmp_path)
    assert not any(file.written for file in before.files.values())
    (dispute,) = before.disputes
    shown = {gallery.name: gallery.files for gallery in before.galleries}
    walls = {file.path: file.truth.wall_s for file in files if file.truth is not None}

    def late_s(name: str) -> float:
        return max(abs(before.files[path].before.time_s - walls[path]) for path in shown[name])

    right, wrong = sorted((dispute.reference, dispute.rival), key=late_s)
    assert late_s(right) < 120.0 < 3000.0 < late_s(wrong)
    project = Project.at(tmp_path)
    project.say(trust(project.read(keep=False), right, trusted=True))
    after = look(tmp_path, project)
    written = {path: file.written for path, file in after.files.items() if file.written}
    assert set(written) >= set(shown[wrong])
    assert all(abs(told.time_s - walls[path]) <= 120.0 for path, told in written.items())


def test_a_camera_reset_to_january_moves_nobody_before_an_answer(
    shared: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "precamp"
    shutil.copytree(shared / "datasets" / "precamp_2007", folder)
    project = Project.at(folder)
    solution = project.sync().solution
    assert not plan_solution(project, PlanOptions()).files
    assert solution.why is not None
    (dispute,) = solution.why.disputes
    assert {dispute.reference, dispute.rival} == {"ex_z75", "ixus_430"}
    assert sorted(dispute.moves) == [30, 69]
    project.say(trust(project.read(keep=False), "ixus_430", trusted=True))
    project.sync()
    plan = plan_solution(project, PlanOptions())
    assert len(plan.files) == 69
    assert _shift_s(plan, "ex_z75") == pytest.approx(RESET_S, abs=WITHIN_S)


def _shift_s(plan: Plan, name: str) -> float:
    return next(gallery.shift_s for gallery in plan.galleries if gallery.name == name)
