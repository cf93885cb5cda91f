"""Take back what was done: newest first, each file whole at every moment, as often as needed.

A journal may be of somebody else's making. So a file is deleted or replaced only if its contents
are on this account's private record, and an original is brought back only if every byte of it is
what the plan says.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from coincide.model.progress import Progress
from coincide.storage import faults
from coincide.writing.apply import disk
from coincide.writing.apply.batch import flush_folders, remove_parts
from coincide.writing.apply.engine import N_THREADS, stopped_by
from coincide.writing.apply.filestatus import WrittenRecord, standing
from coincide.writing.apply.journal import Journal
from coincide.writing.apply.state import same_file
from coincide.writing.apply.step import (
    ORIGINALS,
    Step,
    check_steps,
    kept_fault,
    kept_path,
    part_path,
)

UNRECORDED = "this account has no record of having written it"
# why a file that a step has made does not read as such; "" where it does
Reads = Callable[[Step], str]


@dataclass(frozen=True, slots=True)
class Left:
    """A file that was left as it is, why, and where its original is, if there is one."""

    step: Step
    reason: str
    kept: Path | None

    @property
    def unrecorded(self) -> bool:
        """Whether it is left only because this account has no record of it."""
        return self.reason == UNRECORDED


@dataclass(frozen=True, slots=True)
class UndoReport:
    """How many files are as they were before the plan, and which could not be brought back.

    ``still_kept``: originals that lie where the plan keeps them, though the journal does not say
    that their files were changed, or this account has no record of them.
    """

    undone: int
    left: tuple[Left, ...] = ()
    stopped: bool = False
    still_kept: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an undo would do, by a quick look: files to delete, to replace by their originals."""

    delete: tuple[Path, ...]
    replace: tuple[Path, ...]
    unrecorded: tuple[Path, ...]  # left alone, unless they are trusted


@dataclass(frozen=True, slots=True)
class _Rights:
    """What may be taken away: sha256s of new contents and of kept originals."""

    written: frozenset[str]
    kept: frozenset[str]
    trusted: bool
    reads: Reads

    def may_take(self, sha256: str) -> bool:
        return self.trusted or sha256 in self.written

    def may_drop(self, sha256: str) -> bool:
        return self.trusted or sha256 in self.kept


def run(
    journal: Journal,
    steps: Sequence[Step],
    *,
    progress: Progress = lambda _done, _total: None,
    batch: int = 64,
    stop: Callable[[], bool] = lambda: False,
    trusted: bool = False,
    reads: Reads = lambda _step: "",
) -> UndoReport:
    """Bring back every file that a plan has changed; hold the lock meanwhile.

    A file that someone else changed since is left alone and reported, and so is one that this
    account has no record of, unless the journal is ``trusted``. A file that ``reads`` finds
    fault with is not deleted. Killed at any moment, it can be run again.
    """
    check_steps(steps)
    rights = _rights(journal, steps, reads, trusted=trusted)
    todo = [step for step in reversed(steps) if _begun(step, journal)]
    n_undone, left, stopped = 0, list[Left](), False
    still_kept: tuple[Path, ...] = ()
    try:
        with ThreadPoolExecutor(N_THREADS, thread_name_prefix="undo") as pool:
            remove_parts(_known(steps, journal), journal.plan_id)
            for first in range(0, len(todo), batch):
                if stopped := stop():
                    break
                found = _undo_batch(todo[first : first + batch], journal, rights, pool)
                left += found
                n_undone += len(todo[first : first + batch]) - len(found)
                progress(n_undone + len(left), len(todo))
            if not stopped:
                _clear_away(steps, left, journal, rights, pool)
                still_kept = tuple(_still_kept(steps, left, journal))
    except OSError as error:
        raise stopped_by(error, journal, n_undone, len(todo)) from error
    return UndoReport(n_undone, tuple(left), stopped, still_kept)


def foresee(journal: Journal, steps: Sequence[Step], *, trusted: bool = False) -> Foreseen:
    """Return what an undo would delete and replace, by sizes and times alone."""
    check_steps(steps)
    rights = _rights(journal, steps, lambda _step: "", trusted=trusted)
    delete, replace, unrecorded = list[Path](), list[Path](), list[Path]()
    for step in steps:
        after = _after(step, journal)
        if after is None or standing(step, journal, thorough=False) != "new":
            continue
        known = delete if step.before is None else replace
        (known if rights.may_take(after) else unrecorded).append(step.target)
    return Foreseen(tuple(delete), tuple(replace), tuple(unrecorded))


def _rights(journal: Journal, steps: Sequence[Step], reads: Reads, *, trusted: bool) -> _Rights:
    record = WrittenRecord()
    new = [after for step in steps if (after := _after(step, journal)) is not None]
    old = [step.before.sha256 for step in steps if step.before is not None]
    return _Rights(record.known("plan", new), record.known("kept", old), trusted, reads)


