"""Where each file stands: still old, new, or something that neither was."""

import logging
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coincide.errors import StoreError
from coincide.storage import ledger
from coincide.writing.apply import disk
from coincide.writing.apply.journal import Journal
from coincide.writing.apply.state import same_file
from coincide.writing.apply.step import Step, kept_path

Standing = Literal["old", "new", "changed", "missing"]


@dataclass(frozen=True, slots=True)
class StepState:
    """Where the file of one step stands."""

    step: Step
    state: Standing


def standing(step: Step, journal: Journal, *, thorough: bool) -> Standing:
    """Return what is at a step's target; nothing is ``old`` where nothing was before."""
    record = journal.records.get(step.number)
    after = None if record is None else record.after
    # new contents may equal the old ones byte for byte: then the original is told by being it
    original = step.before is not None and disk.one_file(
        step.target, kept_path(step, journal.plan_id)
    )
    if after is not None and not original and same_file(step.target, after, thorough=thorough):
        return "new"
    if same_file(step.target, step.before, thorough=thorough):
        return "old"
    return "changed" if os.path.lexists(step.target) else "missing"


def verify(journal: Journal, steps: Sequence[Step]) -> tuple[StepState, ...]:
    """Say of each file whether it is old, new, changed by someone else, or missing.

    Every byte is read. A file that was created and is gone is missing, not old.
    """
    found = []
    for step in steps:
        state = standing(step, journal, thorough=True)
        record = journal.records.get(step.number)
        if state == "old" and step.before is None and record is not None and record.state == "done":
            state = "missing"
        found.append(StepState(step, state))
    return tuple(found)


def changed_guard(step: Step, journal: Journal, numbers: Mapping[Path, int]) -> Path | None:
    """Return the first guard of a step that is not what it was, if any.

    A guard that is itself the target of a step (``numbers`` has them) may also be new by our hand.
    """
    for guard, expected in step.guards:
        if not same_file(guard, expected, thorough=False):
            record = journal.records.get(numbers.get(guard, -1))
            after = None if record is None else record.after
            if after is None or not same_file(guard, after, thorough=False):
                return guard
    return None


logger = logging.getLogger(__name__)

Recorded = Literal["plan", "kept"]


class WrittenRecord:
    """The record of this account during one run.

    Where it cannot be read or written, for example in a read-only home folder, nothing is known
    and nothing is noted, which is warned of once.
    """

    def __init__(self) -> None:
        self._usable = True

    def note(self, kind: Recorded, files: Sequence[tuple[str, Path]]) -> None:
        """Record files by their sha256; on disk when this returns."""
        if not self._usable:
            return
        try:
            ledger.record_written(kind, files)
        except StoreError as error:
            self._give_up(error)

    def known(self, kind: Recorded, sha256s: Sequence[str]) -> frozenset[str]:
        """Return those of some sha256s that are on record."""
        if not self._usable:
            return frozenset()
        try:
            return ledger.was_written(kind, sha256s)
        except StoreError as error:
            self._give_up(error)
            return frozenset()

    def _give_up(self, error: StoreError) -> None:
        self._usable = False
        logger.warning("%s Until then, undo leaves files alone unless --trust is given.", error)
