"""A library of real files from scan to undo: two people, one camera that was wrong for months."""

import hashlib
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import ChangedError, PlanError, StoreError, UsageError
from coincide.model.times import to_datetime, to_exif_text
from tests.library.made import SUMMER_S
from tests.photo_files import gps_tags, write_photo

RUN = CliRunner()
FIRST_S = SUMMER_S[0] - 70 * 86400.0 + 12 * 3600


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


def shot(path: Path, utc_s: float, shown_s: float, *, fix: bool, **tags: object) -> None:
    """Write a photo; with a satellite fix of the same second where it has a receiver."""
    moment = to_datetime(utc_s)
    gps = gps_tags(
        date=moment.strftime("%Y:%m:%d"), time=(moment.hour, moment.minute, float(moment.second))
    )
    write_photo(path, to_exif_text(shown_s), size=(40, 32), gps=gps if fix else None, **tags)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Anna's phone over 20 weeks; her camera with GPS, 25 min behind in two times of it."""
    folder = tmp_path / "photos"
    for week in range(20):
        for i in range(6):
            utc_s = FIRST_S + week * 7 * 86400.0 + i * 240.0 + week
            zone_h = 2 if utc_s >= SUMMER_S[0] else 1
            shot(
                folder / "Anna" / f"PXL_{week:02d}{i}a.jpg",
                utc_s,
                utc_s + zone_h * 3600,
                fix=True,
                make="Google",
                model="Pixel 4",
                zone=f"+0{zone_h}:00",
            )
            off_s = 1500.0 if 4 <= week < 10 or 12 <= week < 16 else 0.0
            camera_s = utc_s + 30 + (i % 2)
            shot(
                folder / "Anna" / f"DSC0{week:02d}{i}.jpg",
                camera_s - (i % 2),
                camera_s + zone_h * 3600 - off_s,
                fix=True,
                make="SONY",
                model="DSC-HX60V",
                serial="77",
            )
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
