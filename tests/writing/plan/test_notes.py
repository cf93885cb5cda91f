"""What a plan tells besides its changes: photos of other occasions that move."""

from pathlib import Path

from tests.writing.plan.events import told, write_event
from tests.writing.plan.test_build import planned


def test_photos_of_another_week_move_and_that_is_told(tmp_path: Path) -> None:
    days = {
        "anna": ["2024:05:04 14:00:00"],
        "ben": ["2024:04:20 15:00:05", "2024:04:21 15:00:05", "2024:05:04 15:00:05"],
    }
    event = write_event(tmp_path / "e", days)
    plan = planned(event, told(event, "anna", ben=-3605.0))
    assert len(plan.files) == 3
    assert any(note.startswith("Of ben 2 photos move although") for note in plan.notes)
    near = write_event(tmp_path / "near", {"anna": days["anna"], "ben": days["ben"][2:]})
    assert not any(
        "nobody else" in note for note in planned(near, told(near, "anna", ben=-3605.0)).notes
    )
