"""Write a few dozen files at a time, so that the waits for the disk are shared.

The order is the point. What a name will point to is flushed before the name is given, an
original has its second name on disk before it loses its first, and the journal says what is
about to happen before it happens, and that it has happened only once that is on disk.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from coincide.storage import faults
from coincide.writing.apply import disk
from coincide.writing.apply.filestatus import WrittenRecord, changed_guard
from coincide.writing.apply.journal import Journal
from coincide.writing.apply.state import FileState, same_file, state_of
from coincide.writing.apply.step import (
    MakeError,
    Maker,
    Step,
    check_inside,
    kept_fault,
    kept_path,
    part_path,
    torn_path,
)


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that was left as it is, and why."""

    step: Step
    reason: str


@dataclass(frozen=True, slots=True)
class Bench:
    """What all batches of one run work with. ``mode`` is what created files are given."""

    maker: Maker
    journal: Journal
    pool: ThreadPoolExecutor
    stop: Callable[[], bool]
    numbers: Mapping[Path, int]  # of all targets
    mode: int
    record: WrittenRecord

    def part(self, step: Step) -> Path:
        """Return where a step's new contents are written."""
        return part_path(step, self.journal.plan_id)

    def kept(self, step: Step) -> Path:
        """Return where a step's original is kept."""
        return kept_path(step, self.journal.plan_id)


@dataclass(slots=True)
class Batch:
    """What became of the files of one batch, and what was seen on the way, by step number."""

    done: list[Step] = field(default_factory=list)
    failed: list[Failure] = field(default_factory=list)
    stopped: bool = False
    seen: dict[int, os.stat_result] = field(default_factory=dict)  # the targets, when hashed
    after: dict[int, FileState] = field(default_factory=dict)
    known: frozenset[str] = frozenset()  # sha256s of originals that an earlier run kept
    kept: set[int] = field(default_factory=set)  # steps whose original was kept by this run


def write_batch(bench: Bench, steps: Sequence[Step]) -> Batch:
    """Write new contents, keep originals, put in place; a file that fails is left as it is."""
    batch = Batch()
    bench.journal.intend(steps)
    try:
        made = _make_all(bench, batch, steps)
        made = _survivors(bench, batch, made, _finish, together=True)
        _record(bench, batch, made)
        made = _survivors(bench, batch, made, _keep)
        ways = [bench.kept(step).parent for step in made if step.before is not None]
        flush_folders(bench.pool, (up for way in ways for up in (way, *list(way.parents)[:2])))
        bench.journal.ready([(step, batch.after[step.number]) for step in made])
        batch.done = _survivors(bench, batch, made, _place)
    except BaseException:
        with suppress(OSError):
            remove_parts(steps, bench.journal.plan_id)
        raise
    flush_folders(bench.pool, (step.target.parent for step in batch.done))
    bench.journal.done(batch.done)
    return batch


def flush_folders(pool: ThreadPoolExecutor, folders: Iterable[Path]) -> None:
    """Flush the names in some folders, all at once."""
    list(pool.map(disk.fsync_folder, sorted(set(folders))))


def remove_parts(steps: Iterable[Step], plan_id: str) -> None:
    """Remove all that is unfinished of some steps, also what tools left that were killed."""
    parts: dict[Path, set[str]] = {}
    for step in steps:
        part, kept = part_path(step, plan_id), kept_path(step, plan_id)
        parts.setdefault(part.parent, set()).update({part.name, torn_path(part).name})
        if step.before is not None and kept_fault(step, plan_id) is None:
            parts.setdefault(kept.parent, set()).add(torn_path(kept).name)
    for folder, names in parts.items():
        disk.remove_parts(folder, names)


def _make_all(bench: Bench, batch: Batch, steps: Sequence[Step]) -> list[Step]:
    """Write the new contents beside the targets until told to stop; what is written counts."""
    made: list[Step] = []
    for step in steps:
        if bench.stop():
            batch.stopped = True
            break
        made += _survivors(bench, batch, [step], _make)
    return made


def _make(bench: Bench, batch: Batch, step: Step) -> None:
    guard = changed_guard(step, bench.journal, bench.numbers)
    if guard is not None:
        raise MakeError(f"{guard.name} changed since the plan was made")
    if step.before is not None:
        batch.seen[step.number] = step.target.lstat()
    if not same_file(step.target, step.before, thorough=True):
        raise MakeError("it changed since the plan was made")
    check_inside(step.root, step.target.parent)
    part = bench.part(step)
    bench.maker.make(step, part)
    differences = bench.maker.check(step, part)
    if differences:
        raise MakeError("what was written differs when read back: " + "; ".join(differences))


