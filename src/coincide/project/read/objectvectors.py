"""Embed photos in object storage that were read before, and lack vectors of some feature."""

from collections.abc import Sequence
from dataclasses import dataclass

from coincide.engine import Engine
from coincide.features.backbones import Backbone, Tap
from coincide.features.options import EmbedOptions
from coincide.ingest import FileRecord
from coincide.ingest.options import IngestOptions
from coincide.model import Event, Photo, Place, SkippedPhoto
from coincide.model.places import url_of
from coincide.model.progress import StageProgress
from coincide.project.costs import Meter
from coincide.project.read.shardjob import Common, FileJob, look_of, shards
from coincide.project.read.shardtask import is_lost, run_shard
from coincide.storage.form import ListedObject
from coincide.storage.objects import Objects
from coincide.storage.projectstore import ProjectStore

STAGE = "embed"


@dataclass(frozen=True)
class ObjectEmbedder:
    """Does for photos in object storage what ``embed_missing`` does for those on a disk."""

    engine: Engine
    meter: Meter

    def __call__(
        self,
        event: Event,
        backbone: Backbone,
        taps: Sequence[Tap],
        store: ProjectStore,
        options: EmbedOptions,
        progress: StageProgress,
    ) -> tuple[int, tuple[SkippedPhoto, ...]]:
        """Embed the photos the store lacks; return how many, and which failed."""
        look = look_of(backbone, taps, options)
        by_key = {photo.key: photo for photo in event.photos}
        wanted: set[str] = set()
        for feature in (look.colour, *(feature for _, feature in look.features)):
            wanted |= set(store.missing(feature, [*by_key]))
        if not wanted:
            return 0, ()
        jobs, failed = _jobs([by_key[key] for key in sorted(wanted)])
        own_process = not self.engine.in_process
        common = Common(url_of(store.folder), look, IngestOptions().max_pixels, own_process)
        n_done, n_embedded = 0, 0
        for done in self.engine.map(run_shard, common, shards(jobs, options.shard)):
            shard = done.value
            self.meter.add_task(STAGE, self.engine, done)
            self.meter.add_traffic(STAGE, shard.traffic)
            for file in shard.files:
                reason = file.record.reason if is_lost(file.record) else file.failed
                failed += [] if reason is None else [SkippedPhoto(file.listed.path, reason)]
            n_done, n_embedded = n_done + len(shard.files), n_embedded + shard.n_embedded
            progress(STAGE, n_done, len(jobs))
        store.forget()
        return n_embedded, tuple(failed)


def _jobs(photos: Sequence[Photo]) -> tuple[list[FileJob], list[SkippedPhoto]]:
    """Return the work on some photos as they are listed now, and those that are gone."""
    objects = Objects(url_of(photos[0].path))
    listed: dict[Place, ListedObject] = {}
    for folder in sorted({photo.path.parent for photo in photos}):
        listed |= {item.path: item for item in objects.list(folder)}
    jobs = [
        FileJob(listed[photo.path], FileRecord(key=photo.key, viewable=True))
        for photo in photos
        if photo.path in listed
    ]
    gone = [photo.path for photo in photos if photo.path not in listed]
    return jobs, [SkippedPhoto(path, "it no longer exists") for path in gone]
