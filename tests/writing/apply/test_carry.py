"""A plan is for the files of its event's folder, and says so where that is gone."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from coincide.errors import PlanError
from coincide.writing.apply.carry import open_plan, undo_plan
from coincide.writing.plan import plan_json
from tests.writing.plan.test_document import PLAN


def test_an_event_that_was_moved_is_named(tmp_path: Path) -> None:
    plan = replace(PLAN, roots=(tmp_path / "gone",), project=tmp_path / "gone" / ".coincide")
    (tmp_path / "plan.json").write_text(plan_json(plan), encoding="utf-8")
    with pytest.raises(PlanError, match=r"gone does not exist\. If it was moved"):
        open_plan(tmp_path / "plan.json")


def test_what_was_never_applied_cannot_be_undone(tmp_path: Path) -> None:
    (tmp_path / "event" / "Anna").mkdir(parents=True)
    root = tmp_path / "event"
    plan = replace(PLAN, roots=(root,), project=root / ".coincide")
    (tmp_path / "plan.json").write_text(plan_json(plan), encoding="utf-8")
    opened = open_plan(tmp_path / "plan.json")
    with pytest.raises(PlanError, match="was never applied"):
        undo_plan(opened, progress=lambda *_: None, stop=lambda: False)
