"""Steps: each a file of its own, below its root."""

from pathlib import Path

import pytest

from coincide.errors import PlanError
from coincide.writing.apply.step import Step, check_steps, kept_path, part_path


def step(root: Path, target: Path, number: int = 0) -> Step:
    return Step(number, root, target, None)


def test_new_contents_and_originals_lie_in_the_folder_of_the_file() -> None:
    one = step(Path("/event"), Path("/event/anna/-a.jpg"))
    assert part_path(one, "p123") == Path("/event/anna/.-a.jpg.p123.coincide-part")
    assert kept_path(one, "p123") == Path("/event/anna/.coincide-originals/p123/-a.jpg")


def test_long_names_stay_within_what_a_disk_can_hold() -> None:
    first = step(Path("/e"), Path("/e") / ("ü" * 125 + "1.jpg"))
    second = step(Path("/e"), Path("/e") / ("ü" * 125 + "2.jpg"))
    names = {part_path(one, "p" * 32).name for one in (first, second)}
    assert len(names) == 2
    assert all(len(name.encode()) <= 255 for name in names)


@pytest.mark.parametrize(
    "target",
    [
        *("/etc/passwd", "/event", "/eventful/a", "/event/../etc/passwd", "/event/a/../b"),
        *("relative", "/event/.coincide-originals/p123/a", "/event/.a.p123.coincide-part"),
        "/event/nul\0byte",
    ],
)
def test_a_step_stays_below_its_root_and_off_our_own_files(target: str) -> None:
    with pytest.raises(PlanError):
        check_steps([step(Path("/event"), Path(target))])


def test_a_symbolic_link_does_not_lead_out_of_the_root(tmp_path: Path) -> None:
    root, outside = tmp_path / "event", tmp_path / "outside"
    (root / "in").mkdir(parents=True)
    outside.mkdir()
    (root / "out").symlink_to(outside)
    (root / "loop").symlink_to("loop")
    (root / "also in").symlink_to("in")
    check_steps([step(root, root / "also in" / "a"), step(root, root / "new" / "a", 1)])
    with pytest.raises(PlanError, match="leads out of"):
        check_steps([step(root, root / "out" / "a")])
    with pytest.raises(PlanError, match="leads out of"):
        check_steps([step(root, root / "out" / "new" / "a")])


def test_two_steps_do_not_change_one_file() -> None:
    root = Path("/event")
    with pytest.raises(PlanError, match="twice"):
        check_steps([step(root, root / "a", 0), step(root, root / "a", 1)])
    with pytest.raises(PlanError, match="twice"):
        check_steps([step(root, root / "a", 0), step(root, root / "b", 0)])
