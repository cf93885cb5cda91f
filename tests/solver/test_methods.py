from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coincide.errors import PluginError, UsageError
from coincide.model import Basis, Estimate, Finding, Jump, Offsets, Placement
from coincide.model.words import reasons_in_words
from coincide.plugins import GROUPS, Added
from coincide.solver import methods
from coincide.solver.methods import OUR_METHODS, Problem, open_method
from tests.conftest import make_table

PROBLEM = Problem(make_table([0.0, 10.0], [5.0, 15.0]), {"look": np.eye(4, dtype=np.float32)}, "g0")
ANCHOR = Placement("g0", Estimate(0.0, 0.0, 0.0))
PLACED = Placement("g1", Estimate(-5.0, -6.0, -4.0, 0.9), 2)
GOOD = Offsets("g0", "whatever", (ANCHOR, PLACED))
answer: Any = GOOD


def answering(_problem: Problem) -> Any:
    return answer


def meddling(problem: Problem) -> Offsets:
    problem.vectors["look"][0] = 0.0
    return GOOD


def meddling_with_times(problem: Problem) -> Offsets:
    problem.table.camera_time_s[0] += 3600.0
    return GOOD


def added_as(monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    """Let this module's function be the method "mine" of a package."""
    entry = EntryPoint("mine", f"{__name__}:{function}", GROUPS["method"])
    found = Added("method", "mine", "add-mine", entry)
    monkeypatch.setattr(
        methods, "choose_added", lambda _kind, name: found if name == "mine" else None
    )


def solve_with(monkeypatch: pytest.MonkeyPatch, given: Any) -> Offsets:
    added_as(monkeypatch, "answering")
    monkeypatch.setattr(f"{__name__}.answer", given)
    return open_method("mine")(PROBLEM)


def test_an_answer_goes_under_the_methods_name_and_says_what_it_rests_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = solve_with(monkeypatch, replace(GOOD, event_time="true"))
    assert (found.method, found.event_time) == ("mine", "anchor")
    assert found["g0"] == ANCHOR
    assert found["g1"].offset_s == -5.0
    assert found["g1"].via == "g0"
    assert found["g1"].estimate is not None
    assert found["g1"].estimate.basis == Basis("stated", text="the method mine of add-mine")
    # unless it says so itself
    own = Basis("stated", text="counted")
    told = solve_with(monkeypatch, placed(estimate=Estimate(-5.0, -6.0, -4.0, 0.9, own)))
    assert told["g1"].estimate == Estimate(-5.0, -6.0, -4.0, 0.9, own)


def placed(**changes: Any) -> Offsets:
    return replace(GOOD, placements=(ANCHOR, replace(PLACED, **changes)))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (None, "returned NoneType instead of Offsets"),
        (replace(GOOD, placements=(ANCHOR,)), "one placement for each gallery"),
        (replace(GOOD, placements=(PLACED, ANCHOR)), "in the table's order"),
        (replace(GOOD, anchor="g1"), "does not give the anchor g0 an offset of 0"),
        (
            replace(GOOD, placements=(Placement("g0", Estimate(1.0, 1.0, 1.0)), PLACED)),
            "does not give the anchor g0 an offset of 0",
        ),
        (placed(estimate=Estimate(np.nan, 0.0, 0.0)), "gave g1 an offset outside its interval"),
        (placed(estimate=Estimate(0.0, 1.0, 2.0)), "gave g1 an offset outside its interval"),
        (placed(estimate=Estimate(0.0, -np.inf, 0.0)), "gave g1 an offset outside its interval"),
        (placed(findings=("too dark",)), "gave g1 invalid findings"),
        (placed(estimate=Estimate(0.0, 0.0, 0.0, basis="by eye")), "gave g1 an invalid basis"),
        (placed(estimate=Estimate(0.0, 0.0, 0.0, 1.5)), "gave g1 a probability of 1.5"),
        (placed(estimate=None), "gave g1 no offset, and no reason why"),
        (placed(jumps=(Jump(2, 60.0),)), "gave g1 a jump at a photo that it does not have"),
        (placed(jumps=(Jump(1, np.nan),)), "gave g1 a drift or a jump that is not finite"),
        (placed(drift_ppm=np.inf), "gave g1 a drift or a jump that is not finite"),
    ],
)
def test_what_is_no_answer_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, given: Any, says: str
) -> None:
    with pytest.raises(PluginError, match=says) as caught:
        solve_with(monkeypatch, given)
    assert "add-mine" in str(caught.value)


