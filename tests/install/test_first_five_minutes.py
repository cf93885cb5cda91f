"""The script that measures a stranger's first minutes notices what goes wrong."""

from pathlib import Path

import pytest

from tools.first_five_minutes import (
    ALLOWED_S,
    Step,
    judge,
    look_at,
    problem_with_opening,
    problem_with_timeline,
    readme_commands,
    until_problem,
)

OPENING = '<title>party – Coincide</title><img class="square" src="data:image/jpeg;base64,AA==">'
TIMELINE = '<button aria-label="Ida: Anchor"></button>'


def test_the_commands_end_with_the_open_report() -> None:
    commands = list(readme_commands())
    assert commands[0].startswith("pip install ")
    assert commands[-1].startswith("coincide report party --out party.html --open")


def test_five_minutes_are_enough_and_not_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert judge([Step("one", ALLOWED_S - 1), Step("two", 0.5)]) == 0
    assert judge([Step("one", ALLOWED_S - 1), Step("two", 1.5)]) == 1
    assert "more than five minutes" in capsys.readouterr().err


def test_a_step_that_fails_is_told_and_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [Step("pip", 1.0), Step("sync", 1.0, "exit code 2:\nno photos"), Step("report", 1.0)]
    done = list(until_problem(iter(steps)))
    assert [step.name for step in done] == ["pip", "sync"]
    assert judge(done) == 1
    assert "no photos" in capsys.readouterr().err


def test_a_report_opens_with_a_title_and_pictures() -> None:
    assert problem_with_opening(OPENING) is None
    assert problem_with_opening(OPENING.replace("data:image", "elsewhere/")) is not None
    assert problem_with_opening(OPENING.replace("title>", "h1>")) is not None


def test_its_timeline_has_lanes() -> None:
    assert problem_with_timeline(TIMELINE) is None
    assert problem_with_timeline(TIMELINE.replace("Ida: Anchor", "Look")) is not None


def test_a_report_that_was_not_opened_is_a_problem(tmp_path: Path) -> None:
    assert look_at(tmp_path / "opened.txt") == "No browser was asked to open anything."
