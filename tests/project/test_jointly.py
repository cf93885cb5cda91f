"""Whose clock is right is settled by solving; what is likely is shown before."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.model import Event, Offsets
from coincide.model.hints import Pin
from coincide.project import Known, Project, Said, Solution, jointly
from coincide.project.cameras import PATH_VARIABLE
from coincide.project.held import Held
from coincide.project.joint import JointProblem
from coincide.project.reference import Reference
from coincide.project.work import Work
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
    def agreed(_event: Event, _offsets: Offsets, reference: Reference) -> Reference:
        return replace(reference, gallery=gallery, kind="agreement", reason=AGREES)

    monkeypatch.setattr(jointly, "agreed_reference", agreed)


def pinned(project: Project, offset_s: float) -> Known:
    return project.say(lambda said: Said(said.hints.adding(Pin("bob", offset_s)), said.choices))


def answered(project: Project, offset_s: float, told: list[str]) -> list[Solution]:
    """Say something, and solve by it; return what was shown, and note when."""
    shown: list[Solution] = []

    def show(solution: Solution, _run: object) -> None:
        told.append("shown")
        shown.append(solution)

    known = pinned(project, offset_s)
    told.clear()
    project.solve_again(known, show)
    return shown


def test_the_clock_of_before_is_tried_first_and_shown_before_it_is_settled(
    party: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agree_on("cyd", monkeypatch)
    project = Project.at(party)
    answered(project, 60.0, told)  # reads the event
    first = next(name for name in told if name != "shown")
    assert first != "cyd"
    early, whole = answered(project, 120.0, told)
    assert told == ["cyd", "shown", first, "shown"]  # each clock once
    assert early.offsets == whole.offsets
    assert whole.offsets.reference == AGREES
    assert (early.evidence, whole.evidence is None) == (None, False)


def test_where_it_is_another_clock_now_that_is_shown_and_kept(
    party: Path, tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agree_on("cyd", monkeypatch)
    project = Project.at(party)
    answered(project, 60.0, told)
    agree_on("ann", monkeypatch)
    early, right, whole = answered(project, 120.0, told)
    assert early.offsets != right.offsets
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
