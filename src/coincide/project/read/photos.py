"""Reading and embedding of photos, as one interface over disks and object storage."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from coincide.engine import Engine, LocalEngine
from coincide.ingest import FileRecord
from coincide.ingest.options import IngestOptions
from coincide.ingest.scan import Scan
from coincide.media.sidecars import SidecarTimes
from coincide.model import Place
from coincide.model.progress import StageProgress
from coincide.project.costs import Meter
from coincide.project.folder.applied import AppliedPlans, read_applied
from coincide.project.options import SyncOptions
from coincide.project.read.features import Embedder
from coincide.storage.projectstore import ProjectStore


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


class Photos(Protocol):
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
