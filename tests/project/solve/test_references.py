"""Whose clock is right is settled by solving; what is likely is shown before."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.model import Event, Offsets
from coincide.model.hints import Pin
from coincide.project import Known, Project, Solution, UserInput
from coincide.project.judge.reference import Reference
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.project.solve import references as jointly
from coincide.project.solve.featurecache import Held
from coincide.project.solve.joint import JointProblem
from coincide.project.solve.run import Work
from tests.project.kept_projects import copied, synced_event

AGREES = "its clock agrees with others"


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synced_event(tmp_path_factory.mktemp("jointly"))


@pytest.fixture
def party(synced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    return copied(synced, tmp_path / "party")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """By whose clocks was solved, and when something was shown, from now on."""
    told: list[str] = []
    solve = jointly._solve_jointly

    def noted(problem: JointProblem, held: Held, work: Work) -> object:
        told.append(problem.anchor)
        return solve(problem, held, work)

    monkeypatch.setattr(jointly, "_solve_jointly", noted)
    return told


def agree_on(gallery: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def agreed(
        _event: Event, _offsets: Offsets, _reference: Reference, _beliefs: object, _time: object
    ) -> tuple[Reference, ...]:
        return (Reference(gallery, AGREES),)

    monkeypatch.setattr(jointly, "likelier_references", agreed)


def pinned(project: Project, offset_s: float) -> Known:
    return project.say(
        lambda said: UserInput(said.hints.adding(Pin("bob", offset_s)), said.choices)
    )


def answered(project: Project, offset_s: float, told: list[str]) -> list[Solution]:
    """Pin a gallery, and solve by it; return what was shown, and note when."""
    shown: list[Solution] = []

    def show(solution: Solution, _run: object) -> None:
        told.append("shown")
        shown.append(solution)

    known = pinned(project, offset_s)
    told.clear()
    project.solve_again(known, show)
    return shown


def test_the_event_is_solved_once_whoever_tells_the_time(
    party: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project.at(party)
    known = project.known()
    by_first = project.found_again(known)
    first = by_first.offsets.anchor
    told.clear()
    agree_on("cyd", monkeypatch)
    by_cyd = project.found_again(known)
    assert first != "cyd"
    assert told == [first]
    assert by_cyd.offsets.anchor == "cyd"
    assert by_cyd.offsets.reference == AGREES
    # choosing another reference only shifts
    apart_s = by_first.offsets["cyd"].offset_s
    assert apart_s is not None
    for one, other in zip(by_first.offsets.placements, by_cyd.offsets.placements, strict=True):
        assert one.offset_s is not None
        assert other.offset_s == pytest.approx(one.offset_s - apart_s, abs=1.0)


def test_what_a_person_pinned_is_told_against_the_reference_that_was_agreed_on(
    party: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agree_on("cyd", monkeypatch)
    project = Project.at(party)
    answered(project, 60.0, told)  # reads the event
    shown, whole = answered(project, 120.0, told)
    first = told[0]
    assert told == [first, "cyd", "shown", "shown"]
    assert shown.offsets == whole.offsets
    assert (shown.evidence, whole.evidence is None) == (None, False)
    assert whole.offsets["bob"].offset_s == 120.0
    assert whole.offsets.reference == AGREES


def test_another_reference_than_before_is_found_as_by_a_cold_solve(
    party: Path, tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agree_on("cyd", monkeypatch)
    project = Project.at(party)
    answered(project, 60.0, told)
    agree_on("ann", monkeypatch)
    right, whole = answered(project, 120.0, told)
    assert right.offsets == whole.offsets
    other = Project.at(copied(party, tmp_path / "again" / "party"))
    assert other.latest() is not None
    cold = other.found_again(other.known())
    assert cold.offsets == whole.offsets


def test_a_clock_that_is_named_is_solved_by_alone(party: Path, told: list[str]) -> None:
    project = Project.at(party)
    project.sync(replace(project.options, anchor="cyd"))
    answered(project, 60.0, told)
    told.clear()
    assert len(answered(project, 120.0, told)) == 2
    assert told == ["cyd", "shown", "shown"]
