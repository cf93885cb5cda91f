"""A library of real files from scan to undo: two people, one camera that was wrong for months."""

import hashlib
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import ChangedError, PlanError, StoreError, UsageError
from coincide.model.times import to_datetime
from tests.library.on_disk import FIRST_S, write_library
from tests.photo_files import write_photo

RUN = CliRunner()


def coincide(*words: str | Path) -> str:
    found = RUN.invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    assert found.exit_code == 0, found.output
    return found.output


def plans_of(library: Path) -> list[Path]:
    return sorted((library / ".coincide-library" / "plans").glob("*.json"))


def digests(folder: Path) -> dict[str, str]:
    files = [
        path
        for path in folder.rglob("*")
        if path.is_file() and ".coincide-library" not in path.parts
    ]
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Anna's phone, and her camera that was 25 min behind twice."""
    folder = tmp_path / "photos"
    write_library(folder)
    return folder


def test_stretches_are_planned_applied_and_taken_back_in_any_order(library: Path) -> None:
    before = digests(library)
    coincide("library", "scan", library)
    text = coincide("library", "clocks", library)
    assert text.count("+25 min 00 s") == 2
    coincide("library", "plan", library)
    plans = plans_of(library)
    assert len(plans) == 2
    for path in plans:
        coincide("apply", path, "--yes", "--in", library)
    assert len(digests(library)) == len(before) + 60
    assert {name: digest for name, digest in digests(library).items() if name in before} == before
    for path in plans:  # the first applied is the first taken back
        coincide("undo", path, "--yes", "--in", library)
    assert digests(library) == before


def test_what_was_corrected_is_not_corrected_twice(library: Path) -> None:
    coincide("library", "scan", library)
    coincide("library", "plan", library)
    for path in plans_of(library):
        coincide("apply", path, "--yes", "--in", library)
    again = RUN.invoke(app, ["library", "plan", str(library)])
    assert isinstance(again.exception, PlanError)
    assert "Nothing is left to correct" in str(again.exception)


def test_a_photo_that_a_person_corrected_is_left(library: Path) -> None:
    settled = library / "Anna" / "DSC0050.jpg"
    coincide("library", "scan", library)
    shown = to_datetime(FIRST_S + 5 * 7 * 86400.0) + timedelta(hours=5)
    write_photo(
        settled, shown.strftime("%Y:%m:%d %H:%M:%S"), make="SONY", model="DSC-HX60V", serial="77"
    )
    coincide("library", "plan", library, "--stretch", first_wrong(library))
    (plan,) = plans_of(library)
    assert '"path": "Anna/DSC0050.jpg"' not in plan.read_text()
    assert str(settled) in plan.read_text()


def first_wrong(library: Path) -> str:
    text = coincide("library", "clocks", library)
    return next(line.split()[0] for line in text.splitlines() if " wrong" in line)


def test_files_that_moved_in_between_are_not_touched(library: Path) -> None:
    coincide("library", "scan", library)
    coincide("library", "plan", library)
    before = digests(library)
    moved = library / "Anna" / "DSC0050.jpg"
    shutil.move(moved, library / "Anna" / "renamed.jpg")
    plan = plans_of(library)[0]
    found = RUN.invoke(app, ["apply", str(plan), "--yes", "--in", str(library)])
    assert isinstance(found.exception, ChangedError)
    shutil.move(library / "Anna" / "renamed.jpg", moved)
    assert digests(library) == before


def test_an_answer_is_kept_and_taken_back(library: Path) -> None:
    coincide("library", "scan", library)
    photo = library / "Anna" / "DSC0050.jpg"
    coincide("library", "answer", library, "--photo", photo, "--taken", "2020-03-01 14:00:00")
    assert "Forgot" in coincide("library", "answer", library, "--undo")
    assert "Nothing was said" in coincide("library", "answer", library, "--undo")
    found = RUN.invoke(
        app,
        ["library", "answer", str(library), "--photo", "x.jpg", "--taken", "2020-03-01 14:00:00"],
    )
    assert isinstance(found.exception, UsageError)


