"""Photos on this machine's disks: files are read in place, and what they held is remembered."""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from coincide.engine import Engine, LocalEngine
from coincide.errors import EventError
from coincide.ingest import FileRecord
from coincide.ingest.event import files_of, scan_sources
from coincide.ingest.options import IngestOptions
from coincide.ingest.scan import Scan
from coincide.media.records import read_files
from coincide.media.sidecars import SidecarTimes, read_sidecars
from coincide.model import Place, file_of
from coincide.model.progress import StageProgress
from coincide.project.costs import Meter
from coincide.project.folder.corrections import AppliedPlans, read_applied
from coincide.project.options import SyncOptions
from coincide.project.read.features import Embedder, embed_missing
from coincide.storage.projectstore import ProjectStore
from coincide.storage.store import Store


@dataclass(frozen=True)
class Run:
    """Where the work of a run is done, and what counts it.

    ``look``: photos in object storage are embedded as these options say while they are read.
    ``applied`` tells what plans changed: whoever has read them reads them no second time.
    ``store`` is the project folder's where that is open already.
    """

    engine: Engine = field(default_factory=LocalEngine)
    meter: Meter = field(default_factory=Meter)
    look: SyncOptions | None = None
    applied: Callable[[Sequence[Path]], AppliedPlans] = read_applied
    store: ProjectStore | None = None


@dataclass(frozen=True)
class ReadFiles:
    """The files of an event as they were read, before they are put together.

    ``failed`` says of files that were embedded meanwhile why they cannot be decoded; ``applied``
    is what was corrected among them.
    """

    scan: Scan
    records: Mapping[Place, FileRecord]
    sidecars: SidecarTimes
    failed: Mapping[Place, str] = field(default_factory=dict)
    applied: AppliedPlans = field(default_factory=AppliedPlans)


class PhotoSource(Protocol):
    """Photos that lie in one kind of place, with the project folder that is kept of them."""

    @property
    def on_disk(self) -> bool:
        """Whether their files can be opened on this machine."""

    def reading(
        self, sources: Sequence[Place], options: IngestOptions, progress: StageProgress
    ) -> AbstractContextManager[ReadFiles]:
        """Read what is new below some folders; what is made of it belongs into the block."""

    @property
    def embedder(self) -> Embedder:
        """What embeds those that the project folder has no vectors of."""


@dataclass(frozen=True)
class OnDisk:
    """Photos in folders, and a project folder beside them."""

    project: Path
    meter: Meter
    keep: bool = True
    applied: Callable[[Sequence[Path]], AppliedPlans] = read_applied
    store: Store | None = None  # where it is open already
    on_disk = True

    @contextmanager
    def reading(
        self, sources: Sequence[Place], options: IngestOptions, progress: StageProgress
    ) -> Iterator[ReadFiles]:
        """Read the files that changed; what is kept of the others lies in the project folder."""
        scan = scan_sources([file_of(source) for source in sources])
        is_new = not self.project.exists()
        try:
            with self._opened() as store:
                records = read_files(
                    files_of(scan),
                    cache=RecordCache(store, self.meter, keep=self.keep),
                    progress=lambda done, total: progress("read", done, total),
                )
                sidecars = read_sidecars(records)
                applied = self.applied(store.load_plan_paths())
                yield ReadFiles(scan, records, sidecars, applied=applied)
        except EventError:
            if is_new and self.keep:
                shutil.rmtree(self.project, ignore_errors=True)  # made just now, for nothing
            raise

    def _opened(self) -> AbstractContextManager[Store]:
        if self.store is not None:
            return nullcontext(self.store)
        return Store(self.project, readonly=not self.keep)

    @property
    def embedder(self) -> Embedder:
        """What embeds files."""
        return embed_missing


class RecordCache:
    """What ingest read from each file, kept in the store."""

    def __init__(self, store: Store, meter: Meter, *, keep: bool) -> None:
        self.store, self.meter, self.keep = store, meter, keep

    def get(self, path: Path, size: int, mtime_ns: int) -> FileRecord | None:
        """Return the record of this very state of a file, None where there is none."""
        found = self.store.load_record(path, size, mtime_ns)
        try:
            return None if found is None else FileRecord.from_json(found)
        except (TypeError, KeyError):
            return None  # damaged: it is read again

    def put(self, path: Path, size: int, mtime_ns: int, record: FileRecord) -> None:
        """Keep the record of this state of a file."""
        if self.keep:
            self.store.save_record(path, size, mtime_ns, record.to_json())
        self.meter.add("read", photos=1, bytes_read=size)
