"""A case of trouble in files, and what ingest reads of it."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coincide.ingest import read_event
from coincide.model import Event, Photo
from coincide_bench.mess.event import Base
from coincide_bench.mess.files import write_case
from coincide_bench.mess.kinds import KINDS
from coincide_bench.mess.photos import Case
from coincide_bench.wholeplan.truth import KnownFile

SEED = 3


@dataclass(frozen=True)
class Made:
    """A case in files, and what ingest reads of it."""

    case: Case
    files: list[KnownFile]
    event: Event
    folder: Path

    @property
    def wrong(self) -> list[KnownFile]:
        return [file for file in self.files if file.wrong]

    @property
    def errors_s(self) -> list[float]:
        return [file.error_s for file in self.wrong if file.error_s is not None]

    @property
    def wrong_clocks(self) -> set[str]:
        return {file.clock for file in self.wrong}

    def photo(self, file: KnownFile) -> Photo:
        """Return the photo that a file is, or moves with."""
        path = (self.folder / file.path).resolve()
        for photo in self.event.photos:
            if path in (photo.path, *(one.path for one in photo.companions)):
                return photo
        raise LookupError(path)


def make(name: str, base: Base, tmp_path: Path, seed: int = SEED) -> Made:
    rng = np.random.default_rng(seed)
    case = KINDS[name].make(base, rng)
    folder = tmp_path / "event"
    files = write_case(case, folder, tmp_path / "cache", rng)
    return Made(case, files, read_event([folder]), folder)
