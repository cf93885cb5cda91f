"""The private record of plans: what apply wrote and kept, so that undo takes nothing else."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from coincide.errors import StoreError
from coincide.storage import ledger

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
        logger.warning("%s Until then undo leaves files alone unless --trust is given.", error)