def _after(step: Step, journal: Journal) -> str | None:
    """Return the sha256 of a step's new contents; None where none may be there any more."""
    record = journal.records.get(step.number)
    return None if record is None or record.after is None else record.after.sha256


def _known(steps: Sequence[Step], journal: Journal) -> list[Step]:
    return [step for step in steps if step.number in journal.records]


def _begun(step: Step, journal: Journal) -> bool:
    record = journal.records.get(step.number)
    return record is not None and record.state != "undone"


def _undo_batch(
    steps: Sequence[Step], journal: Journal, rights: _Rights, pool: ThreadPoolExecutor
) -> list[Left]:
    reasons = list(pool.map(lambda step: _attempt(step, journal, rights), steps))
    back = [step for step, reason in zip(steps, reasons, strict=True) if not reason]
    flush_folders(pool, (step.target.parent for step in back if step.target.parent.is_dir()))
    journal.undone(back)
    return [
        Left(step, reason, _where_kept(step, journal))
        for step, reason in zip(steps, reasons, strict=True)
        if reason
    ]


def _attempt(step: Step, journal: Journal, rights: _Rights) -> str:
    """Bring one file back; return why it could not be, or nothing."""
    try:
        return _bring_back(step, journal, rights)
    except OSError as error:
        if faults.stops(error):
            raise
        return faults.in_words(error)


def _bring_back(step: Step, journal: Journal, rights: _Rights) -> str:
    now = standing(step, journal, thorough=True)
    if now == "old":
        return ""
    if now == "new":
        return _take_away(step, journal, rights)
    if journal.records[step.number].after is None and _where_kept(step, journal) is None:
        return ""  # nothing of ours was ever put there
    return "it is gone" if now == "missing" else "it was changed after it was written"


def _take_away(step: Step, journal: Journal, rights: _Rights) -> str:
    """Delete or replace the new contents of a step; return why that may not be, or nothing."""
    if not rights.may_take(_after(step, journal) or ""):
        return UNRECORDED
    if step.before is None:
        fault = rights.reads(step)
        if not fault:
            disk.remove(step.target)
        return fault
    fault = kept_fault(step, journal.plan_id) or ""
    kept = kept_path(step, journal.plan_id)
    if fault:
        return fault
    if not same_file(kept, step.before, thorough=True):
        lost = not os.path.lexists(kept)
        why = "no longer exists" if lost else "was changed or is damaged"
        return f"its original {why}, so the corrected file is kept"
    # a second name first: the original loses the one it was kept by only when the other is
    # on disk, whatever the disk makes of moves between folders
    part = part_path(step, journal.plan_id)
    disk.link_or_copy(kept, part)
    disk.put_over(part, step.target)
    return ""


def _where_kept(step: Step, journal: Journal) -> Path | None:
    if step.before is None or kept_fault(step, journal.plan_id) is not None:
        return None
    kept = kept_path(step, journal.plan_id)
    return kept if kept.is_file() else None


def _still_kept(steps: Sequence[Step], left: Sequence[Left], journal: Journal) -> Iterator[Path]:
    """Yield the originals that are kept of other files than those that were left."""
    named = {entry.step.number for entry in left}
    for step in steps:
        kept = None if step.number in named else _where_kept(step, journal)
        if kept is not None:
            yield kept


def _drop_kept(step: Step, journal: Journal, rights: _Rights) -> None:
    """Remove the second name of an original that is in place again, or our copy of it."""
    if step.before is None or kept_fault(step, journal.plan_id) is not None:
        return
    kept = kept_path(step, journal.plan_id)
    is_second_name = disk.one_file(step.target, kept)
    if is_second_name or (rights.may_drop(step.before.sha256) and disk.alike(step.target, kept)):
        disk.remove(kept)


def _clear_away(
    steps: Sequence[Step],
    left: Sequence[Left],
    journal: Journal,
    rights: _Rights,
    pool: ThreadPoolExecutor,
) -> None:
    """Remove what is ours and not needed any more, and give the users' folders their times back."""
    for step in _known(steps, journal):
        if not _begun(step, journal):
            _drop_kept(step, journal, rights)
    touched = {step.target.parent for step in steps}
    for folder in touched:
        originals = folder / ORIGINALS
        if not originals.is_symlink() and disk.remove_empty(originals / journal.plan_id):
            disk.remove_empty(originals)
    # nothing but what leads to a target, whatever the journal says
    ours = {up for folder in touched for up in (folder, *folder.parents)} & set(journal.folders)
    for folder in sorted(ours, reverse=True):  # what is inside first
        if journal.folders[folder] is None:
            disk.remove_empty(folder)
    in_use = {entry.step.target.parent for entry in left}
    for folder in ours - in_use:
        mtime_ns = journal.folders[folder]
        if mtime_ns is not None:
            with suppress(PermissionError):  # a time is not worth failing for
                disk.set_folder_time(folder, mtime_ns)
    flush_folders(pool, (folder for folder in ours if folder.is_dir()))
    if not left and (journal.records or journal.folders):
        journal.closed()
