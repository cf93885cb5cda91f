"""The task of one shard: fetch its photos one after the other, read, hash and embed them.

Photos lie on this machine's disk for as long as they are looked at. What was found is saved
first as vectors, then as records: whoever sees a record can count on its vectors. A task that is
begun again writes the same bytes under the same names.
"""

import hashlib
import tempfile
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from coincide.errors import ModelError, StoreError
from coincide.features.backbones import open_backbone
from coincide.features.colour import describe_colours
from coincide.features.images import DECODE_ERRORS, Pixels, decode
from coincide.features.session import BackboneSession
from coincide.ingest import FileRecord
from coincide.media.exiftool import ExifTool
from coincide.media.formats import HEAD_BYTES
from coincide.media.kinds import kind_of, named_as_media
from coincide.media.process import settle_process
from coincide.media.records import read_file
from coincide.model import Singles
from coincide.model.places import url_of
from coincide.project.read.features import colour_key, feature_key
from coincide.project.read.shardjob import (
    SCHEMA,
    Common,
    FeatureRequest,
    FileDone,
    FileJob,
    ShardDone,
    shard_name,
)
from coincide.storage.form import ListedObject
from coincide.storage.objects import Objects, is_full
from coincide.storage.objectstore import ObjectStore

# photos fetched ahead while one is looked at, and the bytes they may take on the disk
AHEAD, AHEAD_BYTES = 8, 1 << 30
LOST = "cannot be fetched"
_ONE_AT_A_TIME = threading.Lock()
# files under way, each with what stands in the way of reading it
Fetched = tuple[FileJob, Path | FileRecord]


def run_shard(common: Common, jobs: Sequence[FileJob]) -> ShardDone:
    """Read and embed the files of one shard, and save what they held."""
    if common.own_process:
        settle_process(common.max_pixels)
    objects = Objects(url_of(jobs[0].listed.path))
    gathered = _Gathered(common)
    files: list[FileDone] = []
    with tempfile.TemporaryDirectory(prefix="coincide-") as scratch, ExifTool() as tool:
        for job, found in _fetched(objects, jobs, Path(scratch)):
            record = found if isinstance(found, FileRecord) else job.record
            if record is None and isinstance(found, Path):
                # the copy was written now
                record = replace(read_file(found, tool), written_s=None)
            if record is None:
                raise AssertionError("a file is fetched, or there is a reason why not")
            failed = None
            if isinstance(found, Path):
                failed = _changed(job, found) or gathered.look(job, found, record)
                found.unlink()
            files.append(FileDone(job.listed, record, failed))
    with ObjectStore(common.project) as store:
        gathered.save(store)
        _save_records(store, common, jobs, files)
        traffic = objects.traffic + store.objects.traffic
    return ShardDone(tuple(files), gathered.n_embedded, traffic)


def _changed(job: FileJob, path: Path) -> str | None:
    """Say so where a file that was read before is another now: its vectors have the old key."""
    if job.record is None or job.record.key is None:
        return None
    with path.open("rb") as file:
        same = hashlib.file_digest(file, "sha256").hexdigest() == job.record.key
    return None if same else "it was changed in the meantime: run again"


def _save_records(
    store: ObjectStore, common: Common, jobs: Sequence[FileJob], files: Sequence[FileDone]
) -> None:
    """Save what was read now; what could not be fetched may be there next time."""
    kept = [
        done.to_json()
        for job, done in zip(jobs, files, strict=True)
        if job.record is None and not is_lost(done.record)
    ]
    if kept:
        document = {"schema": SCHEMA, "files": kept}
        store.save_document("records", shard_name(common, jobs), document)


def is_lost(record: FileRecord) -> bool:
    """Tell whether a file was there and could not be had."""
    return record.key is None and (record.reason or "").startswith(LOST)


def _fetched(objects: Objects, jobs: Sequence[FileJob], scratch: Path) -> Iterator[Fetched]:
    """Yield files in order, on this machine's disk; a few are fetched ahead."""
    waiting: deque[tuple[FileJob, Future[Path | FileRecord]]] = deque()
    remaining = deque(enumerate(jobs))
    with ThreadPoolExecutor(AHEAD, thread_name_prefix="fetch") as pool:
        while remaining or waiting:
            while remaining and _has_room(waiting, remaining[0][1]):
                number, job = remaining.popleft()
                to = scratch / str(number)
                waiting.append((job, pool.submit(_fetch, objects, job.listed, to)))
            job, future = waiting.popleft()
            yield job, future.result()


