"""What fits are made from: which photos lie at hand, as digests, set by set."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from coincide.media.kinds import named_as_media
from coincide_bench.suites.photosets import REAL, SPLITS, STRANGERS_FOLDER
from coincide_bench.suites.realevents import EVENTS


@dataclass(frozen=True)
class FitMaterial:
    """The photo sets that fits may see: how many photos there are, and a digest of each set."""

    n_photos: int
    sets: Mapping[str, str]

    def digest(self, recipes: Iterable[str]) -> str:
        """Return one digest of all sets and of what was drawn from them: suites and seeds."""
        lines = [f"{name} {digest}" for name, digest in sorted(self.sets.items())]
        return _sha256("\n".join([*lines, *recipes]).encode())


def development_folders() -> tuple[str, ...]:
    """Return the folders of all sets but those that are only reported on."""
    dealt = [split_set.folder for split_set in SPLITS if not split_set.report_only]
    as_they_are = [event.folder for event in EVENTS if not event.report_only]
    real = [camera_set.folder for camera_set in REAL]
    return tuple(sorted({*dealt, *as_they_are, *real, STRANGERS_FOLDER}))


def material_at(datasets: Path) -> FitMaterial:
    """Return what lies at hand; a set that is not there is left out."""
    digests = {name: _of_photos(datasets / name) for name in development_folders()}
    return FitMaterial(
        n_photos=sum(map(len, digests.values())),
        sets={
            name: _sha256("\n".join(sorted(of_photos)).encode())
            for name, of_photos in digests.items()
            if of_photos
        },
    )


def _of_photos(folder: Path) -> list[str]:
    """Return the digest of each photo and clip below a folder, whatever its name."""
    files = (path for path in folder.rglob("*") if path.is_file() and named_as_media(path))
    return [_sha256(path.read_bytes()) for path in files]


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
