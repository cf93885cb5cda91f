"""Journals that a stranger wrote, that are no journals, or that two events share."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coincide.errors import ChangedError, CoincideError, PlanError
from coincide.media.exiftool import find_exiftool
from coincide.writing.apply.step import ORIGINALS
from tests.attacks.forged import (
    fingerprint,
    forge_journal,
    rewrite,
    run,
    run_apart,
    said_done,
    sha256_of,
)
from tests.writing.apply.trees import snapshot

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="links and pipes of Linux")
needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")


@pytest.fixture
def plan(trip: Path) -> Path:
    run("shift", "trip", "+1h", "--gallery", "ben", "--out", "plan.json")
    return trip.parent / "plan.json"


@pytest.fixture
def journal(plan: Path) -> Path:
    return plan.with_name("plan.json.journal")


# What undo takes away


def written_by_hand(trip: Path, plan: Path) -> list[Path]:
    """Let the user have sidecars that say just what the plan says, and more; return them."""
    run("apply", "plan.json", "--yes")
    sidecars = sorted((trip / "ben").glob("*.xmp"))
    texts = [path.read_text(encoding="utf-8") for path in sidecars]
    run("undo", "plan.json", "--yes")
    for path, text in zip(sidecars, texts, strict=True):
        path.write_text(text.replace("rdf:about", 'xmlns:z="z" z:note="mine" rdf:about'))
    return sidecars


def test_f06_undo_deletes_nothing_that_this_account_did_not_write(trip: Path, plan: Path) -> None:
    sidecars = written_by_hand(trip, plan)
    forge_journal(plan, *said_done(sidecars))
    before = snapshot(trip)
    with pytest.raises(ChangedError, match=r"written 2 of them.*undo plan\.json --trust"):
        run("undo", "plan.json", "--yes")
    assert snapshot(trip) == before


def test_f06_trust_deletes_only_what_reads_as_a_sidecar_of_the_plan(trip: Path, plan: Path) -> None:
    first, second = written_by_hand(trip, plan)
    second.write_text("my notes, in a file of that name")
    forge_journal(plan, *said_done([first, second]))
    with pytest.raises(ChangedError, match="1 files were left"):
        run("undo", "plan.json", "--yes", "--trust")
    assert not first.exists()
    assert second.read_text() == "my notes, in a file of that name"


@needs_exiftool
def test_f06_undo_replaces_nothing_that_this_account_did_not_write(trip: Path) -> None:
    run("shift", "trip", "+1h", "--gallery", "ben", "--to", "file", "--out", "plan.json")
    plan, photo, other = Path("plan.json"), trip / "ben/IMG_0000.jpg", trip / "anna/IMG_0000.jpg"
    theirs = fingerprint(other)

    def another_original(document: dict[str, Any]) -> None:
        document["files"] = document["files"][:1]
        document["files"][0] |= {"was": theirs, "state": theirs}

    rewrite(plan, another_original)
    forge_journal(plan, *said_done([photo]))
    kept = photo.parent / ORIGINALS / sha256_of(plan)[:12] / photo.name
    kept.parent.mkdir(parents=True)
    shutil.copy2(other, kept)
    before = snapshot(trip)
    with pytest.raises(ChangedError, match="no record of having written 1"):
        run("undo", "plan.json", "--yes")
    assert snapshot(trip) == before


def test_f06_undo_lists_what_it_will_delete_before_it_asks(trip: Path, plan: Path) -> None:
    run("apply", "plan.json", "--yes")
    out = run("undo", "plan.json", answer="y\n")
    listed, question = out.index("IMG_0001.jpg.xmp"), out.index("Restore all files")
    assert "2 files to be deleted, which the plan made:" in out
    assert listed < question
    assert not list(trip.rglob("*.xmp"))


@pytest.mark.parametrize("answer", ["n\n", "y\n"])
def test_f06_a_plan_of_another_account_is_undone_when_it_is_trusted(
    trip: Path, plan: Path, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(trip / "ben")
    run("apply", "plan.json", "--yes")
    monkeypatch.setenv("COINCIDE_DATA", str(trip.parent / "another account"))
    with pytest.raises(ChangedError, match="written 2 of them"):
        run("undo", "plan.json", "--yes")
    assert len(list(trip.rglob("*.xmp"))) == 2
    try:
        out = run("undo", "plan.json", "--trust", answer=answer)
    except AssertionError as refused:  # exit code 1: no
        out = str(refused)
    assert out.index("IMG_0000.jpg.xmp") < out.index("Restore all files")
    assert len(list(trip.rglob("*.xmp"))) == (2 if answer == "n\n" else 0)
    if answer == "y\n":
        assert snapshot(trip / "ben") == before


def test_f06_trust_with_yes_needs_the_folder_to_be_named(
    trip: Path, plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("apply", "plan.json", "--yes")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(CoincideError, match="--in"):
        run("undo", plan, "--yes", "--trust")
    assert len(list(trip.rglob("*.xmp"))) == 2


def test_f06_without_a_record_apply_works_and_says_that_undo_will_ask(
    trip: Path, plan: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = snapshot(trip / "ben")
    (trip.parent / "no folder").write_text("so nothing can be written below it")
    monkeypatch.setenv("COINCIDE_DATA", str(trip.parent / "no folder"))
    assert "2 written" in run("apply", "plan.json", "--yes")
    (warning,) = [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]
    assert "--trust" in warning
    with pytest.raises(ChangedError, match="no record of having written 2"):
        run("undo", "plan.json", "--yes")
    run("undo", "plan.json", "--yes", "--trust")
    assert snapshot(trip / "ben") == before


# What is no journal


@pytest.mark.parametrize("command", ["apply", "undo", "verify"])
def test_f08_a_journal_is_not_opened_through_a_link(
    trip: Path, plan: Path, journal: Path, command: str
) -> None:
    token = trip.parent / "token"
    token.write_text("secret-of-one-line\n")
    journal.symlink_to(token)
    with pytest.raises(CoincideError, match="symbolic link"):
        run(command, "plan.json", *(["--yes"] if command != "verify" else []))
    assert token.read_text() == "secret-of-one-line\n"
    assert journal.is_symlink()
    assert not list(trip.rglob("*.xmp"))


def test_f08_a_dangling_link_makes_no_file(trip: Path, plan: Path, journal: Path) -> None:
    journal.symlink_to(trip.parent / "made by a link")
    with pytest.raises(CoincideError, match="symbolic link"):
        run("apply", "plan.json", "--yes")
    assert not (trip.parent / "made by a link").exists()
    assert not list(trip.rglob("*.xmp"))


@pytest.mark.parametrize(
    "text",
    [b"one line of mine\n", b"no end of line", b"\0" * 40, b'["00000000",{"header":{}}', b"{"],
)
def test_f08_a_foreign_file_is_not_cut(trip: Path, plan: Path, journal: Path, text: bytes) -> None:
    journal.write_bytes(text)
    for command in (("apply", "--yes"), ("undo", "--yes"), ("verify",)):
        with pytest.raises(PlanError, match="is not a journal of this plan"):
            run(command[0], "plan.json", *command[1:])
        assert journal.read_bytes() == text
    assert not list(trip.rglob("*.xmp"))


def test_f08_a_torn_journal_of_another_plan_is_not_cut(
    trip: Path, plan: Path, journal: Path
) -> None:
    forge_journal(plan)
    torn = journal.read_bytes() + b'["torn'
    journal.write_bytes(torn)
    rewrite(plan, lambda document: document.update(event="another"))
    with pytest.raises(PlanError, match="another plan"):
        run("apply", "plan.json", "--yes")
    assert journal.read_bytes() == torn


# What never ends


def make_endless(path: Path, kind: str) -> None:
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")


slow = pytest.mark.slow


@pytest.mark.parametrize("kind", ["pipe", pytest.param("device", marks=slow)])
@pytest.mark.parametrize(
    "command", ["apply", *(pytest.param(one, marks=slow) for one in ("undo", "verify", "shift"))]
)
def test_f20_an_endless_journal_is_refused(
    trip: Path, plan: Path, journal: Path, kind: str, command: str
) -> None:
    make_endless(journal, kind)
    told: tuple[object, ...] = (command, "plan.json")
    if command == "shift":
        told = ("shift", "trip", "+2h", "--out", "plan.json")
    done = run_apart(*told, *(["--yes"] if command in ("apply", "undo") else []))
    assert done.returncode in (PlanError.exit_code, 9), done.stderr
    assert "Traceback" not in done.stderr
    assert "journal" in done.stderr
    assert not list(trip.rglob("*.xmp"))


@pytest.mark.parametrize("kind", ["pipe", pytest.param("device", marks=slow)])
@pytest.mark.parametrize("command", ["shift", pytest.param("apply", marks=slow)])
def test_f20_an_endless_plan_is_refused(trip: Path, plan: Path, kind: str, command: str) -> None:
    plan.unlink()
    make_endless(plan, kind)
    told: tuple[object, ...] = ("apply", "plan.json", "--yes")
    if command == "shift":
        told = ("shift", "trip", "+2h", "--out", "plan.json")
    done = run_apart(*told)
    assert done.returncode == PlanError.exit_code, done.stderr
    assert "Traceback" not in done.stderr


# What two events share


def linked_copy(folder: Path, to: Path) -> Path:
    """Copy an event as backups do, by hard links."""
    subprocess.run(["cp", "-al", str(folder), str(to)], check=True)
    return to


@pytest.mark.parametrize("to", ["sidecar", pytest.param("file", marks=needs_exiftool)])
@pytest.mark.parametrize("copy_first", [True, False])
def test_f27_a_hard_linked_copy_has_a_journal_of_its_own(
    trip: Path, to: str, copy_first: bool
) -> None:
    before = contents(trip)
    place = trip / ".coincide" / "plan.json"
    run("shift", "trip", "+1h", "--gallery", "ben", "--to", to, "--out", place)
    run("apply", place, "--yes")
    corrected = contents(trip)
    assert corrected != before
    copy = linked_copy(trip, trip.parent / "copy")
    first, second = (copy, trip) if copy_first else (trip, copy)
    journal = (second / ".coincide" / "plan.json.journal").read_bytes()
    assert "2 files are restored" in run("undo", first / ".coincide" / "plan.json", "--yes")
    assert contents(first) == before
    assert contents(second) == corrected
    assert (second / ".coincide" / "plan.json.journal").read_bytes() == journal
    assert "2 files are restored" in run("undo", second / ".coincide" / "plan.json", "--yes")
    assert contents(second) == before
    assert not [*trip.rglob(ORIGINALS), *copy.rglob(ORIGINALS)]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not str(path.relative_to(folder).parts).count(".coincide")
    }


@needs_exiftool
def test_f27_an_undo_that_finds_nothing_tells_of_originals_that_are_kept(trip: Path) -> None:
    run("shift", "trip", "+1h", "--gallery", "ben", "--to", "file", "--out", "plan.json")
    run("apply", "plan.json", "--yes")
    forge_journal(Path("plan.json"), {"closed": True})  # as an undo of a linked copy left it
    before = snapshot(trip)
    with pytest.raises(ChangedError, match="2 originals are still in folders"):
        run("undo", "plan.json", "--yes")
    assert snapshot(trip) == before