def _has_room(waiting: deque[tuple[FileJob, Future[Path | FileRecord]]], job: FileJob) -> bool:
    n_bytes = sum(waiting_job.listed.size for waiting_job, _ in waiting) + job.listed.size
    return not waiting or (len(waiting) < AHEAD and n_bytes <= AHEAD_BYTES)


def _fetch(objects: Objects, listed: ListedObject, folder: Path) -> Path | FileRecord:
    """Return where a file was put, or the record of one that is not worth it or cannot be had."""
    try:
        if not named_as_media(listed.path):
            head = objects.read(listed.path, end=HEAD_BYTES) if listed.size else b""
            kind = kind_of(listed.path, head)
            if kind.format is None:
                return FileRecord(reason=kind.reason, other=kind.reason is None)
        folder.mkdir()
        path = folder / listed.path.name  # names tell kinds and times
        objects.fetch(listed, path)
    except OSError as error:
        if is_full(error):
            message = f"No room for photos in {folder.parent} ({error.strerror}): set TMPDIR."
            raise StoreError(message) from error
        return FileRecord(reason=f"{LOST}: {error}")
    return path


class _Gathered:
    """The responses and colours of a shard's photos, by key."""

    def __init__(self, common: Common) -> None:
        self._common = common
        self._waiting: dict[str, Pixels] = {}
        self._colours: dict[str, Singles] = {}
        self._responses: dict[str, dict[str, Singles]] = {}

    @property
    def n_embedded(self) -> int:
        """Photos that were looked at."""
        return len(self._colours) + len(self._waiting)

    def look(self, job: FileJob, path: Path, record: FileRecord) -> str | None:
        """Take a photo in, where it is wanted; return why it cannot be decoded."""
        look = self._common.look
        if look is None or not job.look or not self._is_wanted(record) or record.key is None:
            return None
        preprocess = network(look).backbone.preprocess
        try:
            self._waiting[record.key] = decode(path, preprocess)
        except DECODE_ERRORS as error:
            return f"cannot be decoded: {error or type(error).__name__}"
        if len(self._waiting) == look.options.batch:
            self._run(look)
        return None

    def _is_wanted(self, record: FileRecord) -> bool:
        n_pixels = (record.width_px or 0) * (record.height_px or 0)
        known = record.key in self._colours or record.key in self._waiting
        return record.viewable and n_pixels <= self._common.max_pixels and not known

    def _run(self, look: FeatureRequest) -> None:
        keys, images = [*self._waiting], np.stack([*self._waiting.values()])
        self._waiting = {}
        self._colours |= dict(zip(keys, describe_colours(images), strict=True))
        for tap, responses in network(look).run(images).items():
            found = self._responses.setdefault(tap, {})
            found |= dict(zip(keys, responses, strict=True))

    def save(self, store: ObjectStore) -> None:
        """Save what was gathered, by key, so that equal shards are equal objects."""
        look = self._common.look
        if look is None:
            return
        if self._waiting:
            self._run(look)
        by_feature = {look.colour: self._colours} | {
            feature: self._responses.get(tap, {}) for tap, feature in look.features
        }
        for feature, found in by_feature.items():
            if found:
                keys = sorted(found)
                store.save_vectors(feature, keys, np.stack([found[key] for key in keys]))


@lru_cache(maxsize=1)
def _network(look: FeatureRequest) -> BackboneSession:
    backbone = open_backbone(look.options.backbone, weights=look.options.weights)
    here = tuple((tap, feature_key(backbone, backbone.tap(tap))) for tap in look.taps)
    if here != look.features or colour_key(backbone.preprocess) != look.colour:
        raise ModelError(
            f"The network {backbone.name} on this machine differs from that of the machine that"
            " started the run: install the same version of Coincide on both."
        )
    # one thread: there is one task for each core, and the number changes no response
    return BackboneSession(backbone, look.taps, threads=1, batch=look.options.batch)


def network(look: FeatureRequest) -> BackboneSession:
    """Return the network of this process, ready to run."""
    # how work is cut up and kept has no part in what a network answers
    options = replace(look.options, threads=None, decoders=None, shard=0)
    with _ONE_AT_A_TIME:  # or several threads would load it at once
        return _network(replace(look, options=options))
