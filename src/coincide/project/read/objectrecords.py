"""Read the files of an event in object storage: list them, and read what is new as tasks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coincide.engine import Engine
from coincide.errors import EventError
from coincide.features.options import EmbedOptions
from coincide.ingest import FileRecord, is_event_file
from coincide.ingest.listing import scan_listed
from coincide.ingest.options import IngestOptions
from coincide.ingest.scan import Scan
from coincide.media.sidecars import SUFFIX as SIDECAR
from coincide.media.sidecars import SidecarTime, SidecarTimes, parse_sidecar, read_sidecars
from coincide.model import Place, Url
from coincide.model.places import url_of
from coincide.model.progress import StageProgress
from coincide.project.costs import Meter
from coincide.project.read.ondisk import ReadFiles
from coincide.project.read.shardjob import Common, FeatureRequest, FileDone, first_jobs, shards
from coincide.project.read.shardtask import is_lost, run_shard
from coincide.storage.form import ListedObject
from coincide.storage.objects import Objects
from coincide.storage.objectstore import ObjectStore

STAGE = "read"
# the share of files that may be out of reach, and the event be synced without them
MOST_LOST = 0.1


@dataclass(frozen=True)
class ObjectReadSetup:
    """How an event in object storage is read: where the work runs, and what counts it.

    With ``look`` photos are embedded while they are at hand.
    """

    engine: Engine
    meter: Meter
    progress: StageProgress
    look: FeatureRequest | None = None


def read_objects(
    sources: Sequence[Url], project: Url, options: IngestOptions, reading: ObjectReadSetup
) -> ReadFiles:
    """Return what all objects below some URLs hold."""
    objects = Objects(sources[0])
    listed = _list(objects, sources, project)
    scan = scan_listed(sources, listed)
    if not any(source.files for source in scan.sources):
        where = ", ".join(str(source) for source in sources)
        raise EventError(f"No photos found in {where}: is it the right place?")
    found = _read(scan, listed, project, options, reading)
    records = {path: done.record for path, done in found.items()}
    sidecars = _sidecars(objects, records, listed)
    reading.meter.add_traffic(STAGE, objects.traffic)
    failed = {path: done.failed for path, done in found.items() if done.failed is not None}
    return ReadFiles(scan, records, sidecars, failed)


def _list(objects: Objects, sources: Sequence[Url], project: Url) -> dict[Url, ListedObject]:
    """Return the objects of an event by path; the project folder may lie among them."""
    found: dict[Url, ListedObject] = {}
    for source in sources:
        if is_event_file(source):
            raise EventError(f"{source} is an event file: they are read from disks only.")
        try:
            listed = objects.list(source)
        except OSError as error:
            message = f"{source} cannot be listed ({error}): check its name and your access to it."
            raise EventError(message) from error
        urls = {url_of(item.path): item for item in listed}
        found |= {url: listed for url, listed in urls.items() if not url.is_relative_to(project)}
    return found


def _read(
    scan: Scan,
    listed: Mapping[Url, ListedObject],
    project: Url,
    options: IngestOptions,
    reading: ObjectReadSetup,
) -> dict[Place, FileDone]:
    """Return what every object holds: what was read before, and what tasks read now."""
    files = (url_of(path) for source in scan.sources for path in source.files)
    wanted = {path for path in files if not path.name.lower().endswith(SIDECAR)}
    with ObjectStore(project) as store:
        known = {
            path: done
            for done in _known(store)
            if (path := url_of(done.listed.path)) in wanted and listed[path] == done.listed
        }
        reading.meter.add_traffic(STAGE, store.objects.traffic)
    new = [listed[path] for path in sorted(wanted - set(known))]
    reading.progress(STAGE, len(known), len(wanted))
    own_process = not reading.engine.in_process
    common = Common(project, reading.look, options.max_pixels, own_process)
    for done in _run(common, new, reading):
        known[url_of(done.listed.path)] = done
        reading.progress(STAGE, len(known), len(wanted))
    _check_lost(known)
    return {path: known[path] for path in sorted(wanted)}


def _check_lost(found: Mapping[Url, FileDone]) -> None:
    """Refuse to go on with what is left when much cannot be had: that is no fault of photos."""
    lost = [done for done in found.values() if is_lost(done.record)]
    if len(lost) > MOST_LOST * len(found):
        raise EventError(
            f"{len(lost)} of {len(found)} files could not be fetched, the first"
            f" {lost[0].listed.path} ({lost[0].record.reason}). What was read is kept: run again"
            " when the storage is available."
        )


def _known(store: ObjectStore) -> Iterator[FileDone]:
    for document in store.load_documents("records"):
        found = (FileDone.from_json(data) for data in document["files"])
        yield from (done for done in found if done is not None)


def _run(
    common: Common, new: Sequence[ListedObject], reading: ObjectReadSetup
) -> Iterator[FileDone]:
    engine, meter = reading.engine, reading.meter
    size = EmbedOptions().shard if common.look is None else common.look.options.shard
    for done in engine.map(run_shard, common, shards(first_jobs(new), size)):
        shard = done.value
        meter.add_task(STAGE, engine, done)
        meter.add_traffic(STAGE, shard.traffic)
        failures = sum(file.failed is not None or is_lost(file.record) for file in shard.files)
        meter.add(STAGE, photos=len(shard.files), failures=failures)
        meter.add("embed", photos=shard.n_embedded)
        yield from shard.files


def _sidecars(
    objects: Objects, records: Mapping[Place, FileRecord], listed: Mapping[Url, ListedObject]
) -> SidecarTimes:
    """Return what sidecars say; they are small, and read anew each time."""
    beside: dict[Place, list[Url]] = {}
    for path in listed:
        if path.name.lower().endswith(SIDECAR) and not path.name.startswith("."):
            beside.setdefault(path.parent, []).append(path)
    return read_sidecars(
        records, listed=lambda folder: beside.get(folder, []), read=_sidecar_reader(objects)
    )


def _sidecar_reader(objects: Objects) -> Callable[[Place], SidecarTime | None]:
    def read(path: Place) -> SidecarTime | None:
        try:
            return parse_sidecar(objects.read(path))
        except OSError as error:
            raise ValueError(f"cannot be fetched: {error}") from error

    return read
