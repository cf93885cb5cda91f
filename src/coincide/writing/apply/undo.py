"""Take back what was done: newest first, each file whole at every moment, as often as needed."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from coincide.writing.apply import disk, faults
from coincide.writing.apply.batch import flush_folders, remove_parts
from coincide.writing.apply.engine import N_THREADS, Progress, stopped_by
from coincide.writing.apply.journal import Journal
from coincide.writing.apply.standing import standing
from coincide.writing.apply.state import same_file
from coincide.writing.apply.step import ORIGINALS, Step, check_steps, kept_path, part_path


@dataclass(frozen=True, slots=True)
class Left:
    """A file that was left as it is, why, and where its original is, if there is one."""

    step: Step
    reason: str
    kept: Path | None


@dataclass(frozen=True, slots=True)
class UndoReport:
    """How many files are as they were before the plan, and which could not be brought back."""

    undone: int
    left: tuple[Left, ...] = ()
    stopped: bool = False


def run(
    journal: Journal,
    steps: Sequence[Step],
    *,
    progress: Progress = lambda _done, _total: None,
    batch: int = 64,
    stop: Callable[[], bool] = lambda: False,
) -> UndoReport:
    """Bring back every file that a plan has changed; hold the lock meanwhile.

    A file that someone else changed since is left alone and reported. Killed at any moment, it
    can be run again.
    """
    check_steps(steps)
    todo = [step for step in reversed(steps) if _begun(step, journal)]
    n_undone, left, stopped = 0, list[Left](), False
    try:
        with ThreadPoolExecutor(N_THREADS, thread_name_prefix="undo") as pool:
            remove_parts(_known(steps, journal), journal.plan_id)
            for first in range(0, len(todo), batch):
                if stopped := stop():
                    break
                found = _undo_batch(todo[first : first + batch], journal, pool)
                left += found
                n_undone += len(todo[first : first + batch]) - len(found)
                progress(n_undone + len(left), len(todo))
            if not stopped:
                _clear_away(steps, left, journal, pool)
    except OSError as error:
        raise stopped_by(error, journal, n_undone, len(todo)) from error
    return UndoReport(n_undone, tuple(left), stopped)


def _known(steps: Sequence[Step], journal: Journal) -> list[Step]:
    return [step for step in steps if step.number in journal.records]


def _begun(step: Step, journal: Journal) -> bool:
    record = journal.records.get(step.number)
    return record is not None and record.state != "undone"


def _undo_batch(steps: Sequence[Step], journal: Journal, pool: ThreadPoolExecutor) -> list[Left]:
    reasons = list(pool.map(lambda step: _attempt(step, journal), steps))
    back = [step for step, reason in zip(steps, reasons, strict=True) if not reason]
    flush_folders(pool, (step.target.parent for step in back if step.target.parent.is_dir()))
    journal.undone(back)
    return [
        Left(step, reason, _where_kept(step, journal))
        for step, reason in zip(steps, reasons, strict=True)
        if reason
    ]


def _attempt(step: Step, journal: Journal) -> str:
    """Bring one file back; return why it could not be, or nothing."""
    try:
        return _bring_back(step, journal)
    except OSError as error:
        if faults.stops(error):
            raise
        return faults.in_words(error)


def _bring_back(step: Step, journal: Journal) -> str:
    now = standing(step, journal, thorough=True)
    kept = kept_path(step, journal.plan_id)
    if now == "old":
        return ""
    if now == "new" and step.before is None:
        disk.remove(step.target)
        return ""
    if now == "new" and not same_file(kept, step.before, thorough=False):
        return "its original is not there any more, or was changed"
    if now == "new":
        # a second name first: the original loses the one it was kept by only when the other is
        # on disk, whatever the disk makes of moves between folders
        part = part_path(step, journal.plan_id)
        disk.link_or_copy(kept, part)
        disk.put_over(part, step.target)
        return ""
    if journal.records[step.number].after is None and _where_kept(step, journal) is None:
        return ""  # nothing of ours was ever put there
    return "it is gone" if now == "missing" else "it was changed after it was written"


def _where_kept(step: Step, journal: Journal) -> Path | None:
    kept = kept_path(step, journal.plan_id)
    return kept if step.before is not None and kept.is_file() else None


def _drop_kept(step: Step, journal: Journal) -> None:
    kept = kept_path(step, journal.plan_id)
    if step.before is not None and disk.alike(step.target, kept):
        disk.remove(kept)


def _clear_away(
    steps: Sequence[Step], left: Sequence[Left], journal: Journal, pool: ThreadPoolExecutor
) -> None:
    """Remove what is ours and not needed any more, and give the users' folders their times back."""
    for step in _known(steps, journal):
        if not _begun(step, journal):
            _drop_kept(step, journal)
    touched = {step.target.parent for step in steps}
    for folder in touched:
        kept = folder / ORIGINALS / journal.plan_id
        if disk.remove_empty(kept):
            disk.remove_empty(kept.parent)
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
