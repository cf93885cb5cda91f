"""The lines of a whole answer: another one for any other state, number, question or file."""

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from coincide.demo import DemoOptions
from coincide.model import Contradicted, Estimate, Finding, FindingKind, Jump, Placement
from coincide.project import Project, plan_solution
from coincide.project.solutions.solutions import Solution
from coincide.writing.plan import Plan, PlanOptions
from coincide_bench.wholeplan.lines import placement_text, whole_answer
from tests.conftest import CopyDemo

SURE = Placement("bob", Estimate(10.5, 9.25, 12.0, 0.995), jumps=(Jump(3, 60.0),), drift_ppm=2.0)
DENIED = Contradicted(1.0, 0.0, 2.0, 5)


def test_a_clock_is_told_by_its_state_and_every_number() -> None:
    assert placement_text(SURE).startswith("bob certain 10.500000 9.250000 12.000000 0.995000 2.0")
    assert placement_text(Placement("cat", None)) == "cat unplaced"


@pytest.mark.parametrize(
    "changed",
    [
        replace(SURE, estimate=Estimate(10.5, 9.25, 12.0, 0.5)),
        replace(SURE, estimate=Estimate(10.500001, 9.25, 12.0, 0.995)),
        replace(SURE, jumps=(Jump(4, 60.0),)),
        replace(SURE, row_chances=(1.0, 0.5)),
        replace(SURE, contradicted=DENIED),
        replace(SURE, estimate=None),
        SURE.with_findings(Finding(FindingKind.THIN)),
        SURE.with_findings(Finding(FindingKind.ASSUMED)),
    ],
)
def test_anything_else_of_a_clock_is_another_line(changed: Placement) -> None:
    assert placement_text(changed) != placement_text(SURE)


def test_a_probability_that_does_not_make_the_state_is_not_compared() -> None:
    held = SURE.doubted(Finding(FindingKind.THIN))
    assert placement_text(held).split()[1:6] == [
        "likely",
        "10.500000",
        "9.250000",
        "12.000000",
        "-",
    ]
    denied = replace(SURE, contradicted=DENIED)
    assert placement_text(denied).split()[1:6:4] == ["unsure", "-"]


@pytest.mark.parametrize(
    ("probability", "kind", "state", "told"),
    [
        (0.7, FindingKind.THIN, "likely", "0.700000"),  # its own figure makes it likely
        (0.7, FindingKind.MEASURED, "certain", "-"),
        (0.995, FindingKind.MEASURED, "certain", "-"),
        (0.7, FindingKind.ASSUMED, "assumed", "0.700000"),
        (0.98, FindingKind.ASSUMED, "assumed", "-"),
        (0.995, FindingKind.ASSUMED, "assumed", "-"),
        (0.995, FindingKind.PAIRS_COUNTED, "certain", "0.995000"),
        (None, FindingKind.THIN, "placed", "-"),
    ],
)
def test_a_probability_is_told_where_it_makes_the_state(
    probability: float | None, kind: FindingKind, state: str, told: str
) -> None:
    found = replace(SURE, estimate=Estimate(10.5, 9.25, 12.0, probability), findings=())
    text = placement_text(found.with_findings(Finding(kind)))
    assert text.split()[1:6:4] == [state, told]


@pytest.fixture(scope="module")
def answered(
    copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Solution, Plan]:
    options = DemoOptions(n_galleries=3, n_photos=24)
    folder = copy_demo(options, tmp_path_factory.mktemp("lines") / "event")
    project = Project.at(Path(folder))
    solution = project.sync().solution
    return solution, plan_solution(project, PlanOptions())


def test_a_whole_answer_has_a_line_for_each_clock_and_each_written_tag(
    answered: tuple[Solution, Plan],
) -> None:
    solution, plan = answered
    lines = whole_answer(solution, plan)
    n_tags = sum(len(change.changes) for change in plan.files)
    assert sum(line.startswith("clock ") for line in lines) == len(solution.offsets.placements)
    assert sum(line.startswith("file ") for line in lines) == n_tags
    assert sum(line.startswith("question ") for line in lines) > 0 or all(
        one.certain for one in solution.offsets.placements
    )


def test_another_plan_is_another_answer(answered: tuple[Solution, Plan]) -> None:
    solution, plan = answered
    other = structs.replace(
        plan, galleries=tuple(structs.replace(one, shift_s=1.0) for one in plan.galleries)
    )
    assert whole_answer(solution, other) != whole_answer(solution, plan)