def test_a_library_that_was_not_scanned_says_so(tmp_path: Path) -> None:
    found = RUN.invoke(app, ["library", "clocks", str(tmp_path)])
    assert isinstance(found.exception, StoreError)


def applied(plan: Path, library: Path) -> bool:
    """Apply a plan; return whether it was, and not refused for what changed since."""
    found = RUN.invoke(app, ["apply", str(plan), "--yes", "--in", str(library)])
    assert found.exit_code == 0 or isinstance(found.exception, ChangedError), found.output
    return found.exit_code == 0


def three_plans(library: Path) -> list[Path]:
    """Return plans of which the first two are of the same files, one into them, one beside."""
    coincide("library", "scan", library)
    first = first_wrong(library)
    coincide("library", "plan", library, "--stretch", first, "--to", "file")
    (earlier,) = plans_of(library)
    # one that was not applied is replaced by the next of its name
    earlier.rename(earlier.with_name("earlier.json"))
    coincide("library", "plan", library, "--stretch", first)
    coincide("library", "plan", library, "--stretch", str(int(first) + 2))
    plans = sorted(plans_of(library), key=lambda path: path.stat().st_mtime_ns)
    assert len(plans) == 3
    return plans


@pytest.mark.slow
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_overlapping_stretches_lose_no_byte_in_whatever_order(
    library: Path, order: tuple[int, ...]
) -> None:
    """Applied forth and taken back in the same order, which is the wrong one."""
    before = digests(library)
    plans = three_plans(library)
    done = [plans[number] for number in order if applied(plans[number], library)]
    assert len(done) >= 2
    changed = digests(library)
    assert changed != before
    # a file is moved away between apply and undo, and one that a plan made beside it
    away = library / "Anna" / "away"
    away.mkdir()
    names = ("DSC0050.jpg", "DSC0130.jpg")
    for name in names:
        for path in sorted((library / "Anna").glob(f"{name}*")):
            shutil.move(path, away / path.name)
    held = {path.name: path.read_bytes() for path in away.iterdir()}
    for plan in done:
        RUN.invoke(app, ["undo", str(plan), "--yes", "--in", str(library)])
    assert {path.name: path.read_bytes() for path in away.iterdir()} == held
    for path in sorted(away.iterdir()):
        shutil.move(path, library / "Anna" / path.name)
    away.rmdir()
    for plan in reversed(done):
        RUN.invoke(app, ["undo", str(plan), "--yes", "--in", str(library)])
    after = digests(library)
    assert {name: after.get(name) for name in before} == before
    # what a plan made and was away when it was taken back is no file of anybody's: it stays
    assert {Path(name).name for name in after.keys() - before.keys()} <= held.keys()


@pytest.mark.slow
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_files_that_moved_between_overlapping_plans_lose_no_byte(
    library: Path, order: tuple[int, ...]
) -> None:
    """One is moved before anything is applied, one between two plans; both come back at last."""
    before = digests(library)
    plans = three_plans(library)
    away = library / "Anna" / "away"
    away.mkdir()
    done = list[Path]()
    for number, name in zip(order, ("DSC0050.jpg", "DSC0060.jpg", None), strict=True):
        if name is not None:
            for path in sorted((library / "Anna").glob(f"{name}*")):
                shutil.move(path, away / path.name)
        held = digests(library)
        if applied(plans[number], library):
            done.append(plans[number])
        else:
            assert digests(library) == held
    # the plan of the other stretch names neither of them
    assert plans[2] in done
    for path in sorted(away.iterdir()):
        shutil.move(path, library / "Anna" / path.name)
    away.rmdir()
    for plan in [*done, *reversed(done)]:  # in the wrong order, then in the right one
        RUN.invoke(app, ["undo", str(plan), "--yes", "--in", str(library)])
    assert digests(library) == before