def test_unplaced_with_a_reason_and_a_clock_set_anew_are_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dark = Finding.stated("too dark")
    found = solve_with(monkeypatch, placed(estimate=None, findings=(dark,)))
    assert found["g1"] == Placement("g1", None, 2, findings=(dark,))
    assert reasons_in_words(found["g1"]) == ("too dark",)
    assert solve_with(monkeypatch, placed(jumps=(Jump(1, 60.0),)))["g1"].jumps == (Jump(1, 60.0),)


@pytest.mark.parametrize("probability", [None, 0.0, 0.5, 1.0])
def test_any_chance_is_an_answer_none_and_certainty_too(
    monkeypatch: pytest.MonkeyPatch, probability: float | None
) -> None:
    found = solve_with(monkeypatch, placed(estimate=Estimate(0.0, 0.0, 0.0, probability)))
    assert found["g1"].estimate is not None
    assert found["g1"].estimate.probability == probability
    states = {None: "placed", 0.0: "unsure", 0.5: "likely", 1.0: "certain"}
    assert found["g1"].verdict.state == states[probability]


def test_what_a_method_states_against_its_own_answer_keeps_it_from_being_certain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dark = Finding.stated("too dark")
    given = placed(estimate=Estimate(0.0, 0.0, 0.0, 1.0), findings=(dark,))
    found = solve_with(monkeypatch, given)["g1"]
    assert (found.verdict.state, found.verdict.probability) == ("likely", 1.0)
    assert found.verdict.against == (dark,)


@pytest.mark.parametrize("function", ["meddling", "meddling_with_times"])
def test_a_method_cannot_change_what_others_see(
    monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    added_as(monkeypatch, function)
    with pytest.raises(PluginError, match="read-only"):
        open_method("mine")(PROBLEM)
    assert PROBLEM.vectors["look"][0, 0] == 1.0
    assert PROBLEM.table.camera_time_s[0] == 0.0


@pytest.mark.parametrize("name", [*OUR_METHODS, "his"])
def test_no_other_name_is_opened(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    added_as(monkeypatch, "answering")
    with pytest.raises(UsageError, match=f"no method '{name}'; there are: joint, paper, median"):
        open_method(name)


FILE = """
from coincide import Estimate, Offsets, Placement

def solve(problem):
    here = [Placement(name, Estimate(0.0, 0.0, 0.0)) for name in problem.table.names]
    return Offsets(problem.anchor, "anything", tuple(here))
"""


def test_a_method_in_a_file_goes_by_the_files_name_and_tells_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILE, encoding="utf-8")
    found = open_method(str(path))(PROBLEM)
    assert found.method == "mine.py"
    assert found["g1"].estimate is not None
    assert found["g1"].estimate.basis == Basis("stated", text="the method mine.py")
    path.write_text(FILE.replace("solve", "other"), encoding="utf-8")
    with pytest.raises(PluginError, match=r"mine\.py lacks its function solve\. Fix that file"):
        open_method(str(path))


def test_answers_of_a_file_are_checked_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def solve(problem): return problem", encoding="utf-8")
    with pytest.raises(PluginError, match=r"mine\.py returned Problem instead of Offsets\."):
        open_method(str(path))(PROBLEM)
    with pytest.raises(UsageError, match=r"no file .*his\.py with a method"):
        open_method(str(tmp_path / "his.py"))