def _finish(bench: Bench, batch: Batch, step: Step) -> None:
    """Make the new contents look like the file they replace, and flush them."""
    part = bench.part(step)
    if step.before is None:
        disk.give_mode(part, bench.mode)
    else:
        disk.give_attributes(step.target, part)
    disk.fsync_file(part)
    after = state_of(part)
    if after is None:
        raise MakeError("its new contents were removed by another program")
    batch.after[step.number] = after


def _record(bench: Bench, batch: Batch, steps: Sequence[Step]) -> None:
    """Put new contents and originals on the private record before they get a name."""
    bench.record.note("plan", [(batch.after[step.number].sha256, step.target) for step in steps])
    originals = [
        (step.before.sha256, bench.kept(step)) for step in steps if step.before is not None
    ]
    there = [sha256 for sha256, kept in originals if os.path.lexists(kept)]
    batch.known = bench.record.known("kept", there) if there else frozenset()
    bench.record.note(
        "kept",
        [
            (sha256, kept)
            for sha256, kept in originals
            if sha256 in batch.known or not os.path.lexists(kept)
        ],
    )


def _keep(bench: Bench, batch: Batch, step: Step) -> None:
    """Give an original its second name."""
    if step.before is None:
        return
    fault = kept_fault(step, bench.journal.plan_id)
    if fault is not None:
        raise MakeError(fault)
    kept, seen = bench.kept(step), batch.seen[step.number]
    if not disk.one_file(step.target, kept):  # a run that was killed may have got this far
        _make_way(batch, step.before, kept)
        if not os.path.lexists(kept):
            disk.link_or_copy(step.target, kept)
            batch.kept.add(step.number)
    linked = disk.one_file(step.target, kept)
    now = kept.lstat()
    untouched = linked and (now.st_size, now.st_mtime_ns) == (seen.st_size, seen.st_mtime_ns)
    if not untouched and not same_file(kept, step.before, thorough=True):
        raise MakeError("it changed while its new contents were written")


def _make_way(batch: Batch, before: FileState, kept: Path) -> None:
    """Make the folders of a kept original, and remove a copy that a run that was killed left.

    A copy that this account has no record of is not removed, but serves as the kept original.
    """
    disk.make_folder(kept.parent.parent)
    disk.make_folder(kept.parent)
    if not os.path.lexists(kept):
        return
    if not same_file(kept, before, thorough=True):
        raise MakeError(f"another original of it exists already: {kept}")
    if before.sha256 in batch.known:
        disk.remove(kept)  # the target holds the same bytes


def _place(bench: Bench, _batch: Batch, step: Step) -> None:
    part, target = bench.part(step), step.target
    if step.before is None:
        disk.put_new(part, target)
    elif disk.alike(target, bench.kept(step)):
        disk.put_over(part, target)
    else:
        raise MakeError(
            "it was replaced while its new contents were written; the previous file is kept at"
            f" {bench.kept(step)}"
        )


def _survivors(
    bench: Bench,
    batch: Batch,
    steps: Sequence[Step],
    action: Callable[[Bench, Batch, Step], None],
    *,
    together: bool = False,
) -> list[Step]:
    """Do something to each file and return those it worked for; clear the others away."""

    def attempt(step: Step) -> str | None:
        try:
            action(bench, batch, step)
        except MakeError as error:
            return error.reason
        except OSError as error:
            if faults.stops(error):
                raise
            return faults.in_words(error)
        return None

    reasons = list((bench.pool.map if together else map)(attempt, steps))
    told = zip(steps, reasons, strict=True)
    failed = [Failure(step, why) for step, why in told if why is not None]
    _clear(bench, batch, [failure.step for failure in failed])
    batch.failed += failed
    return [step for step, why in zip(steps, reasons, strict=True) if why is None]


def _clear(bench: Bench, batch: Batch, steps: Sequence[Step]) -> None:
    """Leave nothing of files that failed: no part, and no second name of what is untouched."""
    for step in steps:
        with suppress(OSError):
            disk.remove(bench.part(step))
            if step.before is not None and kept_fault(step, bench.journal.plan_id) is None:
                _drop_kept(step, bench.kept(step), made_now=step.number in batch.kept)


def _drop_kept(step: Step, kept: Path, *, made_now: bool) -> None:
    """Remove the second name of a file, or the copy that this run made of it."""
    if disk.one_file(step.target, kept) or (made_now and disk.alike(step.target, kept)):
        disk.remove(kept)
        if disk.remove_empty(kept.parent):
            disk.remove_empty(kept.parent.parent)
