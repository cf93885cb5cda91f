"""What a shard's task is given and what it gives back: small, frozen, and the same anywhere."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from coincide.features.backbones import Backbone, Tap
from coincide.features.options import EmbedOptions
from coincide.ingest import FileRecord
from coincide.media.formats import PHOTO_SUFFIXES
from coincide.media.record import RECORD_VERSION
from coincide.model import Place, Url, place_of
from coincide.project.read.features import colour_key, feature_key
from coincide.storage.form import ListedObject
from coincide.storage.objects import Traffic

# what a record of a shard may change with, besides what it is made from
SCHEMA = "coincide.records/1"


@dataclass(frozen=True, slots=True)
class FeatureRequest:
    """Which network looks at photos, and the features that its layers and the colours are."""

    options: EmbedOptions
    features: tuple[tuple[str, str], ...]  # tap → feature, as the driver knows them
    colour: str

    @property
    def taps(self) -> tuple[str, ...]:
        """The layers that are wanted."""
        return tuple(tap for tap, _ in self.features)


def look_of(backbone: Backbone, taps: Sequence[Tap], options: EmbedOptions) -> FeatureRequest:
    """Return how photos are looked at, by a network that is at hand."""
    features = tuple((tap.name, feature_key(backbone, tap)) for tap in taps)
    return FeatureRequest(options, features, colour_key(backbone.preprocess))


@dataclass(frozen=True, slots=True)
class FileJob:
    """One object: as it was listed, what is known of it, and whether it is to be looked at."""

    listed: ListedObject
    record: FileRecord | None = None
    look: bool = True


@dataclass(frozen=True, slots=True)
class Common:
    """What all shards of a run share: where results go, and the network, if one is to look.

    ``own_process``: tasks run in processes that do nothing else.
    """

    project: Url
    look: FeatureRequest | None
    max_pixels: int
    own_process: bool = False


@dataclass(frozen=True, slots=True)
class FileDone:
    """What one object held; ``failed`` says why it could not be decoded, where it should be."""

    listed: ListedObject
    record: FileRecord
    failed: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as a dict of JSON's own types."""
        listed = self.listed
        return {
            "path": str(listed.path),
            "size": listed.size,
            "version": listed.version,
            "record": self.record.to_json(),
            "failed": self.failed,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "FileDone | None":
        """Return what such a dict says; None where another version read the file."""
        record = FileRecord.from_json(data["record"])
        if record is None:
            return None
        listed = ListedObject(place_of(data["path"]), data["size"], data["version"])
        return cls(listed, record, data["failed"])


@dataclass(frozen=True, slots=True)
class ShardDone:
    """What became of a shard, and what it took."""

    files: tuple[FileDone, ...]
    n_embedded: int = 0
    traffic: Traffic = field(default_factory=Traffic)


def shards(jobs: Sequence[FileJob], size: int) -> list[tuple[FileJob, ...]]:
    """Part files into shards, those of one shot together: their names differ in the end only."""
    parts: list[list[FileJob]] = [[]]
    for group in _shots(jobs):
        if parts[-1] and len(parts[-1]) + len(group) > size:
            parts.append([])
        parts[-1] += group
    return [tuple(part) for part in parts if part]


def _shots(jobs: Sequence[FileJob]) -> Iterator[list[FileJob]]:
    def shot(job: FileJob) -> tuple[str, str]:
        path = job.listed.path
        return str(path.parent), path.stem.casefold()

    for _, group in groupby(sorted(jobs, key=shot), key=shot):
        yield sorted(group, key=lambda job: job.listed.path)


def first_jobs(listed: Sequence[ListedObject]) -> list[FileJob]:
    """Return what is to be done with files that nothing is known of.

    The RAW or film beside a photo of the same name moves with it, and is not looked at.
    """
    shown = {_name(item.path) for item in listed if item.path.suffix.lower() in PHOTO_SUFFIXES}
    return [
        FileJob(
            item, look=item.path.suffix.lower() in PHOTO_SUFFIXES or _name(item.path) not in shown
        )
        for item in listed
    ]


def _name(path: Place) -> tuple[Place, str]:
    return path.parent, path.stem.casefold()


def shard_name(common: Common, jobs: Sequence[FileJob]) -> str:
    """Return the name of a shard's records: a digest of all that they depend on."""
    what = [SCHEMA, str(RECORD_VERSION), repr(common.look), str(common.max_pixels)]
    for job in jobs:
        known = "" if job.record is None else f"{job.record.key}"
        listed = job.listed
        what.append(f"{listed.path}\n{listed.size}\n{listed.version}\n{job.look}\n{known}")
    return hashlib.sha256("\n".join(what).encode(errors="replace")).hexdigest()[:32]
