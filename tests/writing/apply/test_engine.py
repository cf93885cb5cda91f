"""Carrying out steps: all that was asked for, nothing else, and a clear word when it cannot be."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from coincide.errors import ChangedError
from coincide.writing.apply import disk, engine
from coincide.writing.apply.journal import Journal
from coincide.writing.apply.state import FileState
from coincide.writing.apply.step import MakeError, Step, kept_path
from tests.writing.apply.events import Event, make_event, parts
from tests.writing.apply.trees import PLAN_ID, FailingMaker, TextMaker, is_new, is_old, snapshot

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attributes and mounts of Linux")


def test_all_files_are_new_and_the_originals_are_kept(tmp_path: Path) -> None:
    event = make_event(tmp_path, odd=True)
    old = {step.number: step.target.lstat() for step in event.steps if step.before}
    calls: list[tuple[int, int]] = []
    report = event.apply(progress=lambda *numbers: calls.append(numbers), batch=6)
    assert (report.done, report.already, report.failed, report.stopped) == (20, 0, (), False)
    assert calls == [(6, 20), (12, 20), (18, 20), (20, 20)]
    assert all(is_new(step) for step in event.steps)
    assert not parts(event)
    for step in event.steps:
        if step.before is not None:
            kept = kept_path(step, PLAN_ID).lstat()
            assert (kept.st_ino, kept.st_mtime_ns) == (
                old[step.number].st_ino,
                old[step.number].st_mtime_ns,
            )


def test_a_replaced_file_keeps_owner_permissions_and_attributes_but_not_its_time(
    tmp_path: Path,
) -> None:
    event = make_event(tmp_path)
    target = event.steps[0].target
    os.setxattr(target, "user.rating", b"5")
    target.chmod(0o604)
    if os.getuid() == 0:
        os.chown(target, 1234, 4321)
        subprocess.run(["setfacl", "-m", "u:1001:rw", target], check=False)
    old, attributes = target.lstat(), os.listxattr(target)
    event.apply()
    new = target.lstat()
    assert (new.st_mode, new.st_uid, new.st_gid) == (old.st_mode, old.st_uid, old.st_gid)
    assert sorted(os.listxattr(target)) == sorted(attributes)
    assert os.getxattr(target, "user.rating") == b"5"
    assert new.st_mtime_ns > old.st_mtime_ns


def test_a_created_file_has_the_usual_permissions(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    mask = os.umask(0o027)
    try:
        event.apply()
    finally:
        os.umask(mask)
    created = [step.target for step in event.steps if step.before is None]
    assert {stat.S_IMODE(path.lstat().st_mode) for path in created} == {0o640}


def test_a_second_apply_does_nothing(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.apply()
    before = snapshot(event.root)
    report = event.apply(FailingMaker(cannot=set(range(20))))
    assert (report.done, report.already, report.failed) == (0, 20, ())
    assert snapshot(event.root) == before


def test_stopped_and_resumed(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    asked = iter([False] * 8 + [True] * 100)
    report = event.apply(stop=lambda: next(asked))
    assert report.stopped
    assert 0 < report.done < 20
    assert report.done == sum(is_new(step) for step in event.steps)
    assert not parts(event)
    resumed = event.apply()
    assert (resumed.done, resumed.already) == (20 - report.done, report.done)
    assert not resumed.stopped


def test_a_file_that_cannot_be_made_or_reads_back_otherwise_is_left_as_it_is(
    tmp_path: Path,
) -> None:
    event = make_event(tmp_path)
    report = event.apply(FailingMaker(cannot={2, 3}, differs={4}))
    assert {failure.step.number: failure.reason for failure in report.failed} == {
        2: "this one cannot be made",
        3: "this one cannot be made",
        4: "what was written differs when read back: the hour is 3, not 4",
    }
    assert [step.number for step in event.steps if is_old(step)] == [2, 3, 4]
    assert report.done == 17
    assert not parts(event)
    assert not kept_path(event.steps[4], PLAN_ID).exists()
    assert event.apply().done == 3


def test_large_files_are_written_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(tmp_path)
    monkeypatch.setattr(engine, "MAX_BATCH_BYTES", 600)
    calls: list[int] = []
    event.apply(batch=64, progress=lambda done, _total: calls.append(done))
    sizes = [event.files[number].stat().st_size for number in range(20)]
    assert max(sizes) < 600 < sum(sizes)
    assert calls[-1] == 20
    assert len(calls) > 5


# What changed since the plan


def test_a_file_changed_since_the_plan_stops_everything_before_it_begins(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.steps[4].target.write_bytes(b"edited")
    event.steps[6].target.unlink()
    before = snapshot(event.root)
    with pytest.raises(ChangedError, match=r"2 of .*Nothing was written") as caught:
        event.apply()
    assert str(event.steps[4].target) in str(caught.value)
    assert f"{event.steps[6].target} (missing)" in str(caught.value)
    assert snapshot(event.root) == before


def test_a_photo_changed_since_the_plan_gets_no_sidecar(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.files[1].write_bytes(b"edited")
    with pytest.raises(ChangedError, match=event.files[1].name):
        event.apply()
    assert not event.steps[1].target.exists()


def test_a_file_that_appeared_since_the_plan_is_a_change(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.steps[1].target.symlink_to("nowhere")
    with pytest.raises(ChangedError):
        event.apply()
    assert event.steps[1].target.is_symlink()


def test_a_change_that_hides_behind_an_old_time_is_found_before_the_file_is_written(
    tmp_path: Path,
) -> None:
    event = make_event(tmp_path)
    step = event.steps[0]
    assert step.before is not None
    edited = step.target.read_bytes().swapcase()
    step.target.write_bytes(edited)
    os.utime(step.target, ns=(step.before.mtime_ns, step.before.mtime_ns))
    report = event.apply()
    assert [failure.reason for failure in report.failed] == ["it changed since the plan was made"]
    assert step.target.read_bytes() == edited


class Meddler(TextMaker):
    """Someone else, who does something to a file while its new contents are written."""

    def __init__(self, number: int, action: str) -> None:
        self.number = number
        self.action = action

    def check(self, step: Step, part: Path) -> list[str]:
        if step.number == self.number:
            target = step.target
            if self.action == "edit":
                target.write_bytes(b"edited")
            elif self.action == "replace":
                target.with_name("other").write_bytes(b"replaced")
                target.with_name("other").replace(target)
            elif self.action == "remove":
                target.unlink()
            elif self.action == "link":
                target.unlink()
                target.symlink_to("/etc/passwd")
            elif self.action == "create":
                target.write_bytes(b"created")
            elif self.action == "remove part":
                part.unlink()
        return super().check(step, part) if part.exists() else []


@pytest.mark.parametrize(
    ("number", "action", "left"),
    [
        (2, "edit", b"edited"),
        (2, "replace", b"replaced"),
        (2, "remove", None),
        (2, "link", None),
        (1, "create", b"created"),
        (2, "remove part", b"old"),
    ],
)
def test_what_others_do_meanwhile_is_never_overwritten(
    tmp_path: Path, number: int, action: str, left: bytes | None
) -> None:
    event = make_event(tmp_path)
    report = event.apply(Meddler(number, action))
    assert [failure.step.number for failure in report.failed] == [number]
    assert report.failed[0].reason
    target = event.steps[number].target
    if left is not None:
        assert target.read_bytes().startswith(left)
    assert not parts(event)
    assert report.done == 19


def test_a_file_done_and_then_edited_by_others_is_left_and_said(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.apply(FailingMaker(cannot={5}))
    event.steps[0].target.write_bytes(b"rated by someone")
    report = event.apply()
    assert (report.done, report.already) == (1, 18)
    assert report.left == (event.steps[0],)
    assert event.steps[0].target.read_bytes() == b"rated by someone"


def test_a_guard_may_be_new_by_our_own_hand(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    photo = event.steps[0]
    assert photo.before is not None
    sidecar = Step(99, event.root, event.root / "late.xmp", None, ((photo.target, photo.before),))
    assert event.apply(steps=[*event.steps, sidecar], batch=2).done == 21


# Killed at a certain moment


class Killed(BaseException):
    """Stands for a kill: nobody catches it to go on."""


def kill_before_done(monkeypatch: pytest.MonkeyPatch, event: Event) -> None:
    """Apply, and kill it when the first batch is in place and the journal does not say so."""

    def kill(_journal: Journal, steps: list[Step]) -> None:
        if steps:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "done", kill)
        with pytest.raises(Killed):
            event.apply()


def test_what_was_in_place_when_killed_is_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(tmp_path)
    kill_before_done(monkeypatch, event)
    report = event.apply()
    assert (report.done, report.already) == (16, 4)
    with event.journal() as journal:
        assert {record.state for record in journal.records.values()} == {"done"}


def test_what_was_in_place_when_killed_is_read_again_before_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(tmp_path)
    kill_before_done(monkeypatch, event)
    target = event.steps[0].target
    seen = target.lstat()
    target.write_bytes(target.read_bytes().swapcase())
    os.utime(target, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    with pytest.raises(ChangedError, match=target.name):
        event.apply()


class SameMaker(TextMaker):
    """Makes the very bytes that are there."""

    def make(self, step: Step, part: Path) -> None:
        disk.write_new(part, step.target.read_bytes() if step.before else b"new")

    def check(self, step: Step, part: Path) -> list[str]:
        return []


def test_killed_before_it_is_in_place_the_original_is_not_taken_for_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(tmp_path)
    before = snapshot(event.root)

    def kill(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(disk, "put_over", kill)
        with pytest.raises(Killed):
            event.apply(SameMaker())
    event.undo()
    assert snapshot(event.root) == before


def test_a_file_replaced_after_its_original_was_kept_is_left_and_both_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(tmp_path)
    target = event.steps[0].target
    ready = Journal.ready

    def replaced_meanwhile(journal: Journal, afters: list[tuple[Step, FileState]]) -> None:
        ready(journal, afters)
        target.with_name("other").write_bytes(b"replaced")
        target.with_name("other").replace(target)

    monkeypatch.setattr(Journal, "ready", replaced_meanwhile)
    report = event.apply(batch=64)
    kept = kept_path(event.steps[0], PLAN_ID)
    assert [failure.step.number for failure in report.failed] == [0]
    assert str(kept) in report.failed[0].reason
    assert target.read_bytes() == b"replaced"
    assert kept.read_bytes().startswith(b"old")


def test_a_reason_is_part_of_the_error() -> None:
    assert MakeError("no EXIF in it").reason == "no EXIF in it"
