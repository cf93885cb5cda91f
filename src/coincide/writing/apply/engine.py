"""Carry out the steps of a plan: check all, then write batch by batch, and say what was done."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from coincide.errors import ChangedError, WriteError
from coincide.model.progress import Progress
from coincide.storage import faults
from coincide.writing.apply import disk
from coincide.writing.apply.batch import Bench, Failure, flush_folders, remove_parts, write_batch
from coincide.writing.apply.filestatus import WrittenRecord, changed_guard, standing
from coincide.writing.apply.journal import Journal
from coincide.writing.apply.step import Maker, Step, check_steps

# the disk groups the flushes that wait at the same time; more threads than this gain nothing
N_THREADS = 16
# what a batch may take beside what is there, in bytes: 64 films would fill many a disk
MAX_BATCH_BYTES = 1 << 30
_NAMED = 5  # files named in one message


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the steps. ``left``: done by an earlier run and changed since by others."""

    done: int
    already: int
    failed: tuple[Failure, ...] = ()
    left: tuple[Step, ...] = ()
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class _Sorted:
    todo: list[Step]
    settle: list[Step]  # in place, but killed before the journal said so
    already: list[Step]
    left: list[Step]


def run(
    steps: Sequence[Step],
    maker: Maker,
    journal: Journal,
    *,
    progress: Progress = lambda _done, _total: None,
    batch: int = 64,
    stop: Callable[[], bool] = lambda: False,
) -> Report:
    """Carry out what the journal does not know as done; hold the lock meanwhile.

    ``progress(done, total)`` is called after each batch. A file that cannot be written is left as
    it is and reported. If any file is not what the plan says, ChangedError, before anything is
    written; if the disk is full, read-only or broken, WriteError, with all files whole.
    """
    check_steps(steps)
    numbers = {step.target: step.number for step in steps}
    sort = _sort(steps, journal, numbers)
    n_before = len(sort.already) + len(sort.left) + len(sort.settle)
    n_done, failed, stopped = 0, list[Failure](), False
    try:
        with ThreadPoolExecutor(N_THREADS, thread_name_prefix="apply") as pool:
            _settle(sort, journal, pool)
            _prepare_folders(sort.todo, journal, pool)
            bench = Bench(maker, journal, pool, stop, numbers, _usual_mode(), WrittenRecord())
            for some in _batches(sort.todo, batch):
                if stopped := stopped or stop():
                    break
                result = write_batch(bench, some)
                n_done += len(result.done)
                failed += result.failed
                stopped = result.stopped
                progress(n_before + n_done + len(failed), len(steps))
    except OSError as error:
        raise stopped_by(error, journal, n_before + n_done, len(steps)) from error
    return Report(n_done, n_before - len(sort.left), tuple(failed), tuple(sort.left), stopped)


def stopped_by(error: OSError, journal: Journal, n_done: int, n_steps: int) -> WriteError:
    """Return the error that says what stopped a run, and how to go on or back."""
    where = f" at {error.filename}" if error.filename else ""
    return WriteError(
        f"Stopped: {faults.in_words(error)}{where} ({n_done} of {n_steps} files done). Every file"
        " is intact, old or new, and the journal records which. When the cause is fixed, continue"
        " with "
        f"'coincide apply {journal.plan}', or take everything back with 'coincide undo"
        f" {journal.plan}'."
    )


def _sort(steps: Sequence[Step], journal: Journal, numbers: dict[Path, int]) -> _Sorted:
    found = _Sorted([], [], [], [])
    changed: list[str] = []
    for step in steps:
        record = journal.records.get(step.number)
        state = "" if record is None else record.state
        try:
            # a run that was killed while putting it in place left no word on how that went
            now = standing(step, journal, thorough=state == "ready")
            guard = changed_guard(step, journal, numbers) if now == "old" else None
        except OSError as error:
            changed.append(f"{step.target} ({faults.in_words(error)})")
            continue
        if now == "new":
            (found.already if state == "done" else found.settle).append(step)
        elif now == "old":
            found.todo.append(step)
            changed += [] if guard is None else [str(guard)]
        elif state == "done":
            found.left.append(step)
        else:
            changed.append(f"{step.target} (missing)" if now == "missing" else str(step.target))
    if changed:
        raise _changed(sorted(set(changed)), len(steps))
    return found


def _changed(paths: Sequence[str], n_steps: int) -> ChangedError:
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return ChangedError(
        f"{len(paths)} of the files of {n_steps} changes have changed since the plan was made:"
        f" {', '.join(paths[:_NAMED])}{more}. Nothing was written. Make the plan again."
    )


def _settle(sort: _Sorted, journal: Journal, pool: ThreadPoolExecutor) -> None:
    """Clear away what a run that was killed left, and note what it had put in place."""
    unfinished = [step for step in (*sort.todo, *sort.settle) if step.number in journal.records]
    remove_parts(unfinished, journal.plan_id)
    flush_folders(pool, (step.target.parent for step in sort.settle))
    journal.done(sort.settle)


def _prepare_folders(steps: Sequence[Step], journal: Journal, pool: ThreadPoolExecutor) -> None:
    """Note the times of the folders about to be touched, and make those that are missing."""
    times: dict[Path, int | None] = {}
    for folder in {step.target.parent for step in steps}:
        while folder not in times:
            times[folder] = folder.stat().st_mtime_ns if folder.is_dir() else None
            if times[folder] is not None:
                break
            folder = folder.parent  # noqa: PLW2901 - up to the first that is there
    new = {folder: time for folder, time in times.items() if folder not in journal.folders}
    journal.remember_folders(sorted(new.items()))
    missing = sorted(folder for folder, time in times.items() if time is None)  # parents first
    for folder in missing:
        disk.make_folder(folder)
    flush_folders(pool, (folder.parent for folder in missing))


def _batches(steps: Sequence[Step], most: int) -> Iterator[list[Step]]:
    """Yield the steps in batches that do not take much room beside what is there."""
    some: list[Step] = []
    room = 0
    for step in steps:
        # new contents are about as large as what they replace, or are a copy of
        known = (step.before, *(state for _guard, state in step.guards))
        size = max((state.size for state in known if state is not None), default=0)
        if some and (len(some) == most or room + size > MAX_BATCH_BYTES):
            yield some
            some, room = [], 0
        some.append(step)
        room += size
    if some:
        yield some


def _usual_mode() -> int:
    """Return the permissions that files this user creates usually have."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
